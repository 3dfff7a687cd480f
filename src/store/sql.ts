import { type Kysely, sql } from 'kysely'
import type { ThemeBlob } from '../core/blob.ts'
import { factorsIn } from '../core/flows/assurance.ts'
import { folded, type ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { DEFAULT_DESCRIPTION, DEFAULT_THEME } from '../core/theme.ts'
import { ENCRYPTION_FIGURES, missingKey } from './cipher.ts'
import type { Engine } from './engine.ts'
import { faultOf, StoreFault } from './fault.ts'
import type { Schema } from './schema.ts'
import { outboxFigures } from './sql-figures.ts'
import * as outbox from './sql-outbox.ts'
import { batches } from './sql-rows.ts'
import { SqlTenantStore } from './sql-tenant.ts'
import { SqlTransaction } from './sql-transaction.ts'
import type {
  Ages,
  AuditEntry,
  Connections,
  OutboxFigures,
  OutboxMail,
  Store,
  Tenant,
  TenantStore,
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
      consoleUrl: row.console_url,
      locale: row.locale,
      // What only a newer version knows is left out: fewer factors count, never more.
      factors: row.factors === null ? null : (factorsIn(row.factors) ?? ['app']),
      ...(row.ticks_scopes === 1 && { ticksScopes: true }),
    }))
  }

  async createTenant(tenant: Tenant, master: string, entry?: AuditEntry): Promise<void> {
    try {
      await this.#write(db => this.#addTenant(db, tenant, master, entry))
    } catch (error) {
      if (this.#engine.meaning(error) !== 'duplicate') throw error
      // Another node was quicker; a second look finds what it made.
      await this.#write(db => this.#addTenant(db, tenant, master, entry))
    }
  }

  async #addTenant(db: Kysely<Schema>, tenant: Tenant, master: string, entry?: AuditEntry): Promise<void> {
    const { id, name, host, publicUrl, consoleUrl, locale, factors } = tenant
    const others = await db.selectFrom('tenants').select(['id', 'name_key', 'host', 'console_url']).execute()
    if (others.some(other => other.id === id)) return
    if (others.some(other => other.name_key === folded(name))) {
      throw new Refusal('tenant_taken', { what: 'name', value: name })
    }
    if (host !== null && others.some(other => other.host === host)) {
      throw new Refusal('tenant_taken', { what: 'host', value: host })
    }
    if (consoleUrl !== null && others.some(other => other.console_url === consoleUrl)) {
      throw new Refusal('tenant_taken', { what: 'console', value: consoleUrl })
    }
    await db
      .insertInto('tenants')
      .values({
        id,
        name,
        name_key: folded(name),
        host,
        public_url: publicUrl,
        console_url: consoleUrl,
        locale,
        factors: factors?.join(',') ?? null,
        ticks_scopes: null,
        created_at: Date.now(),
      })
      .execute()
    const transaction = new SqlTransaction({ db, engine: this.#engine, tenant: id })
    const theme = await transaction.createTheme(DEFAULT_THEME, DEFAULT_THEME, DEFAULT_DESCRIPTION)
    const first = { name: theme.name, description: theme.description, author: 'tabard', cause: 'create' }
    await transaction.commit(theme, { ...first, master, changes: [], opened: new Map(), blobs: [] }, 1)
    if (entry !== undefined) await transaction.recordAudit(entry)
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
      await new SqlTransaction({ db, engine: this.#engine, tenant: '' }).keepBlobs(files.values())
      const rows = [...files].map(([path, { digest }]) => ({ master: id, path, digest }))
      for (const some of batches(rows, 2_000)) await db.insertInto('master_files').values(some).execute()
    })
  }

  async masters(): Promise<Map<string, Map<ThemePath, string>>> {
    const rows = await this.#read(db => db.selectFrom('master_files').selectAll().execute())
    const masters = new Map<string, Map<ThemePath, string>>()
    for (const { master, path, digest } of rows) {
      const files = masters.get(master) ?? new Map<ThemePath, string>()
      masters.set(master, files.set(path as ThemePath, digest))
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

  async claimMail(
    now: number,
    until: number,
  ): Promise<(OutboxMail & { readonly tenant: string }) | undefined> {
    // Most looks find nothing, and cost no write.
    if (!(await this.#read(db => outbox.isMailDue(db, now)))) return undefined
    return await this.#write(db => outbox.claimMail(db, this.#engine, now, until), 'quiet')
  }

  async mailSent(tenant: string, id: string): Promise<void> {
    await this.#write(db => outbox.mailSent({ db, engine: this.#engine, tenant }, id), 'quiet')
  }

  async mailExpired(tenant: string, id: string): Promise<void> {
    await this.#write(db => outbox.mailExpired({ db, engine: this.#engine, tenant }, id), 'quiet')
  }

  async holdMails(before: number): Promise<number> {
    return await this.#write(db => outbox.holdMails(db, before), 'quiet')
  }

  async mailFailed(tenant: string, id: string, problem: string, dueAt: number | undefined): Promise<void> {
    const noted = (db: Kysely<Schema>) =>
      outbox.mailFailed({ db, engine: this.#engine, tenant }, id, problem, dueAt)
    await this.#write(noted, 'quiet')
  }

  async sweep({ mails, audit, analytics, now }: Ages): Promise<void> {
    await this.#write(async db => {
      await db.deleteFrom('outbox').where('created_at', '<', mails).execute()
      await db.deleteFrom('audit').where('at', '<', audit).execute()
      await db.deleteFrom('analytics_days').where('day', '<', analytics).execute()
      await db.deleteFrom('tries').where('forget_at', '<=', now).execute()
      await db.deleteFrom('short_lived').where('expires_at', '<', now).execute()
    }, 'quiet')
  }

  async outboxFigures(): Promise<OutboxFigures> {
    return await this.#read(outboxFigures)
  }

  async assertReadable(): Promise<void> {
    const { rows } = await this.#read(db => sql<{ id: string }>`${sql.raw(ENCRYPTION_FIGURES)}`.execute(db))
    const missing = rows.find(({ id }) => id !== '' && !this.#engine.cipher.knows(id))
    if (missing !== undefined) throw new StoreFault('unusable', missingKey(missing.id))
  }

  connections(): Connections | undefined {
    return this.#engine.connections?.()
  }

  tenant(id: string): TenantStore {
    return new SqlTenantStore(
      this.#engine,
      id,
      work => this.#read(work),
      (work, quiet) => this.#write(work, quiet),
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

  async #write<T>(work: (db: Kysely<Schema>) => Promise<T>, quiet?: 'quiet'): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await this.#engine.writer.transaction().execute(async transaction => {
          const done = await work(transaction)
          if (quiet === undefined) await this.#engine.announce(transaction)
          return done
        })
        if (quiet === undefined) this.#engine.announced()
        return result
      } catch (error) {
        if (this.#engine.meaning(error) === 'collision' && attempt < TRIES) continue
        throw this.#fault(error)
      }
    }
  }

  #fault(error: unknown): unknown {
    if (error instanceof Refusal || error instanceof StoreFault) return error
    return faultOf(error, this.#engine.meaning(error))
  }
}
