import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { LOGIN, THEMES } from '../pages/addresses.ts'
import { refusal } from '../support/answers.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { type Server, startServerFrom, tokenFrom } from '../support/process.ts'
import { parsed } from '../support/prometheus.ts'
import { administer, postgresAddress } from '../support/provisions.ts'
import { CLIENT_ID, CLIENT_SECRET, fileForm, type TestService, testService } from '../support/service.ts'
import { executed, within } from '../support/store.ts'

const FILE = `${THEMES}/default/common/some.bin`
const UNAVAILABLE = [503, 'TABRD0002E']
const FULL = [507, 'TABRD0003E']

/** Whether the database is up, and how often it failed, as the metrics tell. */
async function healthAt(url: string): Promise<{ up: number; faults: Record<string, number> }> {
  const families = parsed(await (await fetch(url)).text())
  const faults = families.get('tabard_database_faults_total')!.samples
  return {
    up: families.get('tabard_database_up')!.samples[0]!.value,
    faults: Object.fromEntries(faults.map(({ labels, value }) => [labels.kind, value])),
  }
}

describe('a service on SQLite', () => {
  let database: TestDatabase
  let server: Server
  let authorization: string
  let metricsUrl: string

  before(async () => {
    database = await installedDatabase('SQLite')
  })
  after(() => database.remove())

  /** Starts it from a script of the shell. */
  const start = async (script: string, more: Record<string, string> = {}) => {
    server = await startServerFrom(script, {
      ...database.environment,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      TABARD_METRICS_PORT: '0',
      ...more,
    })
    authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
    // It is said after the line that it listens.
    const line = /^Metrics on (\S+)\n/m
    await within(60_000, () => line.test(server.said.stdout))
    metricsUrl = line.exec(server.said.stdout)![1]!
    await page()
  }
  const page = async () => assert.equal((await fetch(`${server.url}${LOGIN}`)).status, 200)
  const put = async (bytes: number) =>
    await fetch(`${server.url}${FILE}`, {
      method: 'PUT',
      headers: { authorization },
      body: fileForm(randomBytes(bytes)),
    })
  const ready = async () => await fetch(`${server.url}/readyz`)
  const read = async () => {
    const answer = await fetch(`${server.url}${FILE}`, { headers: { authorization } })
    return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]
  }

  test('whose disk takes no more says so by /readyz and the metrics, serves pages, and recovers', async () => {
    // As with a quota. The log of SQLite cannot be emptied into a file that cannot grow, so it fills up.
    const size = statSync(join(database.data, 'tabard.db')).size + 1024 * 1024
    await start(`ulimit -S -f ${Math.floor(size / 512)}; exec "$@"`)
    try {
      let kept = await read()
      await within(60_000, async () => {
        const answer = await put(20_000)
        if (answer.status === 204) kept = await read()
        return (await ready()).status !== 200
      })
      assert.deepEqual(await refusal(await put(20_000)), UNAVAILABLE)
      assert.deepEqual(await refusal(await ready()), UNAVAILABLE)
      const { up, faults } = await healthAt(metricsUrl)
      assert.equal(up, 0)
      assert.ok(faults.unavailable! > 0)
      await page()
      assert.deepEqual(await read(), kept, 'what was acknowledged is there')

      execFileSync('prlimit', ['--pid', String(server.child.pid), '--fsize=unlimited:unlimited'])
      assert.equal((await ready()).status, 200)
      assert.equal((await healthAt(metricsUrl)).up, 1)
      assert.equal((await put(20_000)).status, 204)
    } finally {
      await server.stop()
    }
  })

  test('whose disk is full answers 507, keeps nothing of the write, and recovers', async () => {
    for (const statement of [
      'create table ballast as select zeroblob(1000000) as bytes',
      'create table spare as select zeroblob(100000) as bytes',
      'drop table spare',
    ])
      await executed(database, statement)
    // The file may not grow, and SQLite itself says that its disk is full.
    const code = `import { DatabaseSync } from 'node:sqlite'
      const { exec } = DatabaseSync.prototype
      DatabaseSync.prototype.exec = function (sql) {
        return exec.call(this, sql + '; pragma max_page_count = 1')
      }`
    await start('exec "$@"', { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"` })
    try {
      const before = await read()
      assert.deepEqual(await refusal(await put(500_000)), FULL)
      assert.ok((await healthAt(metricsUrl)).faults.full! > 0)
      await page()
      assert.deepEqual(await read(), before)
      await executed(database, 'drop table ballast')
      assert.equal((await put(500_000)).status, 204)
      assert.equal((await ready()).status, 200)
    } finally {
      await server.stop()
    }
  })
})

describe('a service on a PostgreSQL that takes no writes, such as a standby', () => {
  let service: TestService

  before(async () => {
    service = await testService('PostgreSQL', { TABARD_METRICS_PORT: '0' })
  })
  after(() => service.stop())

  /** Makes the database read-only, or no longer, for connections that are made from now on, and ends the others. */
  const readOnly = async (isIt: boolean) => {
    const name = new URL(service.database.database!).pathname.slice(1)
    const server = await postgresAddress()
    await administer(server, `alter database ${name} set default_transaction_read_only = ${isIt}`)
    await administer(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
  }
  const put = async () => await service.call('PUT', FILE, fileForm('a {}'))
  const ready = async () => await fetch(`${service.url}/readyz`)

  test('says so by /readyz and the metrics, serves pages, and recovers', async () => {
    assert.equal((await put()).status, 204)
    await readOnly(true)
    await within(60_000, async () => (await put()).status === 503)
    // The write may have failed because its connection ended, before anything else has noticed.
    await within(60_000, async () => (await ready()).status !== 200)
    assert.deepEqual(await refusal(await ready()), UNAVAILABLE)
    assert.equal((await healthAt(service.service.metricsUrl!)).up, 0)
    assert.equal((await fetch(`${service.url}${LOGIN}`)).status, 200)
    assert.equal((await service.call('GET', FILE)).status, 200)
    await readOnly(false)
    await within(60_000, async () => (await ready()).status === 200)
    assert.equal((await put()).status, 204)
  })
})
