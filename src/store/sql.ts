import { type Kysely, sql } from 'kysely'
import type { ThemeBlob } from '../core/blob.ts'
import { folded, type ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { DEFAULT_DESCRIPTION, DEFAULT_THEME } from '../core/theme.ts'
import type { Engine } from './engine.ts'
import { StoreFault } from './fault.ts'
import type { Schema } from './schema.ts'
import { apiClient, batches, filesAt, isStorable, theme } from './sql-rows.ts'
import { SqlTransaction } from './sql-transaction.ts'
import type {
  ApiClient,
  Application,
  Revision,
  ShortLived,
  Store,
  Tenant,
  TenantStore,
  TenantTransaction,
  Theme,
  ThemeFile,
} from './store.ts'

const TRIES = 4

/** The store over either engine. */
export class SqlStore implements Store {
  readonly name: string
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
    this.name = engine.name
  }

  epoch(): number {
    return this.#engine.epoch()
  }

  async ping(): Promise<void> {
    await this.#read(db => sql`select 1`.execute(db))
  }

  async tenants(): Promise<Tenant[]> {
    const rows = await this.#read(db =>
      db
        .selectFrom('tenants')
        .selectAll()
        .orderBy(eb => eb.case().when('host', 'is', null).then(0).else(1).end())
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
    return rows.map(row => ({
      id: row.id,
      name: row.name,
      host: row.host,
      publicUrl: row.public_url,
      locale: row.locale,
    }))
  }

  async createTenant(tenant: Tenant, master: string): Promise<void> {
    try {
      await this.#write(db => this.#addTenant(db, tenant, master))
    } catch (error) {
      if (this.#engine.meaning(error) !== 'duplicate') throw error
      // Another node was quicker; a second look finds what it made.
      await this.#write(db => this.#addTenant(db, tenant, master))
    }
  }

  async #addTenant(db: Kysely<Schema>, tenant: Tenant, master: string): Promise<void> {
    const { id, name, host, publicUrl, locale } = tenant
    const others = await db.selectFrom('tenants').select(['id', 'name_key', 'host']).execute()
    if (others.some(other => other.id === id)) return
    if (others.some(other => other.name_key === folded(name))) {
      throw new Refusal('tenant_taken', { what: 'name', value: name })
    }
    if (host !== null && others.some(other => other.host === host)) {
      throw new Refusal('tenant_taken', { what: 'host', value: host })
    }
    await db
      .insertInto('tenants')
      .values({
        id,
        name,
        name_key: folded(name),
        host,
        public_url: publicUrl,
        locale,
        created_at: Date.now(),
      })
      .execute()
    const transaction = new SqlTransaction(db, this.#engine, id)
    const theme = await transaction.createTheme(DEFAULT_THEME, DEFAULT_THEME, DEFAULT_DESCRIPTION)
    const first = { name: theme.name, description: theme.description, author: 'tabard', cause: 'create' }
    await transaction.commit(theme, { ...first, master, changes: [], opened: new Map(), blobs: [] }, 1)
  }

  async keepMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void> {
    const known = await this.#read(db =>
      db.selectFrom('masters').select('id').where('id', '=', id).executeTakeFirst(),
    )
    if (known !== undefined) return
    await this.#write(async db => {
      const added = await db
        .insertInto('masters')
        .values({ id, first_seen: Date.now() })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows === 0n) return
      await new SqlTransaction(db, this.#engine, '').keepBlobs(files.values())
      const rows = [...files].map(([path, { digest }]) => ({ master: id, path, digest }))
      for (const some of batches(rows, 2_000)) await db.insertInto('master_files').values(some).execute()
    })
  }

  async masters(): Promise<Map<string, ThemePath[]>> {
    const rows = await this.#read(db => db.selectFrom('master_files').select(['master', 'path']).execute())
    const masters = new Map<string, ThemePath[]>()
    for (const { master, path } of rows) {
      const paths = masters.get(master)
      if (paths === undefined) masters.set(master, [path as ThemePath])
      else paths.push(path as ThemePath)
    }
    return masters
  }

  async blobs(digests: readonly string[]): Promise<Map<string, ThemeBlob>> {
    const found = new Map<string, ThemeBlob>()
    for (const some of batches(digests, 500)) {
      const rows = await this.#read(db =>
        db.selectFrom('blobs').selectAll().where('digest', 'in', some).execute(),
      )
      for (const { digest, size, crc, deflated_size, deflated } of rows) {
        found.set(digest, { digest, size, crc, deflatedSize: deflated_size, deflated })
      }
    }
    return found
  }

  tenant(id: string): TenantStore {
    return new SqlTenantStore(
      this.#engine,
      id,
      work => this.#read(work),
      (work, announced) => this.#write(work, announced),
    )
  }

  async close(): Promise<void> {
    await this.#engine.close()
  }

  async #read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(this.#engine.reader)
    } catch (error) {
      throw this.#fault(error)
    }
  }

  async #write<T>(work: (db: Kysely<Schema>) => Promise<T>, announced = true): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.#engine.writer.transaction().execute(async transaction => {
          const done = await work(transaction)
          if (announced) await this.#engine.announce(transaction)
          return done
        })
        if (announced) this.#engine.announced()
        return result
      } catch (error) {
        if (this.#engine.meaning(error) === 'collision' && attempt < TRIES) continue
        throw this.#fault(error)
      }
    }
  }

  #fault(error: unknown): unknown {
    if (error instanceof Refusal || error instanceof StoreFault) return error
    switch (this.#engine.meaning(error)) {
      case 'full':
        return new StoreFault('full', 'The disk of the database is full.', { cause: error })
      case 'unavailable':
      case 'collision':
        return new StoreFault('unavailable', 'The database does not answer.', { cause: error })
      case 'unusable':
        return new StoreFault('unusable', 'The database is damaged.', { cause: error })
      default:
        return error
    }
  }
}

type Read = <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>
type Write = <T>(work: (db: Kysely<Schema>) => Promise<T>, announced?: boolean) => Promise<T>

class SqlTenantStore implements TenantStore {
  readonly #engine: Engine
  readonly #tenant: string
  readonly #read: Read
  readonly #write: Write

  constructor(engine: Engine, tenant: string, read: Read, write: Write) {
    this.#engine = engine
    this.#tenant = tenant
    this.#read = read
    this.#write = write
  }

  async themes({
    limit,
    offset,
  }: {
    limit: number
    offset: number
  }): Promise<{ total: number; themes: Theme[] }> {
    return await this.#read(async db => {
      const mine = db.selectFrom('themes').where('tenant', '=', this.#tenant)
      const { total } = await mine
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await mine
        .selectAll()
        .orderBy(eb => eb.case().when('id', '=', DEFAULT_THEME).then(1).else(0).end())
        .orderBy('name')
        .limit(limit)
        .offset(offset)
        .execute()
      return { total, themes: rows.map(theme) }
    })
  }

  async theme(id: string): Promise<Theme | undefined> {
    if (!isStorable(id)) return undefined
    const row = await this.#read(db =>
      db
        .selectFrom('themes')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    return row && theme(row)
  }

  async files(themeId: string, revision: number): Promise<ThemeFile[]> {
    return await this.#read(db => filesAt(db, this.#tenant, themeId, revision))
  }

  async hasRevision(themeId: string, revision: number): Promise<boolean> {
    const row = await this.#read(db =>
      db
        .selectFrom('revisions')
        .select('revision')
        .where('tenant', '=', this.#tenant)
        .where('theme', '=', themeId)
        .where('revision', '=', revision)
        .executeTakeFirst(),
    )
    return row !== undefined
  }

  async revisions(themeId: string): Promise<Revision[]> {
    const rows = await this.#read(db =>
      db
        .selectFrom('revisions')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .where('theme', '=', themeId)
        .orderBy('revision', 'desc')
        .execute(),
    )
    return rows.map(({ revision, at, author, cause, master, changes }) => ({
      revision,
      at,
      author,
      cause,
      master,
      changes: JSON.parse(changes),
    }))
  }

  async applications(): Promise<Application[]> {
    const rows = await this.#read(db =>
      db
        .selectFrom('applications')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .orderBy('name')
        .orderBy('id')
        .execute(),
    )
    return rows.map(row => ({ id: row.id, name: row.name, themeId: row.theme }))
  }

  async clients(): Promise<ApiClient[]> {
    const rows = await this.#read(db =>
      db
        .selectFrom('api_clients')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
    return rows.map(apiClient)
  }

  async client(id: string): Promise<ApiClient | undefined> {
    if (!isStorable(id)) return undefined
    const row = await this.#read(db =>
      db
        .selectFrom('api_clients')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    return row && apiClient(row)
  }

  async shortLived(kind: string, idHash: string): Promise<ShortLived | undefined> {
    const row = await this.#read(db =>
      db
        .selectFrom('short_lived')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .where('kind', '=', kind)
        .where('id_hash', '=', idHash)
        .executeTakeFirst(),
    )
    return row && { kind, idHash, client: row.client, payload: row.payload, expiresAt: row.expires_at }
  }

  async keepShortLived(
    { kind, idHash, client, payload, expiresAt }: ShortLived,
    most?: number,
  ): Promise<void> {
    const values = { client, payload, expires_at: expiresAt }
    await this.#write(async db => {
      await db.deleteFrom('short_lived').where('expires_at', '<', Date.now()).execute()
      await db
        .insertInto('short_lived')
        .values({ tenant: this.#tenant, kind, id_hash: idHash, ...values })
        .onConflict(conflict => conflict.columns(['tenant', 'kind', 'id_hash']).doUpdateSet(values))
        .execute()
      if (most === undefined) return
      const mine = db
        .selectFrom('short_lived')
        .select('id_hash')
        .where('tenant', '=', this.#tenant)
        .where('kind', '=', kind)
        .where('client', '=', client)
        .orderBy('expires_at', 'desc')
      const old = (await mine.execute()).slice(most).map(row => row.id_hash)
      if (old.length === 0) return
      await db
        .deleteFrom('short_lived')
        .where('tenant', '=', this.#tenant)
        .where('kind', '=', kind)
        .where('id_hash', 'in', old)
        .execute()
    }, false)
  }

  async removeShortLived(kind: string, idHash: string): Promise<void> {
    await this.#write(db =>
      db
        .deleteFrom('short_lived')
        .where('tenant', '=', this.#tenant)
        .where('kind', '=', kind)
        .where('id_hash', '=', idHash)
        .execute(),
    )
  }

  async write<T>(work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return await this.#write(db => work(new SqlTransaction(db, this.#engine, this.#tenant)))
  }
}
