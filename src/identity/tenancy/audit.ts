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

/** The time of an RFC 3339 date, or of a date and time with a zone, in milliseconds; undefined when it is neither. */
export function instantOf(text: string): number | undefined {
  const day = text.slice(0, 10)
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  // The parser would turn a day that the month does not have into one of the next month.
  return Number.isNaN(at) || new Date(day).toISOString().slice(0, 10) !== day ? undefined : at
}

/** An entry in the form that people and tools get. */
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

/** The trail as the lines of a file. It is read in batches, so that it can have any length. */
export async function* auditLines(
  store: TenantStore,
  query: AuditQuery,
  format: AuditFormat,
): AsyncGenerator<string> {
  // Sent with the first batch, so that nothing is sent before the store has answered.
  let head = format === 'csv' ? csvRecord(COLUMNS) : ''
  let { limit: left, before } = query
  while (left > 0) {
    const limit = Math.min(left, AT_ONCE)
    const records = await store.audit.list({ ...query, limit, before })
    yield head + records.map(record => line(record, format)).join('')
    head = ''
    before = records.at(-1)
    left = records.length < limit ? 0 : left - limit
    // SQLite answers synchronously, so other requests get a turn here.
    await turn()
  }
}

function line(record: AuditRecord, format: AuditFormat): string {
  const shown = auditShown(record)
  if (format === 'jsonl') return `${JSON.stringify(shown)}\n`
  const details = Object.keys(shown.details).length === 0 ? '' : JSON.stringify(shown.details)
  return csvRecord(COLUMNS.map(column => (column === 'details' ? details : (shown[column] ?? ''))))
}
