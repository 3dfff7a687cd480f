import { type Outcome, outcomeOf, revokes } from '../core/flows/campaign.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type {
  Campaign,
  ClaimedJob,
  NewMail,
  Review,
  ReviewItem,
  Store,
  TenantStore,
  TenantTransaction,
} from '../store/store.ts'
import { CampaignMails } from './campaign-mails.ts'
import { type WholeCampaign, wholeCampaign } from './campaign-parts.ts'
import { scheduleStep } from './campaign-steps.ts'
import { scheduleEnding } from './endings.ts'
import { tellOfGroup } from './group-mails.ts'
import type { MailRoom } from './request-mails.ts'
import { BY_CLOCK, record } from './steward.ts'

/** Ends the access that a review which was signed off has revoked. */
const APPLY = 'campaign-apply'
/** Items of one write: each may take access away, and makes a mail. */
const PIECE = 50

interface Applying {
  readonly campaign: string
  readonly review: string
  /** Whether only the end of the campaign is left, if this was its last review. */
  readonly isApplied?: boolean
}

/** Has the decisions of a review applied that was signed off. */
export async function scheduleApply(tx: TenantTransaction, payload: Applying): Promise<void> {
  await tx.jobs.schedule({ id: `${APPLY} ${payload.review}`, kind: APPLY, dueAt: tx.now(), payload })
}

export function applyJobs(
  store: Store,
  roomOf: (tenant: string) => Promise<MailRoom | undefined>,
): Record<typeof APPLY, JobHandler<ClaimedJob>> {
  return {
    async [APPLY](job) {
      const applying = job.payload as Applying
      const { campaign, review, isApplied } = applying
      const tenant = store.tenant(job.tenant)
      const [room, whole] = [await roomOf(job.tenant), await wholeCampaign(tenant, campaign)]
      if (room === undefined || whole === undefined) return undefined
      if (isApplied) await tenant.write(tx => endComplete(tx, job, campaign))
      else
        await applyPiece(room, tenant, whole, review, async (tx, isLast) => {
          if (!(await tx.jobs.finish(job, tx.now()))) return false
          if (isLast) await scheduleApply(tx, { ...applying, isApplied: true })
          return true
        })
      return undefined
    },
  }
}

/** Ends a campaign of which every review is signed off. */
async function endComplete(tx: TenantTransaction, job: ClaimedJob, id: string): Promise<void> {
  const campaign = await tx.campaigns.lock(id)
  if (!(await tx.jobs.finish(job)) || campaign?.state !== 'running') return
  if (await tx.reviews.hasUnsigned(id)) return
  await tx.campaigns.update(id, { state: 'ending' })
  await scheduleStep(tx, id, { step: 'end', how: 'complete' }, tx.now())
}

/**
 * Settles some items that nothing has become of yet: of a review that was signed off, or of a campaign that ends. Mails are
 * made before the write, for the items as they were read.
 */
export async function applyPiece(
  room: MailRoom,
  store: TenantStore,
  whole: WholeCampaign,
  review: string | undefined,
  done: (tx: TenantTransaction, isLast: boolean) => Promise<boolean>,
): Promise<void> {
  const { campaign, applications } = whole
  const of = { campaign: campaign.id, review }
  const early = await store.reviews.undone(of, PIECE)
  const reviews = new Map<string, Review>()
  for (const { review: id } of early) if (!reviews.has(id)) reviews.set(id, (await store.reviews.get(id))!)
  const outcome = (item: ReviewItem): Outcome => wanted(campaign, reviews.get(item.review), item)
  const mails = new CampaignMails(room, store)
  const made = new Map<string, NewMail>()
  for (const item of early.filter(each => revokes(outcome(each)))) {
    const about = { campaign, application: applications[item.position]! }
    const mail = await mails.revoked(about, item.account, item.decision === 'revoke' ? item.comment : '')
    if (mail !== undefined) made.set(keyOf(item), mail)
  }
  const read = new Set(early.map(keyOf))
  await store.write(async tx => {
    const items = await tx.reviews.undone(of, PIECE)
    // Another job may have settled items meanwhile. One that was not read before has no mail yet, and waits for the next
    // piece.
    const known = items.filter(item => read.has(keyOf(item)))
    if (!(await done(tx, items.length < PIECE && known.length === items.length))) return
    for (const item of known) {
      const { application } = applications[item.position]!
      const settled = await settle(tx, campaign, application, item, outcome(item))
      await tx.reviews.settle(item, settled)
      const mail = made.get(keyOf(item))
      if (mail !== undefined && revokes(settled)) await tx.outbox.queue(mail)
    }
  })
}

function keyOf({ position, account }: ReviewItem): string {
  return `${position} ${account}`
}

function wanted(campaign: Campaign, review: Review | undefined, { decision }: ReviewItem): Outcome {
  // The application was removed, and all access to it.
  if (review === undefined || review.closedAt !== null) return 'gone'
  return outcomeOf(decision, campaign, review.signedAt !== null)
}

/** Revokes the access that a person has had since the start, if that was decided. Returns the outcome. */
async function settle(
  tx: TenantTransaction,
  campaign: Campaign,
  application: string,
  { account, ways, decidedBy, comment }: ReviewItem,
  outcome: Outcome,
): Promise<Outcome> {
  if (!revokes(outcome)) return outcome
  const steward =
    outcome === 'revoked' && decidedBy !== null
      ? { by: `account:${decidedBy.userName}`, address: null }
      : BY_CLOCK
  const details = { campaign: campaign.id, ...(comment !== '' && { comment: comment.slice(0, 200) }) }
  let isTaken = false
  for (const way of ways) {
    if (!(await tx.reviews.takeWay(application, account, way))) continue
    isTaken = true
    const { group } = way
    if (group !== null) {
      const about = { account, details: { group: group.id, name: group.name, campaign: campaign.id } }
      await record(tx, steward, 'group-left', about)
      await tellOfGroup(tx, 'left', group.name, [account])
      await scheduleEnding(tx, { what: 'member', group: group.id, account })
    }
  }
  if (!isTaken) return 'gone'
  await record(tx, steward, 'access-taken', { application, account, details })
  await scheduleEnding(tx, { what: 'account', application, account })
  return outcome
}
