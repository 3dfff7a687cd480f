import { EXPORT_TIME } from '../../core/analytics/container.ts'
import type { Call, Method } from '../description/call.ts'
import { IF_MATCH, inQuery, THEME_ID } from '../description/parameters.ts'
import { yesOrNo } from '../description/schema.ts'

const MEASURED = {
  text: 'What they send.',
  content: { 'application/json': 'ThemeAnalytics' },
  example: { container: 'GTM-AB12CD3', byHand: false, eval: false, firstParty: true },
} as const

/** `/themes/:id/analytics` */
export const THEME_ANALYTICS = {
  GET: {
    id: 'getThemeAnalytics',
    group: 'Analytics',
    who: 'reader',
    theme: 'path',
    summary: 'Get the analytics settings of a theme',
    parameters: [THEME_ID],
    answers: { 200: MEASURED },
    refusals: ['theme_unknown'],
  },
  PUT: {
    id: 'setThemeAnalytics',
    group: 'Analytics',
    who: 'writer',
    theme: 'path',
    summary: 'Change the analytics settings of a theme',
    prose:
      'A container puts the two snippets of the tag manager into the theme’s own `registration.html`, and `null` takes out the ones that the service put there. Everything else in the file stays as it is, byte for byte. What is not given stays as it is too, and at least one has to be given. Leave to evaluate is given to one container, and does not pass on to another.',
    parameters: [THEME_ID, IF_MATCH],
    body: {
      kind: 'json',
      schema: 'AnalyticsWish',
      example: { container: 'GTM-AB12CD3', eval: false, firstParty: true },
    },
    answers: { 200: MEASURED },
    refusals: [
      'theme_unknown',
      'theme_protected',
      'value_invalid',
      'tag_manager_taken',
      'precondition_failed',
      'over_limit',
      'busy',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/analytics/container` */
export const CONTAINER = {
  GET: {
    id: 'getContainer',
    group: 'Analytics',
    who: 'reader',
    theme: 'query',
    summary: 'Download the container for a tag manager',
    prose: 'In the import format of the tag manager. The same parameters always give the same file.',
    parameters: [
      { ...inQuery('measurementId', 'Id of the analytics property.', 'G-AB12CD34EF'), required: true },
      {
        name: 'eval',
        in: 'query',
        schema: yesOrNo('Whether the page title is read by script.', { default: true }),
      },
      inQuery('locales', 'Languages whose page titles join, separated by commas.', 'de,fr'),
      inQuery('themeId', 'Id of the theme whose titles these are.', 'default'),
      {
        name: 'designed',
        in: 'query',
        schema: yesOrNo(
          'Whether steps that were designed and fields for attributes that were added have events too: `step_<id>` and `field_<name>`.',
          { default: false },
        ),
      },
    ],
    answers: {
      200: {
        text: 'The container.',
        content: { 'application/json': 'Container' },
        example: {
          exportFormatVersion: 2,
          exportTime: EXPORT_TIME,
          containerVersion: { tag: [], trigger: [], variable: [] },
        },
      },
    },
    refusals: ['query_invalid', 'value_invalid', 'theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
