import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { freePort } from '../support/ports.ts'
import { type Server, startServer } from '../support/process.ts'

const RESTARTS = EVERYTHING ? 4 : 2
/** How long a client waits between two requests: while a node goes or comes, and while nothing changes. */
const DENSE_MS = 5
const CALM_MS = 100
const LOGIN = '/idaas/mtfim/sps/idaas/login'

describe('two nodes behind a proxy that asks whether they are ready', () => {
  let database: TestDatabase
  let ports: number[]
  let nodes: Server[]

  const start = async (port: number): Promise<Server> =>
    await startServer({
      ...database.environment,
      PORT: String(port),
      TABARD_CONSOLE_PORT: '0',
      // On a busy machine the proxy needs its time to learn that a node stops, and so do the requests meanwhile.
      TABARD_DRAIN_SECONDS: '8',
    })

  before(async () => {
    database = await installedDatabase('PostgreSQL')
    ports = [await freePort(), await freePort()]
    nodes = []
    for (const port of ports) nodes.push(await start(port))
  })
  after(async () => {
    for (const node of nodes) await node.stop()
    await database.remove()
  })

  test('are stopped and started again and again, and no request is lost', async () => {
    const proxy = await startProxy(ports)
    const failures: string[] = []
    let answered = 0
    let over = false
    let pause = DENSE_MS
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!over) {
        const status = await statusOf(`${proxy.url}${LOGIN}`, agent)
        if (status === 200) answered += 1
        else failures.push(String(status))
        await sleep(pause)
      }
      agent.destroy()
    }
    const clients = Promise.all([client(), client(), client(), client()])
    try {
      for (let restart = 0; restart < RESTARTS; restart++) {
        const index = restart % nodes.length
        nodes[index]!.child.kill('SIGTERM')
        await proxy.untilAway(ports[index]!)
        // The other node alone answers now, until this one has ended.
        pause = CALM_MS
        assert.equal(await nodes[index]!.ended, 0)
        pause = DENSE_MS
        nodes[index] = await start(ports[index]!)
        await proxy.untilReady(ports[index]!)
      }
    } finally {
      over = true
      await clients
      await proxy.stop()
    }
    assert.deepEqual(failures, [])
    assert.ok(answered > 100, `only ${answered} requests were answered`)
  })

  test('a node that is told to stop says so, serves on, and asks for the end of each connection', async () => {
    const node = nodes[0]!
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const before = await answerOf(`${node.url}/healthz`, agent)
    assert.equal(before.headers.connection, 'keep-alive')
    node.child.kill('SIGTERM')
    while ((await statusOf(`${node.url}/readyz`)) === 200) await sleep(5)
    for (const path of [LOGIN, '/healthz', '/v1.0/endpoint/default/jwks', '/nowhere']) {
      const { status, headers } = await answerOf(`${node.url}${path}`, agent)
      assert.equal(status, path === '/nowhere' ? 404 : 200)
      assert.equal(headers.connection, 'close', path)
    }
    assert.equal(await node.ended, 0)
    agent.destroy()
  })
})

interface Proxy {
  readonly url: string
  untilAway(port: number): Promise<void>
  untilReady(port: number): Promise<void>
  stop(): Promise<void>
}

/** Sends requests in turn to those that say they are ready, and to the next one if a connection is refused. */
async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const ready = new Set(ports)
  const agent = new Agent({ keepAlive: true })
  let over = false
  const checking = (async () => {
    while (!over) {
      for (const port of ports) {
        const status = await statusOf(`http://127.0.0.1:${port}/readyz`)
        if (status === 200) ready.add(port)
        else ready.delete(port)
      }
      await sleep(100)
    }
  })()
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    turn += 1
    const all = [...ready]
    const order = all.map((_, index) => all[(turn + index) % all.length]!)
    for (const port of order) {
      try {
        const answer = await answerOf(`http://127.0.0.1:${port}${incoming.url}`, agent)
        return outgoing.writeHead(answer.status).end(answer.text)
      } catch (error) {
        // What reached a node is not sent again: it may have been done.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break
      }
    }
    return outgoing.writeHead(502).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async untilAway(stopped) {
      while (ready.has(stopped)) await sleep(20)
    },
    async untilReady(wanted) {
      while (!ready.has(wanted)) await sleep(20)
    },
    async stop() {
      over = true
      await checking
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function answerOf(url: string, agent?: Agent) {
  const call = request(url, { agent: agent ?? new Agent(), headers: { accept: 'text/html' } })
  call.end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode!, headers: response.headers, text }
}

async function statusOf(url: string, agent?: Agent): Promise<number | string> {
  try {
    return (await answerOf(url, agent)).status
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed'
  }
}
