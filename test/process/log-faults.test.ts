import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { LOGIN } from '../pages/addresses.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { bare, quickProgram, type Server, startServer, startServerFrom } from '../support/process.ts'
import { parsed } from '../support/prometheus.ts'
import { within } from '../support/store.ts'

const KIB = 1024
/** A path that makes a line of the log long. */
const LONG = `/${'nowhere'.repeat(300)}`

describe('a service whose log cannot be written', () => {
  let database: TestDatabase
  let server: Server | undefined

  before(async () => {
    database = await installedDatabase('SQLite')
  })
  after(async () => {
    await server?.stop()
    await database.remove()
  })

  const environment = (format = 'json') => ({
    ...database.environment,
    TABARD_LOG_FORMAT: format,
    TABARD_LOG_LEVEL: 'info',
    TABARD_METRICS_PORT: '0',
  })
  const ask = async ({ url }: { url: string }, path = LOGIN) =>
    (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(60_000) })).status
  const lostLines = async ({ said }: Server) => {
    // It is said after the line that it listens.
    const line = /^Metrics on (\S+)\n/m
    await within(60_000, () => line.test(said.stderr))
    const [, url] = line.exec(said.stderr)!
    const families = parsed(await (await fetch(url!)).text())
    return families.get('tabard_log_lines_lost_total')!.samples[0]!.value
  }
  const linesOf = (text: string) => text.split('\n').filter(line => line !== '')

  for (const format of ['pretty', 'json']) {
    test(`because its disk is full goes on, with lines that are ${format}`, async () => {
      const port = await freePort()
      const full = openSync('/dev/full', 'w')
      const env = bare({ ...environment(format), PORT: String(port) })
      const words = [await quickProgram(), 'serve']
      const child = spawn(process.execPath, words, { env, stdio: ['ignore', full, 'ignore'] })
      const url = `http://127.0.0.1:${port}`
      try {
        await within(60_000, async () => (await ask({ url }, '/readyz').catch(() => 0)) === 200)
        for (let times = 0; times < 5; times += 1) assert.equal(await ask({ url }), 200)
        assert.equal(child.exitCode, null)
        child.kill('SIGINT')
        assert.deepEqual(await once(child, 'exit'), [0, null])
      } finally {
        child.kill('SIGKILL')
        closeSync(full)
      }
    })
  }

  test('writes again when there is room again, and says how many lines are missing', async () => {
    const log = join(database.data, 'log')
    const limit = 16 * KIB * KIB
    // Room for a part of a line.
    writeFileSync(log, Buffer.alloc(limit - 20, '\n'))
    server = await startServerFrom(`ulimit -f ${limit / 512}; exec "$@" >>'${log}'`, environment())
    for (let times = 0; times < 5; times += 1) assert.equal(await ask(server), 200)
    const lost = await lostLines(server)
    assert.ok(lost >= 5, `${lost} were lost`)
    truncateSync(log)
    assert.equal(await ask(server, '/healthz'), 200)
    await within(60_000, () => linesOf(readFileSync(log, 'utf8')).length >= 2)
    const [warning, line] = linesOf(readFileSync(log, 'utf8')).map(text => JSON.parse(text))
    assert.equal(warning.msg, 'lines of the log could not be written')
    assert.equal(warning.level, 40)
    assert.ok(warning.lines >= lost)
    assert.equal(line.path, '/healthz')
    assert.equal(await lostLines(server), warning.lines)
    await server.stop()
  })

  test('because its reader is stuck goes on, and drops lines beyond a megabyte', async () => {
    server = await startServer(environment())
    const { stdout } = server.child
    stdout!.pause()
    try {
      for (let times = 0; times < 1_200; times += 1) assert.equal(await ask(server, LONG), 404)
      assert.ok((await lostLines(server)) > 0)
    } finally {
      stdout!.resume()
    }
    await within(60_000, async () => {
      await ask(server!, '/healthz')
      return server!.said.stdout.includes('lines of the log could not be written')
    })
    const lines = linesOf(server.said.stdout.slice(0, server.said.stdout.lastIndexOf('\n'))).map(
      text => JSON.parse(text) as { path?: string; lines?: number },
    )
    const seen = lines.filter(({ path }) => path?.startsWith('/nowhere')).length
    const told = lines.reduce((sum, { lines: number = 0 }) => sum + number, 0)
    assert.ok(seen > 200, `${seen} lines were kept for the reader`)
    assert.equal(told, await lostLines(server))
    await server.stop()
  })
})
