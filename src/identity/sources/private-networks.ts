import { BlockList, isIPv4, isIPv6 } from 'node:net'

const LINK_LOCAL = listOf(['169.254.0.0/16', 'fe80::/10'])
const PRIVATE = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  'fc00::/7',
  'ff00::/8',
])

/**
 * Whether a request may go to a network address. Link-local addresses, where clouds keep credentials, are never
 * allowed. Other private addresses are allowed only if an administrator typed the host.
 */
export function isReachable(address: string, isTyped: boolean): boolean {
  const plain = address.split('%', 1)[0]!
  if (isIn(LINK_LOCAL, plain)) return false
  return isTyped || !isIn(PRIVATE, plain)
}

function isIn(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address, 'ipv4')
  // Anything that is not an address is refused as well.
  return !isIPv6(address) || list.check(address, 'ipv6')
}

/** A list that also matches IPv4 addresses in IPv6 notation. */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
    if (isIPv4(address)) list.addSubnet(`::ffff:${address}`, 96 + Number(bits), 'ipv6')
  }
  return list
}
