import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inPath, inQuery, paging, searching } from '../description/parameters.ts'
import { oneOf, whole } from '../description/schema.ts'

const APPLICATION_ID = inPath('id', 'Id of the application.', EXAMPLE_ID)
const HOLDER = inPath(
  'holder',
  'An account or a group, by id or name; `account:` or `group:` in front says which is meant.',
  'group:Sales',
)
const LISTED = { page: 1, limit: 200, total: 1 }
const SALES = { kind: 'group', id: EXAMPLE_ID, name: 'Sales' }
const TERM = { since: '2026-01-31T12:00:00.000Z', until: null, origin: 'given' }
const GIVEN = { ...SALES, fullName: null, ...TERM }
const ACCESS = { mode: 'assigned', approvers: [SALES], requestsForOthers: false, ...LISTED, access: [GIVEN] }
const ADA = { id: EXAMPLE_ID, userName: 'ada', fullName: 'Ada Byron' }

/** `/access` */
export const ALL_ACCESS = {
  GET: {
    id: 'listAccess',
    group: 'Access',
    who: 'steward',
    summary: 'List applications, and who may use them',
    parameters: paging(200, 1000),
    answers: {
      200: {
        text: 'A page of them.',
        content: { 'application/json': 'AccessList' },
        example: { ...LISTED, applications: [{ id: EXAMPLE_ID, name: 'Shop', mode: 'assigned' }] },
      },
    },
    refusals: ['query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id/access` */
export const APPLICATION_ACCESS = {
  GET: {
    id: 'getAccess',
    group: 'Access',
    who: 'steward',
    summary: 'Get who may use an application',
    parameters: [
      APPLICATION_ID,
      ...searching('the name of the group, or in the username, e-mail address or name of the person'),
    ],
    answers: {
      200: {
        text: 'Its rules, and a page of the access that was given.',
        content: { 'application/json': 'Access' },
        example: ACCESS,
      },
    },
    refusals: ['application_unknown', 'query_invalid'],
  },
  PUT: {
    id: 'changeAccess',
    group: 'Access',
    who: 'steward',
    summary: 'Change who may use an application',
    prose:
      'When an application stops being open, everybody who was not given access loses all tokens for it.',
    parameters: [APPLICATION_ID],
    body: { kind: 'json', schema: 'AccessSettings', example: { mode: 'assigned', keepRecent: true } },
    answers: {
      200: {
        text: 'The rules as they are now.',
        content: { 'application/json': 'Access' },
        example: { ...ACCESS, kept: 1 },
      },
    },
    refusals: ['application_unknown', 'account_unknown', 'group_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id/access/:holder` */
export const HOLDER_ACCESS = {
  PUT: {
    id: 'giveAccess',
    group: 'Access',
    who: 'steward',
    summary: 'Give an account or a group access',
    prose: 'If it has access already, only the end changes.',
    parameters: [APPLICATION_ID, HOLDER],
    body: { kind: 'json', schema: 'AccessEnd', example: { until: '2099-01-31' } },
    answers: { 204: { text: 'It has access.' } },
    refusals: ['application_unknown', 'account_unknown', 'group_unknown', 'value_invalid'],
  },
  DELETE: {
    id: 'takeAccess',
    group: 'Access',
    who: 'steward',
    summary: 'Revoke access',
    prose: 'Grants, codes and tokens of everybody who has no other access are revoked.',
    parameters: [APPLICATION_ID, HOLDER],
    answers: { 204: { text: 'The access is gone.' } },
    refusals: ['application_unknown', 'account_unknown', 'group_unknown', 'access_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id/people` */
export const ACCESS_PEOPLE = {
  GET: {
    id: 'listPeople',
    group: 'Access',
    who: 'steward',
    summary: 'List the people who have access, directly or through groups',
    prose: 'Somebody who has access in several ways is listed once for each.',
    parameters: [APPLICATION_ID, ...searching('the username, e-mail address or name')],
    answers: {
      200: {
        text: 'A page of them.',
        content: { 'application/json': 'PeopleAccess' },
        example: { ...LISTED, people: [{ ...ADA, groupId: EXAMPLE_ID, groupName: 'Sales', ...TERM }] },
      },
    },
    refusals: ['application_unknown', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/holders` */
export const HOLDERS = {
  GET: {
    id: 'findHolders',
    group: 'Access',
    who: 'steward',
    summary: 'Find groups and active accounts by a part of their name',
    prose: 'Those whose name begins with the text come first.',
    parameters: [
      inQuery(
        'search',
        'A part of the name of the group, or of the username, e-mail address or name of the person. Without it, nothing is found.',
        'ad',
      ),
      { name: 'kind', in: 'query', schema: oneOf('Only accounts, or only groups.', ['account', 'group']) },
      {
        name: 'limit',
        in: 'query',
        schema: whole('How many are wanted.', { minimum: 1, maximum: 50, default: 10 }),
      },
    ],
    answers: {
      200: {
        text: 'The best ones.',
        content: { 'application/json': 'FoundHolders' },
        example: { holders: [{ kind: 'account', id: EXAMPLE_ID, name: 'ada', fullName: 'Ada Byron' }] },
      },
    },
    refusals: ['query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
