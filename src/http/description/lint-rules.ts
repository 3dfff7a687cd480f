import { needsBrowser, REFUSED, RULES, type Severity } from '../../lint/lint.ts'

/** The guide that has every rule, each at its id. */
const LINT_GUIDE = '/docs/lint'

/** A rule of the linter in the API. */
export interface ToldRule {
  readonly id: string
  readonly severity: Severity
  readonly fixable: boolean
  /** Whether only `tabard lint --browser` checks it. */
  readonly browser: boolean
  readonly title: string
  readonly reason: string
  readonly docs: string
}

/** The address of a rule in the reference. */
export function ruleAddress(base: string, id: string): string {
  return `${base}${LINT_GUIDE}#${id}`
}

/** Every rule by id; what the service refuses to store is among them. */
export function toldRules(base: string): ToldRule[] {
  const refused = Object.entries(REFUSED).map(([id, { title, reason }]) => ({
    id,
    severity: 'fatal' as const,
    fixable: false,
    browser: false,
    title,
    reason,
  }))
  const rules = RULES.map(rule => {
    const { id, severity, fixable = false, title, reason } = rule
    return { id, severity, fixable, browser: needsBrowser(rule), title, reason: reason.replaceAll('\n', ' ') }
  })
  return [...rules, ...refused]
    .map(rule => ({ ...rule, docs: ruleAddress(base, rule.id) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}
