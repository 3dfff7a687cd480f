import type { Kysely } from 'kysely'
import type { ThemeBlob } from '../core/blob.ts'
import { folded, type ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'
import { batches, filesAt, isStorable, theme } from './sql-rows.ts'
import type { ApiClient, Application, TenantTransaction, Theme, ThemeCommit, ThemeFile } from './store.ts'

const STATEMENT_BYTES = 4 * 1024 * 1024

/** The inside of one write of one tenant. */
export class SqlTransaction implements TenantTransaction {
  readonly #db: Kysely<Schema>
  readonly #engine: Engine
  readonly #tenant: string

  constructor(db: Kysely<Schema>, engine: Engine, tenant: string) {
    this.#db = db
    this.#engine = engine
    this.#tenant = tenant
  }

  async lockTenant(): Promise<void> {
    const row = this.#db.selectFrom('tenants').select('id').where('id', '=', this.#tenant)
    await (this.#engine.concurrent ? row.forNoKeyUpdate() : row).execute()
  }

  async lockTheme(id: string): Promise<Theme | undefined> {
    if (!isStorable(id)) return undefined
    const row = this.#themes().where('id', '=', id)
    const found = await (this.#engine.concurrent ? row.forNoKeyUpdate() : row).executeTakeFirst()
    return found && theme(found)
  }

  async lockThemes(): Promise<Theme[]> {
    const rows = this.#themes().orderBy('id')
    return (await (this.#engine.concurrent ? rows.forNoKeyUpdate() : rows).execute()).map(theme)
  }

  async files({ id, revision }: Theme): Promise<ThemeFile[]> {
    return await filesAt(this.#db, this.#tenant, id, revision)
  }

  async themedApplications(): Promise<number> {
    const row = await this.#db
      .selectFrom('applications')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('tenant', '=', this.#tenant)
      .where('theme', 'is not', null)
      .executeTakeFirstOrThrow()
    return row.count
  }

  async countClients(): Promise<number> {
    const row = await this.#db
      .selectFrom('api_clients')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('tenant', '=', this.#tenant)
      .executeTakeFirstOrThrow()
    return row.count
  }

  async createTheme(id: string, name: string, description: string | null): Promise<Theme> {
    const now = Date.now()
    await this.#refusing(
      'duplicate',
      new Refusal('theme_name_taken', { name }),
      this.#db
        .insertInto('themes')
        .values({
          tenant: this.#tenant,
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
    const here = { tenant: this.#tenant, theme: before.id }
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
    for (const some of batches(opened, 2_000)) await this.#db.insertInto('theme_files').values(some).execute()
    await this.#db
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
    await this.#refusing(
      'duplicate',
      new Refusal('theme_name_taken', { name }),
      this.#db
        .updateTable('themes')
        .set({ name, name_key: folded(name), description, head: revision, updated_at: now })
        .where('tenant', '=', this.#tenant)
        .where('id', '=', before.id)
        .execute(),
    )
    await this.#forget(before.id, revision - keep + 1)
    return { id: before.id, name, description, revision, updatedAt: now }
  }

  async deleteTheme(id: string): Promise<void> {
    const digests = await this.#db
      .selectFrom('theme_files')
      .select('digest')
      .distinct()
      .where('tenant', '=', this.#tenant)
      .where('theme', '=', id)
      .execute()
    await this.#refusing(
      'reference',
      new Refusal('theme_in_use', { themeId: id }),
      this.#db.deleteFrom('themes').where('tenant', '=', this.#tenant).where('id', '=', id).execute(),
    )
    await this.#sweep(digests.map(row => row.digest))
  }

  async createApplication({ id, name, themeId }: Application): Promise<void> {
    await this.#refusing(
      'reference',
      new Refusal('theme_unknown', {}),
      this.#db
        .insertInto('applications')
        .values({ tenant: this.#tenant, id, name, theme: themeId, created_at: Date.now() })
        .execute(),
    )
  }

  async assignTheme(applicationId: string, themeId: string | null): Promise<boolean> {
    const changed = await this.#refusing(
      'reference',
      new Refusal('theme_unknown', {}),
      this.#db
        .updateTable('applications')
        .set({ theme: themeId })
        .where('tenant', '=', this.#tenant)
        .where('id', '=', applicationId)
        .executeTakeFirst(),
    )
    return changed.numUpdatedRows > 0n
  }

  async removeApplication(id: string): Promise<boolean> {
    const gone = await this.#db
      .deleteFrom('applications')
      .where('tenant', '=', this.#tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    return gone.numDeletedRows > 0n
  }

  async createClient(client: ApiClient): Promise<void> {
    await this.#refusing(
      'duplicate',
      new Refusal('client_id_taken', { clientId: client.id }),
      this.#db
        .insertInto('api_clients')
        .values({
          tenant: this.#tenant,
          id: client.id,
          name: client.name,
          secret_hash: client.secretHash,
          entitlements: JSON.stringify(client.entitlements),
          replace_status: client.replaceStatus,
          created_at: Date.now(),
        })
        .execute(),
    )
  }

  async updateClient(
    id: string,
    { secretHash, entitlements }: Partial<Pick<ApiClient, 'secretHash' | 'entitlements'>>,
  ): Promise<boolean> {
    const changed = await this.#db
      .updateTable('api_clients')
      .set({
        ...(secretHash !== undefined && { secret_hash: secretHash }),
        ...(entitlements !== undefined && { entitlements: JSON.stringify(entitlements) }),
      })
      .where('tenant', '=', this.#tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  }

  async removeClient(id: string): Promise<boolean> {
    const gone = await this.#db
      .deleteFrom('api_clients')
      .where('tenant', '=', this.#tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    return gone.numDeletedRows > 0n
  }

  async removeTokens(clientId: string): Promise<void> {
    await this.#db
      .deleteFrom('short_lived')
      .where('tenant', '=', this.#tenant)
      .where('client', '=', clientId)
      .execute()
  }

  /** Adds the contents that are not there yet. */
  async keepBlobs(blobs: Iterable<ThemeBlob>): Promise<void> {
    // In one order everywhere, so that two writes of the same contents cannot wait for each other.
    const given = new Map(
      [...blobs].sort((a, b) => (a.digest < b.digest ? -1 : 1)).map(blob => [blob.digest, blob]),
    )
    for (const digests of batches([...given.keys()], 2_000)) {
      const rows = await this.#db
        .selectFrom('blobs')
        .select('digest')
        .where('digest', 'in', digests)
        .execute()
      for (const { digest } of rows) given.delete(digest)
    }
    for (const some of bySize(given.values())) {
      await this.#db
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
    return this.#db.selectFrom('themes').selectAll().where('tenant', '=', this.#tenant)
  }

  async #closeFiles(themeId: string, { changes }: ThemeCommit, revision: number): Promise<void> {
    const paths = changes.map(change => change.path)
    for (const some of batches<ThemePath>(paths, 2_000)) {
      await this.#db
        .updateTable('theme_files')
        .set({ closed: revision })
        .where('tenant', '=', this.#tenant)
        .where('theme', '=', themeId)
        .where('closed', 'is', null)
        .where('path', 'in', some)
        .execute()
    }
  }

  /** Drops what is needed only by revisions older than `oldest`. */
  async #forget(themeId: string, oldest: number): Promise<void> {
    if (oldest <= 1) return
    await this.#db
      .deleteFrom('revisions')
      .where('tenant', '=', this.#tenant)
      .where('theme', '=', themeId)
      .where('revision', '<', oldest)
      .execute()
    const gone = await this.#db
      .deleteFrom('theme_files')
      .where('tenant', '=', this.#tenant)
      .where('theme', '=', themeId)
      .where('closed', '<=', oldest)
      .returning('digest')
      .execute()
    await this.#sweep(gone.map(row => row.digest))
  }

  /** Drops those contents that nothing refers to any more; what another write holds is left for it to drop. */
  async #sweep(digests: readonly string[]): Promise<void> {
    for (const some of batches([...new Set(digests)], 2_000)) {
      const unused = this.#db
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
      const rows = await (this.#engine.concurrent ? unused.forUpdate().skipLocked() : unused).execute()
      const mine = rows.map(row => row.digest)
      if (mine.length > 0) await this.#db.deleteFrom('blobs').where('digest', 'in', mine).execute()
    }
  }

  async #refusing<T>(on: 'duplicate' | 'reference', refusal: Refusal, statement: Promise<T>): Promise<T> {
    try {
      return await statement
    } catch (error) {
      throw this.#engine.meaning(error) === on ? refusal : error
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
