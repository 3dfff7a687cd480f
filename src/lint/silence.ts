import type { LintedFile } from './file.ts'

/** A comment that keeps a rule quiet, on its own line and on the next one, or in the whole file. */
export interface Silence {
  readonly rule: string
  /** Undefined where nobody said why: then it does not count. */
  readonly reason: string | undefined
  readonly whole: boolean
  readonly line: number
  readonly start: number
  readonly end: number
}

const COMMENT =
  /tabard-lint-disable(-file)? ([a-z0-9-]+\/[a-z0-9-]+)(?:[ \t]{0,9}:([^\r\n]{0,500}?))?[ \t]{0,9}(?:-->|\*\/|\r?\n|$)/g

/** More comments of a file are ignored. */
const MOST = 1_000

const known = new WeakMap<LintedFile, readonly Silence[]>()

/** The silencing comments of a file: `tabard-lint-disable form/label: the script adds a label`. */
export function silencesIn(file: LintedFile): readonly Silence[] {
  const found = known.get(file) ?? read(file)
  known.set(file, found)
  return found
}

function read(file: LintedFile): Silence[] {
  if (!file.text.includes('tabard-lint-disable')) return []
  const found: Silence[] = []
  for (const match of file.text.matchAll(COMMENT)) {
    if (found.length === MOST) break
    const [text, whole, rule, reason] = match
    found.push({
      rule: rule!,
      reason: reason?.trim() || undefined,
      whole: whole !== undefined,
      line: file.place(match.index).line,
      start: match.index,
      end: match.index + text.length,
    })
  }
  return found
}

/** Whether a comment keeps a rule quiet at a place of a file, if the rule lets it. */
export function isSilenced(file: LintedFile, rule: string, start: number): boolean {
  const silences = silencesIn(file)
  if (silences.length === 0) return false
  const { line } = file.place(start)
  return silences.some(
    one =>
      one.rule === rule &&
      one.reason !== undefined &&
      (one.whole || one.line === line || one.line === line - 1),
  )
}
