import { sendJson } from '../api.ts'
import { forget, refresh } from '../resource.ts'
import type { AddedMembers, Group } from '../wire.ts'

export type { Group as GroupRecord, GroupList, GroupMember, GroupMembers } from '../wire.ts'

export const GROUPS = '/v1.0/tabard/groups'
export const PAGE_SIZE = 25

export function groupPlace(id: string): string {
  return `/groups/${encodeURIComponent(id)}`
}

export function groupResource(id: string): string {
  return `${GROUPS}/${encodeURIComponent(id)}`
}

/** A page of the groups, or of the members of one. */
export function listPage(path: string, search: string, page: number): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    page: String(page),
    ...(search !== '' && { search }),
  })
  return `${path}?${query}`
}

/** Reloads everything that may show a changed group. */
export async function groupsChanged(deleted?: string): Promise<void> {
  if (deleted !== undefined) forget(groupResource(deleted))
  await refresh(GROUPS)
}

export async function createGroup(name: string): Promise<Group> {
  const made = await sendJson<Group>('POST', GROUPS, { name })
  await groupsChanged()
  return made
}

export async function renameGroup(id: string, name: string): Promise<void> {
  await sendJson('PUT', groupResource(id), { name })
  await groupsChanged()
}

/** Deletes a group. The caller must leave its screen before it calls groupsChanged. */
export async function deleteGroup(id: string): Promise<void> {
  await sendJson('DELETE', groupResource(id))
}

/** Adds members. Returns how many were not in the group before. */
export async function addMembers(id: string, accounts: readonly string[]): Promise<number> {
  const { added } = await sendJson<AddedMembers>('POST', `${groupResource(id)}/members`, { accounts })
  await groupsChanged()
  return added
}

export async function removeMember(id: string, account: string): Promise<void> {
  await sendJson('DELETE', `${groupResource(id)}/members/${encodeURIComponent(account)}`)
  await groupsChanged()
}
