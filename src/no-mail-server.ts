import { FIRST_TENANT } from './identity/identity.ts'
import type { Store } from './store/store.ts'

/** The record that says since when the service has run without a mail server. There is one for the installation. */
const RECORD = { kind: 'NoMailServer', idHash: 'since', owner: null, expiresAt: null }
const HOUR = 3_600_000

/** Records that the service runs without a mail server, unless it did already. */
export async function recordNoMailServer(store: Store): Promise<void> {
  const first = store.tenant(FIRST_TENANT)
  // If nothing has to change, nothing is written, so that the service can start on a full disk.
  if ((await first.records.get(RECORD.kind, RECORD.idHash)) !== undefined) return
  await first.write(tx => tx.records.add({ ...RECORD, payload: String(tx.now()) }), 'quiet')
}

/**
 * Holds the mails that were written while no mail server was set, except those of the last hour. Call it before mails
 * are sent. Returns how many.
 */
export async function holdOldMails(store: Store): Promise<number> {
  const { records } = store.tenant(FIRST_TENANT)
  const found = await records.get(RECORD.kind, RECORD.idHash)
  if (found === undefined) return 0
  const held = await store.holdMails(Number(found.payload), store.now() - HOUR)
  await records.remove(RECORD.kind, RECORD.idHash)
  return held
}
