import type { SourcePerson } from '../../core/federation/person.ts'
import { knownAnswers } from '../../core/user-flows/person.ts'
import { isFitting, isLacking } from '../../core/user-flows/walk.ts'
import { withoutPassword } from '../../core/user-flows/without-password.ts'
import { flowName, type PublishedFlow } from '../designs/published.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { firstFilling } from './designed-steps.ts'
import type { FlowParts } from './flow-parts.ts'
import { LinkLost, type RegisteredAccounts } from './registration-account.ts'
import type { Chosen, RegistrationViews } from './registration-views.ts'
import type { SignInViews } from './sign-in-views.ts'

interface Parts {
  readonly parts: FlowParts
  readonly views: SignInViews
  readonly pages: RegistrationViews
  readonly accounts: RegisteredAccounts
}

/**
 * Registrations of people who come from identity sources. They choose no password, because they sign in by the link.
 */
export class SourceRegistrations {
  readonly #of: Parts

  constructor(of: Parts) {
    this.#of = of
  }

  /**
   * Whether a source provided everything that the registration requires, so that nobody has to fill in the form. Values
   * that break a rule do not count: the form would not accept them either. An invitation does not come from a source.
   */
  async isComplete(visit: Visit, origin: Journey, { details }: SourcePerson): Promise<boolean> {
    const flow = await this.#flow(visit, origin)
    if (flow === undefined) return false
    const { invitationOnly, end } = flow.document
    if (invitationOnly || end.outcome === 'approval') return false
    const known = knownAnswers(details, {}, flow.book)
    return !isLacking(flow.document, known, flow.book) && isFitting(flow.document, known)
  }

  /**
   * Begins a registration with the details that the source provided, and returns its address. Returns undefined if
   * nobody came from a source, if the source creates no accounts, or if registration requires an invitation.
   */
  async begin(visit: Visit, origin: Journey): Promise<string | undefined> {
    const { parts, pages } = this.#of
    const { seals, arrivals, store, flows } = parts
    const { themeId, applicationId, locale, came, holder } = origin
    const arrival = came === null ? undefined : await arrivals.get(visit.tenant, came)
    if (arrival === undefined) return undefined
    const source = await store.tenant(visit.tenant.id).identitySources.get(arrival.source)
    const flow = await this.#flow(visit, origin)
    if (source?.creates !== true || flow === undefined || flow.document.invitationOnly) return undefined
    const purpose = { themeId, applicationId, locale, came, holder, flow: flowName(flow) }
    const journey = seals.journey({ kind: 'registration', ...purpose })
    const shown = { ...flow, document: withoutPassword(flow.document) }
    const filling = firstFilling(shown, knownAnswers(arrival.person.details, {}, flow.book))
    await store
      .tenant(visit.tenant.id)
      .write(tx => flows.keep(tx, journey, { at: 'start', ...filling }), 'quiet')
    // A person who has an account after all can go back, prove it by its password, and is linked.
    const { directory } = await parts.offers.of(visit.tenant, applicationId)
    const back = seals.journey({ ...origin, came: source.links && directory ? came : null })
    const from = await seals.sealed(visit.tenant.id, visit.browser, back)
    return await pages.address(visit, journey, flow, from)
  }

  /**
   * Creates the account at once if the source has verified the chosen address. Returns false if the address still has
   * to be verified here, or has an account.
   */
  async make(visit: Visit, journey: Journey, flow: PublishedFlow, chosen: Chosen): Promise<boolean> {
    const { parts, accounts } = this.#of
    if (journey.came === null) return false
    const arrival = await parts.arrivals.get(visit.tenant, journey.came)
    if (arrival === undefined) throw new LinkLost()
    const { email, emailVerified } = arrival.person
    if (!emailVerified || email?.toLowerCase() !== chosen.details.email.toLowerCase()) return false
    return await accounts.make(visit, journey, flow, chosen)
  }

  async #flow(visit: Visit, origin: Journey): Promise<PublishedFlow | undefined> {
    const { parts, views } = this.#of
    return await parts.designs.newest(visit.tenant, await views.registration(visit, origin))
  }
}
