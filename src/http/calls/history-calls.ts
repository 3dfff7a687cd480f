import type { Call, Method } from '../description/call.ts'
import {
  EXAMPLE_ID,
  FILE_PATH,
  IF_MATCH,
  inQuery,
  paging,
  READABLE_ID,
  REVISION,
  THEME_ID,
} from '../description/parameters.ts'
import { bytes, object } from '../description/schema.ts'
import { FINDING, FINDING_COUNTS } from './lint-calls.ts'

const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const SUMMARY = {
  id: EXAMPLE_ID,
  name: 'Harbour',
  description: 'For the shop',
  revision: 3,
  updatedAt: '2026-01-31T12:00:00.000Z',
  updatedBy: 'client:ci',
  updatedByName: 'Deployments',
  customized: 1,
  applications: [{ id: 'b1d7…', name: 'Shop' }],
}
const LISTED = { path: 'common/page_style.css', state: 'customized', digest: DIGEST, size: 4 }

/** `/themes` */
export const SUMMARIES = {
  GET: {
    id: 'listThemeSummaries',
    group: 'History',
    who: 'reader',
    theme: 'own',
    summary: 'List themes with their newest revisions and applications',
    parameters: paging(200, 1000),
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'ThemeSummaries' },
        example: { count: 1, limit: 200, page: 1, total: 1, themes: [SUMMARY] },
      },
    },
    refusals: ['query_invalid'],
  },
  POST: {
    id: 'duplicateTheme',
    group: 'History',
    who: 'writer',
    theme: 'every',
    summary: 'Create a theme, empty or as a copy',
    body: {
      kind: 'json',
      schema: 'NewTheme',
      configuration: ['name', 'description'],
      example: { name: 'Harbour at night', from: EXAMPLE_ID },
    },
    answers: {
      201: {
        text: 'The theme.',
        content: { 'application/json': 'MadeTheme' },
        headers: ['ETag'],
        example: { id: EXAMPLE_ID, name: 'Harbour at night', description: null },
      },
    },
    refusals: [
      'configuration_invalid',
      'theme_name_taken',
      'theme_name_reserved',
      'theme_unknown',
      'value_invalid',
      'over_limit',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/plan` */
export const PLAN = {
  POST: {
    id: 'planPackage',
    group: 'History',
    who: 'writer',
    theme: 'path',
    summary: 'Plan an upload',
    prose:
      'Shows what an upload would change, without writing anything. Send the `ETag` as `If-Match` with the upload: it then fails with 412 if the theme has changed since the plan. With the id `master`, the plan is for a new theme, and has no `ETag`. Only pages that the package changes are compiled: up to 300, for up to five seconds. `notChecked` lists the rest. The linter also stops after five seconds. `findings.checked` says whether it finished.',
    parameters: [READABLE_ID],
    body: {
      kind: 'package',
      schema: object('A form with the archive.', { files: bytes('The ZIP archive.', 'application/zip') }),
    },
    answers: {
      200: {
        text: 'What the upload would change.',
        content: { 'application/json': 'Plan' },
        headers: ['ETag'],
        example: {
          scripts: [{ origin: 'https://cdn.example', newOn: ['login'], alreadyOn: ['logout'] }],
          whole: false,
          added: [],
          changed: ['common/page_style.css'],
          unchanged: [],
          outdatedBases: [],
          removed: [],
          ignored: [],
          outdated: [],
          neverShown: [],
          unknownMacros: [{ name: 'LOGO', file: 'authentication/login/default/login.html', line: 7 }],
          lostAddresses: [{ file: 'common/page_style.css', line: 3, address: 'assets/font/brand.woff2' }],
          widened: [{ directive: 'font-src', origin: 'https://fonts.example', pages: ['login'] }],
          unusable: [{ page: 'logout', locale: 'de', why: 'the template is too large' }],
          findings: { checked: true, counts: FINDING_COUNTS, added: [FINDING] },
          notChecked: [{ locale: 'pl', pages: 12 }],
        },
      },
    },
    refusals: ['theme_unknown', 'busy', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id` */
export const DETAILS = {
  GET: {
    id: 'getThemeDetails',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'Get a theme with every file',
    parameters: [THEME_ID],
    answers: {
      200: {
        text: 'The theme.',
        content: { 'application/json': 'ThemeDetails' },
        headers: ['ETag'],
        example: { ...SUMMARY, files: [LISTED] },
      },
    },
    refusals: ['theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/revisions` */
export const REVISIONS = {
  GET: {
    id: 'listRevisions',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'List the revisions of a theme',
    parameters: [THEME_ID],
    answers: {
      200: {
        text: 'The revisions: who changed what, when and how.',
        content: { 'application/json': 'RevisionList' },
        example: {
          revisions: [
            {
              revision: 3,
              at: '2026-01-31T12:00:00.000Z',
              author: 'client:ci',
              authorName: 'Deployments',
              cause: 'write file',
              changes: [{ path: 'common/page_style.css', kind: 'customized' }],
              message: null,
            },
          ],
        },
      },
    },
    refusals: ['theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/revisions/:revision/files` */
export const FILES_AT = {
  GET: {
    id: 'listFilesAt',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'List the files at a revision',
    parameters: [THEME_ID, REVISION],
    answers: {
      200: { text: 'The files.', content: { 'application/json': 'FileList' }, example: { files: [LISTED] } },
    },
    refusals: ['theme_unknown', 'revision_unknown', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/revisions/:revision/files/*` */
export const FILE_AT = {
  GET: {
    id: 'readFileAt',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'Read a file at a revision',
    parameters: [THEME_ID, REVISION, FILE_PATH],
    answers: { 200: { text: 'The content.', content: { '*/*': bytes('The content.') }, headers: ['ETag'] } },
    refusals: ['theme_unknown', 'revision_unknown', 'file_unknown', 'path_invalid', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/originals/*` */
export const ORIGINAL = {
  GET: {
    id: 'readOriginal',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'Read the original of a customized file',
    prose:
      'This is the file of the master from which the customized file was made. If the file in the theme `master` is different, the customized file is outdated.',
    parameters: [THEME_ID, FILE_PATH],
    answers: { 200: { text: 'The content.', content: { '*/*': bytes('The content.') }, headers: ['ETag'] } },
    refusals: ['theme_unknown', 'file_unknown', 'path_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/compare` */
export const COMPARE = {
  GET: {
    id: 'compareRevisions',
    group: 'History',
    who: 'reader',
    theme: 'path',
    summary: 'Compare two revisions',
    parameters: [
      THEME_ID,
      inQuery('from', 'Number of a revision, or `master`, which is the default.', '2'),
      inQuery('to', 'Number of a revision, or `master`, which is the default.', '3'),
    ],
    answers: {
      200: {
        text: 'The files that differ.',
        content: { 'application/json': 'Comparison' },
        example: {
          differences: [{ path: 'common/page_style.css', kind: 'changed', from: DIGEST, to: DIGEST }],
        },
      },
    },
    refusals: ['theme_unknown', 'revision_unknown', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/files` */
export const CHANGED_FILES = {
  POST: {
    id: 'writeFiles',
    group: 'History',
    who: 'writer',
    theme: 'path',
    summary: 'Write several files as one revision',
    prose: 'Either all files change, or none. The limits for packages apply. The body can have up to 4 MiB.',
    parameters: [THEME_ID, IF_MATCH],
    body: {
      kind: 'files',
      schema: 'FileChanges',
      example: {
        files: {
          'common/page_style.css': ':root { --color-brand: #2e8b57 }',
          'common/logo/default/logo.svg': null,
        },
      },
    },
    answers: {
      200: {
        text: 'The files were changed.',
        content: { 'application/json': 'ChangedFiles' },
        headers: ['ETag'],
        example: { revision: 4, etags: { 'common/page_style.css': `"${DIGEST}"` } },
      },
    },
    refusals: ['theme_unknown', 'theme_protected', 'file_unknown', 'busy', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/restore` */
export const RESTORE = {
  POST: {
    id: 'restoreRevision',
    group: 'History',
    who: 'writer',
    theme: 'path',
    summary: 'Restore a file or all files of a revision',
    prose: 'This creates a new revision, so you can undo it.',
    parameters: [THEME_ID, IF_MATCH],
    body: { kind: 'json', schema: 'Restoration', example: { revision: 2, path: 'common/page_style.css' } },
    answers: { 204: { text: 'The file or files were restored.', headers: ['ETag'] } },
    refusals: [
      'theme_unknown',
      'theme_protected',
      'revision_unknown',
      'file_unknown',
      'path_invalid',
      'query_invalid',
      'value_invalid',
      'precondition_failed',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>
