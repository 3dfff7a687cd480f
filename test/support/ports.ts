import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections: one of those can be taken for a connection before a program that is
 * told about it listens there, or while that program restarts.
 */
const LOWEST = 12_000
const HIGHEST = 32_000

/** A port that something listens on. */
export async function busyPort(): Promise<{ port: number; free(): Promise<void> }> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    const server = createServer()
    const isTaken = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(true)).listen(port, '127.0.0.1', () => resolve(false))
    })
    if (!isTaken) return { port, free: () => new Promise(resolve => server.close(() => resolve())) }
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const { port, free } = await busyPort()
  await free()
  return port
}
