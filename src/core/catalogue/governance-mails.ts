import type { MacroEntries, MailEntry } from './entry.ts'

/** Most mails have only one state. */
export const usual = { usual: { meaning: 'normal' } }

/** The two files of a mail whose subject and body are in the same folder. */
export function pair(name: string): { subject: string; body: string } {
  return { subject: `${name}_email_subject.txt`, body: `${name}_email_body.html` }
}

/** A day for previews. */
const LAST_DAY = Date.UTC(2027, 0, 31)

const campaign = {
  'CERTIFICATION.NAME': { kind: 'text', meaning: 'name of the campaign', sample: 'Yearly review' },
  'CERTIFICATION.ID': { kind: 'text', meaning: 'id of the campaign', sample: 'c-2026-11' },
  'CERTIFICATION.TYPE': { kind: 'text', meaning: 'type of the campaign', sample: 'Application access' },
  'CERTIFICATION.STARTDATE': { kind: 'text', meaning: 'when it begins', sample: '15 November 2026' },
  'CERTIFICATION.ENDDATE': { kind: 'text', meaning: 'when it ends', sample: '30 November 2026' },
  'CERTIFICATION.PRODUCTNAME': { kind: 'text', meaning: 'name of the service', sample: 'Tabard' },
  'USC.HYPERLINK': { kind: 'address', meaning: 'where to review', sample: 'https://id.example.com/usc' },
} satisfies MacroEntries

const review = {
  ...campaign,
  'CERTIFICATION.ITEMSTOREVIEW': { kind: 'text', meaning: 'how many items wait', sample: '12' },
  'CERTIFICATION.OVERDUEACTION': {
    kind: 'text',
    meaning: 'what happens to items that are not reviewed',
    sample: 'Access is removed',
  },
} satisfies MacroEntries

const passedOn = {
  ...campaign,
  'CERTIFICATION.OLD_REVIEWER': { kind: 'text', meaning: 'who reviewed until now', sample: 'Robin Okafor' },
} satisfies MacroEntries

const status = {
  'CERTIFICATION.NAME': campaign['CERTIFICATION.NAME'],
  'CERTIFICATION.ID': campaign['CERTIFICATION.ID'],
  'CERTIFICATION.PRODUCTNAME': campaign['CERTIFICATION.PRODUCTNAME'],
  'CERTIFICATION.STATUS': { kind: 'text', meaning: 'what became of it', sample: 'Closed' },
} satisfies MacroEntries

/** The comment of a reviewer has a separate row, which is hidden if there is no comment. */
const revoked = {
  'APPLICATION.NAME': { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
  'CERTIFICATION.NAME': campaign['CERTIFICATION.NAME'],
  'CERTIFICATION.COMMENT': {
    kind: 'text',
    meaning: 'what the reviewer wrote; empty where that is nothing',
    sample: 'Has moved to another team.',
  },
  SHOW_COMMENT: {
    kind: 'text',
    meaning: 'table-row if there is a comment, otherwise none',
    sample: 'table-row',
  },
  'APPS.HYPERLINK': {
    kind: 'address',
    meaning: 'where access is asked for again',
    sample: 'https://id.example.com/apps',
  },
} satisfies MacroEntries

const request = {
  'APPLICATION.NAME': { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
  'JUSTIFICATION.TEXT': {
    kind: 'text',
    meaning: 'why it is asked for, or was decided',
    sample: 'I plan the trips of our team.',
  },
  'REQUEST.ID': { kind: 'text', meaning: 'id of the request', sample: 'r-4711' },
  'REQUEST.HYPERLINK': {
    kind: 'address',
    meaning: 'where the request is read, answered and decided',
    sample: 'https://id.example.com/access/requests/r-4711',
  },
  'REQUEST.ENDDATE': {
    kind: 'text',
    meaning: 'the last day of the access that is asked for, in words; empty where it would not end',
    sample: (_, times) => times.day(LAST_DAY),
  },
  SHOW_ENDDATE: {
    kind: 'text',
    meaning: 'table-row if the access would end, otherwise none',
    sample: 'table-row',
  },
  'REQUESTOR.EMAIL': { kind: 'text', meaning: 'who asks, by address', sample: 'alex@example.com' },
  'REQUESTOR.FULLNAME': { kind: 'text', meaning: 'who asks, by name', sample: 'Alex Moreau' },
  'REQUESTEE.FULLNAME': { kind: 'text', meaning: 'who gets the access, by name', sample: 'Robin Okafor' },
  SHOW_REQUESTEE: {
    kind: 'text',
    meaning: 'table-row if one person requests access for another, otherwise none',
    sample: 'table-row',
  },
} satisfies MacroEntries

const ending = {
  'APPLICATION.NAME': request['APPLICATION.NAME'],
  'ACCESS.ENDDATE': {
    kind: 'text',
    meaning: 'the last day of the access, in words',
    sample: (_, times) => times.day(LAST_DAY),
  },
  'APPS.HYPERLINK': {
    kind: 'address',
    meaning: 'where access is asked for again',
    sample: 'https://id.example.com/apps',
  },
} satisfies MacroEntries

function mail<const Id extends string, Macros extends MacroEntries>(
  id: Id,
  folder: string,
  name: string,
  macros: Macros,
  meaning: string,
) {
  return { id: `mail-${id}` as const, meaning, folder, file: pair(name), macros, states: usual }
}

const CAMPAIGN = 'notifications/campaign'
const ACCESS = 'notifications/access_application_request'

/** Mails about certification campaigns and access requests. */
export const GOVERNANCE_MAILS = [
  mail(
    'campaign-reviewers',
    CAMPAIGN,
    'new_campaign_to_reviewers',
    review,
    'A certification campaign begins, to its reviewers',
  ),
  mail(
    'campaign-supervisors',
    CAMPAIGN,
    'new_campaign_to_supervisors',
    campaign,
    'A certification campaign begins, to its supervisors',
  ),
  mail('campaign-reminder', CAMPAIGN, 'campaign_remind_reviewers', review, 'A review is still due'),
  mail(
    'campaign-reassigned',
    CAMPAIGN,
    'campaign_new_reviewer_assigned',
    passedOn,
    'A review is passed on, to the new reviewer',
  ),
  mail('campaign-escalated', CAMPAIGN, 'campaign_escalation', passedOn, 'An overdue review is passed on'),
  mail(
    'campaign-revoked',
    CAMPAIGN,
    'campaign_access_revoked',
    revoked,
    'Access has ended after a review, to whoever had it',
  ),
  mail('campaign-status', CAMPAIGN, 'campaign_change_status', status, 'The status of a campaign has changed'),
  mail(
    'access-request',
    ACCESS,
    'approver_new_application',
    request,
    'Access to an application is asked for, to the approver',
  ),
  mail(
    'access-justified',
    ACCESS,
    'approver_additional_justification_provided',
    request,
    'A reason was added to a request, to the approver',
  ),
  mail('access-reminder', ACCESS, 'approver_reminder', request, 'A request still waits, to the approver'),
  mail(
    'access-asked',
    ACCESS,
    'requestee_new_application',
    request,
    'Access was asked for, to whoever would get it',
  ),
  mail(
    'request-questioned',
    ACCESS,
    'requestor_additional_justification_wanted',
    request,
    'The approver wants to know more, to whoever asked',
  ),
  mail(
    'access-questioned',
    ACCESS,
    'requestee_additional_justification_wanted',
    request,
    'The approver wants to know more, to whoever would get access',
  ),
  mail(
    'access-granted',
    ACCESS,
    'requestee_application_approved',
    request,
    'Access was granted, to whoever gets it',
  ),
  mail(
    'access-refused',
    ACCESS,
    'requestee_application_rejected',
    request,
    'Access was refused, to whoever would have got it',
  ),
  {
    ...mail(
      'request-approved',
      ACCESS,
      'requestor_application_approved',
      request,
      'A request was approved, to whoever asked',
    ),
    bodyFolder: CAMPAIGN,
  },
  mail(
    'request-rejected',
    ACCESS,
    'requestor_application_rejected',
    request,
    'A request was rejected, to whoever asked',
  ),
  mail(
    'request-withdrawn',
    ACCESS,
    'requestor_application_withdrawn',
    request,
    'A request was withdrawn, to whoever asked',
  ),
  mail(
    'access-withdrawn',
    ACCESS,
    'requestee_application_withdrawn',
    request,
    'A request was withdrawn, to whoever would have got access',
  ),
  mail(
    'request-expired',
    ACCESS,
    'requestor_application_expired',
    request,
    'Nobody decided about a request in time, to whoever asked',
  ),
  mail(
    'access-expired',
    ACCESS,
    'requestee_application_expired',
    request,
    'Nobody decided about a request in time, to whoever would have got access',
  ),
  mail('access-ending', ACCESS, 'requestee_access_ending', ending, 'Access ends soon, to whoever has it'),
] as const satisfies readonly MailEntry[]
