import { waiting } from '../../core/flows/message.ts'
import { RecordKind } from '../../store/store.ts'
import type { PublishedFlow } from '../designs/published.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'
import type { RegisteredAccounts } from './registration-account.ts'
import type { Registration } from './registration-views.ts'

/** The record of a mailed link: the registration, and the sign-in from which it began. */
export const REGISTRATION_LINK = new RecordKind<{ readonly journey: Journey; readonly from: string | null }>(
  'VerifyLink',
)

/** Creates accounts when the link of a mail is used. */
export class RegistrationLinks {
  readonly #parts: FlowParts
  readonly #accounts: RegisteredAccounts

  constructor(parts: FlowParts, accounts: RegisteredAccounts) {
    this.#parts = parts
    this.#accounts = accounts
  }

  /**
   * Checks the password of the registration in another browser; false when the link is no longer valid. A wrong
   * password shows the page again.
   */
  async confirm(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    state: Registration & { at: 'confirm' },
    password: string,
  ): Promise<boolean> {
    const { store, flows, throttle, passwords, now } = this.#parts
    const record = await store.tenant(visit.tenant.id).records.get(REGISTRATION_LINK.name, state.link)
    if (record === undefined || (record.expiresAt ?? 0) <= now()) return false
    const { journey: begun } = REGISTRATION_LINK.heldIn(record)
    const pending = await flows.state<Registration>(visit.tenant, begun)
    if (pending === undefined || pending === 'ended' || pending.at !== 'verify') return false
    const wait = await throttle.wait(visit.tenant, throttle.chosenPassword(state.link, visit.address))
    const { right } =
      wait === undefined
        ? await passwords.verify(password, pending.passwordHash, { address: visit.address })
        : { right: false }
    if (right) return await this.confirmed(visit, begun, flow, state.link, journey)
    const problem = wait === undefined ? { label: 'REG_CONFIRM_WRONG' } : waiting(wait)
    const again: Registration = { ...state, problem }
    await store.tenant(visit.tenant.id).write(tx => flows.keep(tx, journey, again), 'quiet')
    return true
  }

  /** Creates the account by a link, and updates the journey of the browser that opened it. */
  async confirmed(
    visit: Visit,
    begun: Journey,
    flow: PublishedFlow,
    link: string,
    other?: Journey,
  ): Promise<boolean> {
    const { store, flows } = this.#parts
    const make = await this.#accounts.making(visit, begun, flow)
    const done = await store.tenant(visit.tenant.id).write(async tx => {
      await tx.tenant.lock()
      const state = await flows.take<'verify', Registration>(tx, begun, 'verify')
      if (state === undefined) return false
      if (state.link !== link || !(await make(tx, state))) {
        await flows.keep(tx, begun, state)
        return false
      }
      if (other !== undefined) await flows.keep(tx, other, { at: 'verified' })
      return true
    })
    if (done) this.#parts.mailQueued()
    return done
  }
}
