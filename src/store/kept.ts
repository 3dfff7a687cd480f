import type { AccessMode, AccountStatus } from '../core/access.ts'
import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { Entitlement, ThemeLimit } from '../core/entitlement.ts'
import type { Factor } from '../core/flows/assurance.ts'
import type { Change, Customized } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import type { FlowDocument } from '../core/user-flows/document.ts'

export interface Tenant {
  readonly id: string
  readonly name: string
  /** The host name that selects it; null for the first tenant, which the service's own address selects. */
  readonly host: string | null
  readonly publicUrl: string | null
  /** The origin of its console. Null: the first tenant uses the service's own console, others have none. */
  readonly consoleUrl: string | null
  /** The locale used when none of the visitor's locales is available; null for the service's setting. */
  readonly locale: string | null
  /** The second factors that the tenant accepts; null for the service's setting. */
  readonly factors: readonly Factor[] | null
  /** Whether the boxes of a consent page are preselected, except those that the person declined before. */
  readonly ticksScopes?: boolean
  /** Whether people can sign in with the service's own accounts. The console always accepts them. */
  readonly directory?: boolean
}

export interface Theme {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  readonly updatedAt: number
}

/** A customized file, with the properties of its content. */
export interface ThemeFile extends Customized, BlobInfo {
  readonly path: ThemePath
  /** Whether its content is missing in the database. */
  readonly missing?: boolean
}

/** The files that a theme and a repository had in common after the last push from the repository. */
export interface ThemeSource {
  readonly revision: number
  readonly pushedAt: number
  /** Digests of customized files by path; null for a file that the repository had, and deleted. */
  readonly files: Readonly<Record<string, string | null>>
}

export interface Revision {
  readonly revision: number
  readonly at: number
  readonly author: string
  readonly cause: string
  /** The id of the master that was shipped when the revision was made. */
  readonly master: string
  readonly changes: readonly Change[]
  /** The message of its author; null if there is none. */
  readonly message: string | null
}

/** An application that people sign in to: an OpenID Connect client, whose client id is its id. */
export interface Application {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** Null means the default theme. */
  readonly themeId: string | null
  /** Null for a public client, which authenticates by PKCE alone. */
  readonly secretHash: string | null
  /** Where people may be sent after signing in, and after signing out. */
  readonly redirects: readonly string[]
  readonly logoutRedirects: readonly string[]
  /** Whether people must use a second factor. */
  readonly secondFactor: boolean
  /** The second factors that it accepts, among those that its tenant accepts. */
  readonly factors: readonly Factor[]
  /** Whether people are asked for consent to what the application may see. */
  readonly consent: boolean
  /** Whether it may ask for the response mode `form_post`; `query` is always allowed. */
  readonly formPost: boolean
  /** Who may use it. */
  readonly access: AccessMode
  /** The reference of its own registration flow, if it has one. */
  readonly registration?: string | null
  /** The ids of the identity sources that it offers; null means all that are enabled. */
  readonly sources: readonly string[] | null
  /** Whether it offers the service's own accounts, if the tenant does. */
  readonly directory: boolean
}

/** A person who signs in. */
export interface Account {
  readonly id: string
  readonly userName: string
  readonly email: string | null
  /** Whether the person has proved to own the address. */
  readonly emailVerified: boolean
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
  readonly mobileNumber: string | null
  readonly locale: string | null
  readonly status: AccountStatus
  /** May do everything in the console. */
  readonly administrator: boolean
  /** May manage themes in the console. */
  readonly themeDeveloper: boolean
  /** Null means that there is no password yet, so nobody can sign in. */
  readonly passwordHash: string | null
  /** Whether the password must be changed at the next sign-in. */
  readonly passwordTemporary: boolean
  /**
   * When the password was last reset through a mailed link; null once another proof than the mailbox has confirmed the
   * person.
   */
  readonly recoveredAt: number | null
  /** When a temporary password expires; null for other passwords, and for those that older versions created. */
  readonly passwordExpiresAt: number | null
  /** The account of the person's supervisor, who reviews their access in campaigns. */
  readonly supervisor?: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The properties of an account that can change. */
export type AccountChange = Partial<Omit<Account, 'id' | 'createdAt' | 'updatedAt'>>

/** An authenticator app that an account has enrolled. */
export interface Authenticator {
  readonly secret: string
  /** The last time step whose code was used: no code works twice. */
  readonly usedStep: number
}

/** The changeable properties of a tenant. Host and public address are part of the issuer that applications know. */
export type TenantChange = Partial<Omit<Tenant, 'id'>>

/** Something that happened to an account or an application. There are never secrets in it. */
export interface AuditEntry {
  readonly at: number
  readonly event: string
  readonly account: string | null
  readonly application: string | null
  /** The network address of the person who did it; null for the command line. */
  readonly address: string | null
  readonly details: Readonly<Record<string, string>>
}

/** An entry as shown, with the current names of its account and application; null if they have been removed. */
export interface AuditRecord extends AuditEntry {
  /** Orders the entries of one millisecond. */
  readonly turn: string
  readonly userName: string | null
  readonly applicationName: string | null
}

/** Selects entries that meet all conditions. */
export interface AuditQuery {
  readonly limit: number
  readonly account?: string | undefined
  readonly application?: string | undefined
  readonly event?: string | undefined
  /** From this millisecond on. */
  readonly from?: number | undefined
  /** Before this millisecond. */
  readonly to?: number | undefined
  /** Only entries after this one in the list, which is sorted newest first. */
  readonly before?: Pick<AuditRecord, 'at' | 'turn'> | undefined
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

/**
 * A throttle: the first `free` attempts do not wait, each further one waits twice as long as the one before, up to
 * `longest` ms.
 */
export interface TryCount {
  readonly key: string
  /** Who or what the attempts are about, so that an operator can reset them. */
  readonly subject?: string
  readonly free: number
  /** The first wait; by default, one second. */
  readonly first?: number
  readonly longest: number
  /** How long after the last attempt the count is reset; by default, an hour after its wait. */
  readonly window?: number
  /** Also counts attempts that must wait, so that polling makes the wait longer. */
  readonly polled?: boolean
  /** Counts the attempt under this key without enforcing a wait. */
  readonly sum?: boolean
  /** A lower number of free attempts, which applies while another key of the same call has counted `over` attempts. */
  readonly pressed?: { readonly by: string; readonly over: number; readonly free: number }
}

export interface ApiClient {
  readonly id: string
  readonly name: string
  readonly secretHash: string
  readonly entitlements: readonly Entitlement[]
  /** The status of the response to a replaced package. Some tools accept only 204. */
  readonly replaceStatus: 201 | 204
  readonly themes: ThemeLimit
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export type NewApiClient = Omit<ApiClient, 'createdAt'>

export interface KnownClient extends ApiClient {
  /** When it last got a token or used one, to the minute; null: never. */
  readonly lastUsedAt: number | null
  /** When it was last answered 201 although its tool accepts only 204; null: never. */
  readonly misreadAt: number | null
}

/** A record that expires, such as a token. Its id is stored as a hash, because knowing the id is enough to use it. */
export interface ShortLived {
  readonly kind: string
  readonly idHash: string
  /** The API client or the account that owns it. */
  readonly owner: string | null
  /** A secondary key, which several records can share: the grant of a token, the uid of a session. */
  readonly handle?: string | null
  readonly payload: string
  readonly expiresAt: number | null
}

/** The changes of one revision of a theme. */
export interface ThemeCommit {
  readonly name: string
  readonly description: string | null
  readonly author: string
  readonly cause: string
  readonly master: string
  readonly message?: string | null
  readonly changes: readonly Change[]
  /** The new files at the changed paths, valid from this revision on. */
  readonly opened: ReadonlyMap<ThemePath, Customized>
  readonly blobs: Iterable<ThemeBlob>
}

/** What the registration pages of a theme may do. */
export interface ThemeAnalytics {
  /** The only container that may evaluate code on these pages. */
  readonly evalFor: string | null
  /** Whether they send their events to the service itself. */
  readonly firstParty: boolean
}

/** A version of a user flow. */
export interface FlowVersion {
  readonly version: number
  /** Absent if the version is the built-in flow. */
  readonly document?: FlowDocument
  readonly at: number
  readonly author: string
  readonly cause: 'published' | 'restored' | 'reset'
}

/** A user flow of a tenant, with its newest version. */
export interface KeptFlow extends FlowVersion {
  readonly reference: string
}

/** What a tenant has set for the linter. */
export interface TenantLintSettings {
  /** Levels of rules by id. The ids may be those of another version. */
  readonly rules: Readonly<Record<string, string>>
  /** Origins that pages may load scripts from. */
  readonly scriptOrigins: readonly string[]
  /** Whether the registration page may contain a tag manager. */
  readonly tagManager: boolean
}

/** How often an event happened on a day (UTC, as `2026-01-31`), and in how many journeys. It identifies nobody. */
export interface EventCount {
  readonly day: string
  readonly theme: string
  /** Empty: none. */
  readonly application: string
  readonly locale: string
  readonly event: string
  readonly times: number
  readonly journeys: number
}

export type AnalyticsGroup = 'day' | 'theme' | 'application' | 'locale'

/** Selects counts of the days from one to another, both included. */
export interface AnalyticsQuery extends Partial<Pick<EventCount, 'theme' | 'application' | 'locale'>> {
  readonly from: string
  readonly to: string
  readonly by: AnalyticsGroup
  /** Only counts of these themes. */
  readonly themes?: readonly string[]
}

export interface AnalyticsCount extends Pick<EventCount, 'event' | 'times' | 'journeys'> {
  /** The day, theme, application or locale. */
  readonly group: string
}

/** Selects accounts by a text in user name, e-mail address or name, ignoring case. */
export interface AccountFilter {
  readonly search?: string | undefined
  readonly status?: Account['status'] | undefined
  readonly administrator?: true
  /** Required values of custom attributes. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** A job that is due at a time. Only one node does it. */
export interface NewJob {
  /** Unique among all jobs of a tenant, of every kind. */
  readonly id: string
  readonly kind: string
  readonly dueAt: number
  /** The arguments of the job. */
  readonly payload?: object
}

export interface Job extends Required<NewJob> {
  readonly tenant: string
  /** The number of tries since it was last done. */
  readonly tries: number
  /** Why the last try failed. */
  readonly problem: string | null
  readonly doneAt: number | null
}

/** A job that one node has claimed. */
export interface ClaimedJob extends Job {
  /** Identifies this claim. */
  readonly claim: string
}
