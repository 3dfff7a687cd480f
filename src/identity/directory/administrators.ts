import { MAXIMUM_PASSWORD } from '../../core/password.ts'
import { invalidValue } from '../../core/refusal.ts'
import type { TenantTransaction } from '../../store/store.ts'
import { newRecoveryCode } from '../factors/totp.ts'
import {
  type AccountOffice,
  accountOf,
  type NewPerson,
  newAccount,
  refusedFor,
  resetPassword,
  storeOf,
  unknown,
  writing,
} from './accounts.ts'
import type { FirstSteps } from './first-steps.ts'
import { passwordMinimum } from './password-rules.ts'

export interface FirstAdministrator {
  readonly userName: string
  readonly password: string
  /** Whether the pages would reject this password as too weak. */
  readonly weak: boolean
}

/** Adds the administrator of the first start. Returns undefined if there is one already. */
export async function createFirstAdministrator(
  office: AccountOffice,
  given: { email: string | undefined; password: string | undefined },
): Promise<FirstAdministrator | undefined> {
  const tenantStore = storeOf(office)
  if ((await tenantStore.accounts.named(given.email ?? ADMINISTRATOR))?.administrator) return undefined
  if (await tenantStore.write(tx => hasAdministrator(tx), 'quiet')) return undefined
  const password = given.password ?? newRecoveryCode()
  const userName = given.email ?? ADMINISTRATOR
  const person = { userName, email: given.email ?? null, administrator: true }
  if (given.password !== undefined) assertAllowed(office, person, given.password)
  const account = await newAccount(office, person, password, false, 'first')
  const details = { administrator: 'true', cause: 'first start' }
  const create = async (tx: TenantTransaction) => {
    await tx.tenant.lock()
    if (await hasAdministrator(tx)) return false
    await tx.accounts.create(account)
    return true
  }
  const made = await writing(office, 'account-created', account.id, create, details)
  // A generated password is not weak. Skipping the check saves a fifth of the first start, because reading the list of
  // common words is slow.
  const minimum = passwordMinimum(office.passwordMinimum)
  const weak =
    given.password !== undefined && refusedFor(office, person, given.password, minimum) !== undefined
  return made ? { userName, password, weak } : undefined
}

const ADMINISTRATOR = 'admin'

/** Why a password of the settings is rejected. It may be short, and an empty one is not set. */
const REASONS: Readonly<Record<string, string>> = {
  PASSWORD_LONG: `has more than ${MAXIMUM_PASSWORD} characters`,
  PASSWORD_COMMON: 'is a common password',
  PASSWORD_CONTEXT: 'consists of names, such as that of the administrator or of the service',
}

function assertAllowed(office: AccountOffice, person: NewPerson, password: string): void {
  const refused = refusedFor(office, person, password, 1, true)
  if (refused === undefined) return
  const reason = REASONS[refused.label] ?? 'is not allowed'
  const advice = 'Set another one, or leave it out: the first start then generates one.'
  throw invalidValue(`TABARD_ADMIN_PASSWORD ${reason}. ${advice}`)
}

async function hasAdministrator(tx: TenantTransaction): Promise<boolean> {
  return (await tx.accounts.countAdministrators()) > 0
}

/** Gives an administrator a temporary password: the one that is named, or the only one. */
export async function resetAdministrator(
  office: AccountOffice,
  reference: string | undefined,
): Promise<{ userName: string } & FirstSteps> {
  if (reference !== undefined) {
    const { id, administrator } = await accountOf(storeOf(office), reference)
    if (!administrator) throw unknown(reference)
    return await resetPassword(office, id)
  }
  const { accounts: administrators } = await storeOf(office).accounts.list({
    limit: 10_000,
    offset: 0,
    filter: { administrator: true },
  })
  const [only, another] = administrators
  if (only === undefined) throw unknown('administrator')
  if (another !== undefined) {
    const names = administrators.map(({ userName }) => userName).join(', ')
    throw invalidValue(`There are several administrators. Name one of them: ${names}.`)
  }
  return await resetPassword(office, only.id)
}
