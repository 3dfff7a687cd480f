import type { Call, Method } from './call.ts'
import { IF_MATCH, inQuery, THEME_ID } from './parameters.ts'
import { text, yesOrNo } from './schema.ts'

const WISH = { container: 'GTM-ABCD123', eval: true, firstParty: false }
const STATE = { ...WISH, byHand: false }

/** `/themes/:id/analytics` */
export const THEME_ANALYTICS = {
  GET: {
    id: 'readThemeAnalytics',
    group: 'Analytics',
    who: 'reader',
    summary: 'Tell what the registration pages of a theme send',
    parameters: [THEME_ID],
    answers: {
      200: {
        text: 'What they send, and where to.',
        content: { 'application/json': 'ThemeAnalytics' },
        example: STATE,
      },
    },
    refusals: ['theme_unknown'],
  },
  PUT: {
    id: 'setThemeAnalytics',
    group: 'Analytics',
    who: 'writer',
    summary: 'Say what the registration pages of a theme send',
    prose:
      'A container puts the two snippets of the tag manager into the theme’s own `registration.html`, and `null` takes out the ones that the service put there. Everything else in the file stays as it is, byte for byte.',
    parameters: [THEME_ID, IF_MATCH],
    body: { kind: 'json', schema: 'AnalyticsWish', example: WISH },
    answers: {
      200: {
        text: 'What they send now.',
        content: { 'application/json': 'ThemeAnalytics' },
        example: STATE,
      },
    },
    refusals: [
      'theme_unknown',
      'theme_protected',
      'precondition_failed',
      'tag_manager_taken',
      'value_invalid',
      'over_limit',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/analytics/container` */
export const CONTAINER = {
  GET: {
    id: 'getContainer',
    group: 'Analytics',
    who: 'reader',
    summary: 'Get the container of a tag manager',
    prose:
      'It is in the tag manager’s import format. The same questions get the same bytes, as long as the titles of the theme stay.',
    parameters: [
      {
        ...inQuery('measurementId', 'Id of the analytics property.', 'G-ABCD123456'),
        required: true,
      },
      {
        name: 'eval',
        in: 'query',
        schema: yesOrNo('Whether the page title is read by a script of its own.', { default: true }),
      },
      inQuery('locales', 'Languages whose page titles count too, separated by commas.', 'de,fr'),
      {
        name: 'themeId',
        in: 'query',
        schema: text('The theme whose titles they are.', { default: 'default' }),
      },
    ],
    answers: {
      200: {
        text: 'The container, as a file to be kept.',
        content: { 'application/json': 'Container' },
        example: {
          exportFormatVersion: 2,
          exportTime: '2026-01-01 00:00:00',
          containerVersion: { tag: [], trigger: [], variable: [] },
        },
      },
    },
    refusals: ['theme_unknown', 'value_invalid', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
