import { folded } from '../../core/path.ts'
import type { Account, Tenant, TenantTransaction } from '../../store/store.ts'
import { hasEnded } from '../directory/temporary-passwords.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { triedName } from '../guards/refused-tries.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import { audited, type FlowParts } from './flow-parts.ts'

/** What somebody typed, and where. */
interface Typed {
  readonly userName: string
  readonly password: string
  readonly applicationId: string | null
  /** What the audit trail tells besides of a failure. */
  readonly details?: Readonly<Record<string, string>>
}

interface Visitor {
  readonly tenant: Tenant
  readonly address: string
  readonly device: string | undefined
}

/**
 * Verifies a user name, or an e-mail address, and a password. The try is counted; a failure is recorded in the audit
 * trail, together with what `failed` writes. Nothing tells an account that may not sign in from a wrong password, not even
 * the time.
 */
export async function verifiedAccount(
  { store, seals, throttle, passwords, now }: FlowParts,
  visitor: Visitor,
  { userName, password, applicationId, details }: Typed,
  failed?: (tx: TenantTransaction) => Promise<void>,
): Promise<Account | { readonly wait: number } | { readonly ended: true } | undefined> {
  const { tenant } = visitor
  const tenantStore = store.tenant(tenant.id)
  const found = await tenantStore.accounts.meantBy(userName)
  // Counted under what was typed, so that the counts do not tell which address an account has. A device that is known
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
    const told = { ...details, nameHash }
    const entry = audited(visitor, { applicationId }, 'sign-in-failed', found?.id ?? null, now(), told)
    await tenantStore.write(async tx => {
      await tx.audit.record(entry)
      await failed?.(tx)
    }, 'quiet')
    return undefined
  }
  if (hasEnded(account, now())) {
    const why = { ...details, why: 'temporary password expired' }
    const entry = audited(visitor, { applicationId }, 'sign-in-failed', account.id, now(), why)
    await tenantStore.write(tx => tx.audit.record(entry), 'quiet')
    return { ended: true }
  }
  await throttle.forgive(tenant, tries)
  if (!outdated) return account
  const passwordHash = await passwords.hash(password, ownTurn(account))
  const rehashed = await tenantStore.write(async tx => {
    // Unless the password was changed meanwhile.
    if ((await tx.accounts.get(account.id))?.passwordHash !== account.passwordHash) return false
    return await tx.accounts.update(account.id, { passwordHash })
  })
  return rehashed ? { ...account, passwordHash } : account
}
