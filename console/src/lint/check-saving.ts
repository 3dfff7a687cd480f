import type { CheckedFiles } from '../wire.ts'
import { lintTheme } from './calls.ts'
import type { LintFinding } from './finding.ts'
import { hasErrorsElsewhere, savingErrors } from './saving-errors.ts'

/** The errors that saving these files would cause or leave in them. */
export async function errorsOfSaving(
  themeId: string,
  files: NonNullable<CheckedFiles['files']>,
): Promise<readonly LintFinding[]> {
  const saved = Object.keys(files)
  const after = await lintTheme(themeId, files)
  const before = hasErrorsElsewhere(after, saved) ? await lintTheme(themeId) : null
  return savingErrors(after, before, saved)
}
