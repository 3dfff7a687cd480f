import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { recordOf, type Watch } from '../store/store.ts'
import { unpacked } from '../zip/zip.ts'

/** Sees the contents that go by, and collects the digests of those that are damaged. */
export function watchingContents(damaged: string[]): Watch {
  return async ({ table, rows }) => {
    if (table.name !== 'blobs') return
    for (const row of rows) {
      const record = recordOf(table, row)
      if (!(await isWholeContent(record))) damaged.push(String(record.digest))
    }
  }
}

/** Whether a content inflates to what its digest, size and checksum say. */
async function isWholeContent({
  digest,
  size,
  crc,
  deflated_size,
  deflated,
}: Record<string, unknown>): Promise<boolean> {
  if (!(deflated instanceof Uint8Array) || deflated.length !== deflated_size) return false
  const blob = { digest: String(digest), size: Number(size), crc: Number(crc) }
  try {
    const plain = await unpacked({ ...blob, deflated, deflatedSize: deflated.length })
    return hash('sha256', plain) === digest && crc32(plain) === crc
  } catch {
    return false
  }
}

/** What is said of contents that are damaged. */
export function damageTold(damaged: readonly string[]): string {
  const what = damaged.length === 1 ? '1 content is' : `${damaged.length} contents are`
  return `${what} damaged: tabard doctor tells which files have them.`
}
