import type { Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import { IF_MATCH, IF_NONE_MATCH } from '../description/parameters.ts'

const SETTINGS = {
  rules: { 'asset/size': 'off', 'label/missing-translation': 'error' },
  scriptOrigins: ['https://cdn.example.com'],
  tagManager: false,
}

const ANSWER = {
  text: 'The current settings.',
  content: { 'application/json': 'LintSettings' },
  headers: ['ETag'],
  example: SETTINGS,
} as const

/** `/lint/settings` */
export const LINT_SETTINGS = {
  GET: {
    id: 'getLintSettings',
    group: 'Pages',
    who: 'somebody',
    summary: 'Get the settings of the linter',
    parameters: [IF_NONE_MATCH],
    answers: { 200: ANSWER, 304: NOT_CHANGED },
  },
  PUT: {
    id: 'setLintSettings',
    group: 'Pages',
    who: 'administrator',
    summary: 'Change the settings of the linter',
    prose:
      'The settings apply to every check of every theme of the tenant. Send at least one setting: settings that you leave out do not change. Findings of severity `fatal` cannot be turned off.',
    parameters: [IF_MATCH],
    body: { kind: 'json', schema: 'LintWish', example: SETTINGS },
    answers: { 200: ANSWER },
    refusals: ['precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>
