import type { ThemeBlob } from '../core/blob.ts'
import type { ThemePath } from '../core/path.ts'
import type { StoreFaultKind } from './fault.ts'
import type { AuditEntry, ClaimedJob, Connections, OutboxFigures, OutboxMail, Tenant } from './kept.ts'
import type { Reads, Writes } from './shelves/shelves.ts'

/** Everything that is kept. What belongs to a tenant is reached through `tenant` only. */
export interface Store {
  /** Engine and place, for people. */
  readonly name: string
  /** The clock by which everything in it is dated: milliseconds since 1970. */
  readonly now: () => number
  /** Makes the ids of what is kept. */
  readonly newId: () => string
  /** Changes whenever something that may be remembered in memory may have changed, by any process; costs nothing. */
  epoch(): number
  /** Fails when the store cannot be read, and when it cannot be written because its disk is full. */
  ping(): Promise<void>
  /** How often it has failed so far, and how. */
  readonly faults: Readonly<Record<StoreFaultKind, number>>
  /** All tenants, the first one first. */
  tenants(): Promise<Tenant[]>
  /**
   * The tenant that a host name chooses, and whether it is the only one, which every name chooses. `own` is the name of the
   * service itself, which chooses the first tenant.
   */
  tenantAt(host: string, own: string): Promise<TenantAt>
  /**
   * Adds a tenant with its default theme and the first entry of its audit trail, unless its id is there already;
   * refuses a name, host or console that is taken.
   */
  createTenant(tenant: Tenant, master: string, entry?: AuditEntry): Promise<void>
  /**
   * Removes a tenant with everything that belongs to it, and records that in the audit trail of another one. Where it
   * holds anything and is not `forced`, nothing is removed, and the answer tells what it holds.
   */
  removeTenant(
    id: string,
    forced: boolean,
    record: (held: Holdings) => { tenant: string; entry: AuditEntry },
  ): Promise<{ removed: boolean; held: Holdings }>
  /**
   * Remembers a master that is shipped, so that its paths and contents can be found for ever. Where it is known, contents
   * that have been lost are put back.
   */
  keepMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void>
  /** Path → digest of every master that was ever kept, by its id. */
  masters(): Promise<Map<string, Map<ThemePath, string>>>
  /** The contents with these digests; one that is not there is left out. */
  blobs(digests: readonly string[]): Promise<Map<string, ThemeBlob>>
  /**
   * Takes a mail of any tenant that is due, and keeps it from every other node until `until`; undefined when there is
   * none. Counts the try.
   */
  claimMail(now: number, until: number): Promise<(OutboxMail & { readonly tenant: string }) | undefined>
  /** Marks a mail as sent, and drops its content. */
  mailSent(tenant: string, id: string): Promise<void>
  /** Notes why a try failed, and when the next one is due; with none, the mail is given up. */
  mailFailed(tenant: string, id: string, problem: string, dueAt: number | undefined): Promise<void>
  /** Marks a mail whose code or link holds no longer, and drops its content. */
  mailExpired(tenant: string, id: string): Promise<void>
  /** Holds back the mails of all tenants that nobody has tried to send since `before`; tells how many. */
  holdMails(before: number): Promise<number>
  /**
   * Takes a job of any tenant that is due and of one of these kinds, and keeps it from every other node until `until`;
   * undefined when there is none. Counts the try.
   */
  claimJob(kinds: readonly string[], now: number, until: number): Promise<ClaimedJob | undefined>
  /** Keeps a claimed job from others for longer; false where the claim has been lost. */
  extendClaim(job: ClaimedJob, until: number): Promise<boolean>
  /** Ends a claimed job: it is due again at `dueAt`, or gone; false where the claim has been lost. */
  jobDone(job: ClaimedJob, dueAt: number | undefined): Promise<boolean>
  /** Notes why a claimed job failed, and when it is tried again. */
  jobFailed(job: ClaimedJob, problem: string, dueAt: number): Promise<void>
  /** Drops mails, audit entries, counts and records that are older than they need to be, a few at a time. */
  sweep(before: Ages, isStopped?: () => boolean): Promise<void>
  outboxFigures(): Promise<OutboxFigures>
  /** How much space the database takes. */
  size(): Promise<DatabaseSize>
  /** How many entries this process has written to audit trails, by event. */
  auditCounts(): ReadonlyMap<string, number>
  /** Fails when keys or secrets are encrypted with a key that is not set. */
  assertReadable(): Promise<void>
  /** The connections to the database, where there is a pool of them. */
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

/** The bytes of a database, and those of them that nothing uses, where the engine tells. */
export interface DatabaseSize {
  readonly bytes: number
  readonly unused: number | undefined
}

/** How much people have made in a tenant. */
export type Holdings = Readonly<Record<'accounts' | 'applications' | 'clients' | 'themes', number>>

/** The times before which things are dropped; the day is the first that is kept. */
export interface Ages {
  readonly mails: number
  readonly audit: number
  readonly analytics: string
  readonly now: number
}

/** What is kept of one tenant. What is found may have changed a moment later. */
export interface TenantStore extends Reads {
  readonly now: () => number
  readonly newId: () => string
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing. It may run again after a collision. A write that is
   * `quiet` changes nothing that others remember.
   */
  write<T>(work: (transaction: TenantTransaction) => Promise<T>, quiet?: 'quiet'): Promise<T>
}

/** What can be done inside a write; every look is at the newest state, and holds until the write ends. */
export interface TenantTransaction extends Writes {
  readonly now: () => number
  readonly newId: () => string
}
