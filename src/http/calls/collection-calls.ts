import type { Call, Method, Page } from '../description/call.ts'

/** `/analytics/collect` */
export const COLLECT = {
  POST: {
    id: 'collectEvents',
    group: 'Analytics',
    who: 'anyone',
    summary: 'Record events of a registration page',
    prose:
      'Registration pages send this by themselves, with a ticket of the service. Impossible events are dropped.',
    body: {
      kind: 'events',
      schema: 'EventBatch',
      example: { ticket: '…', events: [{ name: 'email' }] },
    },
    answers: { 204: { text: 'It is taken.' } },
    refusals: ['too_many_events', 'ticket_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/analytics/script.js` */
export const COLLECTION_SCRIPT = {
  GET: { id: 'collectionScript', page: 'The script by which a page of a registration tells what happened.' },
} as const satisfies Partial<Record<Method, Page>>
