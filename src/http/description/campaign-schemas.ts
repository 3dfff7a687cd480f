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
  items: whole('How many people have access that is reviewed; somebody counts once for each application.'),
  kept: whole('How many keep access, as far as it is decided.'),
  revoked: whole('How many lose it.'),
  gone: whole('How many had their account removed before anybody decided.'),
}
const totals = object('What has been decided so far.', {
  ...counts,
  reviews: whole('How many reviews there are: one for each reviewer and application.'),
  signed: whole('How many of them are signed off.'),
})
const campaign = {
  id: text('Its id.'),
  name: text('Its name.'),
  description: orNull('What it is about.'),
  state: oneOf('What became of it.', CAMPAIGN_STATES),
  applications: list('The applications whose access is reviewed.', named('CampaignApplication')),
  starts: instant('When it starts or started, as planned.'),
  ends: instant('When it ends.'),
  reviewers: texts(
    'Accounts and groups, such as `group:managers`. If empty, supervisors review their own people.',
  ),
  supervisors: texts('Who follows the campaign, and takes over reviews that are overdue.'),
  openItems: oneOf('What happens at the end to access that nobody decided about.', REVIEW_DECISIONS),
  signOff: yesOrNo('Whether reviewers sign their decisions off.'),
  remindDays: whole('Reviewers are reminded after so many days, again and again; 0: never.'),
  escalateDays: whole(
    'The number of days before the end when unfinished reviews go to the supervisors; 0 for never.',
  ),
  repeatMonths: whole('It is repeated after so many months; 0: it is not.'),
  previous: orNull('Id of the campaign that it repeats.'),
  created: instant('When it was planned.'),
  createdBy: text('Who planned it.'),
  started: orNull('When it started; null before.'),
  ended: orNull('When it ended; null before.'),
  digest: orNull('SHA-256 digest of the report as CSV, once it has ended.'),
  totals,
}

/** Certification campaigns. */
export const CAMPAIGN_SCHEMAS = {
  CampaignApplication: object('An application in a campaign.', {
    id: text('Id of the application.'),
    name: text('The name that it had when the campaign was planned.'),
  }),
  Campaign: object('A certification campaign.', campaign),
  CampaignList: object('Campaigns, newest first.', {
    page: whole('Which page.'),
    limit: whole('How many a page holds.'),
    total: whole('How many there are.'),
    campaigns: list('The campaigns.', named('Campaign')),
  }),
  NewCampaign: object(
    'A campaign to plan.',
    {
      name: text('Its name.'),
      applications: texts('Ids of the applications; their access must not be `open`.'),
      end: text('The last day (UTC), such as `2027-01-31`, or an instant.'),
      supervisors: texts('Accounts and groups, by id or name.'),
    },
    {
      description: orNull('What it is about; reviewers see it.'),
      start: orNull('The first day, or an instant; now where it is absent.'),
      reviewers: texts(
        'Accounts and groups, by id or name, who review in turn. If absent, supervisors review their own people.',
      ),
      openItems: oneOf(
        'What happens to access that nobody decides about; `keep` unless told.',
        REVIEW_DECISIONS,
      ),
      signOff: yesOrNo('Whether reviewers sign their decisions off; they do unless told.'),
      remindDays: whole('Remind reviewers after so many days; 7 unless told, 0 never.'),
      escalateDays: whole(
        'The number of days before the end when unfinished reviews go to the supervisors; 0 for never. By default 2, or never if the campaign is too short.',
      ),
      repeatMonths: whole('Repeat it after so many months; 0, the default, does not.'),
    },
  ),
  CampaignPreview: object('What a campaign would be if it started now.', {
    items: whole('How many items there would be.'),
    reviewers: list(
      'Reviewers with how many items they would get of each application, in the order of the applications.',
      object('A reviewer.', {
        id: text('Id of the account.'),
        userName: text('Username.'),
        items: list('Numbers of items.', whole('Items of one application.')),
      }),
    ),
    without: whole('How many items nobody can review.'),
    withoutReviewer: list(
      'Some of them.',
      object('Somebody without a reviewer.', {
        userName: text('Username.'),
        application: text('Name of the application.'),
      }),
    ),
  }),
  CampaignReview: object('What one person reviews of one application.', {
    id: text('Its id.'),
    applicationId: text('Id of the application.'),
    applicationName: text('Name of the application.'),
    reviewer: orNull('Username of the reviewer; null where nobody can review.'),
    former: orNull('Username of who reviewed before.'),
    reason: orNull('Why it was passed on.'),
    ...counts,
    reminded: orNull('When its reviewer was last reminded.'),
    escalated: orNull('When it was given to a supervisor because it was overdue.'),
    signed: orNull('When it was signed off.'),
    signedBy: orNull('Username of whoever signed it off: the reviewer, or a deputy.'),
    closed: orNull('When its application was removed.'),
  }),
  CampaignReviewList: object('Reviews by the username of the reviewer.', {
    page: whole('Which page.'),
    limit: whole('How many a page holds.'),
    total: whole('How many there are.'),
    reviews: list('The reviews.', named('CampaignReview')),
  }),
  NewReviewer: object('Who reviews from now on.', {
    reviewer: text('Id, username or e-mail address.'),
    reason: text('Why. At most 2,000 characters.'),
  }),
  ReviewReminder: object('What came of a reminder.', {
    sent: yesOrNo(
      'Whether a mail was sent. None is sent twice within 12 hours, or if nothing is left to do.',
    ),
  }),
  CampaignComparison: object(
    'How a campaign differs from the last one; empty where there was none.',
    {},
    {
      earlier: named('Campaign'),
      added: whole('How many have access now who had none then.'),
      removed: whole('How many had access then who have none now.'),
      both: whole('How many are in both.'),
      keptThenRevoked: whole('Of both: kept then, revoked now.'),
      revokedThenKept: whole('Of both: revoked then, kept now.'),
    },
  ),
} as const satisfies Record<string, Schema>
