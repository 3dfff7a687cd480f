import type { NewMail, RequestPerson, Review, TenantStore, TenantTransaction } from '../store/store.ts'
import type { CampaignMails } from './campaign-mails.ts'
import { Assignment, isUnfinished, type WholeCampaign } from './campaign-parts.ts'
import { BY_CLOCK, record } from './steward.ts'

/** Reviews of one write, each with its mails. */
const PIECE = 25

/** Where it goes on: after which review, and how many had their turn. */
export interface HandingPlace {
  readonly after: string
  readonly turn: number
}

/** What reviews get another reviewer for by themselves: they are overdue, or nobody can work on them. */
const CAUSES = {
  escalate: { mail: 'mail-campaign-escalated', event: 'campaign-escalated' },
  'take-over': { mail: 'mail-campaign-reassigned', event: 'campaign-taken-over' },
} as const

export type HandingCause = keyof typeof CAUSES

interface Handed {
  readonly review: Review
  readonly to: RequestPerson
  readonly mails: readonly NewMail[]
}

/** What handing over works with. */
interface HandingParts {
  readonly store: TenantStore
  readonly whole: WholeCampaign
  readonly mails: CampaignMails
}

/**
 * Gives some reviews to other people, in turn: overdue ones to the campaign's supervisors, those that nobody can work on to
 * its reviewers. `done` ends the job in the same write.
 */
export async function handOverPiece(
  parts: HandingParts,
  cause: HandingCause,
  { after, turn }: HandingPlace,
  done: (tx: TenantTransaction, next: HandingPlace | undefined) => Promise<boolean>,
): Promise<void> {
  const { store, whole } = parts
  const { campaign } = whole
  const assignment = await Assignment.of(store, campaign)
  const reviews =
    cause === 'escalate'
      ? await store.reviews.after(campaign.id, after, PIECE)
      : await store.reviews.abandoned(campaign.id, after, PIECE)
  const due = reviews.filter(
    review =>
      isUnfinished(campaign, review) && !(cause === 'escalate' && assignment.supervises(review.reviewer)),
  )
  const handed: Handed[] = []
  for (const [index, review] of due.entries()) {
    const person = { account: await onlyPerson(store, review), supervisor: undefined }
    const to =
      cause === 'escalate'
        ? assignment.supervisor(person.account, turn + index)
        : assignment.reviewer(person, turn + index)
    if (to !== null) handed.push({ review, to, mails: await mailsOf(parts, cause, review, to) })
  }
  const last = reviews.length < PIECE ? undefined : reviews.at(-1)!.id
  await store.write(async tx => {
    if (!(await done(tx, last === undefined ? undefined : { after: last, turn: turn + due.length }))) return
    for (const one of handed) await handOver(tx, whole, cause, one)
  })
}

async function handOver(
  tx: TenantTransaction,
  { campaign }: WholeCampaign,
  cause: HandingCause,
  { review, to, mails }: Handed,
): Promise<void> {
  const current = await tx.reviews.lock(review.id)
  // Its reviewer has finished it meanwhile, or somebody has passed it on.
  if (current === undefined || !isUnfinished(campaign, current)) return
  if (current.reviewer?.id !== review.reviewer?.id) return
  await tx.reviews.pass(current, to, { reason: reasonOf(cause, review), escalated: cause === 'escalate' })
  const details = { campaign: campaign.id, review: review.id, from: review.reviewer?.userName ?? '' }
  await record(tx, BY_CLOCK, CAUSES[cause].event, { account: to.id, details })
  for (const mail of mails) await tx.outbox.queue(mail)
}

/** As the report and the console tell it; the time tells of an escalation. */
function reasonOf(cause: HandingCause, { reviewer }: Review): string {
  if (cause === 'escalate') return ''
  return reviewer === null ? 'There was no reviewer.' : 'The account of the reviewer was removed or disabled.'
}

async function mailsOf(
  { whole: { campaign, applications }, mails }: HandingParts,
  cause: HandingCause,
  review: Review,
  to: RequestPerson,
): Promise<NewMail[]> {
  const about = { campaign, application: applications[review.position]! }
  return await mails.passed(CAUSES[cause].mail, about, review, review.reviewer, to)
}

/** Whose access a review is about if it is about nobody else's; they cannot take it over. */
async function onlyPerson(store: TenantStore, { id, items }: Review): Promise<string> {
  if (items > 1) return ''
  const [item] = await store.reviews.items(id, {}, { limit: 1 })
  return item?.account ?? ''
}
