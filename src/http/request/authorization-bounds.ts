import { Refusal } from '../../core/refusal.ts'

/** What is kept of an application's request until somebody has signed in, for everybody who asks. */
export const AUTHORIZATION_BYTES = 8 * 1024
const PARAMETER_LENGTH = 4 * 1024

/** Limits the size of the parameters of an application's request. */
export function boundAuthorization(parameters: Iterable<readonly [string, string]>, bytes: number): void {
  if (bytes > AUTHORIZATION_BYTES)
    throw new Refusal('over_limit', { what: 'authorization', limit: AUTHORIZATION_BYTES })
  for (const [parameter, value] of parameters)
    if (value.length > PARAMETER_LENGTH) {
      const problem = `has more than ${PARAMETER_LENGTH} characters`
      throw new Refusal('query_invalid', { parameter: parameter.slice(0, 40), problem })
    }
}
