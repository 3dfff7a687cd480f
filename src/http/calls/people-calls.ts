import { ACCOUNT_STATUSES } from '../../core/access.ts'
import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inPath, inQuery, searching } from '../description/parameters.ts'

const ADA = { supervisorId: EXAMPLE_ID, supervisor: 'ada', supervisorFullName: 'Ada Byron' }
const BOB = {
  ...{ id: EXAMPLE_ID, userName: 'bob', fullName: null, status: 'active' },
  ...ADA,
  attributes: { plan: 'gold' },
}

/** `/people` */
export const PEOPLE = {
  GET: {
    id: 'listAccounts',
    group: 'Access',
    who: 'steward',
    summary: 'List accounts with their supervisors',
    parameters: [
      ...searching('the username, e-mail address or name'),
      inQuery(
        'status',
        `Only those with this status: ${ACCOUNT_STATUSES.map(one => `\`${one}\``).join(', ')}.`,
      ),
      inQuery('attribute', 'Only people with this value of one of the tenant’s own attributes.', 'plan=gold'),
    ],
    answers: {
      200: {
        text: 'One page of the list, sorted by username.',
        content: { 'application/json': 'PersonList' },
        example: { page: 1, limit: 200, total: 1, people: [BOB] },
      },
    },
    refusals: ['query_invalid', 'attribute_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/people/:account/approval` */
export const APPROVAL = {
  POST: {
    id: 'decideRegistration',
    group: 'Access',
    who: 'steward',
    summary: 'Approve or reject a registration',
    prose: 'The registration must be waiting for approval. The person is notified by mail.',
    parameters: [inPath('account', 'The account, by id or username.', 'alex@example.com')],
    body: { kind: 'json', schema: 'RegistrationDecision', example: { approved: true } },
    answers: { 204: { text: 'The decision was recorded.' } },
    refusals: ['account_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/people/:account/supervisor` */
export const SUPERVISOR = {
  PUT: {
    id: 'setSupervisor',
    group: 'Access',
    who: 'steward',
    summary: 'Set the supervisor of a person',
    prose:
      'In campaigns without named reviewers, supervisors review the access of the people they supervise.',
    parameters: [inPath('account', 'The account, by id or username.', 'bob')],
    body: { kind: 'json', schema: 'NewSupervisor', example: { supervisor: 'ada' } },
    answers: {
      200: { text: 'The person after the change.', content: { 'application/json': 'Person' }, example: BOB },
    },
    refusals: ['account_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
