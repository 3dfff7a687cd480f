import type { ThemeBlob } from '../core/blob.ts'
import { folded, type ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { batches, filesAt, isStorable, theme } from './sql-rows.ts'
import { held, refusing, type Scope } from './sql-scope.ts'
import type { Theme, ThemeCommit, ThemeFile } from './store.ts'

const STATEMENT_BYTES = 4 * 1024 * 1024

/** What a write does to themes, their history and the contents. */
export class SqlThemeWrite {
  protected readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  async lockTenant(): Promise<void> {
    await held(
      this.scope,
      this.scope.db.selectFrom('tenants').select('id').where('id', '=', this.scope.tenant),
    ).execute()
  }

  async lockTheme(id: string): Promise<Theme | undefined> {
    if (!isStorable(id)) return undefined
    const found = await held(this.scope, this.#themes().where('id', '=', id)).executeTakeFirst()
    return found && theme(found)
  }

  async lockThemes(): Promise<Theme[]> {
    return (await held(this.scope, this.#themes().orderBy('id')).execute()).map(theme)
  }

  async files({ id, revision }: Theme): Promise<ThemeFile[]> {
    return await filesAt(this.scope.db, this.scope.tenant, id, revision)
  }

  async createTheme(id: string, name: string, description: string | null): Promise<Theme> {
    const now = Date.now()
    await refusing(
      this.scope,
      'duplicate',
      new Refusal('theme_name_taken', { name }),
      this.scope.db
        .insertInto('themes')
        .values({
          tenant: this.scope.tenant,
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

  async commit(before: Theme, commit: ThemeCommit, keep: number): Promise<Theme> {
    const revision = before.revision + 1
    const now = Date.now()
    const here = { tenant: this.scope.tenant, theme: before.id }
    await this.keepBlobs(commit.blobs)
    await this.#closeFiles(before.id, commit, revision)
    const opened = [...commit.opened].map(([path, { digest, base }]) => ({
      ...here,
      path,
      digest,
      base,
      opened: revision,
      closed: null,
    }))
    for (const some of batches(opened, 2_000))
      await this.scope.db.insertInto('theme_files').values(some).execute()
    await this.scope.db
      .insertInto('revisions')
      .values({
        ...here,
        revision,
        at: now,
        author: commit.author,
        cause: commit.cause,
        master: commit.master,
        changes: JSON.stringify(commit.changes),
      })
      .execute()
    const { name, description } = commit
    await refusing(
      this.scope,
      'duplicate',
      new Refusal('theme_name_taken', { name }),
      this.scope.db
        .updateTable('themes')
        .set({ name, name_key: folded(name), description, head: revision, updated_at: now })
        .where('tenant', '=', this.scope.tenant)
        .where('id', '=', before.id)
        .execute(),
    )
    await this.#forget(before.id, revision - keep + 1)
    return { id: before.id, name, description, revision, updatedAt: now }
  }

  async deleteTheme(id: string): Promise<void> {
    const digests = await this.scope.db
      .selectFrom('theme_files')
      .select('digest')
      .distinct()
      .where('tenant', '=', this.scope.tenant)
      .where('theme', '=', id)
      .execute()
    await refusing(
      this.scope,
      'reference',
      new Refusal('theme_in_use', { themeId: id }),
      this.scope.db
        .deleteFrom('themes')
        .where('tenant', '=', this.scope.tenant)
        .where('id', '=', id)
        .execute(),
    )
    await this.#sweep(digests.map(row => row.digest))
  }

  /** Adds the contents that are not there yet. */
  async keepBlobs(blobs: Iterable<ThemeBlob>): Promise<void> {
    // In one order everywhere, so that two writes of the same contents cannot wait for each other.
    const given = new Map(
      [...blobs].sort((a, b) => (a.digest < b.digest ? -1 : 1)).map(blob => [blob.digest, blob]),
    )
    for (const digests of batches([...given.keys()], 2_000)) {
      const rows = await this.scope.db
        .selectFrom('blobs')
        .select('digest')
        .where('digest', 'in', digests)
        .execute()
      for (const { digest } of rows) given.delete(digest)
    }
    for (const some of bySize(given.values())) {
      await this.scope.db
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

  #themes() {
    return this.scope.db.selectFrom('themes').selectAll().where('tenant', '=', this.scope.tenant)
  }

  async #closeFiles(themeId: string, { changes }: ThemeCommit, revision: number): Promise<void> {
    const paths = changes.map(change => change.path)
    for (const some of batches<ThemePath>(paths, 2_000)) {
      await this.scope.db
        .updateTable('theme_files')
        .set({ closed: revision })
        .where('tenant', '=', this.scope.tenant)
        .where('theme', '=', themeId)
        .where('closed', 'is', null)
        .where('path', 'in', some)
        .execute()
    }
  }

  /** Drops what is needed only by revisions older than `oldest`. */
  async #forget(themeId: string, oldest: number): Promise<void> {
    if (oldest <= 1) return
    await this.scope.db
      .deleteFrom('revisions')
      .where('tenant', '=', this.scope.tenant)
      .where('theme', '=', themeId)
      .where('revision', '<', oldest)
      .execute()
    const gone = await this.scope.db
      .deleteFrom('theme_files')
      .where('tenant', '=', this.scope.tenant)
      .where('theme', '=', themeId)
      .where('closed', '<=', oldest)
      .returning('digest')
      .execute()
    await this.#sweep(gone.map(row => row.digest))
  }

  /** Drops those contents that nothing refers to any more; what another write holds is left for it to drop. */
  async #sweep(digests: readonly string[]): Promise<void> {
    for (const some of batches([...new Set(digests)], 2_000)) {
      const unused = this.scope.db
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
      const rows = await (this.scope.engine.concurrent ? unused.forUpdate().skipLocked() : unused).execute()
      const mine = rows.map(row => row.digest)
      if (mine.length > 0) await this.scope.db.deleteFrom('blobs').where('digest', 'in', mine).execute()
    }
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
