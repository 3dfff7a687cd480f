import { askForm, sendJson } from '../api.ts'
import type { CheckedFiles, LintReport } from '../wire.ts'

/** The findings in a theme, including unsaved files. */
export async function lintTheme(
  themeId: string,
  files: NonNullable<CheckedFiles['files']> = {},
): Promise<LintReport> {
  const unsaved: CheckedFiles = { themeId, files }
  return await sendJson<LintReport>('POST', '/v1.0/tabard/lint', unsaved)
}

/** The findings in a package. The package is not stored. */
export async function lintPackage(files: File): Promise<LintReport> {
  return (await askForm<LintReport>('/v1.0/tabard/lint/package', { files })).answer
}
