import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inPath, inQuery, paging } from '../description/parameters.ts'
import { oneOf } from '../description/schema.ts'

const REQUEST_ID = inPath('id', 'Id of the request.', EXAMPLE_ID)
const DEPUTY_ID = inPath('id', 'Id of the deputy.', EXAMPLE_ID)
const ADA = { id: EXAMPLE_ID, userName: 'ada', fullName: 'Ada Byron' }
const SHOP = { applicationId: EXAMPLE_ID, applicationName: 'Shop' }
const ASKED = '2026-01-31T12:00:00.000Z'
const REQUEST = {
  ...{ id: EXAMPLE_ID, state: 'waiting', ...SHOP, requester: ADA, person: ADA },
  ...{ justification: 'I plan the trips of our team.', until: null, asked: ASKED },
  ...{ expires: '2026-03-02T12:00:00.000Z', decided: null, decidedBy: null, decisionComment: '' },
}
const TURN = { turn: 'ask', at: ASKED, by: 'ada', part: 'person', comment: '' }
const WHOLE = { ...REQUEST, turns: [TURN] }
const DEPUTY = {
  ...{ id: EXAMPLE_ID, approver: 'ada', deputy: 'bob' },
  ...{ from: '2099-01-04T00:00:00.000Z', until: '2099-01-16T00:00:00.000Z' },
}

/** `/requests` */
export const ACCESS_REQUESTS = {
  GET: {
    id: 'listRequests',
    group: 'Access',
    who: 'steward',
    summary: 'List requests for access, newest first',
    parameters: [
      ...paging(200, 1000),
      {
        name: 'state',
        in: 'query',
        schema: oneOf('Only requests that wait for a decision (`open`), or that have ended (`ended`).', [
          'open',
          'ended',
        ]),
      },
      inQuery('application', 'Only requests for this application, by its id.'),
    ],
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'AccessRequestList' },
        example: { page: 1, limit: 200, total: 1, requests: [REQUEST] },
      },
    },
    refusals: ['query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/requests/:id` */
export const ACCESS_REQUEST = {
  GET: {
    id: 'getRequest',
    group: 'Access',
    who: 'steward',
    summary: 'Get a request with its history',
    parameters: [REQUEST_ID],
    answers: {
      200: { text: 'The request.', content: { 'application/json': 'WholeRequest' }, example: WHOLE },
    },
    refusals: ['request_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/requests/:id/decision` */
export const DECISION = {
  POST: {
    id: 'decideRequest',
    group: 'Access',
    who: 'steward',
    summary: 'Approve or reject a request, or ask for more justification',
    prose:
      'The first decision is final. Administrators cannot decide requests that they made, or that are for themselves.',
    parameters: [REQUEST_ID],
    body: { kind: 'json', schema: 'RequestDecision', example: { turn: 'approve', comment: 'Welcome.' } },
    answers: {
      200: {
        text: 'The request after the decision.',
        content: { 'application/json': 'WholeRequest' },
        example: WHOLE,
      },
    },
    refusals: ['request_unknown', 'request_refused', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/deputies` */
export const DEPUTIES = {
  GET: {
    id: 'listDeputies',
    group: 'Access',
    who: 'steward',
    summary: 'List current and future deputies',
    answers: {
      200: {
        text: 'All deputies, sorted by the username of the approver.',
        content: { 'application/json': 'DeputyList' },
        example: { deputies: [DEPUTY] },
      },
    },
    refusals: [],
  },
  POST: {
    id: 'addDeputy',
    group: 'Access',
    who: 'steward',
    summary: 'Name a deputy for an approver or reviewer',
    body: {
      kind: 'json',
      schema: 'NewDeputy',
      example: { approver: 'ada', deputy: 'bob', from: '2099-01-04', until: '2099-01-15' },
    },
    answers: { 201: { text: 'The deputy.', content: { 'application/json': 'Deputy' }, example: DEPUTY } },
    refusals: ['account_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/deputies/:id` */
export const DEPUTY_CALLS = {
  DELETE: {
    id: 'removeDeputy',
    group: 'Access',
    who: 'steward',
    summary: 'End a deputyship',
    parameters: [DEPUTY_ID],
    answers: { 204: { text: 'The deputy can no longer decide.' } },
    refusals: ['value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
