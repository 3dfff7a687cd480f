import { sql } from 'kysely'
import type { AuditEntry, AuditQuery, AuditRecord } from '../kept.ts'
import { isStorable } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'
import { USES, usedApplication } from './uses.ts'

/** The audit trail. */
export interface AuditReads {
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditRecord[]>
}

/** The audit trail, inside a write. */
export interface AuditWrites {
  record(entry: AuditEntry): Promise<void>
}

/** The newest entries that match a query. */
async function audit({ db, tenant }: Scope, query: AuditQuery): Promise<AuditRecord[]> {
  const { limit, account, application, event, from, to, before } = query
  const wanted = [account, application, event].filter(value => value !== undefined)
  if (!wanted.every(isStorable)) return []
  // Uses the index of one column, which stops at the limit: SQLite would otherwise scan the whole time span.
  const indexed = wanted.length === 1
  const rows = await db
    .selectFrom('audit')
    .leftJoin('accounts', join =>
      join.onRef('accounts.tenant', '=', 'audit.tenant').onRef('accounts.id', '=', 'audit.account'),
    )
    .leftJoin('applications', join =>
      join
        .onRef('applications.tenant', '=', 'audit.tenant')
        .onRef('applications.id', '=', 'audit.application'),
    )
    .selectAll('audit')
    .select(['accounts.user_name', 'applications.name as application_name'])
    .where('audit.tenant', '=', tenant)
    .$if(account !== undefined, rows => rows.where('audit.account', '=', account!))
    .$if(application !== undefined, rows => rows.where('audit.application', '=', application!))
    .$if(event !== undefined, rows => rows.where('audit.event', '=', event!))
    .$if(from !== undefined && !indexed, rows => rows.where('audit.at', '>=', from!))
    .$if(to !== undefined, rows => rows.where('audit.at', '<', to!))
    .$if(before !== undefined, rows =>
      rows.where(sql<boolean>`(audit.at, audit.turn) < (${before!.at}, ${before!.turn})`),
    )
    .orderBy('audit.at', 'desc')
    .orderBy('audit.turn', 'desc')
    .limit(limit)
    .execute()
  const told = rows.filter(({ at }) => from === undefined || at >= from)
  return told.map(row => ({
    at: row.at,
    turn: row.turn,
    event: row.event,
    account: row.account,
    userName: row.user_name,
    application: row.application,
    applicationName: row.application_name,
    address: row.address,
    details: JSON.parse(row.details),
  }))
}

/** Records entries in one statement. */
export async function recordAll(scope: Scope, entries: readonly AuditEntry[]): Promise<void> {
  const { db, engine, tenant } = scope
  const rows = entries.map(({ at, event, account, application, address, details }) => ({
    tenant,
    at,
    turn: `${String(process.hrtime.bigint()).padStart(20, '0')} ${engine.newId()}`,
    event,
    account,
    application:
      application !== null && USES.includes(event) ? usedApplication(scope, application) : application,
    address,
    details: JSON.stringify(details),
  }))
  await db.insertInto('audit').values(rows).execute()
  for (const { event } of entries) engine.recorded(event)
}

export const auditReads = shelf<AuditReads>({ list: audit })

export const auditWrites = shelf<AuditWrites>({ record: (scope, entry) => recordAll(scope, [entry]) })
