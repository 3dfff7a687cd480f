import { UNKNOWN } from '../../core/attributes.ts'
import type { RegistrationDetails } from '../../core/forms/registration.ts'
import type { Account, TenantTransaction } from '../../store/store.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import type { RegistrationMails } from './registration-mails.ts'
import type { Pending, Registration } from './registration-views.ts'

/** Makes the account of a registration whose address has been verified. */
export class RegisteredAccounts {
  readonly #parts: FlowParts
  readonly #mails: RegistrationMails

  constructor(parts: FlowParts, mails: RegistrationMails) {
    this.#parts = parts
    this.#mails = mails
  }

  /**
   * How the account is made inside a transaction. Its mail is written before, because nothing else waits there; false
   * when the registration has changed since.
   */
  async making(
    visit: Visit,
    journey: Journey,
  ): Promise<(tx: TenantTransaction, pending: Pending) => Promise<boolean>> {
    const { surfaces, flows, now } = this.#parts
    const state = await flows.state<Registration>(visit.tenant, journey)
    if (state === undefined || state === 'ended' || state.at !== 'verify') return async () => false
    const { details } = state
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const mail = await this.#mails.registered(audience, visit, journey, details)
    return async (tx, { link, passwordHash, taken }) => {
      if (link !== state.link || taken) return false
      // Somebody may have been quicker with the same address: the page is the same for both.
      if ((await tx.accounts.named(details.email)) === undefined) {
        const account = newAccount(tx.newId(), details, passwordHash, surfaces.locale(audience), now())
        await tx.accounts.create(account)
        await tx.outbox.queue(mail)
        await tx.audit.record(audited(visit, journey, 'account-registered', account.id, now()))
      }
      await flows.keep(tx, journey, { at: 'verified' })
      return true
    }
  }
}

function newAccount(
  id: string,
  details: RegistrationDetails,
  passwordHash: string,
  locale: string | null,
  now: number,
): Account {
  return {
    id,
    userName: details.email,
    ...UNKNOWN,
    ...details,
    locale: locale?.replaceAll('_', '-') ?? null,
    status: 'active',
    administrator: false,
    themeDeveloper: false,
    emailVerified: true,
    passwordHash,
    passwordTemporary: false,
    recoveredAt: null,
    passwordExpiresAt: null,
    createdAt: now,
    updatedAt: now,
  }
}
