import { type LintFinding, SEVERITIES, type Severity } from '../lint/finding.ts'
import type { Finding, Origin } from '../preview/finding.ts'

/** Something that an author should know of the page or of the file in front. */
export interface Entry {
  readonly severity: Severity
  /** A whole sentence, or what stands before `code`. */
  readonly text: string
  /** What it is about, as it is written. */
  readonly code?: string
  readonly origin?: Origin | undefined
  /** What the linter said, where it was the linter. */
  readonly finding?: LintFinding
}

interface Known {
  readonly words: string
  readonly severity: Severity
  /** Whether the linter says the same, and says it better. */
  readonly linted?: true
}

/** What is found besides the linter, in words for designers. */
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

/** What is found besides the linter, as an entry. */
export function entryOf(what: string, code: string, origin: Origin | undefined): Entry {
  const { words, severity } = KNOWN[what] ?? OTHER
  return { severity, text: words, code, origin }
}

/** What the linter said, as an entry; its line may be another one in the text that is edited. */
export function findingEntry(finding: LintFinding, line = finding.start.line): Entry {
  const { severity, message, file } = finding
  return { severity, text: message, finding, origin: file === '' ? undefined : { file, line } }
}

/** What the linter does not say; all of it where the linter has not answered. */
export function unlinted(
  findings: readonly Finding[],
  linted: readonly LintFinding[] | null,
): readonly Finding[] {
  if (linted === null) return findings
  return findings.filter(({ what, name, file }) => {
    if (KNOWN[what]?.linted) return false
    // A misspelt label is told by the rule for labels that nothing shows.
    const label = what === 'unknown label' ? name.split(',')[0]! : undefined
    return label === undefined || !linted.some(found => found.file === file && found.message.includes(label))
  })
}

interface Front {
  /** The file in front. */
  readonly file: string | null
  /** The page that is shown, and its language. */
  readonly page: string
  readonly locale: string
}

/** What the linter found in the file in front, and in other files on the page that is shown. */
export function findingsOf(all: readonly LintFinding[], { file, page, locale }: Front): LintFinding[] {
  return all.filter(
    found =>
      (found.file !== '' && found.file === file) ||
      (found.pages?.includes(page) === true && (found.locales?.includes(locale) ?? true)),
  )
}

/** Each entry once, the worst first; of the same severity, those of the file in front. */
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

/** A page may be told of one again for each state or each time that a script runs. */
export function keyOf({ text, code, origin, finding }: Entry): string {
  return JSON.stringify([finding?.rule, text, code, origin?.file, origin?.line, finding?.start.column])
}
