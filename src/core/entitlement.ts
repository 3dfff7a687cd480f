/** What an API client may do with themes: everything, or only look. */
export const ENTITLEMENTS = ['manageTemplates', 'readTemplates'] as const

export type Entitlement = (typeof ENTITLEMENTS)[number]

/** Whether what a client holds suffices for what it asks. */
export function suffices(held: readonly Entitlement[], needed: Entitlement): boolean {
  return held.includes(needed) || held.includes('manageTemplates')
}
