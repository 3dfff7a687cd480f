/** The columns of each table of a database, by its name. */
export type Layout = ReadonlyMap<string, readonly string[]>

const NAMED = 5

/** The columns of each table, from rows that have a table and a column each. */
export function layoutOf(rows: readonly Record<string, unknown>[]): Layout {
  const tables = Map.groupBy(rows, ({ table }) => String(table))
  return new Map(Array.from(tables, ([table, of]) => [table, of.map(({ column }) => String(column))]))
}

/** Whether a database has the table that records Tabard's schema. Other programs have tables of that name too. */
export function isInstalled(layout: Layout): boolean {
  return layout.get('migrations')?.toSorted().join() === 'at,version'
}

/** What to tell about tables that Tabard does not know. */
export function otherTables(place: string, names: readonly string[]): string {
  const [named, rest] = [names.slice(0, NAMED), names.length - NAMED]
  const list = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `${place} has tables of another program (${list}). Give Tabard a database of its own.`
}
