import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inPath, paging } from '../description/parameters.ts'
import { text } from '../description/schema.ts'

const CAMPAIGN_ID = inPath('id', 'Id of the campaign.', EXAMPLE_ID)
const REVIEW_ID = inPath('review', 'Id of the review.', EXAMPLE_ID)
const STARTS = '2026-11-16T00:00:00.000Z'
const COUNTS = { items: 40, kept: 30, revoked: 4, gone: 1 }
const CAMPAIGN = {
  ...{ id: EXAMPLE_ID, name: 'Yearly review', description: null, state: 'running' },
  applications: [{ id: EXAMPLE_ID, name: 'Shop' }],
  ...{ starts: STARTS, ends: '2026-12-01T00:00:00.000Z' },
  ...{ reviewers: ['group:managers'], supervisors: ['account:ada'] },
  ...{ openItems: 'keep', signOff: true, remindDays: 7, escalateDays: 2, repeatMonths: 12 },
  ...{ previous: null, created: STARTS, createdBy: 'account:ada', started: STARTS },
  ...{ ended: null, digest: null, totals: { ...COUNTS, reviews: 3, signed: 1 } },
}
const WANTED = {
  ...{ name: 'Yearly review', applications: [EXAMPLE_ID], end: '2099-11-30' },
  ...{ reviewers: ['group:managers'], supervisors: ['ada'], repeatMonths: 12 },
}
const REVIEW = {
  ...{ id: EXAMPLE_ID, applicationId: EXAMPLE_ID, applicationName: 'Shop' },
  ...{ reviewer: 'bob', former: null, reason: null, ...COUNTS },
  ...{ reminded: null, escalated: null, signed: null, signedBy: null, closed: null },
}
const ONE = { text: 'The campaign.', content: { 'application/json': 'Campaign' }, example: CAMPAIGN } as const

/** `/campaigns` */
export const CAMPAIGNS = {
  GET: {
    id: 'listCampaigns',
    group: 'Access',
    who: 'steward',
    summary: 'List certification campaigns, newest first',
    parameters: paging(50, 200),
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'CampaignList' },
        example: { page: 1, limit: 50, total: 1, campaigns: [CAMPAIGN] },
      },
    },
    refusals: ['query_invalid'],
  },
  POST: {
    id: 'createCampaign',
    group: 'Access',
    who: 'steward',
    summary: 'Plan a certification campaign',
    prose:
      'The campaign starts automatically on its start date. It reviews everybody who has access to the applications at that time.',
    body: { kind: 'json', schema: 'NewCampaign', example: WANTED },
    answers: { 201: ONE },
    refusals: ['application_unknown', 'account_unknown', 'group_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/preview` */
export const CAMPAIGN_PREVIEW = {
  POST: {
    id: 'previewCampaign',
    group: 'Access',
    who: 'steward',
    summary: 'Preview the reviewers of a campaign',
    body: { kind: 'json', schema: 'NewCampaign', example: WANTED },
    answers: {
      200: {
        text: 'The reviewers if the campaign started now. Nothing is saved.',
        content: { 'application/json': 'CampaignPreview' },
        example: {
          items: 40,
          reviewers: [{ id: EXAMPLE_ID, userName: 'bob', items: [40] }],
          ...{ without: 0, withoutReviewer: [] },
        },
      },
    },
    refusals: [
      ...(['application_unknown', 'account_unknown', 'group_unknown', 'value_invalid'] as const),
      ...(['busy', 'too_many_requests'] as const),
    ],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id` */
export const CAMPAIGN_CALLS = {
  GET: {
    id: 'getCampaign',
    group: 'Access',
    who: 'steward',
    summary: 'Get a campaign with its progress',
    parameters: [CAMPAIGN_ID],
    answers: { 200: ONE },
    refusals: ['campaign_unknown'],
  },
  DELETE: {
    id: 'cancelCampaign',
    group: 'Access',
    who: 'steward',
    summary: 'Cancel a campaign that has not started',
    parameters: [CAMPAIGN_ID],
    answers: { 204: { text: 'The campaign was canceled. It stays in the list.' } },
    refusals: ['campaign_unknown', 'campaign_state'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id/end` */
export const CAMPAIGN_END = {
  POST: {
    id: 'endCampaign',
    group: 'Access',
    who: 'steward',
    summary: 'End a campaign before its date',
    prose:
      'This does what happens on the end date: decisions are applied, and undecided access is kept or revoked as planned.',
    parameters: [CAMPAIGN_ID],
    answers: { 200: ONE },
    refusals: ['campaign_unknown', 'campaign_state'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id/reviews` */
export const CAMPAIGN_REVIEWS = {
  GET: {
    id: 'listCampaignReviews',
    group: 'Access',
    who: 'steward',
    summary: 'List the reviews of a campaign with their progress, by reviewer',
    parameters: [CAMPAIGN_ID, ...paging(200, 1000)],
    answers: {
      200: {
        text: 'One page of the list.',
        content: { 'application/json': 'CampaignReviewList' },
        example: { page: 1, limit: 200, total: 1, reviews: [REVIEW] },
      },
    },
    refusals: ['campaign_unknown', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id/reviews/:review/reminder` */
export const REVIEW_REMINDER = {
  POST: {
    id: 'remindReviewer',
    group: 'Access',
    who: 'steward',
    summary: 'Remind the reviewer of a review now',
    parameters: [CAMPAIGN_ID, REVIEW_ID],
    answers: {
      200: {
        text: 'Whether a mail was sent.',
        content: { 'application/json': 'ReviewReminder' },
        example: { sent: true },
      },
    },
    refusals: ['campaign_unknown', 'review_unknown', 'review_refused'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id/reviews/:review/reviewer` */
export const REVIEW_REVIEWER = {
  PUT: {
    id: 'reassignReview',
    group: 'Access',
    who: 'steward',
    summary: 'Reassign a review',
    prose:
      'Nobody may review their own access. The new reviewer’s own access stays with the former reviewer, as a separate review.',
    parameters: [CAMPAIGN_ID, REVIEW_ID],
    body: { kind: 'json', schema: 'NewReviewer', example: { reviewer: 'eve', reason: 'Bob is on leave.' } },
    answers: {
      200: {
        text: 'The review after the change.',
        content: { 'application/json': 'CampaignReview' },
        example: REVIEW,
      },
    },
    refusals: ['review_unknown', 'review_refused', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id/report` */
export const CAMPAIGN_REPORT = {
  GET: {
    id: 'getCampaignReport',
    group: 'Access',
    who: 'steward',
    summary: 'Download all decisions with time and reason',
    prose:
      'The CSV report of an ended campaign never changes. Its SHA-256 digest is in the campaign and in the audit trail.',
    parameters: [
      CAMPAIGN_ID,
      {
        name: 'format',
        in: 'query',
        schema: text('Format of the report: CSV (the default), or an HTML page that needs no other files.', {
          enum: ['csv', 'html'],
        }),
      },
    ],
    answers: {
      200: {
        text: 'The report, sorted by application and username.',
        content: {
          'text/csv': text('CSV (RFC 4180) with a header row.'),
          'text/html': text('A page for auditors.'),
        },
      },
    },
    refusals: ['campaign_unknown', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/campaigns/:id/comparison` */
export const CAMPAIGN_COMPARISON = {
  GET: {
    id: 'compareCampaign',
    group: 'Access',
    who: 'steward',
    summary: 'Compare a campaign with the last one for the same application',
    parameters: [CAMPAIGN_ID],
    answers: {
      200: {
        text: 'The differences. An empty object if there was no earlier campaign.',
        content: { 'application/json': 'CampaignComparison' },
        example: {
          earlier: { ...CAMPAIGN, state: 'ended' },
          ...{ added: 3, removed: 5, both: 37, keptThenRevoked: 2, revokedThenKept: 0 },
        },
      },
    },
    refusals: ['campaign_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
