import { configFrom } from '../config.ts'
import { MASTER } from '../core/theme.ts'
import { ruleAddress } from '../http/http.ts'
import { addressesOf } from '../installation.ts'
import { type Content, contentOf } from '../lint/lint.ts'
import { WrongDatabase } from '../store/store.ts'
import { onThemes } from './installation.ts'
import type { LintSource } from './lint-source.ts'
import { themeId } from './named.ts'
import { Problem } from './problem.ts'

/**
 * A theme from the database, by its id or name. The settings of its tenant apply, as they do in the service. Without a
 * database, the error begins with `missing`: the user may have mistyped the path of a folder or an archive.
 */
export async function storedSource(
  given: string,
  tenant: string | undefined,
  whole: boolean,
  missing: string,
): Promise<LintSource> {
  try {
    return await fromDatabase(given, tenant, whole)
  } catch (error) {
    if (!(error instanceof WrongDatabase)) throw error
    throw new Problem(
      2,
      `${missing} To check a theme of the service, a database is needed. ${error.message}`,
      {
        cause: error,
      },
    )
  }
}

async function fromDatabase(given: string, tenant: string | undefined, whole: boolean): Promise<LintSource> {
  return await onThemes(tenant, async (themes, store, { publicUrl }) => {
    const id = await themeId(store, given)
    const files = new Map<string, Content>()
    for (const entry of await themes.customized(id)) {
      const bytes = await themes.content(entry)
      files.set(entry.path, whole ? { bytes } : contentOf(entry.path, bytes))
    }
    const theme = id === MASTER ? { id, revision: 0 } : (await themes.registered(id)).theme
    const base = publicUrl ?? addressesOf(configFrom()).publicUrl
    return {
      files,
      refused: [],
      place: file => (file === '' ? given : `templates/${file}`),
      settings: await themes.linting.settings(theme),
      docs: rule => ruleAddress(base, rule),
    }
  })
}
