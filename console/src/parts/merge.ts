/** What two people have made of the same settings. */
export interface Merge<T> {
  readonly merged: T
  /** What both have changed differently: its property, and its name inside of it for values by name. */
  readonly conflicts: readonly (readonly string[])[]
}

/**
 * Merges the changes of two people. Lists get what either has added, and lose what either has removed; values by name are
 * merged one by one. Where both have changed the same value differently, mine is taken. The lists named in `special` mean
 * something else when they are empty: no merge empties or fills them.
 */
export function merge<T extends object>(
  before: T,
  mine: T,
  theirs: T,
  special: readonly string[] = [],
): Merge<T> {
  const conflicts: (readonly string[])[] = []
  const all = [before, mine, theirs].map(values => new Map<string, unknown>(Object.entries(values)))
  const names = new Set(all.flatMap(values => [...values.keys()]))
  const entries = [...names].map(name => {
    const [was, my, their] = all.map(values => values.get(name))
    if (isSame(my, was)) return [name, their]
    if (isSame(their, was) || isSame(my, their)) return [name, my]
    if (Array.isArray(was) && Array.isArray(my) && Array.isArray(their)) {
      const list = mergedList(was, my, their)
      if (!special.includes(name) || [was, my, their, list].every(({ length }) => length > 0))
        return [name, list]
    }
    if (isRecord(was) && isRecord(my) && isRecord(their)) {
      const inner = merge(was, my, their)
      conflicts.push(...inner.conflicts.map(path => [name, ...path]))
      return [name, inner.merged]
    }
    conflicts.push([name])
    return [name, my]
  })
  return { merged: Object.fromEntries(entries.filter(([, value]) => value !== undefined)), conflicts }
}

function mergedList(
  before: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): unknown[] {
  return [
    ...theirs.filter(value => mine.includes(value) || !before.includes(value)),
    ...mine.filter(value => !before.includes(value) && !theirs.includes(value)),
  ]
}

/** Whether two values of a form are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The values that differ from those before. */
export function changes<T extends object>(before: T, after: T): Partial<T> {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(value, was.get(name))),
  ) as Partial<T>
}
