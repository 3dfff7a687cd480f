// A backup consists of lines of JSON. After a head, each table has its name and columns, its rows, and their number and
// digest. The last line has the digest of all lines before it. Bytes are written in base64.
import { createHash } from 'node:crypto'
import { SCHEMA_VERSION } from '../migrations/migrations.ts'
import { CannotCopy } from './bulk.ts'
import { type Batch, batchesOf, lineOf, type Source, type TableCount, Tally, type Watch } from './copy.ts'
import { fits, type Row, type Table, tablesOf, type Value } from './tables.ts'

const FORMAT = 1
const ROWS_AT_ONCE = 100
const CHARACTERS_AT_ONCE = 4 * 1024 * 1024

/** The head of a backup. */
export interface BackupHead {
  readonly tabard: 'backup'
  readonly format: number
  readonly schema: number
  /** The version of Tabard that wrote it, and when. */
  readonly version: string
  readonly at: string
}

/** Generates the lines of a backup. At the end, it returns the row count and digest of each table. */
export async function* backupLines(
  source: Source,
  about: Pick<BackupHead, 'version' | 'at'>,
  watch: Watch,
): AsyncGenerator<string, TableCount[]> {
  const whole = createHash('sha256')
  const line = (content: object | string) => {
    const text = `${typeof content === 'string' ? content : JSON.stringify(content)}\n`
    whole.update(text)
    return text
  }
  const tally = new Tally(source.tables)
  const head: BackupHead = { tabard: 'backup', format: FORMAT, schema: source.schema, ...about }
  yield line(head)
  for (const table of source.tables) {
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) })
    for await (const batch of batchesOf({ bulk: source.bulk, tables: [table] })) {
      for (const row of batch.rows) {
        const text = lineOf(row)
        tally.add(table.name, text)
        yield line(text)
      }
      await watch(batch)
    }
    yield line({ end: tally.count(table.name) })
  }
  yield `${JSON.stringify({ sha256: whole.digest('hex') })}\n`
  return tally.counts()
}

/** A backup that is being read. Invalid data is rejected when it is reached. */
export interface Backup {
  readonly head: BackupHead
  readonly batches: AsyncGenerator<Batch>
}

/** Opens a backup from its lines. The rest is read together with its batches, to the end. */
export async function openBackup(lines: AsyncIterator<string>): Promise<Backup> {
  const first = await lines.next()
  const head = first.done ? undefined : parsed(first.value)
  if (!isHead(head)) throw new CannotCopy('damaged', 'This is not a backup of Tabard.')
  const { format, schema } = head
  if (format > FORMAT || schema > SCHEMA_VERSION) {
    throw new CannotCopy(
      'damaged',
      `The backup has format ${format} and schema ${schema}, but this version of Tabard reads at most ${FORMAT} and ${SCHEMA_VERSION}. Restore it with the version that wrote it, or a newer one.`,
    )
  }
  return { head, batches: batchesIn(lines, await tablesOf(schema), `${first.value}\n`) }
}

function isHead(value: unknown): value is BackupHead {
  const { tabard, format, schema, at, version } = (value ?? {}) as Record<string, unknown>
  const numbers = [format, schema].every(number => Number.isSafeInteger(number) && Number(number) > 0)
  return tabard === 'backup' && numbers && typeof at === 'string' && typeof version === 'string'
}

async function* batchesIn(
  lines: AsyncIterator<string>,
  tables: readonly Table[],
  head: string,
): AsyncGenerator<Batch> {
  const whole = createHash('sha256').update(head)
  const tally = new Tally(tables)
  const next = async () => {
    const { done, value } = await lines.next()
    if (done) throw damaged('its end is missing')
    return value
  }
  const kept = async () => {
    const text = await next()
    whole.update(text).update('\n')
    return text
  }
  for (const table of tables) {
    const start = JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })
    if ((await kept()) !== start) throw damaged(`the table ${table.name} is in the wrong place`)
    let rows: Row[] = []
    let characters = 0
    for (let text = await kept(); ; text = await kept()) {
      const row = text.startsWith('[') ? rowOf(table, text) : undefined
      if (row !== undefined) {
        tally.add(table.name, text)
        rows.push(row)
        characters += text.length
      }
      if (rows.length > 0 && (row === undefined || isMuch(rows, characters))) {
        yield { table, rows }
        rows = []
        characters = 0
      }
      if (row !== undefined) continue
      if (text !== JSON.stringify({ end: tally.count(table.name) })) {
        throw damaged(`rows of ${table.name} are missing or changed`)
      }
      break
    }
  }
  if ((await next()) !== JSON.stringify({ sha256: whole.digest('hex') })) throw damaged('its digest differs')
  if (!(await lines.next()).done) throw damaged('there is data after its end')
}

function isMuch(rows: readonly Row[], characters: number): boolean {
  return rows.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE
}

function rowOf({ name, columns }: Table, text: string): Row {
  const values = parsed(text)
  if (!Array.isArray(values) || values.length !== columns.length) {
    throw damaged(`a row of ${name} has other columns`)
  }
  return columns.map((column, index): Value => {
    const value: unknown = column.kind === 'bytes' ? bytesOf(values[index]) : values[index]
    if (!fits(column, value)) throw damaged(`${column.name} of a row of ${name} has the wrong type`)
    return value
  })
}

function bytesOf(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function damaged(what: string): CannotCopy {
  return new CannotCopy('damaged', `The backup is damaged: ${what}. Nothing was changed.`)
}

/** Splits a text that arrives in pieces into lines. A line that is longer than any row can be is rejected. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let parts: Uint8Array[] = []
  let length = 0
  const taken = (last: Uint8Array) => {
    const bytes = Buffer.concat([...parts, last])
    parts = []
    length = 0
    try {
      return decoder.decode(bytes)
    } catch {
      throw damaged('it contains something that is not text')
    }
  }
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      yield taken(piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    parts.push(rest)
    length += rest.length
    if (length > longest) throw damaged(`a line has more than ${longest} bytes`)
  }
  if (length > 0) throw damaged('its end is missing')
}
