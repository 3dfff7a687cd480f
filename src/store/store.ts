import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { Entitlement } from '../core/entitlement.ts'
import type { Change, Customized } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { SqlStore } from './sql.ts'

export { type Backup, type BackupHead, backupLines, linesOf, openBackup } from './backup.ts'
export { type Bulk, CannotCopy, openBulk, type Place } from './bulk.ts'
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
export { StoreFault } from './fault.ts'
export { SCHEMA_VERSION } from './migrations/migrations.ts'
export { list, quoted, recordOf, type Table, tablesOf } from './tables.ts'

export interface Tenant {
  readonly id: string
  readonly name: string
  /** The host name that chooses it; null for the first tenant, which the service's own address chooses. */
  readonly host: string | null
  readonly publicUrl: string | null
  /** The locale for those who ask for none that there is; null for the service's own. */
  readonly locale: string | null
}

export interface Theme {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  readonly updatedAt: number
}

/** A customized file, with what is known of its content. */
export interface ThemeFile extends Customized, BlobInfo {
  readonly path: ThemePath
}

export interface Revision {
  readonly revision: number
  readonly at: number
  readonly author: string
  readonly cause: string
  /** The id of the master that was shipped when it was made. */
  readonly master: string
  readonly changes: readonly Change[]
}

/** Something people sign in to: an OpenID Connect client, whose client id is its id. */
export interface Application {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** null: the default theme. */
  readonly themeId: string | null
  /** null: a public client, which proves itself by PKCE alone. */
  readonly secretHash: string | null
  /** Where people may be sent after signing in, and after signing out. */
  readonly redirects: readonly string[]
  readonly logoutRedirects: readonly string[]
  /** Whether a second factor is asked for. */
  readonly secondFactor: boolean
  /** Whether people are asked what the application may see. */
  readonly consent: boolean
}

/** A person who signs in. */
export interface Account {
  readonly id: string
  readonly userName: string
  readonly email: string | null
  /** Whether the person has shown that the address is theirs. */
  readonly emailVerified: boolean
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
  readonly mobileNumber: string | null
  readonly locale: string | null
  readonly status: 'active' | 'disabled'
  /** May do everything in the console. */
  readonly administrator: boolean
  /** May look after themes there. */
  readonly themeDeveloper: boolean
  /** null: no password yet, so that nobody can sign in. */
  readonly passwordHash: string | null
  /** Whether the password has to be changed at the next sign-in. */
  readonly passwordTemporary: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** What can change of an account. */
export type AccountChange = Partial<Omit<Account, 'id' | 'createdAt' | 'updatedAt'>>

/** An authenticator app that an account has enrolled. */
export interface Authenticator {
  readonly secret: string
  /** The last time step whose code was used: no code works twice. */
  readonly usedStep: number
}

/** A mail in the outbox. */
export interface OutboxMail {
  readonly id: string
  /** What it is about: the id of the mail in the catalogue. */
  readonly event: string
  readonly recipient: string
  /** Empty: the configured sender. */
  readonly sender: string
  readonly subject: string
  /** Empty once it is sent: a mail may hold a code or a link. One that was given up keeps it, to be tried again. */
  readonly html: string
  readonly text: string
  readonly state: 'waiting' | 'sent' | 'given-up'
  readonly tries: number
  readonly createdAt: number
  /** When it is tried next. */
  readonly dueAt: number
  /** When somebody asked to try it again; it has a day from then on. */
  readonly retriedAt: number | null
  /** Why the last try failed. */
  readonly problem: string | null
}

/** A mail to be sent. */
export type NewMail = Pick<OutboxMail, 'id' | 'event' | 'recipient' | 'sender' | 'subject' | 'html' | 'text'>

/** Which mails of the outbox: in this state, and after so many. */
export interface MailFilter {
  readonly state?: OutboxMail['state'] | undefined
  readonly offset?: number
}

/** Something that happened to an account or an application. There are never secrets in it. */
export interface AuditEntry {
  readonly at: number
  readonly event: string
  readonly account: string | null
  readonly application: string | null
  /** The network address of whoever did it; null for the command line. */
  readonly address: string | null
  readonly details: Readonly<Record<string, string>>
}

/** An entry as it is told, with the names that its account and its application have now; null when they are gone. */
export interface AuditRecord extends AuditEntry {
  /** Orders the entries of one millisecond. */
  readonly turn: string
  readonly userName: string | null
  readonly applicationName: string | null
}

/** Which entries are asked for: those that meet all of it. */
export interface AuditQuery {
  readonly limit: number
  readonly account?: string | undefined
  readonly application?: string | undefined
  readonly event?: string | undefined
  /** From this millisecond on. */
  readonly from?: number | undefined
  /** Before this millisecond. */
  readonly to?: number | undefined
  /** Only what comes after this entry, the newest being first. */
  readonly before?: Pick<AuditRecord, 'at' | 'turn'> | undefined
}

/** How full the outbox is, over all tenants; counts stop at 10,000. */
export interface OutboxFigures {
  readonly waiting: number
  readonly givenUp: number
  /** When the oldest mail that waits was queued. */
  readonly oldestWaiting: number | undefined
}

/** The connections to a database. */
export interface Connections {
  readonly busy: number
  readonly idle: number
  /** Statements that wait for a connection. */
  readonly waiting: number
}

/** A key of a tenant, as a private JWK or random bytes in base64url. */
export interface TenantKey {
  readonly id: string
  readonly purpose: 'sign' | 'seal'
  readonly material: string
  readonly createdAt: number
}

/** A count of tries: so many are free, then each has to wait twice as long as the one before, up to `longest` ms. */
export interface TryCount {
  readonly key: string
  readonly free: number
  /** The first wait; a second, where it is not given. */
  readonly first?: number
  readonly longest: number
}

export interface ApiClient {
  readonly id: string
  readonly name: string
  readonly secretHash: string
  readonly entitlements: readonly Entitlement[]
  /** The status that answers a replaced package; some tools accept only 204. */
  readonly replaceStatus: 201 | 204
}

export interface KnownClient extends ApiClient {
  /** When it last got a token or used one, to the minute; null: never. */
  readonly lastUsedAt: number | null
}

/** Something that expires, such as a token; its id is kept as a hash, because whoever has it holds the thing. */
export interface ShortLived {
  readonly kind: string
  readonly idHash: string
  /** The API client or the account that it belongs to. */
  readonly owner: string | null
  /** A second name, which several records can share: the grant of a token, the uid of a session. */
  readonly handle?: string | null
  readonly payload: string
  readonly expiresAt: number | null
}

/** What one revision does to a theme. */
export interface ThemeCommit {
  readonly name: string
  readonly description: string | null
  readonly author: string
  readonly cause: string
  readonly master: string
  readonly changes: readonly Change[]
  /** The files that hold from this revision on, among the changed paths. */
  readonly opened: ReadonlyMap<ThemePath, Customized>
  readonly blobs: Iterable<ThemeBlob>
}

/** Everything that is kept. What belongs to a tenant is reached through `tenant` only. */
export interface Store {
  /** Engine and place, for people. */
  readonly name: string
  /** Changes whenever something that may be remembered in memory may have changed, by any process; costs nothing. */
  epoch(): number
  /** Fails when the store cannot be read. */
  ping(): Promise<void>
  /** All tenants, the first one first. */
  tenants(): Promise<Tenant[]>
  /** Adds a tenant with its default theme, unless its id is there already; refuses a name or host that is taken. */
  createTenant(tenant: Tenant, master: string): Promise<void>
  /** Remembers a master that is shipped, so that its paths and contents can be found for ever. */
  keepMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void>
  /** The paths of every master that was ever kept, by its id. */
  masters(): Promise<Map<string, ThemePath[]>>
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
  /** Drops mails, audit entries, counts of tries and records that are older than they need to be. */
  sweep(before: { mails: number; audit: number; now: number }): Promise<void>
  outboxFigures(): Promise<OutboxFigures>
  /** The connections to the database, where there is a pool of them. */
  connections(): Connections | undefined
  /** The store of one tenant. */
  tenant(id: string): TenantStore
  close(): Promise<void>
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
  /** Ordered by user name, whatever its case. */
  accounts(page: { limit: number; offset: number }): Promise<{ total: number; accounts: Account[] }>
  account(id: string): Promise<Account | undefined>
  /** By user name, whatever its case. */
  accountNamed(userName: string): Promise<Account | undefined>
  /** By e-mail address, whatever its case; of several, any. */
  accountWithEmail(email: string): Promise<Account | undefined>
  authenticator(accountId: string): Promise<Authenticator | undefined>
  recoveryCodesLeft(accountId: string): Promise<number>
  /** Newest first. */
  mails(limit: number, filter?: MailFilter): Promise<OutboxMail[]>
  mailCounts(): Promise<Record<OutboxMail['state'], number>>
  mail(id: string): Promise<OutboxMail | undefined>
  /** Newest first. */
  audit(query: AuditQuery): Promise<AuditRecord[]>
  /** Newest first. */
  keys(purpose: TenantKey['purpose']): Promise<TenantKey[]>
  clients(): Promise<KnownClient[]>
  client(id: string): Promise<ApiClient | undefined>
  shortLived(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Keeps a record, and drops those that have expired; of its owner and kind, all but the newest `most`. */
  keepShortLived(record: ShortLived, most?: number): Promise<void>
  removeShortLived(kind: string, idHash: string): Promise<void>
  shortLivedByHandle(kind: string, handle: string): Promise<ShortLived | undefined>
  removeByHandle(handle: string): Promise<void>
  /**
   * Counts a try under each key before it is made, so that tries sent at once are all counted; answers with the
   * milliseconds to wait, and counts nothing, where one of the keys has to wait.
   */
  countTry(counts: readonly TryCount[], now: number): Promise<number | undefined>
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
  lockTheme(id: string): Promise<Theme | undefined>
  lockThemes(): Promise<Theme[]>
  files(theme: Theme): Promise<ThemeFile[]>
  /** How many applications use a theme of their own. */
  themedApplications(): Promise<number>
  /** Refuses a name that another theme has, whatever its case. */
  createTheme(id: string, name: string, description: string | null): Promise<Theme>
  /** Adds a revision; drops the history beyond `keep` revisions. */
  commit(theme: Theme, commit: ThemeCommit, keep: number): Promise<Theme>
  /** Removes a theme with all that belongs to it; refuses when an application uses it. */
  deleteTheme(id: string): Promise<void>
  /** Refuses a theme that does not exist. */
  createApplication(application: Application): Promise<void>
  /** Refuses a theme that does not exist; false when there is no such application. */
  updateApplication(id: string, change: Partial<Omit<Application, 'id'>>): Promise<boolean>
  removeApplication(id: string): Promise<boolean>
  account(id: string): Promise<Account | undefined>
  accountNamed(userName: string): Promise<Account | undefined>
  countAdministrators(): Promise<number>
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
  /** The same for all that were given up; tells how many. */
  retryGivenUp(now: number): Promise<number>
  recordAudit(entry: AuditEntry): Promise<void>
  /** Newest first. */
  keys(purpose: TenantKey['purpose']): Promise<TenantKey[]>
  createKey(key: TenantKey): Promise<void>
  removeKey(id: string): Promise<void>
  /** Keeps a record, in place of the one before. */
  keepShortLived(record: ShortLived): Promise<void>
  /** Keeps a record unless there is one; false then. */
  addShortLived(record: ShortLived): Promise<boolean>
  /** Changes a record that is there; false when it is not, so that nothing comes back that has just been ended. */
  replaceShortLived(record: ShortLived): Promise<boolean>
  /** Takes a record away, and answers with it; of two that take it at the same moment, one gets it. */
  takeShortLived(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Removes what belongs to somebody: all of it, or of one kind. */
  removeOwned(owner: string, kind?: string): Promise<void>
  countClients(): Promise<number>
  /** Refuses an id that is taken. */
  createClient(client: ApiClient): Promise<void>
  updateClient(id: string, change: Partial<Omit<ApiClient, 'id'>>): Promise<boolean>
  /** Notes when an API client was used, unless a later time is noted. */
  clientUsed(id: string, at: number): Promise<void>
  removeClient(id: string): Promise<boolean>
}

/** Opens PostgreSQL where there is an address, else SQLite in the data folder; the other engine is not loaded. */
export async function openStore({
  database,
  data,
}: {
  database: string | undefined
  data: string
}): Promise<Store> {
  if (database === undefined) return new SqlStore(await (await import('./sqlite.ts')).openSqlite(data))
  return new SqlStore(await (await import('./postgres.ts')).openPostgres(database))
}
