import type { Call, Method } from '../description/call.ts'
import { inQuery } from '../description/parameters.ts'
import { oneOf, text } from '../description/schema.ts'

const STARTED = { event: 'registration_started', times: 40, journeys: 32, dropOff: null }
const TYPED = { event: 'email', times: 30, journeys: 28, dropOff: 0.125 }
const DESIGNED = { event: 'step_company', times: 20, journeys: 16, dropOff: 0.5 }
const FIGURES = { steps: [STARTED], fields: [TYPED], designed: [DESIGNED] }

/** `/analytics/funnel` */
export const FUNNEL = {
  GET: {
    id: 'getFunnel',
    group: 'Analytics',
    who: 'reader',
    theme: 'own',
    summary: 'Get the funnel of registrations',
    prose: 'Days are in UTC, and both are included. The default is the last 30 days.',
    parameters: [
      inQuery('from', 'The first day.', '2026-01-01'),
      inQuery('to', 'The last day.', '2026-01-31'),
      inQuery('themeId', 'Only registrations in this theme.', 'default'),
      inQuery(
        'application',
        'Only registrations for this application, by its id. If empty, only registrations without an application.',
      ),
      inQuery('locale', 'Only registrations in this language, by the name of its folder.', 'de'),
      {
        name: 'by',
        in: 'query',
        schema: oneOf('How to group the figures.', ['day', 'theme', 'application', 'locale']),
      },
      {
        name: 'format',
        in: 'query',
        schema: oneOf('Format of the response. You can set it with the `Accept` header instead.', [
          'json',
          'csv',
        ]),
      },
    ],
    answers: {
      200: {
        text: 'The funnel in total and for each group.',
        content: { 'application/json': 'Funnel', 'text/csv': text('CSV (RFC 4180) with a header row.') },
        example: {
          from: '2026-01-01',
          to: '2026-01-31',
          by: 'day',
          total: FIGURES,
          groups: [{ group: '2026-01-31', ...FIGURES }],
        },
      },
    },
    refusals: ['query_invalid', 'theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
