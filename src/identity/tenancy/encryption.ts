import type { Store } from '../../store/store.ts'
import { COMMAND_LINE, recorded } from './actor.ts'

/**
 * Rewrites the keys and secrets that are not encrypted with the key of the settings. Without such a key, writes
 * encrypted ones in plain text. Returns how many were rewritten.
 */
export async function encryptAnew(store: Store, keyId: string | undefined): Promise<number> {
  const event = keyId === undefined ? 'keys-decrypted' : 'keys-encrypted'
  let all = 0
  for (const { id } of await store.tenants()) {
    let values: number
    do {
      values = await store.tenant(id).write(async tx => {
        const written = await tx.keys.encryptAnew()
        const details = { values: String(written), ...(keyId !== undefined && { key: keyId }) }
        if (written > 0) await recorded(tx, COMMAND_LINE, event, { details })
        return written
      })
      all += values
    } while (values > 0)
  }
  return all
}
