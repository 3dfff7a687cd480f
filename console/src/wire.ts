// Made from the description of the calls by npm run client.

export type * from '../../client/types.ts'

/** What they send. A property that is absent is not changed. `container: null` removes the container that the service inserted, but not one that was inserted by hand. */
export interface AnalyticsWish {
  /** Id of the container that they carry. */
  readonly container?: string | null | undefined
  /** Whether the tag manager may evaluate text as script. */
  readonly eval?: boolean | undefined
  /** Whether they tell the service what happens on them. */
  readonly firstParty?: boolean | undefined
}

/** A program that sends and fetches themes. */
export interface ApiClient {
  /** Its id. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** What it may do. */
  readonly entitlements: readonly (
    | 'manageTemplates'
    | 'readTemplates'
    | 'manageAccess'
    | 'manageFlows'
    | 'manageSources'
  )[]
  /** The ids of the themes that it is limited to: it cannot see others, and cannot create, rename or reset themes. null: all themes. */
  readonly themes: readonly string[] | null
  /** Whether replacing a theme is answered with 204 instead of 201. */
  readonly answersNoContent: boolean
  /** When it got a token or used one, to the minute; null where it never did. */
  readonly lastUsed: string | null
  /** When it last got 201 although its tool accepts only 204 as success; null if never, or if the setting was changed since. */
  readonly misread: string | null
}

/** All API clients. */
export interface ApiClientList {
  /** The clients. */
  readonly clients: readonly ApiClient[]
}

/** What can be set of an API client. What is absent stays as it is. */
export interface ApiClientSettings {
  /** 1 to 128 visible characters. */
  readonly name?: string | undefined
  /** What it may do. */
  readonly entitlements?:
    | readonly ('manageTemplates' | 'readTemplates' | 'manageAccess' | 'manageFlows' | 'manageSources')[]
    | undefined
  /** Whether replacing a theme is answered with 204 instead of 201. */
  readonly answersNoContent?: boolean | undefined
  /** The ids of the themes that it is limited to: it cannot see others, and cannot create, rename or reset themes. null: all themes. */
  readonly themes?: readonly string[] | null | undefined
}

/** Something that people sign in to. */
export interface Application {
  /** Its id, which is its client id too. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** What it is for. */
  readonly description: string | null
  /** Id of its theme; null is the default theme. */
  readonly themeId: string | null
  /** Where people may be sent after signing in. */
  readonly redirects: readonly string[]
  /** Where people may be sent after signing out. */
  readonly logoutRedirects: readonly string[]
  /** Whether a second factor is asked for. */
  readonly secondFactor: boolean
  /** The second factors that it accepts, of those that count in the tenant: `app`, or `app` and `mail`. */
  readonly factors: readonly ('app' | 'mail')[]
  /** Whether people are asked what it may see. */
  readonly consent: boolean
  /** Whether it may ask for the response mode `form_post`, besides `query`. */
  readonly formPost: boolean
  /** The ids of the identity sources that it offers; null: all that are enabled. */
  readonly sources: readonly string[] | null
  /** Whether it offers the service's own accounts, where the tenant does. */
  readonly directory: boolean
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public: boolean
  /** Who may use it; the call changeAccess changes it. */
  readonly access: 'open' | 'request' | 'assigned'
  /** Reference of its own registration; absent, null or empty for that of the tenant. */
  readonly registration?: string | null | undefined
}

/** All applications. */
export interface ApplicationList {
  /** The applications, by name. */
  readonly applications: readonly Application[]
}

/** What can be set of an application. What is absent stays as it is. */
export interface ApplicationSettings {
  /** 1 to 128 visible characters. A new application needs one. */
  readonly name?: string | undefined
  /** What it is for. */
  readonly description?: string | null | undefined
  /** Id of its theme; null is the default theme. */
  readonly themeId?: string | null | undefined
  /** Where people may be sent after signing in. */
  readonly redirects?: readonly string[] | undefined
  /** Where people may be sent after signing out. */
  readonly logoutRedirects?: readonly string[] | undefined
  /** Whether a second factor is asked for. */
  readonly secondFactor?: boolean | undefined
  /** The second factors that it accepts, of those that count in the tenant: `app`, or `app` and `mail`. */
  readonly factors?: readonly ('app' | 'mail')[] | undefined
  /** Whether people are asked what it may see. */
  readonly consent?: boolean | undefined
  /** Whether it may ask for the response mode `form_post`, besides `query`. */
  readonly formPost?: boolean | undefined
  /** The ids of the identity sources that it offers; null: all that are enabled. */
  readonly sources?: readonly string[] | null | undefined
  /** Whether it offers the service's own accounts, where the tenant does. */
  readonly directory?: boolean | undefined
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public?: boolean | undefined
  /** Reference of its own registration; absent, null or empty for that of the tenant. */
  readonly registration?: string | null | undefined
}

/** Something that happened. */
export interface AuditEntry {
  /** When. */
  readonly at: string
  /** What, such as `signed-in`. */
  readonly event: string
  /** Id of the account. */
  readonly account: string | null
  /** Its username now; null where it is gone. */
  readonly userName: string | null
  /** Id of the application. */
  readonly application: string | null
  /** Its name now; null where it is gone. */
  readonly applicationName: string | null
  /** Network address of who did it; null for the command line. */
  readonly address: string | null
  /** What else is known. */
  readonly details: Record<string, string>
}

/** A page of the audit trail. */
export interface AuditPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[]
  /** The cursor of the next page. It is absent on the last one. */
  readonly next?: string | undefined
}

/** Files that are checked without being saved. */
export interface CheckedFiles {
  /** The theme that they stand over. */
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

/** Who a program is, and how it proves it. */
export interface Credentials {
  /** Its id. */
  readonly clientId: string
  /** Its secret, which is shown here and never again. */
  readonly clientSecret: string
}

/** What is dropped. */
export interface Dropped {
  /** How many mails. */
  readonly dropped: number
}

/** What happened on a page. */
export interface EventBatch {
  /** What the page was given. */
  readonly ticket: string
  /** What happened. */
  readonly events: readonly {
    /** Its name. */
    readonly name: string
  }[]
}

/** What becomes of several files. */
export interface FileChanges {
  /** By path below `templates`. */
  readonly files: Record<
    string,
    | string
    | {
        /** The content in base64. */
        readonly base64: string
      }
    | null
  >
  /** By path, the `ETag` that the file must still have; null where there must be no such file. Without one, the last writer wins. */
  readonly etags?: Record<string, string | null> | undefined
}

/** What the linter goes by in the themes of a tenant. */
export interface LintSettings {
  /** Levels by the id of a rule. Rules that are not named have their own. */
  readonly rules: Record<string, 'off' | 'error' | 'warning' | 'recommendation'>
  /** Origins that pages may load scripts from, such as `https://cdn.example.com`; at most 100. */
  readonly scriptOrigins: readonly string[]
  /** Whether a tag manager may be on the registration page. It may be there anyway where the service put it there, or the analytics settings of the theme let its container evaluate code. */
  readonly tagManager: boolean
}

/** What is set for the linter. What is absent stays as it is. */
export interface LintWish {
  /** Levels by the id of a rule. Rules that are not named have their own. */
  readonly rules?: Record<string, 'off' | 'error' | 'warning' | 'recommendation'> | undefined
  /** Origins that pages may load scripts from, such as `https://cdn.example.com`; at most 100. */
  readonly scriptOrigins?: readonly string[] | undefined
  /** Whether a tag manager may be on the registration page. It may be there anyway where the service put it there, or the analytics settings of the theme let its container evaluate code. */
  readonly tagManager?: boolean | undefined
}

/** An application that was made. */
export interface MadeApplication {
  /** Its id, which is its client id too. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** What it is for. */
  readonly description: string | null
  /** Id of its theme; null is the default theme. */
  readonly themeId: string | null
  /** Where people may be sent after signing in. */
  readonly redirects: readonly string[]
  /** Where people may be sent after signing out. */
  readonly logoutRedirects: readonly string[]
  /** Whether a second factor is asked for. */
  readonly secondFactor: boolean
  /** The second factors that it accepts, of those that count in the tenant: `app`, or `app` and `mail`. */
  readonly factors: readonly ('app' | 'mail')[]
  /** Whether people are asked what it may see. */
  readonly consent: boolean
  /** Whether it may ask for the response mode `form_post`, besides `query`. */
  readonly formPost: boolean
  /** The ids of the identity sources that it offers; null: all that are enabled. */
  readonly sources: readonly string[] | null
  /** Whether it offers the service's own accounts, where the tenant does. */
  readonly directory: boolean
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public: boolean
  /** Who may use it; the call changeAccess changes it. */
  readonly access: 'open' | 'request' | 'assigned'
  /** Reference of its own registration; absent, null or empty for that of the tenant. */
  readonly registration?: string | null | undefined
  /** Its secret, which is shown here and never again; absent for a public one. */
  readonly clientSecret?: string | undefined
}

/** A mail. */
export interface Mail {
  /** Id of the mail. */
  readonly id: string
  /** Id of the mail in the catalogue. */
  readonly event: string
  /** What it is about. */
  readonly about: string
  /** Whom it is to. */
  readonly recipient: string
  /** Who it is from; empty for the configured sender. */
  readonly sender: string
  /** Its subject. */
  readonly subject: string
  /** How far it is. */
  readonly state: 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'
  /** How often it was tried. */
  readonly tries: number
  /** When it was queued. */
  readonly createdAt: string
  /** When it is tried next. */
  readonly dueAt: string
  /** Why the last try failed. */
  readonly problem: string | null
  /** Whether its content is still kept. */
  readonly kept: boolean
  /** Its HTML; empty where it is not kept. */
  readonly html: string
  /** Its text; empty where it is not kept. */
  readonly text: string
}

/** What came of a check. */
export interface MailCheck {
  /** Host and port of the mail server. */
  readonly server: string
  /** Why mails cannot be sent; null where they can. */
  readonly problem: string | null
  /** The transcript, without credentials. */
  readonly lines: readonly {
    /** Who said it. */
    readonly by: 'service' | 'server'
    /** What. */
    readonly text: string
  }[]
}

/** Who gets a test mail. */
export interface MailCheckRequest {
  /** An e-mail address. */
  readonly to?: string | null | undefined
}

/** A mail without what it says. */
export interface MailHead {
  /** Id of the mail. */
  readonly id: string
  /** Id of the mail in the catalogue. */
  readonly event: string
  /** What it is about. */
  readonly about: string
  /** Whom it is to. */
  readonly recipient: string
  /** Who it is from; empty for the configured sender. */
  readonly sender: string
  /** Its subject. */
  readonly subject: string
  /** How far it is. */
  readonly state: 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'
  /** How often it was tried. */
  readonly tries: number
  /** When it was queued. */
  readonly createdAt: string
  /** When it is tried next. */
  readonly dueAt: string
  /** Why the last try failed. */
  readonly problem: string | null
  /** Whether its content is still kept. */
  readonly kept: boolean
}

/** An API client to be made. */
export interface NewApiClient {
  /** 1 to 128 visible characters. */
  readonly name: string
  /** What it may do. */
  readonly entitlements: readonly (
    | 'manageTemplates'
    | 'readTemplates'
    | 'manageAccess'
    | 'manageFlows'
    | 'manageSources'
  )[]
  /** Whether replacing a theme is answered with 204 instead of 201. */
  readonly answersNoContent?: boolean | undefined
  /** The ids of the themes that it is limited to: it cannot see others, and cannot create, rename or reset themes. null: all themes. */
  readonly themes?: readonly string[] | null | undefined
}

/** A theme to be made. */
export interface NewTheme {
  /** 1 to 128 characters, unique without regard to case. */
  readonly name: string
  /** Up to 1024 characters. */
  readonly description?: string | null | undefined
  /** Id of a theme whose files it begins with. Without it, the theme follows the master. */
  readonly from?: string | undefined
}

/** A page of the outbox. */
export interface OutboxPage {
  /** How many mails there are in this state. */
  readonly total: number
  /** How many there are in each state. */
  readonly counts: {
    /** Those that wait. */
    readonly waiting: number
    /** Those from before a mail server was set. */
    readonly held: number
    /** Those that were sent. */
    readonly sent: number
    /** Those that were given up. */
    readonly 'given-up': number
    /** Those whose code or link expired before they could be sent. */
    readonly expired: number
  }
  /** The newest first. */
  readonly mails: readonly MailHead[]
  /** Host and port of the mail server; null where none is set. */
  readonly server: string | null
  /** The configured sender; null where no mail server is set. */
  readonly sender: string | null
}

/** What is brought back. */
export interface Restoration {
  /** The revision to go back to, or `master`. */
  readonly revision: number | 'master'
  /** The file that is brought back; without it, all of them are. */
  readonly path?: string | undefined
}

/** What is tried again. */
export interface Retried {
  /** How many mails. */
  readonly retried: number
}

/** A new secret of an application. */
export interface RotatedSecret {
  /** Its id. */
  readonly clientId: string
  /** Its secret, which is shown here and never again. */
  readonly clientSecret: string
  /** Until when the secret before is accepted too, where it is kept. */
  readonly formerSecretUntil?: string | undefined
}

/** Who gets a mail with sample values. */
export interface SampleMail {
  /** E-mail address of somebody who may use the console. */
  readonly to: string
}

/** Who is signed in to the console. */
export interface Session {
  /** Their username. */
  readonly userName: string
  /** What they are called. */
  readonly name: string
  /** What they may do. */
  readonly role: 'administrator' | 'developer'
  /** Where the pages of the service are. */
  readonly pagesUrl: string
  /** Whether scripts of customized themes run there. */
  readonly scripts: boolean
  /** The version of the service. */
  readonly version: string
  /** Keys for AES-GCM with which the browser encrypts drafts of this person: the first encrypts, all decrypt. */
  readonly draftKeys: readonly string[]
}

/** Which theme is tried. */
export interface TryOut {
  /** Id of the theme. */
  readonly themeId: string
}

/** What came back from signing in. */
export interface TryOutAnswer {
  /** The parameter `code`. */
  readonly code: string
  /** The parameter `state`. */
  readonly state: string
}

/** What an application learns of who signed in. */
export interface TryOutEnd {
  /** The theme that was tried. */
  readonly themeId: string
  /** What the ID token says. */
  readonly claims: Record<string, unknown>
  /** Where signing out begins. */
  readonly signOutUrl: string
}

/** What it takes to walk through signing in. */
export interface TryOutStart {
  /** Where to begin. */
  readonly url: string
  /** Of the test account. */
  readonly userName: string
  /** Of the test account; it opens nothing else. */
  readonly password: string
}

/** Files that are shown without being saved. */
export interface UnsavedFiles {
  /** The theme that they stand over. */
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
