// Made from the description of the calls by npm run client.
import {
  type Answer,
  type Archive,
  type Bytes,
  type CallOptions,
  type ClientOptions,
  Transport,
} from './transport.ts'
import type {
  Access,
  AccessList,
  AccessRequestList,
  AccountLinks,
  AddedMembers,
  AttributeDocument,
  AttributeList,
  Campaign,
  CampaignComparison,
  CampaignList,
  CampaignPreview,
  CampaignReview,
  CampaignReviewList,
  Catalogue,
  ChangedFiles,
  Comparison,
  Container,
  Deputy,
  DeputyList,
  Explanation,
  FileList,
  FlowList,
  FlowMistakes,
  FlowPreview,
  FlowVersions,
  FoundHolders,
  Funnel,
  Group,
  GroupList,
  GroupMembers,
  IdentitySource,
  IdentitySourceList,
  IdentitySourceTest,
  Invitation,
  Limits,
  LintReport,
  LintRules,
  MadeTheme,
  PastFlow,
  PeopleAccess,
  Person,
  PersonList,
  Plan,
  Preview,
  PushConfiguration,
  PushedTheme,
  ReviewReminder,
  RevisionList,
  Service,
  Status,
  ThemeAnalytics,
  ThemeConfiguration,
  ThemeDetails,
  ThemeList,
  ThemeSource,
  ThemeSummaries,
  WholeFlow,
  WholeRequest,
  WrittenTheme,
} from './types.ts'

export {
  type Answer,
  type Archive,
  type Bytes,
  type CallOptions,
  type ClientOptions,
  TabardError,
} from './transport.ts'
export type * from './types.ts'

/** A client of the service. */
export function createClient(options: ClientOptions): TabardClient {
  return new TabardClient(options)
}

/** Every call that an API client can make. Each throws a `TabardError` where it is refused. */
export class TabardClient {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
  }

  /** List themes. Sorted by name (by Unicode code point), with `default` last. */
  async listThemes(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<ThemeList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/branding/themes', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Create a theme from a package. Files that equal the file of the current or an earlier master are not stored. For these files, the theme follows the master. */
  async createTheme(
    input: {
      /** The ZIP archive. The part can also have another name. */
      readonly files: Archive
      /** Name and description of the theme, as JSON. */
      readonly configuration: ThemeConfiguration
    },
    options: CallOptions = {},
  ): Promise<Answer<WrittenTheme>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/branding/themes',
        input,
        sends: 'form',
        parts: ['files', 'configuration'],
        answers: 'json',
      },
      options,
    )
  }

  /** Download a theme package. The media type is `application/zip` if `Accept` lists it, otherwise `application/octet-stream`. */
  async downloadTheme(
    input: {
      /** Id of the theme, or `master` for the original package. */
      readonly id: string
      /** Only the files that differ from the master. */
      readonly customized_only?: boolean | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Blob>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/branding/themes/{id}',
        input,
        query: ['customized_only'],
        answers: 'bytes',
      },
      options,
    )
  }

  /** Replace a theme with a package. A package with every path of the master replaces the whole theme. Any other package replaces only the files in it. Replacing `default` with the master package resets it. */
  async replaceTheme(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** The ZIP archive. The part can also have another name. */
      readonly files?: Archive | undefined
      /** Name and description of the theme, as JSON. */
      readonly configuration?: ThemeConfiguration | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<WrittenTheme | undefined>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/branding/themes/{id}',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'form',
        parts: ['files', 'configuration'],
        answers: 'json',
      },
      options,
    )
  }

  /** Delete a theme. This also deletes all its files and its history. */
  async deleteTheme(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'DELETE',
        path: '/v1.0/branding/themes/{id}',
        input,
        headers: { ifMatch: 'If-Match' },
        answers: 'nothing',
      },
      options,
    )
  }

  /** Reset all branding. Deletes all other themes and resets `default` to the master. */
  async resetBranding(options: CallOptions = {}): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/branding/reset', input: {}, answers: 'nothing' },
      options,
    )
  }

  /** Read a file. If the theme does not customize the file, this is the file of the master. The media type follows from the file name. */
  async readFile(
    input: {
      /** Id of the theme, or `master` for the original package. */
      readonly id: string
      /** Path of the file below `templates`. Slashes may be sent as they are or percent-encoded. */
      readonly path: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Blob>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/branding/themes/{id}/{path}', input, answers: 'bytes' },
      options,
    )
  }

  /** Add or replace a file. */
  async writeFile(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Path of the file below `templates`. Slashes may be sent as they are or percent-encoded. */
      readonly path: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** `*` writes only if the file does not exist yet. */
      readonly ifNoneMatch?: string | undefined
      /** The file. */
      readonly file: Bytes
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/branding/themes/{id}/{path}',
        input,
        headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' },
        sends: 'form',
        parts: ['file'],
        answers: 'nothing',
      },
      options,
    )
  }

  /** Revert a file. The file becomes the same as in the master. A file that is not customized does not change. */
  async revertFile(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Path of the file below `templates`. Slashes may be sent as they are or percent-encoded. */
      readonly path: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'DELETE',
        path: '/v1.0/branding/themes/{id}/{path}',
        input,
        headers: { ifMatch: 'If-Match' },
        answers: 'nothing',
      },
      options,
    )
  }

  /** List themes with their newest revisions and applications. */
  async listThemeSummaries(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<ThemeSummaries>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Create a theme, empty or as a copy. */
  async duplicateTheme(
    input: {
      /** The name: 1 to 128 characters. Names must differ in more than upper and lower case. */
      readonly name: string
      /** The description: up to 1,024 characters. */
      readonly description?: string | null | undefined
      /** Id of a theme to copy the files from. Without it, the theme follows the master. */
      readonly from?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<MadeTheme>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes',
        input,
        sends: 'json',
        parts: ['name', 'description', 'from'],
        answers: 'json',
      },
      options,
    )
  }

  /** Plan an upload. Shows what an upload would change, without writing anything. Send the `ETag` as `If-Match` with the upload: it then fails with 412 if the theme has changed since the plan. With the id `master`, the plan is for a new theme, and has no `ETag`. Only pages that the package changes are compiled: up to 300, for up to five seconds. `notChecked` lists the rest. The linter also stops after five seconds. `findings.checked` says whether it finished. */
  async planPackage(
    input: {
      /** Id of the theme, or `master` for the original package. */
      readonly id: string
      /** The ZIP archive. */
      readonly files: Archive
    },
    options: CallOptions = {},
  ): Promise<Answer<Plan>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes/{id}/plan',
        input,
        sends: 'form',
        parts: ['files'],
        answers: 'json',
      },
      options,
    )
  }

  /** Get a theme with every file. */
  async getThemeDetails(
    input: {
      /** Id of the theme. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<ThemeDetails>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes/{id}', input, answers: 'json' },
      options,
    )
  }

  /** Write several files as one revision. Either all files change, or none. The limits for packages apply. The body can have up to 4 MiB. */
  async writeFiles(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
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
    },
    options: CallOptions = {},
  ): Promise<Answer<ChangedFiles>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes/{id}/files',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: ['files', 'etags'],
        answers: 'json',
      },
      options,
    )
  }

  /** List the revisions of a theme. */
  async listRevisions(
    input: {
      /** Id of the theme. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<RevisionList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes/{id}/revisions', input, answers: 'json' },
      options,
    )
  }

  /** List the files at a revision. */
  async listFilesAt(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Number of a revision, or `master`. */
      readonly revision: string
    },
    options: CallOptions = {},
  ): Promise<Answer<FileList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes/{id}/revisions/{revision}/files', input, answers: 'json' },
      options,
    )
  }

  /** Read a file at a revision. */
  async readFileAt(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Number of a revision, or `master`. */
      readonly revision: string
      /** Path of the file below `templates`. Slashes may be sent as they are or percent-encoded. */
      readonly path: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Blob>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/themes/{id}/revisions/{revision}/files/{path}',
        input,
        answers: 'bytes',
      },
      options,
    )
  }

  /** Read the original of a customized file. This is the file of the master from which the customized file was made. If the file in the theme `master` is different, the customized file is outdated. */
  async readOriginal(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Path of the file below `templates`. Slashes may be sent as they are or percent-encoded. */
      readonly path: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Blob>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes/{id}/originals/{path}', input, answers: 'bytes' },
      options,
    )
  }

  /** Compare two revisions. */
  async compareRevisions(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Number of a revision, or `master`, which is the default. */
      readonly from?: string | undefined
      /** Number of a revision, or `master`, which is the default. */
      readonly to?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Comparison>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/themes/{id}/compare',
        input,
        query: ['from', 'to'],
        answers: 'json',
      },
      options,
    )
  }

  /** Restore a file or all files of a revision. This creates a new revision, so you can undo it. */
  async restoreRevision(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** Number of the revision to restore, or `master`. */
      readonly revision: number | 'master'
      /** Path of the file to restore. Without it, all files are restored. */
      readonly path?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes/{id}/restore',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: ['revision', 'path'],
        answers: 'nothing',
      },
      options,
    )
  }

  /** Get the last common state of a theme and a repository. With this, a tool in a fresh clone of a repository can tell changes in the repository from changes in the theme. Every push with a `source` updates it. The service remembers the last 50 repositories for each theme. */
  async getSource(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Name of the repository. */
      readonly name: string
    },
    options: CallOptions = {},
  ): Promise<Answer<ThemeSource>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes/{id}/source', input, query: ['name'], answers: 'json' },
      options,
    )
  }

  /** Write and revert files as one revision. For tools that keep a copy of a theme. Either everything is written, or nothing. If nothing changes, no revision is created. Files that are neither in the archive nor in `reverts` do not change, even if the archive contains every path of the master. Send `If-Match` so that you do not overwrite changes made by others. */
  async pushFiles(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** The ZIP archive. */
      readonly files?: Archive | undefined
      /** What to do besides writing files, as JSON. */
      readonly configuration?: PushConfiguration | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<PushedTheme>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes/{id}/push',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'form',
        parts: ['files', 'configuration'],
        answers: 'json',
      },
      options,
    )
  }

  /** Preview a page with sample values. For a mail, send `Accept: text/plain` to get the plain text instead of the HTML. */
  async previewPage(
    input: {
      /** Id of the page or mail. */
      readonly page: string
      /** Id of the theme. The default is `default`. */
      readonly themeId?: string | undefined
      /** The requested language, such as `de` or `pt-BR`. */
      readonly locale?: string | undefined
      /** State of the page. The default is the first one of the page. */
      readonly state?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<string>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/preview/{page}',
        input,
        query: ['themeId', 'locale', 'state'],
        answers: 'text',
      },
      options,
    )
  }

  /** Preview a page with unsaved files. The limits for packages apply to the files. The body can have up to 4 MiB. A preview is kept for 15 minutes. */
  async previewUnsaved(
    input: {
      /** Id of the page or mail. */
      readonly page: string
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
    },
    options: CallOptions = {},
  ): Promise<Answer<Preview>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/preview/{page}',
        input,
        sends: 'json',
        parts: ['themeId', 'files'],
        answers: 'json',
      },
      options,
    )
  }

  /** Send a mail of a theme with sample values. The mail is sent only to people who may use the console, so that theme authors cannot mail strangers. The response does not reveal whether anybody has this address. */
  async sendSampleMail(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Id of the mail. */
      readonly mail: string
      /** The requested language, such as `de` or `pt-BR`. */
      readonly locale?: string | undefined
      /** E-mail address of a person who may use the console. */
      readonly to: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes/{id}/mails/{mail}',
        input,
        query: ['locale'],
        sends: 'json',
        parts: ['to'],
        answers: 'nothing',
      },
      options,
    )
  }

  /** List all pages and mails. Each entry has its states, files, macros and repeats, with their meanings. */
  async listPages(options: CallOptions = {}): Promise<Answer<Catalogue>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/pages', input: {}, answers: 'json' },
      options,
    )
  }

  /** Explain how a page is put together. */
  async explainPage(
    input: {
      /** Id of the page or mail. The default is `login`. */
      readonly page?: string | undefined
      /** Id of the theme. The default is `default`. */
      readonly themeId?: string | undefined
      /** The requested language, such as `de` or `pt-BR`. */
      readonly locale?: string | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<Explanation>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/explain',
        input,
        query: ['page', 'themeId', 'locale'],
        answers: 'json',
      },
      options,
    )
  }

  /** Find mistakes in a theme. Checks a theme with the linter settings of the tenant, without writing anything. You can send unsaved files, and null for files that would be reverted. The limits for packages apply. The body can have up to 4 MiB. */
  async lintTheme(
    input: {
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
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<LintReport>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/lint',
        input,
        sends: 'json',
        parts: ['themeId', 'files'],
        answers: 'json',
      },
      options,
    )
  }

  /** Find mistakes in a package. Checks a package without writing anything. Findings of severity `fatal` are mistakes for which the service would reject the package. */
  async lintPackage(
    input: {
      /** The ZIP archive. */
      readonly files: Archive
    },
    options: CallOptions = {},
  ): Promise<Answer<LintReport>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/lint/package',
        input,
        sends: 'form',
        parts: ['files'],
        answers: 'json',
      },
      options,
    )
  }

  /** List the rules of the linter. */
  async listLintRules(options: CallOptions = {}): Promise<Answer<LintRules>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/lint/rules', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Record events of a registration page. Registration pages send their events here, with a ticket from the service. Events that cannot have happened are dropped. */
  async collectEvents(
    input: {
      /** The ticket that the service put into the page. */
      readonly ticket: string
      /** The events. */
      readonly events: readonly {
        /** Name of the event. */
        readonly name: string
      }[]
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/analytics/collect',
        input,
        sends: 'json',
        parts: ['ticket', 'events'],
        answers: 'nothing',
        open: true,
      },
      options,
    )
  }

  /** Get the analytics settings of a theme. */
  async getThemeAnalytics(
    input: {
      /** Id of the theme. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<ThemeAnalytics>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/themes/{id}/analytics', input, answers: 'json' },
      options,
    )
  }

  /** Change the analytics settings of a theme. Setting `container` adds the two tag manager snippets to the theme’s `registration.html`; `null` removes the snippets that the service added. Nothing else in the file changes. Send at least one setting: settings that you leave out do not change. `eval` applies to one container only: if you change the container, set it again. */
  async setThemeAnalytics(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** Id of the tag manager container on the registration pages. Null for none. */
      readonly container?: string | null | undefined
      /** Whether the tag manager may evaluate text as script (`unsafe-eval`). */
      readonly eval?: boolean | undefined
      /** Whether the registration pages send their events to Tabard. */
      readonly firstParty?: boolean | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<ThemeAnalytics>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/themes/{id}/analytics',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: ['container', 'eval', 'firstParty'],
        answers: 'json',
      },
      options,
    )
  }

  /** Download the container for a tag manager. In the import format of the tag manager. The same parameters always give the same file. */
  async getContainer(
    input: {
      /** Id of the analytics property. */
      readonly measurementId: string
      /** Whether a script reads the page title. */
      readonly eval?: boolean | undefined
      /** Languages whose page titles are included, separated by commas. */
      readonly locales?: string | undefined
      /** Id of the theme that the page titles are from. */
      readonly themeId?: string | undefined
      /** Whether to add events for the steps and attributes of your own flows: `step_<id>` and `field_<name>`. */
      readonly designed?: boolean | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Container>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/analytics/container',
        input,
        query: ['measurementId', 'eval', 'locales', 'themeId', 'designed'],
        answers: 'json',
      },
      options,
    )
  }

  /** Get the funnel of registrations. Days are in UTC, and both are included. The default is the last 30 days. */
  async getFunnel(
    input: {
      /** The first day. */
      readonly from?: string | undefined
      /** The last day. */
      readonly to?: string | undefined
      /** Only registrations in this theme. */
      readonly themeId?: string | undefined
      /** Only registrations for this application, by its id. If empty, only registrations without an application. */
      readonly application?: string | undefined
      /** Only registrations in this language, by the name of its folder. */
      readonly locale?: string | undefined
      /** How to group the figures. */
      readonly by?: 'day' | 'theme' | 'application' | 'locale' | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<Funnel>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/analytics/funnel',
        input,
        query: ['from', 'to', 'themeId', 'application', 'locale', 'by'],
        answers: 'json',
      },
      options,
    )
  }

  /** Get the name and version of the service. Browsers are redirected to the sign-in page. */
  async getService(options: CallOptions = {}): Promise<Answer<Service>> {
    return await this.#transport.send(
      { method: 'GET', path: '/', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Check whether the process is running. */
  async getHealth(options: CallOptions = {}): Promise<Answer<Status>> {
    return await this.#transport.send(
      { method: 'GET', path: '/healthz', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Check whether the service is ready. Ready means: the service has started, can reach its database, is not shutting down and is not overloaded. */
  async getReadiness(options: CallOptions = {}): Promise<Answer<Status>> {
    return await this.#transport.send(
      { method: 'GET', path: '/readyz', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Get the limits of this installation. */
  async getLimits(options: CallOptions = {}): Promise<Answer<Limits>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/limits', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** List applications, and who may use them. */
  async listAccess(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<AccessList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/access', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Find groups and active accounts by a part of their name. Names that begin with the text come first. */
  async findHolders(
    input: {
      /** A part of a group’s name, or of a person’s username, e-mail address or name. Without it, the result is empty. */
      readonly search?: string | undefined
      /** Only accounts, or only groups. */
      readonly kind?: 'account' | 'group' | undefined
      /** Maximum number of results. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<FoundHolders>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/holders',
        input,
        query: ['search', 'kind', 'limit'],
        answers: 'json',
      },
      options,
    )
  }

  /** Get who may use an application. */
  async getAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
      /** Only entries with this text in the name of the group, or in the username, e-mail address or name of the person. Upper and lower case are equal. */
      readonly search?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Access>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/applications/{id}/access',
        input,
        query: ['page', 'limit', 'search'],
        answers: 'json',
      },
      options,
    )
  }

  /** Change who may use an application. If the application stops being open, people without access of their own lose all their tokens for it. */
  async changeAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** Who may use the application: everybody (`open`), only people with access (`assigned`), or people with access while others can request it (`request`). */
      readonly mode?: 'open' | 'request' | 'assigned' | undefined
      /** Accounts and groups that approve requests, by id or name, with the prefix `account:` or `group:` if both have this name. At most 100. */
      readonly approvers?: readonly string[] | undefined
      /** Whether people who signed in during the last 90 days keep access. Required if an application stops being open. */
      readonly keepRecent?: boolean | undefined
      /** Whether people may request access for others. */
      readonly requestsForOthers?: boolean | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Access>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/applications/{id}/access',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: ['mode', 'approvers', 'keepRecent', 'requestsForOthers'],
        answers: 'json',
      },
      options,
    )
  }

  /** Give an account or a group access. If the account or group already has access, this changes only the end date. */
  async giveAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** An account or a group, by id or name. Add the prefix `account:` or `group:` if both have this name. */
      readonly holder: string
      /** The last day (in UTC), such as `2027-01-31`, or an exact time. Without it, access does not end. */
      readonly until?: string | null | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/applications/{id}/access/{holder}',
        input,
        sends: 'json',
        parts: ['until'],
        answers: 'nothing',
      },
      options,
    )
  }

  /** Revoke access. Everybody who has no other access loses all grants, codes and tokens for the application. */
  async takeAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** An account or a group, by id or name. Add the prefix `account:` or `group:` if both have this name. */
      readonly holder: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/applications/{id}/access/{holder}', input, answers: 'nothing' },
      options,
    )
  }

  /** List the people who have access, directly or through groups. Somebody with direct access and access through groups is listed once for each. */
  async listPeople(
    input: {
      /** Id of the application. */
      readonly id: string
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
      /** Only entries with this text in the username, e-mail address or name. Upper and lower case are equal. */
      readonly search?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<PeopleAccess>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/applications/{id}/people',
        input,
        query: ['page', 'limit', 'search'],
        answers: 'json',
      },
      options,
    )
  }

  /** List groups. */
  async listGroups(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
      /** Only entries with this text in the name. Upper and lower case are equal. */
      readonly search?: string | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<GroupList>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/groups',
        input,
        query: ['page', 'limit', 'search'],
        answers: 'json',
      },
      options,
    )
  }

  /** Create a group. */
  async createGroup(
    input: {
      /** 1 to 128 visible characters. */
      readonly name: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Group>> {
    return await this.#transport.send(
      { method: 'POST', path: '/v1.0/tabard/groups', input, sends: 'json', parts: ['name'], answers: 'json' },
      options,
    )
  }

  /** Get a group. */
  async getGroup(
    input: {
      /** Id or name of the group. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Group>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/groups/{id}', input, answers: 'json' },
      options,
    )
  }

  /** Rename a group. */
  async renameGroup(
    input: {
      /** Id or name of the group. */
      readonly id: string
      /** 1 to 128 visible characters. */
      readonly name: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Group>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/groups/{id}',
        input,
        sends: 'json',
        parts: ['name'],
        answers: 'json',
      },
      options,
    )
  }

  /** Delete a group. Members lose the access that they had through the group at once. */
  async deleteGroup(
    input: {
      /** Id or name of the group. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/groups/{id}', input, answers: 'nothing' },
      options,
    )
  }

  /** List the members of a group. */
  async listMembers(
    input: {
      /** Id or name of the group. */
      readonly id: string
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
      /** Only entries with this text in the username, e-mail address or name. Upper and lower case are equal. */
      readonly search?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<GroupMembers>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/groups/{id}/members',
        input,
        query: ['page', 'limit', 'search'],
        answers: 'json',
      },
      options,
    )
  }

  /** Add people to a group. */
  async addMembers(
    input: {
      /** Id or name of the group. */
      readonly id: string
      /** Ids or usernames of up to 1,000 accounts. */
      readonly accounts: readonly string[]
    },
    options: CallOptions = {},
  ): Promise<Answer<AddedMembers>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/groups/{id}/members',
        input,
        sends: 'json',
        parts: ['accounts'],
        answers: 'json',
      },
      options,
    )
  }

  /** Remove somebody from a group. They lose the access that they had through the group at once. */
  async removeMember(
    input: {
      /** Id or name of the group. */
      readonly id: string
      /** Id or username of the account. */
      readonly account: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/groups/{id}/members/{account}', input, answers: 'nothing' },
      options,
    )
  }

  /** List accounts with their supervisors. */
  async listAccounts(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
      /** Only entries with this text in the username, e-mail address or name. Upper and lower case are equal. */
      readonly search?: string | undefined
      /** Only those with this status: `active`, `waiting`, `disabled`. */
      readonly status?: string | undefined
      /** Only people with this value of one of the tenant’s own attributes. */
      readonly attribute?: string | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<PersonList>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/people',
        input,
        query: ['page', 'limit', 'search', 'status', 'attribute'],
        answers: 'json',
      },
      options,
    )
  }

  /** Approve or reject a registration. The registration must be waiting for approval. The person is notified by mail. */
  async decideRegistration(
    input: {
      /** The account, by id or username. */
      readonly account: string
      /** True lets the person sign in; false removes the account. */
      readonly approved: boolean
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/people/{account}/approval',
        input,
        sends: 'json',
        parts: ['approved'],
        answers: 'nothing',
      },
      options,
    )
  }

  /** Set the supervisor of a person. In campaigns without named reviewers, supervisors review the access of the people they supervise. */
  async setSupervisor(
    input: {
      /** The account, by id or username. */
      readonly account: string
      /** Id or username of the supervisor, or null for none. */
      readonly supervisor: string | null
    },
    options: CallOptions = {},
  ): Promise<Answer<Person>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/people/{account}/supervisor',
        input,
        sends: 'json',
        parts: ['supervisor'],
        answers: 'json',
      },
      options,
    )
  }

  /** List requests for access, newest first. */
  async listRequests(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
      /** Only requests that wait for a decision (`open`), or that have ended (`ended`). */
      readonly state?: 'open' | 'ended' | undefined
      /** Only requests for this application, by its id. */
      readonly application?: string | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<AccessRequestList>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/requests',
        input,
        query: ['page', 'limit', 'state', 'application'],
        answers: 'json',
      },
      options,
    )
  }

  /** Get a request with its history. */
  async getRequest(
    input: {
      /** Id of the request. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<WholeRequest>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/requests/{id}', input, answers: 'json' },
      options,
    )
  }

  /** Approve or reject a request, or ask for more justification. The first decision is final. Administrators cannot decide requests that they made, or that are for themselves. */
  async decideRequest(
    input: {
      /** Id of the request. */
      readonly id: string
      /** The decision. */
      readonly turn: 'approve' | 'reject' | 'more'
      /** A comment for the requester, at most 2,000 characters. Required except for approvals. */
      readonly comment?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<WholeRequest>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/requests/{id}/decision',
        input,
        sends: 'json',
        parts: ['turn', 'comment'],
        answers: 'json',
      },
      options,
    )
  }

  /** List current and future deputies. */
  async listDeputies(options: CallOptions = {}): Promise<Answer<DeputyList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/deputies', input: {}, answers: 'json' },
      options,
    )
  }

  /** Name a deputy for an approver or reviewer. */
  async addDeputy(
    input: {
      /** Id or username of the approver or reviewer. */
      readonly approver: string
      /** Id or username of the deputy. */
      readonly deputy: string
      /** The last day (in UTC), such as `2027-01-31`, or an exact time. */
      readonly until: string
      /** The first day (in UTC), or an exact time. The default is now. */
      readonly from?: string | null | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Deputy>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/deputies',
        input,
        sends: 'json',
        parts: ['approver', 'deputy', 'until', 'from'],
        answers: 'json',
      },
      options,
    )
  }

  /** End a deputyship. */
  async removeDeputy(
    input: {
      /** Id of the deputy. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/deputies/{id}', input, answers: 'nothing' },
      options,
    )
  }

  /** List certification campaigns, newest first. */
  async listCampaigns(
    input: {
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<CampaignList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/campaigns', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Plan a certification campaign. The campaign starts automatically on its start date. It reviews everybody who has access to the applications at that time. */
  async createCampaign(
    input: {
      /** Name of the campaign. */
      readonly name: string
      /** Ids of the applications. Their access mode must not be `open`. */
      readonly applications: readonly string[]
      /** The last day (in UTC), such as `2027-01-31`, or an exact time. */
      readonly end: string
      /** Accounts and groups that follow the campaign and take over overdue reviews, by id or name. */
      readonly supervisors: readonly string[]
      /** Description of the campaign. Reviewers see it. */
      readonly description?: string | null | undefined
      /** The first day (in UTC), or an exact time. The default is now. */
      readonly start?: string | null | undefined
      /** Accounts and groups, by id or name, that share the reviews. If absent, supervisors review the people they supervise. */
      readonly reviewers?: readonly string[] | undefined
      /** What happens to undecided access when the campaign ends. The default is `keep`. */
      readonly openItems?: 'keep' | 'revoke' | undefined
      /** Whether reviewers must sign off their decisions. The default is true. */
      readonly signOff?: boolean | undefined
      /** Number of days between reminders to reviewers; 0 for none. The default is 7. */
      readonly remindDays?: number | undefined
      /** Number of days before the end when unfinished reviews go to the supervisors; 0 for never. The default is 2, or 0 if the campaign is too short. */
      readonly escalateDays?: number | undefined
      /** Number of months after which the campaign is repeated; 0 (the default) for never. */
      readonly repeatMonths?: number | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Campaign>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/campaigns',
        input,
        sends: 'json',
        parts: [
          'name',
          'applications',
          'end',
          'supervisors',
          'description',
          'start',
          'reviewers',
          'openItems',
          'signOff',
          'remindDays',
          'escalateDays',
          'repeatMonths',
        ],
        answers: 'json',
      },
      options,
    )
  }

  /** Preview the reviewers of a campaign. */
  async previewCampaign(
    input: {
      /** Name of the campaign. */
      readonly name: string
      /** Ids of the applications. Their access mode must not be `open`. */
      readonly applications: readonly string[]
      /** The last day (in UTC), such as `2027-01-31`, or an exact time. */
      readonly end: string
      /** Accounts and groups that follow the campaign and take over overdue reviews, by id or name. */
      readonly supervisors: readonly string[]
      /** Description of the campaign. Reviewers see it. */
      readonly description?: string | null | undefined
      /** The first day (in UTC), or an exact time. The default is now. */
      readonly start?: string | null | undefined
      /** Accounts and groups, by id or name, that share the reviews. If absent, supervisors review the people they supervise. */
      readonly reviewers?: readonly string[] | undefined
      /** What happens to undecided access when the campaign ends. The default is `keep`. */
      readonly openItems?: 'keep' | 'revoke' | undefined
      /** Whether reviewers must sign off their decisions. The default is true. */
      readonly signOff?: boolean | undefined
      /** Number of days between reminders to reviewers; 0 for none. The default is 7. */
      readonly remindDays?: number | undefined
      /** Number of days before the end when unfinished reviews go to the supervisors; 0 for never. The default is 2, or 0 if the campaign is too short. */
      readonly escalateDays?: number | undefined
      /** Number of months after which the campaign is repeated; 0 (the default) for never. */
      readonly repeatMonths?: number | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<CampaignPreview>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/campaigns/preview',
        input,
        sends: 'json',
        parts: [
          'name',
          'applications',
          'end',
          'supervisors',
          'description',
          'start',
          'reviewers',
          'openItems',
          'signOff',
          'remindDays',
          'escalateDays',
          'repeatMonths',
        ],
        answers: 'json',
      },
      options,
    )
  }

  /** Get a campaign with its progress. */
  async getCampaign(
    input: {
      /** Id of the campaign. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Campaign>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/campaigns/{id}', input, answers: 'json' },
      options,
    )
  }

  /** Cancel a campaign that has not started. */
  async cancelCampaign(
    input: {
      /** Id of the campaign. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/campaigns/{id}', input, answers: 'nothing' },
      options,
    )
  }

  /** End a campaign before its date. This does what happens on the end date: decisions are applied, and undecided access is kept or revoked as planned. */
  async endCampaign(
    input: {
      /** Id of the campaign. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<Campaign>> {
    return await this.#transport.send(
      { method: 'POST', path: '/v1.0/tabard/campaigns/{id}/end', input, answers: 'json' },
      options,
    )
  }

  /** List the reviews of a campaign with their progress, by reviewer. */
  async listCampaignReviews(
    input: {
      /** Id of the campaign. */
      readonly id: string
      /** Page number, from 1. */
      readonly page?: number | undefined
      /** Maximum number of entries per page. */
      readonly limit?: number | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<CampaignReviewList>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/campaigns/{id}/reviews',
        input,
        query: ['page', 'limit'],
        answers: 'json',
      },
      options,
    )
  }

  /** Remind the reviewer of a review now. */
  async remindReviewer(
    input: {
      /** Id of the campaign. */
      readonly id: string
      /** Id of the review. */
      readonly review: string
    },
    options: CallOptions = {},
  ): Promise<Answer<ReviewReminder>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/campaigns/{id}/reviews/{review}/reminder',
        input,
        answers: 'json',
      },
      options,
    )
  }

  /** Reassign a review. Nobody may review their own access. The new reviewer’s own access stays with the former reviewer, as a separate review. */
  async reassignReview(
    input: {
      /** Id of the campaign. */
      readonly id: string
      /** Id of the review. */
      readonly review: string
      /** Id, username or e-mail address of the new reviewer. */
      readonly reviewer: string
      /** The reason, at most 2,000 characters. */
      readonly reason: string
    },
    options: CallOptions = {},
  ): Promise<Answer<CampaignReview>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/campaigns/{id}/reviews/{review}/reviewer',
        input,
        sends: 'json',
        parts: ['reviewer', 'reason'],
        answers: 'json',
      },
      options,
    )
  }

  /** Download all decisions with time and reason. The CSV report of an ended campaign never changes. Its SHA-256 digest is in the campaign and in the audit trail. */
  async getCampaignReport(
    input: {
      /** Id of the campaign. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<string>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/campaigns/{id}/report', input, answers: 'text' },
      options,
    )
  }

  /** Compare a campaign with the last one for the same application. */
  async compareCampaign(
    input: {
      /** Id of the campaign. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<CampaignComparison>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/campaigns/{id}/comparison', input, answers: 'json' },
      options,
    )
  }

  /** Get the schema of flows. */
  async getFlowSchema(options: CallOptions = {}): Promise<Answer<string>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/schemas/flow', input: {}, answers: 'text', open: true },
      options,
    )
  }

  /** Get the schema of attributes. */
  async getAttributeSchema(options: CallOptions = {}): Promise<Answer<string>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/schemas/attribute', input: {}, answers: 'text', open: true },
      options,
    )
  }

  /** List user flows. */
  async listFlows(options: CallOptions = {}): Promise<Answer<FlowList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/flows', input: {}, answers: 'json' },
      options,
    )
  }

  /** Get a user flow. The `ETag` covers the document, and not `mistakes`, which also depend on attributes and languages. */
  async getFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
    },
    options: CallOptions = {},
  ): Promise<Answer<WholeFlow>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/flows/{reference}', input, answers: 'json' },
      options,
    )
  }

  /** Publish a version of a user flow. Creates the flow if it does not exist. People who have already started finish the version that they started with. An invalid document is rejected with the path and reason of every mistake, and nothing changes. */
  async publishFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** `*` writes only if the flow does not exist yet. */
      readonly ifNoneMatch?: string | undefined
      /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
      readonly document: Record<string, unknown>
    },
    options: CallOptions = {},
  ): Promise<Answer<WholeFlow>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/flows/{reference}',
        input,
        headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' },
        sends: 'json',
        parts: ['document'],
        answers: 'json',
      },
      options,
    )
  }

  /** Reset or remove a user flow. `registration` and `profile` go back to their defaults and keep their history. Any other flow is removed, unless applications use it for registration. */
  async resetFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'DELETE',
        path: '/v1.0/tabard/flows/{reference}',
        input,
        headers: { ifMatch: 'If-Match' },
        answers: 'nothing',
      },
      options,
    )
  }

  /** Check a document without publishing it. */
  async checkFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
      readonly document: Record<string, unknown>
    },
    options: CallOptions = {},
  ): Promise<Answer<FlowMistakes>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/flows/{reference}/check',
        input,
        sends: 'json',
        parts: ['document'],
        answers: 'json',
      },
      options,
    )
  }

  /** List the versions of a user flow. */
  async listFlowVersions(
    input: {
      /** Reference of the flow. */
      readonly reference: string
    },
    options: CallOptions = {},
  ): Promise<Answer<FlowVersions>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/flows/{reference}/versions', input, answers: 'json' },
      options,
    )
  }

  /** Publish an earlier version again. */
  async restoreFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** Its number. */
      readonly version: number
    },
    options: CallOptions = {},
  ): Promise<Answer<WholeFlow>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/flows/{reference}/versions',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: ['version'],
        answers: 'json',
      },
      options,
    )
  }

  /** Get a version of a user flow. */
  async getFlowVersion(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** Number of the version. */
      readonly version: string
    },
    options: CallOptions = {},
  ): Promise<Answer<PastFlow>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/flows/{reference}/versions/{version}', input, answers: 'json' },
      options,
    )
  }

  /** Invite somebody to a registration. The person gets a mail with a link. The response contains the link too. It is valid for 14 days, for this address and one account. With `mail: false`, no mail is sent: deliver the link yourself. */
  async inviteToFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** E-mail address of the person, which they register with. */
      readonly email: string
      /** Language of the mail, such as `de`. The default is the tenant’s language. */
      readonly locale?: string | undefined
      /** Whether to mail the link to the person. */
      readonly mail?: boolean | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Invitation>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/flows/{reference}/invitations',
        input,
        sends: 'json',
        parts: ['email', 'locale', 'mail'],
        answers: 'json',
      },
      options,
    )
  }

  /** List the tenant’s own attributes. */
  async listAttributes(options: CallOptions = {}): Promise<Answer<AttributeList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/attributes', input: {}, answers: 'json' },
      options,
    )
  }

  /** Get one of the tenant’s own attributes. */
  async getAttribute(
    input: {
      /** Name of the attribute. */
      readonly name: string
    },
    options: CallOptions = {},
  ): Promise<Answer<AttributeDocument>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/attributes/{name}', input, answers: 'json' },
      options,
    )
  }

  /** Add or change an attribute. The kind of an attribute cannot be changed. If you change the `version` of a consent, people are asked again. */
  async keepAttribute(
    input: {
      /** Name of the attribute. */
      readonly name: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** `*` writes only if the attribute does not exist yet. */
      readonly ifNoneMatch?: string | undefined
      /** The attribute. Its schema is at `/v1.0/tabard/schemas/attribute`. */
      readonly attribute: Record<string, unknown>
    },
    options: CallOptions = {},
  ): Promise<Answer<AttributeDocument>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/attributes/{name}',
        input,
        headers: { ifMatch: 'If-Match', ifNoneMatch: 'If-None-Match' },
        sends: 'json',
        parts: ['attribute'],
        answers: 'json',
      },
      options,
    )
  }

  /** Remove an attribute with all its values. */
  async removeAttribute(
    input: {
      /** Name of the attribute. */
      readonly name: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'DELETE',
        path: '/v1.0/tabard/attributes/{name}',
        input,
        headers: { ifMatch: 'If-Match' },
        answers: 'nothing',
      },
      options,
    )
  }

  /** Preview an unpublished user flow. The flow may contain mistakes, but its document must match the schema. A preview is kept for 15 minutes. */
  async previewFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
      readonly document: Record<string, unknown>
      /** Id of the theme. The default is `default`. */
      readonly themeId?: string | undefined
      /** Sample answers by attribute. Fields whose conditions they do not meet are hidden. Without answers, all fields are shown. */
      readonly answers?: Record<string, string> | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<FlowPreview>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/flows/{reference}/preview',
        input,
        sends: 'json',
        parts: ['document', 'themeId', 'answers'],
        answers: 'json',
      },
      options,
    )
  }

  /** List identity sources. */
  async listIdentitySources(options: CallOptions = {}): Promise<Answer<IdentitySourceList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/sources', input: {}, answers: 'json' },
      options,
    )
  }

  /** Add an identity source. */
  async createIdentitySource(
    input: {
      /** The client id that the source gave to Tabard. */
      readonly clientId: string
      /** The preset for this kind of source. */
      readonly preset?: 'openid' | 'google' | 'entra' | 'apple' | 'github' | undefined
      /** The name that people see. */
      readonly name?: string | undefined
      /** Its name in other languages, by locale. */
      readonly names?: Record<string, string> | undefined
      /** An image as a `data:` URL in base64, at most 16 KiB. Null for the preset’s icon. */
      readonly icon?: string | null | undefined
      /** Whether people can use it. */
      readonly enabled?: boolean | undefined
      /** The issuer or discovery URL. For GitHub, the address of GitHub. */
      readonly issuer?: string | undefined
      /** How Tabard authenticates at the source: with a secret, with a private key, or with PKCE only. */
      readonly authentication?: 'secret' | 'key' | 'none' | undefined
      /** Id of the private key. */
      readonly keyId?: string | null | undefined
      /** The team id at Apple. */
      readonly teamId?: string | null | undefined
      /** The requested scopes. */
      readonly scopes?: readonly string[] | undefined
      /** The claim for each attribute, such as `name.first` for `givenName`. */
      readonly claims?: Record<string, string> | undefined
      /** Only people with a verified address in one of these domains may use the source. If empty, everybody may. */
      readonly allowedDomains?: readonly string[] | undefined
      /** People with a verified address in one of these domains are linked with the account that has this address. */
      readonly trustedDomains?: readonly string[] | undefined
      /** People who enter an address in one of these domains are sent to the source. */
      readonly routedDomains?: readonly string[] | undefined
      /** Whether an account is created when a person signs in for the first time. */
      readonly creates?: boolean | undefined
      /** Whether people can link an existing account after they have signed in to it. */
      readonly links?: boolean | undefined
      /** Whether signing out of Tabard also signs people out of the source. */
      readonly signsOut?: boolean | undefined
      /** Values of the claim `amr` that count as a second factor. */
      readonly factorAmr?: readonly string[] | undefined
      /** Values of the claim `acr` that count as a second factor. */
      readonly factorAcr?: readonly string[] | undefined
      /** The client secret, or the private key in PEM format. It is never shown again. Null removes it. */
      readonly secret?: string | null | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<IdentitySource>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/sources',
        input,
        sends: 'json',
        parts: [
          'clientId',
          'preset',
          'name',
          'names',
          'icon',
          'enabled',
          'issuer',
          'authentication',
          'keyId',
          'teamId',
          'scopes',
          'claims',
          'allowedDomains',
          'trustedDomains',
          'routedDomains',
          'creates',
          'links',
          'signsOut',
          'factorAmr',
          'factorAcr',
          'secret',
        ],
        answers: 'json',
      },
      options,
    )
  }

  /** Get an identity source. */
  async getIdentitySource(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<IdentitySource>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/sources/{id}', input, answers: 'json' },
      options,
    )
  }

  /** Change an identity source. The preset cannot be changed. If you change the issuer, send the secret again. */
  async updateIdentitySource(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
      /** The name that people see. */
      readonly name?: string | undefined
      /** Its name in other languages, by locale. */
      readonly names?: Record<string, string> | undefined
      /** An image as a `data:` URL in base64, at most 16 KiB. Null for the preset’s icon. */
      readonly icon?: string | null | undefined
      /** Whether people can use it. */
      readonly enabled?: boolean | undefined
      /** The issuer or discovery URL. For GitHub, the address of GitHub. */
      readonly issuer?: string | undefined
      /** The client id that the source gave to Tabard. */
      readonly clientId?: string | undefined
      /** How Tabard authenticates at the source: with a secret, with a private key, or with PKCE only. */
      readonly authentication?: 'secret' | 'key' | 'none' | undefined
      /** Id of the private key. */
      readonly keyId?: string | null | undefined
      /** The team id at Apple. */
      readonly teamId?: string | null | undefined
      /** The requested scopes. */
      readonly scopes?: readonly string[] | undefined
      /** The claim for each attribute, such as `name.first` for `givenName`. */
      readonly claims?: Record<string, string> | undefined
      /** Only people with a verified address in one of these domains may use the source. If empty, everybody may. */
      readonly allowedDomains?: readonly string[] | undefined
      /** People with a verified address in one of these domains are linked with the account that has this address. */
      readonly trustedDomains?: readonly string[] | undefined
      /** People who enter an address in one of these domains are sent to the source. */
      readonly routedDomains?: readonly string[] | undefined
      /** Whether an account is created when a person signs in for the first time. */
      readonly creates?: boolean | undefined
      /** Whether people can link an existing account after they have signed in to it. */
      readonly links?: boolean | undefined
      /** Whether signing out of Tabard also signs people out of the source. */
      readonly signsOut?: boolean | undefined
      /** Values of the claim `amr` that count as a second factor. */
      readonly factorAmr?: readonly string[] | undefined
      /** Values of the claim `acr` that count as a second factor. */
      readonly factorAcr?: readonly string[] | undefined
      /** The client secret, or the private key in PEM format. It is never shown again. Null removes it. */
      readonly secret?: string | null | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<IdentitySource>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/sources/{id}',
        input,
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: [
          'name',
          'names',
          'icon',
          'enabled',
          'issuer',
          'clientId',
          'authentication',
          'keyId',
          'teamId',
          'scopes',
          'claims',
          'allowedDomains',
          'trustedDomains',
          'routedDomains',
          'creates',
          'links',
          'signsOut',
          'factorAmr',
          'factorAcr',
          'secret',
        ],
        answers: 'json',
      },
      options,
    )
  }

  /** Remove an identity source. This also removes its links to accounts, and ends all sessions and tokens of the linked accounts. The accounts themselves stay. */
  async deleteIdentitySource(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
      /** Writes only if the current ETag is this one. */
      readonly ifMatch?: string | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'DELETE',
        path: '/v1.0/tabard/sources/{id}',
        input,
        headers: { ifMatch: 'If-Match' },
        answers: 'nothing',
      },
      options,
    )
  }

  /** Test an identity source. Open the address in a browser and sign in at the source. You return to the console with the result. The test does not sign anybody in to Tabard. */
  async testIdentitySource(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<IdentitySourceTest>> {
    return await this.#transport.send(
      { method: 'POST', path: '/v1.0/tabard/sources/{id}/tests', input, answers: 'json' },
      options,
    )
  }

  /** Get a test of an identity source. A test is kept for an hour. */
  async getIdentitySourceTest(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
      /** Id of the test. */
      readonly test: string
    },
    options: CallOptions = {},
  ): Promise<Answer<IdentitySourceTest>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/sources/{id}/tests/{test}', input, answers: 'json' },
      options,
    )
  }

  /** List the links of an account. */
  async listAccountLinks(
    input: {
      /** Id or username of the account. */
      readonly account: string
    },
    options: CallOptions = {},
  ): Promise<Answer<AccountLinks>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/accounts/{account}/links', input, answers: 'json' },
      options,
    )
  }

  /** Link an account with a person at an identity source. The person can then sign in to the account through the source. */
  async linkAccount(
    input: {
      /** Id or username of the account. */
      readonly account: string
      /** Id or name of the identity source. */
      readonly source: string
      /** Id of the person at the source: the claim `sub`, or the id of the GitHub account. */
      readonly subject: string
    },
    options: CallOptions = {},
  ): Promise<Answer<AccountLinks>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/accounts/{account}/links',
        input,
        sends: 'json',
        parts: ['source', 'subject'],
        answers: 'json',
      },
      options,
    )
  }

  /** Remove a link of an account. This ends all sessions and tokens of the account. */
  async unlinkAccount(
    input: {
      /** Id or username of the account. */
      readonly account: string
      /** Id or name of the identity source. */
      readonly source: string
      /** Id of the person at the source. */
      readonly subject: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      {
        method: 'DELETE',
        path: '/v1.0/tabard/accounts/{account}/links',
        input,
        query: ['source', 'subject'],
        answers: 'nothing',
      },
      options,
    )
  }
}
