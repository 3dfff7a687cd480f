import type { LintFinding, LintReport } from '../wire.ts'

export type { LintFinding, LintReport } from '../wire.ts'

export type Severity = LintFinding['severity']

/** The severities, worst first. */
export const SEVERITIES: readonly Severity[] = ['fatal', 'error', 'warning', 'recommendation']

/** Whether a finding means that something does not work or cannot be stored. */
export function isError({ severity }: Pick<LintFinding, 'severity'>): boolean {
  return severity === 'fatal' || severity === 'error'
}

/** The findings in a theme, with the checked revision and unsaved files. */
export interface Linted {
  readonly report: LintReport
  readonly revision: number
  readonly files: Readonly<Record<string, string>>
}
