import { auditEntry } from '../../core/audit-events.ts'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { isTold } from '../../core/fetch-metadata.ts'
import { FACTORS, type Factor } from '../../core/flows/assurance.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import {
  type Holdings,
  Recall,
  type Store,
  type Tenant,
  type TenantAt,
  type TenantChange,
} from '../../store/store.ts'
import { COMMAND_LINE, recorded } from './actor.ts'
import {
  consoleAddress,
  consoleProblem,
  type OwnAddresses,
  pagesAddress,
  takenHost,
} from './console-address.ts'
import { label } from './display-name.ts'

/** The tenant that the first start creates. It has the service's own address. */
export const FIRST_TENANT = 'main'

/** DNS has no longer name. */
const LONGEST_HOST = 253

/** Creates the first tenant if it is missing. */
export async function ensureFirstTenant(store: Store, master: string): Promise<void> {
  if ((await store.tenantWithId(FIRST_TENANT)) !== undefined) return
  const own = { host: null, publicUrl: null, consoleUrl: null, locale: null, factors: null }
  await store.createTenant({ id: FIRST_TENANT, name: FIRST_TENANT, ...own }, master)
}

/** A tenant to create. Its host name selects it. */
export interface NewTenant extends Omit<Tenant, 'id'> {
  readonly host: string
  readonly publicUrl: string
}

/** Adds a tenant. */
export async function createTenant(
  store: Store,
  master: string,
  { name, host, publicUrl, consoleUrl, locale, factors }: NewTenant,
  own: OwnAddresses,
): Promise<Tenant> {
  const chosen = { name: label('name', name), host: hostName(host), publicUrl, consoleUrl, locale, factors }
  const tenant = { id: store.newId(), ...chosen }
  const tenants = await store.tenants()
  const taken = takenHost(tenant, tenants, own)
  if (taken !== undefined) throw new Refusal('tenant_taken', { what: 'host', value: taken })
  assertConsole(tenant, tenants, own)
  const entry = auditEntry('tenant-created', store.now(), COMMAND_LINE, texts(chosen))
  await store.createTenant(tenant, master, entry)
  return tenant
}

type TenantWish = { [K in keyof TenantChange]: TenantChange[K] | undefined }

/** Changes a tenant. Values that are undefined stay as they are. */
export async function updateTenant(
  store: Store,
  tenant: Tenant,
  wish: TenantWish,
  own: OwnAddresses,
): Promise<Tenant> {
  const { name, host, publicUrl, consoleUrl, locale, factors, ticksScopes, directory } = wish
  if (tenant.host === null) assertOwnAddresses(wish)
  const change: TenantChange = {
    ...(name !== undefined && { name: label('name', name) }),
    ...(host != null && { host: hostName(host) }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(consoleUrl !== undefined && { consoleUrl }),
    ...(locale !== undefined && { locale }),
    ...(factors !== undefined && { factors }),
    ...(ticksScopes !== undefined && { ticksScopes }),
    ...(directory !== undefined && { directory }),
  }
  const changed = { ...tenant, ...change }
  const tenants = await store.tenants()
  if (host != null || publicUrl !== undefined) {
    const others = tenants.filter(({ id }) => id !== tenant.id)
    const taken = takenHost(changed, others, own)
    if (taken !== undefined) throw new Refusal('tenant_taken', { what: 'host', value: taken })
  }
  if (consoleUrl !== undefined || host != null || publicUrl !== undefined)
    assertConsole(changed, tenants, own)
  await store.tenant(tenant.id).write(async tx => {
    await tx.tenant.update(change)
    await recorded(tx, COMMAND_LINE, 'tenant-updated', { details: texts(change) })
  })
  return changed
}

/**
 * Removes a tenant with everything that belongs to it, its audit trail included. The trail of the first tenant records
 * what was removed. Without `forced`, a tenant that holds anything stays.
 */
export async function removeTenant(
  store: Store,
  { id, name, host }: Tenant,
  forced: boolean,
): Promise<{ removed: boolean; held: Holdings }> {
  if (id === FIRST_TENANT) {
    throw invalidValue('The first tenant belongs to the service and cannot be removed.')
  }
  return await store.removeTenant(id, forced, held => {
    const details = { tenant: id, name, host: host ?? '', ...texts(held) }
    const entry = auditEntry('tenant-removed', store.now(), COMMAND_LINE, details)
    return { tenant: FIRST_TENANT, entry }
  })
}

/** The addresses of the first tenant are those of the service and its console, so commands cannot change them. */
function assertOwnAddresses({ host, publicUrl, consoleUrl }: TenantWish): void {
  const wrong = (what: string, set: string) =>
    invalidValue(`The ${what} of the first tenant is a setting of the service. Change ${set} instead.`)
  if (host !== undefined) throw wrong('host', 'TABARD_PUBLIC_URL')
  if (publicUrl !== undefined) throw wrong('address', 'TABARD_PUBLIC_URL')
  if (consoleUrl !== undefined) throw wrong('console address', 'TABARD_CONSOLE_URL')
}

function assertConsole(tenant: Tenant, tenants: readonly Tenant[], own: OwnAddresses): void {
  const { consoleUrl } = tenant
  if (consoleUrl === null) return
  const problem = isTold(consoleUrl, [new URL(consoleUrl).host])
    ? consoleProblem(consoleUrl, tenant, tenants, own)
    : 'The console address must begin with https:, because passwords are typed there.'
  if (problem !== undefined) throw invalidValue(problem)
}

/** Values for the audit trail. A value that was removed is an empty text. */
function texts(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | null>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
}

/** A host name as requests carry it: lower case, ASCII, without a port. */
export function hostName(text: string): string {
  const url = URL.parse(`http://${text}`)
  const isPlain = url?.pathname === '/' && !(url.username || url.search || url.hash || url.port)
  if (!isPlain || url.hostname.length > LONGEST_HOST) {
    throw invalidValue('The host must be a host name such as id.example.com.')
  }
  return url.hostname
}

const HOSTS = 10_000

interface KnownHost extends TenantAt {
  readonly epoch: number
}

interface KnownConsole {
  readonly epoch: number
  readonly tenant: Tenant | undefined
}

/** Finds the tenant of a request; an installation with a single tenant answers every host. */
export class Tenancy {
  readonly #store: Store
  readonly #own: () => OwnAddresses
  readonly #locale: string | undefined
  readonly #factors: readonly Factor[]
  readonly #recall = new Recall()
  readonly #hosts = new BoundedCache<string, KnownHost>(HOSTS)
  readonly #consoles = new BoundedCache<string, KnownConsole>(HOSTS)
  /** The single tenant, if there is only one. It answers every host name, also ones that no request has used yet. */
  #only: KnownHost | undefined

  constructor(
    store: Store,
    own: () => OwnAddresses,
    locale: string | undefined,
    factors: readonly Factor[] = FACTORS,
  ) {
    this.#locale = locale
    this.#factors = factors
    this.#store = store
    this.#own = own
  }

  /** The tenant whose pages have a host name. */
  async of(host: string): Promise<Tenant> {
    const { tenant } = await this.#at(host.toLowerCase())
    if (tenant === undefined) throw new Refusal('host_unknown', {})
    return tenant
  }

  /** Whether a tenant was read at this epoch, and is not one that had the host name before the store was slow or away. */
  isRead(host: string, tenant: Tenant, epoch: number): boolean {
    const found = [this.#hosts.get(host.toLowerCase()), this.#only]
    return found.some(known => known?.epoch === epoch && known.tenant === tenant)
  }

  /** The tenant whose console has a host name. */
  async ofConsole(host: string): Promise<Tenant> {
    const { tenant: there, only } = await this.#at(host.toLowerCase())
    const tenant = only ? there : await this.#ofConsole(host.toLowerCase())
    if (tenant !== undefined) return tenant
    const isBare = there !== undefined && this.console(there) === undefined
    throw new Refusal(isBare ? 'console_missing' : 'host_unknown', {})
  }

  /** Looks up one tenant, not all, so that a page after a write costs the same however many tenants there are. */
  async #at(name: string): Promise<KnownHost> {
    const host = bounded(name)
    const epoch = this.#store.epoch()
    const known = this.#hosts.get(host) ?? this.#only
    if (known?.epoch === epoch) return known
    return await this.#recall.latest(host, epoch, known, async () => {
      const { hostname: own } = new URL(this.#own().publicUrl)
      const found = { epoch, ...(await this.#store.tenantAt(host, own)) }
      this.#only = found.only ? found : undefined
      if (!found.only) this.#hosts.set(host, found)
      return found
    })
  }

  async #ofConsole(name: string): Promise<Tenant | undefined> {
    const host = bounded(name)
    const epoch = this.#store.epoch()
    const known = this.#consoles.get(host)
    if (known?.epoch === epoch) return known.tenant
    const latest = await this.#recall.latest(`console ${host}`, epoch, known, async () => {
      const { hostname: own } = new URL(this.#own().consoleUrl)
      const found = { epoch, tenant: await this.#store.tenantOfConsole(host, own) }
      this.#consoles.set(host, found)
      return found
    })
    return latest.tenant
  }

  /** The address under which a tenant is reached; never taken from a request. */
  address(tenant: Tenant): string {
    return pagesAddress(tenant, this.#own())
  }

  /** The address of a tenant's console; undefined where it has none. */
  console(tenant: Tenant): string | undefined {
    return consoleAddress(tenant, this.#own())
  }

  /** The locale used when none of the visitor's locales is available. */
  locale(tenant: Tenant): string | undefined {
    return tenant.locale ?? this.#locale
  }

  /** The second factors that a tenant accepts. */
  factors(tenant: Tenant): readonly Factor[] {
    return tenant.factors ?? this.#factors
  }
}

/** No host has a longer name. Those that do are one unknown host, so that they do not fill the memory. */
function bounded(name: string): string {
  return name.length > LONGEST_HOST ? '' : name
}
