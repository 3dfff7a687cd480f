import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../identity/identity.ts'

/** The provider builds addresses from the request: it gets the tenant's own, whatever the request said. */
export function ownAddress({ tenancy }: Identity, { tenant, raw, ip }: FastifyRequest): void {
  const { host, protocol } = new URL(tenancy.address(tenant))
  delete raw.headers['x-forwarded-host']
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  // Whatever a client claims to be: what its requests keep is counted for its network.
  raw.headers['x-forwarded-for'] = ip
}
