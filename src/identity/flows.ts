import type { SignIn } from '../core/flows/sign-in.ts'
import type { Store, Tenant, TenantTransaction } from '../store/store.ts'
import { JOURNEY_MS, type Journey } from './seals.ts'
import { secretHash } from './secrets.ts'

const STATE = 'Flow'
const END = 'FlowEnd'

/** The states of flows. A flow on its first page has none: nothing is kept for people who only look. */
export class Flows {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Where a flow stands; undefined on its first page, and `ended` when it has done its work. */
  async state<S = SignIn>({ id: tenant }: Tenant, { id }: Journey): Promise<S | undefined | 'ended'> {
    const store = this.#store.tenant(tenant)
    // The end first: a request that was slower may have kept a state after it.
    if ((await store.shortLived(END, secretHash(id))) !== undefined) return 'ended'
    const record = await store.shortLived(STATE, secretHash(id))
    return record && (JSON.parse(record.payload) as S)
  }

  /** Keeps a step. It belongs to the account that it is about, and ends with everything else of it. */
  async keep(tx: TenantTransaction, { id, startedAt }: Journey, state: object): Promise<void> {
    await tx.keepShortLived({
      kind: STATE,
      idHash: secretHash(id),
      owner: 'account' in state ? String(state.account) : null,
      payload: JSON.stringify(state),
      expiresAt: startedAt + JOURNEY_MS,
    })
  }

  /** Takes the state away to replace it, if it is at this step; of two at the same moment, one gets it. */
  async take<At extends string, S extends { readonly at: string } = SignIn>(
    tx: TenantTransaction,
    journey: Journey,
    at: At,
  ): Promise<Extract<S, { readonly at: At }> | undefined> {
    const record = await tx.takeShortLived(STATE, secretHash(journey.id))
    if (record === undefined) return undefined
    const state = JSON.parse(record.payload) as S
    if (state.at === at) return state as Extract<S, { readonly at: At }>
    await this.keep(tx, journey, state)
    return undefined
  }

  /** Ends a flow: false when it has been ended before, so that nothing happens twice. */
  async end(tx: TenantTransaction, { id, startedAt }: Journey): Promise<boolean> {
    await tx.takeShortLived(STATE, secretHash(id))
    return await tx.addShortLived({
      kind: END,
      idHash: secretHash(id),
      owner: null,
      payload: '',
      expiresAt: startedAt + JOURNEY_MS,
    })
  }
}
