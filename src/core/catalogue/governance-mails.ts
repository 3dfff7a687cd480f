import type { MacroEntries, MailEntry } from './entry.ts'

/** Most mails look one way. */
export const usual = { usual: { meaning: 'as it comes' } }

/** The two files of a mail that stand side by side. */
export function pair(name: string): { subject: string; body: string } {
  return { subject: `${name}_email_subject.txt`, body: `${name}_email_body.html` }
}

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

const decision = {
  'APPLICATION.NAME': { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
  'JUSTIFICATION.TEXT': {
    kind: 'text',
    meaning: 'why it is asked for, or was decided',
    sample: 'I plan the trips of our team.',
  },
  'REQUEST.ID': { kind: 'text', meaning: 'id of the request', sample: 'r-4711' },
} satisfies MacroEntries

const request = {
  ...decision,
  'REQUESTOR.EMAIL': { kind: 'text', meaning: 'who asks, by address', sample: 'alex@example.com' },
  'REQUESTOR.FULLNAME': { kind: 'text', meaning: 'who asks, by name', sample: 'Alex Moreau' },
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
    'access-granted',
    ACCESS,
    'requestee_application_approved',
    decision,
    'Access was granted, to whoever gets it',
  ),
  mail(
    'access-refused',
    ACCESS,
    'requestee_application_rejected',
    decision,
    'Access was refused, to whoever would have got it',
  ),
  {
    ...mail(
      'request-approved',
      ACCESS,
      'requestor_application_approved',
      decision,
      'A request was approved, to whoever asked',
    ),
    bodyFolder: CAMPAIGN,
  },
  mail(
    'request-rejected',
    ACCESS,
    'requestor_application_rejected',
    decision,
    'A request was rejected, to whoever asked',
  ),
] as const satisfies readonly MailEntry[]
