import type { Proofs } from '../../core/flows/proof.ts'
import { isProving, type Next, next, type SignIn, type StateAt } from '../../core/flows/sign-in.ts'
import type { Account, Tenant } from '../../store/store.ts'
import { flowReference } from '../designs/published.ts'
import type { Person } from '../factors/person.ts'
import { identified, userNameIn } from '../sources/directory.ts'
import { accountAddress, accountPurpose, isDressed } from '../surfaces/account-purpose.ts'
import { designedAddress, flowAddress, flowAt, type Notice, sourceAddress } from '../surfaces/addresses.ts'
import { askedPurpose } from '../surfaces/asked-purpose.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { type Journey, same } from '../tenancy/seals.ts'
import { FactorSteps } from './factor-steps.ts'
import { repeatable } from './first-page.ts'
import type { Flow, Form, Query } from './flow.ts'
import type { FlowParts } from './flow-parts.ts'
import { FreshProofs } from './fresh-proofs.ts'
import { held, movedOn, released } from './holder.ts'
import { Interactions } from './interactions.ts'
import { newSession } from './new-session.ts'
import { PasswordSteps } from './password-steps.ts'
import { failedPurpose, hintOf, problemOf, withHint } from './sign-in-address.ts'
import { formAtSignIn } from './sign-in-forms.ts'
import { SignInViews } from './sign-in-views.ts'
import { Standings } from './standing.ts'

export type { Form } from './flow.ts'

const KINDS: readonly Journey['kind'][] = [
  'sign-in',
  'change-password',
  'enrolment',
  'user-form',
  'profile',
  'access-approval',
  'links',
]

/** The sign-in, from the first page to the waiting application. */
export class SignIns implements Flow {
  readonly #parts: FlowParts
  readonly views: SignInViews
  readonly interactions: Interactions
  readonly #passwords: PasswordSteps
  readonly #factors: FactorSteps
  readonly #fresh: FreshProofs
  readonly #standings: Standings

  constructor(parts: FlowParts) {
    this.#parts = parts
    this.views = new SignInViews(parts)
    this.#passwords = new PasswordSteps(parts, this)
    this.#factors = new FactorSteps(parts, this)
    this.#fresh = new FreshProofs(parts, this.views)
    this.#standings = new Standings(parts, this.#fresh)
    this.interactions = new Interactions(parts, this, this.#standings)
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const flow = query.get('flow')
    if (flow !== undefined) return await this.#showFlow(visit, flow, query)
    const purpose = await askedPurpose(this.#parts.surfaces, visit, query)
    const recovery = query.get('recover')
    if (recovery !== undefined) return await this.#passwords.recover(visit, recovery, purpose)
    const person = visit.session && (await this.#standings.person(visit, visit.session.account))
    const wanted = query.get('operation')
    if (person === undefined || wanted === 'forgot_password') {
      const beginning = { kind: 'sign-in', ...purpose } as const
      const journey = this.#parts.seals.journey(beginning)
      const forgotten = wanted === 'forgot_password'
      const hint = hintOf(query)
      if (await this.views.postsBack(visit, journey, forgotten)) {
        const address = await this.address(visit, journey, forgotten ? 'forgot' : undefined)
        return { redirect: withHint(address, hint) }
      }
      if (forgotten) return await this.views.forgotten(visit, journey, hint)
      const first = await this.views.credentials(visit, journey, {}, hint)
      // While the store cannot be read, another theme is shown than the one in the URL.
      const isAsked = purpose.themeId === (query.get('themeId') ?? null)
      return isAsked && visit.source === undefined
        ? repeatable(this.#parts.seals, visit.tenant, beginning, first)
        : first
    }
    const { seals } = this.#parts
    const account = await accountPurpose(seals, visit, query)
    if (wanted === 'change_password') {
      // People who have only ever signed in through a source have no current password to enter.
      if (person.account.passwordHash === null)
        return { redirect: `${await accountAddress(seals, visit, account)}&operation=forgot_password` }
      const changing = account.applicationId === null ? purpose : account
      return await this.#open(visit, seals.journey({ ...changing, kind: 'change-password' }))
    }
    if (wanted === 'enroll') return await this.#open(visit, seals.journey({ ...account, kind: 'enrolment' }))
    return await this.views.signedIn(visit, account, person.account, query.get('notice'))
  }

  /** Where a journey ends when no application waits. */
  async home(visit: Visit, journey: Journey, notice?: Notice): Promise<string> {
    if (journey.to !== null) return journey.to
    return await accountAddress(this.#parts.seals, visit, journey, notice)
  }

  async #open(visit: Visit, journey: Journey): Promise<Answer> {
    return { redirect: await this.address(visit, journey) }
  }

  async #showFlow(visit: Visit, flow: string, query: ReadonlyMap<string, string>): Promise<Answer> {
    const journey = await this.#opened(visit, flow)
    if (journey === undefined) return await this.views.lost(visit, flow, 'FLOW_EXPIRED')
    const on = await movedOn(this.#parts, visit, journey)
    if (on !== undefined) return { redirect: await this.address(visit, on) }
    const at = query.get('at') ?? (query.get('operation') === 'forgot_password' ? 'forgot' : undefined)
    const state = await this.#standings.state(visit, journey)
    if (state === 'ended') return await this.#ended(visit, journey, at)
    if (state === 'expired') return await this.#expired(visit, journey)
    if (query.get('operation') === 'cancel') return { redirect: await this.home(visit, journey) }
    if (at === 'forgot' && journey.kind !== 'sign-in')
      return {
        redirect: `${await accountAddress(this.#parts.seals, visit, journey)}&operation=forgot_password`,
      }
    if (state.at === 'credentials') {
      const problem = problemOf(query, at)
      if (problem !== undefined && at !== 'forgot')
        return await this.views.credentials(visit, journey, { ...state, problem })
      if (query.get('operation') === 'restart') return await this.views.credentials(visit, journey, state)
      const hint = hintOf(query) || (state.userName ?? '')
      if (at === 'forgot') return await this.views.forgotten(visit, journey, hint, problem)
      if (at === 'sent') return await this.views.forgottenSent(visit, journey)
      const only = await this.#onlySource(visit, journey, state)
      if (only !== undefined) return { redirect: await this.#sourceAddress(visit, journey, only, hint) }
      return await this.views.credentials(visit, journey, state, hint)
    }
    if (state.at === 'link') return await this.views.link(visit, journey, state)
    const person = await this.#personOf(visit, journey, state)
    if (person === undefined) return await this.#stranded(visit, journey, state)
    const { account } = person
    switch (state.at) {
      case 'password':
        return await this.views.password(visit, journey, state, account)
      case 'details':
        return { redirect: await this.#detailsAddress(visit, journey) }
      case 'new-password':
      case 'change-password':
        return await this.views.newPassword(visit, journey, state, account)
      case 'held':
        return await this.#factors.held(visit, journey, account)
      default:
        return await this.#factors.show(visit, journey, state, person)
    }
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const flow = query.get('flow') ?? ''
    const journey = await this.#opened(visit, flow)
    if (journey === undefined) return await this.views.lost(visit, flow, 'FLOW_FOREIGN')
    const on = await movedOn(this.#parts, visit, journey)
    if (on !== undefined) return { redirect: await this.address(visit, on) }
    const state = await this.#standings.state(visit, journey)
    if (state === 'ended') return await this.views.failed(visit, journey, 'FLOW_EXPIRED')
    if (state === 'expired') return await this.#expired(visit, journey)
    const operation = form.get('operation') ?? query.get('operation') ?? 'verify'
    if (state.at === 'credentials') {
      const forgotten = query.get('at') === 'forgot' || query.get('operation') === 'forgot_password'
      if (operation === 'restart') return { redirect: await this.address(visit, journey) }
      if (forgotten) return await this.#passwords.forgotten(visit, journey, form)
      // The form of a step that has expired, or that ended with everything else of the account.
      const isFirst = form.has('password') || (form.has('username') && !form.has('newpassword'))
      if (!isFirst) return { redirect: await this.address(visit, journey, 'over'), idle: true }
      return await this.#identify(visit, journey, form)
    }
    if (state.at === 'link')
      return await this.step(
        visit,
        journey,
        userNameIn(form) === ''
          ? { at: 'link', problem: { label: 'FORGOT_PASSWORD_ERROR' } }
          : { at: 'credentials', userName: userNameIn(form) },
      )
    const person = await this.#personOf(visit, journey, state)
    if (person === undefined || (await this.#standings.isOver(visit, journey)))
      return await this.#stranded(visit, journey, state)
    if (operation === 'other_account')
      return journey.kind === 'sign-in'
        ? await this.step(visit, journey, { at: 'credentials' })
        : { redirect: await this.home(visit, journey) }
    // The form of a page that was open for too long. It has no effect, because the proof that it needs must come first.
    const behind = form.has('form_verifier') || form.has('oldpassword')
    if (journey.kind !== 'sign-in' && isProving(state.at) && behind)
      return { redirect: await this.address(visit, journey) }
    switch (state.at) {
      case 'password':
        return await this.#fresh.checkPassword(visit, journey, state, person.account, form)
      case 'details':
        return { redirect: await this.#detailsAddress(visit, journey) }
      case 'new-password':
        if (state.recovery !== undefined && !(await this.#provesRecovery(visit, journey, query)))
          return await this.views.failed(visit, journey, 'FLOW_FOREIGN')
        return await this.#passwords.replace(visit, journey, state, person.account, form)
      case 'change-password':
        return await this.#passwords.change(visit, journey, state, person.account, form)
      case 'held':
        return { redirect: await this.address(visit, journey) }
      default:
        return await this.#factors.submit(visit, journey, state, person, operation, form)
    }
  }

  async #provesRecovery(
    visit: Visit,
    journey: Journey,
    query: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    return same(query.get('proof') ?? '', await this.views.recoveryProof(visit, journey))
  }

  /** The journey of a flow, if its pages are here. */
  async #opened(visit: Visit, flow: string): Promise<Journey | undefined> {
    const journey = await this.#parts.seals.opened(visit.tenant.id, visit.browser, flow)
    if (journey === undefined || !KINDS.includes(journey.kind)) return undefined
    return journey.kind === 'sign-in' || isDressed(visit, journey) ? journey : undefined
  }

  /** Identifies the person by what they typed, or redirects to the source that their user name belongs to. */
  async #identify(visit: Visit, journey: Journey, brought: Form): Promise<Answer> {
    const { offers } = this.#parts
    const { applicationId } = journey
    const offer = await offers.of(visit.tenant, applicationId)
    const routed = offers.routed(offer, userNameIn(brought))
    // A person who proves an account in order to link it always does so here, whatever the domain of its address.
    if (routed !== undefined && journey.came === null)
      return {
        redirect: await this.#sourceAddress(visit, journey, routed.id, userNameIn(brought)),
        idle: true,
      }
    if (!offer.directory)
      return await this.step(visit, journey, { at: 'credentials', problem: { label: 'FEDERATION_ONLY' } })
    const found = await identified(this.#parts, {
      visitor: visit,
      applicationId,
      brought,
      keep: (tx, unknown) => this.#parts.flows.keep(tx, journey, { at: 'credentials', ...unknown }),
    })
    if ('account' in found) {
      const on = await released(this.#parts, visit, journey, found.account)
      return await this.proceed(visit, on, found.account, found.proofs)
    }
    if ('incomplete' in found)
      return { redirect: await this.address(visit, journey, 'incomplete'), idle: true }
    // The wait is in the URL, so that a throttled attempt causes no write.
    if ('wait' in found) {
      const page = await this.address(visit, journey)
      return { redirect: `${page}&wait=${Math.ceil(found.wait / 1000)}`, idle: true }
    }
    return found.kept
      ? { redirect: await this.address(visit, journey), idle: true }
      : await this.step(visit, journey, { at: 'credentials', ...found.unknown })
  }

  /** Continues after a proof: with the next step, or with the end of the sign-in. */
  async proceed(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Answer> {
    if (journey.kind !== 'sign-in') return await this.#fresh.renewed(visit, journey, account, proofs)
    const to = next(await this.#standings.facts(visit, journey, account, proofs))
    return to === 'done'
      ? await this.#done(visit, journey, account, proofs)
      : await held(this.#parts, visit, journey, on => this.go(visit, on, account, proofs, to))
  }

  async go(visit: Visit, journey: Journey, account: Account, proofs: Proofs, to: Next): Promise<Answer> {
    if (to === 'done') return await this.#done(visit, journey, account, proofs)
    if ('begin' in to) return await this.#factors.begin(visit, journey, account, proofs, to.begin)
    return await this.step(visit, journey, to, account)
  }

  /**
   * Stores a step, and redirects to its page. A step of a sign-in that depends on proofs needs their account. A person
   * who starts again with the password continues without the session.
   */
  async step(visit: Visit, journey: Journey, state: SignIn, account?: Account): Promise<Answer> {
    const { store, flows, seals } = this.#parts
    const leaves = state.at === 'credentials' && journey.session !== null
    const on = leaves ? seals.journey({ ...journey, session: null }) : journey
    const own = store.tenant(visit.tenant.id)
    const kept = await own.write(tx => flows.keepFor(tx, account, on, state), 'quiet')
    if (!kept) return await this.views.failed(visit, journey, 'FLOW_EXPIRED')
    const idle = 'problem' in state && state.problem !== undefined
    return { redirect: await this.address(visit, on), ...(idle && { idle }) }
  }

  /** Everything is proved: tells the waiting application, or shows the page that follows. */
  async #done(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Answer> {
    const { providers, now } = this.#parts
    const cookies = await newSession(this.#parts, visit, journey, account, proofs)
    if (cookies === undefined) return await this.views.failed(visit, journey, 'FLOW_EXPIRED')
    if (journey.interaction === null) {
      const home = await this.home(visit, journey)
      return { redirect: (await formAtSignIn(this.#parts, visit, journey, account, home)) ?? home, cookies }
    }
    const at = journey.session === null ? now() : visit.session!.startedAt
    const login = { account: account.id, proofs, at, before: visit.providerSession, now: true }
    const redirect = await providers.finish(visit, journey.interaction, login)
    if (redirect === undefined) return await this.views.failed(visit, journey, 'OIDC_EXPIRED', { cookies })
    return { redirect, cookies }
  }

  /** The source, if it is the only way to sign in, so that nobody has to choose it. */
  async #onlySource(
    visit: Visit,
    journey: Journey,
    state: StateAt<'credentials'>,
  ): Promise<string | undefined> {
    const { directory, sources } = await this.#parts.offers.of(visit.tenant, journey.applicationId)
    const isFirst = state.problem === undefined && journey.came === null
    return !directory && sources.length === 1 && isFirst ? sources[0]!.id : undefined
  }

  /** The address that continues at a source after a form. */
  async #sourceAddress(visit: Visit, journey: Journey, id: string, hint: string): Promise<string> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return withHint(`${sourceAddress(id)}?flow=${flow}&via=form`, hint)
  }

  /** The purpose of a request that failed, as far as its URL reveals it. */
  async purposeOf(
    tenant: Tenant,
    cookies: string | undefined,
    path: string,
    query: ReadonlyMap<string, string>,
  ): Promise<Purpose> {
    return await failedPurpose(this.#parts, tenant, cookies, path, query)
  }

  /** The person at a step. Outside of a sign-in, they must still be signed in. */
  async #personOf(
    visit: Visit,
    { kind }: Journey,
    state: Exclude<SignIn, { at: 'credentials' | 'link' }>,
  ): Promise<Person | undefined> {
    if (kind !== 'sign-in' && visit.session?.account !== state.account) return undefined
    return await this.#standings.person(visit, state.account)
  }

  /** The page for a step that its person may no longer take. */
  async #stranded(visit: Visit, journey: Journey, { at }: SignIn): Promise<Answer> {
    const id = isProving(at) && at !== 'password' ? 'mfa-error' : 'login-error'
    return await this.views.failed(visit, journey, 'FLOW_EXPIRED', { id })
  }

  /** The page for a flow whose session has ended. The person can still sign in to the waiting application. */
  async #expired(visit: Visit, journey: Journey): Promise<Answer> {
    return await this.views.failed(visit, journey, 'SIGNIN_ENDED')
  }

  async #ended(visit: Visit, journey: Journey, at: string | undefined): Promise<Answer> {
    if (at === 'changed') return await this.views.recovered(visit, journey)
    const person = visit.session && (await this.#standings.person(visit, visit.session.account))
    if (person === undefined || !isDressed(visit, journey))
      return await this.views.failed(visit, journey, 'FLOW_EXPIRED')
    return await this.views.signedIn(visit, journey, person.account)
  }

  /** Where a journey continues that came here only for a proof. */
  async #detailsAddress({ tenant, browser }: Visit, journey: Journey): Promise<string> {
    const flow = await this.#parts.seals.sealed(tenant.id, browser, journey)
    if (journey.to !== null && journey.flow === null) return flowAt(journey.to, flow)
    const reference = flowReference(journey.flow) ?? 'profile'
    // The profile can also be shown as an ordinary form, under another reference.
    const asForm = reference === 'profile' && journey.kind !== 'profile'
    return designedAddress(asForm ? 'user_form' : reference, { flow })
  }

  /** The address of a flow's page. */
  async address(visit: Visit, journey: Journey, at?: string): Promise<string> {
    return flowAddress(await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey), at)
  }
}
