import { type AuditEvent, auditEntry } from '../../core/audit-events.ts'
import type { AuditEntry, TenantStore, TenantTransaction } from '../../store/store.ts'

/** Who makes a change: an account and its network address. The command line and the service have neither. */
export interface Actor {
  readonly account: string | null
  readonly address: string | null
}

export const COMMAND_LINE: Actor = { account: null, address: null }

/** The service itself, where nobody asked for a change. */
export const SERVICE: Actor = { account: null, address: null }

/** Records an action in the same transaction as the action itself. */
export async function recorded(
  tx: TenantTransaction,
  by: Actor,
  event: AuditEvent,
  { application = null, details = {} }: Partial<Pick<AuditEntry, 'application' | 'details'>>,
): Promise<void> {
  await tx.audit.record(auditEntry(event, tx.now(), { ...by, application }, details))
}

/** Records what a command did, in a transaction of its own. */
export async function recordCommand(
  store: TenantStore,
  event: AuditEvent,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await store.write(tx => recorded(tx, COMMAND_LINE, event, { details }), 'quiet')
}
