import type { Body, Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import {
  CUSTOMIZED_ONLY,
  EXAMPLE_ID,
  FILE_PATH,
  IF_MATCH,
  IF_NONE_MATCH,
  ifAbsent,
  paging,
  READABLE_ID,
  THEME_ID,
} from '../description/parameters.ts'
import { bytes, named, object } from '../description/schema.ts'

const HARBOUR = { id: EXAMPLE_ID, name: 'Harbour', description: 'For the shop' }

const PARTS = {
  files: bytes('The ZIP archive. The part can also have another name.', 'application/zip'),
  configuration: {
    ...named('ThemeConfiguration'),
    description: 'Name and description of the theme, as JSON.',
  },
}
const EXAMPLE = {
  files: '<the bytes of the archive>',
  configuration: { name: 'Harbour', description: 'For the shop' },
}

const NEW: Body = {
  kind: 'package',
  schema: object('A package, and the name of the theme.', PARTS),
  example: EXAMPLE,
}
const UPLOAD: Body = {
  kind: 'package',
  schema: object('A package, a new name or description, or both.', {}, PARTS),
  example: EXAMPLE,
}

const CONFIGURED = ['configuration_invalid', 'theme_name_taken', 'theme_name_reserved'] as const

/** `/themes` */
export const THEMES = {
  GET: {
    id: 'listThemes',
    group: 'Themes',
    who: 'reader',
    theme: 'own',
    summary: 'List themes',
    prose: 'Sorted by name (by Unicode code point), with `default` last.',
    parameters: paging(200, 1000),
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'ThemeList' },
        example: {
          count: 2,
          limit: 200,
          page: 1,
          total: 2,
          themeRegistrations: [HARBOUR, { id: 'default', name: 'default', description: 'Default Theme' }],
        },
      },
    },
    refusals: ['query_invalid'],
  },
  POST: {
    id: 'createTheme',
    group: 'Themes',
    who: 'writer',
    theme: 'every',
    summary: 'Create a theme from a package',
    prose:
      'Files that equal the file of the current or an earlier master are not stored. For these files, the theme follows the master.',
    body: NEW,
    answers: {
      201: {
        text: 'The theme, with its address in `Location`.',
        content: { 'application/json': 'WrittenTheme' },
        headers: ['ETag', 'Location', 'Tabard-Findings'],
        example: { ...HARBOUR, ignored: ['templates/.DS_Store'] },
      },
    },
    refusals: [...CONFIGURED, 'busy'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id` */
export const THEME = {
  GET: {
    id: 'downloadTheme',
    group: 'Themes',
    who: 'reader',
    theme: 'path',
    summary: 'Download a theme package',
    prose: 'The media type is `application/zip` if `Accept` lists it, otherwise `application/octet-stream`.',
    parameters: [READABLE_ID, CUSTOMIZED_ONLY, IF_NONE_MATCH],
    answers: {
      200: {
        text: 'The ZIP archive.',
        content: {
          'application/octet-stream': bytes('The archive.', 'application/zip'),
          'application/zip': bytes('The archive.', 'application/zip'),
        },
        headers: ['ETag'],
      },
      304: NOT_CHANGED,
    },
    refusals: ['theme_unknown', 'query_invalid'],
  },
  PUT: {
    id: 'replaceTheme',
    group: 'Themes',
    who: 'writer',
    theme: 'path',
    summary: 'Replace a theme with a package',
    prose:
      'A package with every path of the master replaces the whole theme. Any other package replaces only the files in it. Replacing `default` with the master package resets it.',
    parameters: [THEME_ID, IF_MATCH],
    body: UPLOAD,
    answers: {
      201: {
        text: 'The theme after the change.',
        content: { 'application/json': 'WrittenTheme' },
        headers: ['ETag', 'Tabard-Findings'],
        example: HARBOUR,
      },
      204: {
        text: 'The theme was replaced. This is sent instead of 201 to API clients with `answersNoContent`.',
        headers: ['ETag', 'Tabard-Ignored', 'Tabard-Outdated', 'Tabard-Never-Shown', 'Tabard-Findings'],
      },
    },
    refusals: [
      ...CONFIGURED,
      'theme_name_fixed',
      'client_limited',
      'theme_unknown',
      'theme_protected',
      'precondition_failed',
      'busy',
    ],
  },
  DELETE: {
    id: 'deleteTheme',
    group: 'Themes',
    who: 'writer',
    theme: 'path',
    summary: 'Delete a theme',
    prose: 'This also deletes all its files and its history.',
    parameters: [THEME_ID, IF_MATCH],
    answers: { 204: { text: 'The theme was deleted.' } },
    refusals: ['theme_unknown', 'theme_in_use', 'theme_protected', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/themes/:id/*` */
export const FILE = {
  GET: {
    id: 'readFile',
    group: 'Files',
    who: 'reader',
    theme: 'path',
    summary: 'Read a file',
    prose:
      'If the theme does not customize the file, this is the file of the master. The media type follows from the file name.',
    parameters: [READABLE_ID, FILE_PATH, IF_NONE_MATCH],
    answers: {
      200: {
        text: 'The content of the file, unchanged.',
        content: { '*/*': bytes('The content.') },
        headers: ['ETag'],
      },
      304: NOT_CHANGED,
    },
    refusals: ['theme_unknown', 'file_unknown', 'path_invalid'],
  },
  PUT: {
    id: 'writeFile',
    group: 'Files',
    who: 'writer',
    theme: 'path',
    summary: 'Add or replace a file',
    parameters: [THEME_ID, FILE_PATH, IF_MATCH, ifAbsent('file')],
    body: { kind: 'file', schema: object('A form with the file.', { file: bytes('The file.') }) },
    answers: {
      204: { text: 'The file was written.', headers: ['ETag', 'Tabard-Never-Shown', 'Tabard-Findings'] },
    },
    refusals: ['theme_unknown', 'theme_protected', 'file_unknown', 'precondition_failed', 'busy'],
  },
  DELETE: {
    id: 'revertFile',
    group: 'Files',
    who: 'writer',
    theme: 'path',
    summary: 'Revert a file',
    prose: 'The file becomes the same as in the master. A file that is not customized does not change.',
    parameters: [THEME_ID, FILE_PATH, IF_MATCH],
    answers: {
      204: {
        text: 'The file is the same as in the master, or removed if the master has no such file.',
        headers: ['ETag'],
      },
    },
    refusals: ['theme_unknown', 'theme_protected', 'file_unknown', 'path_invalid', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/reset` */
export const RESET = {
  DELETE: {
    id: 'resetBranding',
    group: 'Themes',
    who: 'writer',
    theme: 'every',
    summary: 'Reset all branding',
    prose: 'Deletes all other themes and resets `default` to the master.',
    answers: { 204: { text: 'Only `default` is left, and it equals the master.' } },
    refusals: ['themes_in_use'],
  },
} as const satisfies Partial<Record<Method, Call>>
