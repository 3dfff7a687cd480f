// Lets PostgreSQL fail in every way that we know while two nodes write, and counts what they had acknowledged and is lost.
// node bench/failures.ts [rounds]
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assertKept, goesOn, type Load, underLoad } from '../test/nodes/load.ts'
import { databaseAt, startNodes } from '../test/support/nodes.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { startSwallowingWay } from '../test/support/swallowing.ts'

const [rounds = 3] = process.argv.slice(2).map(Number)
const postgres = await startPostgres(true)
// A server that crashes must not lose what it has committed.
await asked('alter database postgres set synchronous_commit = on')
const way = await startSwallowingWay(postgres.url)
const nodes = await startNodes(databaseAt(way.url))
const both = [nodes.one, nodes.two]

const FAILURES: Record<string, () => Promise<void>> = {
  async 'a restart'() {
    await postgres.pause()
    await postgres.resume()
  },
  async 'a crash'() {
    await postgres.crash()
    await postgres.resume()
  },
  async 'all connections ended, five times'() {
    for (let times = 0; times < 5; times += 1) {
      await asked(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
      )
      await sleep(300)
    }
  },
  async 'away for 10 s'() {
    await postgres.pause()
    await sleep(10_000)
    await postgres.resume()
  },
  async 'stopped for 10 s'() {
    postgres.freeze()
    await sleep(10_000)
    postgres.thaw()
  },
  async 'everything swallowed for 10 s'() {
    way.swallow()
    await sleep(10_000)
    way.pass()
  },
}

const everything: Load[] = []
const rows: Record<string, string | number>[] = []
for (let round = 1; round <= rounds; round += 1) {
  for (const [failure, happens] of Object.entries(FAILURES)) {
    let wellMs = 0
    const loads = await underLoad(nodes, both, async current => {
      await happens()
      const back = performance.now()
      await Promise.all(current.map(goesOn))
      wellMs = Math.round(performance.now() - back)
    })
    everything.push(...loads)
    const statuses = (of: 'pages' | 'calls' | 'writes') => {
      const counts: Record<string, number> = {}
      for (const { status } of loads.flatMap(load => load[of])) counts[status] = (counts[status] ?? 0) + 1
      return JSON.stringify(counts)
    }
    rows.push({
      failure,
      wellMs,
      pages: statuses('pages'),
      calls: statuses('calls'),
      writes: statuses('writes'),
    })
    console.log(JSON.stringify(rows.at(-1)))
    for (const node of both) await assertKept(nodes, node, loads)
    // The next load writes the same files.
    await nodes.call(nodes.one, 'DELETE', '/v1.0/branding/reset')
  }
}
console.log({
  failures: rows.length,
  acknowledged: everything.reduce((sum, { kept }) => sum + kept.length, 0),
  refused: everything.reduce(
    (sum, { writes }) => sum + writes.filter(({ status }) => status >= 300).length,
    0,
  ),
  unanswered: everything.reduce(
    (sum, { writes }) => sum + writes.filter(({ status }) => status === 0).length,
    0,
  ),
})
await nodes.stop()
await way.stop()
await postgres.stop()
process.exit(0)

async function asked(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
