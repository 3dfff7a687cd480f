import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Content } from '../lint/lint.ts'

/** A file has changed since it was read. */
class ChangedFile extends Error {
  override readonly name = 'ChangedFile'

  constructor() {
    super('the file was changed after it was read. Run the command again')
  }
}

/**
 * Replaces a file if it still has the content that was read. Afterwards the file is either the old or the new one,
 * never a part of it.
 */
export function replaceUnchanged(file: string, read: Content, bytes: Uint8Array): void {
  const mode = unchangedMode(file, read)
  // The name is hidden, so that a file left behind by a crash is not part of a theme. It is short enough for every
  // system.
  const beside = join(dirname(file), `.tabard-${randomBytes(9).toString('base64url')}`)
  const descriptor = openSync(beside, 'wx', 0o600)
  try {
    try {
      writeFileSync(descriptor, bytes)
      // Set explicitly, because the umask would change the mode of a new file.
      fchmodSync(descriptor, mode)
    } finally {
      closeSync(descriptor)
    }
    // Somebody else may have written the file in the meantime.
    unchangedMode(file, read)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** Removes a file if it still has the content that was read. */
export function removeUnchanged(file: string, read: Content): void {
  unchangedMode(file, read)
  rmSync(file)
}

/** The mode of a file that still has the content that was read. A link that has replaced the file is not followed. */
function unchangedMode(file: string, { bytes, size = bytes.length }: Content): number {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const stats = fstatSync(descriptor)
    const now = Buffer.alloc(bytes.length)
    const isSame =
      stats.isFile() &&
      stats.size === size &&
      readSync(descriptor, now, 0, now.length, 0) === now.length &&
      now.equals(bytes)
    if (!isSame) throw new ChangedFile()
    return stats.mode & 0o7777
  } finally {
    closeSync(descriptor)
  }
}
