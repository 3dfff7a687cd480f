import { ACCESS_MODES, ACCOUNT_STATUSES } from '../../core/access.ts'
import {
  instant,
  list,
  named,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  SENTENCE,
  text,
  texts,
  whole,
  yesOrNo,
} from './schema.ts'

const HOLDER = 'by id or name, with the prefix `account:` or `group:` if both have this name'

const mode = oneOf(
  'Who may use the application: everybody (`open`), only people with access (`assigned`), or people with access while others can request it (`request`).',
  ACCESS_MODES,
)
const fullName = orNull('First and last name of the person. Null if unknown, and for groups.')
const holder = {
  kind: oneOf('Whether this is an account or a group.', ['account', 'group']),
  id: text('Id of the account or group.'),
  name: text('Username of the account, or name of the group.'),
}
const term = {
  since: instant('When access was given.'),
  until: orNull('When access ends. Null if it does not end.'),
  origin: oneOf(
    'How access was given: by an administrator or API client (`given`), after a recent sign-in (`recent`), or by an approved request (`requested`).',
    ['given', 'recent', 'requested'],
  ),
}
const listed = {
  page: whole('Number of this page, from 1.'),
  limit: whole('Maximum number of entries per page.'),
  total: whole('Number of entries on all pages.'),
}

/** Who may use applications, and groups of people. */
export const ACCESS_SCHEMAS = {
  ApplicationAccess: object('An application, with its access mode.', {
    id: text('Id of the application.'),
    name: text('Name of the application.'),
    mode,
  }),
  AccessList: object('Applications, sorted by name.', {
    ...listed,
    applications: list('The applications.', named('ApplicationAccess')),
  }),
  AccessHolder: object('An account or a group.', holder),
  FoundHolder: object('An account or a group in the result of a search.', { ...holder, fullName }),
  FoundHolders: object('Accounts and groups.', {
    holders: list('The accounts and groups, best match first.', named('FoundHolder')),
  }),
  GivenAccess: object('The access of an account or a group.', { ...holder, fullName, ...term }),
  Access: object(
    'Who may use an application.',
    {
      mode,
      approvers: list('Who approves requests.', named('AccessHolder')),
      requestsForOthers: yesOrNo('Whether people may request access for others.'),
      ...listed,
      access: list(
        'The accounts and groups with access: groups first, sorted by name.',
        named('GivenAccess'),
      ),
    },
    {
      kept: whole(
        'Number of people who keep access because they signed in recently. Present if `keepRecent` was set.',
      ),
    },
  ),
  AccessSettings: object(
    'The access settings to change. Settings that are absent do not change.',
    {},
    {
      mode,
      approvers: texts(`Accounts and groups that approve requests, ${HOLDER}. At most 100.`, {
        maxItems: 100,
        [SENTENCE]: 'The field approvers must be a list of at most 100 accounts and groups.',
      }),
      keepRecent: yesOrNo(
        'Whether people who signed in during the last 90 days keep access. Required if an application stops being open.',
      ),
      requestsForOthers: yesOrNo('Whether people may request access for others.'),
    },
  ),
  AccessEnd: object(
    'The end of access.',
    {},
    {
      until: orNull(
        'The last day (in UTC), such as `2027-01-31`, or an exact time. Without it, access does not end.',
      ),
    },
  ),
  PersonAccess: object('One way in which somebody has access.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    fullName,
    groupId: orNull('Id of the group that gives them access. Null if they have access directly.'),
    groupName: orNull('Name of the group.'),
    ...term,
  }),
  PeopleAccess: object('People with access, sorted by username.', {
    ...listed,
    people: list('One entry for each way in which a person has access.', named('PersonAccess')),
  }),
  Person: object('Somebody with an account.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    fullName,
    status: oneOf(
      'The status of the account. `waiting` means that the person has registered and needs approval.',
      ACCOUNT_STATUSES,
    ),
    supervisorId: orNull('Id of the supervisor’s account. Null if they have no supervisor.'),
    supervisor: orNull('Username of the supervisor.'),
    supervisorFullName: fullName,
    attributes: record('Values of the tenant’s own attributes, by name.', text('The value.')),
  }),
  RegistrationDecision: object('A decision about a registration.', {
    approved: yesOrNo('True lets the person sign in; false removes the account.'),
  }),
  PersonList: object('People, sorted by username.', {
    ...listed,
    people: list('The members.', named('Person')),
  }),
  NewSupervisor: object('The supervisor of a person.', {
    supervisor: orNull('Id or username of the supervisor, or null for none.'),
  }),
  Group: object('A group of people. Access that you give to the group applies to all its members.', {
    id: text('Id of the group.'),
    name: text('Name of the group.'),
    members: whole('Number of members.'),
  }),
  GroupList: object('Groups, sorted by name.', { ...listed, groups: list('The groups.', named('Group')) }),
  GroupName: object('The name of a group.', { name: text('1 to 128 visible characters.') }),
  GroupMember: object('A member of a group.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    fullName,
    since: instant('When they joined the group.'),
  }),
  GroupMembers: object('Members of a group, sorted by username.', {
    ...listed,
    members: list('The members.', named('GroupMember')),
  }),
  NewMembers: object('People to add.', {
    accounts: texts('Ids or usernames of up to 1,000 accounts.', {
      maxItems: 1_000,
      [SENTENCE]: 'The field accounts must be a list of at most 1000 accounts.',
    }),
  }),
  AddedMembers: object('The result of adding people.', {
    added: whole('Number of people who were not in the group before.'),
  }),
} as const satisfies Record<string, Schema>
