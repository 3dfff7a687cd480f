import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Batch, CannotCopy, recordOf, type Watch } from '../store/store.ts'
import { unpacked } from '../zip/zip.ts'
import { some } from './finding.ts'

/** Checks file contents while they are copied, and collects the digests of damaged ones. */
export function watchingContents(damaged: string[]): Watch {
  return async ({ table, rows }) => {
    if (table.name !== 'blobs') return
    for (const row of rows) {
      const record = recordOf(table, row)
      if (!(await isWholeContent(record))) damaged.push(String(record.digest))
    }
  }
}

/** Whether a content inflates to bytes that match its digest, size and checksum. */
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

/** The message about damaged contents. */
export function damageTold(damaged: readonly string[]): string {
  const what =
    damaged.length === 1 ? 'The contents of 1 file are' : `${damaged.length} stored file contents are`
  return `${what} damaged. Run "tabard doctor" to see which files use them.`
}

/** Watches rows while they are copied, and collects the files whose content was not copied before them. */
export function watchingFiles(missing: Set<string>): Watch {
  const { lacks } = lacking(missing)
  return async ({ table, rows }) => {
    for (const row of rows) lacks(table.name, () => recordOf(table, row))
  }
}

/** Passes rows on, but leaves out files whose content is missing. If files must not be left out, it throws instead. */
export async function* withContents(
  batches: AsyncIterable<Batch>,
  leaveOut: boolean,
  missing: Set<string>,
): AsyncGenerator<Batch> {
  const { lacks } = lacking(missing)
  for await (const { table, rows } of batches) {
    const whole = rows.filter(row => !lacks(table.name, () => recordOf(table, row)))
    if (whole.length < rows.length && !leaveOut)
      throw new CannotCopy(
        'damaged',
        `${missingTold(missing)} Restore an earlier backup, or add --without-missing to leave such files out. Nothing was changed.`,
      )
    if (whole.length > 0) yield { table, rows: whole }
  }
}

function lacking(missing: Set<string>) {
  const contents = new Set<string>()
  const lacks = (table: string, record: () => Record<string, unknown>): boolean => {
    if (table === 'blobs') contents.add(String(record().digest))
    if (table !== 'theme_files' && table !== 'master_files') return false
    const { digest, path, theme, tenant } = record()
    if (contents.has(String(digest))) return false
    missing.add(
      table === 'master_files' ? `${path} of a master` : `${path} of theme ${theme} (tenant ${tenant})`,
    )
    return true
  }
  return { lacks }
}

/** The message about files whose content is missing. */
export function missingTold(missing: ReadonlySet<string>): string {
  return `The content of ${some([...missing])} is missing.`
}
