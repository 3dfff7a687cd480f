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
  Catalogue,
  ChangedFiles,
  Comparison,
  Container,
  Explanation,
  FileList,
  Funnel,
  Limits,
  LintReport,
  MadeTheme,
  Plan,
  Preview,
  RevisionList,
  Service,
  Status,
  ThemeAnalytics,
  ThemeConfiguration,
  ThemeDetails,
  ThemeList,
  ThemeSummaries,
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

  /** Create a theme from a package. A file that equals that of the master, or of an earlier master, is not kept: the theme follows the master in it. */
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

  /** Download a theme package. The answer is `application/zip` where `Accept` names it. */
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

  /** Replace a theme with a package. A package that holds every path of the master replaces the theme whole; any other replaces only what it holds. Replacing `default` with the master package resets it. */
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

  /** Reset all branding. Deletes all themes and brings `default` back to its original state. */
  async resetBranding(options: CallOptions = {}): Promise<Answer<undefined>> {
    return await this.#transport.send(
      { method: 'DELETE', path: '/v1.0/branding/reset', input: {}, answers: 'nothing' },
      options,
    )
  }

  /** Read a file. The file of the master where the theme has none of its own. Its content type follows from its name. */
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

  /** Bring a file back to its original state. A file that is not customized is left as it is. */
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

  /** Make a theme, blank or from another one. */
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

  /** Tell what a package would do. Nothing is written. The `ETag` is that of the theme which was compared: as `If-Match` of the write it keeps the package from a theme that was changed meanwhile. With `master` as the id, it is what a new theme would differ in, and there is no `ETag`. Only pages that the package changes are compiled, 300 at most and for five seconds at most: `notChecked` names the rest. */
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

  /** Write several files as one revision. All of them are changed, or none. The files obey the limits of a package, and the body has at most 4 MiB. */
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

  /** Read a file as it was. */
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

  /** Bring a file or all of them back. It is a new revision, so that it can be undone too. */
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

  /** Show a page with sample values. Of a mail, `Accept: text/plain` gets the text instead of the HTML. */
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

  /** Show a page with files that are not saved. The files obey the limits of a package, and the body has at most 4 MiB. A preview is kept for 15 minutes. */
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

  /** List all pages and mails. With their states, files, macros and repeats, and what each means. */
  async listPages(options: CallOptions = {}): Promise<Answer<Catalogue>> {
    return await this.#transport.send(
      { method: 'GET', path: '/v1.0/tabard/pages', input: {}, answers: 'json' },
      options,
    )
  }

  /** Tell how a page came to be. */
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

  /** Find mistakes in a theme. Nothing is written. Files that are not saved yet can be sent along; they obey the limits of a package, and the body has at most 4 MiB. */
  async lintTheme(
    input: {
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

  /** Tell what happened on a page of a registration. Pages send it by themselves, with the ticket that they were given. What cannot have happened is dropped. */
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

  /** Tell what the registration pages of a theme send. */
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

  /** Set what the registration pages of a theme send. A container puts the two snippets of the tag manager into the theme’s own `registration.html`, and `null` takes out the ones that the service put there. Everything else in the file stays as it is, byte for byte. What is not given stays as it is too, and at least one has to be given. Leave to evaluate is given to one container, and does not pass on to another. */
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

  /** Download the container for a tag manager. In its import format. The same wishes make the same file. */
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
    },
    options: CallOptions = {},
  ): Promise<Answer<Container>> {
    return await this.#transport.send(
      {
        method: 'GET',
        path: '/v1.0/tabard/analytics/container',
        input,
        query: ['measurementId', 'eval', 'locales', 'themeId'],
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

  /** Get what the service is. Browsers are led to the sign-in page. */
  async getService(options: CallOptions = {}): Promise<Answer<Service>> {
    return await this.#transport.send(
      { method: 'GET', path: '/', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Ask whether the service lives. */
  async getHealth(options: CallOptions = {}): Promise<Answer<Status>> {
    return await this.#transport.send(
      { method: 'GET', path: '/healthz', input: {}, answers: 'json', open: true },
      options,
    )
  }

  /** Ask whether the service serves. It has started, has asked its database, is not stopping, and has not too much to do. */
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
}
