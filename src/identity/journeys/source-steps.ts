import { decided, isAllowed } from '../../core/federation/decision.ts'
import { presetOf } from '../../core/federation/presets.ts'
import { isFresh } from '../../core/flows/proof.ts'
import { shortened } from '../../core/text.ts'
import type { IdentitySource } from '../../store/store.ts'
import type { Returned } from '../sources/exchange.ts'
import { nameIn } from '../sources/offers.ts'
import { type ProblemKind, SourceProblem } from '../sources/problem.ts'
import { SOURCES, signInAddress, signOutAddress, sourceAddress } from '../surfaces/addresses.ts'
import { NO_PURPOSE } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { Query } from './flow.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { held, movedOn } from './holder.ts'
import type { Registrations } from './registration.ts'
import type { SignIns } from './sign-in.ts'
import type { SignOut } from './sign-out.ts'
import { SignedIn } from './signed-in.ts'
import { entered, proofsOf, SourceAccounts } from './source-accounts.ts'

/** The message for each kind of failed exchange with a source. */
const LABELS: Readonly<Record<ProblemKind, string>> = {
  away: 'FEDERATION_AWAY',
  settings: 'FEDERATION_REFUSED',
  refused: 'FEDERATION_REFUSED',
  cancelled: 'FEDERATION_CANCELLED',
  forged: 'FEDERATION_FORGED',
}

/** Sends people to identity sources, and handles their return. */
export class SourceSteps {
  readonly #parts: FlowParts
  readonly #signIns: SignIns
  readonly #signedIn: SignedIn
  readonly #accounts: SourceAccounts
  readonly #registrations: Registrations

  constructor(parts: FlowParts, signIns: SignIns, registrations: Registrations) {
    this.#parts = parts
    this.#signIns = signIns
    this.#signedIn = new SignedIn(parts, signIns.views)
    this.#accounts = new SourceAccounts(parts)
    this.#registrations = registrations
  }

  /** Sends somebody to a source, on the journey that the address names. */
  async begin(visit: Visit, id: string, query: Query): Promise<Answer> {
    const { seals, exchanges, offers, surfaces } = this.#parts
    const { tenant, browser } = visit
    const flow = query.get('flow') ?? ''
    const journey = await seals.opened(tenant.id, browser, flow)
    if (journey === undefined) return await this.#signIns.views.lost(visit, flow, 'FLOW_EXPIRED')
    const on = await movedOn(this.#parts, visit, journey)
    if (on !== undefined) return { redirect: await this.#signIns.address(visit, on) }
    const source = (await offers.of(tenant, journey.applicationId)).sources.find(one => one.id === id)
    if (source === undefined || (journey.kind === 'links' && !source.links))
      return await this.#signIns.views.failed(visit, journey, 'FEDERATION_REFUSED')
    const due = journey.kind === 'links' ? await this.#proofDue(visit, journey) : undefined
    if (due !== undefined) return { redirect: due }
    const audience = await surfaces.audience(tenant, journey, visit.wish)
    try {
      const address = await exchanges.begin(tenant, source, {
        browser,
        aim: { flow },
        hint: shortened(query.get('login_hint') ?? '', 254) || undefined,
        locale: surfaces.tag(audience),
        again: await this.#again(visit, journey, source),
      })
      if (query.get('via') !== 'form') return { redirect: address }
      return { leaves: address, label: nameIn(source, surfaces.tag(audience)) }
    } catch (error) {
      return await this.#failed(visit, journey, source.id, error)
    }
  }

  /** Handles the return of a person from a source. */
  async callback(visit: Visit, id: string, parameters: URLSearchParams): Promise<Answer> {
    const { exchanges, seals, strayReturns } = this.#parts
    const { tenant, browser, address } = visit
    const aim = await exchanges.aimOf(tenant, browser, parameters.get('state') ?? '')
    if (aim !== undefined && 'test' in aim) return await this.#tested(visit, id, parameters, aim.test)
    const flow = aim !== undefined && 'flow' in aim ? aim.flow : ''
    const known = await seals.recognized(tenant.id, browser, flow)
    let returned: Returned
    try {
      returned = await exchanges.end(tenant, id, browser, parameters)
    } catch (error) {
      if (aim !== undefined || !(error instanceof SourceProblem))
        return await this.#failed(visit, known, id, error)
      strayReturns.add(tenant.id, { source: id, problem: error.message, address })
      return await this.#problem(visit, known, error)
    }
    const journey = await seals.opened(tenant.id, browser, flow)
    if (journey === undefined) return await this.#signIns.views.lost(visit, flow, 'FLOW_EXPIRED')
    const on = await movedOn(this.#parts, visit, journey)
    if (on !== undefined) return { redirect: await this.#signIns.address(visit, on) }
    if (!isAllowed(returned.source, returned.person))
      return await this.#refused(visit, journey, returned, 'FEDERATION_DOMAIN')
    if (journey.kind === 'links') return await this.#linked(visit, journey, returned)
    if (journey.kind !== 'sign-in') return await this.#confirmed(visit, journey, returned)
    return await this.#arrived(visit, journey, returned)
  }

  /** Sends an administrator who tests a source back to the console, which shows each step. */
  async #tested(visit: Visit, id: string, parameters: URLSearchParams, test: string): Promise<Answer> {
    const { sourceTests, tenancy } = this.#parts
    await sourceTests.end(visit.tenant, id, visit.browser, parameters, test)
    const console = tenancy.console(visit.tenant)
    if (console === undefined) return { redirect: signInAddress() }
    return { leaves: `${console}${sourceAddress(id)}?test=${test}`, label: 'Console' }
  }

  /** Handles the return of a person who signed out at a source. */
  async signedOut(visit: Visit, sealed: string): Promise<Answer> {
    const { seals, flows, surfaces } = this.#parts
    const journey = await seals.recognized(visit.tenant.id, visit.browser, sealed)
    const state = journey && (await flows.state<SignOut>(visit.tenant, journey))
    if (journey?.kind === 'sign-out' && typeof state === 'object') {
      const application = await surfaces.application(visit.tenant, journey.applicationId ?? '')
      // Not a redirect: the form of a page at the source may have led here.
      return { leaves: state.to, label: application?.name ?? state.to }
    }
    if (journey?.kind === 'sign-out' && visit.session === undefined)
      return await this.#signIns.views.signedOut(visit, journey)
    return { redirect: signOutAddress('') }
  }

  /** Handles a person who came from a source to sign in. */
  async #arrived(visit: Visit, journey: Journey, returned: Returned): Promise<Answer> {
    const { source, person } = returned
    const standing = await this.#accounts.standing(visit.tenant, source, person)
    const complete = await this.#registrations.sources.isComplete(visit, journey, person)
    const decision = decided(source, person, { ...standing, complete })
    switch (decision.to) {
      case 'refuse':
        return await this.#refused(visit, journey, returned, 'FEDERATION_UNKNOWN')
      case 'sign-in':
        return await this.#enter(visit, journey, returned, decision.account)
      case 'link': {
        const { account } = decision
        if (!(await this.#accounts.linkTrusted(visit, journey, source, person, account))) {
          // Another tab may have linked the same account first.
          const { linked } = await this.#accounts.standing(visit.tenant, source, person)
          if (linked !== account)
            return await this.#refused(visit, journey, returned, 'FEDERATION_REFUSED', account)
        }
        return await this.#enter(visit, journey, returned, account)
      }
      case 'create': {
        const account = await this.#accounts.create(visit, journey, source, person)
        // Somebody else registered the same address first, or the source has changed.
        if (account === undefined) return await this.#asked(visit, journey, returned)
        return await this.#enter(visit, journey, returned, account)
      }
      case 'register':
        return await this.#register(visit, journey, returned)
      case 'ask':
        return await this.#asked(visit, journey, returned)
    }
  }

  /** Continues with a linked account. */
  async #enter(visit: Visit, journey: Journey, returned: Returned, id: string): Promise<Answer> {
    const { store } = this.#parts
    const account = await store.tenant(visit.tenant.id).accounts.get(id)
    if (account?.status !== 'active' || !admits(journey.applicationId, id))
      return await this.#refused(visit, journey, returned, 'FEDERATION_DISABLED', id)
    await store
      .tenant(visit.tenant.id)
      .write(
        tx => tx.identitySources.used(returned.source.id, returned.person.subject, returned.person.email),
        'quiet',
      )
    const on = await this.#with(visit, journey, returned, false)
    const answer = await this.#signIns.proceed(visit, on, account, proofsOf(returned))
    return await entered(this.#parts, visit, journey, returned.source.id, answer)
  }

  /** Asks the person to prove the account that they may have here, if they can. */
  async #asked(visit: Visit, journey: Journey, returned: Returned): Promise<Answer> {
    const { directory } = await this.#parts.offers.of(visit.tenant, journey.applicationId)
    if (!directory) return await this.#refused(visit, journey, returned, 'FEDERATION_UNKNOWN')
    const on = await this.#with(visit, journey, returned, true)
    // Otherwise, somebody who planted the cookie that flows are bound to could have others prove an account for them.
    return await held(this.#parts, visit, on, to => this.#signIns.step(visit, to, { at: 'link' }))
  }

  async #register(visit: Visit, journey: Journey, returned: Returned): Promise<Answer> {
    const on = await this.#with(visit, journey, returned, true)
    return await held(this.#parts, visit, on, async to => {
      const redirect = await this.#registrations.sources.begin(visit, to)
      if (redirect !== undefined) return { redirect }
      return await this.#refused(visit, journey, returned, 'FLOW_UNINVITED')
    })
  }

  /**
   * The journey, with what the source said about the person. They may be somebody else than the person who is signed in,
   * or who proved something on this journey. So it continues without that session, and with a cookie of its own.
   */
  async #with(
    visit: Visit,
    journey: Journey,
    { source, person, provedAt, sid, idToken }: Returned,
    links: boolean,
  ): Promise<Journey> {
    const came = await this.#parts.arrivals.keep(visit.tenant, {
      source: source.id,
      sourceName: source.name,
      changed: source.updatedAt,
      subject: person.subject,
      person,
      ...(provedAt !== undefined && { provedAt }),
      ...(sid !== undefined && { sid }),
      ...(idToken !== undefined && source.signsOut && { idToken }),
      links,
    })
    return this.#parts.seals.journey({ ...journey, came, session: null, holder: null })
  }

  /** Handles a signed-in person who proves again who they are. */
  async #confirmed(visit: Visit, journey: Journey, returned: Returned): Promise<Answer> {
    const { store, now } = this.#parts
    const { source, person, provedAt } = returned
    const link = await store.tenant(visit.tenant.id).identitySources.linked(source.id, person.subject)
    const account = link && (await store.tenant(visit.tenant.id).accounts.get(link.account))
    const isOwn = account?.status === 'active' && account.id === visit.session?.account
    if (!isOwn || !isFresh(provedAt, now())) {
      const label = isOwn ? 'FEDERATION_STALE' : 'FEDERATION_OTHER'
      return await this.#refused(visit, journey, returned, label, account?.id)
    }
    return await this.#signIns.proceed(visit, journey, account, { fed: provedAt! })
  }

  /** Handles a signed-in person who links their account. */
  async #linked(visit: Visit, journey: Journey, returned: Returned): Promise<Answer> {
    const due = await this.#proofDue(visit, journey)
    if (due !== undefined) return { redirect: due }
    const ended = () => this.#signIns.views.failed(visit, journey, 'SIGNIN_ENDED')
    const account = await this.#signedIn.account(visit)
    if (account === undefined) return await ended()
    const { source, person } = returned
    const added = await this.#accounts.linkProved(visit, journey, source, person, account.id)
    if (added === 'ended') return await ended()
    if (!added) {
      const { linked } = await this.#accounts.standing(visit.tenant, source, person)
      const label = linked === undefined ? 'FEDERATION_REFUSED' : 'FEDERATION_TAKEN'
      return await this.#refused(visit, journey, returned, label, account.id)
    }
    return { redirect: await this.#signedIn.address(visit, journey) }
  }

  /** Where the person first proves again who they are, before the account gets another way to sign in. */
  async #proofDue(visit: Visit, journey: Journey): Promise<string | undefined> {
    const account = await this.#signedIn.account(visit)
    if (account === undefined) return await this.#signedIn.signInFor(visit, SOURCES)
    return await this.#signedIn.proofAddress(visit, journey, account)
  }

  /** Whether the source has to ask for the password again: for a fresh proof, or because the application demands it. */
  async #again(visit: Visit, journey: Journey, { preset }: IdentitySource): Promise<boolean> {
    if (presetOf(preset).reauthenticates !== true) return false
    if (journey.kind !== 'sign-in') return journey.kind !== 'links'
    const { interaction } = journey
    if (interaction === null) return false
    return (await this.#parts.providers.waiting(visit.tenant, interaction))?.fresh === true
  }

  async #failed(visit: Visit, journey: Journey | undefined, id: string, error: unknown): Promise<Answer> {
    if (!(error instanceof SourceProblem)) throw error
    const { kind, message } = error
    // The address of a callback may name a source that does not exist.
    const source = await this.#parts.store.tenant(visit.tenant.id).identitySources.get(id)
    const known = source && { source: source.id }
    await this.#record(visit, journey, { ...known, why: kind, problem: shortened(message, 200) })
    return await this.#problem(visit, journey, error)
  }

  async #problem(visit: Visit, journey: Journey | undefined, { kind }: SourceProblem): Promise<Answer> {
    const status = kind === 'away' ? 503 : 403
    return await this.#signIns.views.failed(visit, journey ?? NO_PURPOSE, LABELS[kind], { status })
  }

  async #refused(
    visit: Visit,
    journey: Journey,
    { source, person }: Returned,
    label: string,
    account?: string,
  ): Promise<Answer> {
    const details = { source: source.id, why: label, subject: person.subject }
    await this.#record(visit, journey, details, account)
    return await this.#signIns.views.failed(visit, journey, label, { provided: person })
  }

  async #record(
    visit: Visit,
    journey: Journey | undefined,
    details: Readonly<Record<string, string>>,
    account: string | null = null,
  ): Promise<void> {
    const { store, now } = this.#parts
    const entry = audited(visit, journey, 'source-refused', account, now(), details)
    await store.tenant(visit.tenant.id).write(tx => tx.audit.record(entry), 'quiet')
  }
}
