import { UNKNOWN } from '../../core/attributes.ts'
import type { RegistrationDetails } from '../../core/user-flows/person.ts'
import { type Account, RecordKind, type TenantTransaction } from '../../store/store.ts'
import { takeInvitation } from '../designs/invitations.ts'
import type { PublishedFlow } from '../designs/published.ts'
import type { Visit } from '../surfaces/visit.ts'
import { JOURNEY_MS, type Journey } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import type { RegistrationMails } from './registration-mails.ts'
import type { Chosen, Pending, Registration } from './registration-views.ts'
import { isUnchanged } from './source-accounts.ts'

/** A new account, and the hash of the cookie of the browser in which its registration began. */
export interface Made {
  readonly id: string
  readonly browser: string
}

const MADE = new RecordKind<Pick<Made, 'browser'>>('RegisteredAccount')

/** Creates the account of a registration whose address has been verified. */
export class RegisteredAccounts {
  readonly #parts: FlowParts
  readonly #mails: RegistrationMails

  constructor(parts: FlowParts, mails: RegistrationMails) {
    this.#parts = parts
    this.#mails = mails
  }

  /**
   * Returns a function that creates the account inside a transaction. The mails are rendered before, so that the
   * transaction need not wait for them. The function returns false if the registration has changed since.
   */
  async making(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
  ): Promise<(tx: TenantTransaction, pending: Pending) => Promise<boolean>> {
    const { surfaces, flows } = this.#parts
    const state = await flows.state<Registration>(visit.tenant, journey)
    if (state === undefined || state === 'ended' || state.at !== 'verify') return async () => false
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const mails = await this.#mails.registered(audience, visit, journey, flow, state)
    return async (tx, pending) => {
      if (pending.link !== state.link || pending.taken) return false
      const { details, browser } = pending
      // Somebody else may have registered the same address first. The page is the same in both cases.
      const isNew = (await tx.accounts.named(details.email)) === undefined
      const id = tx.newId()
      if (isNew) {
        await create(this.#parts, tx, { visit, journey, flow, chosen: pending, id, emailVerified: true })
        await keepMade(tx, journey, { id, browser })
        for (const mail of mails) await tx.outbox.queue(mail)
      }
      await flows.keep(tx, journey, { at: 'verified' })
      return true
    }
  }

  /** Creates the account of an address that is already verified; false if the address has an account. */
  async make(visit: Visit, journey: Journey, flow: PublishedFlow, chosen: Chosen): Promise<boolean> {
    const { store, surfaces, flows, mailQueued } = this.#parts
    const { details, browser } = chosen
    const { accounts } = store.tenant(visit.tenant.id)
    if ((await accounts.withEmail(details.email)) !== undefined) return false
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const mails = await this.#mails.registered(audience, visit, journey, flow, chosen)
    const made = await store.tenant(visit.tenant.id).write(async tx => {
      await tx.tenant.lock()
      if ((await tx.accounts.named(details.email)) !== undefined) return false
      const id = tx.newId()
      await create(this.#parts, tx, { visit, journey, flow, chosen, id, emailVerified: true })
      await keepMade(tx, journey, { id, browser })
      for (const mail of mails) await tx.outbox.queue(mail)
      await flows.keep(tx, journey, { at: 'verified' })
      return true
    })
    if (made) mailQueued()
    return made
  }
}

/** Stores which account a registration has created. The record ends with everything else of the account. */
async function keepMade(tx: TenantTransaction, journey: Journey, { id, browser }: Made): Promise<void> {
  await tx.records.keep({
    ...MADE.holding({ browser }),
    idHash: secretHash(journey.id),
    owner: id,
    expiresAt: journey.startedAt + JOURNEY_MS,
  })
}

/**
 * The account that a registration has created; undefined if everything of the account was ended since, or somebody has
 * signed out in this browser.
 */
export async function madeIn(
  { store, flows }: FlowParts,
  { tenant, browser }: Visit,
  journey: Journey,
): Promise<Made | undefined> {
  const record = await store.tenant(tenant.id).records.get(MADE.name, secretHash(journey.id))
  if (record === undefined || (await flows.outlived(tenant, browser, journey))) return undefined
  return { id: record.owner ?? '', ...MADE.heldIn(record) }
}

/** Takes the right to sign in with the account that a registration has created; false if it is gone. */
export async function takeMade(tx: TenantTransaction, { id }: Journey): Promise<boolean> {
  return (await tx.records.take(MADE.name, secretHash(id))) !== undefined
}

/**
 * A person from an identity source can no longer be linked. No account is created then, because the link would be the
 * only way to sign in.
 */
export class LinkLost extends Error {}

/** Adds the account of a registration, with the attributes that the tenant has added. */
export async function create(
  parts: FlowParts,
  tx: TenantTransaction,
  of: {
    readonly visit: Visit
    readonly journey: Journey
    readonly flow: PublishedFlow
    readonly chosen: Chosen
    readonly id: string
    readonly emailVerified: boolean
  },
): Promise<void> {
  const { surfaces, now } = parts
  const { visit, journey, flow, chosen, id, emailVerified } = of
  const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
  const { details, own, passwordHash } = chosen
  if (passwordHash === null && journey.came === null) throw new LinkLost()
  const locale = details.locale ?? surfaces.locale(audience)
  const status = flow.document.end.outcome === 'approval' ? 'waiting' : 'active'
  const known = { ...details, locale: locale?.replaceAll('_', '-') ?? null }
  await tx.accounts.create({ ...newAccount(id, known, passwordHash, now()), status, emailVerified })
  await tx.attributes.set(id, own)
  await takeInvitation(tx, journey)
  const about = flow.reference === 'registration' ? {} : { flow: flow.reference }
  const waits = status === 'waiting' ? { waits: 'approval' } : {}
  await tx.audit.record(audited(visit, journey, 'account-registered', id, now(), { ...about, ...waits }))
  await link(parts, tx, visit, journey, id)
}

/** Links a new account to the person who came from an identity source to register it. */
async function link(
  { arrivals, now }: FlowParts,
  tx: TenantTransaction,
  visit: Visit,
  journey: Journey,
  account: string,
): Promise<void> {
  if (journey.came === null) return
  const came = await arrivals.take(tx, journey.came)
  if (came === undefined || !(await isUnchanged(tx, came))) throw new LinkLost()
  const { source, sourceName: name, subject, person } = came
  const made = { source, subject, account, email: person.email, origin: 'created' } as const
  if (!(await tx.identitySources.link(made))) throw new LinkLost()
  const details = { source, name, origin: 'created' }
  await tx.audit.record(audited(visit, journey, 'source-linked', account, now(), details))
  await arrivals.goesOn(tx, journey.came, came)
}

function newAccount(
  id: string,
  details: RegistrationDetails,
  passwordHash: string | null,
  now: number,
): Account {
  return {
    id,
    userName: details.email,
    ...UNKNOWN,
    ...details,
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
