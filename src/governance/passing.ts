import { keptText } from '../core/flows/access-request.ts'
import { reasonProblem } from '../core/flows/campaign.ts'
import { shortened } from '../core/text.ts'
import type { AccountOffice } from '../identity/identity.ts'
import type { RequestPerson, Review, Store, Tenant, TenantStore } from '../store/store.ts'
import { CampaignMails } from './campaign-mails.ts'
import { wholeCampaign } from './campaign-parts.ts'
import { refuseReview, reviewRefused, reviewUnknown } from './review-refusals.ts'
import { record, type Steward } from './steward.ts'

/** What campaigns and reviews work with. */
export interface CampaignParts extends Pick<AccountOffice, 'tenancy' | 'surfaces'> {
  readonly store: Store
  readonly mailQueued?: () => void
}

/**
 * Gives a review to somebody else, who gets a mail. The review is given as the caller saw it: if its reviewer has
 * changed in the meantime, the caller may no longer be allowed to pass it on.
 */
export async function passReview(
  parts: CampaignParts,
  tenant: Tenant,
  seen: Review,
  to: RequestPerson,
  given: string,
  by: Steward,
): Promise<void> {
  const store: TenantStore = parts.store.tenant(tenant.id)
  const { id, reviewer } = seen
  const reason = keptText(given)
  refuseReview(reasonProblem(reason))
  const whole = await wholeCampaign(store, seen.campaign)
  if (whole === undefined) throw reviewUnknown(id)
  if (reviewer?.id === to.id) throw reviewRefused('reviewer-same')
  const own = await store.reviews.item(id, to.id)
  // Nothing would be left to pass on.
  if (own !== undefined && seen.items === 1) throw reviewRefused('own-access')
  const about = { campaign: whole.campaign, application: whole.applications[seen.position]! }
  const mails = new CampaignMails({ ...parts, tenant }, store)
  const told = await mails.passed('mail-campaign-reassigned', about, seen, reviewer, to)
  await store.write(async tx => {
    const campaign = await tx.campaigns.hold(seen.campaign)
    const current = await tx.reviews.lock(id)
    if (campaign?.state !== 'running' || current?.closedAt !== null)
      throw reviewRefused('campaign-not-running')
    if (current.signedAt !== null) throw reviewRefused('review-signed')
    if (current.reviewer?.id !== reviewer?.id) throw reviewRefused('review-not-yours')
    await tx.reviews.pass(current, to, { reason, escalated: false })
    const details = {
      campaign: campaign.id,
      review: id,
      from: reviewer?.userName ?? '',
      to: to.userName,
      reason: shortened(reason, 200),
    }
    await record(tx, by, 'campaign-reassigned', { account: to.id, details })
    for (const mail of told) await tx.outbox.queue(mail)
  })
  parts.mailQueued?.()
}

/** Somebody who can take over a review, by user name or e-mail address. */
export async function newReviewer(store: TenantStore, given: string): Promise<RequestPerson> {
  const found = (await store.accounts.get(given)) ?? (await store.accounts.meantBy(given.trim()))
  if (found?.status !== 'active') throw reviewRefused('reviewer-unknown')
  return { id: found.id, userName: found.userName }
}
