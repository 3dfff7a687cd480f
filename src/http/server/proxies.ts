import { BlockList, isIPv6 } from 'node:net'

/** Names for the networks of one machine, one link and one site. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address belongs to a trusted proxy. */
export function trustedBy(networks: readonly string[]): (address: string | undefined) => boolean {
  // Asked on the path of every request.
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks.flatMap(name => NAMED[name] ?? name)) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return address => address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
