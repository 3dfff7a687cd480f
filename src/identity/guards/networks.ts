import { isIPv4, isIPv6 } from 'node:net'

/** A network that an address belongs to. `size` multiplies the free attempts of a single network. */
export interface Network {
  readonly id: string
  readonly size: number
}

const IPV6_SIZES = [
  [64, 1],
  [56, 2],
  [48, 6],
] as const
const IPV4_BLOCK_SIZE = 8
/** The prefixes of IPv4-mapped addresses, and of those that a translator makes (RFC 6052). */
const IPV4_PREFIXES: readonly string[] = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/**
 * The networks of an address, the narrowest first. Whoever has one IPv6 address has 2^64 of them. Households and hosts
 * often have a /56, and organizations a /48. IPv4 addresses are rented in blocks of 256.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const plain = address.split('%', 1)[0]!
  const groups = isIPv6(plain) ? groupsOf(plain) : undefined
  const ipv4 = groups === undefined ? plain : mappedIn(groups)
  if (ipv4 !== undefined) {
    if (!isIPv4(ipv4)) return [{ id: address, size: 1 }]
    const block = ipv4.slice(0, ipv4.lastIndexOf('.'))
    return [
      { id: ipv4, size: 1 },
      { id: `${block}.0/24`, size: IPV4_BLOCK_SIZE },
    ]
  }
  const [narrow, ...wide] = IPV6_SIZES.map(([bits, size]) => ({ id: prefix(groups!, bits), size }))
  return [narrow!, ...wide]
}

/** The narrowest network of an address. */
export function networkOf(address: string): string {
  return networksOf(address)[0].id
}

function prefix(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16))
  const rest = bits % 16
  if (rest > 0) kept.push(kept.pop()! & (0xffff << (16 - rest)))
  return `${kept.map(group => group.toString(16)).join(':')}::/${bits}`
}

/** The IPv4 address that an IPv6 address contains; undefined if it contains none. */
function mappedIn(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  const start = groups.slice(0, 6).map(group => group.toString(16))
  return IPV4_PREFIXES.includes(start.join(':'))
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : undefined
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The last 32 bits may be written as an IPv4 address.
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [before = [], behind = []] = hexadecimal
    .split('::')
    .map(part => part.split(':').filter(group => group !== ''))
  const missing = Array<string>(Math.max(0, 8 - before.length - behind.length)).fill('0')
  return [...before, ...missing, ...behind].map(group => Number.parseInt(group, 16))
}
