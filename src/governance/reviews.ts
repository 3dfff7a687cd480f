import {
  commentProblem,
  isReviewing,
  type ReviewDecision,
  type ReviewPart,
  reviewProblem,
  signOffProblem,
} from '../core/flows/campaign.ts'
import type {
  Account,
  Campaign,
  CampaignApplication,
  CampaignTotals,
  ItemFilter,
  ItemPlace,
  Review,
  ReviewItem,
  Tenant,
  TenantStore,
  TenantTransaction,
} from '../store/store.ts'
import { scheduleApply } from './campaign-apply.ts'
import { wholeCampaign } from './campaign-parts.ts'
import { type CampaignParts, newReviewer, passReview } from './passing.ts'
import type { Participant } from './request-types.ts'
import { refuseReview, reviewRefused, reviewUnknown } from './review-refusals.ts'
import { record } from './steward.ts'

/**
 * The number of new reviewers that can be named before throttling starts, because each reveals whether a user name
 * exists.
 */
const LOOKUPS = { free: 20, longest: 3_600_000 }
/** Reviews on a page that shows the progress of reviewers, and on the page of somebody's applications. */
const LISTED = 100

/** A review as somebody sees it. */
export interface SeenReview {
  readonly campaign: Campaign
  readonly application: CampaignApplication & { readonly removed: boolean }
  readonly review: Review
  readonly part: ReviewPart
}

/** The reviews of an application, as a supervisor of the campaign sees them. */
export interface SeenProgress {
  readonly campaign: Campaign
  readonly application: SeenReview['application']
  /** The first of them. */
  readonly reviews: readonly Review[]
  /** Of all of them. */
  readonly totals: CampaignTotals
}

/** Which items are decided about. */
export interface Decided {
  readonly filter: ItemFilter
  /** Null takes decisions back. */
  readonly decision: ReviewDecision | null
  readonly comment: string
}

/** When a reviewer was shown the decisions that become final, and how many there were of each. */
export interface ShownDecisions extends Pick<Review, 'kept' | 'revoked'> {
  readonly at: number
}

/** Reviews of access, as reviewers and supervisors of campaigns see them. */
export class Reviews {
  readonly #parts: CampaignParts

  constructor(parts: CampaignParts) {
    this.#parts = parts
  }

  /** A review as an account sees it; undefined where that account has nothing to do with it. */
  async seen(tenant: Tenant, id: string, account: string): Promise<SeenReview | undefined> {
    const store = this.#store(tenant)
    const review = await store.reviews.get(id)
    const whole = review && (await wholeCampaign(store, review.campaign))
    if (review === undefined || whole === undefined) return undefined
    const part = await partOf(store, whole.campaign, review, account)
    if (part === undefined) return undefined
    const application = await this.#application(store, whole.applications[review.position]!)
    return { campaign: whole.campaign, application, review, part }
  }

  /** The progress of the reviewers of an application; undefined for those who do not supervise the campaign. */
  async progress(tenant: Tenant, id: string, account: string): Promise<SeenProgress | undefined> {
    const store = this.#store(tenant)
    const found = await store.campaigns.containing(id)
    if (found === undefined || !(await isSupervisor(store, found.campaign, account))) return undefined
    const { campaign } = found
    const { position } = found.application
    const { reviews } = await store.reviews.list(campaign.id, { position, limit: LISTED, offset: 0 })
    const totals = await store.campaigns.totals(campaign.id, position)
    return { campaign, application: await this.#application(store, found.application), reviews, totals }
  }

  /** The reviews that wait for somebody. */
  async waitingFor(tenant: Tenant, account: string): Promise<SeenReview[]> {
    const store = this.#store(tenant)
    const seen: SeenReview[] = []
    for (const { id } of await store.reviews.waitingFor(account, LISTED)) {
      const one = await this.seen(tenant, id, account)
      if (one !== undefined && isReviewing(one.part)) seen.push(one)
    }
    return seen
  }

  async items(
    tenant: Tenant,
    review: string,
    filter: ItemFilter,
    page: { after?: ItemPlace | undefined; before?: ItemPlace | undefined; limit: number },
  ): Promise<ReviewItem[]> {
    return await this.#store(tenant).reviews.items(review, filter, page)
  }

  async count(tenant: Tenant, review: string, filter: ItemFilter): Promise<number> {
    return await this.#store(tenant).reviews.countItems(review, filter)
  }

  /** Decides about all selected people, or takes decisions back. Returns their number. */
  async decide(tenant: Tenant, by: Participant, id: string, wanted: Decided): Promise<number> {
    const { filter, decision } = wanted
    const comment = wanted.comment.trim()
    refuseReview(commentProblem(comment))
    return await this.#writing(tenant, by, id, async (tx, { campaign, review, actor }) => {
      const person = { id: actor.id, userName: actor.userName }
      const changed = await tx.reviews.decide(review, filter, decision, comment, person)
      if (changed === 0) return 0
      const only = filter.accounts?.length === 1 ? { account: filter.accounts[0] } : {}
      const details = {
        ...{ campaign: campaign.id, review: id, decision: decision ?? 'none', items: String(changed) },
        ...(filter.search !== undefined && { search: filter.search.slice(0, 200) }),
      }
      await record(tx, stewardOf(by, actor), 'campaign-reviewed', { ...only, details })
      return changed
    })
  }

  /**
   * Makes the decisions of a review final. Access that was revoked ends now. False where the decisions are not those that
   * the reviewer was shown.
   */
  async signOff(tenant: Tenant, by: Participant, id: string, shown?: ShownDecisions): Promise<boolean> {
    return await this.#writing(tenant, by, id, async (tx, { campaign, review, actor }) => {
      refuseReview(signOffProblem(campaign, review))
      if (shown !== undefined && !(await isUnchanged(tx, review, shown))) return false
      await tx.reviews.sign(id, actor)
      await scheduleApply(tx, { campaign: campaign.id, review: id })
      const { kept, revoked } = review
      const counts = { kept: String(kept), revoked: String(revoked) }
      const details = { campaign: campaign.id, review: id, ...counts }
      await record(tx, stewardOf(by, actor), 'campaign-signed-off', { details })
      return true
    })
  }

  /** Gives a review to somebody else. Its reviewer, a deputy and a supervisor of the campaign may do so. */
  async reassign(tenant: Tenant, by: Participant, id: string, to: string, reason: string): Promise<void> {
    const store = this.#store(tenant)
    const seen = await this.seen(tenant, id, by.account)
    const actor = await store.accounts.get(by.account)
    if (seen === undefined || actor?.status !== 'active') throw reviewUnknown(id)
    if (seen.part === 'former') throw reviewRefused('review-not-yours')
    // Deputies would choose who reviews them.
    if (seen.part === 'deputy' && (await store.reviews.item(id, actor.id)) !== undefined)
      throw reviewRefused('own-access')
    const key = `review-person ${actor.id}`
    const wait = await store.tries.count([{ key, ...LOOKUPS }], store.now())
    if (wait !== undefined) throw reviewRefused('reviewer-unknown')
    const person = await newReviewer(store, to)
    await passReview(this.#parts, tenant, seen.review, person, reason, stewardOf(by, actor))
    await store.tries.forgive([key])
  }

  /** Runs a write of a reviewer or deputy, with the campaign and the review held. */
  async #writing<T>(
    tenant: Tenant,
    { account }: Participant,
    id: string,
    work: (tx: TenantTransaction, held: { campaign: Campaign; review: Review; actor: Account }) => Promise<T>,
  ): Promise<T> {
    const store = this.#store(tenant)
    const actor = await store.accounts.get(account)
    const seen = await this.seen(tenant, id, account)
    if (actor?.status !== 'active' || seen === undefined) throw reviewUnknown(id)
    return await store.write(async tx => {
      const campaign = await tx.campaigns.hold(seen.campaign.id)
      const review = await tx.reviews.lock(id)
      if (campaign === undefined || review === undefined) throw reviewUnknown(id)
      const part = await workingPart(tx, review, account)
      refuseReview(reviewProblem(part, campaign, review, tx.now()))
      return await work(tx, { campaign, review, actor })
    })
  }

  async #application(store: TenantStore, part: CampaignApplication): Promise<SeenReview['application']> {
    const found = await store.applications.get(part.application)
    return { ...part, name: found?.name ?? part.name, removed: found === undefined }
  }

  #store(tenant: Tenant): TenantStore {
    return this.#parts.store.tenant(tenant.id)
  }
}

/** The numbers also tell of a decision at a node whose clock is behind. */
async function isUnchanged(tx: TenantTransaction, review: Review, shown: ShownDecisions): Promise<boolean> {
  if (review.kept !== shown.kept || review.revoked !== shown.revoked) return false
  return !(await tx.reviews.isDecidedSince(review.id, shown.at))
}

async function partOf(
  store: TenantStore,
  campaign: Campaign,
  review: Review,
  account: string,
): Promise<ReviewPart | undefined> {
  const working = await workingPart(store, review, account)
  if (working !== undefined) return working
  if (await isSupervisor(store, campaign, account)) return 'supervisor'
  return review.former?.id === account ? 'former' : undefined
}

/** The part as which somebody decides. */
async function workingPart(
  { deciders }: Pick<TenantTransaction, 'deciders'> | Pick<TenantStore, 'deciders'>,
  { reviewer }: Review,
  account: string,
): Promise<'reviewer' | 'deputy' | undefined> {
  if (reviewer === null) return undefined
  if (reviewer.id === account) return 'reviewer'
  const deputies = await deciders.standingInFor(reviewer.id)
  return deputies.some(({ id }) => id === account) ? 'deputy' : undefined
}

async function isSupervisor(
  store: TenantStore,
  { supervisors }: Campaign,
  account: string,
): Promise<boolean> {
  return (await store.campaigns.active(supervisors, { limit: 1, only: account })).length > 0
}

function stewardOf({ address }: Participant, { userName }: Account) {
  return { by: `account:${userName}`, address }
}
