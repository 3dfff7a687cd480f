import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'

const NAME = 'x-forwarded-for'
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/

/**
 * Leaves only addresses in `X-Forwarded-For`, without ports and zones. An entry that is no address ends the list, read from
 * the nearest proxy on: nobody vouches for what stands before it, so the address of that proxy is taken.
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

/** The address of whoever asks: the nearest one that is no trusted proxy, as Fastify's `request.ip` has it. */
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
