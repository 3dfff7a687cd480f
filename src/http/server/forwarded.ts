import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

const NAME = 'x-forwarded-for'
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/

/**
 * Leaves only addresses in `X-Forwarded-For`, without ports and zones. It reads from the nearest proxy on, and stops at
 * an entry that is not an address. Entries before it cannot be trusted, so the address of that proxy is used.
 */
export function cleanForwarded(headers: IncomingHttpHeaders): void {
  const given = headers[NAME]
  if (given === undefined) return
  const addresses: string[] = []
  for (const entry of String(given).split(',').reverse()) {
    const address = addressIn(entry.trim())
    if (address === undefined) break
    addresses.unshift(address)
  }
  if (addresses.length === 0) delete headers[NAME]
  else headers[NAME] = addresses.join(', ')
}

/** The address of the client: the nearest one that is not a trusted proxy, as in Fastify's `request.ip`. */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  isTrusted: (address: string | undefined) => boolean,
): string {
  cleanForwarded(headers)
  const peer = socket.remoteAddress ?? ''
  const forwarded = headers[NAME]
  if (forwarded === undefined) return peer
  const chain = [peer, ...String(forwarded).split(', ').reverse()]
  return chain.find(address => !isTrusted(address)) ?? chain.at(-1)!
}

function addressIn(entry: string): string | undefined {
  const [, bracketed, plain] = WITH_PORT.exec(entry) ?? []
  const address = (bracketed ?? (plain !== undefined && isIPv4(plain) ? plain : entry)).split('%', 1)[0]!
  return isIP(address) === 0 ? undefined : address
}
