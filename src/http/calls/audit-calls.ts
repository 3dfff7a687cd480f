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
    prose: 'An export, as CSV or as lines of JSON, has everything unless `limit` is given.',
    parameters: [
      inQuery('account', 'Id or username of an account.'),
      inQuery('application', 'Id of an application.'),
      inQuery('event', `One of ${AUDIT_EVENT_NAMES.map(name => `\`${name}\``).join(', ')}.`, 'signed-in'),
      inQuery('from', 'From then on: a day in UTC, or a time with its zone.', '2026-01-31'),
      inQuery('to', 'Before then.'),
      {
        name: 'limit',
        in: 'query',
        schema: whole('How many are wanted.', { minimum: 1, maximum: 1000, default: 200 }),
      },
      inQuery('cursor', 'The `next` of an earlier answer.'),
      {
        name: 'format',
        in: 'query',
        schema: text('What the answer is; `Accept` may tell it too.', { enum: ['json', 'csv', 'jsonl'] }),
      },
    ],
    answers: {
      200: {
        text: 'Entries, the newest first.',
        content: {
          'application/json': 'AuditPage',
          'text/csv': text('RFC 4180 with a header.'),
          'application/x-ndjson': text('An entry in each line.'),
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
