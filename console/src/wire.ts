// Made from the description of the calls by npm run client.

export type * from '../../client/types.ts'

/** The settings to change. Settings that are absent do not change. `container: null` removes the container that the service inserted, but not one that was inserted by hand. */
export interface AnalyticsWish {
  /** Id of the tag manager container on the registration pages. Null for none. */
  readonly container?: string | null | undefined
  /** Whether the tag manager may evaluate text as script (`unsafe-eval`). */
  readonly eval?: boolean | undefined
  /** Whether the registration pages send their events to Tabard. */
  readonly firstParty?: boolean | undefined
}

/** An API client: a program that calls this API. */
export interface ApiClient {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** The permissions of the API client. */
  readonly entitlements: readonly (
    | 'manageTemplates'
    | 'readTemplates'
    | 'manageAccess'
    | 'manageFlows'
    | 'manageSources'
  )[]
  /** Ids of the themes that the client is limited to, or null for all themes. A limited client cannot see others, and cannot create, rename or reset themes. */
  readonly themes: readonly string[] | null
  /** Whether replacing a theme returns the status 204 instead of 201. */
  readonly answersNoContent: boolean
  /** When it last requested or used a token, to the minute. Null if never. */
  readonly lastUsed: string | null
  /** When it last received the status 201 although its tool accepts only 204. Null if never, or if `answersNoContent` was changed since. */
  readonly misread: string | null
}

/** All API clients. */
export interface ApiClientList {
  /** The clients. */
  readonly clients: readonly ApiClient[]
}

/** The settings of an API client. Settings that are absent do not change. */
export interface ApiClientSettings {
  /** The name: 1 to 128 visible characters. */
  readonly name?: string | undefined
  /** The permissions of the API client. */
  readonly entitlements?:
    | readonly ('manageTemplates' | 'readTemplates' | 'manageAccess' | 'manageFlows' | 'manageSources')[]
    | undefined
  /** Whether replacing a theme returns the status 204 instead of 201. */
  readonly answersNoContent?: boolean | undefined
  /** Ids of the themes that the client is limited to, or null for all themes. A limited client cannot see others, and cannot create, rename or reset themes. */
  readonly themes?: readonly string[] | null | undefined
}

/** An application that people sign in to. */
export interface Application {
  /** Id of the application, which is also its client id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** Description of the application. */
  readonly description: string | null
  /** Id of its theme, or null for the default theme. */
  readonly themeId: string | null
  /** The redirect URIs for signing in. */
  readonly redirects: readonly string[]
  /** The redirect URIs for signing out. */
  readonly logoutRedirects: readonly string[]
  /** Whether a second factor is required. */
  readonly secondFactor: boolean
  /** The accepted second factors: `app`, or `app` and `mail`. The tenant must accept them too. */
  readonly factors: readonly ('app' | 'mail')[]
  /** Whether people are asked for consent. */
  readonly consent: boolean
  /** Whether the response mode `form_post` is allowed besides `query`. */
  readonly formPost: boolean
  /** Ids of the identity sources on its sign-in page, or null for all enabled sources. */
  readonly sources: readonly string[] | null
  /** Whether people can sign in with accounts of Tabard, if the tenant allows it. */
  readonly directory: boolean
  /** Whether this is a public client: it has no secret and must use PKCE. */
  readonly public: boolean
  /** Who may use the application. Change it with the call `changeAccess`. */
  readonly access: 'open' | 'request' | 'assigned'
  /** Reference of its own registration flow. Absent, null or empty for the tenant’s. */
  readonly registration?: string | null | undefined
}

/** All applications. */
export interface ApplicationList {
  /** The applications, sorted by name. */
  readonly applications: readonly Application[]
}

/** The settings of an application. Settings that are absent do not change. */
export interface ApplicationSettings {
  /** The name: 1 to 128 visible characters. Required for a new application. */
  readonly name?: string | undefined
  /** Description of the application. */
  readonly description?: string | null | undefined
  /** Id of its theme, or null for the default theme. */
  readonly themeId?: string | null | undefined
  /** The redirect URIs for signing in. */
  readonly redirects?: readonly string[] | undefined
  /** The redirect URIs for signing out. */
  readonly logoutRedirects?: readonly string[] | undefined
  /** Whether a second factor is required. */
  readonly secondFactor?: boolean | undefined
  /** The accepted second factors: `app`, or `app` and `mail`. The tenant must accept them too. */
  readonly factors?: readonly ('app' | 'mail')[] | undefined
  /** Whether people are asked for consent. */
  readonly consent?: boolean | undefined
  /** Whether the response mode `form_post` is allowed besides `query`. */
  readonly formPost?: boolean | undefined
  /** Ids of the identity sources on its sign-in page, or null for all enabled sources. */
  readonly sources?: readonly string[] | null | undefined
  /** Whether people can sign in with accounts of Tabard, if the tenant allows it. */
  readonly directory?: boolean | undefined
  /** Whether this is a public client: it has no secret and must use PKCE. */
  readonly public?: boolean | undefined
  /** Reference of its own registration flow. Absent, null or empty for the tenant’s. */
  readonly registration?: string | null | undefined
}

/** An entry of the audit trail. */
export interface AuditEntry {
  /** When. */
  readonly at: string
  /** The event, such as `signed-in`. */
  readonly event: string
  /** Id of the account. */
  readonly account: string | null
  /** Current username of the account. Null if the account was deleted. */
  readonly userName: string | null
  /** Id of the application. */
  readonly application: string | null
  /** Current name of the application. Null if it was deleted. */
  readonly applicationName: string | null
  /** Network address of the person or program. Null for the command line. */
  readonly address: string | null
  /** More details, depending on the event. */
  readonly details: Record<string, string>
}

/** One page of the audit trail. */
export interface AuditPage {
  /** The entries, newest first. */
  readonly entries: readonly AuditEntry[]
  /** The cursor of the next page. Absent on the last page. */
  readonly next?: string | undefined
}

/** Unsaved files to check. */
export interface CheckedFiles {
  /** Id of the theme that these files replace files of. */
  readonly themeId?: string | undefined
  /** Contents by path below `templates`; null for a file to revert. */
  readonly files?:
    | Record<
        string,
        | string
        | {
            /** The content in base64. */
            readonly base64: string
          }
        | null
      >
    | undefined
}

/** The credentials of a program. */
export interface Credentials {
  /** The client id. */
  readonly clientId: string
  /** The client secret, which is shown only once. */
  readonly clientSecret: string
}

/** The result of dropping mails. */
export interface Dropped {
  /** Number of mails. */
  readonly dropped: number
}

/** The events of a page. */
export interface EventBatch {
  /** The ticket that the service put into the page. */
  readonly ticket: string
  /** The events. */
  readonly events: readonly {
    /** Name of the event. */
    readonly name: string
  }[]
}

/** Changes to several files. */
export interface FileChanges {
  /** The new content by path below `templates`. */
  readonly files: Record<
    string,
    | string
    | {
        /** The content in base64. */
        readonly base64: string
      }
    | null
  >
  /** By path, the `ETag` that the file must still have, or null if the file must not exist. You can also name files that you do not change. Without it, the last write wins. */
  readonly etags?: Record<string, string | null> | undefined
}

/** The linter settings of a tenant. */
export interface LintSettings {
  /** Levels by rule id. Other rules keep their default severity. */
  readonly rules: Record<string, 'off' | 'error' | 'warning' | 'recommendation'>
  /** Up to 100 origins that pages may load scripts from, such as `https://cdn.example.com`. */
  readonly scriptOrigins: readonly string[]
  /** Whether the linter accepts a tag manager on the registration page. It always accepts one that the service inserted, or whose container may evaluate code in the theme’s analytics settings. */
  readonly tagManager: boolean
}

/** The linter settings to change. Settings that are absent do not change. */
export interface LintWish {
  /** Levels by rule id. Other rules keep their default severity. */
  readonly rules?: Record<string, 'off' | 'error' | 'warning' | 'recommendation'> | undefined
  /** Up to 100 origins that pages may load scripts from, such as `https://cdn.example.com`. */
  readonly scriptOrigins?: readonly string[] | undefined
  /** Whether the linter accepts a tag manager on the registration page. It always accepts one that the service inserted, or whose container may evaluate code in the theme’s analytics settings. */
  readonly tagManager?: boolean | undefined
}

/** A new application, with its secret. */
export interface MadeApplication {
  /** Id of the application, which is also its client id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** Description of the application. */
  readonly description: string | null
  /** Id of its theme, or null for the default theme. */
  readonly themeId: string | null
  /** The redirect URIs for signing in. */
  readonly redirects: readonly string[]
  /** The redirect URIs for signing out. */
  readonly logoutRedirects: readonly string[]
  /** Whether a second factor is required. */
  readonly secondFactor: boolean
  /** The accepted second factors: `app`, or `app` and `mail`. The tenant must accept them too. */
  readonly factors: readonly ('app' | 'mail')[]
  /** Whether people are asked for consent. */
  readonly consent: boolean
  /** Whether the response mode `form_post` is allowed besides `query`. */
  readonly formPost: boolean
  /** Ids of the identity sources on its sign-in page, or null for all enabled sources. */
  readonly sources: readonly string[] | null
  /** Whether people can sign in with accounts of Tabard, if the tenant allows it. */
  readonly directory: boolean
  /** Whether this is a public client: it has no secret and must use PKCE. */
  readonly public: boolean
  /** Who may use the application. Change it with the call `changeAccess`. */
  readonly access: 'open' | 'request' | 'assigned'
  /** Reference of its own registration flow. Absent, null or empty for the tenant’s. */
  readonly registration?: string | null | undefined
  /** The client secret, which is shown only once. Absent for a public client. */
  readonly clientSecret?: string | undefined
}

/** A mail with its content. */
export interface Mail {
  /** Id of the mail. */
  readonly id: string
  /** Id of this kind of mail in the catalogue. */
  readonly event: string
  /** What the mail is about. */
  readonly about: string
  /** The recipient. */
  readonly recipient: string
  /** The sender. Empty for the configured sender. */
  readonly sender: string
  /** The subject. */
  readonly subject: string
  /** State of the mail. */
  readonly state: 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'
  /** Number of attempts to send it. */
  readonly tries: number
  /** When it was queued. */
  readonly createdAt: string
  /** Time of the next attempt. */
  readonly dueAt: string
  /** Why the last attempt failed. */
  readonly problem: string | null
  /** Whether the content is still stored. */
  readonly kept: boolean
  /** The HTML. Empty if it is no longer stored. */
  readonly html: string
  /** The plain text. Empty if it is no longer stored. */
  readonly text: string
}

/** The result of a check. */
export interface MailCheck {
  /** Host and port of the mail server. */
  readonly server: string
  /** Why mails cannot be sent. Null if they can. */
  readonly problem: string | null
  /** The SMTP transcript, without credentials. */
  readonly lines: readonly {
    /** Who sent the line. */
    readonly by: 'service' | 'server'
    /** The line. */
    readonly text: string
  }[]
}

/** The recipient of a test mail. */
export interface MailCheckRequest {
  /** An e-mail address. Without it, no mail is sent. */
  readonly to?: string | null | undefined
}

/** A mail without its content. */
export interface MailHead {
  /** Id of the mail. */
  readonly id: string
  /** Id of this kind of mail in the catalogue. */
  readonly event: string
  /** What the mail is about. */
  readonly about: string
  /** The recipient. */
  readonly recipient: string
  /** The sender. Empty for the configured sender. */
  readonly sender: string
  /** The subject. */
  readonly subject: string
  /** State of the mail. */
  readonly state: 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'
  /** Number of attempts to send it. */
  readonly tries: number
  /** When it was queued. */
  readonly createdAt: string
  /** Time of the next attempt. */
  readonly dueAt: string
  /** Why the last attempt failed. */
  readonly problem: string | null
  /** Whether the content is still stored. */
  readonly kept: boolean
}

/** A new API client. */
export interface NewApiClient {
  /** The name: 1 to 128 visible characters. */
  readonly name: string
  /** The permissions of the API client. */
  readonly entitlements: readonly (
    | 'manageTemplates'
    | 'readTemplates'
    | 'manageAccess'
    | 'manageFlows'
    | 'manageSources'
  )[]
  /** Whether replacing a theme returns the status 204 instead of 201. */
  readonly answersNoContent?: boolean | undefined
  /** Ids of the themes that the client is limited to, or null for all themes. A limited client cannot see others, and cannot create, rename or reset themes. */
  readonly themes?: readonly string[] | null | undefined
}

/** A new theme. */
export interface NewTheme {
  /** The name: 1 to 128 characters. Names must differ in more than upper and lower case. */
  readonly name: string
  /** The description: up to 1,024 characters. */
  readonly description?: string | null | undefined
  /** Id of a theme to copy the files from. Without it, the theme follows the master. */
  readonly from?: string | undefined
}

/** One page of the outbox. */
export interface OutboxPage {
  /** Number of mails in the requested state. */
  readonly total: number
  /** Number of mails in each state. */
  readonly counts: {
    /** Mails that wait to be sent. */
    readonly waiting: number
    /** Mails that were written before a mail server was set, and wait for a decision. */
    readonly held: number
    /** Mails that were sent. */
    readonly sent: number
    /** Mails that could not be sent. */
    readonly 'given-up': number
    /** Mails whose code or link expired before they could be sent. */
    readonly expired: number
  }
  /** The mails, newest first. */
  readonly mails: readonly MailHead[]
  /** Host and port of the mail server. Null if none is set. */
  readonly server: string | null
  /** The configured sender. Null if no mail server is set. */
  readonly sender: string | null
}

/** What to restore. */
export interface Restoration {
  /** Number of the revision to restore, or `master`. */
  readonly revision: number | 'master'
  /** Path of the file to restore. Without it, all files are restored. */
  readonly path?: string | undefined
}

/** The result of a retry. */
export interface Retried {
  /** Number of mails. */
  readonly retried: number
}

/** A new secret of an application. */
export interface RotatedSecret {
  /** The client id. */
  readonly clientId: string
  /** The client secret, which is shown only once. */
  readonly clientSecret: string
  /** When the old secret expires. Absent if it stopped working at once. */
  readonly formerSecretUntil?: string | undefined
}

/** The recipient of a sample mail. */
export interface SampleMail {
  /** E-mail address of a person who may use the console. */
  readonly to: string
}

/** The person who is signed in to the console. */
export interface Session {
  /** Their username. */
  readonly userName: string
  /** Their display name. */
  readonly name: string
  /** Their role. */
  readonly role: 'administrator' | 'developer'
  /** Address of the sign-in pages. */
  readonly pagesUrl: string
  /** Whether scripts of customized themes may run on these pages. */
  readonly scripts: boolean
  /** Version of the service. */
  readonly version: string
  /** AES-GCM keys for this person’s drafts in the browser. Encrypt with the first one; try all of them to decrypt. */
  readonly draftKeys: readonly string[]
}

/** The theme to try. */
export interface TryOut {
  /** Id of the theme. */
  readonly themeId: string
}

/** The parameters of the redirect after the trial sign-in. */
export interface TryOutAnswer {
  /** The parameter `code`. */
  readonly code: string
  /** The parameter `state`. */
  readonly state: string
}

/** What an application learns about the person who signed in. */
export interface TryOutEnd {
  /** The theme that was tried. */
  readonly themeId: string
  /** The claims of the ID token. */
  readonly claims: Record<string, unknown>
  /** Address for signing out. */
  readonly signOutUrl: string
}

/** The start of a trial sign-in. */
export interface TryOutStart {
  /** The address to open. */
  readonly url: string
  /** Username of the test account. */
  readonly userName: string
  /** Password of the test account. It works for this trial only. */
  readonly password: string
}

/** Unsaved files to preview. */
export interface UnsavedFiles {
  /** Id of the theme that these files replace files of. */
  readonly themeId?: string | undefined
  /** Contents by path below `templates`. */
  readonly files?:
    | Record<
        string,
        | string
        | {
            /** The content in base64. */
            readonly base64: string
          }
      >
    | undefined
}
