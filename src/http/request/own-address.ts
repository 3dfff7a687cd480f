import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../identity/identity.ts'

/** The provider builds addresses from the request, so the request gets the tenant's own host and scheme. */
export function ownAddress({ tenancy }: Identity, { tenant, raw, ip }: FastifyRequest): void {
  const { host, protocol } = new URL(tenancy.address(tenant))
  delete raw.headers['x-forwarded-host']
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  // Stored requests are counted by network, whatever client is named.
  raw.headers['x-forwarded-for'] = ip
}
