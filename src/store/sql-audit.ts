import { randomUUID } from 'node:crypto'
import { isStorable } from './sql-rows.ts'
import type { Scope } from './sql-scope.ts'
import type { AuditEntry } from './store.ts'

/** The newest entries; of one account, where one is given. */
export async function audit({ db, tenant }: Scope, limit: number, accountId?: string): Promise<AuditEntry[]> {
  if (accountId !== undefined && !isStorable(accountId)) return []
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('tenant', '=', tenant)
    .$if(accountId !== undefined, query => query.where('account', '=', accountId!))
    .orderBy('at', 'desc')
    .orderBy('turn', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, event, account, application, address, details }) => ({
    at,
    event,
    account,
    application,
    address,
    details: JSON.parse(details),
  }))
}

/** Adds an entry. */
export async function recordAudit({ db, tenant }: Scope, entry: AuditEntry): Promise<void> {
  const { at, event, account, application, address, details } = entry
  const since = String(process.hrtime.bigint()).padStart(20, '0')
  await db
    .insertInto('audit')
    .values({
      tenant,
      at,
      turn: `${since} ${randomUUID()}`,
      event,
      account,
      application,
      address,
      details: JSON.stringify(details),
    })
    .execute()
}
