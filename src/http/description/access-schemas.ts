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

const HOLDER = 'by id or name; `account:` or `group:` in front says which is meant'

const mode = oneOf(
  'Who may use it: everybody (`open`), those who were given access while others can ask (`request`), or only those (`assigned`).',
  ACCESS_MODES,
)
const fullName = orNull('First and last name of the person; null where nothing is known, and for a group.')
const holder = {
  kind: oneOf('What has it.', ['account', 'group']),
  id: text('Id of the account or group.'),
  name: text('Username of the account, or name of the group.'),
}
const term = {
  since: instant('When it was given.'),
  until: orNull('When it ends; null where it does not.'),
  origin: oneOf(
    'Whether somebody gave it, it was kept for somebody who had signed in recently, or a request was approved.',
    ['given', 'recent', 'requested'],
  ),
}
const listed = {
  page: whole('Which page.'),
  limit: whole('How many a page holds.'),
  total: whole('How many there are.'),
}

/** Who may use applications, and groups of people. */
export const ACCESS_SCHEMAS = {
  ApplicationAccess: object('An application, and who may use it.', {
    id: text('Id of the application.'),
    name: text('Name of the application.'),
    mode,
  }),
  AccessList: object('Applications, by name.', {
    ...listed,
    applications: list('The applications.', named('ApplicationAccess')),
  }),
  AccessHolder: object('An account or a group.', holder),
  FoundHolder: object('An account or a group that was searched for.', { ...holder, fullName }),
  FoundHolders: object('Accounts and groups.', {
    holders: list('The best ones first.', named('FoundHolder')),
  }),
  GivenAccess: object('Access that was given to an account or a group.', { ...holder, fullName, ...term }),
  Access: object(
    'Who may use an application.',
    {
      mode,
      approvers: list('Who approves requests.', named('AccessHolder')),
      requestsForOthers: yesOrNo('Whether people may ask for access for others.'),
      ...listed,
      access: list('Access that was given: groups first, each by name.', named('GivenAccess')),
    },
    { kept: whole('How many people keep access because they signed in recently, where that was wanted.') },
  ),
  AccessSettings: object(
    'What can be set. What is absent stays as it is.',
    {},
    {
      mode,
      approvers: texts(`Accounts and groups that approve requests, ${HOLDER}. At most 100.`, {
        maxItems: 100,
        [SENTENCE]: 'The field approvers must be a list of at most 100 accounts and groups.',
      }),
      keepRecent: yesOrNo(
        'Whether people who signed in within 90 days keep access. Needed when an application stops being open.',
      ),
      requestsForOthers: yesOrNo('Whether people may ask for access for others.'),
    },
  ),
  AccessEnd: object(
    'How long access is given for.',
    {},
    {
      until: orNull(
        'The last day (UTC), such as `2027-01-31`, or an instant. Without it, access does not end.',
      ),
    },
  ),
  PersonAccess: object('One way in which somebody has access.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    fullName,
    groupId: orNull('Id of the group through which they have it; null if it was given to them directly.'),
    groupName: orNull('Name of that group.'),
    ...term,
  }),
  PeopleAccess: object('People with access, by username.', {
    ...listed,
    people: list('Each way to access is one of them.', named('PersonAccess')),
  }),
  Person: object('Somebody with an account.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    fullName,
    status: oneOf(
      'Whether they can sign in. Somebody who is `waiting` has registered and needs approval.',
      ACCOUNT_STATUSES,
    ),
    supervisorId: orNull('Id of the account that supervises them; null where nobody does.'),
    supervisor: orNull('Username of that account.'),
    supervisorFullName: fullName,
    attributes: record('Values of the attributes that the tenant has added, by name.', text('The value.')),
  }),
  RegistrationDecision: object('What becomes of a registration.', {
    approved: yesOrNo('True lets the person sign in; false removes the account.'),
  }),
  PersonList: object('People, by username.', { ...listed, people: list('The people.', named('Person')) }),
  NewSupervisor: object('Who supervises somebody.', {
    supervisor: orNull('The account, by id or username; null: nobody does.'),
  }),
  Group: object('People who are given access together.', {
    id: text('Its id.'),
    name: text('Its name.'),
    members: whole('How many people are in it.'),
  }),
  GroupList: object('Groups, by name.', { ...listed, groups: list('The groups.', named('Group')) }),
  GroupName: object('The name of a group.', { name: text('1 to 128 visible characters.') }),
  GroupMember: object('Somebody in a group.', {
    id: text('Id of the account.'),
    userName: text('Username of the account.'),
    fullName,
    since: instant('Since when they are in the group.'),
  }),
  GroupMembers: object('People in a group, by username.', {
    ...listed,
    members: list('The people.', named('GroupMember')),
  }),
  NewMembers: object('People to add.', {
    accounts: texts('Their ids or usernames, at most 1,000.', {
      maxItems: 1_000,
      [SENTENCE]: 'The field accounts must be a list of at most 1000 accounts.',
    }),
  }),
  AddedMembers: object('How many people were added.', {
    added: whole('How many were not in the group before.'),
  }),
} as const satisfies Record<string, Schema>
