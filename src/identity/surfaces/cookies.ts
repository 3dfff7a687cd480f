import type { SessionCookies } from '../sessions/sessions.ts'

/**
 * Over TLS, the prefix `__Host-` of a cookie keeps other hosts of the domain from setting it. `__Host-Http-` also keeps
 * scripts from setting it, in browsers that support it. Other browsers still apply the shorter prefix.
 */
function named(name: string, secure: boolean): string {
  return `${secure ? '__Host-Http-' : ''}tabard-${name}`
}

/** The cookie that flows and sessions are bound to. */
export function browserCookie(secure: boolean): string {
  return named('browser', secure)
}

/** The cookie with the id of a session. */
export function sessionCookie(secure: boolean): string {
  return named('session', secure)
}

/** The cookie that a sign-in is bound to after its first proof. */
export function stepsCookie(secure: boolean): string {
  return named('steps', secure)
}

/** The cookie that recognizes the browser in which a registration was sent. */
export function registrationCookie(secure: boolean): string {
  return named('registration', secure)
}

/** The cookie that shows that an account has signed in on this device before. */
export function deviceCookie(secure: boolean): string {
  return named('device', secure)
}

/** The cookie with the id of the identity source that was used last. */
export function sourceCookie(secure: boolean): string {
  return named('source', secure)
}

/** The cookie with the session of the console. The pages do not use it. */
export function consoleCookie(secure: boolean): string {
  return named('console', secure)
}

/** The cookies of the provider, by purpose. Only the session cookie ever reaches a browser. */
export function providerCookies(secure: boolean): { session: string; interaction: string; resume: string } {
  return { session: named('provider', secure), interaction: 'tabard-interaction', resume: 'tabard-resume' }
}

/** The header by which a browser removes a cookie. */
export function removalOf(name: string, secure: boolean): string {
  return `${name}=; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=0`
}

/** The two cookies of a session, from the Cookie header of a request. */
export function sessionCookies(header: string | undefined, secure: boolean): SessionCookies {
  return {
    session: cookieValue(header, sessionCookie(secure)),
    browser: cookieValue(header, browserCookie(secure)),
  }
}

/** The value of a cookie in a header; the first one if it occurs twice. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (let at = 0; at < header.length; ) {
    const end = header.indexOf(';', at)
    const stop = end === -1 ? header.length : end
    while (header[at] === ' ') at += 1
    if (header.startsWith(name, at) && header[at + name.length] === '=') {
      const value = header.slice(at + name.length + 1, stop).trim()
      return value === '' ? undefined : value
    }
    at = stop + 1
  }
  return undefined
}

/** A Cookie header in which a cookie replaces all others of the same name. */
export function withCookie(header: string | undefined, name: string, value: string | undefined): string {
  const others = (header ?? '').split(';').filter(one => one.split('=', 1)[0]!.trim() !== name)
  return [...others, ...(value === undefined ? [] : [` ${name}=${value}`])].join(';').trim()
}

const OURS = /(?:^|;)\s*((?:__Host-Http-)?tabard-[\w.-]+)\s*=/g

/** The names of our cookies that occur more than once in a header. Somebody else planted one of each. */
export function repeatedCookies(header: string | undefined): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const [, name] of header?.matchAll(OURS) ?? []) {
    if (seen.has(name!)) repeated.add(name!)
    seen.add(name!)
  }
  return repeated
}
