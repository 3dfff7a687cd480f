import type { ThemeBlob } from '../core/blob.ts'
import type { ThemePath } from '../core/path.ts'
import type { StoreFaultKind } from './fault.ts'
import type { AuditEntry, ClaimedJob, Connections, Tenant, TenantKey } from './kept.ts'
import type { OutboxFigures, OutboxMail } from './kept-mail.ts'
import type { Reads, Writes } from './shelves/shelves.ts'

/** The store. The data of a tenant can only be reached through `tenant`. */
export interface Store {
  /** The engine and its location, shown to operators, such as `SQLite 3.50 in ./data/tabard.db`. */
  readonly name: string
  /** Whether several nodes may use the database at the same time. */
  readonly shared: boolean
  /** The clock for all stored times: milliseconds since 1970. */
  readonly now: () => number
  /** Creates ids. */
  readonly newId: () => string
  /** Changes whenever any process may have changed something that callers cache. Reading it costs nothing. */
  epoch(): number
  /** Fails when the store cannot be read, and when it cannot be written because its disk is full. */
  ping(): Promise<void>
  /** How often the store has failed so far, by kind of failure. */
  readonly faults: Readonly<Record<StoreFaultKind, number>>
  /** All tenants, the first one first. */
  tenants(): Promise<Tenant[]>
  /** Undefined if there is no such tenant. */
  tenantWithId(id: string): Promise<Tenant | undefined>
  /** The tenants whose public address is not known to begin with `https:`, the first one first. */
  tenantsWithoutTls(): Promise<Tenant[]>
  /** The ids of the tenants that have records of a kind which expire before a time. */
  tenantsWithExpiring(kind: string, before: number): Promise<string[]>
  /** The ids of the tenants whose newest key for a purpose was created at or before a time. */
  tenantsWithAgedKeys(purpose: TenantKey['purpose'], before: number): Promise<string[]>
  /**
   * The tenant that a host name selects, and whether it is the only one; then every name selects it. `own` is the
   * service's own host name, which selects the first tenant.
   */
  tenantAt(host: string, own: string): Promise<TenantAt>
  /**
   * The tenant whose console has a host name, at any port. `own` is the host name of the service's own console, which
   * selects the first tenant unless that has another one.
   */
  tenantOfConsole(host: string, own: string): Promise<Tenant | undefined>
  /**
   * Creates a tenant with its default theme and the first entry of its audit trail, unless its id exists already.
   * Rejects a name, host or console that is taken.
   */
  createTenant(tenant: Tenant, master: string, entry?: AuditEntry): Promise<void>
  /**
   * Removes a tenant with everything that belongs to it, and records that in the audit trail of another tenant. If it
   * contains anything and is not `forced`, nothing is removed, and the result says what it contains.
   */
  removeTenant(
    id: string,
    forced: boolean,
    record: (held: Holdings) => { tenant: string; entry: AuditEntry },
  ): Promise<{ removed: boolean; held: Holdings }>
  /** Stores a shipped master permanently, with its paths and contents. Contents that have been lost are restored. */
  keepMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void>
  /** Path → digest of every stored master, by its id. */
  masters(): Promise<Map<string, Map<ThemePath, string>>>
  /** The contents with these digests; missing ones are left out. */
  blobs(digests: readonly string[]): Promise<Map<string, ThemeBlob>>
  /**
   * Claims a due mail of any tenant; no other node gets it until `until`. Counts the attempt; undefined if no mail is
   * due.
   */
  claimMail(now: number, until: number): Promise<(OutboxMail & { readonly tenant: string }) | undefined>
  /** Extends the claim of a mail at an attempt, by its number; does nothing if another node has claimed it since. */
  extendMailClaim(tenant: string, id: string, tries: number, until: number): Promise<void>
  /** Marks a mail as sent, and drops its content. */
  mailSent(tenant: string, id: string): Promise<void>
  /**
   * Records why an attempt failed, by its number, and when the next one is due; without a next one, the mail is given up.
   * Does nothing if another node has claimed the mail since.
   */
  mailFailed(
    tenant: string,
    id: string,
    tries: number,
    problem: string,
    dueAt: number | undefined,
  ): Promise<void>
  /** Marks a mail whose code or link had expired at an attempt, by its number, and drops its content. */
  mailExpired(tenant: string, id: string, tries: number): Promise<void>
  /** Holds the mails of all tenants that were written in this time and never tried; returns how many. */
  holdMails(since: number, before: number): Promise<number>
  /**
   * Claims a due job of any tenant and of one of these kinds; no other node gets it until `until`. Counts the attempt;
   * undefined if no job is due.
   */
  claimJob(kinds: readonly string[], now: number, until: number): Promise<ClaimedJob | undefined>
  /** Extends the claim of a job; false if the claim has been lost. */
  extendClaim(job: ClaimedJob, until: number): Promise<boolean>
  /** Ends a claimed job: it is due again at `dueAt`, or removed; false if the claim has been lost. */
  jobDone(job: ClaimedJob, dueAt: number | undefined): Promise<boolean>
  /** Records why a claimed job failed, and when it is retried. */
  jobFailed(job: ClaimedJob, problem: string, dueAt: number): Promise<void>
  /** Drops mails, audit entries, counts and records whose retention period has passed, a few at a time. */
  sweep(before: Ages, isStopped?: () => boolean): Promise<void>
  outboxFigures(): Promise<OutboxFigures>
  /** How much space the database takes. */
  size(): Promise<DatabaseSize>
  /** How many entries this process has written to audit trails, by event. */
  auditCounts(): ReadonlyMap<string, number>
  /** Fails when keys or secrets are encrypted with a key that is not set. */
  assertReadable(): Promise<void>
  /** The connections to the database, if the engine has a pool. */
  connections(): Connections | undefined
  /** The store of one tenant. */
  tenant(id: string): TenantStore
  close(): Promise<void>
}

/** The tenant of a host name, and whether there is no other. */
export interface TenantAt {
  readonly tenant: Tenant | undefined
  readonly only: boolean
}

/** The size of a database in bytes, and the unused part of it if the engine reports that. */
export interface DatabaseSize {
  readonly bytes: number
  readonly unused: number | undefined
}

/** How many objects people have created in a tenant. */
export type Holdings = Readonly<Record<'accounts' | 'applications' | 'clients' | 'themes', number>>

/** Data older than these times is dropped. The day is the first one that is kept. */
export interface Ages {
  readonly mails: number
  readonly audit: number
  readonly analytics: string
  readonly now: number
}

/** The data of one tenant. Data that was read may be outdated a moment later. */
export interface TenantStore extends Reads {
  readonly now: () => number
  readonly newId: () => string
  /**
   * Runs `work` in one transaction. After a conflict, it runs again. A `quiet` write changes nothing that other nodes
   * cache.
   */
  write<T>(work: (transaction: TenantTransaction) => Promise<T>, quiet?: 'quiet'): Promise<T>
}

/** The operations inside a write. Every read sees the newest state, which does not change until the write ends. */
export interface TenantTransaction extends Writes {
  readonly now: () => number
  readonly newId: () => string
}
