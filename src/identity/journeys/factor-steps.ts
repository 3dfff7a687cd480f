import { mailHeldUntil } from '../../core/flows/assurance.ts'
import { checkedCode, newChallenge, tooSoon, typedCode } from '../../core/flows/challenge.ts'
import { type Message, waiting } from '../../core/flows/message.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import { chosen, knownOf, type SignIn } from '../../core/flows/sign-in.ts'
import type { Account, TenantTransaction } from '../../store/store.ts'
import {
  appCodeProblem,
  enrolmentCodes,
  enrolmentSecret,
  factorMail,
  keepApp,
} from '../factors/app-factor.ts'
import { newCode, newHint, totpStep } from '../factors/totp.ts'
import { type Person, standingOf } from '../provider/assurances.ts'
import { friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Answer, AnswerCookies, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { FactorViews } from './factor-views.ts'
import { audited, type FlowParts, isVerified } from './flow-parts.ts'
import type { Form, SignIns } from './sign-in.ts'

const CODE_MS = 5 * 60_000

type Step<At extends SignIn['at']> = SignIn & { at: At }

/** The steps of the second factor: choice, code by mail, authenticator app and its enrolment. */
export class FactorSteps {
  readonly #parts: FlowParts
  readonly #signIns: SignIns
  readonly views: FactorViews

  constructor(parts: FlowParts, signIns: SignIns) {
    this.#parts = parts
    this.#signIns = signIns
    this.views = new FactorViews(parts)
  }

  async submit(
    visit: Visit,
    journey: Journey,
    state: Step<'choice' | 'code' | 'totp' | 'recovery-code' | 'enrolment' | 'recovery-codes'>,
    person: Person,
    operation: string,
    form: Form,
  ): Promise<Answer> {
    const { account } = person
    const { methods } = standingOf(person, this.#parts.now())
    // Authenticator pages made for IBM Security Verify post it as `otp`.
    const code = form.get('otp.user.otp') ?? form.get('otp') ?? ''
    const choosing = state.at === 'code' || state.at === 'totp' || state.at === 'recovery-code'
    if (operation === 'restart' && choosing && methods.length > 1)
      return await this.#signIns.step(visit, journey, { at: 'choice', ...knownOf(state) })
    switch (state.at) {
      case 'choice': {
        const to = chosen(state, form.get('otp.user.otp-method.id') ?? '', methods)
        return await this.#signIns.go(visit, journey, account, state.proofs, to)
      }
      case 'code':
        // Mail may have ceased to be a method since the code was sent.
        if (journey.kind === 'sign-in' && !methods.includes('email'))
          return await this.#signIns.proceed(visit, journey, account, state.proofs)
        return operation === 'verify'
          ? await this.#checkMailed(visit, journey, account, code)
          : await this.#sendAgain(visit, journey, state, account)
      case 'totp':
      case 'recovery-code':
        return await this.#checkApp(visit, journey, state, account, code)
      case 'enrolment':
      case 'recovery-codes': {
        const given = form.get('form_verifier')
        // The form of a page before this one, sent twice: nothing is done.
        if (given === undefined) return { redirect: await this.#signIns.address(visit, journey) }
        if (!(await isVerified(this.#parts, visit, journey, given)))
          return await this.#signIns.views.failed(visit, journey, 'FLOW_FOREIGN')
        return state.at === 'enrolment'
          ? await this.#enrol(visit, journey, state, person, operation, code)
          : await this.#enrolled(visit, journey, state, account)
      }
    }
  }

  /** The page of a sign-in for which a mailed code is not enough. It can begin again, for an application as well. */
  async held(visit: Visit, journey: Journey, { recoveredAt }: Account): Promise<Answer> {
    const { seals, now } = this.#parts
    const anew = seals.journey({ ...journey, session: null })
    const signsIn = journey.kind === 'sign-in'
    const again = await (signsIn ? this.#signIns.address(visit, anew) : this.#signIns.home(visit, journey))
    const until = mailHeldUntil(recoveredAt, now())
    return until === undefined ? { redirect: again } : await this.views.held(visit, journey, until, again)
  }

  /** Mails a code, and leads to the page that asks for it. */
  async sendCode(
    visit: Visit,
    journey: Journey,
    account: Account,
    proofs: Proofs,
    notice?: Message,
  ): Promise<Answer> {
    const { surfaces, store, flows, throttle, seals, now } = this.#parts
    const { tenant } = visit
    const wait = await throttle.wait(tenant, await throttle.codeMail(account, visit))
    if (wait !== undefined) {
      const { id, userName } = account
      const problem = waiting(wait)
      const state: SignIn =
        journey.kind === 'sign-in'
          ? { at: 'credentials', userName, problem }
          : { at: 'choice', account: id, proofs, problem }
      return await this.#signIns.step(visit, journey, state)
    }
    const code = newCode()
    const hint = newHint()
    const audience = await surfaces.audience(tenant, mailPurpose(journey, account), visit.wish)
    const values = {
      OTP: code,
      OTP_LIFETIME: String(CODE_MS / 60_000),
      CORRELATION: hint,
      USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
    }
    const codeHash = await seals.macIn(tenant.id, journey, 'code', journey.id, code)
    const challenge = newChallenge(codeHash, now(), CODE_MS)
    const { expiresAt } = challenge
    const mail = await surfaces.mail(audience, 'mail-one-time-code', account.email ?? '', values, expiresAt)
    const state: SignIn = {
      at: 'code',
      account: account.id,
      proofs,
      challenge,
      hint,
      ...(notice !== undefined && { notice }),
    }
    await store.tenant(tenant.id).write(async tx => {
      await flows.keep(tx, journey, state)
      await tx.outbox.queue(mail)
    }, 'quiet')
    this.#parts.mailQueued()
    return { redirect: await this.#signIns.address(visit, journey) }
  }

  async #sendAgain(visit: Visit, journey: Journey, state: Step<'code'>, account: Account): Promise<Answer> {
    const { store, flows, now } = this.#parts
    const problem = tooSoon(state.challenge, now())
    if (problem === undefined)
      return await this.sendCode(visit, journey, account, state.proofs, { label: 'CODE_SENT' })
    await store.tenant(visit.tenant.id).write(async tx => {
      // Taken anew: codes that were tried meanwhile stay counted.
      const { notice: _, ...rest } = (await flows.take(tx, journey, 'code')) ?? {}
      if ('at' in rest) await flows.keep(tx, journey, { ...rest, problem })
    }, 'quiet')
    return { redirect: await this.#signIns.address(visit, journey), idle: true }
  }

  async #checkMailed(visit: Visit, journey: Journey, account: Account, typed: string): Promise<Answer> {
    const { store, flows, throttle, seals, now } = this.#parts
    const { tenant } = visit
    const tries = await throttle.code(account, visit)
    const wait = await throttle.wait(tenant, tries)
    const digits = typedCode(typed)
    const codeHash = digits && (await seals.macIn(tenant.id, journey, 'code', journey.id, digits))
    // The state is taken, judged and put back in one piece: guesses sent at once are all counted.
    const proofs = await store.tenant(tenant.id).write(async tx => {
      const state = await flows.take(tx, journey, 'code')
      if (state === undefined) return undefined
      const { notice: _, ...rest } = state
      if (wait !== undefined) {
        await flows.keep(tx, journey, { ...rest, problem: waiting(wait) })
        return undefined
      }
      const outcome = checkedCode(state.challenge, typed.trim() === '' ? undefined : (codeHash ?? ''), now())
      if (outcome.right) return state.proofs
      await flows.keep(tx, journey, { ...rest, challenge: outcome.challenge, problem: outcome.problem })
      await tx.audit.record(audited(visit, journey, 'code-refused', account.id, now()))
      return undefined
    }, 'quiet')
    if (proofs === undefined) return { redirect: await this.#signIns.address(visit, journey), idle: true }
    await throttle.forgive(tenant, tries)
    return await this.#signIns.proceed(visit, journey, account, { ...proofs, email: now() })
  }

  async #checkApp(
    visit: Visit,
    journey: Journey,
    state: Step<'totp' | 'recovery-code'>,
    account: Account,
    typed: string,
  ): Promise<Answer> {
    const { now } = this.#parts
    const problem = await appCodeProblem(this.#parts, visit, journey, account, typed, event =>
      audited(visit, journey, event, account.id, now()),
    )
    if (problem !== undefined) return await this.#signIns.step(visit, journey, { ...state, problem })
    return await this.#signIns.proceed(visit, journey, account, { ...state.proofs, totp: now() })
  }

  async #enrol(
    visit: Visit,
    journey: Journey,
    state: Step<'enrolment'>,
    { account, enrolled }: Person,
    operation: string,
    typed: string,
  ): Promise<Answer> {
    const { store, flows, seals, now } = this.#parts
    const { tenant } = visit
    if (operation === 'cancel' && !state.due) return { redirect: await this.#signIns.home(visit, journey) }
    if (operation === 'remove' && !state.due)
      return await this.#remove(visit, journey, state, account, enrolled)
    // The owner may have set one up since signing in asked for it.
    if (state.due && enrolled)
      return await this.#signIns.step(visit, journey, { at: 'totp', ...knownOf(state) })
    const secret = await enrolmentSecret(seals, tenant.id, journey)
    const usedStep = totpStep(secret, typed, now())
    if (usedStep === undefined) {
      const label = typed.trim() === '' ? 'CODE_EMPTY' : 'CODE_WRONG'
      return await this.#signIns.step(visit, journey, { ...state, problem: { label } })
    }
    const codes = await this.codes(visit, journey)
    const mail = await factorMail(this.#parts, visit, journey, account, {
      label: enrolled ? 'FACTOR_REPLACED' : 'ENROLLED',
    })
    const proofs = { ...state.proofs, totp: now() }
    const session = await store.tenant(tenant.id).write(async tx => {
      const alone = await this.#alone(tx, visit, journey, account, proofs)
      if (alone === undefined) return undefined
      await keepApp(tx, account.id, { secret, usedStep, codes })
      await tx.audit.record(audited(visit, journey, 'factor-enrolled', account.id, now()))
      if (mail !== undefined) await tx.outbox.queue(mail)
      await flows.keep(tx, journey, { at: 'recovery-codes', account: account.id, proofs })
      return alone
    })
    if (session === undefined) return await this.#signIns.views.failed(visit, journey, 'SIGNIN_ENDED')
    this.#parts.mailQueued()
    return { redirect: await this.#signIns.address(visit, journey), cookies: session }
  }

  /**
   * Ends everything else that the account has open. The session of somebody who is signed in goes on under a new id;
   * undefined when it has ended meanwhile.
   */
  async #alone(
    tx: TenantTransaction,
    { session, address }: Visit,
    { kind }: Journey,
    { id: account }: Account,
    proofs: Proofs,
  ): Promise<AnswerCookies | undefined> {
    const { sessions } = this.#parts
    const end = { address, why: 'second-factor-changed' } as const
    if (kind === 'sign-in') {
      await sessions.endAll(tx, account, end)
      return {}
    }
    const id = session && (await sessions.isolate(tx, session, proofs, end))
    return id === undefined ? undefined : { session: id }
  }

  /** The recovery codes of an enrolment: they belong to its journey, so that none has to be kept. */
  async codes({ tenant }: Visit, journey: Journey): Promise<string[]> {
    return await enrolmentCodes(this.#parts.seals, tenant.id, journey)
  }

  async #enrolled(
    visit: Visit,
    journey: Journey,
    { proofs }: Step<'recovery-codes'>,
    account: Account,
  ): Promise<Answer> {
    if (journey.kind === 'sign-in') return await this.#signIns.proceed(visit, journey, account, proofs)
    const { store, flows } = this.#parts
    const ended = await store.tenant(visit.tenant.id).write(tx => flows.end(tx, journey), 'quiet')
    if (!ended) return await this.#signIns.views.failed(visit, journey, 'FLOW_EXPIRED')
    return { redirect: await this.#signIns.home(visit, journey, 'enrolled') }
  }

  async #remove(
    visit: Visit,
    journey: Journey,
    state: Step<'enrolment'>,
    account: Account,
    enrolled: boolean,
  ): Promise<Answer> {
    const { store, flows, now } = this.#parts
    const removed = { label: 'FACTOR_REMOVED' }
    const mail = enrolled ? await factorMail(this.#parts, visit, journey, account, removed) : undefined
    const { totp: _, ...proofs } = state.proofs
    const session = await store.tenant(visit.tenant.id).write(async tx => {
      if (!(await flows.end(tx, journey)) || !enrolled) return {}
      const alone = await this.#alone(tx, visit, journey, account, proofs)
      if (alone === undefined) return undefined
      await tx.factors.setAuthenticator(account.id, null)
      await tx.factors.setRecoveryCodes(account.id, [])
      await tx.audit.record(audited(visit, journey, 'factor-removed', account.id, now()))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return alone
    })
    if (session === undefined) return await this.#signIns.views.failed(visit, journey, 'SIGNIN_ENDED')
    this.#parts.mailQueued()
    return { redirect: await this.#signIns.home(visit, journey, 'removed'), cookies: session }
  }
}
