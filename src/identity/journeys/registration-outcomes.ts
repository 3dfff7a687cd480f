import type { Proofs } from '../../core/flows/proof.ts'
import type { Account } from '../../store/store.ts'
import type { PublishedFlow } from '../designs/published.ts'
import { flowAddress } from '../surfaces/addresses.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { onward } from './onward.ts'
import { create, type Made, madeIn, takeMade } from './registration-account.ts'
import type { RegistrationMails } from './registration-mails.ts'
import type { Chosen, Registration, RegistrationViews } from './registration-views.ts'
import { entered, proofsOf } from './source-accounts.ts'

/** Continues a sign-in for a person who has just proved who they are. */
export type SignInAfter = (
  visit: Visit,
  journey: Journey,
  account: Account,
  proofs: Proofs,
) => Promise<Answer>

interface OutcomeParts {
  readonly parts: FlowParts
  readonly pages: RegistrationViews
  readonly mails: RegistrationMails
  readonly signIn: SignInAfter
}

/** What happens after a registration. */
export class RegistrationOutcomes {
  readonly #of: OutcomeParts

  constructor(of: OutcomeParts) {
    this.#of = of
  }

  /** What happens after the page that says that the address is verified. */
  async after(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    from: string | undefined,
  ): Promise<Answer> {
    const { parts, pages } = this.#of
    const { outcome } = flow.document.end
    const made = await madeIn(parts, visit, journey)
    const origin = from && (await parts.seals.opened(visit.tenant.id, visit.browser, from))
    if (journey.came !== null && outcome !== 'approval' && made !== undefined) {
      const entered = await this.#entered(visit, journey, journey.came, made, origin || undefined)
      if (entered !== undefined) return entered
    }
    if (outcome === 'application' && origin) return { redirect: flowAddress(from) }
    // An account that was registered from a source may have no password, so it counts for nothing here.
    if (outcome === 'signed_in' && made !== undefined && journey.came === null) {
      const signedIn = await this.#signedIn(visit, journey, made, origin || undefined, { pwd: parts.now() })
      if (signedIn !== undefined) return await onward(parts, visit, journey, signedIn)
    }
    await this.#keep(visit, journey, { at: outcome === 'approval' ? 'waiting' : 'created' })
    return { redirect: await pages.address(visit, journey, flow, from), idle: true }
  }

  /**
   * Signs in a person who has just registered, for the application that they came for. This requires the cookie of this
   * registration. Otherwise, somebody who planted the cookie that flows are bound to could sign others in to their own
   * account.
   */
  async #signedIn(
    visit: Visit,
    journey: Journey,
    { id, browser }: Made,
    origin: Journey | undefined,
    proofs: Proofs,
  ): Promise<Answer | undefined> {
    const { parts, signIn } = this.#of
    const { store, flows, seals } = parts
    if (secretHash(visit.registration ?? '') !== browser) return undefined
    const account = await store.tenant(visit.tenant.id).accounts.get(id)
    if (account?.status !== 'active') return undefined
    // The session begins only once. A person who goes back sees that the registration has ended.
    const begins = await store
      .tenant(visit.tenant.id)
      .write(async tx => (await takeMade(tx, journey)) && (await flows.end(tx, journey)))
    if (!begins) return undefined
    const { themeId, applicationId, locale, came } = journey
    // Another account may be signed in in this browser. The application continues with the new account only.
    const begun =
      origin?.kind === 'sign-in'
        ? { ...origin, session: null, holder: null }
        : seals.journey({ kind: 'sign-in', themeId, applicationId, locale })
    return await signIn(visit, came === null ? begun : seals.journey({ ...begun, came }), account, proofs)
  }

  /** Signs in a person who came from an identity source. Its proof counts, so they need not sign in again. */
  async #entered(
    visit: Visit,
    journey: Journey,
    came: string,
    made: Made,
    origin: Journey | undefined,
  ): Promise<Answer | undefined> {
    const { parts } = this.#of
    const arrival = await parts.arrivals.get(visit.tenant, came)
    if (arrival === undefined) return undefined
    const answer = await this.#signedIn(visit, journey, made, origin, proofsOf(arrival))
    return answer && (await entered(parts, visit, journey, arrival.source, answer))
  }

  /**
   * Creates the account of a registration whose address is not verified. If the address has an account already, its
   * owner gets a notice, and the page is the same.
   */
  async unverified(visit: Visit, journey: Journey, flow: PublishedFlow, chosen: Chosen): Promise<void> {
    const { parts, mails } = this.#of
    const { store, flows, surfaces, now } = parts
    const tenantStore = store.tenant(visit.tenant.id)
    const { email } = chosen.details
    const [named, addressed] = [
      await tenantStore.accounts.named(email),
      await tenantStore.accounts.withEmail(email),
    ]
    const owner = named ?? addressed
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    // Both mails are rendered, so that the time does not reveal whether the address has an account.
    const [notice, welcome] = [
      await mails.notice(visit, journey, chosen.details, owner),
      await mails.registered(audience, visit, journey, flow, chosen),
    ]
    const at = flow.document.end.outcome === 'approval' ? 'waiting' : 'created'
    await tenantStore.write(async tx => {
      await tx.tenant.lock()
      const isNew = owner === undefined && (await tx.accounts.named(email)) === undefined
      if (isNew)
        await create(parts, tx, { visit, journey, flow, chosen, id: tx.newId(), emailVerified: false })
      else await tx.audit.record(audited(visit, journey, 'registration-begun', owner?.id ?? null, now()))
      for (const mail of isNew ? welcome : [notice]) await tx.outbox.queue(mail)
      await flows.keep(tx, journey, { at })
    })
    parts.mailQueued()
  }

  async #keep({ tenant }: Visit, journey: Journey, state: Registration): Promise<void> {
    const { store, flows } = this.#of.parts
    await store.tenant(tenant.id).write(tx => flows.keep(tx, journey, state), 'quiet')
  }
}
