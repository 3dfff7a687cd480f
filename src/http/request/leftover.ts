import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 24 * 1024 * 1024
/** The longest backlog of the pace, so that a flood does not delay everybody else. */
const MOST_AHEAD_MS = 500
/** For all connections together: each chunk is garbage to collect, which takes time from everybody else. */
const BYTES_A_MS = 8 * 1024

let freeAt = 0

/**
 * Discards an unread body, slowly and within bounds. Otherwise, a client that sends everything before it reads would
 * find a broken connection instead of the answer.
 */
export async function readPast(raw: IncomingMessage, seconds = 5): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = MOST_BYTES
  let pause: NodeJS.Timeout | undefined
  const pass = (chunk: Buffer) => {
    left -= chunk.length
    const now = performance.now()
    freeAt = Math.min(Math.max(freeAt, now) + chunk.length / BYTES_A_MS, now + MOST_AHEAD_MS)
    if (left < 0) resolve()
    if (freeAt - now < 1) return
    raw.pause()
    pause = setTimeout(() => raw.resume(), freeAt - now)
  }
  const deadline = setTimeout(resolve, seconds * 1000)
  raw.on('data', pass)
  raw.once('close', resolve)
  raw.once('end', resolve)
  await promise
  clearTimeout(deadline)
  clearTimeout(pause)
  raw.off('data', pass)
  if (!raw.complete) raw.pause()
}
