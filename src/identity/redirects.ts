import { Refusal } from '../core/refusal.ts'

/** Whether an address is one of the web, and not one that opens an app on a device. */
export function isWeb(address: string): boolean {
  return /^https?:/i.test(address)
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/

/**
 * Whether people may be sent to an address. It has to be registered exactly as it is. Only the port of an address on
 * the person's own machine is free, because apps there listen on whichever port is available (RFC 8252, 7.3).
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

/** Checks addresses that people are sent back to: exact ones, over TLS except on the same machine. */
export function redirectAddresses(what: string, given: readonly string[] = []): string[] {
  return given.map(text => {
    const why = problemOf(text)
    if (why !== undefined) throw new Refusal('value_invalid', { what, why })
    return text
  })
}

function problemOf(text: string): string | undefined {
  if (text.includes('*'))
    return `it cannot contain a wildcard (*), because addresses are compared exactly: register each address by itself, such as ${EXAMPLE}`
  // A parser passes over blanks, which a request would have to repeat.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text)
  const web = url?.protocol === 'https:' || (url?.protocol === 'http:' && ON_THIS_MACHINE.has(url.hostname))
  // An app on a telephone has a scheme of its own, which is a domain name turned round.
  const app = url !== null && /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol)
  if (url !== null && (web || app) && !url.hash && !text.includes('#') && !url.username && !url.password)
    return undefined
  return `it has to be an address such as ${EXAMPLE}, without a fragment`
}
