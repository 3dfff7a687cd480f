import type { Call, Method } from '../description/call.ts'
import { inQuery } from '../description/parameters.ts'

/** `/reports/policy` */
export const REPORTS = {
  POST: {
    id: 'reportPolicy',
    group: 'Pages',
    who: 'anyone',
    summary: 'Report a violation of the content security policy',
    prose:
      'Browsers send these reports automatically. They are counted for each page. Reports for unknown pages are ignored.',
    parameters: [
      inQuery('page', 'Id of the page.', 'login'),
      inQuery('themeId', 'Id of the theme.', 'default'),
    ],
    body: {
      kind: 'report',
      schema: { type: 'object', description: 'The report, in the format that browsers use.' },
      example: { 'csp-report': { 'violated-directive': 'img-src', 'blocked-uri': 'https://ads.example' } },
    },
    answers: { 204: { text: 'The report was accepted.' } },
    refusals: ['too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>
