/** Holds what flows are bound to. */
export function browserCookie(secure: boolean): string {
  return secure ? '__Host-tabard-browser' : 'tabard-browser'
}

/** Holds the id of a session. */
export function sessionCookie(secure: boolean): string {
  return secure ? '__Host-tabard-session' : 'tabard-session'
}

/** Tells that an account has signed in on this device before. */
export function deviceCookie(secure: boolean): string {
  return secure ? '__Host-tabard-device' : 'tabard-device'
}

/** The provider's cookies, by what they are for. */
export function providerCookies(secure: boolean): { session: string; interaction: string; resume: string } {
  return {
    session: secure ? '__Host-tabard-provider' : 'tabard-provider',
    interaction: 'tabard-interaction',
    resume: 'tabard-resume',
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
