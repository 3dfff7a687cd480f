import { hash } from 'node:crypto'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { domainOf } from '../../core/federation/domains.ts'
import { type IdentitySource, Recall, type Store, type Tenant } from '../../store/store.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'

/** The ways to sign in. */
export interface Offer {
  /** Whether they include the service's own accounts. */
  readonly directory: boolean
  readonly sources: readonly IdentitySource[]
  /** Changes whenever the offer changes. */
  readonly key: string
}

interface Known {
  readonly epoch: number
  readonly sources: readonly IdentitySource[]
  /** The selections of applications from these sources, with their keys. */
  readonly chosen: WeakMap<readonly string[], Choice>
  readonly all: Choice
}

type Choice = Pick<Offer, 'sources' | 'key'>

const TENANTS = 500

/** The ways to sign in that tenants and applications offer. Unchanged data is not read again. */
export class Offers {
  readonly #store: Store
  readonly #surfaces: Surfaces
  readonly #known = new BoundedCache<string, Known>(TENANTS)
  readonly #recall = new Recall()

  constructor(store: Store, surfaces: Surfaces) {
    this.#store = store
    this.#surfaces = surfaces
  }

  /** The offer of an application, or that of the tenant if there is none. */
  async of(tenant: Tenant, applicationId: string | null): Promise<Offer> {
    const known = await this.#enabled(tenant)
    const application =
      applicationId === null ? undefined : await this.#surfaces.application(tenant, applicationId)
    const directory = (tenant.directory ?? true) && (application?.directory ?? true)
    const { sources, key } = chosenFrom(known, application?.sources ?? null)
    return { directory, sources, key: `${directory} ${key}` }
  }

  /** Whether an application offers the way in which somebody has signed in. */
  async includes(
    tenant: Tenant,
    applicationId: string | null,
    { source, proofs }: Session,
  ): Promise<boolean> {
    const { directory, sources } = await this.of(tenant, applicationId)
    const byPassword = source === undefined || proofs.pwd !== undefined
    return (directory && byPassword) || sources.some(({ id }) => id === source?.id)
  }

  /** The source to which a user name is routed by its domain. */
  routed({ sources }: Offer, userName: string): IdentitySource | undefined {
    const domain = domainOf(userName)
    return domain === undefined
      ? undefined
      : sources.find(({ routedDomains }) => routedDomains.includes(domain))
  }

  async #enabled({ id }: Tenant): Promise<Known> {
    const epoch = this.#store.epoch()
    const known = this.#known.get(id)
    if (known?.epoch === epoch) return known
    return await this.#recall.latest(id, epoch, known, async () => {
      const sources = (await this.#store.tenant(id).identitySources.list()).filter(({ enabled }) => enabled)
      const found: Known = { epoch, sources, all: choiceOf(sources), chosen: new WeakMap() }
      this.#known.set(id, found)
      return found
    })
  }
}

/** The sources that an application has chosen; all if it has made no choice. */
function chosenFrom({ sources, all, chosen }: Known, own: readonly string[] | null): Choice {
  if (own === null) return all
  const made = chosen.get(own) ?? choiceOf(sources.filter(({ id }) => own.includes(id)))
  chosen.set(own, made)
  return made
}

function choiceOf(sources: readonly IdentitySource[]): Choice {
  const key = hash('sha256', sources.map(({ id, updatedAt }) => `${id}.${updatedAt}`).join(' '), 'base64url')
  return { sources, key }
}

/** The name of a source in a language. */
export function nameIn({ name, names }: IdentitySource, tag: string): string {
  const language = tag.split('-', 1)[0]!
  return names[tag] ?? names[language] ?? name
}
