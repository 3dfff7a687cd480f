import { Refusal } from '../../core/refusal.ts'
import type { TenantTransaction } from '../../store/store.ts'
import { operatorOf } from '../sessions/console-sessions.ts'

/** Changes an account, unless nobody would be left to administer the tenant. Concurrent changes wait for each other. */
export async function keepingAdministrator(
  tx: TenantTransaction,
  id: string,
  change: () => Promise<void>,
): Promise<void> {
  await tx.tenant.lock()
  const administers = operatorOf(await tx.accounts.get(id))?.role === 'administrator'
  await change()
  if (administers && (await tx.accounts.countAdministrators('active')) === 0)
    throw new Refusal('last_administrator', {})
}
