import { setTimeout as sleep } from 'node:timers/promises'
import { THEMES } from '../test/pages/addresses.ts'
import { databaseAt } from '../test/support/nodes.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Server, startServer, tokenFrom } from '../test/support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, fileForm, testService } from '../test/support/service.ts'
import { executed, within } from '../test/support/store.ts'
import { median, type Row } from './measure.ts'

const LOGIN = '/idaas/mtfim/sps/idaas/login'
const PAGES = 1_000
const CLIENTS = 60
const TENANTS = 2_000

/** What pages cost while a PostgreSQL hangs, and beside many writes to one theme. */
export async function contentionRows(): Promise<Row[]> {
  const postgres = await startPostgres(true)
  const database = databaseAt(postgres.url)
  const client = { TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
  const server = await startServer({ ...database.environment, ...client })
  try {
    await pageTimes(server, PAGES)
    const quiet = await pageTimes(server, PAGES)
    const note = `${server.url}${THEMES}/default/common/note`
    const writing = await besideClients(server, async (authorization, client, round) => {
      const body = fileForm(`${client} ${round}`)
      return await fetch(`${note}-${client}.txt`, { method: 'PUT', headers: { authorization }, body })
    })
    // The same clients on the same processor, without the database: what is left is its part.
    const calling = await besideClients(server, async authorization =>
      fetch(`${server.url}${THEMES}/default/common/page_style.css`, { headers: { authorization } }),
    )
    await sleep(1_000)
    const before = await pageTimes(server, PAGES)
    postgres.freeze()
    await within(10_000, async () => (await fetch(`${server.url}/readyz`)).status === 503)
    const hung = await pageTimes(server, PAGES)
    postgres.thaw()
    return [
      row(
        `page beside ${CLIENTS} writers to one theme, median, beside ${CLIENTS} readers`,
        median(writing),
        median(calling),
        2,
      ),
      row(
        `page beside ${CLIENTS} writers to one theme, median, beside a quiet service`,
        median(writing),
        median(quiet),
        10,
      ),
      row('page while PostgreSQL hangs, 99th of 100, beside a quiet service', high(hung), high(before), 2),
    ]
  } finally {
    await server.stop()
    await postgres.stop()
    await database.remove()
  }
}

/** A request that each of many clients makes over and over. */
type Call = (authorization: string, client: number, round: number) => Promise<Response>

async function besideClients(server: Server, call: Call): Promise<number[]> {
  const authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
  let over = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; !over; round++) {
      const answer = await call(authorization, client, round)
      await answer.bytes()
      if (!answer.ok) throw new Error(`a call was answered with ${answer.status}`)
    }
  })
  await sleep(500)
  const times = await pageTimes(server, PAGES)
  over = true
  await Promise.all(clients)
  return times
}

/** What the page after a write costs where there are many tenants, beside a single one. */
export async function tenantsRows(): Promise<Row[]> {
  const service = await testService('SQLite')
  try {
    const afterWrites = async () => {
      const times: number[] = []
      for (let round = 0; round < 50; round++) {
        await service.service.store
          .tenant('main')
          .tries.count([{ key: 'bench', free: 99, longest: 1 }], Date.now())
        times.push(...(await pageTimes(service, 1)))
      }
      return median(times)
    }
    await afterWrites()
    const few = await afterWrites()
    const columns = 'id, name, name_key, host, public_url, created_at'
    await executed(
      service.database,
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${TENANTS})
        insert into tenants (${columns}) select 't' || n, 'T' || n, 't' || n, 't' || n || '.example', 'https://t' || n || '.example', n from numbers`,
    )
    await afterWrites()
    return [
      row(
        `page after a write with ${TENANTS} tenants, median, beside one tenant`,
        await afterWrites(),
        few,
        2,
      ),
    ]
  } finally {
    await service.stop()
  }
}

async function pageTimes({ url }: { readonly url: string }, count: number): Promise<number[]> {
  const times: number[] = []
  for (let page = 0; page < count; page++) {
    const from = performance.now()
    const answer = await fetch(url + LOGIN)
    await answer.bytes()
    if (answer.status !== 200) throw new Error(`a page was answered with ${answer.status}`)
    times.push(performance.now() - from)
  }
  return times
}

function high(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
}

function row(name: string, ours: number, peer: number, bound: number): Row {
  const ratio = ours / peer
  return {
    name,
    ours: `${ours.toFixed(2)} ms`,
    peer: `${peer.toFixed(2)} ms`,
    ratio: `${ratio.toFixed(1)} ×`,
    bound: `≤ ${bound} ×`,
    holds: ratio <= bound,
  }
}
