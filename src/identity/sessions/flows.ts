import { isProving, type SignIn } from '../../core/flows/sign-in.ts'
import {
  type Account,
  RecordKind,
  type Store,
  type Tenant,
  type TenantTransaction,
} from '../../store/store.ts'
import { JOURNEY_MS, type Journey } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'

const STATE = new RecordKind<object>('Flow')
const PROOF = new RecordKind<object>('FlowProof')
/** Records when a flow ended, and when somebody signed out in a browser. */
const END = new RecordKind<number>('FlowEnd')
const SIGNED_OUT = new RecordKind<number>('SignedOut')

/** Stores the states of flows. A flow on its first page has none, so nothing is stored for people who only look. */
export class Flows {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** The state of a flow; undefined on its first page, and `ended` when it is complete. */
  async state<S = SignIn>({ id: tenant }: Tenant, { id }: Journey): Promise<S | undefined | 'ended'> {
    const store = this.#store.tenant(tenant)
    // Checks the end first, because a slower request may have stored a state after it.
    if ((await store.records.get(END.name, secretHash(id))) !== undefined) return 'ended'
    const record = await store.records.get(STATE.name, secretHash(id))
    return record && (STATE.heldIn(record) as S)
  }

  /** The state of a signed-in person who proves again who they are, before the flow continues. */
  async proof({ id: tenant }: Tenant, { id }: Journey): Promise<SignIn | undefined> {
    const record = await this.#store.tenant(tenant).records.get(PROOF.name, secretHash(id))
    return record && (PROOF.heldIn(record) as SignIn)
  }

  /**
   * Stores a step. It belongs to the account that it is about, and is removed when everything of that account is ended.
   */
  async keep(tx: TenantTransaction, journey: Journey, state: object): Promise<void> {
    await tx.records.keep({
      ...kindOf(journey, 'at' in state ? (state as SignIn).at : undefined).holding(state),
      idHash: secretHash(journey.id),
      owner: 'account' in state ? String(state.account) : null,
      expiresAt: journey.startedAt + JOURNEY_MS,
    })
  }

  /**
   * Stores a step that depends on proofs of an account, if there is one; false if they no longer count. Otherwise, a
   * request that was under way when everything of the account was ended would bring a step back.
   */
  async keepFor(
    tx: TenantTransaction,
    account: Account | undefined,
    journey: Journey,
    state: object,
  ): Promise<boolean> {
    if (account !== undefined && !(await isUnchangedAccount(tx, account))) return false
    await this.keep(tx, journey, state)
    return true
  }

  /**
   * Takes the state out of the store to replace it, if it is at this step. Of two concurrent callers, only one gets it.
   */
  async take<At extends string, S extends { readonly at: string } = SignIn>(
    tx: TenantTransaction,
    journey: Journey,
    at: At,
  ): Promise<Extract<S, { readonly at: At }> | undefined> {
    const kind = kindOf(journey, at)
    const record = await tx.records.take(kind.name, secretHash(journey.id))
    if (record === undefined) return undefined
    const state = kind.heldIn(record) as S
    if (state.at === at) return state as Extract<S, { readonly at: At }>
    await this.keep(tx, journey, state)
    return undefined
  }

  /** Removes the step that asked for a proof, so that the flow itself continues. */
  async proved(tx: TenantTransaction, { id }: Journey): Promise<void> {
    await tx.records.take(PROOF.name, secretHash(id))
  }

  /** Ends a flow; false if it has already ended, so that nothing happens twice. */
  async end(tx: TenantTransaction, { id, startedAt }: Journey): Promise<boolean> {
    await tx.records.take(STATE.name, secretHash(id))
    return await tx.records.add({
      ...END.holding(this.#now()),
      idHash: secretHash(id),
      owner: null,
      expiresAt: startedAt + JOURNEY_MS,
    })
  }

  /** When a flow has ended; undefined if it has not. */
  async endedAt(tenant: string, { id }: Journey): Promise<number | undefined> {
    const record = await this.#store.tenant(tenant).records.get(END.name, secretHash(id))
    return record && END.heldIn(record)
  }

  /** Notes that somebody has signed out in a browser. Proofs in its open flows no longer count. */
  async signOut(tx: TenantTransaction, browser: string): Promise<void> {
    const now = this.#now()
    await tx.records.keep({
      ...SIGNED_OUT.holding(now),
      idHash: secretHash(browser),
      owner: null,
      expiresAt: now + JOURNEY_MS,
    })
  }

  /** Whether somebody has signed out in a browser since a flow began there. */
  async outlived(tenant: Tenant, browser: string, { startedAt }: Journey): Promise<boolean> {
    return startedAt < (await this.#signedOutAt(tenant, browser))
  }

  /** A flow that begins now, after all sign-outs so far. The clock of the node where somebody signed out may be ahead. */
  async afterSignOut(tenant: Tenant, browser: string, journey: Journey): Promise<Journey> {
    return { ...journey, startedAt: Math.max(journey.startedAt, await this.#signedOutAt(tenant, browser)) }
  }

  async #signedOutAt({ id: tenant }: Tenant, browser: string): Promise<number> {
    const record = await this.#store.tenant(tenant).records.get(SIGNED_OUT.name, secretHash(browser))
    return record === undefined ? 0 : SIGNED_OUT.heldIn(record)
  }
}

/**
 * Whether proofs of an account still count, because it is active and its password has not changed since it was read.
 * Until the transaction ends, nobody else can change it.
 */
export async function isUnchangedAccount(
  tx: TenantTransaction,
  { id, passwordHash }: Account,
): Promise<boolean> {
  const current = await tx.accounts.get(id)
  return current?.status === 'active' && current.passwordHash === passwordHash
}

/**
 * The kind of record for a step. A proof of a signed-in person is stored separately from the flow's state, which stays
 * unchanged.
 */
function kindOf({ kind }: Journey, at: string | undefined): RecordKind<object> {
  return kind !== 'sign-in' && kind !== 'console' && isProving(at) ? PROOF : STATE
}
