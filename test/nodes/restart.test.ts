import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseAt, type Nodes, startNodes } from '../support/nodes.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { within } from '../support/store.ts'
import { assertKept, goesOn, statusesOf, underLoad } from './load.ts'

const isReady = async ({ url }: { url: string }) => (await fetch(`${url}/readyz`)).status === 200

describe('a PostgreSQL that is restarted under load', () => {
  let postgres: TestPostgres
  let nodes: Nodes

  before(async () => {
    postgres = await startPostgres(true)
    nodes = await startNodes(databaseAt(postgres.url))
  })
  after(async () => {
    await nodes.stop()
    await postgres.stop()
  })

  test('pages go on, calls are told to come back, and nothing is lost', async () => {
    const both = [nodes.one, nodes.two]
    const loads = await underLoad(nodes, both, async loads => {
      await postgres.pause()
      await within(60_000, () =>
        loads.every(({ calls, writes }) =>
          [calls, writes].every(answers => statusesOf(answers).includes(503)),
        ),
      )
      await postgres.resume()
      await Promise.all(both.map(node => within(60_000, () => isReady(node))))
      await Promise.all(loads.map(goesOn))
    })
    for (const { pages, calls, writes } of loads) {
      assert.deepEqual([pages, calls, writes].map(statusesOf), [[200], [200, 503], [204, 503]])
      for (const { status, retryAfter } of [...calls, ...writes])
        assert.equal(retryAfter, status === 503 ? '1' : null)
    }
    for (const node of both) await assertKept(nodes, node, loads)
  })
})
