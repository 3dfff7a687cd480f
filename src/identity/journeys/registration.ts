import { checkedCode, newChallenge, tooSoon, typedCode } from '../../core/flows/challenge.ts'
import { type Message, waiting } from '../../core/flows/message.ts'
import { Refusal } from '../../core/refusal.ts'
import { keptAnswers, registrationDetails } from '../../core/user-flows/person.ts'
import { withoutPassword } from '../../core/user-flows/without-password.ts'
import type { Audience } from '../../pages/pages.ts'
import { isInvited } from '../designs/invitations.ts'
import { flowName, type PublishedFlow } from '../designs/published.ts'
import { newCode } from '../factors/totp.ts'
import {
  designedAddress,
  homeAddress,
  REGISTRATION as REGISTRATION_REFERENCE,
  seenTheme,
} from '../surfaces/addresses.ts'
import { askedPurpose } from '../surfaces/asked-purpose.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Answer, AnswerCookies, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import { DesignedSteps, type Filling, firstFilling } from './designed-steps.ts'
import type { Flow, Form, Query } from './flow.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { isHeld } from './holder.ts'
import { LinkLost, RegisteredAccounts } from './registration-account.ts'
import { REGISTRATION_LINK, RegistrationLinks } from './registration-links.ts'
import { RegistrationMails } from './registration-mails.ts'
import { RegistrationOutcomes, type SignInAfter } from './registration-outcomes.ts'
import { type Chosen, type Pending, type Registration, RegistrationViews } from './registration-views.ts'
import type { SignInViews } from './sign-in-views.ts'
import { SourceRegistrations } from './source-registrations.ts'

const CODE_MS = 30 * 60_000

/** Registers a new account: asks for details, verifies the address, and creates the account. */
export class Registrations implements Flow {
  readonly #parts: FlowParts
  readonly #views: SignInViews
  readonly #pages: RegistrationViews
  readonly #mails: RegistrationMails
  readonly #accounts: RegisteredAccounts
  /** Registrations of people who come from identity sources. */
  readonly sources: SourceRegistrations
  readonly #steps: DesignedSteps
  readonly #outcomes: RegistrationOutcomes
  readonly #links: RegistrationLinks

  constructor(parts: FlowParts, views: SignInViews, signIn: SignInAfter) {
    this.#parts = parts
    this.#views = views
    this.#pages = new RegistrationViews(parts)
    this.#mails = new RegistrationMails(parts)
    this.#accounts = new RegisteredAccounts(parts, this.#mails)
    this.sources = new SourceRegistrations({ parts, views, pages: this.#pages, accounts: this.#accounts })
    this.#links = new RegistrationLinks(parts, this.#accounts)
    this.#steps = new DesignedSteps(parts)
    this.#outcomes = new RegistrationOutcomes({ parts, pages: this.#pages, mails: this.#mails, signIn })
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    return await this.#unlessLost(visit, query, () => this.#show(visit, query))
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    return await this.#unlessLost(visit, query, () => this.#submit(visit, query, form))
  }

  /** Handles a request, and shows an error page if the account could not be linked to the person from a source. */
  async #unlessLost(visit: Visit, query: Query, act: () => Promise<Answer>): Promise<Answer> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof LinkLost)) throw error
      return await this.#views.lost(visit, query.get('flow') ?? '', 'FLOW_EXPIRED')
    }
  }

  async #show(visit: Visit, query: Query): Promise<Answer> {
    const { seals, flows, surfaces, designs, store, now } = this.#parts
    const link = query.get('verify')
    const purpose = await askedPurpose(surfaces, visit, query)
    const reference = query.get('reference') ?? REGISTRATION_REFERENCE
    if (link !== undefined) return await this.#openLink(visit, link, reference, purpose)
    const from = query.get('from')
    const sealed = query.get('flow')
    if (sealed === undefined) {
      const origin = from === undefined ? undefined : await seals.opened(visit.tenant.id, visit.browser, from)
      const came = origin && isHeld(visit, origin) ? await this.sources.begin(visit, origin) : undefined
      if (came !== undefined) return { redirect: came }
      const newest = await designs.newest(visit.tenant, reference)
      if (newest === undefined) throw new Refusal('route_unknown', {})
      const flow = this.#restricted(newest)
      const invitation = secretHash(query.get('invitation') ?? '')
      const journey = seals.journey({
        kind: 'registration',
        themeId: origin === undefined ? purpose.themeId : origin.themeId,
        applicationId: origin?.applicationId ?? null,
        locale: origin?.locale ?? purpose.locale,
        flow: flowName(flow),
        ...(flow.document.invitationOnly && { invitation }),
      })
      if (!(await isInvited(store.tenant(visit.tenant.id), flow, journey, now())))
        return await this.#views.failed(visit, purpose, 'FLOW_UNINVITED')
      return await this.#pages.page(visit, journey, flow, undefined, origin && from)
    }
    const journey = await seals.opened(visit.tenant.id, visit.browser, sealed)
    const flow = await this.#begun(visit, journey, reference)
    if (journey === undefined || flow === undefined || !isHeld(visit, journey))
      return await this.#views.lost(visit, sealed, 'FLOW_EXPIRED')
    const state = await flows.state<Registration>(visit.tenant, journey)
    if (state === 'ended') return await this.#views.failed(visit, journey, 'FLOW_EXPIRED')
    return await this.#pages.page(visit, journey, flow, state, from)
  }

  /** The version of the flow with which a registration began. */
  async #begun(
    visit: Visit,
    journey: Journey | undefined,
    reference: string,
  ): Promise<PublishedFlow | undefined> {
    if (journey?.kind !== 'registration') return undefined
    const { designs } = this.#parts
    // A registration that began in an older version of the service names no flow.
    const flow = await (journey.flow === null
      ? designs.newest(visit.tenant, REGISTRATION_REFERENCE)
      : designs.begun(visit.tenant, journey.flow))
    if (flow?.reference !== reference || flow.document.kind !== 'registration') return undefined
    // Sources with which people may register stay open when registration is switched off.
    if (journey.came !== null) return { ...flow, document: withoutPassword(flow.document) }
    return this.#parts.settings.registration || journey.invitation !== null
      ? this.#restricted(flow)
      : undefined
  }

  /** The flow as people may use it: if an operator switched registration off, only with an invitation. */
  #restricted(flow: PublishedFlow): PublishedFlow {
    if (this.#parts.settings.registration) return flow
    return { ...flow, document: { ...flow.document, invitationOnly: true } }
  }

  async #submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { seals, flows } = this.#parts
    const sealed = query.get('flow') ?? ''
    const journey = await seals.opened(visit.tenant.id, visit.browser, sealed)
    const flow = await this.#begun(visit, journey, query.get('reference') ?? REGISTRATION_REFERENCE)
    if (journey === undefined || flow === undefined || !isHeld(visit, journey))
      return await this.#views.lost(visit, sealed, 'FLOW_FOREIGN')
    const state = await flows.state<Registration>(visit.tenant, journey)
    if (state === 'ended') return await this.#views.failed(visit, journey, 'FLOW_EXPIRED')
    const from = query.get('from')
    switch (state?.at) {
      case undefined:
      case 'start': {
        const cookies = await this.#fill(visit, journey, flow, state, form, from)
        if (cookies === 'uninvited') return await this.#views.failed(visit, journey, 'FLOW_UNINVITED')
        const on =
          cookies &&
          (await this.#entering({ ...visit, registration: cookies.registration }, journey, flow, from))
        if (on !== undefined) return { ...on, cookies: { ...cookies, ...on.cookies } }
        const redirect = await this.#pages.address(visit, journey, flow, from)
        return cookies === undefined ? { redirect, idle: true } : { redirect, cookies }
      }
      case 'verify':
        if (form.get('operation') === 'resend') await this.#resend(visit, journey, flow, state, from)
        // Without a code, this is the previous form sent twice.
        else if (form.has('code')) {
          await this.#verify(visit, journey, flow, form.get('code')!)
          const on = await this.#entering(visit, journey, flow, from)
          if (on !== undefined) return on
        }
        break
      case 'confirm':
        if (!(await this.#links.confirm(visit, journey, flow, state, form.get('password') ?? '')))
          return await this.#linkLost(visit, journey, flow.reference)
        break
      case 'verified':
        // A second click on the previous button does not skip the page.
        if (form.get('operation') === 'continue')
          return await this.#outcomes.after(visit, journey, flow, from)
        break
    }
    // Each of these steps detects by itself when a form arrives too late.
    return { redirect: await this.#pages.address(visit, journey, flow, from), idle: true }
  }

  /** Continues at once with a person who came from a source and now has an account. */
  async #entering(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    from: string | undefined,
  ): Promise<Answer | undefined> {
    if (journey.came === null) return undefined
    const state = await this.#parts.flows.state<Registration>(visit.tenant, journey)
    if (state === undefined || state === 'ended' || state.at !== 'verified') return undefined
    return await this.#outcomes.after(visit, journey, flow, from)
  }

  async #linkLost(visit: Visit, purpose: Purpose, reference: string, label?: string): Promise<Answer> {
    const { registration } = this.#parts.settings
    // If registration is switched off, nobody can begin one by themselves.
    const again = (audience: Audience) =>
      registration
        ? designedAddress(reference, { themeId: seenTheme(audience), ui_locales: purpose.locale })
        : homeAddress(audience, purpose)
    return await this.#views.linkLost(visit, purpose, again, label)
  }

  /**
   * Continues with the submitted step. Returns undefined when something is wrong, and stores the problem for the page.
   */
  async #fill(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    state: Filling | undefined,
    form: Form,
    from: string | undefined,
  ): Promise<AnswerCookies | undefined | 'uninvited'> {
    const { throttle, passwords, store, now } = this.#parts
    const filled = await this.#steps.filled(visit, journey, flow, state ?? firstFilling(flow), form)
    if ('filling' in filled) {
      await this.#keep(visit, journey, { at: 'start', ...filled.filling })
      return filled.wrong ? undefined : {}
    }
    const { answers, password, last } = filled
    const details = registrationDetails(answers, flow.book)
    const wait = await throttle.wait(visit.tenant, throttle.registration(details.email, visit.address))
    if (wait !== undefined) {
      await this.#keep(visit, journey, { at: 'start', ...last, problems: { email: waiting(wait) } })
      return undefined
    }
    if (!(await isInvited(store.tenant(visit.tenant.id), flow, journey, now(), details.email)))
      return 'uninvited'
    // A new cookie. Otherwise, somebody who planted the cookie that flows are bound to could have the link verify their
    // own account.
    const registration = newSecret()
    // Every path through a registration asks for a password, except for people from an identity source.
    const passwordHash =
      'hash' in password ? password.hash : await passwords.hash(password.typed, { address: visit.address })
    const { own } = keptAnswers(answers, flow.book)
    const pending = { details, own, passwordHash, browser: secretHash(registration) }
    if (await this.sources.make(visit, journey, flow, pending)) return { registration }
    if (flow.document.verification === 'none') await this.#outcomes.unverified(visit, journey, flow, pending)
    else await this.#send(visit, journey, flow, pending, from)
    return { registration }
  }

  /** Mails a code and a link. If the address has an account, mails a notice to its owner instead. */
  async #send(
    visit: Visit,
    journey: Journey,
    { reference }: PublishedFlow,
    { details, own, passwordHash, browser }: Chosen,
    from: string | undefined,
    notice?: Message,
  ): Promise<void> {
    const { store, flows, seals, now } = this.#parts
    const { tenant } = visit
    const tenantStore = store.tenant(tenant.id)
    const { email } = details
    // Both lookups always run, and both mails are rendered, so that the time does not reveal which of them is sent.
    const [named, addressed] = [
      await tenantStore.accounts.named(email),
      await tenantStore.accounts.withEmail(email),
    ]
    const owner = named ?? addressed
    const code = newCode()
    const link = newSecret()
    const codeHash = await seals.macIn(
      tenant.id,
      journey,
      'registration',
      journey.id,
      owner === undefined ? code : newSecret(),
    )
    const challenge = newChallenge(codeHash, now(), CODE_MS)
    const mail = await this.#mails.verification(visit, journey, details, owner, {
      reference,
      code,
      link,
      lifetime: CODE_MS,
      expiresAt: challenge.expiresAt,
    })
    const state: Registration = {
      at: 'verify',
      details,
      own,
      passwordHash,
      challenge,
      link: secretHash(link),
      browser,
      taken: owner !== undefined,
      ...(notice !== undefined && { notice }),
    }
    await tenantStore.write(async tx => {
      await flows.keep(tx, journey, state)
      await tx.records.keep({
        ...REGISTRATION_LINK.holding({ journey, from: from ?? null }),
        idHash: secretHash(link),
        owner: null,
        expiresAt: challenge.expiresAt,
      })
      await tx.outbox.queue(mail)
      await tx.audit.record(audited(visit, journey, 'registration-begun', owner?.id ?? null, now()))
    }, 'quiet')
    this.#parts.mailQueued()
  }

  async #resend(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    state: Registration & { at: 'verify' },
    from: string | undefined,
  ): Promise<void> {
    const { store, flows, throttle, now } = this.#parts
    const soon = tooSoon(state.challenge, now())
    const wait = soon
      ? undefined
      : await throttle.wait(visit.tenant, throttle.registration(state.details.email, visit.address))
    const problem = soon ?? (wait === undefined ? undefined : waiting(wait))
    if (problem === undefined)
      return await this.#send(visit, journey, flow, state, from, { label: 'CODE_SENT' })
    await store.tenant(visit.tenant.id).write(async tx => {
      // Reads the state again, so that attempts made in the meantime stay counted.
      const { notice: _, ...rest } = (await flows.take<'verify', Registration>(tx, journey, 'verify')) ?? {}
      if ('at' in rest) await flows.keep(tx, journey, { ...rest, problem })
    }, 'quiet')
  }

  async #verify(visit: Visit, journey: Journey, flow: PublishedFlow, typed: string): Promise<void> {
    const { store, flows, seals, now } = this.#parts
    const digits = typedCode(typed)
    const codeHash =
      digits && (await seals.macIn(visit.tenant.id, journey, 'registration', journey.id, digits))
    const make = await this.#accounts.making(visit, journey, flow)
    await store.tenant(visit.tenant.id).write(async tx => {
      await tx.tenant.lock()
      const state = await flows.take<'verify', Registration>(tx, journey, 'verify')
      if (state === undefined) return
      const outcome = checkedCode(state.challenge, typed.trim() === '' ? undefined : (codeHash ?? ''), now())
      if (outcome.right && (await make(tx, state))) return
      const { notice: _, ...rest } = state
      const judged = outcome.right ? {} : { challenge: outcome.challenge, problem: outcome.problem }
      await flows.keep(tx, journey, { ...rest, ...judged })
    })
    this.#parts.mailQueued()
  }

  /**
   * Opens the link of a mail. In the browser where the registration began, it verifies the address at once. In any
   * other browser it changes nothing yet, because mail scanners follow links too. There it asks for the password, which
   * only the person who registered knows.
   */
  async #openLink(visit: Visit, link: string, reference: string, address: Purpose): Promise<Answer> {
    const { store, seals, flows, now } = this.#parts
    const record = await store.tenant(visit.tenant.id).records.get(REGISTRATION_LINK.name, secretHash(link))
    const lost = () => this.#linkLost(visit, address, reference)
    if (record === undefined || (record.expiresAt ?? 0) <= now()) return await lost()
    const { journey: begun, from } = REGISTRATION_LINK.heldIn(record)
    const flow = await this.#begun(visit, begun, reference)
    const state = await flows.state<Registration>(visit.tenant, begun)
    if (
      flow === undefined ||
      state === undefined ||
      state === 'ended' ||
      state.at === 'start' ||
      state.at === 'confirm'
    )
      return await lost()
    const here = state.at !== 'verify' || state.browser === secretHash(visit.registration ?? '')
    if (here) {
      if (state.at === 'verify' && !(await this.#links.confirmed(visit, begun, flow, record.idHash)))
        return await lost()
      return { redirect: await this.#pages.address(visit, begun, flow, from ?? undefined) }
    }
    const { themeId, applicationId, locale, flow: name, invitation } = begun
    // There is no password to ask for, so only the browser that came from the source can continue.
    if (begun.came !== null) return await this.#linkLost(visit, begun, reference, 'REG_OTHER_BROWSER')
    const purpose = { themeId, applicationId, locale, flow: name, invitation }
    const journey = seals.journey({ kind: 'registration', ...purpose })
    const { email } = (state as Pending).details
    await this.#keep(visit, journey, { at: 'confirm', link: record.idHash, email })
    return { redirect: await this.#pages.address(visit, journey, flow, undefined) }
  }

  async #keep({ tenant }: Visit, journey: Journey, state: Registration): Promise<void> {
    await this.#parts.store.tenant(tenant.id).write(tx => this.#parts.flows.keep(tx, journey, state), 'quiet')
  }
}
