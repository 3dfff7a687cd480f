import { sendJson } from '../api.ts'
import { refresh } from '../resource.ts'
import type { Campaign, CampaignPreview, ReviewReminder } from '../wire.ts'

export type {
  Campaign,
  CampaignComparison,
  CampaignList,
  CampaignPreview,
  CampaignReview,
  CampaignReviewList,
} from '../wire.ts'

/** A campaign to plan. */
export interface NewCampaign {
  readonly name: string
  readonly description?: string
  readonly applications: readonly string[]
  readonly start?: string
  readonly end: string
  readonly reviewers?: readonly string[]
  readonly supervisors: readonly string[]
  readonly openItems: 'keep' | 'revoke'
  readonly signOff: boolean
  readonly remindDays: number
  readonly escalateDays: number
  readonly repeatMonths: number
}

export const CAMPAIGNS = '/v1.0/tabard/campaigns'
export const PAGE_SIZE = 25

export function campaignPlace(id: string): string {
  return `/campaigns/${encodeURIComponent(id)}`
}

export function campaignResource(id: string): string {
  return `${CAMPAIGNS}/${encodeURIComponent(id)}`
}

export function reportAddress(id: string, format: 'csv' | 'html'): string {
  return `${campaignResource(id)}/report?format=${format}`
}

export async function createCampaign(wanted: NewCampaign): Promise<Campaign> {
  const made = await sendJson<Campaign>('POST', CAMPAIGNS, wanted)
  await refresh(CAMPAIGNS)
  return made
}

export async function previewCampaign(wanted: NewCampaign): Promise<CampaignPreview> {
  return await sendJson<CampaignPreview>('POST', `${CAMPAIGNS}/preview`, wanted)
}

export async function endCampaign(id: string): Promise<void> {
  await sendJson('POST', `${campaignResource(id)}/end`)
  await refresh(CAMPAIGNS)
}

export async function cancelCampaign(id: string): Promise<void> {
  await sendJson('DELETE', campaignResource(id))
  await refresh(CAMPAIGNS)
}

/** Reminds a reviewer. Returns whether a mail was sent. */
export async function remindReviewer(id: string, review: string): Promise<boolean> {
  const path = `${campaignResource(id)}/reviews/${encodeURIComponent(review)}/reminder`
  const { sent } = await sendJson<ReviewReminder>('POST', path)
  await refresh(campaignResource(id))
  return sent
}

export async function reassignReview(
  id: string,
  review: string,
  reviewer: string,
  reason: string,
): Promise<void> {
  const path = `${campaignResource(id)}/reviews/${encodeURIComponent(review)}/reviewer`
  await sendJson('PUT', path, { reviewer, reason })
  await refresh(campaignResource(id))
}
