import { DECISIONS, REQUEST_STATES, REQUEST_TURNS } from '../../core/flows/access-request.ts'
import { instant, list, named, object, oneOf, orNull, type Schema, text, whole } from './schema.ts'

const request = {
  id: text('Its id.'),
  state: oneOf('What became of it.', REQUEST_STATES),
  applicationId: text('Id of the application.'),
  applicationName: text('The name that the application had then.'),
  requester: named('RequestPerson'),
  person: named('RequestPerson'),
  justification: text('Why it is asked for.'),
  until: orNull('When the access would end; null where it would not.'),
  asked: instant('When it was made.'),
  expires: instant('When it expires unless somebody decides.'),
  decided: orNull('When it was decided or ended some other way; null while it is open.'),
  decidedBy: orNull(
    'Who decided or withdrew it: username, API client or `command line`; null if a deadline or a removal ended it.',
  ),
  decisionComment: text('What they said; may be empty.'),
}
const deputy = {
  approver: text('Username of the approver or reviewer.'),
  deputy: text('Username of whoever decides in their place.'),
}

/** Requests for access, and deputies. */
export const REQUEST_SCHEMAS = {
  RequestPerson: object('Somebody in a request.', {
    id: text('Id of the account.'),
    userName: text('The username that the account had then.'),
    fullName: orNull('First and last name; null where nothing is known, and once the account is gone.'),
  }),
  AccessRequest: object('A request for access to an application.', request),
  AccessRequestList: object('Requests, newest first.', {
    page: whole('Which page.'),
    limit: whole('How many a page holds.'),
    total: whole('How many there are.'),
    requests: list('The requests.', named('AccessRequest')),
  }),
  RequestTurn: object('Something that happened to a request.', {
    turn: oneOf('What happened.', REQUEST_TURNS),
    at: instant('When.'),
    by: orNull('Username, API client or `command line`; null if a deadline or a removal was the cause.'),
    part: orNull('What they had to do with the request, such as `approver`.'),
    comment: text('What they said; may be empty.'),
  }),
  WholeRequest: object('A request with everything that happened to it.', {
    ...request,
    turns: list('In order; the first is the ask.', named('RequestTurn')),
  }),
  RequestDecision: object(
    'A decision.',
    { turn: oneOf('What is decided.', DECISIONS) },
    { comment: text('What the requester is told; only an approval needs none. At most 2,000 characters.') },
  ),
  Deputy: object('Who decides about requests, and reviews access, in place of somebody else.', {
    id: text('Its id.'),
    ...deputy,
    from: instant('When it begins.'),
    until: instant('When it ends.'),
  }),
  DeputyList: object('Deputies.', { deputies: list('The deputies.', named('Deputy')) }),
  NewDeputy: object(
    'A deputy to add.',
    {
      approver: text('Id or username of the approver or reviewer.'),
      deputy: text('Id or username of whoever decides in their place.'),
      until: text('The last day (UTC), such as `2027-01-31`, or an instant.'),
    },
    { from: orNull('The first day, or an instant; now where it is absent.') },
  ),
} as const satisfies Record<string, Schema>
