import type { ThemeSource } from '../kept.ts'
import { isStorable } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Repositories that themes are pushed from. */
export interface SourceReads {
  /**
   * The files that a theme and a repository had in common after the last push from the repository; undefined if there
   * was none.
   */
  get(theme: string, name: string): Promise<ThemeSource | undefined>
}

/** Repositories that themes are pushed from, inside a write. */
export interface SourceWrites extends SourceReads {
  /** Replaces the stored state; beyond `most` repositories, drops those with the oldest pushes. */
  keep(
    theme: string,
    name: string,
    source: Pick<ThemeSource, 'revision' | 'files'>,
    most: number,
  ): Promise<void>
}

async function get(scope: Scope, theme: string, name: string): Promise<ThemeSource | undefined> {
  if (!isStorable(name) || !isStorable(theme)) return undefined
  const row = await of(scope, theme).selectAll().where('source', '=', name).executeTakeFirst()
  return row && { revision: row.revision, files: JSON.parse(row.files), pushedAt: row.pushed_at }
}

async function keep(
  scope: Scope,
  theme: string,
  name: string,
  { revision, files }: Pick<ThemeSource, 'revision' | 'files'>,
  most: number,
): Promise<void> {
  const { db, tenant, engine } = scope
  const values = { revision, files: JSON.stringify(files), pushed_at: engine.now() }
  await db
    .insertInto('theme_sources')
    .values({ tenant, theme, source: name, ...values })
    .onConflict(conflict => conflict.columns(['tenant', 'theme', 'source']).doUpdateSet(values))
    .execute()
  const all = await of(scope, theme).select('source').orderBy('pushed_at', 'desc').orderBy('source').execute()
  const old = all.map(({ source }) => source).filter(source => source !== name)
  const gone = old.slice(most - 1)
  if (gone.length > 0)
    await db
      .deleteFrom('theme_sources')
      .where('tenant', '=', tenant)
      .where('theme', '=', theme)
      .where('source', 'in', gone)
      .execute()
}

function of({ db, tenant }: Scope, theme: string) {
  return db.selectFrom('theme_sources').where('tenant', '=', tenant).where('theme', '=', theme)
}

export const sourceReads = shelf<SourceReads>({ get })

export const sourceWrites = shelf<SourceWrites>({ get, keep })
