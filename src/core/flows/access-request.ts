/**
 * The states of a request for access. `closed`: its application, or the person who would get access, has been removed.
 */
export const REQUEST_STATES = [
  'waiting',
  'more-wanted',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'closed',
] as const

export type RequestState = (typeof REQUEST_STATES)[number]

/** States in which a request can still be decided. */
export const OPEN_STATES = ['waiting', 'more-wanted'] as const satisfies readonly RequestState[]

/** Everything that can happen to a request. Nobody performs the last two: a deadline or a removal causes them. */
export const REQUEST_TURNS = [
  'ask',
  'more',
  'answer',
  'approve',
  'reject',
  'withdraw',
  'expire',
  'close',
] as const

export type RequestTurn = (typeof REQUEST_TURNS)[number]

/** What people who decide can do with a request. */
export const DECISIONS = ['approve', 'reject', 'more'] as const satisfies readonly RequestTurn[]

/** What somebody can do with an existing request. */
export type PersonalTurn = Exclude<RequestTurn, 'ask' | 'expire' | 'close'>

/**
 * The roles that somebody can have in a request. The requester asked for the access; the person gets it, and may be the
 * requester. Administrators decide if no approver is left, and in the console.
 */
export type RequestPart = 'requester' | 'person' | 'approver' | 'deputy' | 'administrator'

/** Why something cannot be done with a request. */
export type RequestProblem =
  | 'access-not-requestable'
  | 'access-already-given'
  | 'already-requested'
  | 'too-many-requests'
  | 'person-unknown'
  | 'not-for-others'
  | 'justification-missing'
  | 'justification-too-long'
  | 'comment-missing'
  | 'comment-too-long'
  | 'until-invalid'
  | 'until-past'
  | 'turn-not-allowed'
  | 'request-moved-on'

export const LONGEST_JUSTIFICATION = 2_000
export const LONGEST_COMMENT = 2_000
/** The maximum number of open requests of one requester. */
export const MOST_OPEN = 10
/**
 * The maximum number of requests in a day, so that nobody floods approvers by requesting and withdrawing repeatedly.
 */
export const MOST_A_DAY = 20
/** A request without a decision expires after this many days. */
export const REQUEST_DAYS = 30

const DAY = 86_400_000

interface Move {
  readonly from: readonly RequestState[]
  readonly to: RequestState
  readonly by: 'asking' | 'deciding' | 'nobody'
  /** Whether a comment is required. */
  readonly told: boolean
}

const MOVES: Readonly<Record<Exclude<RequestTurn, 'ask'>, Move>> = {
  more: { from: ['waiting'], to: 'more-wanted', by: 'deciding', told: true },
  answer: { from: ['more-wanted'], to: 'waiting', by: 'asking', told: true },
  approve: { from: OPEN_STATES, to: 'approved', by: 'deciding', told: false },
  reject: { from: OPEN_STATES, to: 'rejected', by: 'deciding', told: true },
  withdraw: { from: OPEN_STATES, to: 'withdrawn', by: 'asking', told: false },
  expire: { from: OPEN_STATES, to: 'expired', by: 'nobody', told: false },
  close: { from: OPEN_STATES, to: 'closed', by: 'nobody', told: false },
}

const PERSONAL = [
  'approve',
  'reject',
  'more',
  'answer',
  'withdraw',
] as const satisfies readonly PersonalTurn[]

export function isOpen(state: RequestState): boolean {
  return OPEN_STATES.some(open => open === state)
}

/**
 * The state of a request at a time. A request that was not decided in time has expired, even if that is not stored yet.
 */
export function stateAt(
  { state, expiresAt }: { readonly state: RequestState; readonly expiresAt: number },
  now: number,
): RequestState {
  return isOpen(state) && expiresAt <= now ? 'expired' : state
}

/** When a request expires: after a month, or when the requested access would end. */
export function expiryOf(now: number, until: number | null): number {
  return Math.min(now + REQUEST_DAYS * DAY, until ?? Number.POSITIVE_INFINITY)
}

/** The role in which somebody acts. The requester and the person who gets the access never decide. */
export function actingPart(parts: readonly RequestPart[]): RequestPart | undefined {
  return parts.findLast(isAsking) ?? parts.at(-1)
}

/** Whether somebody may give access. If access is only assigned by now, only administrators may. */
export function mayApprove(part: RequestPart | undefined, isAssigned: boolean): boolean {
  return !isAssigned || part === 'administrator'
}

/** What somebody can do with a request now. */
export function turnsFor(
  state: RequestState,
  parts: readonly RequestPart[],
  isAssigned = false,
): PersonalTurn[] {
  const isOffered = (turn: PersonalTurn) => turn !== 'approve' || mayApprove(actingPart(parts), isAssigned)
  return PERSONAL.filter(
    turn => isFor(turn, parts) && isOffered(turn) && MOVES[turn].from.some(from => from === state),
  )
}

function isFor(turn: PersonalTurn, parts: readonly RequestPart[]): boolean {
  const part = actingPart(parts)
  return part !== undefined && MOVES[turn].by === (isAsking(part) ? 'asking' : 'deciding')
}

function isAsking(part: RequestPart): boolean {
  return part === 'requester' || part === 'person'
}

/** The state after a turn; undefined if the request has changed in the meantime. */
export function turned(state: RequestState, turn: Exclude<RequestTurn, 'ask'>): RequestState | undefined {
  const { from, to } = MOVES[turn]
  return from.some(each => each === state) ? to : undefined
}

/** What is wrong with a turn that somebody takes. */
export function turnProblem(
  state: RequestState,
  parts: readonly RequestPart[],
  turn: PersonalTurn,
  comment: string,
): RequestProblem | undefined {
  if (!isFor(turn, parts)) return 'turn-not-allowed'
  if (turned(state, turn) === undefined) return 'request-moved-on'
  if (MOVES[turn].told && comment === '') return 'comment-missing'
  if ([...comment].length > LONGEST_COMMENT) return 'comment-too-long'
  return undefined
}

/**
 * A justification or comment in its stored form: trimmed, with Unix line endings, and without other control characters.
 * Some databases refuse those.
 */
export function keptText(given: string): string {
  return given
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
}

/** What is wrong with the justification of a request. */
export function justificationProblem(justification: string): RequestProblem | undefined {
  if (justification === '') return 'justification-missing'
  if ([...justification].length > LONGEST_JUSTIFICATION) return 'justification-too-long'
  return undefined
}
