/** A queue in which groups take turns, and the members of each group too: many items of one do not delay the others. */
export class FairQueue<T> {
  readonly #groups = new Map<string, Map<string, T[]>>()

  /** How many items wait: of a member of a group, of a group, or of all. */
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

  /** Takes everything that waits. */
  drain(): T[] {
    const items = Array.from(this.#groups.values(), members => [...members.values()]).flat(2) as T[]
    this.#groups.clear()
    return items
  }
}
