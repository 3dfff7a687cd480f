import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, IF_MATCH, inPath, inQuery, paging, searching } from '../description/parameters.ts'
import { oneOf, whole } from '../description/schema.ts'

const APPLICATION_ID = inPath('id', 'Id of the application.', EXAMPLE_ID)
const HOLDER = inPath(
  'holder',
  'An account or a group, by id or name. Add the prefix `account:` or `group:` if both have this name.',
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
        text: 'One page of the list.',
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
        text: 'The access settings with their ETag, and one page of the accounts and groups with access.',
        content: { 'application/json': 'Access' },
        headers: ['ETag'],
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
      'If the application stops being open, people without access of their own lose all their tokens for it.',
    parameters: [APPLICATION_ID, IF_MATCH],
    body: { kind: 'json', schema: 'AccessSettings', example: { mode: 'assigned', keepRecent: true } },
    answers: {
      200: {
        text: 'The access settings after the change.',
        content: { 'application/json': 'Access' },
        headers: ['ETag'],
        example: { ...ACCESS, kept: 1 },
      },
    },
    refusals: [
      'application_unknown',
      'account_unknown',
      'group_unknown',
      'value_invalid',
      'precondition_failed',
    ],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id/access/:holder` */
export const HOLDER_ACCESS = {
  PUT: {
    id: 'giveAccess',
    group: 'Access',
    who: 'steward',
    summary: 'Give an account or a group access',
    prose: 'If the account or group already has access, this changes only the end date.',
    parameters: [APPLICATION_ID, HOLDER],
    body: { kind: 'json', schema: 'AccessEnd', example: { until: '2099-01-31' } },
    answers: { 204: { text: 'The account or group has access.' } },
    refusals: ['application_unknown', 'account_unknown', 'group_unknown', 'value_invalid'],
  },
  DELETE: {
    id: 'takeAccess',
    group: 'Access',
    who: 'steward',
    summary: 'Revoke access',
    prose: 'Everybody who has no other access loses all grants, codes and tokens for the application.',
    parameters: [APPLICATION_ID, HOLDER],
    answers: { 204: { text: 'The access was revoked.' } },
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
    prose: 'Somebody with direct access and access through groups is listed once for each.',
    parameters: [APPLICATION_ID, ...searching('the username, e-mail address or name')],
    answers: {
      200: {
        text: 'One page of the list.',
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
    prose: 'Names that begin with the text come first.',
    parameters: [
      inQuery(
        'search',
        'A part of a group’s name, or of a person’s username, e-mail address or name. Without it, the result is empty.',
        'ad',
      ),
      { name: 'kind', in: 'query', schema: oneOf('Only accounts, or only groups.', ['account', 'group']) },
      {
        name: 'limit',
        in: 'query',
        schema: whole('Maximum number of results.', { minimum: 1, maximum: 50, default: 10 }),
      },
    ],
    answers: {
      200: {
        text: 'The best matches.',
        content: { 'application/json': 'FoundHolders' },
        example: { holders: [{ kind: 'account', id: EXAMPLE_ID, name: 'ada', fullName: 'Ada Byron' }] },
      },
    },
    refusals: ['query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
