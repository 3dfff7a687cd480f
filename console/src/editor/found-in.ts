import { ownLabels } from '../../../src/core/own-labels.ts'
import type { Linted } from '../lint/finding.ts'
import { type EditedText, keptText } from './kept-text.ts'
import { type Located, located } from './located.ts'

interface Asked {
  readonly linted: Linted | null
  /** Of the theme as it is now. */
  readonly revision: number
  /** What the theme would keep of the text; null where nothing is changed. */
  readonly unsaved: string | null
}

const NOTHING: readonly Located[] = []

/** What the linter found in a text that is edited; null where it was asked about another one. */
export function foundIn(
  path: string,
  text: string,
  saved: EditedText | null,
  { linted, revision, unsaved }: Asked,
): readonly Located[] | null {
  if (linted === null) return NOTHING
  // Somebody else may have saved another text, which is not checked yet.
  if (linted.revision !== revision) return null
  if (saved === null || saved.text === null || (linted.files[path] ?? null) !== unsaved) return null
  const findings = linted.report.findings.filter(({ file }) => file === path)
  if (findings.length === 0) return NOTHING
  const lines = saved.master === null ? null : ownLabels(text, saved.master).lines
  return located(findings, { kept: unsaved ?? keptText(text, saved), lines })
}
