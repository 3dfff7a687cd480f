import { EXPORT_TIME } from '../../core/analytics/container.ts'
import type { Call, Method } from '../description/call.ts'
import { IF_MATCH, inQuery, THEME_ID } from '../description/parameters.ts'
import { yesOrNo } from '../description/schema.ts'

const MEASURED = {
  text: 'The analytics settings.',
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
      'Setting `container` adds the two tag manager snippets to the theme’s `registration.html`; `null` removes the snippets that the service added. Nothing else in the file changes. Send at least one setting: settings that you leave out do not change. `eval` applies to one container only: if you change the container, set it again.',
    parameters: [THEME_ID, IF_MATCH],
    body: {
      kind: 'json',
      schema: 'AnalyticsWish',
      example: { container: 'GTM-AB12CD3', eval: false, firstParty: true },
    },
    answers: { 200: { ...MEASURED, headers: ['ETag'] } },
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
        schema: yesOrNo('Whether a script reads the page title.', { default: true }),
      },
      inQuery('locales', 'Languages whose page titles are included, separated by commas.', 'de,fr'),
      inQuery('themeId', 'Id of the theme that the page titles are from.', 'default'),
      {
        name: 'designed',
        in: 'query',
        schema: yesOrNo(
          'Whether to add events for the steps and attributes of your own flows: `step_<id>` and `field_<name>`.',
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
