import { DECISIONS, REQUEST_STATES, REQUEST_TURNS } from '../../core/flows/access-request.ts'
import { instant, list, named, object, oneOf, orNull, type Schema, text, whole } from './schema.ts'

const request = {
  id: text('Id of the request or deputyship.'),
  state: oneOf('State of the request.', REQUEST_STATES),
  applicationId: text('Id of the application.'),
  applicationName: text('Name of the application at the time of the request.'),
  requester: named('RequestPerson'),
  person: named('RequestPerson'),
  justification: text('The justification.'),
  until: orNull('When the requested access ends. Null if it does not end.'),
  asked: instant('When it was made.'),
  expires: instant('When the request expires if nobody decides.'),
  decided: orNull('When the request was decided or ended. Null while it is open.'),
  decidedBy: orNull(
    'Who decided or withdrew it: a username, an API client or `command line`. Null if a deadline or a removal ended it.',
  ),
  decisionComment: text('Their comment. May be empty.'),
}
const deputy = {
  approver: text('Username of the approver or reviewer.'),
  deputy: text('Username of the deputy.'),
}

/** Requests for access, and deputies. */
export const REQUEST_SCHEMAS = {
  RequestPerson: object('A person in a request.', {
    id: text('Id of the account.'),
    userName: text('Username at the time of the request.'),
    fullName: orNull('First and last name. Null if unknown, or if the account was deleted.'),
  }),
  AccessRequest: object('A request for access to an application.', request),
  AccessRequestList: object('Requests, newest first.', {
    page: whole('Number of this page, from 1.'),
    limit: whole('Maximum number of entries per page.'),
    total: whole('Number of entries on all pages.'),
    requests: list('The requests.', named('AccessRequest')),
  }),
  RequestTurn: object('A step in the history of a request.', {
    turn: oneOf('What happened.', REQUEST_TURNS),
    at: instant('When.'),
    by: orNull('A username, an API client or `command line`. Null if a deadline or a removal was the cause.'),
    part: orNull('Their role in the request, such as `approver`.'),
    comment: text('Their comment. May be empty.'),
  }),
  WholeRequest: object('A request with its history.', {
    ...request,
    turns: list('The history, oldest first.', named('RequestTurn')),
  }),
  RequestDecision: object(
    'A decision.',
    { turn: oneOf('The decision.', DECISIONS) },
    {
      comment: text('A comment for the requester, at most 2,000 characters. Required except for approvals.'),
    },
  ),
  Deputy: object('A deputy, who decides requests and reviews access in place of somebody else.', {
    id: text('Id of the request or deputyship.'),
    ...deputy,
    from: instant('Start of the deputyship.'),
    until: instant('End of the deputyship.'),
  }),
  DeputyList: object('Deputies.', { deputies: list('The deputies.', named('Deputy')) }),
  NewDeputy: object(
    'A deputy to add.',
    {
      approver: text('Id or username of the approver or reviewer.'),
      deputy: text('Id or username of the deputy.'),
      until: text('The last day (in UTC), such as `2027-01-31`, or an exact time.'),
    },
    { from: orNull('The first day (in UTC), or an exact time. The default is now.') },
  ),
} as const satisfies Record<string, Schema>
