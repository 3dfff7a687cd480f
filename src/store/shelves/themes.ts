import type { ThemeLimit } from '../../core/entitlement.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { Revision, Theme, ThemeFile } from '../kept.ts'
import { filesAt, isStorable, theme } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Themes, their revisions and contents. */
export interface ThemeReads {
  /** All themes, or those that an API client is limited to. Ordered by name in code points, the default theme last. */
  list(
    page: { limit: number; offset: number },
    within?: ThemeLimit,
  ): Promise<{ total: number; themes: Theme[] }>
  get(id: string): Promise<Theme | undefined>
  /** The customized files at a revision. */
  files(themeId: string, revision: number): Promise<ThemeFile[]>
  /** When a revision was made; undefined if it is not kept any more. */
  revisedAt(themeId: string, revision: number): Promise<number | undefined>
  /** The author of the newest revision, and the number of customized files, by theme. */
  states(): Promise<Map<string, { author: string; customized: number }>>
  /** Newest first. */
  revisions(themeId: string): Promise<Revision[]>
}

async function themes(
  { db, tenant }: Scope,
  { limit, offset }: { limit: number; offset: number },
  within: ThemeLimit = null,
): Promise<{ total: number; themes: Theme[] }> {
  if (within?.length === 0) return { total: 0, themes: [] }
  const all = db.selectFrom('themes').where('tenant', '=', tenant)
  const mine = within === null ? all : all.where('id', 'in', within)
  const { total } = await mine.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await mine
    .selectAll()
    .orderBy(eb => eb.case().when('id', '=', DEFAULT_THEME).then(1).else(0).end())
    .orderBy('name')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, themes: rows.map(theme) }
}

async function found({ db, tenant }: Scope, id: string): Promise<Theme | undefined> {
  if (!isStorable(id)) return undefined
  const row = await db
    .selectFrom('themes')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && theme(row)
}

async function files({ db, tenant }: Scope, themeId: string, revision: number): Promise<ThemeFile[]> {
  return await filesAt(db, tenant, themeId, revision)
}

async function revisedAt(
  { db, tenant }: Scope,
  themeId: string,
  revision: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('revisions')
    .select('at')
    .where('tenant', '=', tenant)
    .where('theme', '=', themeId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.at
}

async function themeStates({
  db,
  tenant,
}: Scope): Promise<Map<string, { author: string; customized: number }>> {
  const rows = await db
    .selectFrom('themes')
    .innerJoin('revisions', join =>
      join
        .onRef('revisions.tenant', '=', 'themes.tenant')
        .onRef('revisions.theme', '=', 'themes.id')
        .onRef('revisions.revision', '=', 'themes.head'),
    )
    .select(eb => [
      'themes.id',
      'revisions.author',
      eb
        .selectFrom('theme_files')
        .select(inner => inner.fn.countAll<number>().as('count'))
        .whereRef('theme_files.tenant', '=', 'themes.tenant')
        .whereRef('theme_files.theme', '=', 'themes.id')
        .where('theme_files.closed', 'is', null)
        .as('customized'),
    ])
    .where('themes.tenant', '=', tenant)
    .execute()
  return new Map(rows.map(({ id, author, customized }) => [id, { author, customized: Number(customized) }]))
}

export async function revisions({ db, tenant }: Scope, themeId: string, after = -1): Promise<Revision[]> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('theme', '=', themeId)
    .where('revision', '>', after)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ revision, at, author, cause, master, changes, message }) => ({
    revision,
    at,
    author,
    cause,
    master,
    changes: JSON.parse(changes),
    message,
  }))
}

export const themeReads = shelf<ThemeReads>({
  list: themes,
  get: found,
  files,
  revisedAt,
  states: themeStates,
  revisions,
})
