import { ownLabels } from '../../../src/core/own-labels.ts'
import type { Linted } from '../lint/finding.ts'
import { type EditedText, keptText } from './kept-text.ts'
import { type Located, located } from './located.ts'

interface Asked {
  readonly linted: Linted | null
  /** The current revision of the theme. */
  readonly revision: number
  /** The text that the theme would store; null if nothing has changed. */
  readonly unsaved: string | null
}

const NOTHING: readonly Located[] = []

/** The findings of the linter in an edited text; null if it has checked a different text. */
export function foundIn(
  path: string,
  text: string,
  saved: EditedText | null,
  { linted, revision, unsaved }: Asked,
): readonly Located[] | null {
  if (linted === null) return NOTHING
  // Somebody else may have saved another text that has not been checked yet.
  if (linted.revision !== revision) return null
  if (saved === null || saved.text === null || (linted.files[path] ?? null) !== unsaved) return null
  const findings = linted.report.findings.filter(({ file }) => file === path)
  if (findings.length === 0) return NOTHING
  const lines = saved.master === null ? null : ownLabels(text, saved.master).lines
  return located(findings, { kept: unsaved ?? keptText(text, saved), lines })
}
