import type { LintFinding } from './finding.ts'

interface Filter {
  /** Empty for all. */
  readonly severity: string
  readonly rule: string
}

export function filtered(
  findings: readonly LintFinding[],
  { severity, rule }: Filter,
): readonly LintFinding[] {
  if (severity === '' && rule === '') return findings
  return findings.filter(
    finding => (severity === '' || finding.severity === severity) && (rule === '' || finding.rule === rule),
  )
}

/** Findings by file, in the order of each file's first finding. Findings about the whole theme have an empty name. */
export function byFile(findings: readonly LintFinding[]): [file: string, findings: LintFinding[]][] {
  return [...Map.groupBy(findings, ({ file }) => file)]
}

/** The number of findings of each rule, by rule name. */
export function rulesIn(findings: readonly LintFinding[]): [rule: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => one.localeCompare(other))
}
