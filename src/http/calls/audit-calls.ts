import { AUDIT_EVENT_NAMES } from '../../core/audit-events.ts'
import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inQuery } from '../description/parameters.ts'
import { text, whole } from '../description/schema.ts'

/** `/audit` */
export const AUDIT = {
  GET: {
    id: 'listAuditEntries',
    group: 'Audit',
    who: 'administrator',
    summary: 'Read the audit trail',
    prose: 'Exports as CSV or JSON Lines contain all matching entries, unless you set `limit`.',
    parameters: [
      inQuery('account', 'Id or username of an account.'),
      inQuery('application', 'Id of an application.'),
      inQuery('event', `One of ${AUDIT_EVENT_NAMES.map(name => `\`${name}\``).join(', ')}.`, 'signed-in'),
      inQuery('from', 'Start of the period: a day in UTC, or a time with a time zone.', '2026-01-31'),
      inQuery('to', 'End of the period, exclusive: a day in UTC, or a time with a time zone.'),
      {
        name: 'limit',
        in: 'query',
        schema: whole('Maximum number of entries.', { minimum: 1, maximum: 1000, default: 200 }),
      },
      inQuery('cursor', 'The value of `next` from the previous response.'),
      {
        name: 'format',
        in: 'query',
        schema: text('Format of the response. You can set it with the `Accept` header instead.', {
          enum: ['json', 'csv', 'jsonl'],
        }),
      },
    ],
    answers: {
      200: {
        text: 'The entries, newest first.',
        content: {
          'application/json': 'AuditPage',
          'text/csv': text('CSV (RFC 4180) with a header row.'),
          'application/x-ndjson': text('One JSON object per line.'),
        },
        example: {
          entries: [
            {
              at: '2026-01-31T12:00:00.000Z',
              event: 'signed-in',
              account: EXAMPLE_ID,
              userName: 'ada',
              application: null,
              applicationName: null,
              address: '192.0.2.1',
              details: { proofs: 'pwd' },
            },
          ],
        },
      },
    },
    refusals: ['query_invalid', 'account_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
