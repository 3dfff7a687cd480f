import { type AuditEvent, auditEntry } from '../core/audit-events.ts'
import type { TenantTransaction } from '../store/store.ts'

/** Who decides about access: an administrator, an API client, or the command line. */
export interface Steward {
  /** As the audit trail tells it, such as `account:ada`. */
  readonly by: string
  readonly address: string | null
  /** The account of somebody who is signed in; API clients and the command line have none. */
  readonly account?: string | null | undefined
}

/** A date that has come, where nobody decided anything. */
export const BY_CLOCK: Steward = { by: 'date', address: null }

export const AT_COMMAND_LINE: Steward = { by: 'command line', address: null }

/** Whom and what a decision is about. */
interface Subject {
  readonly account?: string | undefined
  readonly application?: string | undefined
  readonly details?: Readonly<Record<string, string>>
}

/** Records a decision, with who made it. */
export async function record(
  tx: TenantTransaction,
  { by, address }: Steward,
  event: AuditEvent,
  { account, application, details = {} }: Subject,
): Promise<void> {
  const about = { account: account ?? null, application: application ?? null, address }
  await tx.audit.record(auditEntry(event, tx.now(), about, { ...details, by }))
}
