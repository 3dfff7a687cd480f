import { consoleCookie } from '../../identity/identity.ts'

/** The cookie with the session of the console. */
export function sessionName(consoleUrl: string): string {
  return consoleCookie(isSecure(consoleUrl))
}

export function isSecure(url: string): boolean {
  return url.startsWith('https:')
}
