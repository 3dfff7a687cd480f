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
  'Files that equal a file of an earlier master. They are not stored: the theme uses the files of the current master.'

const registration = { id: ID, name: text('Name of the theme.') }
const description = text('Description of the theme. Absent if there is none.')

const summary = {
  id: ID,
  name: text('Name of the theme.'),
  description: orNull('Description of the theme.'),
  revision: whole('Number of the newest revision.'),
  updatedAt: instant('When the newest revision was created.'),
  updatedBy: orNull(
    'Author of the newest revision: `client:` and the id of an API client, or `account:` and a username.',
  ),
  updatedByName: orNull(AUTHOR_NAME),
  customized: whole('Number of files that differ from the master.'),
  applications: list('The applications that use the theme.', named('ApplicationName')),
}

const CHANGES = ['customized', 'added', 'changed', 'reverted', 'removed', 'reviewed']
/** The original that a customized file was made from, and the current one. */
const originals = {
  from: orNull('Digest of the original that the file was made from. Null if the master had no such file.'),
  to: orNull('Digest of the current original. Null if the master has no such file.'),
}

const limits: Record<LimitName, Schema> = {
  archive: whole('Bytes of an archive.'),
  expanded: whole('Total bytes of the files in an archive.'),
  file: whole('Bytes of a file.'),
  entries: whole('Entries of an archive.'),
  ratio: whole('Maximum ratio of the content’s size to the archive’s size.'),
  path: whole('Characters of a path.'),
  segment: whole('Characters of a segment of a path.'),
  levels: whole('Segments of a path.'),
  themes: whole('Themes of a tenant.'),
  revisions: whole('Revisions of a theme that are kept.'),
}

const templateBounds: Record<BoundName, Schema> = {
  sources: whole('Bytes of the files that a page is made from.'),
  page: whole('Characters of a page with header, footer and labels.'),
  output: whole('Bytes of a page with its values.'),
  elements: whole('Elements and comments.'),
  texts: whole('Words and the spaces between them.'),
  attributes: whole('Attributes.'),
  attributesOfElement: whole('Attributes of one element.'),
  depth: whole('Levels of elements.'),
  constructs: whole('Macros, labels and repeats.'),
  labels: whole('Labels in the label files of a language.'),
  labelTexts: whole('Characters of these labels.'),
  sheets: whole('Style sheets of the theme that a page uses.'),
  scriptOrigins: whole('Other origins that a page loads scripts from.'),
  subject: whole('Characters of the subject of a mail, and of its sender.'),
  locales: whole('Languages of a theme.'),
  policy: whole('Bytes of the content security policy.'),
  seconds: whole('Seconds of processor time for compiling a page.'),
  secondsOfTheme: whole('Seconds for all slow pages of a theme, in all languages.'),
  memory: whole('MiB of memory for compiling.'),
}

const page = {
  count: whole('Number of entries in this response.'),
  limit: whole('Maximum number of entries per page.'),
  page: whole('Number of this page, from 1.'),
  total: whole('Number of entries on all pages.'),
}

/** Themes, their files and their history. */
export const THEME_SCHEMAS = {
  ThemeRegistration: object('A theme, as the branding REST API lists it.', registration, { description }),
  ThemeList: object('One page of the list of themes.', {
    ...page,
    themeRegistrations: list('The themes, sorted by name, with `default` last.', named('ThemeRegistration')),
  }),
  ThemeConfiguration: object(
    'The settings of a theme. Settings that are absent do not change.',
    {},
    {
      name: text(
        'The name: 1 to 128 characters, trimmed. Names must differ in more than upper and lower case. Required for a new theme.',
      ),
      description: orNull('The description: up to 1,024 characters. Null or an empty string removes it.'),
    },
  ),
  WrittenTheme: object('A theme after a write.', registration, {
    description,
    ignored: texts('Entries of the archive that were ignored. Absent if there are none.'),
    outdated: texts(OUTDATED),
    neverShown: texts('Files that no page, mail or address uses. Absent if there are none.'),
    nameIgnored: text(
      'The name that was sent for the default theme. It is ignored, because the default theme cannot be renamed. Absent otherwise.',
    ),
  }),
  ApplicationName: object('An application with its id and name.', {
    id: text('Id of the application.'),
    name: text('Name of the application.'),
  }),
  ThemeSummary: object('A theme, with its newest revision and the applications that use it.', summary),
  ThemeSummaries: object(
    'One page of the list of themes, with details that the branding REST API does not return.',
    {
      ...page,
      themes: list('The themes, sorted by name, with `default` last.', named('ThemeSummary')),
    },
  ),
  ThemeDetails: object('A theme with every file.', {
    ...summary,
    files: list('The files, sorted by path.', named('ListedFile')),
  }),
  ListedFile: object(
    'A file of a theme.',
    {
      path: PATH,
      state: oneOf('Whether the file is from the master, customized or added.', [
        'master',
        'customized',
        'added',
      ]),
      digest: text('SHA-256 of the content.'),
      size: whole('Bytes of the content.'),
    },
    {
      outdatedBase: object(
        'Present if the original of a customized file has changed since the file was made from it.',
        originals,
      ),
    },
  ),
  NewTheme: object(
    'A new theme.',
    { name: text('The name: 1 to 128 characters. Names must differ in more than upper and lower case.') },
    {
      description: orNull('The description: up to 1,024 characters.'),
      from: text('Id of a theme to copy the files from. Without it, the theme follows the master.', {
        [SENTENCE]: 'The field from must be the id of a theme.',
      }),
    },
  ),
  MadeTheme: object('A theme that was created.', {
    ...registration,
    description: orNull('Description of the theme.'),
  }),
  Plan: object('What a package would do to a theme.', {
    scripts: list(
      'Other origins from which changed pages load scripts, new ones first. These scripts can read everything that people type into the page, including passwords.',
      object('An origin.', {
        origin: text('The origin of the scripts.'),
        newOn: texts('Ids of pages that do not load scripts from it today.'),
        alreadyOn: texts('Ids of pages that already load scripts from it today.'),
      }),
    ),
    whole: { type: 'boolean', description: 'Whether the package replaces the whole theme.' },
    added: texts('Files that the theme does not have yet.'),
    changed: texts('Files whose content changes.'),
    unchanged: texts('Files that do not change.'),
    outdatedBases: list(
      'Files that are outdated after the upload: their original has changed since they were made from it.',
      object('A file.', { path: PATH, ...originals }),
    ),
    removed: texts('Files that are removed.'),
    ignored: texts('Entries of the archive that are ignored.'),
    outdated: texts(OUTDATED),
    neverShown: texts('Files that no page, mail or address uses. Check their names.'),
    unknownMacros: list(
      'Macros that do not exist. They stay in the page as they are written.',
      object('The first place of a macro.', {
        name: text('Name of the macro.'),
        file: text('Path of the file.'),
        line: whole('Line in the file, from 1.'),
      }),
    ),
    lostAddresses: list(
      'Addresses in style sheets of the theme for which there is no file.',
      object('The place of an address.', {
        file: text('Path of the style sheet.'),
        line: whole('Line in the file, from 1.'),
        address: text('The address as it is written.'),
      }),
    ),
    widened: list(
      'Origins from which pages did not load anything before.',
      object('An origin.', {
        directive: text('The directive of the content security policy.'),
        origin: text('The origin.'),
        pages: texts('Ids of the pages.'),
      }),
    ),
    unusable: list(
      'Pages that cannot be compiled or lack a required part. People would see the master’s page instead, always or in some states.',
      object('A page in a language.', {
        page: text('Id of the page or mail.'),
        locale: text('The language.'),
        why: text('What is wrong.'),
      }),
    ),
    findings: object('New findings of the linter after the upload.', {
      checked: yesOrNo('Whether the linter finished in time. If not, there may be more findings.'),
      counts: named('FindingCounts'),
      added: list('The new findings, most severe first; at most 200.', named('LintFinding')),
    }),
    notChecked: list(
      'Pages that were not checked, because the package changes too many. Empty if everything was checked.',
      object('A language.', {
        locale: text('The language.'),
        pages: whole('Number of pages and mails that were not checked in this language.'),
      }),
    ),
  }),
  Revision: object('A revision of a theme.', {
    revision: whole('Number of the revision.'),
    at: instant('When it was created.'),
    author: text('`client:` and the id of an API client, or `account:` and a username.'),
    authorName: orNull(AUTHOR_NAME),
    cause: oneOf('How the revision was created.', REVISION_CAUSES),
    changes: list('The files that it changed.', named('FileChange')),
    message: orNull('The author’s message.'),
  }),
  FileChange: object('A file that a revision changed.', {
    path: PATH,
    kind: oneOf('What happened to the file.', CHANGES),
  }),
  PushConfiguration: object(
    'What a push does besides writing the files of its archive.',
    {},
    {
      reverts: texts('Files to revert to the master; files that the master does not have are removed.'),
      reviewed: texts(
        'Customized files that you have compared with their current originals. They are no longer outdated.',
      ),
      message: orNull('A message for the revision: up to 1,000 characters.'),
      source: object(
        'The repository that you push from. The service remembers the common state of both.',
        { name: text('1 to 300 characters, such as `github.com/acme/brand`.') },
        { except: texts('Files in which the repository differs from the theme after the push.') },
      ),
    },
  ),
  ThemeSource: object('The common state of a theme and a repository.', {
    name: text('Name of the repository.'),
    revision: {
      type: ['integer', 'null'],
      description: 'The revision after the last push. Null if there was none.',
    },
    pushedAt: orNull('Time of the last push. Null if there was none.'),
    files: record(
      'Digests of customized files by path.',
      orNull('SHA-256 of the content. Null if the repository had the file, and deleted it.'),
    ),
  }),
  PushedTheme: object('A theme after a push.', {
    revision: whole('The newest revision. If the push changed nothing, it is the same as before.'),
    changes: list('What the push changed.', named('FileChange')),
    ignored: texts('Entries of the archive that were ignored.'),
    outdated: texts(OUTDATED),
    neverShown: texts('Files that no page, mail or address uses.'),
  }),
  RevisionList: object('The revisions of a theme.', {
    revisions: list('The revisions, newest first.', named('Revision')),
  }),
  FileList: object('The files of a theme at a revision.', {
    files: list('The files, sorted by path.', named('ListedFile')),
  }),
  Comparison: object('The differences between two revisions.', {
    differences: list(
      'The files that differ, sorted by path.',
      object('A file that differs.', {
        path: PATH,
        kind: oneOf('How it differs.', ['added', 'removed', 'changed']),
        from: orNull('Digest of the content before. Null if there was no such file.'),
        to: orNull('Digest of the content after. Null if there is no such file.'),
      }),
    ),
  }),
  Restoration: object(
    'What to restore.',
    {
      revision: {
        anyOf: [{ type: 'integer' }, { const: 'master' }],
        description: 'Number of the revision to restore, or `master`.',
      },
    },
    { path: text('Path of the file to restore. Without it, all files are restored.') },
  ),
  FileChanges: object(
    'Changes to several files.',
    {
      files: record('The new content by path below `templates`.', {
        anyOf: [
          { type: 'string', description: 'The new content as text.' },
          object('The new content, as bytes.', { base64: text('The content in base64.') }),
          {
            type: 'null',
            description: 'Reverts the file to the master, or removes it if the master has no such file.',
          },
        ],
      }),
    },
    {
      etags: record(
        'By path, the `ETag` that the file must still have, or null if the file must not exist. You can also name files that you do not change. Without it, the last write wins.',
        { type: ['string', 'null'] },
      ),
    },
  ),
  ChangedFiles: object(
    'The files after a write.',
    {
      revision: whole('The revision of the theme.'),
      etags: record('The new ETags, by path. Removed files have none.', { type: 'string' }),
    },
    {
      findings: {
        ...named('FindingCounts'),
        description: 'Number of findings in these files. Absent if the linter took longer than a second.',
      },
    },
  ),
  Limits: object('Limits on what a tenant can store and a client can send.', {
    ...limits,
    template: object('Limits for one template. They cannot be changed.', templateBounds),
  }),
} as const satisfies Record<string, Schema>
