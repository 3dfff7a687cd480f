import { auditEntry } from '../../core/audit-events.ts'
import { folded } from '../../core/path.ts'
import { shortened } from '../../core/text.ts'
import type { Account, TenantTransaction } from '../../store/store.ts'
import { hasEnded } from '../directory/temporary-passwords.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { triedName } from '../guards/refused-tries.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import type { Bringing, Identified, Offered, SourceParts, Visitor } from './source.ts'

/** The offer to sign in with an account of the service itself, on a page whose forms are posted to an address. */
export function offeredDirectory(action: string): Offered {
  return {
    type: 'CLOUDDIRECTORY',
    loginUrl: action,
    forgotPasswordOptions: { forgotPasswordUrl: forgotPasswordUrl(action) },
  }
}

/** The address for people who forgot their password. */
export function forgotPasswordUrl(action: string): string {
  return `${action}&operation=forgot_password`
}

/** The user name that was typed in a form. */
export function userNameIn(form: ReadonlyMap<string, string>): string {
  return shortened((form.get('username') ?? '').trim(), 256)
}

/** The user name and the password that were typed in a form. */
export function typedIn(form: ReadonlyMap<string, string>): Pick<Typed, 'userName' | 'password'> {
  return { userName: userNameIn(form), password: form.get('password') ?? '' }
}

/** Identifies a person by a user name and a password. Counts attempts, and records failures. */
export async function identified(
  parts: SourceParts,
  { visitor, applicationId, brought, keep }: Bringing,
): Promise<Identified> {
  const { userName, password } = typedIn(brought)
  if (userName === '' || password === '') return { incomplete: true }
  const wrong = { userName, problem: { label: 'SIGNIN_WRONG' } }
  const found = await verifiedAccount(parts, visitor, { userName, password, applicationId }, tx =>
    keep(tx, wrong),
  )
  if (found === undefined) return { unknown: wrong, kept: true }
  if ('wait' in found) return found
  if ('ended' in found)
    return { unknown: { userName, problem: { label: 'SIGNIN_TEMPORARY_ENDED' } }, kept: false }
  return { account: found, proofs: { pwd: parts.now() } }
}

/** The input of a person, and the application that they sign in to. */
interface Typed {
  readonly userName: string
  readonly password: string
  readonly applicationId: string | null
  /** Additional details for the audit entry of a failure. */
  readonly details?: Readonly<Record<string, string>>
}

/**
 * Verifies a user name or e-mail address, and a password. Counts the attempt. Records a failure in the audit trail,
 * together with what `failed` writes. An account that may not sign in looks exactly like a wrong password, even in the
 * time that it takes.
 */
export async function verifiedAccount(
  { store, seals, throttle, passwords, now }: SourceParts,
  visitor: Visitor,
  { userName, password, applicationId, details }: Typed,
  failed?: (tx: TenantTransaction) => Promise<void>,
): Promise<Account | { readonly wait: number } | { readonly ended: true } | undefined> {
  const { tenant } = visitor
  const tenantStore = store.tenant(tenant.id)
  const failure = (account: string | null, why: Readonly<Record<string, string>>) => {
    const by = { account, application: applicationId, address: visitor.address }
    return auditEntry('sign-in-failed', now(), by, { ...details, ...why })
  }
  const found = await tenantStore.accounts.meantBy(userName)
  // Counted under the typed name, so that the counts do not reveal which address an account has. A device that is known
  // for the account has its own count, whatever was typed.
  const own = found?.userName ?? userName
  const known = await seals.deviceOf(tenant.id, folded(own), visitor.device)
  const name = known === undefined ? userName : own
  const tries = await throttle.password(tenant, name, visitor.address, visitor.device)
  const wait = await throttle.wait(tenant, tries)
  if (wait !== undefined) return { wait }
  const account = found?.status === 'active' && admits(applicationId, found.id) ? found : undefined
  const { right, outdated } = await passwords.verify(password, account?.passwordHash ?? null, {
    address: visitor.address,
    familiar: tries.familiar,
  })
  if (!right || account === undefined) {
    const nameHash = await triedName(seals, tenant.id, folded(userName))
    const entry = failure(found?.id ?? null, { nameHash })
    await tenantStore.write(async tx => {
      await tx.audit.record(entry)
      await failed?.(tx)
    }, 'quiet')
    return undefined
  }
  if (hasEnded(account, now())) {
    const entry = failure(account.id, { why: 'temporary password expired' })
    await tenantStore.write(tx => tx.audit.record(entry), 'quiet')
    return { ended: true }
  }
  await throttle.forgive(tenant, tries)
  if (!outdated) return account
  const passwordHash = await passwords.hash(password, ownTurn(account))
  const rehashed = await tenantStore.write(async tx => {
    // The password may have been changed in the meantime.
    if ((await tx.accounts.get(account.id))?.passwordHash !== account.passwordHash) return false
    return await tx.accounts.update(account.id, { passwordHash })
  })
  return rehashed ? { ...account, passwordHash } : account
}
