import { type LintFinding, SEVERITIES, type Severity } from '../lint/finding.ts'
import type { Finding, Origin } from '../preview/finding.ts'

/** A problem of the page or of the active file. */
export interface Entry {
  readonly severity: Severity
  /** A complete sentence, or the text before `code`. */
  readonly text: string
  /** The code that it is about, as written. */
  readonly code?: string
  readonly origin?: Origin | undefined
  /** The finding, if the linter reported it. */
  readonly finding?: LintFinding
}

interface Known {
  readonly words: string
  readonly severity: Severity
  /** Whether the linter reports the same problem in more detail. */
  readonly linted?: true
}

/** Problems that the linter does not report, in words for designers. */
const KNOWN: Readonly<Record<string, Known>> = {
  'missing part': { words: 'This page cannot work without', severity: 'error', linted: true },
  'missing value': { words: 'This mail does not work without', severity: 'error', linted: true },
  'missing label': { words: 'No language has the label', severity: 'error', linted: true },
  'unknown macro': {
    words: 'Unknown macro; people see it as it is written',
    severity: 'error',
    linted: true,
  },
  'unknown label': { words: 'Unknown label', severity: 'warning' },
  'not a label': { words: 'Not a label: write $NAME$=text', severity: 'error', linted: true },
  'duplicate label': { words: 'Set twice; the last line is used', severity: 'error', linted: true },
  'master text shown': { words: 'Not translated; people see the master’s text', severity: 'recommendation' },
  'default text shown': { words: 'Not translated; people see the default language', severity: 'warning' },
  untranslated: { words: 'Not translated', severity: 'recommendation' },
  'missing in a language': { words: 'Not translated into', severity: 'recommendation' },
  'never shown': { words: 'No page, mail or address uses', severity: 'warning', linted: true },
  'script error': { words: 'Script error', severity: 'error' },
  'policy violation': { words: 'Blocked by the Content-Security-Policy', severity: 'error' },
  'over a bound': { words: 'Too large or too slow', severity: 'error' },
  'include cycle': { words: 'Includes itself', severity: 'error', linted: true },
  'uneven repeat': { words: 'Repeat without its end', severity: 'warning', linted: true },
  'broad policy': { words: 'The page may load from anywhere', severity: 'warning' },
  'broken XML': { words: 'Broken XML', severity: 'error', linted: true },
  'broken CSS': { words: 'Broken CSS', severity: 'error', linted: true },
}

const OTHER: Known = { words: 'Problem', severity: 'warning' }

/** An entry for a problem that the linter did not report. */
export function entryOf(what: string, code: string, origin: Origin | undefined): Entry {
  const { words, severity } = KNOWN[what] ?? OTHER
  return { severity, text: words, code, origin }
}

/** An entry for a finding of the linter. Its line may differ in the edited text. */
export function findingEntry(finding: LintFinding, line = finding.start.line): Entry {
  const { severity, message, file } = finding
  return { severity, text: message, finding, origin: file === '' ? undefined : { file, line } }
}

/** The problems that the linter does not report; all of them if the linter has not answered. */
export function unlinted(
  findings: readonly Finding[],
  linted: readonly LintFinding[] | null,
): readonly Finding[] {
  if (linted === null) return findings
  return findings.filter(({ what, name, file }) => {
    if (KNOWN[what]?.linted) return false
    // A misspelt label is reported by the rule for labels that are never shown.
    const label = what === 'unknown label' ? name.split(',')[0]! : undefined
    return label === undefined || !linted.some(found => found.file === file && found.message.includes(label))
  })
}

interface Front {
  /** The active file. */
  readonly file: string | null
  /** The page that is shown. */
  readonly page: string
  readonly locale: string
}

/** The linter's findings in the active file, and those in other files that affect the page shown. */
export function findingsOf(all: readonly LintFinding[], { file, page, locale }: Front): LintFinding[] {
  return all.filter(
    found =>
      (found.file !== '' && found.file === file) ||
      (found.pages?.includes(page) === true && (found.locales?.includes(locale) ?? true)),
  )
}

/** Each entry once, worst first. Within a severity, entries of the active file come first. */
export function ordered(entries: readonly Entry[], front: string | null): Entry[] {
  const first = new Map<string, Entry>()
  for (const entry of entries) if (!first.has(keyOf(entry))) first.set(keyOf(entry), entry)
  const rank = ({ severity, origin }: Entry) =>
    SEVERITIES.indexOf(severity) * 2 + (origin !== undefined && origin.file === front ? 0 : 1)
  return [...first.values()].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      (one.origin?.file ?? '').localeCompare(other.origin?.file ?? '') ||
      (one.origin?.line ?? 0) - (other.origin?.line ?? 0),
  )
}

/** The key that identifies an entry. The same problem may be reported for each state, or each time a script runs. */
export function keyOf({ text, code, origin, finding }: Entry): string {
  return JSON.stringify([finding?.rule, text, code, origin?.file, origin?.line, finding?.start.column])
}
