import { type AuditEvent, auditEntry } from '../../core/audit-events.ts'
import type { AuditEntry, TenantStore, TenantTransaction } from '../../store/store.ts'

/** Who changes an installation: an account at a network address; the command line and the service have neither. */
export interface Actor {
  readonly account: string | null
  readonly address: string | null
}

export const COMMAND_LINE: Actor = { account: null, address: null }

/** The service itself, where nobody asked for a change. */
export const SERVICE: Actor = { account: null, address: null }

/** Records what somebody did, with what they did. */
export async function recorded(
  tx: TenantTransaction,
  by: Actor,
  event: AuditEvent,
  { application = null, details = {} }: Partial<Pick<AuditEntry, 'application' | 'details'>>,
): Promise<void> {
  await tx.audit.record(auditEntry(event, tx.now(), { ...by, application }, details))
}

/** Records what a command did outside of any other write. */
export async function recordCommand(
  store: TenantStore,
  event: AuditEvent,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await store.write(tx => recorded(tx, COMMAND_LINE, event, { details }), 'quiet')
}
