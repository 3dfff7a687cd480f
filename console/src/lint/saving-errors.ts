import { isError, type LintFinding, type LintReport } from './finding.ts'

/** The errors to report before files are saved: all errors in these files, and new errors in other files. */
export function savingErrors(
  after: LintReport,
  before: LintReport | null,
  saved: readonly string[],
): readonly LintFinding[] {
  const known = new Set((before?.findings ?? []).map(keyOf))
  return after.findings.filter(
    finding => isError(finding) && (saved.includes(finding.file) || !known.has(keyOf(finding))),
  )
}

/** Whether there are errors in other files, so that the previous errors must be known. */
export function hasErrorsElsewhere({ findings }: LintReport, saved: readonly string[]): boolean {
  return findings.some(finding => isError(finding) && !saved.includes(finding.file))
}

/** The key of a finding. After an edit, the same finding has the same message, but often another line. */
function keyOf({ rule, file, message }: LintFinding): string {
  return JSON.stringify([rule, file, message])
}
