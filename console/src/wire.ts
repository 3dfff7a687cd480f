// Made from the description of the calls by npm run client.

/** What they are to send; what is absent stays as it is. A container of null takes out the one that the service put there, and leaves one that was put in by hand. */
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
  readonly entitlements: readonly ('manageTemplates' | 'readTemplates')[]
  /** Whether replacing a theme is answered with 204 instead of 201. */
  readonly answersNoContent: boolean
  /** When it got a token or used one, to the minute; null where it never did. */
  readonly lastUsed: string | null
  /** When its tool, which takes only 204 for a success, was last answered 201; null where it never was, or the answer was changed since. */
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
  readonly entitlements?: readonly ('manageTemplates' | 'readTemplates')[] | undefined
  /** Whether replacing a theme is answered with 204 instead of 201. */
  readonly answersNoContent?: boolean | undefined
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
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public: boolean
}

/** All applications. */
export interface ApplicationList {
  /** The applications, by name. */
  readonly applications: readonly Application[]
}

/** An application, by name. */
export interface ApplicationName {
  /** Id of the application. */
  readonly id: string
  /** Name of the application. */
  readonly name: string
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
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public?: boolean | undefined
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

/** All pages and mails. */
export interface Catalogue {
  /** What pages have to do with, in the order in which people get to them. */
  readonly groups: readonly string[]
  /** What every page and mail can show. */
  readonly macros: readonly Macro[]
  /** The pages. */
  readonly pages: readonly CataloguePage[]
  /** The mails. */
  readonly mails: readonly CatalogueMail[]
}

/** A mail. */
export interface CatalogueMail {
  /** Id of the page or mail. */
  readonly id: string
  /** What it is for. */
  readonly meaning: string
  /** Situations that it can be shown in; the first is the usual one. */
  readonly states: readonly string[]
  /** What each state is about. */
  readonly situations: Record<string, string>
  /** Its templates, without the folder of the locale. */
  readonly files: readonly string[]
  /** What it can show. */
  readonly macros: readonly Macro[]
  /** Parts that are repeated for each row. */
  readonly repeats: readonly {
    /** Its name. */
    readonly name: string
    /** What a row can show. */
    readonly macros: readonly Macro[]
  }[]
}

/** A page that people see. */
export interface CataloguePage {
  /** Id of the page or mail. */
  readonly id: string
  /** What it is for. */
  readonly meaning: string
  /** Situations that it can be shown in; the first is the usual one. */
  readonly states: readonly string[]
  /** What each state is about. */
  readonly situations: Record<string, string>
  /** Its templates, without the folder of the locale. */
  readonly files: readonly string[]
  /** What it can show. */
  readonly macros: readonly Macro[]
  /** Parts that are repeated for each row. */
  readonly repeats: readonly {
    /** Its name. */
    readonly name: string
    /** What a row can show. */
    readonly macros: readonly Macro[]
  }[]
  /** What it has to do with. */
  readonly group: string
}

/** Files after a write. */
export interface ChangedFiles {
  /** The revision of the theme. */
  readonly revision: number
  /** Their new tags, by path. A file that is gone has none. */
  readonly etags: Record<string, string>
}

/** What differs between two revisions. */
export interface Comparison {
  /** By path. */
  readonly differences: readonly {
    /** Path of the file below `templates`. */
    readonly path: string
    /** How it differs. */
    readonly kind: 'added' | 'removed' | 'changed'
    /** Digest of the content before; null where there was no such file. */
    readonly from: string | null
    /** Digest of the content after; null where there is no such file. */
    readonly to: string | null
  }[]
}

/** A container of a tag manager. */
export interface Container {
  /** Always 2. */
  readonly exportFormatVersion: number
  /** Always the same, so that two containers can be compared. */
  readonly exportTime: string
  /** Its tags, triggers and variables. */
  readonly containerVersion: Record<string, Record<string, unknown>>
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

/** How a page came to be. */
export interface Explanation {
  /** Other origins that the page loads scripts from. Such a script can read everything that people type into the page. */
  readonly scripts: readonly string[]
  /** Id of the page or mail. */
  readonly page: string
  /** The theme in use. */
  readonly theme: {
    /** Its id. */
    readonly id: string
    /** Why it is this one. */
    readonly why: 'forced' | 'application' | 'default'
    /** Its revision. */
    readonly revision: number
  }
  /** The language in use. */
  readonly locale: {
    /** What was asked for, the most wanted first. */
    readonly asked: readonly string[]
    /** The locale, as its folder is named. */
    readonly used: string
    /** Its tag. */
    readonly language: string
    /** Which way it is read. */
    readonly direction: 'ltr' | 'rtl'
  }
  /** Why the page of the master is shown; null where it is the own one. */
  readonly fallback: string | null
  /** How often that happened on this node. */
  readonly fallbacks: number
  /** The files that it is made of. */
  readonly files: readonly {
    /** What it is for. */
    readonly role: 'page' | 'subject' | 'header' | 'footer' | 'labels' | 'style'
    /** Its path. */
    readonly path: string
    /** Whose it is. */
    readonly from: 'theme' | 'master'
  }[]
  /** Labels. */
  readonly labels: {
    /** Those that it shows. */
    readonly used: readonly string[]
    /** Those that nobody has. */
    readonly missing: readonly string[]
  }
  /** Macros. */
  readonly macros: {
    /** Those that it shows. */
    readonly used: readonly string[]
    /** Those that are known and have no value here. */
    readonly withoutValue: readonly string[]
    /** Those that nobody knows. */
    readonly unknown: readonly string[]
  }
  /** Names of its repeats. */
  readonly repeats: readonly string[]
  /** What is wrong with it. */
  readonly problems: readonly Problem[]
  /** What the page may do in a browser. */
  readonly policy: {
    /** Its content security policy. */
    readonly text: string
    /** Origins that it may load from because a file names them. */
    readonly widened: readonly {
      /** What may be loaded. */
      readonly directive: string
      /** Where from. */
      readonly origin: string
      /** The file that names it. */
      readonly by: string
    }[]
    /** How often browsers reported that it tried more. */
    readonly violations: number
  }
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

/** The files of a theme at a revision. */
export interface FileList {
  /** The files, by path. */
  readonly files: readonly ListedFile[]
}

/** How far registrations come. */
export interface Funnel {
  /** The first day. */
  readonly from: string
  /** The last day. */
  readonly to: string
  /** What the groups are. */
  readonly by: 'day' | 'theme' | 'application' | 'locale'
  /** All together. */
  readonly total: {
    /** Each step, against the one before it. */
    readonly steps: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each field, against the start. */
    readonly fields: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
  }
  /** Each group. */
  readonly groups: readonly {
    /** Which one. */
    readonly group: string
    /** Each step, against the one before it. */
    readonly steps: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
    /** Each field, against the start. */
    readonly fields: readonly {
      /** Name of the event. */
      readonly event: string
      /** How often it happened. */
      readonly times: number
      /** In how many journeys it happened. */
      readonly journeys: number
      /** The share of journeys that were lost before it; null where there is nothing to compare with. */
      readonly dropOff: number | null
    }[]
  }[]
}

/** Bounds on what a tenant may store and a client may send. */
export interface Limits {
  /** Bytes of an archive. */
  readonly archive: number
  /** Bytes of the files in an archive together. */
  readonly expanded: number
  /** Bytes of a file. */
  readonly file: number
  /** Entries of an archive. */
  readonly entries: number
  /** How many times as large as the archive its content may be. */
  readonly ratio: number
  /** Bytes of a path. */
  readonly path: number
  /** Bytes of a segment of a path. */
  readonly segment: number
  /** Segments of a path. */
  readonly levels: number
  /** Themes of a tenant. */
  readonly themes: number
  /** Revisions of a theme that are kept. */
  readonly revisions: number
  /** Bounds on one template, which nobody can change. */
  readonly template: {
    /** Bytes of the files that a page is made from. */
    readonly sources: number
    /** Characters of a page with header, footer and labels. */
    readonly page: number
    /** Bytes of a page with its values. */
    readonly output: number
    /** Elements and comments. */
    readonly elements: number
    /** Words and the blanks between them. */
    readonly texts: number
    /** Attributes. */
    readonly attributes: number
    /** Attributes of one element. */
    readonly attributesOfElement: number
    /** Levels of elements. */
    readonly depth: number
    /** Macros, labels and repeats. */
    readonly constructs: number
    /** Labels in the label files of a language. */
    readonly labels: number
    /** Characters of these labels. */
    readonly labelTexts: number
    /** Style sheets of the theme that a page names. */
    readonly sheets: number
    /** Other origins that a page loads scripts from. */
    readonly scriptOrigins: number
    /** Characters of the subject of a mail, and of its sender. */
    readonly subject: number
    /** Languages of a theme. */
    readonly locales: number
    /** Bytes of the content policy. */
    readonly policy: number
    /** Seconds of processor time for compiling a page. */
    readonly seconds: number
    /** Seconds for all slow pages of a theme, in all languages. */
    readonly secondsOfTheme: number
    /** MiB of memory for compiling. */
    readonly memory: number
  }
}

/** A file of a theme. */
export interface ListedFile {
  /** Path of the file below `templates`. */
  readonly path: string
  /** Whose it is. */
  readonly state: 'master' | 'customized' | 'added'
  /** SHA-256 of the content. */
  readonly digest: string
  /** Bytes of the content. */
  readonly size: number
}

/** A macro of a template. */
export interface Macro {
  /** Its name; a template writes it between at signs. */
  readonly name: string
  /** What its value is. */
  readonly kind: 'text' | 'number' | 'json' | 'address' | 'markup' | 'switch'
  /** What its value tells. */
  readonly meaning: string
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
  /** Whether it has no secret, and proves itself by PKCE alone. */
  readonly public: boolean
  /** Its secret, which is shown here and never again; absent for a public one. */
  readonly clientSecret?: string | undefined
}

/** A theme that was made. */
export interface MadeTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
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
  /** What was said, without credentials. */
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

/** A label or a macro, and where it stands. */
export interface NamedPlace {
  /** Its name. */
  readonly name: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
}

/** An API client to be made. */
export interface NewApiClient {
  /** 1 to 128 visible characters. */
  readonly name: string
  /** What it may do. */
  readonly entitlements: readonly ('manageTemplates' | 'readTemplates')[]
  /** Whether replacing a theme is answered with 204 instead of 201. */
  readonly answersNoContent?: boolean | undefined
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
    /** Those from before mail was turned on. */
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

/** What made an element of a page. */
export interface PageElement {
  /** Name of the element. */
  readonly tag: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
  /** Labels in it. */
  readonly labels: readonly NamedPlace[]
  /** Macros in it. */
  readonly macros: readonly NamedPlace[]
}

/** What a package would do to a theme. */
export interface Plan {
  /** Other origins that the pages which change load scripts from; new ones first. Such a script can read everything that people type into the page, passwords included. */
  readonly scripts: readonly {
    /** Where the scripts come from. */
    readonly origin: string
    /** Ids of pages that load no scripts from it today. */
    readonly newOn: readonly string[]
    /** Ids of pages that do so today as well. */
    readonly alreadyOn: readonly string[]
  }[]
  /** Whether it replaces the theme whole. */
  readonly whole: boolean
  /** Files that the theme does not have yet. */
  readonly added: readonly string[]
  /** Files whose content becomes another. */
  readonly changed: readonly string[]
  /** Files that are as in the package already. */
  readonly unchanged: readonly string[]
  /** Files that go. */
  readonly removed: readonly string[]
  /** Entries that are passed over. */
  readonly ignored: readonly string[]
  /** Files that equal those of an earlier master. They are not customized: the theme uses the current master’s. */
  readonly outdated: readonly string[]
  /** Files that no page, mail or address leads to: check their names. */
  readonly neverShown: readonly string[]
  /** Macros that nobody knows, which stay in the page as they are written. */
  readonly unknownMacros: readonly {
    /** Name of the macro. */
    readonly name: string
    /** Path of the file. */
    readonly file: string
    /** Line in the file, from 1. */
    readonly line: number
  }[]
  /** Addresses in style sheets of the theme that lead to no file. */
  readonly lostAddresses: readonly {
    /** Path of the style sheet. */
    readonly file: string
    /** Line in the file, from 1. */
    readonly line: number
    /** The address as it is written. */
    readonly address: string
  }[]
  /** Origins that pages did not load anything from before. */
  readonly widened: readonly {
    /** What would be loaded, as a policy names it. */
    readonly directive: string
    /** Where from. */
    readonly origin: string
    /** Ids of the pages. */
    readonly pages: readonly string[]
  }[]
  /** Pages that cannot be made or lack a part, so that people would see those of the master, always or in some situations. */
  readonly unusable: readonly {
    /** Id of the page or mail. */
    readonly page: string
    /** The language. */
    readonly locale: string
    /** What is wrong. */
    readonly why: string
  }[]
  /** What was not checked, because the package changes too many pages to look at all of them. It is empty where everything was checked. */
  readonly notChecked: readonly {
    /** The language. */
    readonly locale: string
    /** How many pages and mails were not checked in it. */
    readonly pages: number
  }[]
}

/** A page with files that are not saved. */
export interface Preview {
  /** The key to the preview; it is good for a while, and for nothing else. */
  readonly id: string
  /** Id of the theme below it. */
  readonly theme: string
  /** Where the page is, without a token. */
  readonly url: string
  /** Why the page of the master is shown; null where it is the own one. */
  readonly fallback: string | null
  /** What is wrong with it. */
  readonly problems: readonly Problem[]
  /** The elements of the page, by their number in it. */
  readonly elements: readonly PageElement[]
}

/** Something that the author of a template should know of. */
export interface Problem {
  /** What is wrong. */
  readonly what:
    | 'unknown macro'
    | 'missing label'
    | 'include cycle'
    | 'uneven repeat'
    | 'broad policy'
    | 'over a bound'
    | 'missing part'
    | 'missing value'
  /** Of the macro, label, file, repeat, directive of the policy, or bound. */
  readonly name: string
  /** Path of the file. */
  readonly file: string
  /** Line in the file, from 1. */
  readonly line: number
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

/** A write to a theme. */
export interface Revision {
  /** Its number. */
  readonly revision: number
  /** When it was made. */
  readonly at: string
  /** `client:` and the id of an API client, or `account:` and a username. */
  readonly author: string
  /** What people call the author: the current name of the API client, or the username. Null for an API client that is gone. */
  readonly authorName: string | null
  /** How it was made. */
  readonly cause:
    | 'create'
    | 'replace'
    | 'configure'
    | 'write file'
    | 'write files'
    | 'revert file'
    | 'restore'
    | 'reset'
    | 'analytics'
  /** What it changed. */
  readonly changes: readonly {
    /** Path of the file below `templates`. */
    readonly path: string
    /** What happened to it. */
    readonly kind: 'customized' | 'added' | 'changed' | 'reverted' | 'removed'
  }[]
}

/** The revisions of a theme. */
export interface RevisionList {
  /** The newest first; a hundred are kept. */
  readonly revisions: readonly Revision[]
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

/** What the registration pages of a theme send, and where to. */
export interface ThemeAnalytics {
  /** Id of the container that they carry. */
  readonly container: string | null
  /** Whether the tag manager may evaluate text as script. */
  readonly eval: boolean
  /** Whether they tell the service what happens on them. */
  readonly firstParty: boolean
  /** Whether a person put the container there, and not the service. */
  readonly byHand: boolean
}

/** What a client may set of a theme. What is absent stays as it is. */
export interface ThemeConfiguration {
  /** 1 to 128 characters, trimmed and unique without regard to case. A new theme needs one. */
  readonly name?: string | undefined
  /** Up to 1024 characters; null or an empty text takes it away. */
  readonly description?: string | null | undefined
}

/** A theme with every file. */
export interface ThemeDetails {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  /** When that was made. */
  readonly updatedAt: string
  /** Who made it: `client:` and the id of an API client, or `account:` and a username. */
  readonly updatedBy: string | null
  /** What people call the author: the current name of the API client, or the username. Null for an API client that is gone. */
  readonly updatedByName: string | null
  /** How many files differ from the master. */
  readonly customized: number
  /** The applications that use the theme. */
  readonly applications: readonly ApplicationName[]
  /** The files, by path. */
  readonly files: readonly ListedFile[]
}

/** A page of the list of themes. */
export interface ThemeList {
  /** How many elements this answer has. */
  readonly count: number
  /** How many it has at most. */
  readonly limit: number
  /** Which page it is; the first is 1. */
  readonly page: number
  /** How many there are in all. */
  readonly total: number
  /** The themes, by name; `default` is the last. */
  readonly themeRegistrations: readonly ThemeRegistration[]
}

/** A theme, as the interface lists it. */
export interface ThemeRegistration {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. It is absent where there is none. */
  readonly description?: string | undefined
}

/** A page of the list of themes, with what the interface does not tell. */
export interface ThemeSummaries {
  /** How many elements this answer has. */
  readonly count: number
  /** How many it has at most. */
  readonly limit: number
  /** Which page it is; the first is 1. */
  readonly page: number
  /** How many there are in all. */
  readonly total: number
  /** The themes, by name; `default` is the last. */
  readonly themes: readonly ThemeSummary[]
}

/** A theme, with its newest revision and who uses it. */
export interface ThemeSummary {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  /** When that was made. */
  readonly updatedAt: string
  /** Who made it: `client:` and the id of an API client, or `account:` and a username. */
  readonly updatedBy: string | null
  /** What people call the author: the current name of the API client, or the username. Null for an API client that is gone. */
  readonly updatedByName: string | null
  /** How many files differ from the master. */
  readonly customized: number
  /** The applications that use the theme. */
  readonly applications: readonly ApplicationName[]
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

/** A theme after a write. */
export interface WrittenTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. It is absent where there is none. */
  readonly description?: string | undefined
  /** Entries of the archive that were passed over. It is absent where there are none. */
  readonly ignored?: readonly string[] | undefined
  /** Files that equal those of an earlier master. They are not customized: the theme uses the current master’s. */
  readonly outdated?: readonly string[] | undefined
  /** Files that no page, mail or address leads to. Absent where there are none. */
  readonly neverShown?: readonly string[] | undefined
  /** The name that was sent for the default theme, which keeps its own. Absent otherwise. */
  readonly nameIgnored?: string | undefined
}
