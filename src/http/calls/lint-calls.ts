import type { Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import { bytes, object } from '../description/schema.ts'

/** A finding, for the examples of calls that tell findings. */
export const FINDING = {
  rule: 'macro/unknown',
  severity: 'error',
  file: 'authentication/logout/default/logout_success.html',
  start: { line: 7, column: 5 },
  end: { line: 7, column: 14 },
  message: '@THEMEID@ is not a macro of this page; did you mean @THEME_ID@?',
  pages: ['logout'],
  fix: { title: 'Write @THEME_ID@', edits: [{ start: 120, end: 129, text: '@THEME_ID@' }] },
  docs: 'https://id.example.com/docs/lint#macro/unknown',
}

export const FINDING_COUNTS = { fatal: 0, error: 1, warning: 0, recommendation: 0 }

const ANSWERS = {
  200: {
    text: 'The findings, most severe first; at most 2,000.',
    content: { 'application/json': 'LintReport' },
    example: { findings: [FINDING], counts: FINDING_COUNTS },
  },
} as const

/** `/lint` */
export const LINT = {
  POST: {
    id: 'lintTheme',
    group: 'Pages',
    who: 'reader',
    theme: 'body',
    summary: 'Find mistakes in a theme',
    prose:
      'Checks a theme with the linter settings of the tenant, without writing anything. You can send unsaved files, and null for files that would be reverted. The limits for packages apply. The body can have up to 4 MiB.',
    body: {
      kind: 'files',
      schema: 'CheckedFiles',
      example: { themeId: 'default', files: { 'common/page_style.css': ':root { --color-brand: #2e8b57 }' } },
    },
    answers: ANSWERS,
    refusals: ['theme_unknown', 'busy', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/lint/package` */
export const LINT_PACKAGE = {
  POST: {
    id: 'lintPackage',
    group: 'Pages',
    who: 'reader',
    theme: 'none',
    summary: 'Find mistakes in a package',
    prose:
      'Checks a package without writing anything. Findings of severity `fatal` are mistakes for which the service would reject the package.',
    body: {
      kind: 'package',
      schema: object('A form with the archive.', { files: bytes('The ZIP archive.', 'application/zip') }),
    },
    answers: ANSWERS,
    refusals: ['busy', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/lint/rules` */
export const LINT_RULES = {
  GET: {
    id: 'listLintRules',
    group: 'Pages',
    who: 'anyone',
    summary: 'List the rules of the linter',
    answers: {
      200: {
        text: 'All rules, sorted by id.',
        content: { 'application/json': 'LintRules' },
        headers: ['ETag'],
        example: {
          rules: [
            {
              id: 'macro/unknown',
              severity: 'error',
              fixable: true,
              browser: false,
              title: 'Unknown macro',
              reason: 'A macro that nobody knows stays in the page as it is written.',
              docs: FINDING.docs,
            },
          ],
        },
      },
      304: NOT_CHANGED,
    },
  },
} as const satisfies Partial<Record<Method, Call>>
