import type { LintFinding, LintReport } from '../wire.ts'

export type { LintFinding, LintReport } from '../wire.ts'

export type Severity = LintFinding['severity']

/** From the worst to the least. */
export const SEVERITIES: readonly Severity[] = ['fatal', 'error', 'warning', 'recommendation']

/** Whether something does not work with it, or cannot be stored. */
export function isError({ severity }: Pick<LintFinding, 'severity'>): boolean {
  return severity === 'fatal' || severity === 'error'
}

/** What was found in a theme, with the revision and the unsaved files that it was found in. */
export interface Linted {
  readonly report: LintReport
  readonly revision: number
  readonly files: Readonly<Record<string, string>>
}
