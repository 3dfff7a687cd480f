import { UNKNOWN } from '../../core/attributes.ts'
import type { Standing } from '../../core/federation/decision.ts'
import { domainOf } from '../../core/federation/domains.ts'
import type { SourcePerson } from '../../core/federation/person.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import type {
  Account,
  IdentitySource,
  LinkOrigin,
  Tenant,
  TenantStore,
  TenantTransaction,
} from '../../store/store.ts'
import type { SessionSource } from '../sessions/sessions.ts'
import type { Arrival } from '../sources/arrivals.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { isTestAccount } from '../tenancy/built-in-applications.ts'
import type { Journey } from '../tenancy/seals.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { onward } from './onward.ts'

/** The accounts of people who come from identity sources. */
export class SourceAccounts {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /** The existing accounts that may belong to a person: the linked one, and the one with the same address. */
  async standing(
    { id }: Tenant,
    source: IdentitySource,
    person: SourcePerson,
  ): Promise<Omit<Standing, 'complete'>> {
    const store = this.#parts.store.tenant(id)
    const link = await store.identitySources.linked(source.id, person.subject)
    const { email } = person
    if (email === null) return { linked: link?.account, addressed: undefined }
    const meant = await store.accounts.meantBy(email)
    const found = meant ?? (await store.accounts.withEmail(email))
    // A user name that merely looks like the address does not count. Neither does an address that several accounts
    // have.
    const isOwn = meant !== undefined && meant.email?.toLowerCase() === email.toLowerCase()
    const isVerified = isOwn && found?.emailVerified === true && !(await this.#isClaimed(store, found))
    return { linked: link?.account, addressed: found && { id: found.id, emailVerified: isVerified } }
  }

  /**
   * Whether an account's address is verified only by a source that is not trusted for it. The owner of the account may
   * have made the source claim another person's address. That person would then share the account. Setting a password
   * requires access to the address, so an account with a password does belong to its owner. Any other account was
   * created by a source. Its owner can remove that link, so a trusted source must have verified the address. A link that
   * was added by a proof or by an administrator says nothing about the address. Without links, nobody can sign in.
   */
  async #isClaimed(store: TenantStore, { id, email, passwordHash }: Account): Promise<boolean> {
    if (passwordHash !== null) return false
    const links = await store.identitySources.linksOf(id)
    if (links.length === 0) return false
    const domain = domainOf(email)
    const sources = await store.identitySources.list()
    const trusted = sources.filter(({ trustedDomains }) => trustedDomains.some(one => one === domain))
    const isTrusted = (source: string) => trusted.some(one => one.id === source)
    const isVouched = links.some(
      ({ origin, source }) => (origin === 'created' || origin === 'trusted') && isTrusted(source),
    )
    const isDoubtful = links.some(
      ({ origin, source }) => (origin === 'created' || origin === 'proved') && !isTrusted(source),
    )
    return isDoubtful || !isVouched
  }

  /**
   * Links the account that has the person's address. An administrator trusts the source for that address. False if the
   * person is linked already, or the source has changed.
   */
  async linkTrusted(
    visit: Visit,
    journey: Journey,
    source: IdentitySource,
    person: SourcePerson,
    account: string,
  ): Promise<boolean> {
    return await this.#write(visit, tx => this.#link(tx, visit, journey, source, person, account, 'trusted'))
  }

  /**
   * Links the account of a signed-in person who has just proved that it is theirs; false if their identity at the source
   * is already linked, or the source has changed; `ended` if the session has ended in the meantime.
   */
  async linkProved(
    visit: Visit,
    journey: Journey,
    source: IdentitySource,
    person: SourcePerson,
    account: string,
  ): Promise<boolean | 'ended'> {
    if (isTestAccount(account)) return false
    const { session } = visit
    return await this.#write(visit, async tx => {
      if (session === undefined || !(await this.#parts.sessions.holds(tx, session))) return 'ended'
      return await this.#link(tx, visit, journey, source, person, account, 'proved')
    })
  }

  /**
   * Creates an account from the details that a source provided; undefined if the address or the person at the source has
   * got an account in the meantime, or the source has changed.
   */
  async create(
    visit: Visit,
    journey: Journey,
    source: IdentitySource,
    person: SourcePerson,
  ): Promise<string | undefined> {
    const { surfaces, now } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const locale = surfaces.locale(audience)?.replaceAll('_', '-') ?? null
    return await this.#write(visit, async tx => {
      await tx.tenant.lock()
      const email = person.email!
      if ((await tx.accounts.named(email)) !== undefined) return undefined
      if (!(await isFree(tx, source, person))) return undefined
      const account = newAccount(tx.newId(), person, locale, now())
      await tx.accounts.create(account)
      const entry = audited(visit, journey, 'account-registered', account.id, now(), { source: source.id })
      await tx.audit.record(entry)
      await this.#link(tx, visit, journey, source, person, account.id, 'created')
      return account.id
    })
  }

  async #link(
    tx: TenantTransaction,
    visit: Visit,
    journey: Journey,
    from: IdentitySource,
    person: SourcePerson,
    account: string,
    origin: LinkOrigin,
  ): Promise<boolean> {
    const { id: source, name } = from
    const { subject, email } = person
    if (!(await isFree(tx, from, person))) return false
    if (!(await tx.identitySources.link({ source, subject, account, email, origin }))) return false
    const details = { source, name, origin }
    await tx.audit.record(audited(visit, journey, 'source-linked', account, this.#parts.now(), details))
    return true
  }

  async #write<T>({ tenant }: Visit, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return await this.#parts.store.tenant(tenant.id).write(work)
  }
}

/**
 * Links the account of a person who came from a source to prove it. Returns the source for the session, if it is theirs;
 * `taken` if they may not be signed in.
 */
export async function arrived(
  { arrivals, now }: FlowParts,
  tx: TenantTransaction,
  visit: Visit,
  journey: Journey,
  account: Account,
  proofs: Proofs,
): Promise<{ source?: SessionSource } | 'taken'> {
  if (journey.came === null) return {}
  // Without a password, only the link with the source lets the person in, and only while their arrival counts.
  const unlinked = proofs.pwd === undefined ? 'taken' : {}
  const came = await arrivals.take(tx, journey.came)
  if (came === undefined) return unlinked
  const { source, sourceName: name, subject, sid, idToken, person, links } = came
  if (links) {
    const link = { source, subject, account: account.id, email: person.email, origin: 'proved' } as const
    if (isTestAccount(account.id) || !(await isUnchanged(tx, came))) return 'taken'
    if (!(await tx.identitySources.link(link))) return 'taken'
    const details = { source, name, origin: 'proved' }
    await tx.audit.record(audited(visit, journey, 'source-linked', account.id, now(), details))
  } else if (!(await isLinked(tx, came, account))) {
    // Somebody else signed in after the person who came from the source, or the link is gone.
    return unlinked
  }
  const session = { id: source, subject, ...(sid !== undefined && { sid }) }
  await arrivals.keepToken(tx, account.id, session, idToken)
  return { source: session }
}

/** Whether the account still belongs to a person at a source. The source is locked, so that it is not removed meanwhile. */
async function isLinked(
  tx: TenantTransaction,
  { source, subject }: Pick<Arrival, 'source' | 'subject'>,
  { id }: Account,
): Promise<boolean> {
  if ((await tx.identitySources.get(source)) === undefined) return false
  return (await tx.identitySources.linked(source, subject))?.account === id
}

/**
 * Whether a person can be linked who came from a source: it has the settings with which they came, and they have no
 * account yet. The source is locked, so that this stays true.
 */
async function isFree(
  tx: TenantTransaction,
  { id: source, updatedAt: changed }: IdentitySource,
  { subject }: SourcePerson,
): Promise<boolean> {
  if (!(await isUnchanged(tx, { source, changed }))) return false
  return (await tx.identitySources.linked(source, subject)) === undefined
}

/** Whether the settings of a source have not changed since somebody came from there. */
export async function isUnchanged(
  tx: TenantTransaction,
  { source: id, changed }: Pick<Arrival, 'source' | 'changed'>,
): Promise<boolean> {
  const source = await tx.identitySources.get(id)
  return source?.enabled === true && source.updatedAt === changed
}

/** The proofs that a source provides. If it does not say when, they are not fresh enough to change anything. */
export function proofsOf({
  person,
  provedAt,
}: Pick<Arrival, 'person'> & { provedAt?: number | undefined }): Proofs {
  const fed = provedAt ?? 0
  return { fed, ...(person.hasFactor && { fedmfa: fed }) }
}

/** The answer to a sign-in from a source, with a cookie that remembers the source. */
export async function entered(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
  source: string,
  answer: Answer,
): Promise<Answer> {
  return await onward(parts, visit, journey, { ...answer, cookies: { ...answer.cookies, source } })
}

function newAccount(id: string, person: SourcePerson, locale: string | null, now: number): Account {
  const { details, email } = person
  return {
    id,
    ...UNKNOWN,
    ...(details as Pick<Account, 'givenName' | 'familyName' | 'age' | 'mobileNumber'>),
    // The address is unique here, while a user name from elsewhere may already be taken.
    userName: email!,
    email,
    locale: details.locale === null ? locale : String(details.locale),
    status: 'active',
    administrator: false,
    themeDeveloper: false,
    emailVerified: true,
    passwordHash: null,
    passwordTemporary: false,
    recoveredAt: null,
    passwordExpiresAt: null,
    createdAt: now,
    updatedAt: now,
  }
}
