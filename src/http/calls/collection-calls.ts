import type { Call, Method, Page } from '../description/call.ts'

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
