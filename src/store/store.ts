import type { ThemeBlob } from '../core/blob.ts'
import type { ThemePath } from '../core/path.ts'
import { type EncryptionKeys, ValueCipher } from './cipher.ts'
import type { StoreFaultKind } from './fault.ts'
import type {
  Account,
  AccountChange,
  AnalyticsCount,
  AnalyticsQuery,
  ApiClient,
  Application,
  AuditEntry,
  AuditQuery,
  AuditRecord,
  Authenticator,
  Connections,
  EventCount,
  KnownClient,
  MailFilter,
  MailState,
  NewMail,
  OutboxFigures,
  OutboxMail,
  Revision,
  ShortLived,
  Tenant,
  TenantChange,
  TenantKey,
  Theme,
  ThemeAnalytics,
  ThemeCommit,
  ThemeFile,
  TryCount,
} from './kept.ts'
import { SqlStore } from './sql.ts'

export { type Backup, type BackupHead, backupLines, linesOf, openBackup } from './backup.ts'
export { type Bulk, CannotCopy, openBulk, type Place } from './bulk.ts'
export { ENCRYPTION_FIGURES, encryptionKeyId, missingKey } from './cipher.ts'
export {
  type Batch,
  batchesOf,
  fill,
  type Source,
  sourceOf,
  type TableCount,
  totalRows,
  type Watch,
} from './copy.ts'
export { StoreFault, type StoreFaultKind } from './fault.ts'
export type * from './kept.ts'
export { SCHEMA_VERSION } from './migrations/migrations.ts'
export { Recall } from './recall.ts'
export { list, quoted, recordOf, type Table, tablesOf } from './tables.ts'
export { vacuum } from './vacuum.ts'

/** Everything that is kept. What belongs to a tenant is reached through `tenant` only. */
export interface Store {
  /** Engine and place, for people. */
  readonly name: string
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

/** Which accounts are wanted: with a text in user name, e-mail address or name, whatever its case. */
export interface AccountFilter {
  readonly search?: string | undefined
  readonly status?: Account['status'] | undefined
  readonly administrator?: true
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

export interface TenantStore {
  /** Ordered by name in code points, the default theme last. */
  themes(page: { limit: number; offset: number }): Promise<{ total: number; themes: Theme[] }>
  theme(id: string): Promise<Theme | undefined>
  /** The customized files that held at a revision. */
  files(themeId: string, revision: number): Promise<ThemeFile[]>
  /** Whether a revision is still kept. */
  hasRevision(themeId: string, revision: number): Promise<boolean>
  /** Who made the newest revision, and how many files are customized, by theme. */
  themeStates(): Promise<Map<string, { author: string; customized: number }>>
  /** Newest first. */
  revisions(themeId: string): Promise<Revision[]>
  applications(): Promise<Application[]>
  application(id: string): Promise<Application | undefined>
  /** Ordered by user name, whatever its case; `total` counts all that match. */
  accounts(page: {
    limit: number
    offset: number
    filter?: AccountFilter
  }): Promise<{ total: number; accounts: Account[] }>
  account(id: string): Promise<Account | undefined>
  /** By user name, whatever its case. */
  accountNamed(userName: string): Promise<Account | undefined>
  /** By e-mail address, whatever its case; of several, any. */
  accountWithEmail(email: string): Promise<Account | undefined>
  /** The account that somebody means who signs in: by user name, else by e-mail address where exactly one has it. */
  accountFor(typed: string): Promise<Account | undefined>
  authenticator(accountId: string): Promise<Authenticator | undefined>
  recoveryCodesLeft(accountId: string): Promise<number>
  /** Newest first. */
  mails(limit: number, filter?: MailFilter): Promise<OutboxMail[]>
  mailCounts(): Promise<Record<MailState, number>>
  mail(id: string): Promise<OutboxMail | undefined>
  /** Newest first. */
  audit(query: AuditQuery): Promise<AuditRecord[]>
  /** Newest first. */
  keys(purpose: TenantKey['purpose']): Promise<TenantKey[]>
  clients(): Promise<KnownClient[]>
  client(id: string): Promise<ApiClient | undefined>
  /** What the registration pages of themes may do, by theme; one that is not there may do nothing. */
  analytics(): Promise<Map<string, ThemeAnalytics>>
  /** Ordered by group and event. */
  analyticsCounts(query: AnalyticsQuery): Promise<AnalyticsCount[]>
  shortLived(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Keeps a record, and drops those that have expired; of its owner and kind, all but the newest `most`. */
  keepShortLived(record: ShortLived, most?: number): Promise<void>
  removeShortLived(kind: string, idHash: string): Promise<void>
  shortLivedByHandle(kind: string, handle: string): Promise<ShortLived | undefined>
  removeByHandle(handle: string): Promise<void>
  /**
   * Counts a try under each key before it is made, so that tries sent at once are all counted. Where one of the keys has
   * to wait, answers with the milliseconds, and counts the try only under those keys that are `polled` and have to wait.
   */
  countTry(counts: readonly TryCount[], now: number): Promise<number | undefined>
  /** The milliseconds to wait, where one of the keys has to; counts nothing. */
  waitForTry(counts: readonly TryCount[], now: number): Promise<number | undefined>
  /** The last try succeeded: all tries under `own` are forgotten, and of those under `shared` that one. */
  forgiveTries(own: readonly string[], shared?: readonly TryCount[]): Promise<void>
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing. It may run again after a collision. A write that is
   * `quiet` changes nothing that others remember.
   */
  write<T>(work: (transaction: TenantTransaction) => Promise<T>, quiet?: 'quiet'): Promise<T>
}

/** What can be done inside a write; every look is at the newest state, and holds until the write ends. */
export interface TenantTransaction {
  /** Makes every other write that locks the tenant wait. */
  lockTenant(): Promise<void>
  /** Refuses a name or a console that another tenant has. */
  updateTenant(change: TenantChange): Promise<void>
  lockTheme(id: string): Promise<Theme | undefined>
  lockThemes(): Promise<Theme[]>
  files(theme: Theme): Promise<ThemeFile[]>
  /** How many applications use a theme of their own. */
  themedApplications(): Promise<number>
  /** Refuses a name that another theme has, whatever its case. */
  createTheme(id: string, name: string, description: string | null): Promise<Theme>
  /** Keeps contents that are not there yet. */
  keepBlobs(blobs: Iterable<ThemeBlob>): Promise<void>
  /** Adds a revision; drops the history beyond `keep` revisions. */
  commit(theme: Theme, commit: ThemeCommit, keep: number): Promise<Theme>
  /** Removes a theme with all that belongs to it; refuses when an application uses it. */
  deleteTheme(id: string): Promise<void>
  /** Undefined for a theme that was never asked. */
  analytics(theme: string): Promise<ThemeAnalytics | undefined>
  /** Refuses a theme that does not exist. */
  setAnalytics(theme: string, analytics: ThemeAnalytics): Promise<void>
  /** Adds to what was counted before. */
  countEvents(counts: readonly EventCount[]): Promise<void>
  application(id: string): Promise<Application | undefined>
  /** Refuses a theme that does not exist. */
  createApplication(application: Application): Promise<void>
  /** Refuses a theme that does not exist; false when there is no such application. */
  updateApplication(id: string, change: Partial<Omit<Application, 'id'>>): Promise<boolean>
  removeApplication(id: string): Promise<boolean>
  account(id: string): Promise<Account | undefined>
  accountNamed(userName: string): Promise<Account | undefined>
  /** None of those who are counted ceases to be one before the transaction ends. */
  countAdministrators(status?: 'active'): Promise<number>
  /** Refuses a user name that is taken, whatever its case. */
  createAccount(account: Account): Promise<void>
  /** Refuses a user name that is taken; false when there is no such account. */
  updateAccount(id: string, change: AccountChange): Promise<boolean>
  removeAccount(id: string): Promise<boolean>
  /** Enrols an authenticator app in place of the one before; null takes it away. */
  setAuthenticator(accountId: string, authenticator: Authenticator | null): Promise<void>
  /** Marks the code of a time step as used; false when that one or a later one was used before. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** Gives an account new recovery codes in place of those before. */
  setRecoveryCodes(accountId: string, hashes: readonly string[]): Promise<void>
  /** Uses a recovery code up; false when there is no such one. */
  useRecoveryCode(accountId: string, hash: string): Promise<boolean>
  queueMail(mail: NewMail): Promise<void>
  /** Makes a mail due at once; false where it is sent, being sent, or without content. */
  retryMail(id: string, now: number): Promise<boolean>
  /** Makes all mails due at once that were given up, or that are held; tells how many. */
  retryMails(state: 'given-up' | 'held', now: number): Promise<number>
  /** Drops the content of a mail that is not sent; false where there is none, or while it is being sent. */
  dropMail(id: string, now: number): Promise<boolean>
  /** Drops the content of all mails that are held; tells how many. */
  dropHeld(now: number): Promise<number>
  recordAudit(entry: AuditEntry): Promise<void>
  /** Newest first. */
  keys(purpose: TenantKey['purpose']): Promise<TenantKey[]>
  createKey(key: TenantKey): Promise<void>
  /**
   * Writes keys and secrets again that are not kept with the key that encrypts, or that are encrypted where there is
   * none; some of them at a time. Tells how many.
   */
  encryptAnew(): Promise<number>
  removeKey(id: string): Promise<void>
  /** Keeps a record, in place of the one before. */
  keepShortLived(record: ShortLived): Promise<void>
  /** Keeps a record unless there is one; false then. */
  addShortLived(record: ShortLived): Promise<boolean>
  /** Changes a record that is there; false when it is not, so that nothing comes back that has just been ended. */
  replaceShortLived(record: ShortLived): Promise<boolean>
  /** Takes a record away, and answers with it; of two that take it at the same moment, one gets it. */
  takeShortLived(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Takes away the records of a kind that expire before a time, and answers with them. */
  takeExpiring(kind: string, before: number): Promise<ShortLived[]>
  /** Removes what belongs to somebody: all of it, or of one kind; tells how many records there were. */
  removeOwned(owner: string, kind?: string): Promise<number>
  /** Forgets the tries that were counted about somebody; tells how many counts there were. */
  forgetTries(subjects: readonly string[]): Promise<number>
  countClients(): Promise<number>
  /** Refuses an id that is taken. */
  createClient(client: ApiClient): Promise<void>
  updateClient(id: string, change: Partial<Omit<ApiClient, 'id'>>): Promise<boolean>
  /** Notes when an API client was used, unless a later time is noted. */
  clientUsed(id: string, at: number): Promise<void>
  /** Notes that the tool of an API client, which takes only 204 for a success, was answered 201. */
  clientMisread(id: string, at: number): Promise<void>
  removeClient(id: string): Promise<boolean>
}

/** Opens PostgreSQL where there is an address, else SQLite in the data folder; the other engine is not loaded. */
export async function openStore({
  database,
  data,
  databaseConnections = 10,
  encryptionKey,
  decryptionKeys = [],
}: Partial<EncryptionKeys> & {
  database: string | undefined
  data: string
  databaseConnections?: number
}): Promise<Store> {
  const cipher = new ValueCipher({ encryptionKey, decryptionKeys })
  const engine =
    database === undefined
      ? await (await import('./sqlite.ts')).openSqlite(data)
      : await (await import('./postgres.ts')).openPostgres(database, databaseConnections)
  return new SqlStore({ ...engine, cipher })
}
