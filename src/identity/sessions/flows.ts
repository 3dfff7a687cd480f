import { isProving, type SignIn } from '../../core/flows/sign-in.ts'
import type { Store, Tenant, TenantTransaction } from '../../store/store.ts'
import { JOURNEY_MS, type Journey } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'

const STATE = 'Flow'
const PROOF = 'FlowProof'
const END = 'FlowEnd'
const SIGNED_OUT = 'SignedOut'

/** The states of flows. A flow on its first page has none: nothing is kept for people who only look. */
export class Flows {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Where a flow stands; undefined on its first page, and `ended` when it has done its work. */
  async state<S = SignIn>({ id: tenant }: Tenant, { id }: Journey): Promise<S | undefined | 'ended'> {
    const store = this.#store.tenant(tenant)
    // The end first: a request that was slower may have kept a state after it.
    if ((await store.records.get(END, secretHash(id))) !== undefined) return 'ended'
    const record = await store.records.get(STATE, secretHash(id))
    return record && (JSON.parse(record.payload) as S)
  }

  /** Where somebody stands who proves again who they are, on the way to what the flow is for. */
  async proof({ id: tenant }: Tenant, { id }: Journey): Promise<SignIn | undefined> {
    const record = await this.#store.tenant(tenant).records.get(PROOF, secretHash(id))
    return record && (JSON.parse(record.payload) as SignIn)
  }

  /** Keeps a step. It belongs to the account that it is about, and ends with everything else of it. */
  async keep(tx: TenantTransaction, journey: Journey, state: object): Promise<void> {
    await tx.records.keep({
      kind: recordOf(journey, 'at' in state ? (state as SignIn).at : undefined),
      idHash: secretHash(journey.id),
      owner: 'account' in state ? String(state.account) : null,
      payload: JSON.stringify(state),
      expiresAt: journey.startedAt + JOURNEY_MS,
    })
  }

  /** Takes the state away to replace it, if it is at this step; of two at the same moment, one gets it. */
  async take<At extends string, S extends { readonly at: string } = SignIn>(
    tx: TenantTransaction,
    journey: Journey,
    at: At,
  ): Promise<Extract<S, { readonly at: At }> | undefined> {
    const record = await tx.records.take(recordOf(journey, at), secretHash(journey.id))
    if (record === undefined) return undefined
    const state = JSON.parse(record.payload) as S
    if (state.at === at) return state as Extract<S, { readonly at: At }>
    await this.keep(tx, journey, state)
    return undefined
  }

  /** Drops the step in which something was proved: what the flow is for comes next. */
  async proved(tx: TenantTransaction, { id }: Journey): Promise<void> {
    await tx.records.take(PROOF, secretHash(id))
  }

  /** Ends a flow: false when it has been ended before, so that nothing happens twice. */
  async end(tx: TenantTransaction, { id, startedAt }: Journey): Promise<boolean> {
    await tx.records.take(STATE, secretHash(id))
    return await tx.records.add({
      kind: END,
      idHash: secretHash(id),
      owner: null,
      payload: String(this.#now()),
      expiresAt: startedAt + JOURNEY_MS,
    })
  }

  /** Whether a flow has ended, and not before a moment. */
  async endedSince(tenant: string, { id }: Journey, moment: number): Promise<boolean> {
    const record = await this.#store.tenant(tenant).records.get(END, secretHash(id))
    return record !== undefined && Number(record.payload) >= moment
  }

  /** Notes that somebody has signed out in a browser: what was proved in its open flows counts no more. */
  async signOut(tx: TenantTransaction, browser: string): Promise<void> {
    const now = this.#now()
    await tx.records.keep({
      kind: SIGNED_OUT,
      idHash: secretHash(browser),
      owner: null,
      payload: String(now),
      expiresAt: now + JOURNEY_MS,
    })
  }

  /** Whether somebody has signed out in a browser since a flow began there. */
  async outlived({ id: tenant }: Tenant, browser: string, { startedAt }: Journey): Promise<boolean> {
    const record = await this.#store.tenant(tenant).records.get(SIGNED_OUT, secretHash(browser))
    return record !== undefined && startedAt < Number(record.payload)
  }
}

/** Somebody who is signed in proves something beside the state of the flow, which waits meanwhile. */
function recordOf({ kind }: Journey, at: string | undefined): string {
  return kind !== 'sign-in' && kind !== 'console' && isProving(at) ? PROOF : STATE
}
