// Made from the description of the calls by npm run client.

/** An application, by name. */
export interface ApplicationName {
  /** Id of the application. */
  readonly id: string
  /** Name of the application. */
  readonly name: string
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

/** A mistake. */
export interface LintFinding {
  /** Id of the rule, which never changes. */
  readonly rule: string
  /** How bad it is. */
  readonly severity: 'fatal' | 'error' | 'warning' | 'recommendation'
  /** Path of the file below `templates`; empty for the theme as a whole. */
  readonly file: string
  readonly start: LintPlace
  readonly end: LintPlace
  /** What is wrong, and what would be right. */
  readonly message: string
  /** Ids of the pages and mails that it was found on. */
  readonly pages?: readonly string[] | undefined
  /** Languages in which it was found; without them, in every language. */
  readonly locales?: readonly string[] | undefined
  /** States of the page in which it matters; without them, in every state. */
  readonly states?: readonly string[] | undefined
  /** What puts it right. */
  readonly fix?:
    | {
        /** What it does. */
        readonly title: string
        readonly edits:
          | 'remove'
          | readonly {
              /** Where it begins, in UTF-16 code units from 0. */
              readonly start: number
              /** Where it ends. */
              readonly end: number
              /** What is put there. */
              readonly text: string
            }[]
      }
    | undefined
}

/** A place in a text file. */
export interface LintPlace {
  /** Line, from 1. */
  readonly line: number
  /** Column in UTF-16 code units, from 1. */
  readonly column: number
}

/** What is wrong with a theme. */
export interface LintReport {
  /** The mistakes, the worst first. */
  readonly findings: readonly LintFinding[]
  /** How many there are of each severity, those included that are not listed. */
  readonly counts: {
    /** What the service refuses to store. */
    readonly fatal: number
    /** What keeps something from working. */
    readonly error: number
    /** Probable mistakes. */
    readonly warning: number
    /** Matters of taste. */
    readonly recommendation: number
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

/** A theme that was made. */
export interface MadeTheme {
  /** Id of the theme: `default`, or a UUID. */
  readonly id: string
  /** Name of the theme. */
  readonly name: string
  /** What the theme is for. */
  readonly description: string | null
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

/** What the service is. */
export interface Service {
  /** Always `tabard`. */
  readonly service: string
  /** Its version. */
  readonly version: string
  /** What it does. */
  readonly description: string
  /** Where the themes are. */
  readonly themes: string
  /** Where tokens are requested. */
  readonly token: string
  /** Where the limits are. */
  readonly limits: string
  /** Where this description is. */
  readonly openapi: string
  /** Where it can be read. */
  readonly docs: string
  /** Where to ask how it is. */
  readonly health: readonly string[]
}

/** How the service is. */
export interface Status {
  /** `alive` or `ready`. */
  readonly status: string
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
