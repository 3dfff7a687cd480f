import type { Call, Method } from '../description/call.ts'
import { inQuery, LOOK } from '../description/parameters.ts'
import { FINDING } from './lint-calls.ts'

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
  findings: [FINDING],
  policy: {
    text: "default-src 'none'; style-src 'nonce-…'; font-src https://fonts.example; …",
    widened: [{ directive: 'font-src', origin: 'https://fonts.example', by: 'common/page_style.css' }],
    violations: 0,
  },
}

/** `/explain` */
export const EXPLAIN = {
  GET: {
    id: 'explainPage',
    group: 'Pages',
    who: 'reader',
    theme: 'query',
    summary: 'Explain how a page is put together',
    parameters: [inQuery('page', 'Id of the page or mail. The default is `login`.', 'login'), ...LOOK],
    answers: {
      200: {
        text: 'The theme, language, files, labels, macros, problems, linter findings and content security policy.',
        content: { 'application/json': 'Explanation' },
        example: LOGOUT_EXPLAINED,
      },
    },
    refusals: ['page_unknown', 'theme_unknown', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>
