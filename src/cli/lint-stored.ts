import { type Content, contentOf } from '../lint/lint.ts'
import { onThemes } from './installation.ts'
import type { LintSource } from './lint-source.ts'
import { themeId } from './named.ts'

/** A theme of the database, by its id or its name. */
export async function storedSource(given: string, tenant: string | undefined): Promise<LintSource> {
  return await onThemes(tenant, async (themes, store) => {
    const id = await themeId(store, given)
    const files = new Map<string, Content>()
    for (const entry of await themes.customized(id))
      files.set(entry.path, contentOf(entry.path, await themes.content(entry)))
    return { files, refused: [], place: file => (file === '' ? given : `templates/${file}`), settings: '.' }
  })
}
