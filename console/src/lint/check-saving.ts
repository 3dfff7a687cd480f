import { type ApiError, errorOf } from '../api.ts'
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

/** The result of a check that failed: null, so that people decide without it. Throws if saving would fail as well. */
export function unchecked(thrown: unknown): null {
  const error = errorOf(thrown)
  if (failsToo(error)) throw error
  return null
}

/** What a proxy answers if the service does not. */
const NO_SERVICE: readonly number[] = [502, 503, 504]

/** Whether an error has nothing to do with the check. With 503 and a message, the service has no time for it. */
function failsToo({ status, messageId }: ApiError): boolean {
  if (messageId === 'UNKNOWN') return NO_SERVICE.includes(status)
  return messageId === 'UNREACHABLE' || status === 403 || status === 404
}
