import type { Plan } from '../wire.ts'
import { isError, type LintFinding, type LintReport } from './finding.ts'

export interface PackageFinding {
  readonly finding: LintFinding
  /** Whether the theme does not have this finding yet. */
  readonly isNew: boolean
}

/** The problems of a package that somebody wants to apply. */
export interface PackageProblems {
  /** Findings that are new for the theme come first, worst first. */
  readonly findings: readonly PackageFinding[]
  readonly counts: LintReport['counts']
  /** Whether only new findings are listed, because it is known which ones are new. */
  readonly newOnly: boolean
}

type Planned = Pick<Plan, 'findings' | 'whole'>

/**
 * The problems of a package; null if the service had no time to check it. A partial package is judged by the problems
 * that it adds, because by itself it would lack files that the theme has.
 */
export function packageProblems(report: LintReport | null, plan: Planned): PackageProblems | null {
  const { checked, counts, added } = plan.findings
  const fresh = checked ? added.map(finding => ({ finding, isNew: true })) : []
  if (checked && !plan.whole) return { findings: fresh, counts, newOnly: true }
  if (report === null) return checked ? { findings: fresh, counts, newOnly: true } : null
  const known = new Set(fresh.map(({ finding }) => keyOf(finding)))
  const rest = report.findings.filter(finding => !known.has(keyOf(finding)))
  return {
    findings: [...fresh, ...rest.map(finding => ({ finding, isNew: false }))],
    counts: report.counts,
    newOnly: false,
  }
}

/** The number of errors that somebody must accept to apply a package. */
export function errorsIn(problems: PackageProblems | null): number {
  if (problems === null) return 0
  const { counts, findings } = problems
  return Math.max(counts.fatal + counts.error, findings.filter(({ finding }) => isError(finding)).length)
}

function keyOf({ rule, file, message }: LintFinding): string {
  return JSON.stringify([rule, file, message])
}
