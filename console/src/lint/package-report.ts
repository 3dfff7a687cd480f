import type { Plan } from '../wire.ts'
import { isError, type LintFinding, type LintReport } from './finding.ts'

export interface PackageFinding {
  readonly finding: LintFinding
  /** Whether the theme does not have it yet. */
  readonly isNew: boolean
}

/** What is wrong with a package that somebody wants to apply. */
export interface PackageProblems {
  /** What the theme does not have yet comes first, and the worst of that. */
  readonly findings: readonly PackageFinding[]
  readonly counts: LintReport['counts']
  /** Whether it is known what the theme does not have yet, and only that is told. */
  readonly newOnly: boolean
}

type Planned = Pick<Plan, 'findings' | 'whole'>

/**
 * The problems of a package; null where the service had no time to look for them. A package with some files of a theme is
 * judged by what it adds: by itself it would lack what the theme has already.
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

/** How many errors somebody has to accept to apply a package. */
export function errorsIn(problems: PackageProblems | null): number {
  if (problems === null) return 0
  const { counts, findings } = problems
  return Math.max(counts.fatal + counts.error, findings.filter(({ finding }) => isError(finding)).length)
}

function keyOf({ rule, file, message }: LintFinding): string {
  return JSON.stringify([rule, file, message])
}
