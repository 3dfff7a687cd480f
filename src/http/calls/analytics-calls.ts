import { EXPORT_TIME } from '../../core/analytics/container.ts'
import type { Call, Method, Page } from '../description/call.ts'
import { IF_MATCH, inQuery, THEME_ID } from '../description/parameters.ts'
import { oneOf, text, yesOrNo } from '../description/schema.ts'

const STARTED = { event: 'registration_started', times: 40, journeys: 32, dropOff: null }
const TYPED = { event: 'email', times: 30, journeys: 28, dropOff: 0.125 }
const FIGURES = { steps: [STARTED], fields: [TYPED] }

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
    summary: 'Tell what the registration pages of a theme send',
    parameters: [THEME_ID],
    answers: { 200: MEASURED },
    refusals: ['theme_unknown'],
  },
  PUT: {
    id: 'setThemeAnalytics',
    group: 'Analytics',
    who: 'writer',
    summary: 'Set what the registration pages of a theme send',
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
    summary: 'Download the container for a tag manager',
    prose: 'In its import format. The same wishes make the same file.',
    parameters: [
      { ...inQuery('measurementId', 'Id of the analytics property.', 'G-AB12CD34EF'), required: true },
      {
        name: 'eval',
        in: 'query',
        schema: yesOrNo('Whether the page title is read by script.', { default: true }),
      },
      inQuery('locales', 'Languages whose page titles join, separated by commas.', 'de,fr'),
      inQuery('themeId', 'Id of the theme whose titles these are.', 'default'),
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

/** `/analytics/funnel` */
export const FUNNEL = {
  GET: {
    id: 'getFunnel',
    group: 'Analytics',
    who: 'reader',
    summary: 'Get the funnel of registrations',
    prose: 'Days are those of UTC, both included; the last thirty unless they are given.',
    parameters: [
      inQuery('from', 'The first day.', '2026-01-01'),
      inQuery('to', 'The last day.', '2026-01-31'),
      inQuery('themeId', 'Only those in this theme.', 'default'),
      inQuery(
        'application',
        'Only those on the way to this application, by its id; empty for those on the way to none.',
      ),
      inQuery('locale', 'Only those in this language, as its folder is named.', 'de'),
      {
        name: 'by',
        in: 'query',
        schema: oneOf('What the groups are.', ['day', 'theme', 'application', 'locale']),
      },
      {
        name: 'format',
        in: 'query',
        schema: oneOf('What the answer is; `Accept` may tell it too.', ['json', 'csv']),
      },
    ],
    answers: {
      200: {
        text: 'The funnel of all together and of each group.',
        content: { 'application/json': 'Funnel', 'text/csv': text('RFC 4180 with a header.') },
        example: {
          from: '2026-01-01',
          to: '2026-01-31',
          by: 'day',
          total: FIGURES,
          groups: [{ group: '2026-01-31', ...FIGURES }],
        },
      },
    },
    refusals: ['query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/analytics/collect` */
export const COLLECT = {
  POST: {
    id: 'collectEvents',
    group: 'Analytics',
    who: 'anyone',
    summary: 'Tell what happened on a page of a registration',
    prose:
      'Pages send it by themselves, with the ticket that they were given. What cannot have happened is dropped.',
    body: {
      kind: 'json',
      schema: 'EventBatch',
      example: { ticket: '…', events: [{ name: 'email' }] },
    },
    answers: { 204: { text: 'It is taken.' } },
    refusals: ['too_many_events', 'ticket_invalid', 'over_limit'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/analytics/script.js` */
export const COLLECTION_SCRIPT = {
  GET: { id: 'collectionScript', page: 'The script by which a page of a registration tells what happened.' },
} as const satisfies Partial<Record<Method, Page>>
