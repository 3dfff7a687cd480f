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

  /** List themes. Ordered by name in code points, with `default` last. */
  async listThemes(
    input: {
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<ThemeList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/branding/themes', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Create a theme from a package. A file that equals the file of the current or an earlier master is not stored. The theme then follows the master. */
  async createTheme(
    input: {
      /** The ZIP archive. A part of any other name is taken too. */
      readonly files: Archive
      /** What is set of the theme, as JSON. */
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

  /** Download a theme package. The response is `application/zip` if `Accept` contains it. */
  async downloadTheme(
    input: {
      /** Id of the theme; `master` is the original package. */
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
      /** Writes only while the ETag is this one. */
      readonly ifMatch?: string | undefined
      /** The ZIP archive. A part of any other name is taken too. */
      readonly files?: Archive | undefined
      /** What is set of the theme, as JSON. */
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

  /** Delete a theme. With all its files and its history. */
  async deleteTheme(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only while the ETag is this one. */
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

  /** Read a file. If the theme does not customize the file, this is the file of the master. The content type follows from the name. */
  async readFile(
    input: {
      /** Id of the theme; `master` is the original package. */
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
      /** Writes only while the ETag is this one. */
      readonly ifMatch?: string | undefined
      /** `*` writes only where there is no such file yet. */
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

  /** Revert a file. The file then equals the master’s again. A file that is not customized does not change. */
  async revertFile(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Path of the file below `templates`. Slashes may be sent as they are or percent-encoded. */
      readonly path: string
      /** Writes only while the ETag is this one. */
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

  /** List themes with their revisions and users. */
  async listThemeSummaries(
    input: {
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
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
      /** 1 to 128 characters, unique without regard to case. */
      readonly name: string
      /** Up to 1024 characters. */
      readonly description?: string | null | undefined
      /** Id of a theme whose files it begins with. Without it, the theme follows the master. */
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

  /** Plan an upload. Nothing is written. Send the `ETag` as `If-Match` with the write: it then fails with 412 if the theme has changed since the plan. With `master` as the id, it is what a new theme would differ in, and there is no `ETag`. Only pages that the package changes are compiled, 300 at most and for five seconds at most: `notChecked` names the rest. The linter has five seconds too: `findings.checked` tells whether they were enough. */
  async planPackage(
    input: {
      /** Id of the theme; `master` is the original package. */
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

  /** Write several files as one revision. Either all files change, or none. The limits of packages apply, and the body can have up to 4 MiB. */
  async writeFiles(
    input: {
      /** Id of the theme. */
      readonly id: string
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
    },
    options: CallOptions = {},
  ): Promise<Answer<ChangedFiles>> {
    return await this.#transport.send(
      {
        method: 'POST',
        path: '/v1.0/tabard/themes/{id}/files',
        input,
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

  /** Read the original of a customized file. The file of the master at that time. If it differs from the file of the theme `master`, the customized file is outdated. */
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
      /** A revision; `master` unless it is given. */
      readonly from?: string | undefined
      /** A revision; `master` unless it is given. */
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
      /** Writes only while the ETag is this one. */
      readonly ifMatch?: string | undefined
      /** The revision to go back to, or `master`. */
      readonly revision: number | 'master'
      /** The file that is brought back; without it, all of them are. */
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

  /** Get the last common state of a theme and a repository. For tools in a fresh copy of a repository, which have to tell changes of the repository from changes of the theme. Pushes with a `source` keep it up to date; it is known for the 50 repositories that were pushed from last. */
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

  /** Write and revert files as one revision. For tools that keep a copy of a theme. Either everything is written, or nothing. If nothing changes, there is no new revision. Files that are neither in the archive nor among `reverts` stay as they are, even if the archive holds every path of the master. With `If-Match`, a theme that was changed meanwhile is not overwritten. */
  async pushFiles(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only while the ETag is this one. */
      readonly ifMatch?: string | undefined
      /** The ZIP archive. */
      readonly files?: Archive | undefined
      /** What else is done, as JSON. */
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

  /** Preview a page with sample values. Of a mail, `Accept: text/plain` gets the text instead of the HTML. */
  async previewPage(
    input: {
      /** Id of the page or mail. */
      readonly page: string
      /** Id of the theme; `default` unless it is given. */
      readonly themeId?: string | undefined
      /** The language that is wanted, such as `de` or `pt-BR`. */
      readonly locale?: string | undefined
      /** The situation; the first of the page unless it is given. */
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

  /** Preview a page with unsaved files. The files obey the limits of a package, and the body has at most 4 MiB. A preview is kept for 15 minutes. */
  async previewUnsaved(
    input: {
      /** Id of the page or mail. */
      readonly page: string
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

  /** Send a mail of a theme with sample values. It goes to people who may use the console and nobody else, so that a theme’s author cannot mail strangers. The answer does not tell whether somebody has this address. */
  async sendSampleMail(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Id of the mail. */
      readonly mail: string
      /** The language that is wanted, such as `de` or `pt-BR`. */
      readonly locale?: string | undefined
      /** E-mail address of somebody who may use the console. */
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

  /** List all pages and mails. With their states, files, macros and repeats, and what each means. */
  async listPages(options: CallOptions = {}): Promise<Answer<Catalogue>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/pages', input: {}, answers: 'json' },
      options,
    )
  }

  /** Explain how a page was made. */
  async explainPage(
    input: {
      /** Id of the page or mail; `login` unless it is given. */
      readonly page?: string | undefined
      /** Id of the theme; `default` unless it is given. */
      readonly themeId?: string | undefined
      /** The language that is wanted, such as `de` or `pt-BR`. */
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

  /** Find mistakes in a theme. Nothing is written. The settings of the tenant count. Files that are not saved yet can be sent along, and null for those that the theme would give up; they obey the limits of a package, and the body has at most 4 MiB. */
  async lintTheme(
    input: {
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

  /** Find mistakes in a package. Nothing is written. A mistake for which the service would refuse the package is a finding of severity `fatal`. */
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

  /** Record events of a registration page. Registration pages send this by themselves, with a ticket of the service. Impossible events are dropped. */
  async collectEvents(
    input: {
      /** What the page was given. */
      readonly ticket: string
      /** What happened. */
      readonly events: readonly {
        /** Its name. */
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

  /** Change the analytics settings of a theme. A container puts the two snippets of the tag manager into the theme’s own `registration.html`, and `null` takes out the ones that the service put there. Everything else in the file stays as it is, byte for byte. What is not given stays as it is too, and at least one has to be given. Leave to evaluate is given to one container, and does not pass on to another. */
  async setThemeAnalytics(
    input: {
      /** Id of the theme. */
      readonly id: string
      /** Writes only while the ETag is this one. */
      readonly ifMatch?: string | undefined
      /** Id of the container that they carry. */
      readonly container?: string | null | undefined
      /** Whether the tag manager may evaluate text as script. */
      readonly eval?: boolean | undefined
      /** Whether they tell the service what happens on them. */
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
      /** Whether the page title is read by script. */
      readonly eval?: boolean | undefined
      /** Languages whose page titles join, separated by commas. */
      readonly locales?: string | undefined
      /** Id of the theme whose titles these are. */
      readonly themeId?: string | undefined
      /** Whether steps that were designed and fields for attributes that were added have events too: `step_<id>` and `field_<name>`. */
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

  /** Get the funnel of registrations. Days are those of UTC, both included; the last thirty unless they are given. */
  async getFunnel(
    input: {
      /** The first day. */
      readonly from?: string | undefined
      /** The last day. */
      readonly to?: string | undefined
      /** Only those in this theme. */
      readonly themeId?: string | undefined
      /** Only those on the way to this application, by its id; empty for those on the way to none. */
      readonly application?: string | undefined
      /** Only those in this language, as its folder is named. */
      readonly locale?: string | undefined
      /** What the groups are. */
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

  /** Get the name and version of the service. Browsers are led to the sign-in page. */
  async getService(options: CallOptions = {}): Promise<Answer<Service>> {
    return await this.#transport.send(
      { method: 'GET', path: '/', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Check whether the process runs. */
  async getHealth(options: CallOptions = {}): Promise<Answer<Status>> {
    return await this.#transport.send(
      { method: 'GET', path: '/healthz', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Check whether the service can serve people. It has started, has asked its database, is not stopping, and has not too much to do. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<AccessList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/access', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Find groups and active accounts by a part of their name. Those whose name begins with the text come first. */
  async findHolders(
    input: {
      /** A part of the name of the group, or of the username, e-mail address or name of the person. Without it, nothing is found. */
      readonly search?: string | undefined
      /** Only accounts, or only groups. */
      readonly kind?: 'account' | 'group' | undefined
      /** How many are wanted. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
      /** Only those with this in the name of the group, or in the username, e-mail address or name of the person, whatever its case. */
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

  /** Change who may use an application. When an application stops being open, everybody who was not given access loses all tokens for it. */
  async changeAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** Who may use it: everybody (`open`), those who were given access while others can ask (`request`), or only those (`assigned`). */
      readonly mode?: 'open' | 'request' | 'assigned' | undefined
      /** Accounts and groups that approve requests, by id or name; `account:` or `group:` in front says which is meant. At most 100. */
      readonly approvers?: readonly string[] | undefined
      /** Whether people who signed in within 90 days keep access. Needed when an application stops being open. */
      readonly keepRecent?: boolean | undefined
      /** Whether people may ask for access for others. */
      readonly requestsForOthers?: boolean | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<Access>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/applications/{id}/access',
        input,
        sends: 'json',
        parts: ['mode', 'approvers', 'keepRecent', 'requestsForOthers'],
        answers: 'json',
      },
      options,
    )
  }

  /** Give an account or a group access. If it has access already, only the end changes. */
  async giveAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** An account or a group, by id or name; `account:` or `group:` in front says which is meant. */
      readonly holder: string
      /** The last day (UTC), such as `2027-01-31`, or an instant. Without it, access does not end. */
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

  /** Revoke access. Grants, codes and tokens of everybody who has no other access are revoked. */
  async takeAccess(
    input: {
      /** Id of the application. */
      readonly id: string
      /** An account or a group, by id or name; `account:` or `group:` in front says which is meant. */
      readonly holder: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/applications/{id}/access/{holder}', input, answers: 'nothing' },
      options,
    )
  }

  /** List the people who have access, directly or through groups. Somebody who has access in several ways is listed once for each. */
  async listPeople(
    input: {
      /** Id of the application. */
      readonly id: string
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
      /** Only those with this in the username, e-mail address or name, whatever its case. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
      /** Only those with this in the name, whatever its case. */
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

  /** Delete a group. The access that its members had through it ends at once. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
      /** Only those with this in the username, e-mail address or name, whatever its case. */
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
      /** Their ids or usernames, at most 1,000. */
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

  /** Remove somebody from a group. The access that they had through the group ends at once. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
      /** Only those with this in the username, e-mail address or name, whatever its case. */
      readonly search?: string | undefined
      /** Only those with this status: `active`, `waiting`, `disabled`. */
      readonly status?: string | undefined
      /** Only those with this value of an attribute that the tenant has added. */
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

  /** Approve or reject a registration. For somebody whose registration waits for approval. They are told by mail. */
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

  /** Set the supervisor of a person. In campaigns without named reviewers, supervisors review the access of their people. */
  async setSupervisor(
    input: {
      /** The account, by id or username. */
      readonly account: string
      /** The account, by id or username; null: nobody does. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
      /** Only those that wait for a decision, or that have ended. */
      readonly state?: 'open' | 'ended' | undefined
      /** Only those for this application, by its id. */
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

  /** Approve or reject a request, or ask for more justification. The first decision counts. An administrator cannot decide about a request that they made, or that is for them. */
  async decideRequest(
    input: {
      /** Id of the request. */
      readonly id: string
      /** What is decided. */
      readonly turn: 'approve' | 'reject' | 'more'
      /** What the requester is told; only an approval needs none. At most 2,000 characters. */
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
      /** Id or username of whoever decides in their place. */
      readonly deputy: string
      /** The last day (UTC), such as `2027-01-31`, or an instant. */
      readonly until: string
      /** The first day, or an instant; now where it is absent. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
      readonly limit?: number | undefined
    } = {},
    options: CallOptions = {},
  ): Promise<Answer<CampaignList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/campaigns', input, query: ['page', 'limit'], answers: 'json' },
      options,
    )
  }

  /** Plan a certification campaign. It starts by itself when its time comes. Everybody who has access to the applications then is reviewed. */
  async createCampaign(
    input: {
      /** Its name. */
      readonly name: string
      /** Ids of the applications; their access must not be `open`. */
      readonly applications: readonly string[]
      /** The last day (UTC), such as `2027-01-31`, or an instant. */
      readonly end: string
      /** Accounts and groups, by id or name. */
      readonly supervisors: readonly string[]
      /** What it is about; reviewers see it. */
      readonly description?: string | null | undefined
      /** The first day, or an instant; now where it is absent. */
      readonly start?: string | null | undefined
      /** Accounts and groups, by id or name, who review in turn. If absent, supervisors review their own people. */
      readonly reviewers?: readonly string[] | undefined
      /** What happens to access that nobody decides about; `keep` unless told. */
      readonly openItems?: 'keep' | 'revoke' | undefined
      /** Whether reviewers sign their decisions off; they do unless told. */
      readonly signOff?: boolean | undefined
      /** Remind reviewers after so many days; 7 unless told, 0 never. */
      readonly remindDays?: number | undefined
      /** The number of days before the end when unfinished reviews go to the supervisors; 0 for never. By default 2, or never if the campaign is too short. */
      readonly escalateDays?: number | undefined
      /** Repeat it after so many months; 0, the default, does not. */
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
      /** Its name. */
      readonly name: string
      /** Ids of the applications; their access must not be `open`. */
      readonly applications: readonly string[]
      /** The last day (UTC), such as `2027-01-31`, or an instant. */
      readonly end: string
      /** Accounts and groups, by id or name. */
      readonly supervisors: readonly string[]
      /** What it is about; reviewers see it. */
      readonly description?: string | null | undefined
      /** The first day, or an instant; now where it is absent. */
      readonly start?: string | null | undefined
      /** Accounts and groups, by id or name, who review in turn. If absent, supervisors review their own people. */
      readonly reviewers?: readonly string[] | undefined
      /** What happens to access that nobody decides about; `keep` unless told. */
      readonly openItems?: 'keep' | 'revoke' | undefined
      /** Whether reviewers sign their decisions off; they do unless told. */
      readonly signOff?: boolean | undefined
      /** Remind reviewers after so many days; 7 unless told, 0 never. */
      readonly remindDays?: number | undefined
      /** The number of days before the end when unfinished reviews go to the supervisors; 0 for never. By default 2, or never if the campaign is too short. */
      readonly escalateDays?: number | undefined
      /** Repeat it after so many months; 0, the default, does not. */
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

  /** End a campaign before its date. Decisions are applied, and what nobody decided about is kept or revoked, as on its date. */
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
      /** Which page. */
      readonly page?: number | undefined
      /** How many are wanted. */
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

  /** Give a review to somebody else. Nobody reviews their own access: their own access stays with the former reviewer, in a review of its own. */
  async reassignReview(
    input: {
      /** Id of the campaign. */
      readonly id: string
      /** Id of the review. */
      readonly review: string
      /** Id, username or e-mail address. */
      readonly reviewer: string
      /** Why. At most 2,000 characters. */
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

  /** Download all decisions with time and reason. The CSV of a campaign that has ended is always the same; its SHA-256 digest stands in the campaign and in the audit trail. */
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

  /** Get a user flow. */
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

  /** Publish a version of a user flow. The flow is added where there is none. People in the middle of it finish the version that they began. A document that cannot be used is refused with the path and the reason of every mistake, and nothing changes. */
  async publishFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** Writes only while the ETag is this one. */
      readonly ifMatch?: string | undefined
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
        headers: { ifMatch: 'If-Match' },
        sends: 'json',
        parts: ['document'],
        answers: 'json',
      },
      options,
    )
  }

  /** Reset or remove a user flow. `registration` and `profile` are again as every tenant has them, and keep their history. Any other flow is removed. */
  async resetFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/flows/{reference}', input, answers: 'nothing' },
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

  /** Invite somebody to a registration. The person gets a mail with a link, which the answer has too. It holds for 14 days, for this address and one account. With `mail: false`, you send the link yourself. */
  async inviteToFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** The e-mail address with which they register. */
      readonly email: string
      /** The language of the mail, such as `de`. Without one, that of the tenant. */
      readonly locale?: string | undefined
      /** Whether the link is mailed to them. */
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

  /** List attributes that the tenant has added. */
  async listAttributes(options: CallOptions = {}): Promise<Answer<AttributeList>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/attributes', input: {}, answers: 'json' },
      options,
    )
  }

  /** Add or change an attribute. The kind of an attribute cannot be changed. A new `version` of a consent asks people again. */
  async keepAttribute(
    input: {
      /** Name of the attribute. */
      readonly name: string
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
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/attributes/{name}', input, answers: 'nothing' },
      options,
    )
  }

  /** Preview a user flow that is not published. The flow may have mistakes, as long as its document has the right form. A preview is kept for 15 minutes. */
  async previewFlow(
    input: {
      /** Reference of the flow. */
      readonly reference: string
      /** The flow. Its schema is at `/v1.0/tabard/schemas/flow`. */
      readonly document: Record<string, unknown>
      /** Id of the theme; `default` where it is absent. */
      readonly themeId?: string | undefined
      /** Answers by attribute, as somebody types them. Fields whose conditions they do not meet are left out; without answers, all fields are shown. */
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
      /** The id that the service has there. */
      readonly clientId: string
      /** What kind of source it is. */
      readonly preset?: 'openid' | 'google' | 'entra' | 'apple' | 'github' | undefined
      /** Its name, as people know it. */
      readonly name?: string | undefined
      /** Its name in other languages, by locale. */
      readonly names?: Record<string, string> | undefined
      /** A picture as a data address in base64, at most 16 KiB; null is that of the preset. */
      readonly icon?: string | null | undefined
      /** Whether people can use it. */
      readonly enabled?: boolean | undefined
      /** Its issuer or discovery address; of GitHub, its address. */
      readonly issuer?: string | undefined
      /** How the service proves itself there: by a secret, by a private key, or by PKCE alone. */
      readonly authentication?: 'secret' | 'key' | 'none' | undefined
      /** The id of the private key. */
      readonly keyId?: string | null | undefined
      /** The team id, at Apple. */
      readonly teamId?: string | null | undefined
      /** What it is asked for. */
      readonly scopes?: readonly string[] | undefined
      /** The claims that attributes are taken from, such as `givenName`: `name.first`. */
      readonly claims?: Record<string, string> | undefined
      /** Only people with a verified address in one of them may use it; none: everybody. */
      readonly allowedDomains?: readonly string[] | undefined
      /** Verified addresses in these domains are linked with the account that has the address. */
      readonly trustedDomains?: readonly string[] | undefined
      /** Whoever types an address in one of them is sent to the source. */
      readonly routedDomains?: readonly string[] | undefined
      /** Whether an account is made for whoever comes for the first time. */
      readonly creates?: boolean | undefined
      /** Whether people can link their account after they have signed in to it. */
      readonly links?: boolean | undefined
      /** Whether signing out here leads through the source. */
      readonly signsOut?: boolean | undefined
      /** Values of the claim `amr` that count as a second factor. */
      readonly factorAmr?: readonly string[] | undefined
      /** Values of the claim `acr` that count as a second factor. */
      readonly factorAcr?: readonly string[] | undefined
      /** The client secret, or the private key as PEM. It is never shown again; null removes it. */
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

  /** Change an identity source. The preset stays. When the issuer changes, give the secret again. */
  async updateIdentitySource(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
      /** Its name, as people know it. */
      readonly name?: string | undefined
      /** Its name in other languages, by locale. */
      readonly names?: Record<string, string> | undefined
      /** A picture as a data address in base64, at most 16 KiB; null is that of the preset. */
      readonly icon?: string | null | undefined
      /** Whether people can use it. */
      readonly enabled?: boolean | undefined
      /** Its issuer or discovery address; of GitHub, its address. */
      readonly issuer?: string | undefined
      /** The id that the service has there. */
      readonly clientId?: string | undefined
      /** How the service proves itself there: by a secret, by a private key, or by PKCE alone. */
      readonly authentication?: 'secret' | 'key' | 'none' | undefined
      /** The id of the private key. */
      readonly keyId?: string | null | undefined
      /** The team id, at Apple. */
      readonly teamId?: string | null | undefined
      /** What it is asked for. */
      readonly scopes?: readonly string[] | undefined
      /** The claims that attributes are taken from, such as `givenName`: `name.first`. */
      readonly claims?: Record<string, string> | undefined
      /** Only people with a verified address in one of them may use it; none: everybody. */
      readonly allowedDomains?: readonly string[] | undefined
      /** Verified addresses in these domains are linked with the account that has the address. */
      readonly trustedDomains?: readonly string[] | undefined
      /** Whoever types an address in one of them is sent to the source. */
      readonly routedDomains?: readonly string[] | undefined
      /** Whether an account is made for whoever comes for the first time. */
      readonly creates?: boolean | undefined
      /** Whether people can link their account after they have signed in to it. */
      readonly links?: boolean | undefined
      /** Whether signing out here leads through the source. */
      readonly signsOut?: boolean | undefined
      /** Values of the claim `amr` that count as a second factor. */
      readonly factorAmr?: readonly string[] | undefined
      /** Values of the claim `acr` that count as a second factor. */
      readonly factorAcr?: readonly string[] | undefined
      /** The client secret, or the private key as PEM. It is never shown again; null removes it. */
      readonly secret?: string | null | undefined
    },
    options: CallOptions = {},
  ): Promise<Answer<IdentitySource>> {
    return await this.#transport.send(
      {
        method: 'PUT',
        path: '/v1.0/tabard/sources/{id}',
        input,
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

  /** Remove an identity source. Its links are removed with it. Accounts stay. */
  async deleteIdentitySource(
    input: {
      /** Id or name of the identity source. */
      readonly id: string
    },
    options: CallOptions = {},
  ): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/tabard/sources/{id}', input, answers: 'nothing' },
      options,
    )
  }

  /** Test an identity source. Open the address in a browser and sign in there. The browser then leads to the console, and nobody is signed in. */
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

  /** Link an account with somebody at an identity source. From then on, that person signs in to the account through the source. */
  async linkAccount(
    input: {
      /** Id or username of the account. */
      readonly account: string
      /** Id or name of the identity source. */
      readonly source: string
      /** Id of the person there: the claim `sub`, or the id of the GitHub account. */
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

  /** Remove a link of an account. Everything that the account has open ends. */
  async unlinkAccount(
    input: {
      /** Id or username of the account. */
      readonly account: string
      /** Id or name of the identity source. */
      readonly source: string
      /** Id of the person there. */
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
