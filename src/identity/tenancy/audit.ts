import { setImmediate as turn } from 'node:timers/promises'
import { csvRecord } from '../../core/csv.ts'
import type { AuditQuery, AuditRecord, TenantStore } from '../../store/store.ts'
import { type Actor, recorded } from './actor.ts'

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const

export type AuditFormat = (typeof AUDIT_FORMATS)[number]

const AT_ONCE = 500
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/
const COLUMNS = [
  'at',
  'event',
  'account',
  'userName',
  'application',
  'applicationName',
  'address',
  'details',
] as const

/** The millisecond of a day or a time with its zone, as RFC 3339 writes them; undefined when it is neither. */
export function instantOf(text: string): number | undefined {
  const day = text.slice(0, 10)
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  // A day that its month does not have would count on into the next one.
  return Number.isNaN(at) || new Date(day).toISOString().slice(0, 10) !== day ? undefined : at
}

/** An entry as it is told. */
export function auditShown({ turn: _, at, ...entry }: AuditRecord) {
  return { at: new Date(at).toISOString(), ...entry }
}

/**
 * Records who exported which part of the trail, before the export starts, so that an interrupted one is recorded too.
 */
export async function recordExport(
  store: TenantStore,
  by: Actor,
  { account, application, event, from, to }: AuditQuery,
  format: AuditFormat,
): Promise<void> {
  const filters = { account, application, event, from: timeOf(from), to: timeOf(to) }
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const details = { format, ...(Object.fromEntries(given) as Record<string, string>) }
  await store.write(tx => recorded(tx, by, 'audit-exported', { details }), 'quiet')
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** The trail as the lines of a file, read piece by piece so that it may have any length. */
export async function* auditLines(
  store: TenantStore,
  query: AuditQuery,
  format: AuditFormat,
): AsyncGenerator<string> {
  // With the first piece, so that nothing is said before the store has answered.
  let head = format === 'csv' ? csvRecord(COLUMNS) : ''
  let { limit: left, before } = query
  while (left > 0) {
    const limit = Math.min(left, AT_ONCE)
    const records = await store.audit.list({ ...query, limit, before })
    yield head + records.map(record => line(record, format)).join('')
    head = ''
    before = records.at(-1)
    left = records.length < limit ? 0 : left - limit
    // SQLite answers without a pause, and others have to be served meanwhile.
    await turn()
  }
}

function line(record: AuditRecord, format: AuditFormat): string {
  const shown = auditShown(record)
  if (format === 'jsonl') return `${JSON.stringify(shown)}\n`
  const details = Object.keys(shown.details).length === 0 ? '' : JSON.stringify(shown.details)
  return csvRecord(COLUMNS.map(column => (column === 'details' ? details : (shown[column] ?? ''))))
}
