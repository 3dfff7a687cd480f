import { invalidValue } from '../../core/refusal.ts'

/** Whether an address is a web address, and not one that opens an app on a device. */
export function isWeb(address: string): boolean {
  return /^https?:/i.test(address)
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/

/**
 * Whether people may be redirected to an address. It must be registered exactly. Only the port of a loopback address
 * may differ, because native apps listen on any free port (RFC 8252, 7.3).
 */
export function isRegistered(registered: readonly string[], address: string): boolean {
  if (registered.includes(address)) return true
  if (!LOOPBACK.test(address) || !URL.canParse(address)) return false
  return registered.some(known => withoutPort(known) === withoutPort(address))
}

function withoutPort(address: string): string {
  return address.replace(LOOPBACK, 'http://$1')
}

const ON_THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])
const EXAMPLE = 'https://app.example.com/callback'

/** Checks redirect URIs. They must be exact, and use TLS except on the same machine. */
export function redirectAddresses(what: string, given: readonly string[] = []): string[] {
  return given.map((text, index) => {
    const problem = problemOf(text)
    // Errors name the number of the address, not its text, because an address may contain a password.
    const which = given.length > 1 ? `${what} ${index + 1}` : what
    if (problem !== undefined) throw invalidValue(`The ${which} ${problem}.`)
    return text
  })
}

/** The end of an error message about an address; undefined if the address is valid. */
function problemOf(text: string): string | undefined {
  if (text.includes('*'))
    return `cannot contain a wildcard (*), because redirect URIs are compared exactly. Register each one, such as ${EXAMPLE}`
  // The parser ignores blanks, but requests would have to repeat them exactly.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text)
  if (url === null) return `is not a complete address. Write it like ${EXAMPLE}`
  if (text.includes('#')) return 'cannot have a fragment (#), because browsers do not send it'
  if (url.username || url.password) return 'cannot contain a username or a password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:')
    return ON_THIS_MACHINE.has(url.hostname)
      ? undefined
      : 'can begin with http: only for localhost, 127.0.0.1 and [::1]. Use https'
  // RFC 8252, 7.1: the scheme of an app is a reversed domain name, so that two apps do not share one by accident.
  if (/^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol)) return undefined
  const scheme = url.protocol.slice(0, -1)
  return `has the scheme "${scheme}" without a dot. Use a reversed domain name as the scheme of an app, as in com.example.app:/callback`
}
