import os from 'node:os'

const MiB = 1024 * 1024
/** What a node needs without any uploads: the program, its caches, hashes and threads. */
const REST = 400 * MiB
const MOST_UPLOADS = 128 * MiB
const LEAST_UPLOADS = 24 * MiB
/** Below this, a rush of uploads and sign-ins can use up all there is. */
const ADVISED_MEMORY = 600 * MiB

/** The bytes that the process may occupy: those of the settings, of its container or of the machine. */
export function availableMemory(most = Number.POSITIVE_INFINITY): number {
  const total = os.totalmem()
  return Math.min(process.constrainedMemory() || total, total, most)
}

/** The bytes that uploads may take together: half of what the rest leaves, because each is unpacked too. */
export function uploadMemory(available: number): number {
  return Math.max(LEAST_UPLOADS, Math.min(MOST_UPLOADS, Math.floor((available - REST) / 2)))
}

/** The problem if there is too little memory; undefined if there is enough. */
export function memoryShortage(available: number): string | undefined {
  if (available >= ADVISED_MEMORY) return undefined
  const found = Math.floor(available / MiB)
  return `there are only ${found} MiB of memory: the service may be killed under load. Give it 1 GB`
}
