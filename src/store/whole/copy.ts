import { createHash, type Hash } from 'node:crypto'
import { isInstalled, otherTables } from '../layout.ts'
import { newerSchema, SCHEMA_VERSION, schemaStatements } from '../migrations/migrations.ts'
import { type Bulk, CannotCopy } from './bulk.ts'
import { fits, quoted, type Row, type Table, tablesOf } from './tables.ts'

/** Some rows of a table during a copy. Tables come in the order of the schema, and rows in the order of their keys. */
export interface Batch {
  readonly table: Table
  readonly rows: readonly Row[]
}

/** Observes rows while they are copied. */
export type Watch = (batch: Batch) => Promise<void>

/** The row count and digest of a table, so that two tables can be compared. */
export interface TableCount {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

/** A row as a line of text, which is the same for both engines. */
export function lineOf(row: Row): string {
  return JSON.stringify(
    row.map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value)),
  )
}

/** Counts rows and digests their lines, table by table. */
export class Tally {
  readonly #tables = new Map<string, { rows: number; hash: Hash }>()

  constructor(tables: readonly Table[]) {
    for (const { name } of tables) this.#tables.set(name, { rows: 0, hash: createHash('sha256') })
  }

  add(table: string, line: string): void {
    const count = this.#tables.get(table)!
    count.rows += 1
    count.hash.update(line).update('\n')
  }

  count(table: string): TableCount {
    const { rows, hash } = this.#tables.get(table)!
    return { table, rows, sha256: hash.copy().digest('hex') }
  }

  counts(): TableCount[] {
    return [...this.#tables.keys()].map(table => this.count(table))
  }
}

/** A snapshot of a database, and its tables. */
export interface Source {
  readonly bulk: Bulk
  readonly schema: number
  readonly tables: readonly Table[]
}

/** Opens a database for reading. Rejects a schema that this version of Tabard does not know. */
export async function sourceOf(bulk: Bulk): Promise<Source> {
  await bulk.beginReading()
  const layout = await bulk.layout()
  if (!isInstalled(layout)) {
    throw new CannotCopy('usage', `There is no installation of Tabard in ${bulk.name}.`)
  }
  const [found] = await bulk.query('select max(version) as version from migrations')
  const schema = Number(found?.version ?? 0)
  if (schema > SCHEMA_VERSION) throw newerSchema(schema)
  const tables = await tablesOf(schema)
  for (const { name, columns } of tables) {
    const known = columns.map(column => column.name).sort()
    if (layout.get(name)?.toSorted().join() !== known.join()) {
      throw new CannotCopy('damaged', `The table ${name} of ${bulk.name} does not match schema ${schema}.`)
    }
  }
  return { bulk, schema, tables }
}

/** All rows of a database, a few at a time. */
export async function* batchesOf({ bulk, tables }: Pick<Source, 'bulk' | 'tables'>): AsyncGenerator<Batch> {
  for (const table of tables) {
    for await (const rows of bulk.rows(table)) {
      for (const row of rows) checkRow(bulk.name, table, row)
      yield { table, rows }
    }
  }
}

/** SQLite accepts any value in any column, so values of the wrong type are rejected here. */
function checkRow(from: string, { name, columns }: Table, row: Row): void {
  const wrong = columns.find((column, index) => !fits(column, row[index]))
  if (wrong === undefined) return
  throw new CannotCopy('damaged', `A row of ${name} in ${from} has an invalid value in ${wrong.name}.`)
}

/** The total number of rows to copy. */
export async function totalRows({ bulk, tables }: Source): Promise<number> {
  let total = 0
  for (const { name } of tables) {
    const [found] = await bulk.query(`select count(*) as rows from ${quoted(name)}`)
    total += Number(found?.rows)
  }
  return total
}

/** The data to fill a database with. */
export interface Filling {
  readonly schema: number
  readonly batches: AsyncIterable<Batch>
  readonly watch: Watch
  /** Whether existing data may be replaced, and the advice if it may not. */
  readonly replace: boolean
  readonly advice: string
}

/** Fills a database in one transaction, and reads all of it back. Commits only if nothing is missing or changed. */
export async function fill(target: Bulk, filling: Filling): Promise<TableCount[]> {
  const { schema, batches, watch } = filling
  await target.beginFilling()
  await makeRoom(target, filling)
  const tables = await tablesOf(schema)
  for (const statement of schemaStatements(target.dialect, 0, schema)) await target.execute(statement)
  const given = new Tally(tables)
  for await (const batch of batches) {
    await target.insert(batch.table, batch.rows)
    for (const row of batch.rows) given.add(batch.table.name, lineOf(row))
    await watch(batch)
  }
  const kept = new Tally(tables)
  for await (const { table, rows } of batchesOf({ bulk: target, tables })) {
    for (const row of rows) kept.add(table.name, lineOf(row))
  }
  const counts = given.counts()
  const wrong = counts.find(({ table, sha256 }) => kept.count(table).sha256 !== sha256)
  if (wrong !== undefined) {
    throw new CannotCopy(
      'damaged',
      `The copy of the table ${wrong.table} differs from the original. Nothing was written.`,
    )
  }
  for (const statement of schemaStatements(target.dialect, schema)) await target.execute(statement)
  await target.commit()
  return counts
}

/** Drops the tables of an installation, which must be empty unless everything may be replaced. */
async function makeRoom(target: Bulk, { replace, advice }: Filling): Promise<void> {
  const layout = await target.layout()
  const installed = isInstalled(layout)
  await assertKnownSchema(target, installed)
  const ours = (await tablesOf(SCHEMA_VERSION)).map(({ name }) => name)
  const known = installed ? [...ours, 'migrations'] : ours
  const others = [...layout.keys()].filter(name => !known.includes(name))
  if (others.length > 0) throw new CannotCopy('conflict', otherTables(target.name, others))
  const there = ours.filter(name => layout.has(name))
  if (!replace) {
    for (const name of there) {
      if ((await target.query(`select 1 as one from ${quoted(name)} limit 1`)).length === 0) continue
      throw new CannotCopy('conflict', `${target.name} is not empty. ${advice}`)
    }
  }
  // In reverse order, so that tables are dropped before the tables that they refer to.
  for (const name of there.reverse()) await target.execute(`drop table ${quoted(name)}`)
  await target.execute('drop table if exists migrations')
}

/** Rejects an unknown schema version. Otherwise, tables of a newer Tabard would look like those of another program. */
async function assertKnownSchema(target: Bulk, installed: boolean): Promise<void> {
  const [found] = installed ? await target.query('select max(version) as version from migrations') : []
  const schema = Number(found?.version ?? 0)
  if (schema <= SCHEMA_VERSION) return
  throw new CannotCopy(
    'conflict',
    `${target.name} has schema ${schema}, but this version of Tabard knows ${SCHEMA_VERSION}. Use an empty database.`,
  )
}
