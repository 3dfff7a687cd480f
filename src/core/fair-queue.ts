/**
 * A queue in which groups take turns, and so do the members of each group. Many items of one do not delay the others.
 */
export class FairQueue<T> {
  readonly #groups = new Map<string, Map<string, T[]>>()

  /** The number of waiting items: of a member of a group, of a group, or of all. */
  waiting(group?: string, member?: string): number {
    let count = 0
    for (const [ofGroup, members] of this.#groups) {
      if (group !== undefined && ofGroup !== group) continue
      for (const [ofMember, items] of members)
        if (member === undefined || ofMember === member) count += items.length
    }
    return count
  }

  push(group: string, member: string, item: T): void {
    const members = this.#groups.get(group) ?? new Map<string, T[]>()
    const items = members.get(member) ?? []
    this.#groups.set(group, members.set(member, items))
    items.push(item)
  }

  take(): T | undefined {
    for (const [group, members] of this.#groups) {
      this.#groups.delete(group)
      for (const [member, items] of members) {
        members.delete(member)
        const item = items.shift()
        if (items.length > 0) members.set(member, items)
        if (members.size > 0) this.#groups.set(group, members)
        return item
      }
    }
    return undefined
  }

  /** Removes the newest item of the member with the most items, in the group with the most items. */
  shed(): T | undefined {
    const [group, members] = largest(this.#groups, sizeOf) ?? []
    const [member, items] = largest(members ?? new Map<string, T[]>(), ({ length }) => length) ?? []
    if (group === undefined || member === undefined) return undefined
    const item = items!.pop()
    if (items!.length === 0) members!.delete(member)
    if (members!.size === 0) this.#groups.delete(group)
    return item
  }

  /** Removes all waiting items. */
  drain(): T[] {
    const items = Array.from(this.#groups.values(), members => [...members.values()]).flat(2) as T[]
    this.#groups.clear()
    return items
  }
}

function sizeOf(members: ReadonlyMap<string, readonly unknown[]>): number {
  let size = 0
  for (const items of members.values()) size += items.length
  return size
}

/** The last of the largest entries: among equal ones, the entry whose turn comes last. */
function largest<V>(
  entries: ReadonlyMap<string, V>,
  size: (value: V) => number,
): readonly [string, V] | undefined {
  let found: readonly [string, V] | undefined
  for (const entry of entries) if (found === undefined || size(entry[1]) >= size(found[1])) found = entry
  return found
}
