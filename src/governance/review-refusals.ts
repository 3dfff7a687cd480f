import type { ReviewProblem } from '../core/flows/campaign.ts'
import { Refusal } from '../core/refusal.ts'

export function reviewRefused(why: ReviewProblem): Refusal<'review_refused'> {
  return new Refusal('review_refused', { why })
}

export function refuseReview(why: ReviewProblem | undefined): void {
  if (why !== undefined) throw reviewRefused(why)
}

export function reviewUnknown(review: string): Refusal<'review_unknown'> {
  return new Refusal('review_unknown', { review })
}

export function campaignUnknown(campaign: string): Refusal<'campaign_unknown'> {
  return new Refusal('campaign_unknown', { campaign })
}
