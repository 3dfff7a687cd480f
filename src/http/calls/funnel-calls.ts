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
    refusals: ['query_invalid', 'theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
