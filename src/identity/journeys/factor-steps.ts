import { mailHeldUntil } from '../../core/flows/assurance.ts'
import { type AskingAt, isAsking, type Method, type Sending } from '../../core/flows/methods.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import { chosen, knownOf, type StateAt } from '../../core/flows/sign-in.ts'
import type { Account } from '../../store/store.ts'
import { type Asked, type Asking, factorAt, factorOf, type SetUpAt } from '../factors/factor.ts'
import { otherAccount, provingLook } from '../factors/factor-page.ts'
import { type Person, standingOf } from '../factors/person.ts'
import { FlowViews } from '../surfaces/flow-views.ts'
import { personValues } from '../surfaces/mail-words.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { audited, type FlowParts, isVerified, verifierOf } from './flow-parts.ts'
import type { Form, SignIns } from './sign-in.ts'

type FactorAt = AskingAt | SetUpAt

/** The steps of the second factor: the choice of a method, and the steps of each factor. */
export class FactorSteps {
  readonly #parts: FlowParts
  readonly #signIns: SignIns
  readonly #views: FlowViews

  constructor(parts: FlowParts, signIns: SignIns) {
    this.#parts = parts
    this.#signIns = signIns
    this.#views = new FlowViews(parts)
  }

  /** The page of a step. */
  async show(
    visit: Visit,
    journey: Journey,
    state: StateAt<'choice' | FactorAt>,
    person: Person,
  ): Promise<Answer> {
    if (state.at === 'choice') return await this.#choice(visit, journey, state, person)
    return await factorAt(state.at).page.view(this.#asked(visit, journey, state, person))
  }

  /** Handles the form of a step. */
  async submit(
    visit: Visit,
    journey: Journey,
    state: StateAt<'choice' | FactorAt>,
    person: Person,
    operation: string,
    form: Form,
  ): Promise<Answer> {
    const { account } = person
    const { methods } = standingOf(person, this.#parts.now())
    if (state.at === 'choice') {
      const to = chosen(state, form.get('otp.user.otp-method.id') ?? '', methods)
      return await this.#signIns.go(visit, journey, account, state.proofs, to)
    }
    if (isAsking(state.at)) {
      if (operation === 'restart' && methods.length > 1)
        return await this.#signIns.step(visit, journey, { at: 'choice', ...knownOf(state) }, account)
    } else {
      const given = form.get('form_verifier')
      // The form of an earlier page was sent twice: nothing is done.
      if (given === undefined) return { redirect: await this.#signIns.address(visit, journey) }
      if (!(await isVerified(this.#parts, visit, journey, given)))
        return await this.#signIns.views.failed(visit, journey, 'FLOW_FOREIGN')
    }
    // Authenticator pages of themes made for IBM Security Verify post the code as `otp`.
    const code = form.get('otp.user.otp') ?? form.get('otp') ?? ''
    const asked = this.#asked(visit, journey, state, person)
    return await factorAt(state.at).page.submit(asked, { operation, code })
  }

  /** Begins with a factor whose code has to be sent first. */
  async begin(
    visit: Visit,
    journey: Journey,
    account: Account,
    proofs: Proofs,
    method: Sending,
  ): Promise<Answer> {
    return await factorOf(method).begin(this.#asking(visit, journey, account), proofs)
  }

  /**
   * The page of a sign-in for which a mailed code is not enough. From there, the person can start again, also for an
   * application.
   */
  async held(visit: Visit, journey: Journey, { recoveredAt }: Account): Promise<Answer> {
    const { seals, surfaces, now } = this.#parts
    const anew = seals.journey({ ...journey, session: null })
    const signsIn = journey.kind === 'sign-in'
    const again = await (signsIn ? this.#signIns.address(visit, anew) : this.#signIns.home(visit, journey))
    const until = mailHeldUntil(recoveredAt, now())
    if (until === undefined) return { redirect: again }
    const audience = await surfaces.audience(visit.tenant, provingLook(journey), visit.wish)
    const values = { UNTIL: surfaces.times(audience).moment(until) }
    const page = await surfaces.page(audience, 'mfa-error', {
      ERROR_MESSAGE: await this.#views.text(audience, { label: 'MAIL_HELD', values }),
      IDAAS_LOGIN_URL: again,
      EXCEPTION_MSG: visit.reference,
      REQ_ADDR: visit.path,
      TIMESTAMP: new Date(now()).toISOString(),
    })
    return { page, status: 403 }
  }

  async #choice(
    visit: Visit,
    journey: Journey,
    { problem }: StateAt<'choice'>,
    person: Person,
  ): Promise<Answer> {
    const { surfaces, now } = this.#parts
    const { account } = person
    const { audience, action } = await this.#views.frame(visit, journey, provingLook(journey))
    const word = await surfaces.words(audience)
    const labelOf = (method: Method) => {
      const { label, values } = factorOf(method).label(account)
      return word(label, values)
    }
    const otpMethods = standingOf(person, now()).methods.map((method, index) => ({
      OTP_METHOD_ID: method,
      OTP_METHOD_LABEL: labelOf(method),
      OTP_METHOD_CHECKED: index === 0 ? 'checked' : '',
      OTP_METHOD_TYPE: method,
    }))
    const page = await surfaces.page(
      audience,
      'mfa-choice',
      {
        ...personValues(account, surfaces.tag(audience)),
        ACTION: action,
        ERROR_MESSAGE: await this.#views.text(audience, problem),
        ...otherAccount(journey),
      },
      { repeats: { otpMethods } },
    )
    return { page, status: 200 }
  }

  #asking(visit: Visit, journey: Journey, account: Account): Asking {
    const parts = this.#parts
    const entry: Asking['entry'] = event => audited(visit, journey, event, account.id, parts.now())
    return { parts, views: this.#views, way: this.#signIns, visit, journey, account, entry }
  }

  #asked<At extends FactorAt>(
    visit: Visit,
    journey: Journey,
    state: StateAt<At>,
    person: Person,
  ): Asked<StateAt<At>> {
    const { account, held } = person
    const { methods } = standingOf(person, this.#parts.now())
    const verifier = () => verifierOf(this.#parts, visit, journey)
    return { ...this.#asking(visit, journey, account), state, held, methods, verifier }
  }
}
