import { invalidValue } from './refusal.ts'

/**
 * Who may use an application: every active account (`open`), or those who were given access. Where access is `request`,
 * others can ask for it; where it is `assigned`, they cannot.
 */
export const ACCESS_MODES = ['open', 'request', 'assigned'] as const

export type AccessMode = (typeof ACCESS_MODES)[number]

/** How somebody stands with an application at a moment. */
export interface Standing {
  readonly mode: AccessMode
  /** Whether the account, or a group that it is in, has access that has not ended. */
  readonly given: boolean
}

/** Whether somebody may use an application. Nobody may use one that does not exist. */
export function mayUse(standing: Standing | undefined): boolean {
  return standing !== undefined && (standing.mode === 'open' || standing.given)
}

/** The mode that is stored. One that only a newer version knows lets in nobody but those who were given access. */
export function accessMode(stored: string): AccessMode {
  return ACCESS_MODES.find(mode => mode === stored) ?? 'assigned'
}

/** The mode that somebody asks for. */
export function wantedMode(given: string): AccessMode {
  const found = ACCESS_MODES.find(mode => mode === given)
  if (found === undefined) throw invalidValue('The mode must be open, request or assigned.')
  return found
}

const DAY = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** When access ends that is given until a date, whose whole day counts (UTC), or until an instant. */
export function endOfAccess(given: string, now: number): number {
  const isDate = DATE.test(given)
  const at = isDate || TIME.test(given) ? Date.parse(given) : Number.NaN
  // Date.parse takes February 30th for March 2nd.
  const exists =
    !Number.isNaN(at) && new Date(Date.parse(given.slice(0, 10))).toISOString().startsWith(given.slice(0, 10))
  if (!exists)
    throw invalidValue(
      'The end of access must be a date such as 2027-01-31, or an instant such as 2027-01-31T18:00:00Z.',
    )
  const end = isDate ? at + DAY : at
  if (end <= now) throw invalidValue(`The end of access must be in the future; ${given} has passed.`)
  return end
}
