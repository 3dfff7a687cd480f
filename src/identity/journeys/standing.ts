import type { Proofs } from '../../core/flows/proof.ts'
import { type Facts, isProved, isStale, type SignIn } from '../../core/flows/sign-in.ts'
import type { Account } from '../../store/store.ts'
import { type Person, personOf, standingOf } from '../factors/person.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'
import type { FreshProofs } from './fresh-proofs.ts'
import { isHeld } from './holder.ts'

/** Kinds of journeys that come here only for a proof, and continue at pages of their own. */
const LEADING_ON: readonly Journey['kind'][] = ['user-form', 'profile', 'access-approval', 'links']

/** Determines the current step of a flow, and the facts for its next step. */
export class Standings {
  readonly #parts: FlowParts
  readonly #fresh: FreshProofs

  constructor(parts: FlowParts, fresh: FreshProofs) {
    this.#parts = parts
    this.#fresh = fresh
  }

  /** The state of a flow; `expired` when the proofs or the session that it builds on no longer count. */
  async state(visit: Visit, journey: Journey): Promise<SignIn | 'ended' | 'expired'> {
    const { flows, now } = this.#parts
    const kept = await flows.state(visit.tenant, journey)
    if (kept === 'ended') return kept
    if (journey.kind !== 'sign-in') return await this.#change(visit, journey, kept)
    if (!isHeld(visit, journey)) return 'expired'
    const bound = journey.session !== null
    if (bound && (kept === undefined || journey.session !== visit.session?.family)) return 'expired'
    const state: SignIn = kept ?? { at: 'credentials' }
    if (isProved(state) && (await flows.outlived(visit.tenant, visit.browser, journey))) return 'expired'
    return isStale(state, now(), journey.startedAt) ? await this.#late(visit, state) : state
  }

  /**
   * Whether a sign-in no longer has the step that was read before the account. The account may then be newer than the
   * proofs of the step.
   */
  async isOver({ tenant }: Visit, journey: Journey): Promise<boolean> {
    return journey.kind === 'sign-in' && (await this.#parts.flows.state(tenant, journey)) === undefined
  }

  /** Starts again with the password, for a person who took too long after it. */
  async #late({ tenant }: Visit, state: SignIn): Promise<SignIn> {
    const account =
      'account' in state ? await this.#parts.store.tenant(tenant.id).accounts.get(state.account) : undefined
    const problem = { label: 'SIGNIN_ENDED' }
    return { at: 'credentials', problem, ...(account !== undefined && { userName: account.userName }) }
  }

  /** The step of a signed-in person who changes something: first the proof that the change needs. */
  async #change(visit: Visit, journey: Journey, kept: SignIn | undefined): Promise<SignIn | 'expired'> {
    const { session } = visit
    const person = session && (await this.person(visit, session.account))
    if (session === undefined || person === undefined) return 'expired'
    const known = { account: session.account, proofs: session.proofs }
    const own = kept !== undefined && 'account' in kept && kept.account === known.account ? kept : undefined
    const change = own?.at === 'recovery-codes' ? own.at : undefined
    const due = await this.#fresh.due(visit, journey, person, change)
    if (due !== undefined) return due
    if (LEADING_ON.includes(journey.kind)) return { at: 'details', ...known }
    if (own !== undefined) return { ...own, ...known }
    return journey.kind === 'enrolment'
      ? { at: 'enrolment', due: false, ...known }
      : { at: 'change-password', ...known }
  }

  /** An active account, and its second factors. */
  async person({ tenant }: Visit, id: string): Promise<Person | undefined> {
    const store = this.#parts.store.tenant(tenant.id)
    const account = await store.accounts.get(id)
    if (account?.status !== 'active') return undefined
    return await personOf(store, account)
  }

  /** The facts that determine the next step. */
  async facts(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Facts> {
    const { providers, store, now } = this.#parts
    const { applicationId, interaction } = journey
    const standing = standingOf(await personOf(store.tenant(visit.tenant.id), account), now())
    const acrValues = interaction === null ? '' : await providers.acrValues(visit.tenant, interaction)
    const request = { applicationId, acrValues }
    return {
      account: account.id,
      proofs,
      passwordTemporary: account.passwordTemporary,
      demand: await providers.assurances.demand(visit.tenant, request, standing.methods),
      ...standing,
    }
  }
}
