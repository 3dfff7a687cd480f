/** The states of a campaign. While it is starting or ending, a job processes its items in pieces. */
export const CAMPAIGN_STATES = ['scheduled', 'starting', 'running', 'ending', 'ended', 'cancelled'] as const

export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** What a reviewer can decide about somebody's access. */
export const REVIEW_DECISIONS = ['keep', 'revoke'] as const

export type ReviewDecision = (typeof REVIEW_DECISIONS)[number]

/** `gone`: the account was removed before anybody decided. */
export type ItemDecision = ReviewDecision | 'gone'

/**
 * The outcome for somebody's access. `left-…`: nobody decided in time, and the campaign's setting applies. `gone`: the
 * access no longer existed.
 */
export const OUTCOMES = ['kept', 'revoked', 'left-kept', 'left-revoked', 'gone'] as const

export type Outcome = (typeof OUTCOMES)[number]

/** Why something cannot be done with a review. */
export type ReviewProblem =
  | 'campaign-not-running'
  | 'review-signed'
  | 'review-incomplete'
  | 'review-not-yours'
  | 'sign-off-not-wanted'
  | 'reason-missing'
  | 'reason-too-long'
  | 'comment-too-long'
  | 'reviewer-unknown'
  | 'reviewer-same'
  | 'own-access'

export const LONGEST_REVIEW_TEXT = 2_000
export const MOST_APPLICATIONS = 50
export const MOST_REVIEWERS = 500
export const MOST_SUPERVISORS = 20
/** The longest duration of a campaign, in days. */
export const LONGEST_DAYS = 366

export const DAY = 86_400_000

/** The reviewers, as accounts that can sign in now. */
export interface Reviewing {
  /** Whether everybody is reviewed by their own supervisor. */
  readonly bySupervisor: boolean
  readonly reviewers: readonly string[]
  /** The supervisors of the campaign, who review if nobody else can. */
  readonly supervisors: readonly string[]
}

/**
 * Who reviews somebody's access: their supervisor, or reviewers in turn. Nobody reviews their own access. If nobody
 * else is left, the campaign's supervisors review it.
 */
export function reviewerOf(
  { account, supervisor }: { readonly account: string; readonly supervisor: string | undefined },
  { bySupervisor, reviewers, supervisors }: Reviewing,
  turn: number,
): string | undefined {
  if (bySupervisor && supervisor !== undefined && supervisor !== account) return supervisor
  const chosen = bySupervisor ? undefined : inTurn(reviewers, turn, account)
  return chosen ?? inTurn(supervisors, turn, account)
}

/** The person whose turn it is, or the next one if that is the excluded account. */
export function inTurn(people: readonly string[], turn: number, except: string): string | undefined {
  for (let step = 0; step < Math.min(people.length, 2); step++) {
    const next = people[(turn + step) % people.length]
    if (next !== except) return next
  }
  return undefined
}

/** The times of a campaign. */
export interface Schedule {
  readonly startsAt: number
  readonly endsAt: number
  /** Reviewers are reminded every this many days; 0 means never. */
  readonly remindDays: number
  /** Unfinished reviews go to the campaign's supervisors this many days before the end; 0 means never. */
  readonly escalateDays: number
}

/** What has happened so far in a running campaign. */
export interface Progress {
  readonly startedAt: number
  readonly remindedAt: number | null
  readonly escalatedAt: number | null
}

export type DueStep = 'end' | 'escalate' | 'remind'

/**
 * What is due in a running campaign, or when the next step will be. After a pause of the service, the end takes
 * precedence, and one reminder replaces all that were missed.
 */
export function dueStep(
  { endsAt, remindDays, escalateDays }: Schedule,
  { startedAt, remindedAt, escalatedAt }: Progress,
  now: number,
): { readonly step: DueStep } | { readonly at: number } {
  if (now >= endsAt) return { step: 'end' }
  const escalateAt = escalatedAt === null && escalateDays > 0 ? endsAt - escalateDays * DAY : endsAt
  if (now >= escalateAt) return { step: 'escalate' }
  const remindAt = remindDays > 0 ? (remindedAt ?? startedAt) + remindDays * DAY : endsAt
  if (now >= remindAt) return { step: 'remind' }
  return { at: Math.min(endsAt, escalateAt, remindAt) }
}

/** The end of a campaign that starts now. Reviewers get at least half of the planned time. */
export function endOfStarted({ startsAt, endsAt }: Schedule, now: number): number {
  const planned = endsAt - startsAt
  return endsAt - now < planned / 2 ? now + planned : endsAt
}

/** The times of the next campaign of a series, a number of months after the last one. */
export function nextTimes(
  { startsAt, lasts, repeatMonths }: Readonly<Record<'startsAt' | 'lasts' | 'repeatMonths', number>>,
  now: number,
): { readonly startsAt: number; readonly endsAt: number } {
  let next = startsAt
  // A campaign that was missed completely is not held later.
  for (let times = 1; next <= now || times === 1; times++) next = monthsLater(startsAt, repeatMonths * times)
  return { startsAt: next, endsAt: next + lasts }
}

/**
 * A time some months later, on the same day of the month. The last day of a month stays the last day, so that a series
 * from January 31st is on March 31st again after February 28th.
 */
function monthsLater(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  const isLast = day === lastDay(date)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  date.setUTCDate(isLast ? lastDay(date) : Math.min(day, lastDay(date)))
  return date.getTime()
}

function lastDay(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

/** The outcome of an item when its review is signed off, or when the campaign ends. */
export function outcomeOf(
  decision: ItemDecision | null,
  { signOff, openItems }: { readonly signOff: boolean; readonly openItems: ReviewDecision },
  isSigned: boolean,
): Outcome {
  if (decision === 'gone') return 'gone'
  if (decision === 'revoke') return 'revoked'
  // Until the last step, pages have the styles and words of a theme. Therefore, only signed-off decisions keep access.
  if (decision === 'keep' && (isSigned || !signOff)) return 'kept'
  return openItems === 'keep' ? 'left-kept' : 'left-revoked'
}

export function revokes(outcome: Outcome): boolean {
  return outcome === 'revoked' || outcome === 'left-revoked'
}

/** The progress of a review. */
export interface ReviewCount {
  readonly items: number
  readonly kept: number
  readonly revoked: number
  readonly gone: number
}

/** The number of undecided items. */
export function openItems({ items, kept, revoked, gone }: ReviewCount): number {
  return items - kept - revoked - gone
}

/** Somebody's role in a review. A deputy stands in for the reviewer for a limited time. */
export type ReviewPart = 'reviewer' | 'deputy' | 'supervisor' | 'former'

/** Whether somebody can decide about the items of a review. */
export function isReviewing(part: ReviewPart | undefined): boolean {
  return part === 'reviewer' || part === 'deputy'
}

/** What is wrong with a decision, an undo or a sign-off. */
export function reviewProblem(
  part: ReviewPart | undefined,
  campaign: { readonly state: CampaignState; readonly endsAt: number },
  review: { readonly signedAt: number | null; readonly closedAt: number | null },
  now: number,
): ReviewProblem | undefined {
  if (!isReviewing(part)) return 'review-not-yours'
  if (campaign.state !== 'running' || campaign.endsAt <= now || review.closedAt !== null)
    return 'campaign-not-running'
  if (review.signedAt !== null) return 'review-signed'
  return undefined
}

export function signOffProblem(
  { signOff }: { readonly signOff: boolean },
  review: ReviewCount,
): ReviewProblem | undefined {
  if (!signOff) return 'sign-off-not-wanted'
  return openItems(review) > 0 ? 'review-incomplete' : undefined
}

/** What is wrong with the reason for passing a review on. */
export function reasonProblem(reason: string): ReviewProblem | undefined {
  if (reason === '') return 'reason-missing'
  return [...reason].length > LONGEST_REVIEW_TEXT ? 'reason-too-long' : undefined
}

export function commentProblem(comment: string): ReviewProblem | undefined {
  return [...comment].length > LONGEST_REVIEW_TEXT ? 'comment-too-long' : undefined
}
