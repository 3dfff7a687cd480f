import type { Entitlement } from '../../src/core/entitlement.ts'
import { createClient, createTenant } from '../../src/identity/identity.ts'
import type { Tenant, TenantStore } from '../../src/store/store.ts'
import type { TestService } from './service.ts'
import { send, type WireAnswer } from './wire.ts'

/** The store of the tenant of the first start. */
export function mainStore({ service }: TestService): TenantStore {
  return service.store.tenant('main')
}

/** Adds a tenant that a host name chooses. */
export async function addTenant(
  { service }: TestService,
  name: string,
  host: string,
  {
    publicUrl = `https://${host}`,
    consoleUrl = null,
  }: Partial<Pick<Tenant, 'publicUrl' | 'consoleUrl'>> = {},
): Promise<Tenant> {
  const [master] = (await service.store.masters()).keys()
  const tenant = { name, host, publicUrl: publicUrl!, consoleUrl, locale: null, factors: null }
  return await createTenant(service.store, master!, tenant, service)
}

/** Adds an API client and answers with a token of its own. */
export async function clientToken(
  service: TestService,
  entitlements: readonly Entitlement[],
  more: { replaceStatus?: 201 | 204; themes?: readonly string[] } = {},
): Promise<{ id: string; secret: string; token: string }> {
  const { clientId, clientSecret } = await createClient(mainStore(service), {
    name: 'Another client',
    entitlements,
    ...more,
  })
  return {
    id: clientId,
    secret: clientSecret,
    token: await service.token(clientId, clientSecret),
  }
}

/** Asks for a token at the address of a tenant. */
export async function askToken(url: string, host: string, id: string, secret: string): Promise<WireAnswer> {
  const form = new URLSearchParams({ client_id: id, client_secret: secret, grant_type: 'client_credentials' })
  return await send(
    url,
    'POST',
    '/v1.0/endpoint/default/token',
    { host, 'content-type': 'application/x-www-form-urlencoded' },
    String(form),
  )
}

/** A token got at the address of a tenant. */
export async function tokenAt(url: string, host: string, id: string, secret: string): Promise<string> {
  const { body } = await askToken(url, host, id, secret)
  return (JSON.parse(body.toString()) as { access_token: string }).access_token
}
