import type { AuditEvent } from '../core/audit-events.ts'
import { FIRST_TENANT, recordCommand } from '../identity/identity.ts'
import { openStore, type Place } from '../store/store.ts'

/**
 * Records an operation on the whole database in the audit trail of the first tenant. By then, the copy has been made.
 * If the entry cannot be written, for example on a full disk, a warning says so and the command still succeeds.
 */
export async function recordCopy(
  place: Place,
  event: AuditEvent,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const store = await openStore(place)
    await recordCommand(store.tenant(FIRST_TENANT), event, details).finally(() => store.close())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.error(`The audit trail has no entry ${event}: ${why}`)
  }
}
