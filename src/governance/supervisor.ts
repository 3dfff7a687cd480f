import { invalidValue } from '../core/refusal.ts'
import { accountOf } from '../identity/identity.ts'
import type { TenantStore } from '../store/store.ts'
import { record, type Steward } from './steward.ts'

/** Says who supervises somebody, and reviews their access in campaigns; undefined: nobody. Each by id or user name. */
export async function setSupervisor(
  store: TenantStore,
  given: string,
  by: string | undefined,
  steward: Steward,
): Promise<void> {
  const account = await accountOf(store, given)
  const supervisor = by === undefined ? null : (await accountOf(store, by)).id
  if (supervisor === account.id) throw invalidValue('An account cannot be its own supervisor.')
  await store.write(async tx => {
    await tx.accounts.update(account.id, { supervisor })
    const details = { changed: 'supervisor', supervisor: supervisor ?? 'none' }
    await record(tx, steward, 'profile-changed', { account: account.id, details })
  })
}
