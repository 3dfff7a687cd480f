import { invalidValue, Refusal } from '../core/refusal.ts'
import { accountOf } from '../identity/identity.ts'
import type { Account, Group, Holder, TenantStore } from '../store/store.ts'

/** A group that is given by its id or name. */
export async function groupOf(store: TenantStore, given: string): Promise<Group> {
  const found = (await store.groups.get(given)) ?? (await store.groups.named(given))
  if (found === undefined) throw new Refusal('group_unknown', { group: given })
  return found
}

/** An account or a group that is given by its id or name; `account:` or `group:` in front says which is meant. */
export async function holderOf(store: TenantStore, given: string): Promise<Holder & { name: string }> {
  const [, kind, rest = ''] = /^(account|group):(.*)$/s.exec(given) ?? []
  if (kind === 'account') return accountHolder(await accountOf(store, rest))
  if (kind === 'group') return groupHolder(await groupOf(store, rest))
  const account = await accountOf(store, given).catch(orUndefined)
  const group = await groupOf(store, given).catch(orUndefined)
  if (account !== undefined && group !== undefined)
    throw invalidValue(
      `Both an account and a group have the name ${JSON.stringify(given)}. Write account:${given} or group:${given}.`,
    )
  if (account !== undefined) return accountHolder(account)
  if (group !== undefined) return groupHolder(group)
  throw invalidValue(`No account or group has the name ${JSON.stringify(given)}.`)
}

function accountHolder({ id, userName }: Account) {
  return { kind: 'account', id, name: userName } as const
}

function groupHolder({ id, name }: Group) {
  return { kind: 'group', id, name } as const
}

function orUndefined(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
