import type { ThemeBlob } from '../../core/blob.ts'
import { folded, type ThemePath } from '../../core/path.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Revision, Theme, ThemeCommit, ThemeFile } from '../kept.ts'
import { batches, filesAt, isStorable, theme } from './rows.ts'
import { held, refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'
import { revisions } from './themes.ts'

const STATEMENT_BYTES = 4 * 1024 * 1024

/** Themes, their revisions and contents, inside a write. */
export interface ThemeWrites {
  lock(id: string): Promise<Theme | undefined>
  lockAll(): Promise<Theme[]>
  files(theme: Theme): Promise<ThemeFile[]>
  /** Those after a revision, newest first. */
  revisions(themeId: string, after: number): Promise<Revision[]>
  /** Rejects a name that another theme has, ignoring case. */
  create(id: string, name: string, description: string | null): Promise<Theme>
  /** Stores contents that do not exist yet. */
  keepBlobs(blobs: Iterable<ThemeBlob>): Promise<void>
  /** Adds a revision, and drops the history beyond `keep` revisions. */
  commit(theme: Theme, commit: ThemeCommit, keep: number): Promise<Theme>
  /** Removes a theme with everything that belongs to it. Refuses if an application uses it. */
  remove(id: string): Promise<void>
}

async function lockTheme(scope: Scope, id: string): Promise<Theme | undefined> {
  if (!isStorable(id)) return undefined
  const found = await held(scope, mine(scope).where('id', '=', id)).executeTakeFirst()
  return found && theme(found)
}

async function lockThemes(scope: Scope): Promise<Theme[]> {
  return (await held(scope, mine(scope).orderBy('id')).execute()).map(theme)
}

async function filesOf(scope: Scope, { id, revision }: Theme): Promise<ThemeFile[]> {
  return await filesAt(scope.db, scope.tenant, id, revision)
}

async function createTheme(
  scope: Scope,
  id: string,
  name: string,
  description: string | null,
): Promise<Theme> {
  const now = scope.engine.now()
  await refusing(
    scope,
    'duplicate',
    new Refusal('theme_name_taken', { name }),
    scope.db
      .insertInto('themes')
      .values({
        tenant: scope.tenant,
        id,
        name,
        name_key: folded(name),
        description,
        head: 0,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  return { id, name, description, revision: 0, updatedAt: now }
}

async function commit(scope: Scope, before: Theme, commit: ThemeCommit, keep: number): Promise<Theme> {
  const revision = before.revision + 1
  const now = scope.engine.now()
  const here = { tenant: scope.tenant, theme: before.id }
  await keepBlobs(scope, commit.blobs)
  await closeFiles(scope, before.id, commit, revision)
  const opened = [...commit.opened].map(([path, { digest, base }]) => ({
    ...here,
    path,
    digest,
    base,
    opened: revision,
    closed: null,
  }))
  for (const some of batches(opened, 2_000)) await scope.db.insertInto('theme_files').values(some).execute()
  await scope.db
    .insertInto('revisions')
    .values({
      ...here,
      revision,
      at: now,
      author: commit.author,
      cause: commit.cause,
      master: commit.master,
      changes: JSON.stringify(commit.changes),
      message: commit.message ?? null,
    })
    .execute()
  const { name, description } = commit
  await refusing(
    scope,
    'duplicate',
    new Refusal('theme_name_taken', { name }),
    scope.db
      .updateTable('themes')
      .set({ name, name_key: folded(name), description, head: revision, updated_at: now })
      .where('tenant', '=', scope.tenant)
      .where('id', '=', before.id)
      .execute(),
  )
  await forget(scope, before.id, revision - keep + 1)
  return { id: before.id, name, description, revision, updatedAt: now }
}

async function deleteTheme(scope: Scope, id: string): Promise<void> {
  const digests = await scope.db
    .selectFrom('theme_files')
    .select('digest')
    .distinct()
    .where('tenant', '=', scope.tenant)
    .where('theme', '=', id)
    .execute()
  await refusing(
    scope,
    'reference',
    new Refusal('theme_in_use', { themeId: id }),
    scope.db.deleteFrom('themes').where('tenant', '=', scope.tenant).where('id', '=', id).execute(),
  )
  await sweep(
    scope,
    digests.map(row => row.digest),
  )
}

/** Stores contents that do not exist yet. */
async function keepBlobs(scope: Scope, blobs: Iterable<ThemeBlob>): Promise<void> {
  // The order is fixed, so that two writes of the same contents cannot deadlock.
  const given = new Map(
    [...blobs].sort((a, b) => (a.digest < b.digest ? -1 : 1)).map(blob => [blob.digest, blob]),
  )
  for (const digests of batches([...given.keys()], 2_000)) {
    const rows = await scope.db.selectFrom('blobs').select('digest').where('digest', 'in', digests).execute()
    for (const { digest } of rows) given.delete(digest)
  }
  for (const some of bySize(given.values())) {
    await scope.db
      .insertInto('blobs')
      .values(
        some.map(({ digest, size, crc, deflatedSize, deflated }) => ({
          digest,
          size,
          crc,
          deflated_size: deflatedSize,
          deflated,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

function mine(scope: Scope) {
  return scope.db.selectFrom('themes').selectAll().where('tenant', '=', scope.tenant)
}

async function closeFiles(
  scope: Scope,
  themeId: string,
  { changes }: ThemeCommit,
  revision: number,
): Promise<void> {
  const paths = changes.map(change => change.path)
  for (const some of batches<ThemePath>(paths, 2_000)) {
    await scope.db
      .updateTable('theme_files')
      .set({ closed: revision })
      .where('tenant', '=', scope.tenant)
      .where('theme', '=', themeId)
      .where('closed', 'is', null)
      .where('path', 'in', some)
      .execute()
  }
}

/** Drops data that only revisions older than `oldest` need. */
async function forget(scope: Scope, themeId: string, oldest: number): Promise<void> {
  if (oldest <= 1) return
  await scope.db
    .deleteFrom('revisions')
    .where('tenant', '=', scope.tenant)
    .where('theme', '=', themeId)
    .where('revision', '<', oldest)
    .execute()
  const gone = await scope.db
    .deleteFrom('theme_files')
    .where('tenant', '=', scope.tenant)
    .where('theme', '=', themeId)
    .where('closed', '<=', oldest)
    .returning('digest')
    .execute()
  await sweep(
    scope,
    gone.map(row => row.digest),
  )
}

/** Drops those contents that nothing refers to any more. If another write has locked a content, that write drops it. */
async function sweep(scope: Scope, digests: readonly string[]): Promise<void> {
  for (const some of batches([...new Set(digests)], 2_000)) {
    const unused = scope.db
      .selectFrom('blobs')
      .select('digest')
      .where('digest', 'in', some)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('theme_files').select('path').whereRef('digest', '=', 'blobs.digest'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('master_files').select('path').whereRef('digest', '=', 'blobs.digest'))),
      )
      .orderBy('digest')
    const rows = await (scope.engine.concurrent ? unused.forUpdate().skipLocked() : unused).execute()
    const mine = rows.map(row => row.digest)
    if (mine.length > 0) await scope.db.deleteFrom('blobs').where('digest', 'in', mine).execute()
  }
}

function* bySize(blobs: Iterable<ThemeBlob>): Generator<ThemeBlob[]> {
  let some: ThemeBlob[] = []
  let bytes = 0
  for (const blob of blobs) {
    if (some.length > 0 && (bytes + blob.deflatedSize > STATEMENT_BYTES || some.length >= 1_000)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(blob)
    bytes += blob.deflatedSize
  }
  if (some.length > 0) yield some
}

export const themeWrites = shelf<ThemeWrites>({
  lock: lockTheme,
  lockAll: lockThemes,
  files: filesOf,
  revisions,
  create: createTheme,
  keepBlobs,
  commit,
  remove: deleteTheme,
})
