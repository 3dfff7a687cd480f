import type { Tenant } from '../../store/store.ts'

/** The addresses of the service and its console. They are also those of the first tenant. */
export interface OwnAddresses {
  readonly publicUrl: string
  readonly consoleUrl: string
}

/** The address of a tenant's pages. */
export function pagesAddress({ publicUrl }: Pick<Tenant, 'publicUrl'>, own: OwnAddresses): string {
  return publicUrl ?? own.publicUrl
}

/** The address of a tenant's console; undefined where it has none. */
export function consoleAddress(
  { host, consoleUrl }: Pick<Tenant, 'host' | 'consoleUrl'>,
  own: OwnAddresses,
): string | undefined {
  return consoleUrl ?? (host === null ? own.consoleUrl : undefined)
}

/**
 * Why a tenant cannot have its console at an address; undefined when it can. This compares host names, not only
 * origins. Requests are routed by host name, and all ports of a host share their cookies.
 */
export function consoleProblem(
  url: string,
  tenant: Tenant,
  tenants: readonly Tenant[],
  own: OwnAddresses,
): string | undefined {
  const { hostname, origin } = new URL(url)
  const others = tenants.filter(({ id }) => id !== tenant.id)
  if (origin === new URL(pagesAddress(tenant, own)).origin)
    return 'The console cannot have the same host name as the pages of the tenant, because their scripts could reach it.'
  if (others.some(other => pageHosts(other, own).includes(hostname)))
    return 'The console address has the host name of the pages of another tenant.'
  if (others.some(other => consoleHost(other, own) === hostname))
    return 'The console address has the host name of the console of another tenant.'
  return undefined
}

/**
 * A host name of a tenant's pages that the service itself or another tenant's console already uses; undefined if there
 * is none.
 */
export function takenHost(tenant: Tenant, tenants: readonly Tenant[], own: OwnAddresses): string | undefined {
  const taken = new Set([new URL(own.publicUrl).hostname, ...tenants.map(other => consoleHost(other, own))])
  return pageHosts(tenant, own).find(host => taken.has(host))
}

/** The host names of a tenant's pages: the one that requests are matched by, and the one of its public address. */
function pageHosts(tenant: Pick<Tenant, 'host' | 'publicUrl'>, own: OwnAddresses): string[] {
  const { hostname } = new URL(pagesAddress(tenant, own))
  return tenant.host === null ? [hostname] : [tenant.host, hostname]
}

/** The host name by which requests to a tenant's console are recognized. */
export function consoleHost(tenant: Tenant, own: OwnAddresses): string | undefined {
  const url = consoleAddress(tenant, own)
  return url === undefined ? undefined : new URL(url).hostname
}
