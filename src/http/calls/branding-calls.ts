import type { Answer, Body, Call, Method } from '../description/call.ts'
import {
  CUSTOMIZED_ONLY,
  EXAMPLE_ID,
  FILE_PATH,
  IF_ABSENT,
  IF_MATCH,
  IF_NONE_MATCH,
  paging,
  READABLE_ID,
  THEME_ID,
} from '../description/parameters.ts'
import { bytes, named, object } from '../description/schema.ts'

const HARBOUR = { id: EXAMPLE_ID, name: 'Harbour', description: 'For the shop' }

const PARTS = {
  files: bytes('The ZIP archive. A part of any other name is taken too.', 'application/zip'),
  configuration: { ...named('ThemeConfiguration'), description: 'What is set of the theme, as JSON.' },
}
const EXAMPLE = {
  files: '<the bytes of the archive>',
  configuration: { name: 'Harbour', description: 'For the shop' },
}

const NEW: Body = { kind: 'package', schema: object('A package, and its name.', PARTS), example: EXAMPLE }
const UPLOAD: Body = {
  kind: 'package',
  schema: object('A package, what is set of the theme, or both.', {}, PARTS),
  example: EXAMPLE,
}

const FRESH: Answer = { text: 'It is as `If-None-Match` has it.', headers: ['ETag'] }

const CONFIGURED = ['configuration_invalid', 'theme_name_taken', 'theme_name_reserved'] as const

/** `/themes` */
export const THEMES = {
  GET: {
    id: 'listThemes',
    group: 'Themes',
    who: 'reader',
    theme: 'own',
    summary: 'List themes',
    prose: 'Ordered by name in code points, with `default` last.',
    parameters: paging(200, 1000),
    answers: {
      200: {
        text: 'A page of the list.',
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
      'A file that equals the file of the current or an earlier master is not stored. The theme then follows the master.',
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
    prose: 'The response is `application/zip` if `Accept` contains it.',
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
      304: FRESH,
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
        text: 'The theme as it is now.',
        content: { 'application/json': 'WrittenTheme' },
        headers: ['ETag', 'Tabard-Findings'],
        example: HARBOUR,
      },
      204: {
        text: 'The same for an API client that is made to be answered like this.',
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
    prose: 'With all its files and its history.',
    parameters: [THEME_ID, IF_MATCH],
    answers: { 204: { text: 'It is gone.' } },
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
      'If the theme does not customize the file, this is the file of the master. The content type follows from the name.',
    parameters: [READABLE_ID, FILE_PATH, IF_NONE_MATCH],
    answers: {
      200: {
        text: 'The bytes as they were stored.',
        content: { '*/*': bytes('The content.') },
        headers: ['ETag'],
      },
      304: FRESH,
    },
    refusals: ['theme_unknown', 'file_unknown', 'path_invalid'],
  },
  PUT: {
    id: 'writeFile',
    group: 'Files',
    who: 'writer',
    theme: 'path',
    summary: 'Add or replace a file',
    parameters: [THEME_ID, FILE_PATH, IF_MATCH, IF_ABSENT],
    body: { kind: 'file', schema: object('A form with the file.', { file: bytes('The file.') }) },
    answers: { 204: { text: 'It is written.', headers: ['ETag', 'Tabard-Never-Shown', 'Tabard-Findings'] } },
    refusals: ['theme_unknown', 'theme_protected', 'file_unknown', 'precondition_failed', 'busy'],
  },
  DELETE: {
    id: 'revertFile',
    group: 'Files',
    who: 'writer',
    theme: 'path',
    summary: 'Revert a file',
    prose: 'The file then equals the master’s again. A file that is not customized does not change.',
    parameters: [THEME_ID, FILE_PATH, IF_MATCH],
    answers: {
      204: { text: 'It is as in the master; where the master has none, it is gone.', headers: ['ETag'] },
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
    answers: { 204: { text: 'Only `default` is left, and equals the master.' } },
    refusals: ['themes_in_use'],
  },
} as const satisfies Partial<Record<Method, Call>>
