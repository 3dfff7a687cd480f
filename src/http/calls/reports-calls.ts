import type { Call, Method } from '../description/call.ts'
import { inQuery } from '../description/parameters.ts'

/** `/reports/policy` */
export const REPORTS = {
  POST: {
    id: 'reportPolicy',
    group: 'Pages',
    who: 'anyone',
    summary: 'Report a violation of the content policy',
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
