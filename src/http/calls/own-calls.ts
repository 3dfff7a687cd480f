import { DEFAULT_LIMITS } from '../../core/refusal.ts'
import { TEMPLATE_BOUNDS } from '../../core/template/template.ts'
import type { Call, Method } from '../description/call.ts'
import { inQuery, LOOK, PAGE_ID, STATE } from '../description/parameters.ts'
import { text } from '../description/schema.ts'

const LOGOUT_EXPLAINED = {
  scripts: ['https://cdn.example'],
  page: 'logout',
  theme: { id: 'default', why: 'default', revision: 3 },
  locale: { asked: ['de'], used: 'de', language: 'de', direction: 'ltr' },
  fallback: null,
  fallbacks: 0,
  files: [
    { role: 'page', path: 'authentication/logout/default/logout_success.html', from: 'master' },
    { role: 'style', path: 'common/page_style.css', from: 'theme' },
  ],
  labels: { used: ['LOGOUT_OK_TITLE'], missing: [] },
  macros: { used: ['LANG', 'DIR', 'THEME_ID'], withoutValue: [], unknown: ['LOGO'] },
  repeats: [],
  problems: [
    {
      what: 'unknown macro',
      name: 'LOGO',
      file: 'authentication/logout/default/logout_success.html',
      line: 7,
    },
  ],
  policy: {
    text: "default-src 'none'; style-src 'nonce-…'; font-src https://fonts.example; …",
    widened: [{ directive: 'font-src', origin: 'https://fonts.example', by: 'common/page_style.css' }],
    violations: 0,
  },
}

/** `/limits` */
export const LIMITS = {
  GET: {
    id: 'getLimits',
    group: 'Service',
    who: 'anyone',
    summary: 'Get the limits of this installation',
    answers: {
      200: {
        text: 'The limits.',
        content: { 'application/json': 'Limits' },
        example: { ...DEFAULT_LIMITS, template: TEMPLATE_BOUNDS },
      },
    },
    refusals: ['host_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/reports/policy` */
export const REPORTS = {
  POST: {
    id: 'reportPolicy',
    group: 'Pages',
    who: 'anyone',
    summary: 'Report what the policy of a page forbade',
    prose: 'Browsers send it by themselves. It is counted for the page; an unknown page is passed over.',
    parameters: [
      inQuery('page', 'Id of the page.', 'login'),
      inQuery('themeId', 'Id of the theme.', 'default'),
    ],
    body: {
      kind: 'report',
      schema: { type: 'object', description: 'The report, as browsers send it.' },
      example: { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'https://ads.example' } },
    },
    answers: { 204: { text: 'It is taken.' } },
    refusals: ['too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/pages` */
export const CATALOGUE = {
  GET: {
    id: 'listPages',
    group: 'Pages',
    who: 'reader',
    summary: 'List all pages and mails',
    prose: 'With their states, files, macros and repeats, and what each means.',
    answers: {
      200: {
        text: 'The catalogue.',
        content: { 'application/json': 'Catalogue' },
        example: {
          groups: ['Sign-in'],
          macros: [{ name: 'THEME_ID', kind: 'address', meaning: 'id of the theme in use' }],
          pages: [
            {
              id: 'logout',
              meaning: 'says that somebody has signed out',
              states: ['done'],
              situations: { done: 'signed out' },
              files: ['authentication/logout/logout.html'],
              macros: [],
              repeats: [],
              group: 'Sign-in',
            },
          ],
          mails: [],
        },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/explain` */
export const EXPLAIN = {
  GET: {
    id: 'explainPage',
    group: 'Pages',
    who: 'reader',
    summary: 'Tell how a page came to be',
    parameters: [inQuery('page', 'Id of the page or mail; `login` unless it is given.', 'login'), ...LOOK],
    answers: {
      200: {
        text: 'Theme, language, files, labels, macros, problems and policy.',
        content: { 'application/json': 'Explanation' },
        example: LOGOUT_EXPLAINED,
      },
    },
    refusals: ['page_unknown', 'theme_unknown', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/preview/:page` */
export const PREVIEW = {
  GET: {
    id: 'previewPage',
    group: 'Pages',
    who: 'reader',
    summary: 'Show a page with sample values',
    prose: 'Of a mail, `Accept: text/plain` gets the text instead of the HTML.',
    parameters: [PAGE_ID, ...LOOK, STATE],
    answers: {
      200: {
        text: 'The page, or the mail with subject and sender, percent-encoded, in headers.',
        content: {
          'text/html': text('The page.'),
          'text/plain': text('The text of a mail.'),
        },
        headers: ['Tabard-Subject', 'Tabard-Sender'],
      },
    },
    refusals: ['page_unknown', 'theme_unknown', 'query_invalid', 'too_many_requests'],
  },
  POST: {
    id: 'previewUnsaved',
    group: 'Pages',
    who: 'reader',
    summary: 'Show a page with files that are not saved',
    prose:
      'The files obey the limits of a package, and the body has at most 4 MiB. A preview is kept for 15 minutes.',
    parameters: [PAGE_ID],
    body: {
      kind: 'json',
      schema: 'UnsavedFiles',
      example: { themeId: 'default', files: { 'common/page_style.css': ':root { --color-brand: #2e8b57 }' } },
    },
    answers: {
      201: {
        text: 'Where the page is, and what is wrong with it.',
        content: { 'application/json': 'Preview' },
        example: {
          id: 'preview-…',
          theme: 'default',
          url: '/preview/preview-…/login',
          fallback: null,
          problems: [],
          elements: [],
        },
      },
    },
    refusals: [
      'page_unknown',
      'theme_unknown',
      'path_invalid',
      'path_collides',
      'content_contradicts',
      'over_limit',
      'busy',
      'too_many_requests',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>
