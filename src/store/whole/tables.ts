import { SQLITE, schemaStatements } from '../migrations/migrations.ts'
import { isStorable } from '../shelves/rows.ts'

export type Value = string | number | Uint8Array | null

/** A row of a table, in the order of its columns. */
export type Row = readonly Value[]

type Kind = 'text' | 'number' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: Kind
  readonly nullable: boolean
}

/** A foreign key. */
export interface Reference {
  readonly columns: readonly string[]
  readonly table: string
  readonly targets: readonly string[]
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns that identify its rows, and order them. */
  readonly key: readonly string[]
  readonly references: readonly Reference[]
}

const KINDS: Readonly<Record<string, Kind>> = { text: 'text', bigint: 'number', blob: 'bytes' }

/**
 * The tables of a schema version, each after those that it refers to. They are read from a database created for this
 * purpose, so that a table added by a migration cannot be forgotten.
 */
export async function tablesOf(version: number): Promise<Table[]> {
  // Loaded on demand, because a service on PostgreSQL does not need it.
  const { DatabaseSync } = await import('node:sqlite')
  const scratch = new DatabaseSync(':memory:')
  const asked = (sql: string, table: string) => scratch.prepare(sql).all(table)
  try {
    for (const statement of schemaStatements(SQLITE, 0, version)) scratch.exec(statement)
    const names = asked("select name from sqlite_master where type = ? and name <> 'migrations'", 'table')
    return ordered(names.map(({ name }) => tableOf(String(name), asked)))
  } finally {
    scratch.close()
  }
}

type Asked = (sql: string, table: string) => Record<string, unknown>[]

function tableOf(name: string, asked: Asked): Table {
  const rows = asked('select name, type, "notnull", pk from pragma_table_info(?)', name)
  const columns = rows.map(row => ({
    name: String(row.name),
    kind: kindOf(name, String(row.type)),
    nullable: row.notnull === 0 && row.pk === 0,
  }))
  const key = rows
    .filter(({ pk }) => Number(pk) > 0)
    .sort((a, b) => Number(a.pk) - Number(b.pk))
    .map(row => String(row.name))
  if (key.length === 0) throw new Error(`the table ${name} has no primary key to order its rows by`)
  return { name, columns, key, references: referencesOf(name, asked) }
}

function referencesOf(name: string, asked: Asked): Reference[] {
  const rows = asked(
    'select id, "table", "from", "to" from pragma_foreign_key_list(?) order by id, seq',
    name,
  )
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(of => ({
    columns: of.map(({ from }) => String(from)),
    table: String(of[0]!.table),
    targets: of.map(({ to }) => String(to)),
  }))
}

function kindOf(table: string, type: string): Kind {
  const kind = KINDS[type.toLowerCase()]
  if (kind === undefined) throw new Error(`the table ${table} has a column of type ${type}`)
  return kind
}

function ordered(tables: readonly Table[]): Table[] {
  const left = new Map(tables.map(table => [table.name, table]))
  const done: Table[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ references }) =>
      references.every(({ table }) => !left.has(table)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const table of ready) left.delete(table.name)
    done.push(...ready)
  }
  return done
}

/** Whether a value is valid in a column, on both engines. */
export function fits({ kind, nullable }: Column, value: unknown): value is Value {
  if (value === null) return nullable
  if (kind === 'number') return Number.isSafeInteger(value)
  if (kind === 'bytes') return value instanceof Uint8Array
  return typeof value === 'string' && isStorable(value)
}

/** A row by the names of its columns. */
export function recordOf({ columns }: Table, row: Row): Record<string, Value> {
  return Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))
}

/** A name, quoted for a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Names, quoted for a statement. */
export function list(names: readonly string[]): string {
  return names.map(quoted).join(', ')
}

/** The statement that reads a table, always in the same order. */
export function selection({ name, columns, key }: Table): string {
  return `select ${list(columns.map(column => column.name))} from ${quoted(name)} order by ${list(key)}`
}
