import { closeSync, openSync, realpathSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { foreignOwner, hasDatabaseFile, makeFolder } from '../engines/folder.ts'
import { meaning } from '../engines/sqlite.ts'
import { faultOf, StoreFault } from '../fault.ts'
import { type Layout, layoutOf } from '../layout.ts'
import { SQLITE } from '../migrations/migrations.ts'
import { type Bulk, CannotCopy, rowsAtOnce } from './bulk.ts'
import { list, quoted, type Row, selection, type Table } from './tables.ts'

/** The SQLite database in a folder, as a whole. */
export class SqliteBulk implements Bulk {
  readonly name: string
  readonly identity: string
  readonly dialect = SQLITE
  readonly #folder: string
  readonly #file: string
  #database: DatabaseSync | undefined
  /** Files that this process created and has not committed. */
  #made = false

  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, 'tabard.db')
    this.name = `SQLite in ${this.#file}`
    this.identity = realPath(this.#file)
  }

  async beginReading(): Promise<void> {
    if (!hasDatabaseFile(this.#folder)) {
      throw new CannotCopy(
        'usage',
        `There is no database in ${this.#folder}. Set TABARD_DATA or DATABASE_URL.`,
      )
    }
    this.#database = this.#opened({ timeout: 10_000 })
    // The snapshot is taken at the first read.
    await this.execute('pragma query_only = on')
    await this.execute('begin')
    await this.query('select count(*) from sqlite_master')
  }

  async beginFilling(): Promise<void> {
    try {
      makeFolder(this.#folder)
      this.#made = createdNow(this.#file)
    } catch (error) {
      const text = `The folder ${this.#folder} cannot be written: ${reason(error)}.`
      throw new StoreFault('unusable', foreignOwner(this.#folder, error) ?? text)
    }
    // Foreign keys are checked all at once, at the end.
    this.#database = this.#opened({ timeout: 1_000, enableForeignKeyConstraints: false })
    try {
      // Fails if any other connection is open, in this process or another one.
      this.#database.exec('pragma locking_mode = exclusive; begin immediate')
    } catch (error) {
      if (meaning(error) !== 'unavailable') throw faultOf(error, meaning(error))
      throw new CannotCopy('conflict', `${this.name} is in use. Stop the service first.`)
    }
  }

  async layout(): Promise<Layout> {
    const rows = await this.query(
      `select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`,
    )
    return layoutOf(rows)
  }

  async execute(statement: string): Promise<void> {
    this.#guarded(database => database.exec(statement))
  }

  async query(statement: string): Promise<Record<string, unknown>[]> {
    return this.#guarded(database => database.prepare(statement).all())
  }

  async *rows(table: Table): AsyncGenerator<Row[]> {
    const rows = this.#guarded(database => {
      const statement = database.prepare(selection(table))
      statement.setReturnArrays(true)
      return statement.iterate() as unknown as Iterator<Row>
    })
    const most = rowsAtOnce(table)
    for (let some: Row[] = []; ; ) {
      const { done, value } = this.#guarded(() => rows.next())
      if (!done) some.push(value)
      if (some.length >= most || (done && some.length > 0)) {
        yield some
        some = []
      }
      if (done) return
    }
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const names = table.columns.map(({ name }) => name)
    const places = names.map(() => '?').join(', ')
    this.#guarded(database => {
      const statement = database.prepare(
        `insert into ${quoted(table.name)} (${list(names)}) values (${places})`,
      )
      for (const row of rows) statement.run(...(row as SQLInputValue[]))
    })
  }

  async commit(): Promise<void> {
    const [broken] = await this.query('select "table", parent from pragma_foreign_key_check limit 1')
    if (broken !== undefined) {
      throw new CannotCopy(
        'damaged',
        `A row of ${broken.table} refers to a missing row of ${broken.parent}. Nothing was written.`,
      )
    }
    await this.execute('commit')
    this.#made = false
  }

  async close(): Promise<void> {
    this.#database?.close()
    this.#database = undefined
    if (!this.#made) return
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${this.#file}${end}`, { force: true })
  }

  #opened(options: ConstructorParameters<typeof DatabaseSync>[1]): DatabaseSync {
    try {
      return new DatabaseSync(this.#file, options)
    } catch (error) {
      const foreign = foreignOwner(this.#folder, readingError(this.#file))
      const text = foreign ?? `${this.#file} cannot be opened: ${reason(error)}.`
      throw new StoreFault('unusable', text, { cause: error })
    }
  }

  #guarded<T>(work: (database: DatabaseSync) => T): T {
    try {
      return work(this.#database!)
    } catch (error) {
      throw rowFault(error)
    }
  }
}

function rowFault(error: unknown): unknown {
  const what = meaning(error)
  if (what !== 'duplicate' && what !== 'reference') return faultOf(error, what)
  return new CannotCopy('damaged', 'Two rows have the same key. Nothing was written.', { cause: error })
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The path of a file without links, if it exists and may be looked at. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

/** The error of the system when it reads a file. SQLite only says that it cannot open it. */
function readingError(file: string): unknown {
  try {
    closeSync(openSync(file, 'r'))
    return undefined
  } catch (error) {
    return error
  }
}

/** Creates an empty file that only the owner can read; false if there is one already. */
function createdNow(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    closeSync(openSync(file, 'a'))
    return false
  }
}
