import type { LintFinding, LintReport, Severity } from './finding.ts'

const NAMES: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  fatal: ['fatal error', 'fatal errors'],
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  recommendation: ['recommendation', 'recommendations'],
}

/** The name of a severity, for one finding. */
export function severityName(severity: Severity): string {
  return NAMES[severity][0]
}

/** Such as "3 errors". */
export function counted(severity: Severity, count: number): string {
  const [one, many] = NAMES[severity]
  return `${numeral(count)} ${count === 1 ? one : many}`
}

/** Such as "2 errors, 1 warning"; empty if there are no findings. */
export function countsInWords(counts: LintReport['counts']): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => counted(severity as Severity, count))
    .join(', ')
}

export function countsOf(findings: readonly Pick<LintFinding, 'severity'>[]): LintReport['counts'] {
  const counts = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** Formats a number: 2000 becomes "2,000". */
export function numeral(count: number): string {
  return count.toLocaleString('en')
}
