import { invalidValue } from './refusal.ts'
import type { Times } from './times.ts'

/**
 * The states of an account. Only `active` accounts can sign in. `waiting`: the registration has not been approved yet.
 */
export const ACCOUNT_STATUSES = ['active', 'waiting', 'disabled'] as const

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/**
 * Who may use an application: every active account (`open`), or only people with access. With `request`, others can
 * request access; with `assigned`, they cannot.
 */
export const ACCESS_MODES = ['open', 'request', 'assigned'] as const

export type AccessMode = (typeof ACCESS_MODES)[number]

/** Whether an account has access to an application at a given time. */
export interface Standing {
  readonly mode: AccessMode
  /** Whether the account, or a group that it is in, has access that has not ended. */
  readonly given: boolean
}

/** Whether somebody may use an application. Nobody may use one that does not exist. */
export function mayUse(standing: Standing | undefined): boolean {
  return standing !== undefined && (standing.mode === 'open' || standing.given)
}

/** The stored mode. A mode that only a newer version knows admits only people with access. */
export function accessMode(stored: string): AccessMode {
  return ACCESS_MODES.find(mode => mode === stored) ?? 'assigned'
}

/** The requested mode. */
export function wantedMode(given: string): AccessMode {
  const found = ACCESS_MODES.find(mode => mode === given)
  if (found === undefined) throw invalidValue('The mode must be open, request or assigned.')
  return found
}

const DAY = 86_400_000
const NOTICE = 7 * DAY
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** When access ends that is given until a date or an instant. A date includes its whole day (UTC). */
export function endOfAccess(given: string, now: number): number {
  const end = endOf(given)
  if (end === undefined)
    throw invalidValue(
      'The end of access must be a date such as 2027-01-31, or an instant such as 2027-01-31T18:00:00Z.',
    )
  if (end <= now) throw invalidValue(`The end of access must be in the future; ${given} has passed.`)
  return end
}

/** The end that a date or an instant means; undefined if the text is neither. */
export function endOf(given: string): number | undefined {
  const isDate = DATE.test(given)
  const at = isDate || TIME.test(given) ? Date.parse(given) : Number.NaN
  // Date.parse turns February 30th into March 2nd.
  const exists =
    !Number.isNaN(at) && new Date(Date.parse(given.slice(0, 10))).toISOString().startsWith(given.slice(0, 10))
  if (!exists) return undefined
  return isDate ? at + DAY : at
}

/** When access ends, in words: its last day (UTC), or the exact time if it ends during a day. */
export function endInWords(end: number, times: Times): string {
  return end % DAY === 0 ? times.day(end - DAY) : times.moment(end)
}

/** When the person is notified that access will end: a week before, or halfway if that is later. */
export function noticeOf(now: number, end: number): number {
  return end - Math.min(NOTICE, Math.floor((end - now) / 2))
}

/** Whether access with one end lasts longer than access with another; null means that it does not end. */
export function outlasts(end: number | null, other: number | null): boolean {
  return end === null ? other !== null : other !== null && end > other
}
