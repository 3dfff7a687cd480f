import { BoundedCache } from '../../core/bounded-cache.ts'
import { domainOf } from '../../core/federation/domains.ts'
import { type IdentitySource, Recall, type Store, type Tenant } from '../../store/store.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'

/** What people can sign in with. */
export interface Offer {
  /** Whether the service's own accounts are among it. */
  readonly directory: boolean
  readonly sources: readonly IdentitySource[]
  /** Changes with the offer. */
  readonly key: string
}

interface Known {
  readonly epoch: number
  readonly sources: readonly IdentitySource[]
}

const TENANTS = 500

/** What tenants and applications offer to sign in with. Nothing is read again that has not changed. */
export class Offers {
  readonly #store: Store
  readonly #surfaces: Surfaces
  readonly #known = new BoundedCache<string, Known>(TENANTS)
  readonly #recall = new Recall()

  constructor(store: Store, surfaces: Surfaces) {
    this.#store = store
    this.#surfaces = surfaces
  }

  /** What an application offers; without one, what the tenant does. */
  async of(tenant: Tenant, applicationId: string | null): Promise<Offer> {
    const all = await this.#enabled(tenant)
    const application =
      applicationId === null ? undefined : await this.#surfaces.application(tenant, applicationId)
    const own = application?.sources ?? null
    const sources = own === null ? all : all.filter(({ id }) => own.includes(id))
    const directory = (tenant.directory ?? true) && (application?.directory ?? true)
    const key = [directory, ...sources.map(({ id, updatedAt }) => `${id}.${updatedAt}`)].join(' ')
    return { directory, sources, key }
  }

  /** The source that somebody with a user name is sent to. */
  routed({ sources }: Offer, userName: string): IdentitySource | undefined {
    const domain = domainOf(userName)
    return domain === undefined
      ? undefined
      : sources.find(({ routedDomains }) => routedDomains.includes(domain))
  }

  async #enabled({ id }: Tenant): Promise<readonly IdentitySource[]> {
    const epoch = this.#store.epoch()
    const known = this.#known.get(id)
    if (known?.epoch === epoch) return known.sources
    const { sources } = await this.#recall.latest(id, epoch, known, async () => {
      const all = await this.#store.tenant(id).identitySources.list()
      const found: Known = { epoch, sources: all.filter(({ enabled }) => enabled) }
      this.#known.set(id, found)
      return found
    })
    return sources
  }
}

/** What people who read a language call a source. */
export function nameIn({ name, names }: IdentitySource, tag: string): string {
  const language = tag.split('-', 1)[0]!
  return names[tag] ?? names[language] ?? name
}
