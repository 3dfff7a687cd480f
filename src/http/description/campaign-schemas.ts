import { CAMPAIGN_STATES, REVIEW_DECISIONS } from '../../core/flows/campaign.ts'
import {
  instant,
  list,
  named,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  texts,
  whole,
  yesOrNo,
} from './schema.ts'

const counts = {
  items: whole('Number of items to review: one for each person and application.'),
  kept: whole('Number of items decided so far as keep.'),
  revoked: whole('Number of items decided so far as revoke.'),
  gone: whole('Number of items whose account was removed before a decision.'),
}
const totals = object('The progress so far.', {
  ...counts,
  reviews: whole('Number of reviews: one for each reviewer and application.'),
  signed: whole('Number of reviews that are signed off.'),
})
const campaign = {
  id: text('Id of the campaign or review.'),
  name: text('Name of the campaign.'),
  description: orNull('Description of the campaign.'),
  state: oneOf('State of the campaign.', CAMPAIGN_STATES),
  applications: list('The applications whose access is reviewed.', named('CampaignApplication')),
  starts: instant('The planned start.'),
  ends: instant('The planned end.'),
  reviewers: texts(
    'The reviewers: accounts and groups, such as `group:managers`. If empty, supervisors review the people they supervise.',
  ),
  supervisors: texts('Accounts and groups that follow the campaign and take over overdue reviews.'),
  openItems: oneOf('What happens to undecided access when the campaign ends.', REVIEW_DECISIONS),
  signOff: yesOrNo('Whether reviewers must sign off their decisions.'),
  remindDays: whole('Number of days between reminders to reviewers; 0 for none.'),
  escalateDays: whole(
    'Number of days before the end when unfinished reviews go to the supervisors; 0 for never.',
  ),
  repeatMonths: whole('Number of months after which the campaign is repeated; 0 for never.'),
  previous: orNull('Id of the campaign that this one repeats. Null if it repeats none.'),
  created: instant('When it was planned.'),
  createdBy: text('Who planned it.'),
  started: orNull('When it started. Null if it has not started.'),
  ended: orNull('When it ended. Null if it has not ended.'),
  digest: orNull('SHA-256 digest of the CSV report. Null until the campaign has ended.'),
  totals,
}

/** Certification campaigns. */
export const CAMPAIGN_SCHEMAS = {
  CampaignApplication: object('An application in a campaign.', {
    id: text('Id of the application.'),
    name: text('The application’s name when the campaign was planned.'),
  }),
  Campaign: object('A certification campaign.', campaign),
  CampaignList: object('Campaigns, newest first.', {
    page: whole('Number of this page, from 1.'),
    limit: whole('Maximum number of entries per page.'),
    total: whole('Number of entries on all pages.'),
    campaigns: list('The campaigns.', named('Campaign')),
  }),
  NewCampaign: object(
    'A campaign to plan.',
    {
      name: text('Name of the campaign.'),
      applications: texts('Ids of the applications. Their access mode must not be `open`.'),
      end: text('The last day (in UTC), such as `2027-01-31`, or an exact time.'),
      supervisors: texts(
        'Accounts and groups that follow the campaign and take over overdue reviews, by id or name.',
      ),
    },
    {
      description: orNull('Description of the campaign. Reviewers see it.'),
      start: orNull('The first day (in UTC), or an exact time. The default is now.'),
      reviewers: texts(
        'Accounts and groups, by id or name, that share the reviews. If absent, supervisors review the people they supervise.',
      ),
      openItems: oneOf(
        'What happens to undecided access when the campaign ends. The default is `keep`.',
        REVIEW_DECISIONS,
      ),
      signOff: yesOrNo('Whether reviewers must sign off their decisions. The default is true.'),
      remindDays: whole('Number of days between reminders to reviewers; 0 for none. The default is 7.'),
      escalateDays: whole(
        'Number of days before the end when unfinished reviews go to the supervisors; 0 for never. The default is 2, or 0 if the campaign is too short.',
      ),
      repeatMonths: whole(
        'Number of months after which the campaign is repeated; 0 (the default) for never.',
      ),
    },
  ),
  CampaignPreview: object('The reviewers of a campaign if it started now.', {
    items: whole('Number of items to review.'),
    reviewers: list(
      'The reviewers, with the number of items that each would get.',
      object('A reviewer.', {
        id: text('Id of the account.'),
        userName: text('Username.'),
        items: list(
          'Number of items for each application, in the order of `applications`.',
          whole('Number of items.'),
        ),
      }),
    ),
    without: whole('Number of items that have no possible reviewer.'),
    withoutReviewer: list(
      'Some of the items that have no possible reviewer.',
      object('A person whose access has no possible reviewer.', {
        userName: text('Username.'),
        application: text('Name of the application.'),
      }),
    ),
  }),
  CampaignReview: object('The items of one application that one person reviews.', {
    id: text('Id of the campaign or review.'),
    applicationId: text('Id of the application.'),
    applicationName: text('Name of the application.'),
    reviewer: orNull('Username of the reviewer. Null if there is no possible reviewer.'),
    former: orNull('Username of the former reviewer.'),
    reason: orNull('Why the review was reassigned.'),
    ...counts,
    reminded: orNull('When the reviewer was last reminded.'),
    escalated: orNull('When the overdue review went to a supervisor.'),
    signed: orNull('When the review was signed off.'),
    signedBy: orNull('Username of the person who signed off: the reviewer or a deputy.'),
    closed: orNull('When the review was closed because its application was removed.'),
  }),
  CampaignReviewList: object('Reviews, sorted by the username of the reviewer.', {
    page: whole('Number of this page, from 1.'),
    limit: whole('Maximum number of entries per page.'),
    total: whole('Number of entries on all pages.'),
    reviews: list('The reviews.', named('CampaignReview')),
  }),
  NewReviewer: object('The new reviewer of a review.', {
    reviewer: text('Id, username or e-mail address of the new reviewer.'),
    reason: text('The reason, at most 2,000 characters.'),
  }),
  ReviewReminder: object('The result of a reminder.', {
    sent: yesOrNo(
      'Whether a mail was sent. No mail is sent within 12 hours of the last one, or if nothing is left to do.',
    ),
  }),
  CampaignComparison: object(
    'The differences from the last campaign for the same application. Empty if there was none.',
    {},
    {
      earlier: named('Campaign'),
      added: whole('Number of people who have access now but had none then.'),
      removed: whole('Number of people who had access then but have none now.'),
      both: whole('Number of people who are in both campaigns.'),
      keptThenRevoked: whole('Number of people in both campaigns: kept then, revoked now.'),
      revokedThenKept: whole('Number of people in both campaigns: revoked then, kept now.'),
    },
  ),
} as const satisfies Record<string, Schema>
