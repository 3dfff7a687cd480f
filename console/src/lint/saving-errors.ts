import { isError, type LintFinding, type LintReport } from './finding.ts'

/**
 * The errors that somebody has to know of before files are saved: all in these files, and in others those that were not
 * there before.
 */
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

/** Whether errors in other files speak against saving, so that it matters what was there before. */
export function hasErrorsElsewhere({ findings }: LintReport, saved: readonly string[]): boolean {
  return findings.some(finding => isError(finding) && !saved.includes(finding.file))
}

/** The same finding in an earlier text has the same words, and often another line. */
function keyOf({ rule, file, message }: LintFinding): string {
  return JSON.stringify([rule, file, message])
}
