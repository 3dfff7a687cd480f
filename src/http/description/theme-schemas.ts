import type { LimitName } from '../../core/refusal.ts'
import type { BoundName } from '../../core/template/template.ts'
import { REVISION_CAUSES } from '../../core/theme.ts'
import {
  instant,
  list,
  named,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  SENTENCE,
  text,
  texts,
  whole,
  yesOrNo,
} from './schema.ts'

const ID = text('Id of the theme: `default`, or a UUID.')
const PATH = text('Path of the file below `templates`.')
const AUTHOR_NAME =
  'Display name of the author: the current name of the API client, or the username. Null if the API client was removed.'
const OUTDATED =
  'Files that equal those of an earlier master. They are not customized: the theme uses the current master’s.'

const registration = { id: ID, name: text('Name of the theme.') }
const description = text('What the theme is for. It is absent where there is none.')

const summary = {
  id: ID,
  name: text('Name of the theme.'),
  description: orNull('What the theme is for.'),
  revision: whole('The newest revision.'),
  updatedAt: instant('When that was made.'),
  updatedBy: orNull('Who made it: `client:` and the id of an API client, or `account:` and a username.'),
  updatedByName: orNull(AUTHOR_NAME),
  customized: whole('How many files differ from the master.'),
  applications: list('The applications that use the theme.', named('ApplicationName')),
}

const CHANGES = ['customized', 'added', 'changed', 'reverted', 'removed', 'reviewed']
/** The original that a customized file was made from, and the current one. */
const originals = {
  from: orNull('Digest of the original that the file was made from; null where the master had none.'),
  to: orNull('Digest of the current original; null where the master has none.'),
}

const limits: Record<LimitName, Schema> = {
  archive: whole('Bytes of an archive.'),
  expanded: whole('Bytes of the files in an archive together.'),
  file: whole('Bytes of a file.'),
  entries: whole('Entries of an archive.'),
  ratio: whole('How many times as large as the archive its content may be.'),
  path: whole('Bytes of a path.'),
  segment: whole('Bytes of a segment of a path.'),
  levels: whole('Segments of a path.'),
  themes: whole('Themes of a tenant.'),
  revisions: whole('Revisions of a theme that are kept.'),
}

const templateBounds: Record<BoundName, Schema> = {
  sources: whole('Bytes of the files that a page is made from.'),
  page: whole('Characters of a page with header, footer and labels.'),
  output: whole('Bytes of a page with its values.'),
  elements: whole('Elements and comments.'),
  texts: whole('Words and the blanks between them.'),
  attributes: whole('Attributes.'),
  attributesOfElement: whole('Attributes of one element.'),
  depth: whole('Levels of elements.'),
  constructs: whole('Macros, labels and repeats.'),
  labels: whole('Labels in the label files of a language.'),
  labelTexts: whole('Characters of these labels.'),
  sheets: whole('Style sheets of the theme that a page names.'),
  scriptOrigins: whole('Other origins that a page loads scripts from.'),
  subject: whole('Characters of the subject of a mail, and of its sender.'),
  locales: whole('Languages of a theme.'),
  policy: whole('Bytes of the content policy.'),
  seconds: whole('Seconds of processor time for compiling a page.'),
  secondsOfTheme: whole('Seconds for all slow pages of a theme, in all languages.'),
  memory: whole('MiB of memory for compiling.'),
}

const page = {
  count: whole('How many elements this answer has.'),
  limit: whole('How many it has at most.'),
  page: whole('Which page it is; the first is 1.'),
  total: whole('How many there are in all.'),
}

/** Themes, their files and their history. */
export const THEME_SCHEMAS = {
  ThemeRegistration: object('A theme, as the branding REST API lists it.', registration, { description }),
  ThemeList: object('A page of the list of themes.', {
    ...page,
    themeRegistrations: list('The themes, by name; `default` is the last.', named('ThemeRegistration')),
  }),
  ThemeConfiguration: object(
    'What a client may set of a theme. What is absent stays as it is.',
    {},
    {
      name: text('1 to 128 characters, trimmed and unique without regard to case. A new theme needs one.'),
      description: orNull('Up to 1024 characters; null or an empty text takes it away.'),
    },
  ),
  WrittenTheme: object('A theme after a write.', registration, {
    description,
    ignored: texts('Entries of the archive that were ignored. Absent if there are none.'),
    outdated: texts(OUTDATED),
    neverShown: texts('Files that no page, mail or address uses. Absent if there are none.'),
    nameIgnored: text('The name that was sent for the default theme, which keeps its own. Absent otherwise.'),
  }),
  ApplicationName: object('An application, by name.', {
    id: text('Id of the application.'),
    name: text('Name of the application.'),
  }),
  ThemeSummary: object('A theme, with its newest revision and who uses it.', summary),
  ThemeSummaries: object(
    'A page of the list of themes, with details that the branding REST API does not return.',
    {
      ...page,
      themes: list('The themes, by name; `default` is the last.', named('ThemeSummary')),
    },
  ),
  ThemeDetails: object('A theme with every file.', {
    ...summary,
    files: list('The files, by path.', named('ListedFile')),
  }),
  ListedFile: object(
    'A file of a theme.',
    {
      path: PATH,
      state: oneOf('Whose it is.', ['master', 'customized', 'added']),
      digest: text('SHA-256 of the content.'),
      size: whole('Bytes of the content.'),
    },
    {
      outdatedBase: object(
        'Present where the original of a customized file has changed since the file was made from it.',
        originals,
      ),
    },
  ),
  NewTheme: object(
    'A theme to be made.',
    { name: text('1 to 128 characters, unique without regard to case.') },
    {
      description: orNull('Up to 1024 characters.'),
      from: text('Id of a theme whose files it begins with. Without it, the theme follows the master.', {
        [SENTENCE]: 'The field from must be the id of a theme.',
      }),
    },
  ),
  MadeTheme: object('A theme that was made.', {
    ...registration,
    description: orNull('What the theme is for.'),
  }),
  Plan: object('What a package would do to a theme.', {
    scripts: list(
      'Other origins that the pages which change load scripts from; new ones first. Such a script can read everything that people type into the page, passwords included.',
      object('An origin.', {
        origin: text('Where the scripts come from.'),
        newOn: texts('Ids of pages that load no scripts from it today.'),
        alreadyOn: texts('Ids of pages that do so today as well.'),
      }),
    ),
    whole: { type: 'boolean', description: 'Whether it replaces the theme whole.' },
    added: texts('Files that the theme does not have yet.'),
    changed: texts('Files whose content becomes another.'),
    unchanged: texts('Files that are as in the package already.'),
    outdatedBases: list(
      'Customized files after the upload whose original has changed since they were made from it.',
      object('A file.', { path: PATH, ...originals }),
    ),
    removed: texts('Files that go.'),
    ignored: texts('Entries that are passed over.'),
    outdated: texts(OUTDATED),
    neverShown: texts('Files that no page, mail or address leads to: check their names.'),
    unknownMacros: list(
      'Macros that nobody knows, which stay in the page as they are written.',
      object('Where one stands first.', {
        name: text('Name of the macro.'),
        file: text('Path of the file.'),
        line: whole('Line in the file, from 1.'),
      }),
    ),
    lostAddresses: list(
      'Addresses in style sheets of the theme that lead to no file.',
      object('Where one stands.', {
        file: text('Path of the style sheet.'),
        line: whole('Line in the file, from 1.'),
        address: text('The address as it is written.'),
      }),
    ),
    widened: list(
      'Origins that pages did not load anything from before.',
      object('An origin.', {
        directive: text('What would be loaded, as a policy names it.'),
        origin: text('Where from.'),
        pages: texts('Ids of the pages.'),
      }),
    ),
    unusable: list(
      'Pages that cannot be made or lack a part, so that people would see those of the master, always or in some situations.',
      object('A page in a language.', {
        page: text('Id of the page or mail.'),
        locale: text('The language.'),
        why: text('What is wrong.'),
      }),
    ),
    findings: object('What the linter finds after the upload and does not find today.', {
      checked: yesOrNo('Whether the linter finished in time. If not, there may be more findings.'),
      counts: named('FindingCounts'),
      added: list('The worst first; at most 200.', named('LintFinding')),
    }),
    notChecked: list(
      'What was not checked, because the package changes too many pages to look at all of them. It is empty where everything was checked.',
      object('A language.', {
        locale: text('The language.'),
        pages: whole('How many pages and mails were not checked in it.'),
      }),
    ),
  }),
  Revision: object('A write to a theme.', {
    revision: whole('Its number.'),
    at: instant('When it was made.'),
    author: text('`client:` and the id of an API client, or `account:` and a username.'),
    authorName: orNull(AUTHOR_NAME),
    cause: oneOf('How it was made.', REVISION_CAUSES),
    changes: list('What it changed.', named('FileChange')),
    message: orNull('What its author said about it.'),
  }),
  FileChange: object('A file that a write changed.', {
    path: PATH,
    kind: oneOf('What happened to it.', CHANGES),
  }),
  PushConfiguration: object(
    'What a push does besides writing the files of its archive.',
    {},
    {
      reverts: texts('Files to revert to the master; files that the master does not have are removed.'),
      reviewed: texts(
        'Customized files that were compared with their current originals, so that they are not outdated any more.',
      ),
      message: orNull('What is said about the revision: up to 1,000 characters.'),
      source: object(
        'The repository that the push is from. The service remembers what both have in common.',
        { name: text('1 to 300 characters, such as `github.com/acme/brand`.') },
        { except: texts('Files in which the repository differs from the theme after the push.') },
      ),
    },
  ),
  ThemeSource: object('What a theme and a repository have in common.', {
    name: text('The repository.'),
    revision: {
      type: ['integer', 'null'],
      description: 'The revision after the last push; null where there was none.',
    },
    pushedAt: orNull('When it was pushed.'),
    files: record('Digests of customized files by path.', text('SHA-256 of the content.')),
  }),
  PushedTheme: object('A theme after a push.', {
    revision: whole('The newest revision. If the push changed nothing, it is the same as before.'),
    changes: list('What the push changed.', named('FileChange')),
    ignored: texts('Entries of the archive that were passed over.'),
    outdated: texts(OUTDATED),
    neverShown: texts('Files that no page, mail or address leads to.'),
  }),
  RevisionList: object('The revisions of a theme.', {
    revisions: list('The newest first; a hundred are kept.', named('Revision')),
  }),
  FileList: object('The files of a theme at a revision.', {
    files: list('The files, by path.', named('ListedFile')),
  }),
  Comparison: object('What differs between two revisions.', {
    differences: list(
      'By path.',
      object('A file that differs.', {
        path: PATH,
        kind: oneOf('How it differs.', ['added', 'removed', 'changed']),
        from: orNull('Digest of the content before; null where there was no such file.'),
        to: orNull('Digest of the content after; null where there is no such file.'),
      }),
    ),
  }),
  Restoration: object(
    'What is brought back.',
    {
      revision: {
        anyOf: [{ type: 'integer' }, { const: 'master' }],
        description: 'The revision to go back to, or `master`.',
      },
    },
    { path: text('The file that is brought back; without it, all of them are.') },
  ),
  FileChanges: object(
    'What becomes of several files.',
    {
      files: record('By path below `templates`.', {
        anyOf: [
          { type: 'string', description: 'The new content, a text.' },
          object('The new content, as bytes.', { base64: text('The content in base64.') }),
          {
            type: 'null',
            description: 'The original state: the file is reverted, or removed where the master has none.',
          },
        ],
      }),
    },
    {
      etags: record(
        'By path, the `ETag` that the file must still have; null where there must be no such file. Without one, the last writer wins.',
        { type: ['string', 'null'] },
      ),
    },
  ),
  ChangedFiles: object(
    'Files after a write.',
    {
      revision: whole('The revision of the theme.'),
      etags: record('Their new tags, by path. A file that is gone has none.', { type: 'string' }),
    },
    {
      findings: {
        ...named('FindingCounts'),
        description:
          'How many findings these files have now. Absent where the linter did not answer within a second.',
      },
    },
  ),
  Limits: object('Bounds on what a tenant may store and a client may send.', {
    ...limits,
    template: object('Bounds on one template, which nobody can change.', templateBounds),
  }),
} as const satisfies Record<string, Schema>
