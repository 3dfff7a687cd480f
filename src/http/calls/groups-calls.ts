import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inPath, searching } from '../description/parameters.ts'

const GROUP_ID = inPath('id', 'Id or name of the group.', 'Sales')
const ACCOUNT = inPath('account', 'Id or username of the account.', 'ada')
const SALES = { id: EXAMPLE_ID, name: 'Sales', members: 2 }
const ADA = { id: EXAMPLE_ID, userName: 'ada', fullName: 'Ada Byron', since: '2026-01-31T12:00:00.000Z' }
const LISTED = { page: 1, limit: 200, total: 1 }

/** `/groups` */
export const GROUPS = {
  GET: {
    id: 'listGroups',
    group: 'Access',
    who: 'steward',
    summary: 'List groups',
    parameters: searching('the name'),
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'GroupList' },
        example: { ...LISTED, groups: [SALES] },
      },
    },
    refusals: ['query_invalid'],
  },
  POST: {
    id: 'createGroup',
    group: 'Access',
    who: 'steward',
    summary: 'Create a group',
    body: { kind: 'json', schema: 'GroupName', example: { name: 'Sales' } },
    answers: { 201: { text: 'The group.', content: { 'application/json': 'Group' }, example: SALES } },
    refusals: ['value_invalid', 'group_name_taken'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/groups/:id` */
export const GROUP = {
  GET: {
    id: 'getGroup',
    group: 'Access',
    who: 'steward',
    summary: 'Get a group',
    parameters: [GROUP_ID],
    answers: { 200: { text: 'The group.', content: { 'application/json': 'Group' }, example: SALES } },
    refusals: ['group_unknown'],
  },
  PUT: {
    id: 'renameGroup',
    group: 'Access',
    who: 'steward',
    summary: 'Rename a group',
    parameters: [GROUP_ID],
    body: { kind: 'json', schema: 'GroupName', example: { name: 'Field sales' } },
    answers: {
      200: { text: 'The group after the change.', content: { 'application/json': 'Group' }, example: SALES },
    },
    refusals: ['group_unknown', 'group_name_taken', 'value_invalid'],
  },
  DELETE: {
    id: 'deleteGroup',
    group: 'Access',
    who: 'steward',
    summary: 'Delete a group',
    prose: 'Members lose the access that they had through the group at once.',
    parameters: [GROUP_ID],
    answers: { 204: { text: 'The group was deleted.' } },
    refusals: ['group_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/groups/:id/members` */
export const MEMBERS = {
  GET: {
    id: 'listMembers',
    group: 'Access',
    who: 'steward',
    summary: 'List the members of a group',
    parameters: [GROUP_ID, ...searching('the username, e-mail address or name')],
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'GroupMembers' },
        example: { ...LISTED, members: [ADA] },
      },
    },
    refusals: ['group_unknown', 'query_invalid'],
  },
  POST: {
    id: 'addMembers',
    group: 'Access',
    who: 'steward',
    summary: 'Add people to a group',
    parameters: [GROUP_ID],
    body: { kind: 'json', schema: 'NewMembers', example: { accounts: ['ada', 'bob'] } },
    answers: {
      200: {
        text: 'They are members now.',
        content: { 'application/json': 'AddedMembers' },
        example: { added: 2 },
      },
    },
    refusals: ['group_unknown', 'account_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/groups/:id/members/:account` */
export const MEMBER = {
  DELETE: {
    id: 'removeMember',
    group: 'Access',
    who: 'steward',
    summary: 'Remove somebody from a group',
    prose: 'They lose the access that they had through the group at once.',
    parameters: [GROUP_ID, ACCOUNT],
    answers: { 204: { text: 'The person is no longer a member.' } },
    refusals: ['group_unknown', 'account_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
