import type { SessionCookies } from '../sessions/sessions.ts'

/**
 * Cookies over TLS have a prefix that keeps other hosts of the domain from setting them (`__Host-`), and, in browsers
 * that know it, scripts as well (`__Host-Http-`). Browsers that do not know the longer one still keep to the shorter.
 */
function named(name: string, secure: boolean): string {
  return `${secure ? '__Host-Http-' : ''}tabard-${name}`
}

/** Holds what flows and sessions are bound to. */
export function browserCookie(secure: boolean): string {
  return named('browser', secure)
}

/** Holds the id of a session. */
export function sessionCookie(secure: boolean): string {
  return named('session', secure)
}

/** Holds what a sign-in is bound to from its first proof on. */
export function stepsCookie(secure: boolean): string {
  return named('steps', secure)
}

/** Tells the browser in which a registration was sent. */
export function registrationCookie(secure: boolean): string {
  return named('registration', secure)
}

/** Tells that an account has signed in on this device before. */
export function deviceCookie(secure: boolean): string {
  return named('device', secure)
}

/** Holds the id of the identity source that was used last. */
export function sourceCookie(secure: boolean): string {
  return named('source', secure)
}

/** Holds the session of the console. The pages know no cookie of this name. */
export function consoleCookie(secure: boolean): string {
  return named('console', secure)
}

/** The cookies of the provider, by what they are for. Only that of its session ever gets to a browser. */
export function providerCookies(secure: boolean): { session: string; interaction: string; resume: string } {
  return { session: named('provider', secure), interaction: 'tabard-interaction', resume: 'tabard-resume' }
}

/** The two cookies that make a session, from the header of a request. */
export function sessionCookies(header: string | undefined, secure: boolean): SessionCookies {
  return {
    session: cookieValue(header, sessionCookie(secure)),
    browser: cookieValue(header, browserCookie(secure)),
  }
}

/** The value of a cookie in a header; of one that stands there twice, the first. */
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

/** A header with a cookie in place of those of the same name. */
export function withCookie(header: string | undefined, name: string, value: string | undefined): string {
  const others = (header ?? '').split(';').filter(one => one.split('=', 1)[0]!.trim() !== name)
  return [...others, ...(value === undefined ? [] : [` ${name}=${value}`])].join(';').trim()
}

const OURS = /(?:^|;)\s*((?:__Host-Http-)?tabard-[\w.-]+)\s*=/g

/** The cookies of ours that stand in a header more than once: one of each was planted by somebody else. */
export function repeatedCookies(header: string | undefined): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const [, name] of header?.matchAll(OURS) ?? []) {
    if (seen.has(name!)) repeated.add(name!)
    seen.add(name!)
  }
  return repeated
}
