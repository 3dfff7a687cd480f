import {
  LONGEST_COMMENT,
  LONGEST_JUSTIFICATION,
  MOST_A_DAY,
  MOST_OPEN,
  type RequestProblem,
} from '../../core/flows/access-request.ts'
import { LONGEST_REVIEW_TEXT, type ReviewProblem } from '../../core/flows/campaign.ts'
import type { Mistake } from '../../core/mistake.ts'
import type { RefusalCode, Refusals } from '../../core/refusal.ts'

/** How a refusal or a fault looks on the wire. Ids are public and never change; each is pinned by a test. */
export interface Message<D> {
  readonly id: string
  readonly status: number
  readonly title: string
  readonly text: (details: D) => string
  readonly headers?: (details: D) => Record<string, string>
}

const MOST_NAMES = 5

/** The first of some names, in quotation marks, and how many more there are. */
function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  const shown = names.slice(0, MOST_NAMES).map(name => JSON.stringify(name))
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

const REQUEST_PROBLEMS: Readonly<Record<RequestProblem, string>> = {
  'access-not-requestable': 'Access to this application cannot be requested.',
  'access-already-given': 'This person already has access to the application.',
  'already-requested': 'There already is an open request for this person and this application.',
  'too-many-requests': `You can have at most ${MOST_OPEN} open requests, and make ${MOST_A_DAY} a day.`,
  'person-unknown': 'No active account has this username or e-mail address.',
  'not-for-others': 'Access to this application can only be requested by the person who gets it.',
  'justification-missing': 'Add a justification.',
  'justification-too-long': `A justification has at most ${LONGEST_JUSTIFICATION} characters.`,
  'comment-missing': 'Add a comment.',
  'comment-too-long': `A comment has at most ${LONGEST_COMMENT} characters.`,
  'until-invalid': 'The end of access must be a date such as 2027-01-31.',
  'until-past': 'The end of access must be in the future.',
  'turn-not-allowed':
    'You cannot do this. Only approvers and their deputies decide, and nobody decides about their own request.',
  'request-moved-on': 'Somebody has decided, withdrawn or changed the request in the meantime. Reload it.',
}

const REVIEW_PROBLEMS: Readonly<Record<ReviewProblem, string>> = {
  'campaign-not-running': 'The campaign is not running, or the application was removed.',
  'review-signed': 'The review is signed off, so its decisions are final.',
  'review-incomplete': 'Decide about everybody first, then sign off.',
  'review-not-yours': 'Only the reviewer can decide. The review may have been reassigned in the meantime.',
  'sign-off-not-wanted': 'This campaign has no sign-off. Decisions are applied when it ends.',
  'reason-missing': 'Give a reason for reassigning the review.',
  'reason-too-long': `A reason has at most ${LONGEST_REVIEW_TEXT} characters.`,
  'comment-too-long': `A comment has at most ${LONGEST_REVIEW_TEXT} characters.`,
  'reviewer-unknown': 'No active account has this username or e-mail address.',
  'reviewer-same': 'This person already is the reviewer.',
  'own-access': 'Nobody can review their own access.',
}

const MOST_TOLD = 10

/** Lists the mistakes in a document: where and why, one on each line. */
function mistakenText(mistakes: readonly Mistake[]): string {
  const told = mistakes
    .slice(0, MOST_TOLD)
    .map(({ path, reason }) => `${path === '' ? '(whole document)' : path}: ${reason}`)
  const more = mistakes.length - told.length
  return [
    'The document has mistakes:',
    ...told,
    ...(more > 0 ? [`There are ${more} more mistakes.`] : []),
  ].join('\n')
}

/** Messages about applications, clients, accounts, mails, tenants and events. */
export const RECORD_MESSAGES = {
  application_unknown: {
    id: 'TABRD0501E',
    status: 404,
    title: 'Unknown application',
    text: ({ applicationId }) => `No application has the id ${applicationId}.`,
  },
  client_unknown: {
    id: 'TABRD0502E',
    status: 404,
    title: 'Unknown API client',
    text: ({ clientId }) => `No API client has the id ${clientId}.`,
  },
  client_id_taken: {
    id: 'TABRD0503E',
    status: 409,
    title: 'Id taken',
    text: ({ clientId }) => `Another API client has the id ${clientId} already. Choose another id.`,
  },
  tenant_unknown: {
    id: 'TABRD0504E',
    status: 404,
    title: 'Unknown tenant',
    text: ({ tenant }) => `No tenant has the id or name ${JSON.stringify(tenant)}.`,
  },
  tenant_taken: {
    id: 'TABRD0505E',
    status: 409,
    title: 'Tenant exists',
    text: ({ what, value }) =>
      `Another tenant has the ${what} ${JSON.stringify(value)} already. Choose another one.`,
  },
  value_invalid: {
    id: 'TABRD0506E',
    status: 400,
    title: 'Bad value',
    text: ({ sentence }) => sentence,
  },
  account_unknown: {
    id: 'TABRD0507E',
    status: 404,
    title: 'Unknown account',
    text: ({ account }) => `No account has the id, username or e-mail address ${JSON.stringify(account)}.`,
  },
  source_unknown: {
    id: 'TABRD0531E',
    status: 404,
    title: 'Unknown identity source',
    text: ({ source }) => `There is no identity source ${JSON.stringify(source)}.`,
  },
  source_name_taken: {
    id: 'TABRD0532E',
    status: 409,
    title: 'Identity source exists',
    text: ({ name }) =>
      `Another identity source has the name ${JSON.stringify(name)} already. Choose another one.`,
  },
  link_unknown: {
    id: 'TABRD0533E',
    status: 404,
    title: 'No such link',
    text: ({ source }) =>
      `This account is not linked with ${JSON.stringify(source)} under this id. Check the id in the links of the account.`,
  },
  source_test_unknown: {
    id: 'TABRD0534E',
    status: 404,
    title: 'Unknown test',
    text: () =>
      'This test is no longer available. Results are kept for an hour. Test the identity source again.',
  },
  group_unknown: {
    id: 'TABRD0513E',
    status: 404,
    title: 'Unknown group',
    text: ({ group }) => `No group has the id or name ${JSON.stringify(group)}.`,
  },
  group_name_taken: {
    id: 'TABRD0514E',
    status: 409,
    title: 'Group exists',
    text: ({ name }) => `Another group has the name ${JSON.stringify(name)} already. Choose another one.`,
  },
  access_unknown: {
    id: 'TABRD0515E',
    status: 404,
    title: 'No access to revoke',
    text: ({ holder }) =>
      `${JSON.stringify(holder)} has no access of its own to this application. If the access comes from a group, remove the person from the group, or revoke the access of the group.`,
  },
  request_unknown: {
    id: 'TABRD0516E',
    status: 404,
    title: 'Unknown request',
    text: ({ request }) =>
      `No request for access has the id ${JSON.stringify(request)}, or you may not see it.`,
  },
  request_refused: {
    id: 'TABRD0517E',
    status: 409,
    title: 'Request refused',
    text: ({ why }) => REQUEST_PROBLEMS[why],
  },
  campaign_unknown: {
    id: 'TABRD0518E',
    status: 404,
    title: 'Unknown campaign',
    text: ({ campaign }) => `No campaign has the id ${JSON.stringify(campaign)}.`,
  },
  campaign_state: {
    id: 'TABRD0519E',
    status: 409,
    title: 'Not possible in this state',
    text: ({ state }) =>
      `The campaign is ${state}. Only a scheduled campaign can be canceled, and only a running one ended.`,
  },
  review_unknown: {
    id: 'TABRD0521E',
    status: 404,
    title: 'Unknown review',
    text: ({ review }) => `No review has the id ${JSON.stringify(review)}, or you may not see it.`,
  },
  review_refused: {
    id: 'TABRD0522E',
    status: 409,
    title: 'Review refused',
    text: ({ why }) => REVIEW_PROBLEMS[why],
  },
  flow_unknown: {
    id: 'TABRD0523E',
    status: 404,
    title: 'Unknown flow',
    text: ({ reference }) => `No user flow has the reference ${JSON.stringify(reference)}.`,
  },
  flow_version_unknown: {
    id: 'TABRD0524E',
    status: 404,
    title: 'Unknown version',
    text: ({ reference, version }) => `The user flow ${JSON.stringify(reference)} has no version ${version}.`,
  },
  flow_invalid: {
    id: 'TABRD0525E',
    status: 400,
    title: 'Not usable',
    text: ({ mistakes }) => mistakenText(mistakes),
  },
  flow_in_use: {
    id: 'TABRD0528E',
    status: 409,
    title: 'Flow in use',
    text: ({ reference, applications }) =>
      `Applications use the flow ${JSON.stringify(reference)} for registration: ${someOf(applications)}. Choose another registration for them first.`,
  },
  attribute_unknown: {
    id: 'TABRD0526E',
    status: 404,
    title: 'Unknown attribute',
    text: ({ name }) => `This tenant has added no attribute ${JSON.stringify(name)}.`,
  },
  attribute_in_use: {
    id: 'TABRD0527E',
    status: 409,
    title: 'Attribute in use',
    text: ({ name, why }) => `The attribute ${JSON.stringify(name)} cannot be changed that way: ${why}`,
  },
  mail_unknown: {
    id: 'TABRD0509E',
    status: 404,
    title: 'Unknown mail',
    text: ({ mail }) => `The outbox has no mail with the id ${JSON.stringify(mail)}.`,
  },
  mail_not_kept: {
    id: 'TABRD0510E',
    status: 409,
    title: 'Mail not kept',
    text: ({ mail, sent }) =>
      sent
        ? `The mail ${JSON.stringify(mail)} was sent, and its content is not kept. It cannot be sent again.`
        : `The content of the mail ${JSON.stringify(mail)} is no longer kept. The mail cannot be sent again.`,
  },
  mail_being_sent: {
    id: 'TABRD0529E',
    status: 409,
    title: 'Mail being sent',
    text: ({ mail }) =>
      `The mail ${JSON.stringify(mail)} is being sent right now. If it has not been sent in two minutes, try again.`,
  },
  mail_server_unset: {
    id: 'TABRD0511E',
    status: 409,
    title: 'No mail server',
    text: () =>
      'No mail server is set, so mails stay in the outbox. Set TABARD_SMTP_URL for the service and for commands, then start the service again.',
  },
  mail_check_running: {
    id: 'TABRD0512E',
    status: 409,
    title: 'Check in progress',
    text: () => 'The mail server is being checked already. Try again in a few seconds.',
  },
  user_name_taken: {
    id: 'TABRD0508E',
    status: 409,
    title: 'Username taken',
    text: ({ userName }) =>
      `Another account has the username ${JSON.stringify(userName)} already. Choose another one.`,
  },
  last_administrator: {
    id: 'TABRD0520E',
    status: 409,
    title: 'Last administrator',
    text: () =>
      'This is the last administrator who can sign in. Give the role to somebody else first: tabard account roles <account> --administrator.',
  },

  ticket_invalid: {
    id: 'TABRD0701E',
    status: 400,
    title: 'Bad ticket',
    text: () => 'The ticket is not valid, or is more than an hour old. Reload the page to get a new one.',
  },
  too_many_events: {
    id: 'TABRD0702E',
    status: 429,
    title: 'Too many batches',
    text: ({ retryAfter }) =>
      `Too many batches of events came from this network address. Try again in ${retryAfter} seconds.`,
    headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
  },
} satisfies { readonly [C in RefusalCode]?: Message<Refusals[C]> }
