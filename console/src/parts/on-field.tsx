import type { ReactNode } from 'react'
import type { ApiError } from '../api.ts'
import { ErrorHelp } from './problem.tsx'

/**
 * An error for its field: the text with a link to its documentation, if the error is about this field. Any other error
 * is returned as the rest.
 */
export function onField(
  failure: ApiError | null,
  field: string,
): { readonly error: ReactNode; readonly rest: ApiError | null } {
  if (failure?.field !== field) return { error: undefined, rest: failure }
  return {
    error: (
      <>
        {failure.messageDescription} <ErrorHelp failure={failure} />
      </>
    ),
    rest: null,
  }
}
