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
  /** The host name that chooses it; null for the first tenant, which the service's own address chooses. */
  readonly host: string | null
  readonly publicUrl: string | null
  /** The origin of its console; null for the service's own one at the first tenant, and for none at any other. */
  readonly consoleUrl: string | null
  /** The locale used when none of the visitor's locales is available; null for the service's setting. */
  readonly locale: string | null
  /** The second factors that the tenant accepts; null for the service's setting. */
  readonly factors: readonly Factor[] | null
  /** Whether the boxes of a consent page are preselected, except those that the person declined before. */
  readonly ticksScopes?: boolean
  /** Whether the service's own accounts are offered where people sign in; the console always takes them. */
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

/** A customized file, with what is known of its content. */
export interface ThemeFile extends Customized, BlobInfo {
  readonly path: ThemePath
  /** Whether its content is not in the database. */
  readonly missing?: boolean
}

/** What a theme and a repository had in common after the last push from it. */
export interface ThemeSource {
  readonly revision: number
  readonly pushedAt: number
  /** Digests of customized files by path. */
  readonly files: Readonly<Record<string, string>>
}

export interface Revision {
  readonly revision: number
  readonly at: number
  readonly author: string
  readonly cause: string
  /** The id of the master that was shipped when it was made. */
  readonly master: string
  readonly changes: readonly Change[]
  /** The message of its author; null if there is none. */
  readonly message: string | null
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
  /** The second factors that it accepts, of those that count in its tenant. */
  readonly factors: readonly Factor[]
  /** Whether people are asked what the application may see. */
  readonly consent: boolean
  /** Whether it may ask for the response mode `form_post`; `query` is always allowed. */
  readonly formPost: boolean
  /** Who may use it. */
  readonly access: AccessMode
  /** The reference of its own registration, where it has one. */
  readonly registration?: string | null
  /** The identity sources that it offers, by id; null: all that are enabled. */
  readonly sources: readonly string[] | null
  /** Whether it offers the service's own accounts, where the tenant does. */
  readonly directory: boolean
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
  readonly status: AccountStatus
  /** May do everything in the console. */
  readonly administrator: boolean
  /** May manage themes in the console. */
  readonly themeDeveloper: boolean
  /** null: no password yet, so that nobody can sign in. */
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
  /** The account of who supervises the person, and reviews their access in campaigns. */
  readonly supervisor?: string | null
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

/**
 * The state of a mail. A held one is from a time without a mail server, and waits for somebody to decide. An expired
 * one contained a code or link that expired before it could be sent.
 */
export type MailState = 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'

/** A mail in the outbox. */
export interface OutboxMail {
  readonly id: string
  /** What it is about: the id of the mail in the catalogue. */
  readonly event: string
  readonly recipient: string
  /** Empty: the configured sender. */
  readonly sender: string
  readonly subject: string
  /** Empty once it is sent, expired or dropped: a mail may hold a code or a link. One that was given up keeps it. */
  readonly html: string
  readonly text: string
  readonly state: MailState
  readonly tries: number
  readonly createdAt: number
  /** When it is tried next. */
  readonly dueAt: number
  /** When somebody asked to try it again; it has a day from then on. */
  readonly retriedAt: number | null
  /** When its content expires, such as a code. */
  readonly expiresAt: number | null
  /** Why the last try failed. */
  readonly problem: string | null
}

/** A mail to be sent. */
export type NewMail = Pick<
  OutboxMail,
  'id' | 'event' | 'recipient' | 'sender' | 'subject' | 'html' | 'text'
> &
  Partial<Pick<OutboxMail, 'expiresAt'>>

/** Which mails of the outbox to list: their state, and how many to skip. */
export interface MailFilter {
  readonly state?: MailState | undefined
  readonly offset?: number
}

/** What can change of a tenant; its host and its public address are in the issuer that applications know. */
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

/**
 * A throttle: the first `free` attempts do not wait, each further one waits twice as long as the one before, up to
 * `longest` ms.
 */
export interface TryCount {
  readonly key: string
  /** The subject of the attempts, so that an operator can reset them. */
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
  /** The lower number of free attempts that applies while another key of the same call has counted `over` attempts. */
  readonly pressed?: { readonly by: string; readonly over: number; readonly free: number }
}

export interface ApiClient {
  readonly id: string
  readonly name: string
  readonly secretHash: string
  readonly entitlements: readonly Entitlement[]
  /** The status that answers a replaced package; some tools accept only 204. */
  readonly replaceStatus: 201 | 204
  readonly themes: ThemeLimit
}

export interface KnownClient extends ApiClient {
  /** When it last got a token or used one, to the minute; null: never. */
  readonly lastUsedAt: number | null
  /** When its tool, which takes only 204 for a success, was last answered 201; null: never. */
  readonly misreadAt: number | null
}

/** A record that expires, such as a token. Its id is stored as a hash, because knowing the id is enough to use it. */
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
  readonly message?: string | null
  readonly changes: readonly Change[]
  /** The files that hold from this revision on, among the changed paths. */
  readonly opened: ReadonlyMap<ThemePath, Customized>
  readonly blobs: Iterable<ThemeBlob>
}

/** What the registration pages of a theme may do. */
export interface ThemeAnalytics {
  /** The one container that may evaluate code in them. */
  readonly evalFor: string | null
  /** Whether they send their events to the service itself. */
  readonly firstParty: boolean
}

/** A version of a user flow. */
export interface FlowVersion {
  readonly version: number
  /** Absent: the flow that every tenant has. */
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
  /** Levels of rules by id. They may be from another version. */
  readonly rules: Readonly<Record<string, string>>
  /** Origins that pages may load scripts from. */
  readonly scriptOrigins: readonly string[]
  /** Whether a tag manager may be on the registration page. */
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

/** Which counts are asked for: of the days from one to another, both included. */
export interface AnalyticsQuery extends Partial<Pick<EventCount, 'theme' | 'application' | 'locale'>> {
  readonly from: string
  readonly to: string
  readonly by: AnalyticsGroup
  /** Only those in these themes. */
  readonly themes?: readonly string[]
}

export interface AnalyticsCount extends Pick<EventCount, 'event' | 'times' | 'journeys'> {
  /** The day, theme, application or locale. */
  readonly group: string
}

/** Which accounts are wanted: with a text in user name, e-mail address or name, whatever its case. */
export interface AccountFilter {
  readonly search?: string | undefined
  readonly status?: Account['status'] | undefined
  readonly administrator?: true
  /** Values that attributes which the tenant has added must have. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** Work that is due at a time, and is done by one node. */
export interface NewJob {
  /** Unique among the jobs of a tenant, of all kinds. */
  readonly id: string
  readonly kind: string
  readonly dueAt: number
  /** What the work is about. */
  readonly payload?: object
}

export interface Job extends Required<NewJob> {
  readonly tenant: string
  /** Since it was last done. */
  readonly tries: number
  /** Why the last try failed. */
  readonly problem: string | null
  readonly doneAt: number | null
}

/** A job that one node has taken. */
export interface ClaimedJob extends Job {
  /** Identifies this claim. */
  readonly claim: string
}
