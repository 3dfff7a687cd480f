import { BoundedCache } from '../../core/bounded-cache.ts'
import {
  type AttributeBook,
  attributeBook,
  type KnownAttribute,
} from '../../core/user-flows/attribute-book.ts'
import type { FlowDocument } from '../../core/user-flows/document.ts'
import { Recall, type Store, type Tenant } from '../../store/store.ts'
import { type DesignedFlow, defaultFlow, flowsOf } from './flows.ts'

/** The version of a flow that a person uses. */
export interface PublishedFlow {
  readonly reference: string
  readonly version: number
  readonly document: FlowDocument
  readonly book: AttributeBook
}

/** The flows of a tenant, as they were at an epoch of the store. */
interface Known {
  readonly epoch: number
  readonly flows: readonly DesignedFlow[]
  readonly book: AttributeBook
}

const TENANTS = 500
/** References that lead to another flow, but with a different wrapper page. */
const ALIASES: Readonly<Record<string, string>> = { user_form: 'profile' }

/** The published flows. Unchanged flows are not read again. */
export class PublishedFlows {
  readonly #store: Store
  readonly #known = new BoundedCache<string, Known>(TENANTS)
  readonly #recall = new Recall()

  constructor(store: Store) {
    this.#store = store
  }

  /** The newest version of a flow. */
  async newest(tenant: Tenant, reference: string): Promise<PublishedFlow | undefined> {
    const { flows, book } = await this.#of(tenant)
    const meant = Object.hasOwn(ALIASES, reference) ? ALIASES[reference] : reference
    const flow = flows.find(one => one.reference === meant)
    return flow && { reference: flow.reference, version: flow.version, document: flow.document, book }
  }

  /** The version of a flow with which somebody began; undefined if it no longer exists. */
  async begun(tenant: Tenant, name: string): Promise<PublishedFlow | undefined> {
    const [reference = '', number = ''] = name.split('@')
    const version = Number(number)
    const newest = await this.newest(tenant, reference)
    if (newest?.version === version) return newest
    const kept = await this.#store.tenant(tenant.id).flows.version(reference, version)
    const document =
      kept?.document ?? (kept !== undefined || version === 1 ? defaultFlow(reference) : undefined)
    return document && { reference, version, document, book: (await this.#of(tenant)).book }
  }

  /** All forms that people may have to fill in when they sign in. */
  async atSignIn(tenant: Tenant): Promise<readonly PublishedFlow[]> {
    const { flows, book } = await this.#of(tenant)
    return flows.filter(({ document }) => document.atSignIn).map(flow => ({ ...flow, book }))
  }

  /** An attribute that the tenant has added. */
  async ownAttribute(tenant: Tenant, name: string): Promise<KnownAttribute | undefined> {
    const attribute = (await this.#of(tenant)).book.get(name)
    return attribute?.key === undefined ? attribute : undefined
  }

  /** The names of attributes that the tenant has added. */
  async ownAttributes(tenant: Tenant): Promise<string[]> {
    const { book } = await this.#of(tenant)
    return [...book.values()].filter(({ key }) => key === undefined).map(({ name }) => name)
  }

  async #of({ id }: Tenant): Promise<Known> {
    const epoch = this.#store.epoch()
    const known = this.#known.get(id)
    if (known?.epoch === epoch) return known
    return await this.#recall.latest(id, epoch, known, async () => {
      const store = this.#store.tenant(id)
      const found = { epoch, flows: await flowsOf(store), book: attributeBook(await store.attributes.list()) }
      this.#known.set(id, found)
      return found
    })
  }
}

/** The name of a flow's version, as journeys refer to it. */
export function flowName({ reference, version }: Pick<PublishedFlow, 'reference' | 'version'>): string {
  return `${reference}@${version}`
}

/** The reference of the flow that a journey goes through. */
export function flowReference(name: string | null): string | undefined {
  return name?.split('@')[0]
}
