import { acrOf, amrOf, type Demand, demanded, sharedFactors, suffices } from '../../core/flows/assurance.ts'
import type { Method } from '../../core/flows/methods.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import type { Store, Tenant } from '../../store/store.ts'
import { personOf, standingOf } from '../factors/person.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'
import type { Tenancy } from '../tenancy/tenants.ts'

/** The parts of an application's request that say how people have to sign in. */
export interface AskedRequest {
  readonly applicationId: string | null
  /** The parameter `acr_values`. */
  readonly acrValues: string
}

/** Determines how people have to sign in for an application, and whether a session meets that. */
export class Assurances {
  readonly #store: Store
  readonly #surfaces: Surfaces
  readonly #tenancy: Tenancy
  readonly #now: () => number

  constructor(parts: { store: Store; surfaces: Surfaces; tenancy: Tenancy; now: () => number }) {
    this.#store = parts.store
    this.#surfaces = parts.surfaces
    this.#tenancy = parts.tenancy
    this.#now = parts.now
  }

  /** What a request demands from a person who has these methods. */
  async demand(
    tenant: Tenant,
    { applicationId, acrValues }: AskedRequest,
    methods: readonly Method[],
  ): Promise<Demand> {
    const application =
      applicationId === null ? undefined : await this.#surfaces.application(tenant, applicationId)
    const counting = this.#tenancy.factors(tenant)
    const factors = application === undefined ? counting : sharedFactors(application.factors, counting)
    return demanded({ asked: application?.secondFactor ?? false, factors }, acrValues, methods)
  }

  /**
   * Whether a session is enough for a request. For a silent request (`prompt=none`), `acr_values` is ignored, because
   * nobody can be asked.
   */
  async suffice(
    tenant: Tenant,
    { account: id, proofs }: Session,
    request: AskedRequest & { readonly silent: boolean },
  ): Promise<boolean> {
    const acrValues = request.silent ? '' : request.acrValues
    const methods = acrValues === '' ? [] : await this.#methods(tenant, id)
    return suffices(proofs, await this.demand(tenant, { ...request, acrValues }, methods))
  }

  async #methods(tenant: Tenant, id: string): Promise<Method[]> {
    const store = this.#store.tenant(tenant.id)
    const account = await store.accounts.get(id)
    if (account === undefined) return []
    return standingOf(await personOf(store, account), this.#now()).methods
  }
}

/** How somebody has signed in, as the claims that applications get. */
export function confirmed(proofs: Proofs): { acr: string; amr: string[] } {
  return { acr: acrOf(proofs), amr: amrOf(proofs) }
}
