import type { Call, Method, Page } from '../description/call.ts'

/** `/analytics/collect` */
export const COLLECT = {
  POST: {
    id: 'collectEvents',
    group: 'Analytics',
    who: 'anyone',
    summary: 'Record events of a registration page',
    prose:
      'Registration pages send their events here, with a ticket from the service. Events that cannot have happened are dropped.',
    body: {
      kind: 'events',
      schema: 'EventBatch',
      example: { ticket: '…', events: [{ name: 'email' }] },
    },
    answers: { 204: { text: 'The events were accepted.' } },
    refusals: ['too_many_events', 'ticket_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/analytics/script.js` */
export const COLLECTION_SCRIPT = {
  GET: { id: 'collectionScript', page: 'The script that sends the events of a registration page.' },
} as const satisfies Partial<Record<Method, Page>>
