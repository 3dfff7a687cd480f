import { statfs } from 'node:fs/promises'
import type { Counter, Gauge } from 'prom-client'
import type { Identity } from '../../identity/identity.ts'
import type { LogDestination } from '../../log.ts'
import type { DatabaseSize, Store } from '../../store/store.ts'
import type { Tracer } from '../../trace/trace.ts'
import type { MetricName } from './metric-table.ts'
import type { Shed } from './shed.ts'

/** Metrics of the health of a node, besides requests and caches. */
export interface Health {
  readonly store: Store
  readonly identity: Identity
  readonly shed: Shed
  readonly tracer: Tracer | undefined
  readonly logDestination: LogDestination
  /** The folder of the data. */
  readonly data: string
  /** When the certificate in use expires; undefined if there is none. */
  readonly certificateEnds: () => number | undefined
}

/** Measurements of the database. */
export interface DatabaseFigures {
  readonly size: DatabaseSize
  readonly backupAt: number | undefined
  /** When a node last dropped old records to the end; undefined until one has. */
  readonly sweptAt: number | undefined
}

/** Events of the audit trail about the outcome of a sign-in. */
const SIGN_INS = {
  'signed-in': 'signed-in',
  'console-session-begun': 'console',
  'sign-in-failed': 'failed',
  'code-refused': 'code-refused',
} as const

interface Instruments {
  readonly counter: (name: MetricName) => Counter<string>
  readonly gauge: (name: MetricName) => Gauge<string>
}

/** Makes the instruments, and answers with what sets them. */
export function healthGauges({ counter, gauge }: Instruments) {
  const signIns = counter('tabard_sign_ins_total')
  const entries = counter('tabard_audit_entries_total')
  const throttled = counter('tabard_throttled_tries_total')
  const refused = counter('tabard_client_refusals_total')
  const shedState = gauge('tabard_shed_state')
  const shedRequests = counter('tabard_shed_requests_total')
  const hashes = gauge('tabard_password_hashes_waiting')
  const spans = counter('tabard_trace_spans_total')
  const lostLines = counter('tabard_log_lines_lost_total')
  const certificate = gauge('tabard_certificate_end_timestamp_seconds')
  const swept = gauge('tabard_last_sweep_timestamp_seconds')
  const backup = gauge('tabard_last_backup_timestamp_seconds')
  const size = gauge('tabard_database_size_bytes')
  const unused = gauge('tabard_database_unused_bytes')
  const disk = gauge('tabard_disk_free_bytes')

  const tellPeople = ({ store, identity }: Health) => {
    const counts = store.auditCounts()
    for (const metric of [signIns, entries, throttled, refused]) metric.reset()
    for (const [event, outcome] of Object.entries(SIGN_INS)) signIns.inc({ outcome }, counts.get(event) ?? 0)
    for (const [event, number] of counts) entries.inc({ event }, number)
    for (const [what, number] of identity.refusedTries.counts) throttled.inc({ what }, number)
    refused.inc(identity.refusedClients.count)
    hashes.set(identity.passwords.waiting)
  }

  const tellNode = ({ shed, tracer, logDestination, certificateEnds }: Health, free: number | undefined) => {
    shedState.set(shed.level)
    shedRequests.reset()
    shedRequests.inc(shed.refusals)
    spans.reset()
    for (const outcome of ['sent', 'dropped'] as const) spans.inc({ outcome }, tracer?.counts[outcome] ?? 0)
    lostLines.reset()
    lostLines.inc(logDestination.lost)
    tellTime(certificate, certificateEnds())
    tell(disk, free)
  }

  return {
    tell(health: Health, database: DatabaseFigures | undefined, free: number | undefined): void {
      tellPeople(health)
      tellNode(health, free)
      tell(size, database?.size.bytes)
      tell(unused, database?.size.unused)
      tellTime(backup, database?.backupAt)
      tellTime(swept, database?.sweptAt)
    },
  }
}

/** Free bytes on the disk of the data folder; undefined if the folder does not exist. */
export async function freeDisk(data: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(data)
    return bavail * bsize
  } catch {
    return undefined
  }
}

function tell(metric: Gauge<string>, value: number | undefined): void {
  metric.remove()
  if (value !== undefined) metric.set(value)
}

function tellTime(metric: Gauge<string>, at: number | undefined): void {
  tell(metric, at === undefined ? undefined : at / 1000)
}
