import { invalidValue, Refusal } from '../core/refusal.ts'
import { accountOf, label } from '../identity/identity.ts'
import type { Group, TenantStore } from '../store/store.ts'
import { endAtOnce, scheduleEnding } from './endings.ts'
import { tellOfGroup } from './group-mails.ts'
import { record, type Steward } from './steward.ts'

const MOST_AT_ONCE = 1_000

/** Adds a group without members. A person who is signed in becomes responsible for it, and is notified. */
export async function createGroup(store: TenantStore, name: string, by: Steward): Promise<Group> {
  const group: Group = { id: store.newId(), name: label('name of the group', name), createdAt: store.now() }
  await store.write(async tx => {
    await tx.groups.create(group)
    await record(tx, by, 'group-created', { details: { group: group.id, name: group.name } })
    if (by.account) await tellOfGroup(tx, 'added', group.name, [by.account])
  })
  return group
}

export async function renameGroup(store: TenantStore, id: string, name: string, by: Steward): Promise<Group> {
  return await store.write(async tx => {
    const before = await tx.groups.get(id)
    if (before === undefined) throw unknown(id)
    const named = { ...before, name: label('name of the group', name) }
    await tx.groups.rename(id, named.name)
    await record(tx, by, 'group-renamed', { details: { group: id, name: named.name, before: before.name } })
    return named
  })
}

/** Removes a group. It counts for nothing from now on; a job removes what its members had through it. */
export async function removeGroup(store: TenantStore, id: string, by: Steward): Promise<void> {
  await store.write(async tx => {
    const group = await tx.groups.get(id)
    if (group === undefined || !(await tx.groups.retire(id))) throw unknown(id)
    await scheduleEnding(tx, { what: 'removed-group', group: id, name: group.name })
    await record(tx, by, 'group-removed', { details: { group: id, name: group.name } })
  })
}

/** Adds people, each given by id or user name; answers with how many were not in the group before. */
export async function addMembers(
  store: TenantStore,
  id: string,
  given: readonly string[],
  by: Steward,
): Promise<number> {
  if (given.length > MOST_AT_ONCE)
    throw invalidValue(`At most ${MOST_AT_ONCE} accounts can be added to a group at once.`)
  const accounts: string[] = []
  for (const one of given) accounts.push((await accountOf(store, one)).id)
  return await store.write(async tx => {
    const group = await tx.groups.get(id)
    if (group === undefined) throw unknown(id)
    const added = await tx.groups.add(id, accounts)
    for (const account of added)
      await record(tx, by, 'group-joined', { account, details: { group: id, name: group.name } })
    await tellOfGroup(tx, 'joined', group.name, added)
    return added.length
  })
}

/** Removes somebody from a group; what they had through it ends at once. */
export async function removeMember(
  store: TenantStore,
  id: string,
  given: string,
  by: Steward,
): Promise<void> {
  const { id: account } = await accountOf(store, given)
  const ending = { what: 'member', group: id, account } as const
  const job = await store.write(async tx => {
    const group = await tx.groups.get(id)
    if (group === undefined) throw unknown(id)
    if (!(await tx.groups.removeMember(id, account)))
      throw invalidValue(`${JSON.stringify(given)} is not in the group ${JSON.stringify(group.name)}.`)
    await record(tx, by, 'group-left', { account, details: { group: id, name: group.name } })
    await tellOfGroup(tx, 'left', group.name, [account])
    return await scheduleEnding(tx, ending)
  })
  await endAtOnce(store, ending, job)
}

function unknown(group: string): Refusal {
  return new Refusal('group_unknown', { group })
}
