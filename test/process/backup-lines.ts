import { hash } from 'node:crypto'
import { tablesOf } from '../../src/store/store.ts'

/** The text of a backup with these lines, whose digests fit what is in it. */
export function resealed(lines: readonly string[]): string {
  let rows: string[] = []
  const sealed: string[] = []
  for (const line of lines) {
    if (line.startsWith('{"table":')) rows = []
    const table = /^\{"end":\{"table":"(\w+)"/.exec(line)?.[1]
    if (table !== undefined) sealed.push(endOf(table, rows))
    else if (line.startsWith('{"sha256":'))
      sealed.push(JSON.stringify({ sha256: hash('sha256', joined(sealed)) }))
    else {
      if (line.startsWith('[')) rows.push(line)
      sealed.push(line)
    }
  }
  return joined(sealed)
}

/** The first line of a backup, changed. */
export function headOf(lines: readonly string[], change: object): string {
  return JSON.stringify({ ...JSON.parse(lines[0]!), ...change })
}

/** A backup as the first Tabard would have written it, with an application. */
export async function firstSchemaBackup(): Promise<string> {
  const rows: Record<string, unknown[][]> = {
    tenants: [['main', 'main', 'main', null, null, null, 1]],
    applications: [['main', 'shop', 'Shop', null, 1]],
  }
  const tables = await tablesOf(1)
  const head = { tabard: 'backup', format: 1, schema: 1, at: '2025-01-01T00:00:00.000Z', version: '0.0.1' }
  const lines = tables.flatMap(({ name, columns }) => [
    JSON.stringify({ table: name, columns: columns.map(column => column.name) }),
    ...(rows[name] ?? []).map(row => JSON.stringify(row)),
    endOf(name, []),
  ])
  return resealed([JSON.stringify(head), ...lines, '{"sha256":""}'])
}

function endOf(table: string, rows: readonly string[]): string {
  return JSON.stringify({ end: { table, rows: rows.length, sha256: hash('sha256', joined(rows)) } })
}

function joined(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('')
}
