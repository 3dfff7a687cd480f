import assert from 'node:assert/strict'
import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { explained } from '../../src/cli/explained.ts'
import { configFrom } from '../../src/config.ts'
import { startService } from '../../src/server.ts'
import { faultOf, StoreFault } from '../../src/store/fault.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { LOGIN, THEMES } from '../pages/addresses.ts'
import { freshDatabase, installedDatabase, type TestDatabase } from '../support/database.ts'
import { Person } from '../support/person.ts'
import { startPostgres } from '../support/postgres.ts'
import { quickProgram, run, startingServer, startServer } from '../support/process.ts'
import { parsed } from '../support/prometheus.ts'
import { type TestService, testService } from '../support/service.ts'
import { executed, within } from '../support/store.ts'

describe('a service whose log nobody reads any more', () => {
  for (const format of ['pretty', 'json']) {
    test(`goes on, with lines that are ${format}`, async () => {
      const database = await installedDatabase('SQLite')
      const log = { TABARD_LOG_FORMAT: format, TABARD_LOG_LEVEL: 'info' }
      const server = await startServer({ ...database.environment, ...log })
      try {
        for (const out of [server.child.stdout!, server.child.stderr!]) {
          out.destroy()
          await once(out, 'close')
        }
        for (let times = 0; times < 5; times += 1)
          assert.equal((await fetch(`${server.url}${LOGIN}`)).status, 200)
        assert.equal(server.child.exitCode, null)
      } finally {
        await server.stop()
        await database.remove()
      }
    })
  }
})

test('a service waits for a PostgreSQL that starts later than itself', async () => {
  const postgres = await startPostgres(true)
  await postgres.pause()
  const database = await freshDatabase('SQLite')
  try {
    const settings = { ...database.environment, DATABASE_URL: postgres.url, TABARD_LOG_LEVEL: 'info' }
    const { said, listening } = await startingServer(settings)
    await within(60_000, () => said.stdout.includes('cannot be used yet'))
    // Long enough to find out once more.
    await sleep(1_500)
    await postgres.resume()
    const server = await listening
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    await server.stop()
    const lines = server.said.stdout.split('\n').filter(line => line.includes('cannot be used yet'))
    assert.equal(lines.length, 1, 'it is told once')
  } finally {
    await postgres.stop()
    await database.remove()
  }
})

test('a service that waits for its database says so, and ends when its time is over', async () => {
  const database = await freshDatabase('SQLite')
  const settings = {
    ...database.environment,
    PORT: '0',
    DATABASE_URL: 'postgres://tabard:hunter2@127.0.0.1:1/tabard',
    // Long enough for a first attempt on a busy machine.
    TABARD_DATABASE_WAIT_SECONDS: '3',
  }
  const { code, stdout, stderr } = await run(process.execPath, [await quickProgram(), 'serve'], settings)
  assert.equal(code, 5)
  assert.match(stdout, /"msg":"the database cannot be used yet; waiting for it"/)
  assert.match(stderr, /^The database in DATABASE_URL cannot be used: .+\n$/)
  assert.doesNotMatch(stdout + stderr, /hunter2/)
  await database.remove()
})

test('a service that waits for its database still stops when it is told to', async t => {
  const database = await freshDatabase('SQLite')
  const nobody = 'postgres://tabard@127.0.0.1:1/tabard'
  const settings = { ...database.environment, DATABASE_URL: nobody, TABARD_LOG_LEVEL: 'info' }
  const { child, said, listening } = await startingServer(settings)
  t.after(async () => {
    child.kill('SIGKILL')
    await database.remove()
  })
  const failed = assert.rejects(listening)
  await within(60_000, () => said.stdout.includes('cannot be used yet'))
  child.kill('SIGTERM')
  // By itself, not by the signal, which has no effect on process 1 of a container.
  assert.deepEqual(await once(child, 'close'), [0, null])
  await failed
})

test('a command says what to do about a database that fails, and the doctor does not repeat it', () => {
  for (const [meaning, message, advice] of [
    ['full', 'The disk of the database is full.', 'Free some space, then try again.'],
    ['unusable', 'The database is damaged.', 'Run "tabard doctor".'],
  ] as const) {
    const fault = faultOf(new Error('engine'), meaning)
    assert.deepEqual(explained(fault), { text: `${message} ${advice}`, exitCode: 5 })
    assert.equal((fault as Error).message, message)
  }
  const other = new StoreFault('unavailable', 'The database is closed.')
  assert.deepEqual(explained(other), { text: 'The database is closed.', exitCode: 5 })
})

test('a disk that cannot be written is not told as a damaged database', async () => {
  const database = await installedDatabase('SQLite')
  // No file may have a byte more: a disk that is full looks the same to SQLite.
  const command = 'ulimit -f 0; exec "$0" "$1" serve'
  const settings = { ...database.environment, PORT: '0' }
  const words = [process.execPath, await quickProgram()]
  const { code, stderr } = await run('/bin/sh', ['-c', command, ...words], settings)
  assert.equal(code, 5)
  assert.match(stderr, /The data is probably not lost\.\n$|No data is lost\.\n$/)
  assert.doesNotMatch(stderr, /start with an empty database/)
  await database.remove()
})

test('what is old is swept away soon after the start', async () => {
  const database = await installedDatabase('SQLite')
  const columns = 'tenant, at, turn, event, account, application, address, details'
  await executed(
    database,
    `insert into audit (${columns}) values ('main', 1, 'turn', 'old', null, null, null, '{}')`,
  )
  const olds = async ({ store }: { store: Store }) =>
    (await store.tenant('main').audit.list({ limit: 1, event: 'old' })).length
  // Looked at before the start, which may take so long on a busy machine that it is swept away meanwhile.
  const store = await openStore(database)
  assert.equal(await olds({ store }), 1)
  await store.close()
  const service = await startService(configFrom({ PORT: '0', ...database.environment }), 'silent')
  try {
    await within(60_000, async () => (await olds(service)) === 0)
  } finally {
    await service.close()
    await database.remove()
  }
})

test('a wait that is longer than any is told as the longest', async () => {
  const service = await testService('SQLite')
  try {
    const person = new Person(service.url)
    await person.visit(LOGIN)
    const page = await person.visit(`${person.shown!.forms[0]!.action}&wait=86339`)
    assert.match(page.alert, /\b60 minutes/)
  } finally {
    await service.stop()
  }
})

describe('a damaged SQLite file', () => {
  let service: TestService
  let database: TestDatabase

  before(async () => {
    service = await testService('SQLite', { TABARD_METRICS_PORT: '0' })
    database = service.database
  })
  after(() => service.stop())

  const damage = async (...tables: string[]) => {
    const path = join(database.data, 'tabard.db')
    const reader = new DatabaseSync(path)
    reader.exec('pragma wal_checkpoint(truncate)')
    const { page_size: size } = reader.prepare('pragma page_size').get() as { page_size: number }
    const names = tables.map(table => `'${table}'`).join()
    const roots = reader.prepare(`select rootpage from sqlite_master where name in (${names})`).all()
    reader.close()
    const file = openSync(path, 'r+')
    for (const { rootpage } of roots)
      writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (Number(rootpage) - 1) * size)
    closeSync(file)
    // Another connection has written: nobody trusts the pages that are in memory.
    await executed(database, 'update masters set first_seen = first_seen')
  }
  const upAndFaults = async () => {
    const families = parsed(await (await fetch(service.service.metricsUrl!)).text())
    const faults = families.get('tabard_database_faults_total')!.samples
    const damaged = faults.find(({ labels }) => labels.kind === 'damaged')!
    return [families.get('tabard_database_up')!.samples[0]!.value, damaged.value > 0]
  }

  test('is told as such by calls, by /readyz and by the metrics; pages go on', async () => {
    assert.equal((await fetch(`${service.url}${LOGIN}`)).status, 200)
    assert.deepEqual(await upAndFaults(), [1, false])
    await damage('themes', 'tenants', 'accounts')
    const list = await service.call('GET', THEMES)
    assert.deepEqual([list.status, list.headers.get('retry-after')], [500, null])
    const { messageId, messageDescription } = (await list.json()) as Record<string, string>
    assert.equal(messageId, 'TABRD0004E')
    assert.match(messageDescription!, /is damaged.+tabard doctor/)
    assert.equal((await fetch(`${service.url}/readyz`)).status, 500)
    assert.deepEqual(await upAndFaults(), [0, true])
    assert.equal((await fetch(`${service.url}${LOGIN}`)).status, 200)
  })
})
