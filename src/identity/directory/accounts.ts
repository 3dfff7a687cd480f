import { ALL_ATTRIBUTES, UNKNOWN } from '../../core/attributes.ts'
import { type AuditEvent, auditEntry } from '../../core/audit-events.ts'
import type { Message } from '../../core/flows/message.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import type { Account, NewMail, Store, Tenant, TenantStore, TenantTransaction } from '../../store/store.ts'
import { FACTORS } from '../factors/factor.ts'
import { strongFactors } from '../factors/person.ts'
import { newRecoveryCode } from '../factors/totp.ts'
import { subjectsOf } from '../guards/throttle.ts'
import { endConsoleSessions, operatorOf, type WhyEnded } from '../sessions/console-sessions.ts'
import { changeFacts } from '../surfaces/change-facts.ts'
import { attributeRows, changedRows } from '../surfaces/mail-words.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'
import { isTestAccount, testAccount } from '../tenancy/built-in-applications.ts'
import type { Tenancy } from '../tenancy/tenants.ts'
import { CREATED, type FirstSteps, firstSteps, RESET } from './first-steps.ts'
import { keepingAdministrator } from './last-administrator.ts'
import { officeMail } from './office-mail.ts'
import { ownChange, ownRows, type TypedValues } from './own-values.ts'
import { passwordMinimum, refusedPassword } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { checkedProfile, type Profile } from './profile.ts'
import { CONSOLE_RECOVERY, RECOVERY } from './recovery-records.ts'
import { TEMPORARY_MS } from './temporary-passwords.ts'

/** The services and settings for administering the accounts of a tenant. */
export interface AccountOffice {
  readonly store: Store
  readonly tenant: Tenant
  readonly tenancy: Tenancy
  readonly surfaces: Surfaces
  readonly passwords: Passwords
  /** The minimum length of a password; if unset, that of NIST SP 800-63B-4. */
  readonly passwordMinimum: number | undefined
  readonly now: () => number
  /** Whether mails are sent; else they stay in the outbox. */
  readonly mails: boolean
  /** The application whose theme mails use. */
  readonly applicationId?: string | undefined
}

/** An account without its password hash. */
export type ShownAccount = Omit<Account, 'passwordHash'>

/** The administrator's choices for a new account. */
export interface NewAccount {
  readonly password?: string | undefined
  /** Whether the mail contains the temporary password, instead of a link for choosing one. */
  readonly mailPassword?: boolean
  /** Whether the e-mail address is known to be the person's own. */
  readonly emailVerified?: boolean
  readonly administrator?: boolean
  readonly themeDeveloper?: boolean
  readonly attributes?: TypedValues
}

/**
 * Adds an account. Without a password, the answer contains a temporary one, and the person gets a mail with a link for
 * choosing their own. If no mail is sent, the answer also contains the link, and the outbox gets a mail with the
 * temporary password.
 */
export async function createAccount(
  office: AccountOffice,
  profile: Profile,
  {
    password,
    mailPassword = false,
    emailVerified = false,
    administrator = false,
    themeDeveloper = false,
    attributes,
  }: NewAccount = {},
): Promise<{ account: ShownAccount } & Partial<FirstSteps>> {
  const checked = checkedProfile(profile)
  const userName = checked.userName ?? checked.email
  if (userName === undefined || userName === null) {
    throw invalidValue('An account needs a username or an e-mail address.')
  }
  if (emailVerified) requireEmail(checked.email)
  const own = await ownChange(storeOf(office), undefined, attributes)
  const temporary = password === undefined ? newRecoveryCode() : undefined
  const account = await newAccount(
    office,
    { ...checked, userName, emailVerified, administrator, themeDeveloper },
    password ?? temporary!,
    !password,
  )
  const start = temporary && (await firstSteps(office, account, temporary, mailPassword, CREATED))
  const mail = start
    ? start.mail
    : await officeMail(office, account, 'mail-account-registered', { USERNAME: userName })
  await writing(office, 'account-created', account.id, async tx => {
    await tx.accounts.create(account)
    await tx.attributes.set(account.id, own.values)
    if (start) await tx.records.keep(start.link.record)
    if (mail !== undefined) await tx.outbox.queue(mail)
  })
  return { account: shown(account), ...(start ? start.told : {}) }
}

/**
 * Changes a profile, and mails the changes to the person. If the address changed, the mail also goes to the old one.
 */
export async function updateAccount(
  office: AccountOffice,
  reference: string,
  profile: Profile,
  { emailVerified, attributes }: Pick<NewAccount, 'emailVerified' | 'attributes'> = {},
): Promise<ShownAccount> {
  const account = await accountOf(storeOf(office), reference)
  const given = checkedProfile(profile)
  const fields = ALL_ATTRIBUTES.filter(({ key }) => given[key] !== undefined && given[key] !== account[key])
  const moved = fields.some(({ key }) => key === 'email')
  const verified = emailVerified ?? (moved ? false : account.emailVerified)
  if (emailVerified) requireEmail(given.email === undefined ? account.email : given.email)
  const own = await ownChange(storeOf(office), account.id, attributes)
  const names = [
    ...fields.map(({ key }) => key),
    ...Object.keys(own.values),
    ...(verified === account.emailVerified ? [] : ['emailVerified']),
  ]
  if (names.length === 0) return shown(account)
  const change = { ...given, emailVerified: verified }
  const changed = { ...account, ...change }
  // Applications see whether the address is verified, but the person does not, so there is no mail about it.
  const told = fields.length + Object.keys(own.values).length === 0 ? [] : [account.email, changed.email]
  const recipients = new Set(told.filter(email => email !== null))
  const mails: NewMail[] = []
  for (const email of recipients) {
    const mail = await officeMail(office, { ...changed, email }, 'mail-profile-modified', (word, times) => ({
      ...changeFacts(changed, times, office.now()),
      ATTRS_TABLEROWS: changedRows([...attributeRows(fields, changed, word), ...ownRows(own, word)]),
    }))
    if (mail !== undefined) mails.push(mail)
  }
  await writing(
    office,
    'profile-changed',
    account.id,
    async tx => {
      if (!(await tx.accounts.update(account.id, change))) throw unknown(reference)
      await tx.attributes.set(account.id, own.values)
      // Revokes the links that were mailed to the old address.
      for (const { name: kind } of moved ? [RECOVERY, CONSOLE_RECOVERY] : [])
        await tx.records.removeOwned(account.id, kind)
      for (const mail of mails) await tx.outbox.queue(mail)
    },
    { changed: names.join(' ') },
  )
  return shown(await accountOf(storeOf(office), account.id))
}

/** Enables or disables an account. Disabling ends all of its sessions and tokens. */
export async function setStatus(
  office: AccountOffice,
  reference: string,
  status: Account['status'],
): Promise<void> {
  const account = await accountOf(storeOf(office), reference)
  if (account.status === 'waiting')
    throw invalidValue(`The account "${account.userName}" waits for approval: approve or reject it.`)
  const event = status === 'active' ? 'account-enabled' : 'account-disabled'
  await writing(office, event, account.id, async tx => {
    await keepingAdministrator(tx, account.id, async () => {
      await tx.accounts.update(account.id, { status })
    })
    if (status === 'disabled') await endAll(office, tx, account.id, 'account-disabled')
  })
}

/** Resets the throttling of an account, so that the person need not wait; returns how many counts there were. */
export async function unlockAccount(office: AccountOffice, reference: string): Promise<number> {
  const account = await accountOf(storeOf(office), reference)
  return await writing(office, 'account-unlocked', account.id, tx => tx.tries.forget(subjectsOf(account)))
}

/**
 * Gives a person a role in the console or removes it, effective from their next request. The last administrator keeps
 * the role.
 */
export async function setRoles(
  office: AccountOffice,
  reference: string,
  roles: Partial<Pick<Account, 'administrator' | 'themeDeveloper'>>,
): Promise<ShownAccount> {
  const { id } = await accountOf(storeOf(office), reference)
  if (isTestAccount(id)) throw invalidValue('A test account cannot have a role in the console.')
  const details = Object.fromEntries(Object.entries(roles).map(([role, has]) => [role, String(has)]))
  const event = 'roles-changed'
  const work = async (tx: TenantTransaction) => {
    await keepingAdministrator(tx, id, async () => {
      await tx.accounts.update(id, roles)
    })
    if (operatorOf(await tx.accounts.get(id)) === undefined)
      await endConsoleSessions(tx, id, { at: office.now(), address: null, why: 'role-removed' })
  }
  await writing(office, event, id, work, details)
  return shown(await accountOf(storeOf(office), id))
}

/**
 * Replaces the password of an account with a temporary one, and lets the person choose a new one as for a new account.
 */
export async function resetPassword(
  office: AccountOffice,
  reference: string,
  { mailPassword = false }: Pick<NewAccount, 'mailPassword'> = {},
): Promise<{ userName: string } & FirstSteps> {
  const account = await accountOf(storeOf(office), reference)
  const temporaryPassword = newRecoveryCode()
  const passwordHash = await office.passwords.hash(temporaryPassword)
  const start = await firstSteps(office, account, temporaryPassword, mailPassword, RESET)
  await writing(office, 'password-reset', account.id, async tx => {
    await tx.accounts.update(account.id, {
      passwordHash,
      passwordTemporary: true,
      passwordExpiresAt: start.link.expiresAt,
      recoveredAt: null,
    })
    await endAll(office, tx, account.id, 'password-reset')
    await tx.records.keep(start.link.record)
    if (start.mail !== undefined) await tx.outbox.queue(start.mail)
  })
  return { userName: account.userName, ...start.told }
}

/**
 * Removes the second factors of an account, for a person who has lost them. A mailed code counts again, even after a
 * recovered password. An account without strong factors gets no mail.
 */
export async function resetFactors(office: AccountOffice, reference: string): Promise<void> {
  const account = await accountOf(storeOf(office), reference)
  const strong = await strongFactors(storeOf(office), account)
  const mail =
    strong.length > 0
      ? await officeMail(office, account, 'mail-profile-modified', (word, times) => ({
          ...changeFacts(account, times, office.now()),
          ATTRS_TABLEROWS: changedRows([[word('OTP_DELIVERY_SELECTION_TITLE'), word('FACTOR_REMOVED')]]),
        }))
      : undefined
  await writing(office, 'factor-removed', account.id, async tx => {
    for (const { remove } of FACTORS) await remove?.(tx, account.id)
    await tx.accounts.update(account.id, { recoveredAt: null })
    await endAll(office, tx, account.id, 'second-factor-changed')
    if (mail !== undefined) await tx.outbox.queue(mail)
  })
}

export async function removeAccount(office: AccountOffice, reference: string): Promise<void> {
  const account = await accountOf(storeOf(office), reference)
  const mail = await officeMail(office, account, 'mail-account-deleted', { USERNAME: account.userName })
  await writing(office, 'account-removed', account.id, async tx => {
    await keepingAdministrator(tx, account.id, async () => {
      for (const id of [account.id, testAccount(account.id)]) {
        await endAll(office, tx, id, 'account-removed')
        await tx.accounts.remove(id)
      }
    })
    if (mail !== undefined) await tx.outbox.queue(mail)
  })
}

/** An account by its id or its user name. */
export async function accountOf(store: TenantStore, reference: string): Promise<Account> {
  const account = (await store.accounts.get(reference)) ?? (await store.accounts.named(reference))
  if (account === undefined) throw unknown(reference)
  return account
}

/**
 * The id of an account that is given by its id or user name. Audit entries outlive accounts, so an unknown reference is
 * returned unchanged.
 */
export async function auditedAccount(store: TenantStore, reference: string): Promise<string> {
  try {
    return (await accountOf(store, reference)).id
  } catch (error) {
    if (error instanceof Refusal) return reference
    throw error
  }
}

/** An account without its password hash. */
export function shown({ passwordHash: _, ...account }: Account): ShownAccount {
  return account
}

export type NewPerson = Partial<Account> & Pick<Account, 'userName'>

/** Whose password it is: that of any account, or that of the first administrator, which may have any length. */
type Chosen = 'first' | 'given'

/** Creates an account object without storing it; refuses a password that is too weak. */
export async function newAccount(
  office: AccountOffice,
  person: NewPerson,
  password: string,
  passwordTemporary: boolean,
  chosen: Chosen = 'given',
): Promise<Account> {
  const { passwords, now } = office
  // Operators may give a shorter password than people can choose.
  const minimum = chosen === 'first' ? 1 : passwordMinimum(office.passwordMinimum, true)
  const refused = refusedFor(office, person, password, minimum, chosen === 'first')
  if (refused !== undefined) {
    const reason = refused.label.replace('PASSWORD_', '').toLowerCase()
    const rule = `at least ${minimum} characters that are neither common nor close to a name`
    throw invalidValue(`The password is not allowed (${reason}). Choose one with ${rule}.`)
  }
  // The command line prints the fields in this order, which is that of accounts from the store.
  const { email, ...unknown } = UNKNOWN
  const blank = {
    id: office.store.newId(),
    userName: person.userName,
    email,
    emailVerified: false,
    ...unknown,
    status: 'active',
    administrator: false,
    themeDeveloper: false,
    passwordHash: await passwords.hash(password),
    passwordTemporary,
    recoveredAt: null,
    passwordExpiresAt: passwordTemporary ? now() + TEMPORARY_MS : null,
    createdAt: now(),
    updatedAt: now(),
  } satisfies Account
  return { ...blank, ...person }
}

/** What is wrong with the password of a new account. */
export function refusedFor(
  { tenant, tenancy }: AccountOffice,
  { userName, email = null, givenName = null, familyName = null }: NewPerson,
  password: string,
  minimum: number,
  asListed = false,
): Message | undefined {
  const words = [userName, email, givenName, familyName]
  return refusedPassword(password, { tenant, address: tenancy.address(tenant), minimum, words, asListed })
}

/** The tenant's own store. */
export function storeOf({ store, tenant }: AccountOffice): TenantStore {
  return store.tenant(tenant.id)
}

/** Writes in a transaction and records the event, unless `work` returns false. */
export async function writing<T>(
  office: AccountOffice,
  event: AuditEvent,
  account: string,
  work: (tx: TenantTransaction) => Promise<T>,
  details: Readonly<Record<string, string>> = {},
): Promise<T> {
  return await storeOf(office).write(async tx => {
    const done = await work(tx)
    const application = office.applicationId ?? null
    const entry = auditEntry(event, office.now(), { account, application }, details)
    if (done !== false) await tx.audit.record(entry)
    return done
  })
}

/** Ends everything that an account has open. */
async function endAll(
  { now }: AccountOffice,
  tx: TenantTransaction,
  account: string,
  why: WhyEnded,
): Promise<void> {
  await endConsoleSessions(tx, account, { at: now(), address: null, why })
  await tx.records.removeOwned(account)
}

function requireEmail(email: string | null | undefined): void {
  if (email == null)
    throw invalidValue('The account has no e-mail address. Add one first, then mark it as verified.')
}

/** The refusal for an unknown id or user name. */
export function unknown(account: string): Refusal {
  return new Refusal('account_unknown', { account })
}
