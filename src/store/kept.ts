import type { AccessMode } from '../core/access.ts'
import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { Entitlement } from '../core/entitlement.ts'
import type { Factor } from '../core/flows/assurance.ts'
import type { Change, Customized } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'

export interface Tenant {
  readonly id: string
  readonly name: string
  /** The host name that chooses it; null for the first tenant, which the service's own address chooses. */
  readonly host: string | null
  readonly publicUrl: string | null
  /** The origin of its console; null for the service's own one at the first tenant, and for none at any other. */
  readonly consoleUrl: string | null
  /** The locale for those who ask for none that there is; null for the service's own. */
  readonly locale: string | null
  /** The second factors that count in it; null for the service's own setting. */
  readonly factors: readonly Factor[] | null
  /** Whether the boxes of a consent page are ticked for people, but for those that they refused before. */
  readonly ticksScopes?: boolean
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
  /** The second factors that it accepts, of those that count in its tenant. */
  readonly factors: readonly Factor[]
  /** Whether people are asked what the application may see. */
  readonly consent: boolean
  /** Whether it may ask for the response mode `form_post`; `query` is always allowed. */
  readonly formPost: boolean
  /** Who may use it. */
  readonly access: AccessMode
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
  /**
   * When the password was last replaced through a mailed link; null once something else than the mailbox has confirmed
   * who it is.
   */
  readonly recoveredAt: number | null
  /** When a temporary password ends; null for one that is not, and for one of a version that did not tell. */
  readonly passwordExpiresAt: number | null
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
 * What has become of a mail. One that is held was not sent while there was no mail server, and waits for somebody to
 * decide; of one that is expired, the code or the link held no longer when it could have been sent.
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
  /** When what it says is worth nothing any more, such as a code. */
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

/** Which mails of the outbox: in this state, and after so many. */
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
  /** Whom the tries are about, so that an operator can have them forgotten. */
  readonly subject?: string
  readonly free: number
  /** The first wait; a second, where it is not given. */
  readonly first?: number
  readonly longest: number
  /** How long after the last try all is forgotten; an hour after its wait, where it is not given. */
  readonly window?: number
  /** Counts tries that have to wait as well, so that polling makes the wait of this key longer. */
  readonly polled?: boolean
  /** Adds the try to this key without waiting for it, and without making others wait. */
  readonly sum?: boolean
  /** So few are free while another key of the same call has counted `over` tries. */
  readonly pressed?: { readonly by: string; readonly over: number; readonly free: number }
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
  /** When its tool, which takes only 204 for a success, was last answered 201; null: never. */
  readonly misreadAt: number | null
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

/** What the registration pages of a theme may do. */
export interface ThemeAnalytics {
  /** The one container that may evaluate code in them. */
  readonly evalFor: string | null
  /** Whether they send their events to the service itself. */
  readonly firstParty: boolean
}

/** How often an event happened on a day (UTC, as `2026-01-31`), and in how many journeys. Nobody can be told by it. */
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
}

/** Work that is due at a time, and is done by one node. */
export interface NewJob {
  /** Tells apart the jobs of a tenant, whatever their kind. */
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
  /** Tells this claim from every other. */
  readonly claim: string
}

/** People who are given access together. Groups do not contain groups. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A group with the number of its members. */
export interface CountedGroup extends Group {
  readonly members: number
}

/** Somebody in a group. */
export interface Member extends Pick<Account, 'id' | 'userName' | 'givenName' | 'familyName' | 'email'> {
  readonly since: number
}

/** One account, or all the accounts in a group. */
export interface Holder {
  readonly kind: 'account' | 'group'
  readonly id: string
}

/** How access came about: somebody gave it, or it was kept for those who had signed in recently. */
export type AccessOrigin = 'given' | 'recent'

/** Access to an application that somebody has. */
export interface GivenAccess {
  readonly application: string
  readonly holder: Holder
  readonly since: number
  /** When it ends; null: never. */
  readonly endsAt: number | null
  readonly origin: AccessOrigin
}

/** Access, or the right to approve requests, with the name of whoever has it. */
export type Named<T> = T & { readonly name: string }
