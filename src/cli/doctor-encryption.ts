import type { Config } from '../config.ts'
import { type Bulk, ENCRYPTION_FIGURES, encryptionKeyId, missingKey } from '../store/store.ts'
import type { Finding } from './finding.ts'

/** Whether keys and secrets in the database can be decrypted, and are encrypted with the configured key. */
export async function encryptionFinding(
  bulk: Bulk,
  { encryptionKey, decryptionKeys }: Pick<Config, 'encryptionKey' | 'decryptionKeys'>,
): Promise<Finding> {
  const check = 'encryption'
  const rows = await bulk.query(ENCRYPTION_FIGURES)
  const counts = new Map(rows.map(({ id, count }) => [String(id), Number(count)]))
  const current = encryptionKey && encryptionKeyId(encryptionKey)
  const known = new Set(['', current, ...decryptionKeys.map(encryptionKeyId)])
  const missing = [...counts.keys()].find(id => !known.has(id))
  if (missing !== undefined) return { check, state: 'failed', text: missingKey(missing) }
  const others = [...counts].filter(([id]) => id !== (current ?? ''))
  const number = others.reduce((sum, [, count]) => sum + count, 0)
  if (number === 0) {
    const text =
      current === undefined
        ? 'off: keys and secrets are stored in plain text'
        : `all keys and secrets are encrypted with the key ${current}`
    return { check, state: 'ok', text }
  }
  const text =
    current === undefined
      ? `${number} keys and secrets are encrypted, but TABARD_ENCRYPTION_KEY is not set. Set it, or run "tabard keys decrypt".`
      : `${number} keys and secrets are not encrypted with the key ${current}. Run "tabard keys encrypt".`
  return { check, state: 'warning', text }
}
