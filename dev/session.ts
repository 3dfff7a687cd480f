import { CONSOLE_PATHS } from '../src/identity/identity.ts'

export const ADMINISTRATOR = 'admin@example.com'
/** The password of everybody in the sample data. */
export const PASSWORD = 'quiet lamp over water'

/** Where the console's calls are answered, and the address under which the browser knows it. */
export interface ConsolePlace {
  readonly target: string
  readonly origin: string
}

/**
 * Signs the administrator in by the console's own form, unless these cookies hold a session already. Answers with the
 * cookies to set: none where the form wants more than the password, so that the sign-in page shows.
 */
export async function signedIn({ target, origin }: ConsolePlace, cookie: string): Promise<string[]> {
  const headers = { origin, cookie, accept: 'application/json' }
  if ((await fetch(`${target}/session`, { headers })).ok) return []
  const body = new URLSearchParams({ username: ADMINISTRATOR, password: PASSWORD })
  const answer = await fetch(`${target}${CONSOLE_PATHS.signIn}`, { method: 'POST', headers, body })
  const { next } = (await answer.json()) as { next?: string }
  return next === 'done' ? answer.headers.getSetCookie() : []
}
