import type { AuditEvent } from '../../core/audit-events.ts'
import { type Message, waiting } from '../../core/flows/message.ts'
import { type Change, type Proofs, proofDue, proofNames } from '../../core/flows/proof.ts'
import { type Proving, provingStep, resumedStep, type SignIn } from '../../core/flows/sign-in.ts'
import type { Account } from '../../store/store.ts'
import { type Person, standingOf } from '../factors/person.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { isUnchangedAccount } from '../sessions/flows.ts'
import { flowAddress } from '../surfaces/addresses.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import type { Form } from './sign-in.ts'
import type { SignInViews } from './sign-in-views.ts'

/** What each kind of journey changes about a signed-in person's account. */
const CHANGES: Partial<Record<Journey['kind'], Change>> = {
  enrolment: 'factor',
  'change-password': 'password',
  'user-form': 'details',
  profile: 'details',
  'access-approval': 'access',
  // A link allows sign-in just like the password, so people who have an app are asked for it too.
  links: 'details',
}

/**
 * Asks a signed-in person to prove again who they are before they change their account. The session then continues
 * under a new id. Its start and its end stay the same.
 */
export class FreshProofs {
  readonly #parts: FlowParts
  readonly #views: SignInViews

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
  }

  /** The step that comes before the change that a journey is for; undefined when every proof is fresh. */
  async due(
    { tenant, session }: Visit,
    journey: Journey,
    person: Person,
    change = CHANGES[journey.kind],
  ): Promise<Proving | (SignIn & { at: 'held' }) | undefined> {
    if (session === undefined || change === undefined) return undefined
    const { proofs } = session
    const now = this.#parts.now()
    const proof = proofDue(change, { proofs, ...standingOf(person, now) }, now)
    if (proof === undefined) return undefined
    const known = { account: person.account.id, proofs }
    if (proof === 'held') return { at: 'held', ...known }
    const step = provingStep(proof, known)
    return resumedStep(await this.#parts.flows.proof(tenant, journey), step)
  }

  /** The address at which a journey asks for proofs, and continues when it has them. */
  async address({ tenant, browser }: Visit, journey: Journey): Promise<string> {
    return flowAddress(await this.#parts.seals.sealed(tenant.id, browser, journey))
  }

  /** Verifies the password of the signed-in account. The user name in the form is ignored. */
  async checkPassword(
    visit: Visit,
    journey: Journey,
    state: Proving & { at: 'password' },
    account: Account,
    form: Form,
  ): Promise<Answer> {
    const { store, flows, throttle, passwords, now } = this.#parts
    const again = async (problem: Message, event?: AuditEvent): Promise<Answer> => {
      await store.tenant(visit.tenant.id).write(async tx => {
        await flows.keep(tx, journey, { ...state, problem })
        if (event !== undefined) await tx.audit.record(audited(visit, journey, event, account.id, now()))
      }, 'quiet')
      return { redirect: await this.address(visit, journey), idle: true }
    }
    const password = form.get('password') ?? ''
    if (password === '') return await again({ label: 'PASSWORD_CURRENT_EMPTY' })
    const tries = throttle.currentPassword(account.id)
    const wait = await throttle.wait(visit.tenant, tries)
    if (wait !== undefined) return await again(waiting(wait))
    const { right } = await passwords.verify(password, account.passwordHash, ownTurn(account))
    if (!right) return await again({ label: 'PASSWORD_CURRENT_WRONG' }, 'proof-refused')
    await throttle.forgive(visit.tenant, tries)
    return await this.renewed(visit, journey, account, { pwd: now() })
  }

  /** Adds new proofs to the session, and continues. */
  async renewed(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Answer> {
    const { store, flows, sessions, now } = this.#parts
    const { session } = visit
    if (session === undefined) return await this.#views.failed(visit, journey, 'SIGNIN_ENDED')
    const given = proofNames(proofs).filter(proof => proofs[proof] !== session.proofs[proof])
    const details = { proofs: given.join(' ') }
    const id = await store.tenant(visit.tenant.id).write(async tx => {
      // The proofs do not count if the account was disabled, or its password changed, in the meantime.
      if (!(await isUnchangedAccount(tx, account))) return undefined
      const renewed = await sessions.renew(tx, session, proofs)
      if (renewed === undefined) return undefined
      await flows.proved(tx, journey)
      await tx.audit.record(audited(visit, journey, 'proof-renewed', account.id, now(), details))
      return renewed
    })
    if (id === undefined) return await this.#views.failed(visit, journey, 'SIGNIN_ENDED')
    return { redirect: await this.address(visit, journey), cookies: { session: id } }
  }
}
