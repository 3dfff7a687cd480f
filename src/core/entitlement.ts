import { MASTER } from './theme.ts'

/**
 * What an API client may do: change or only read themes, manage access to applications, design flows, or manage
 * identity sources.
 */
export const ENTITLEMENTS = [
  'manageTemplates',
  'readTemplates',
  'manageAccess',
  'manageFlows',
  'manageSources',
] as const

/** Entitlements that concern the whole tenant. A client that is limited to themes cannot have them. */
export const WHOLE_TENANT: readonly Entitlement[] = ['manageAccess', 'manageFlows', 'manageSources']

export type Entitlement = (typeof ENTITLEMENTS)[number]

/** The ids of the themes that an API client is limited to; null if it is not limited. */
export type ThemeLimit = readonly string[] | null

/** Whether a client with this limit may see a theme. The master is the same for everybody. */
export function reaches(limit: ThemeLimit, theme: string): boolean {
  return limit === null || theme === MASTER || limit.includes(theme)
}

/** Whether a client's entitlements are enough for a call. Changing themes includes reading them. */
export function suffices(held: readonly Entitlement[], needed: Entitlement): boolean {
  return held.includes(needed) || (needed === 'readTemplates' && held.includes('manageTemplates'))
}
