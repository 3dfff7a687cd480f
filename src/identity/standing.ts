import type { Method, Proofs } from '../core/flows/proof.ts'
import { type Facts, isProved, isStale, methodsOf, type SignIn } from '../core/flows/sign-in.ts'
import type { Account } from '../store/store.ts'
import type { FreshProofs, Person } from './fresh-proofs.ts'
import type { FlowParts } from './parts.ts'
import type { Journey } from './seals.ts'
import type { Visit } from './visit.ts'

/** Where people stand in their flows, and what decides about their next step. */
export class Standings {
  readonly #parts: FlowParts
  readonly #fresh: FreshProofs

  constructor(parts: FlowParts, fresh: FreshProofs) {
    this.#parts = parts
    this.#fresh = fresh
  }

  /** Where a flow stands; `expired` where what it builds on counts no more. */
  async state(visit: Visit, journey: Journey): Promise<SignIn | 'ended' | 'expired'> {
    const { flows, now } = this.#parts
    const kept = await flows.state(visit.tenant, journey)
    if (kept === 'ended') return kept
    if (journey.kind !== 'sign-in') return await this.#change(visit, journey, kept)
    const bound = journey.session !== null
    if (bound && (kept === undefined || journey.session !== visit.session?.family)) return 'expired'
    const state: SignIn = kept ?? { at: 'credentials' }
    if (isProved(state) && (await flows.outlived(visit.tenant, visit.browser, journey))) return 'expired'
    return isStale(state, now()) ? { at: 'credentials' } : state
  }

  /** Where somebody stands who is signed in and changes something: first at the proof that it needs. */
  async #change(visit: Visit, journey: Journey, kept: SignIn | undefined): Promise<SignIn | 'expired'> {
    const { session } = visit
    const person = session && (await this.person(visit, session.account))
    if (session === undefined || person === undefined) return 'expired'
    const known = { account: session.account, proofs: session.proofs }
    const own = kept !== undefined && 'account' in kept && kept.account === known.account ? kept : undefined
    const change = own?.at === 'recovery-codes' ? own.at : undefined
    const due = await this.#fresh.due(visit, journey, person, change)
    if (due !== undefined) return due
    if (journey.kind === 'user-form' || journey.kind === 'profile') return { at: 'details', ...known }
    if (own !== undefined) return { ...own, ...known }
    return journey.kind === 'enrolment'
      ? { at: 'enrolment', due: false, ...known }
      : { at: 'change-password', ...known }
  }

  /** An account that may sign in, and what it has. */
  async person({ tenant }: Visit, id: string): Promise<Person | undefined> {
    const store = this.#parts.store.tenant(tenant.id)
    const account = await store.account(id)
    if (account?.status !== 'active') return undefined
    return { account, enrolled: (await store.authenticator(id)) !== undefined }
  }

  /** What the rules decide by. */
  async facts(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Facts> {
    const { surfaces, store } = this.#parts
    const { applicationId } = journey
    const application =
      applicationId === null ? undefined : await surfaces.application(visit.tenant.id, applicationId)
    const enrolled = (await store.tenant(visit.tenant.id).authenticator(account.id)) !== undefined
    return {
      account: account.id,
      proofs,
      passwordTemporary: account.passwordTemporary,
      secondFactorAsked: application?.secondFactor ?? false,
      methods: methodsOf({ enrolled, email: account.email }),
    }
  }
}

/** The methods that a person can choose from; a change of the account takes the strongest. */
export function methodsFor({ kind }: Journey, { account, enrolled }: Person): Method[] {
  const methods = methodsOf({ enrolled, email: account.email })
  return kind === 'sign-in' ? methods : methods.slice(0, 1)
}
