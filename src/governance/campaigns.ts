import { Refusal } from '../core/refusal.ts'
import type {
  Campaign,
  CampaignApplication,
  CampaignComparison,
  CampaignTotals,
  Tenant,
  TenantStore,
} from '../store/store.ts'
import { CampaignMails } from './campaign-mails.ts'
import { CAMPAIGN, isUnfinished, wholeCampaign } from './campaign-parts.ts'
import { settingsOf, type WantedCampaign } from './campaign-settings.ts'
import { type CampaignPreview, previewCampaign } from './campaign-start.ts'
import { scheduleStart, scheduleStep } from './campaign-steps.ts'
import { type CampaignParts, newReviewer, passReview } from './passing.ts'
import { campaignUnknown, reviewRefused, reviewUnknown } from './review-refusals.ts'
import { record, type Steward } from './steward.ts'

/** A reviewer can be reminded by hand once within this many hours. */
const REMINDER_HOURS = 12
const HOUR = 3_600_000

/** A campaign with what has been decided in it so far. */
export interface CountedCampaign {
  readonly campaign: Campaign
  readonly applications: readonly CampaignApplication[]
  readonly totals: CampaignTotals
}

/** Certification campaigns, for those who manage access. */
export class Campaigns {
  readonly #parts: CampaignParts

  constructor(parts: CampaignParts) {
    this.#parts = parts
  }

  async preview(tenant: Tenant, wanted: WantedCampaign): Promise<CampaignPreview> {
    return await previewCampaign(this.#store(tenant), wanted)
  }

  /** Plans a campaign. A job starts it when its time comes, which may be at once. */
  async create(tenant: Tenant, wanted: WantedCampaign, by: Steward): Promise<CountedCampaign> {
    const store = this.#store(tenant)
    const { settings, applications } = await settingsOf(store, wanted)
    const campaign: Campaign = {
      ...settings,
      id: store.newId(),
      state: 'scheduled',
      lasts: settings.endsAt - settings.startsAt,
      previous: null,
      createdAt: store.now(),
      createdBy: by.by,
      ...{ startedAt: null, remindedAt: null, escalatedAt: null, endedAt: null, digest: null },
    }
    const parts = applications.map(({ id, name }, position) => {
      return { id: store.newId(), position, application: id, name }
    })
    await store.write(async tx => {
      await tx.campaigns.create(campaign, parts)
      await scheduleStart(tx, campaign)
      const details = { campaign: campaign.id, name: campaign.name }
      await record(tx, by, 'campaign-created', { details })
    })
    return await this.get(tenant, campaign.id)
  }

  async get(tenant: Tenant, id: string): Promise<CountedCampaign> {
    const store = this.#store(tenant)
    const whole = await wholeCampaign(store, id)
    if (whole === undefined) throw campaignUnknown(id)
    return { ...whole, totals: await store.campaigns.totals(id) }
  }

  /** Calls off a campaign that has not started. */
  async cancel(tenant: Tenant, id: string, by: Steward): Promise<void> {
    await this.#store(tenant).write(async tx => {
      const campaign = await tx.campaigns.lock(id)
      if (campaign === undefined) throw campaignUnknown(id)
      if (campaign.state !== 'scheduled') throw new Refusal('campaign_state', { state: campaign.state })
      await tx.campaigns.update(id, { state: 'cancelled' })
      await tx.jobs.cancel(`${CAMPAIGN} ${id}`)
      await record(tx, by, 'campaign-cancelled', { details: { campaign: id, name: campaign.name } })
    })
  }

  /** Ends a campaign that runs. What happens then is what would have happened on its date. */
  async end(tenant: Tenant, id: string, by: Steward): Promise<void> {
    await this.#store(tenant).write(async tx => {
      const campaign = await tx.campaigns.lock(id)
      if (campaign === undefined) throw campaignUnknown(id)
      if (campaign.state !== 'running') throw new Refusal('campaign_state', { state: campaign.state })
      await tx.campaigns.update(id, { state: 'ending' })
      await scheduleStep(tx, id, { step: 'end', how: 'early' }, tx.now())
      await record(tx, by, 'campaign-ended-early', { details: { campaign: id, name: campaign.name } })
    })
  }

  /** Reminds the reviewer of a review now; false where that was done a short while ago, or nothing is left to do. */
  async remind(tenant: Tenant, campaign: string, id: string, by: Steward): Promise<boolean> {
    const store = this.#store(tenant)
    const whole = await wholeCampaign(store, campaign)
    const review = await store.reviews.get(id)
    if (whole === undefined) throw campaignUnknown(campaign)
    if (review?.campaign !== campaign) throw reviewUnknown(id)
    if (whole.campaign.state !== 'running') throw reviewRefused('campaign-not-running')
    const since = store.now() - REMINDER_HOURS * HOUR
    if (!isUnfinished(whole.campaign, review) || (review.remindedAt ?? 0) > since) return false
    const about = { campaign: whole.campaign, application: whole.applications[review.position]! }
    const mails = new CampaignMails({ ...this.#parts, tenant }, store)
    const reminders = await mails.review('mail-campaign-reminder', about, review)
    if (reminders.length === 0) return false
    const isReminded = await store.write(async tx => {
      const current = await tx.reviews.lock(id)
      if ((current?.remindedAt ?? 0) > since || current?.reviewer?.id !== review.reviewer?.id) return false
      await tx.reviews.reminded([id])
      for (const mail of reminders) await tx.outbox.queue(mail)
      await record(tx, by, 'campaign-reminded', { details: { campaign, review: id } })
      return true
    })
    if (isReminded) this.#parts.mailQueued?.()
    return isReminded
  }

  /** Gives a review to somebody else, given by id, user name or e-mail address. */
  async reassign(
    tenant: Tenant,
    { campaign, review: id }: { readonly campaign: string; readonly review: string },
    to: string,
    reason: string,
    by: Steward,
  ): Promise<void> {
    const store = this.#store(tenant)
    const review = await store.reviews.get(id)
    if (review?.campaign !== campaign) throw reviewUnknown(id)
    await passReview(this.#parts, tenant, review, await newReviewer(store, to), reason, by)
  }

  /** How a campaign differs from the last one that had an application in common with it. */
  async compare(
    tenant: Tenant,
    id: string,
  ): Promise<{ earlier: CountedCampaign; difference: CampaignComparison } | undefined> {
    const store = this.#store(tenant)
    await this.get(tenant, id)
    const last = await store.campaigns.lastBefore(id)
    if (last === undefined) return undefined
    return {
      earlier: await this.get(tenant, last.id),
      difference: await store.campaigns.compare(id, last.id),
    }
  }

  #store(tenant: Tenant): TenantStore {
    return this.#parts.store.tenant(tenant.id)
  }
}
