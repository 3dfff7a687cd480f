import { randomUUID } from 'node:crypto'
import { FACTORS, type Factor } from '../core/flows/assurance.ts'
import { Refusal } from '../core/refusal.ts'
import { type Store, StoreFault, type Tenant } from '../store/store.ts'
import { label } from './label.ts'

/** The tenant of the first start: the service's own address chooses it. */
export const FIRST_TENANT = 'main'

/** Makes the first tenant, where it is missing. */
export async function ensureFirstTenant(store: Store, master: string): Promise<void> {
  const own = { host: null, publicUrl: null, locale: null, factors: null }
  await store.createTenant({ id: FIRST_TENANT, name: FIRST_TENANT, ...own }, master)
}

/** Adds a tenant that a host name chooses. */
export async function createTenant(
  store: Store,
  master: string,
  {
    name,
    host,
    publicUrl,
    locale,
    factors = null,
  }: {
    name: string
    host: string
    publicUrl: string
    locale: string | null
    factors?: readonly Factor[] | null
  },
): Promise<Tenant> {
  const own = { name: label('name', name), host: hostName(host), publicUrl, locale, factors }
  const tenant = { id: randomUUID(), ...own }
  await store.createTenant(tenant, master)
  return tenant
}

/** Changes which second factors count in a tenant; null follows the service's own setting. */
export async function updateTenant(
  store: Store,
  reference: string,
  change: Pick<Tenant, 'factors'>,
): Promise<Tenant> {
  const found = (await store.tenants()).find(({ id, name }) => id === reference || name === reference)
  if (found === undefined || !(await store.updateTenant(found.id, change)))
    throw new Refusal('tenant_unknown', { tenant: reference })
  return { ...found, ...change }
}

/** A host name as requests carry it: lower case, ASCII, without a port. */
export function hostName(text: string): string {
  const url = URL.parse(`http://${text}`)
  if (url === null || url.pathname !== '/' || url.username || url.search || url.hash || url.port) {
    throw new Refusal('value_invalid', {
      what: 'host',
      why: 'it has to be a host name such as id.example.com',
    })
  }
  return url.hostname
}

interface KnownTenants {
  readonly epoch: number
  readonly only: Tenant | undefined
  readonly byHost: ReadonlyMap<string, Tenant>
}

/** Finds the tenant of a request; an installation with a single tenant answers every host. */
export class Tenancy {
  readonly #store: Store
  readonly #publicUrl: () => string
  readonly #locale: string | undefined
  readonly #factors: readonly Factor[]
  #known: KnownTenants | undefined

  constructor(
    store: Store,
    publicUrl: () => string,
    locale: string | undefined,
    factors: readonly Factor[] = FACTORS,
  ) {
    this.#locale = locale
    this.#factors = factors
    this.#store = store
    this.#publicUrl = publicUrl
  }

  async of(host: string): Promise<Tenant> {
    const epoch = this.#store.epoch()
    if (this.#known?.epoch !== epoch) this.#known = await this.#read(epoch)
    const tenant = this.#known.only ?? this.#known.byHost.get(host.toLowerCase())
    if (tenant === undefined) throw new Refusal('host_unknown', {})
    return tenant
  }

  /** While the database is away, the tenants are those that were known: pages go on, and calls fail further in. */
  async #read(epoch: number): Promise<KnownTenants> {
    try {
      return { epoch, ...this.#index(await this.#store.tenants()) }
    } catch (error) {
      if (this.#known === undefined || !(error instanceof StoreFault)) throw error
      return this.#known
    }
  }

  /** The address under which a tenant is reached; never taken from a request. */
  address(tenant: Tenant): string {
    return tenant.publicUrl ?? this.#publicUrl()
  }

  /** The locale for those who ask for none that there is. */
  locale(tenant: Tenant): string | undefined {
    return tenant.locale ?? this.#locale
  }

  /** The second factors that count in a tenant. */
  factors(tenant: Tenant): readonly Factor[] {
    return tenant.factors ?? this.#factors
  }

  #index(tenants: readonly Tenant[]): { only: Tenant | undefined; byHost: Map<string, Tenant> } {
    const own = new URL(this.#publicUrl()).hostname
    return {
      only: tenants.length === 1 ? tenants[0] : undefined,
      // The first tenant last: nobody can take the service's own address away from it.
      byHost: new Map(tenants.toReversed().map(tenant => [tenant.host ?? own, tenant])),
    }
  }
}
