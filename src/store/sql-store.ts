import { type Kysely, sql } from 'kysely'
import type { ThemeBlob } from '../core/blob.ts'
import { folded, type ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { DEFAULT_DESCRIPTION, DEFAULT_THEME } from '../core/theme.ts'
import { ENCRYPTION_FIGURES, missingKey } from './cipher.ts'
import type { Ages, DatabaseSize, Holdings, Store, TenantAt, TenantStore } from './contract.ts'
import type { Engine } from './engines/engine.ts'
import { faultOf, StoreFault, type StoreFaultKind } from './fault.ts'
import { databaseSize, outboxFigures } from './figures.ts'
import type { AuditEntry, ClaimedJob, Connections, Tenant, TenantKey } from './kept.ts'
import type { OutboxFigures, OutboxMail } from './kept-mail.ts'
import type { Schema } from './schema.ts'
import * as jobs from './shelves/jobs.ts'
import * as outbox from './shelves/outbox.ts'
import { batches, wholeFiles } from './shelves/rows.ts'
import type { Scope } from './shelves/scope.ts'
import {
  tenantAt,
  tenantOfConsole,
  tenants,
  tenantsWithAgedKeys,
  tenantsWithExpiring,
  tenantsWithoutTls,
  tenantWithId,
} from './shelves/tenants.ts'
import { dropOutdated, hasOutdated, outdated } from './sweep.ts'
import { holdings, LARGE_TABLES, removeRows, removeTenant } from './tenant-removal.ts'
import { SqlTenantStore } from './tenant-store.ts'
import { SqlTransaction } from './transaction.ts'

const TRIES = 4
/** Reads the first row of every table that a sign-in needs. If the file is damaged there, the service cannot work. */
const SIGN_IN_TABLES = `select ${['tenants', 'themes', 'accounts', 'tenant_keys', 'short_lived', 'tries']
  .map(table => `(select count(*) from (select * from ${table} limit 1))`)
  .join(', ')}`

/** The store over either engine. */
export class SqlStore implements Store {
  readonly name: string
  readonly shared: boolean
  readonly now: () => number
  readonly newId: () => string
  readonly #engine: Engine
  readonly #faults: Record<StoreFaultKind, number> = { unavailable: 0, full: 0, unusable: 0 }
  /** Whether the last write failed because the disk is full or read-only, for example. */
  #isUnwritable = false
  readonly #auditCounts = new Map<string, number>()

  constructor(engine: Omit<Engine, 'recorded'>) {
    const counts = this.#auditCounts
    this.#engine = { ...engine, recorded: event => counts.set(event, (counts.get(event) ?? 0) + 1) }
    this.name = engine.name
    this.shared = engine.concurrent
    this.now = engine.now
    this.newId = engine.newId
  }

  epoch(): number {
    return this.#engine.epoch()
  }

  async ping(): Promise<void> {
    await this.#read(db => sql`${sql.raw(this.#engine.concurrent ? 'select 1' : SIGN_IN_TABLES)}`.execute(db))
    // While proxies send no requests here, no request can find out that writes work again.
    if (this.#isUnwritable) await this.#write(tryWriting, 'quiet')
  }

  get faults(): Readonly<Record<StoreFaultKind, number>> {
    return this.#faults
  }

  async tenants(): Promise<Tenant[]> {
    return await this.#read(tenants)
  }

  async tenantWithId(id: string): Promise<Tenant | undefined> {
    return await this.#read(db => tenantWithId(db, id))
  }

  async tenantsWithoutTls(): Promise<Tenant[]> {
    return await this.#read(tenantsWithoutTls)
  }

  async tenantsWithExpiring(kind: string, before: number): Promise<string[]> {
    return await this.#read(db => tenantsWithExpiring(db, kind, before))
  }

  async tenantsWithAgedKeys(purpose: TenantKey['purpose'], before: number): Promise<string[]> {
    return await this.#read(db => tenantsWithAgedKeys(db, purpose, before))
  }

  async tenantAt(host: string, own: string): Promise<TenantAt> {
    return await this.#read(db => tenantAt(db, host, own))
  }

  async tenantOfConsole(host: string, own: string): Promise<Tenant | undefined> {
    return await this.#read(db => tenantOfConsole(db, host, own))
  }

  async createTenant(tenant: Tenant, master: string, entry?: AuditEntry): Promise<void> {
    try {
      await this.#write(db => this.#addTenant(db, tenant, master, entry))
    } catch (error) {
      if (this.#engine.meaning(error) !== 'duplicate') throw error
      // Another node created the tenant first; a second read finds it.
      await this.#write(db => this.#addTenant(db, tenant, master, entry))
    }
  }

  async #addTenant(db: Kysely<Schema>, tenant: Tenant, master: string, entry?: AuditEntry): Promise<void> {
    const { id, name, host, publicUrl, consoleUrl, locale, factors } = tenant
    const others = await db
      .selectFrom('tenants')
      .select(['id', 'name_key', 'host', 'console_url'])
      .where(eb =>
        eb.or([
          eb('id', '=', id),
          eb('name_key', '=', folded(name)),
          eb('host', '=', host ?? ''),
          eb('console_url', '=', consoleUrl ?? ''),
        ]),
      )
      .execute()
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
        created_at: this.now(),
      })
      .execute()
    const transaction = new SqlTransaction({ db, engine: this.#engine, tenant: id })
    const theme = await transaction.themes.create(DEFAULT_THEME, DEFAULT_THEME, DEFAULT_DESCRIPTION)
    const first = { name: theme.name, description: theme.description, author: 'tabard', cause: 'create' }
    await transaction.themes.commit(theme, { ...first, master, changes: [], opened: new Map(), blobs: [] }, 1)
    if (entry !== undefined) await transaction.audit.record(entry)
  }

  async removeTenant(
    id: string,
    forced: boolean,
    record: (held: Holdings) => { tenant: string; entry: AuditEntry },
  ): Promise<{ removed: boolean; held: Holdings }> {
    const before = forced ? await this.#emptyTenant(id) : undefined
    return await this.#write(async db => {
      const transaction = (tenant: string) => new SqlTransaction({ db, engine: this.#engine, tenant })
      await transaction(id).tenant.lock()
      const held = before ?? (await holdings(db, id))
      const isEmpty = Object.values(held).every(number => number === 0)
      if (!isEmpty && !forced) return { removed: false, held }
      await removeTenant(db, id, transaction(id))
      const { tenant, entry } = record(held)
      await transaction(tenant).audit.record(entry)
      return { removed: true, held }
    })
  }

  /** Removes most of what a tenant holds, in writes that let others run in between. Returns what it held. */
  async #emptyTenant(id: string): Promise<Holdings> {
    const held = await this.#read(db => holdings(db, id))
    for (const table of Object.keys(LARGE_TABLES) as (keyof typeof LARGE_TABLES)[]) {
      while (await this.#write(db => removeRows(db, id, table), 'quiet')) {
        // Each piece is a write of its own.
      }
    }
    return held
  }

  async keepMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void> {
    const known = await this.#read(db =>
      db.selectFrom('masters').select('id').where('id', '=', id).executeTakeFirst(),
    )
    if (known !== undefined) return await this.#healMaster(id, files)
    await this.#write(async db => {
      const added = await db
        .insertInto('masters')
        .values({ id, first_seen: this.now() })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows === 0n) return
      await new SqlTransaction({ db, engine: this.#engine, tenant: '' }).themes.keepBlobs(files.values())
      const rows = [...files].map(([path, { digest }]) => ({ master: id, path, digest }))
      for (const some of batches(rows, 2_000)) await db.insertInto('master_files').values(some).execute()
    })
  }

  /** Restores the missing contents of a master. */
  async #healMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void> {
    const whole = await this.#read(db => wholeFiles(db, id))
    const lost = [...files].filter(([path]) => !whole.has(path))
    if (lost.length === 0) return
    await this.#write(async db => {
      const transaction = new SqlTransaction({ db, engine: this.#engine, tenant: '' })
      await transaction.themes.keepBlobs(lost.map(([, blob]) => blob))
      const rows = lost.map(([path, { digest }]) => ({ master: id, path, digest }))
      await db
        .insertInto('master_files')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .execute()
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
    // Usually no mail is due, and then no write is needed.
    if (!(await this.#read(db => outbox.isMailDue(db, now)))) return undefined
    return await this.#write(db => outbox.claimMail(db, this.#engine, now, until), 'quiet')
  }

  async extendMailClaim(tenant: string, id: string, tries: number, until: number): Promise<void> {
    const scope = { engine: this.#engine, tenant }
    await this.#write(db => outbox.extendMailClaim({ db, ...scope }, id, tries, until), 'quiet')
  }

  async mailSent(tenant: string, id: string): Promise<void> {
    await this.#write(db => outbox.mailSent({ db, engine: this.#engine, tenant }, id), 'quiet')
  }

  async mailExpired(tenant: string, id: string, tries: number): Promise<void> {
    await this.#write(db => outbox.mailExpired({ db, engine: this.#engine, tenant }, id, tries), 'quiet')
  }

  async holdMails(since: number, before: number): Promise<number> {
    return await this.#write(db => outbox.holdMails(db, since, before), 'quiet')
  }

  async mailFailed(
    tenant: string,
    id: string,
    tries: number,
    problem: string,
    dueAt: number | undefined,
  ): Promise<void> {
    const noted = (db: Kysely<Schema>) =>
      outbox.mailFailed({ db, engine: this.#engine, tenant }, id, tries, problem, dueAt)
    await this.#write(noted, 'quiet')
  }

  async claimJob(kinds: readonly string[], now: number, until: number): Promise<ClaimedJob | undefined> {
    // Usually no job is due, and then no write is needed.
    if (!(await this.#read(db => jobs.isJobDue(db, kinds, now)))) return undefined
    return await this.#write(db => jobs.claimJob(db, this.#engine, kinds, now, until), 'quiet')
  }

  async extendClaim(job: ClaimedJob, until: number): Promise<boolean> {
    return await this.#write(db => jobs.extendClaim(db, job, until), 'quiet')
  }

  async jobDone(job: ClaimedJob, dueAt: number | undefined): Promise<boolean> {
    const scope = { engine: this.#engine, tenant: job.tenant }
    return await this.#write(db => jobs.finishJob({ db, ...scope }, job, dueAt), 'quiet')
  }

  async jobFailed(job: ClaimedJob, problem: string, dueAt: number): Promise<void> {
    await this.#write(db => jobs.jobFailed(db, job, problem, dueAt), 'quiet')
  }

  async sweep(before: Ages, isStopped: () => boolean = () => false): Promise<void> {
    for (const part of await this.#read(db => outdated(db, before))) {
      // Each piece is a separate write, so that other writes can run in between.
      while (!isStopped() && (await this.#read(db => hasOutdated(db, part))))
        await this.#write(db => dropOutdated(db, part), 'quiet')
    }
  }

  async outboxFigures(): Promise<OutboxFigures> {
    return await this.#read(outboxFigures)
  }

  async size(): Promise<DatabaseSize> {
    return await this.#read(db => databaseSize(db, this.#engine))
  }

  auditCounts(): ReadonlyMap<string, number> {
    return this.#auditCounts
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
    const scope = (db: Kysely<Schema>): Scope => ({ db, engine: this.#engine, tenant: id })
    return new SqlTenantStore(
      this.#engine,
      work => this.#read(db => work(scope(db))),
      quiet => work => this.#write(db => work(scope(db)), quiet),
    )
  }

  async close(): Promise<void> {
    await this.#engine.close()
  }

  async #read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
    this.#assertAnswering()
    try {
      return await work(this.#engine.reader)
    } catch (error) {
      throw this.#fault(error)
    }
  }

  async #write<T>(work: (db: Kysely<Schema>) => Promise<T>, quiet?: 'quiet'): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      this.#assertAnswering()
      try {
        const result = await this.#engine.writer.transaction().execute(async transaction => {
          const done = await work(transaction)
          if (quiet === undefined) await this.#engine.announce(transaction)
          return done
        })
        if (quiet === undefined) this.#engine.announced()
        this.#isUnwritable = false
        return result
      } catch (error) {
        if (this.#engine.meaning(error) === 'collision' && attempt < TRIES) continue
        throw this.#fault(error)
      }
    }
  }

  #assertAnswering(): void {
    if (this.#engine.isSilent?.())
      throw this.#fault(new StoreFault('unavailable', 'The database does not answer.'))
  }

  #fault(error: unknown): unknown {
    const meaning = this.#engine.meaning(error)
    const fault = error instanceof Refusal || error instanceof StoreFault ? error : faultOf(error, meaning)
    if (fault instanceof StoreFault) this.#faults[fault.kind] += 1
    if (meaning === 'full' || meaning === 'unwritable') this.#isUnwritable = true
    return fault
  }
}

/** Writes a value and restores it, because SQLite does not write for an update that changes nothing. */
async function tryWriting(db: Kysely<Schema>): Promise<void> {
  for (const step of [1, -1])
    await sql`update masters set first_seen = first_seen + ${step}
      where id = (select min(id) from masters)`.execute(db)
}
