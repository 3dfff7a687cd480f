// Restarts two nodes behind HAProxy again and again by SIGTERM, and counts the requests that are lost on the way.
// Needs haproxy in the path: node bench/restarts.ts [restarts] [first of five free ports]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../test/support/certificate.ts'
import { freshDatabase } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Server, startServer, tokenFrom } from '../test/support/process.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../test/support/service.ts'

const [restarts = 200, first = 8380] = process.argv.slice(2).map(Number)
const [door, ...nodePorts] = [first, first + 1, first + 3] as const
const FILE = '/v1.0/branding/themes/default/common/page_style.css'
const HOST = 'id.example.com'

const folder = mkdtempSync(join(tmpdir(), 'tabard-restarts-'))
const pair = certificate(HOST)
writeFileSync(join(folder, 'tabard.pem'), pair.cert + pair.key)
/** The recipe, with nothing changed but addresses and files. */
const recipe = readFileSync(join(import.meta.dirname, '../deploy/haproxy.cfg'), 'utf8')
  .replace('bind :443', `bind 127.0.0.1:${door}`)
  .replace('/etc/haproxy/tabard.pem', join(folder, 'tabard.pem'))
  .replace(/10\.0\.0\.1([12]):808([01])( port 8080)?/g, (_, node, which, check) => {
    const port = nodePorts[Number(node) - 1]!
    return `127.0.0.1:${port + Number(which)}${check === undefined ? '' : ` port ${port}`}`
  })
const control = join(folder, 'control')
writeFileSync(join(folder, 'haproxy.cfg'), recipe.replace('global\n', `global\n  stats socket ${control}\n`))

const postgres = await startPostgres(true)
process.env.TABARD_TEST_DATABASE = postgres.url
const database = await freshDatabase('PostgreSQL')
const start = async (port: number): Promise<Server> =>
  await startServer({
    ...database.environment,
    PORT: String(port),
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
    TABARD_PUBLIC_URL: `https://${HOST}`,
    TABARD_CONSOLE_URL: 'https://console.example.com',
    TABARD_TRUSTED_PROXIES: '127.0.0.1',
    TABARD_DRAIN_SECONDS: process.env.TABARD_DRAIN_SECONDS ?? '2',
  })
const nodes: Server[] = []
for (const port of nodePorts) nodes.push(await start(port))
const token = await tokenFrom(nodes[0]!.url, CLIENT_ID, CLIENT_SECRET)
const proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
  stdio: 'ignore',
})
await sleep(2_000)
if (proxy.exitCode !== null) throw new Error(`haproxy ended with ${proxy.exitCode}`)

const sent: Record<string, number> = {}
const lost: string[] = []
let over = false
const clients = Promise.all([
  ...Array.from({ length: 4 }, () => client('page', '/idaas/mtfim/sps/idaas/login', true)),
  client('page on a new connection', '/idaas/mtfim/sps/idaas/login', false),
  client('archive', '/v1.0/branding/themes/default', true),
  client(
    'write',
    FILE,
    true,
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nb {}\r\n--b--\r\n',
  ),
])
const began = performance.now()
for (let restart = 0; restart < restarts; restart++) {
  const index = restart % nodes.length
  nodes[index]!.child.kill('SIGTERM')
  const code = await nodes[index]!.ended
  if (code !== 0) lost.push(`a node ended with ${code}`)
  nodes[index] = await start(nodePorts[index]!)
  while (/^(?:pages|console),node\d,.*,DOWN/m.test(await proxyState())) await sleep(100)
  if (restart % 5 === 4) console.log(`${restart + 1} restarts`, sent, `lost ${lost.length}`)
}
over = true
await clients
console.log({ restarts, seconds: Math.round((performance.now() - began) / 1000), sent, lost: lost.length })
for (const line of lost.slice(0, 20)) console.log(line)
proxy.kill()
for (const node of nodes) await node.stop()
await database.remove()
await postgres.stop()
rmSync(folder, { recursive: true })
process.exit(lost.length > 0 ? 1 : 0)

/** What the proxy thinks of the nodes. */
async function proxyState(): Promise<string> {
  const socket = connect(control)
  socket.write('show stat\n')
  return Buffer.concat(await socket.toArray()).toString()
}

/** Asks again and again, on one connection or on a new one each time. Nothing is tried twice. */
async function client(name: string, path: string, keepAlive: boolean, form?: string): Promise<void> {
  const agent = new Agent({
    keepAlive,
    maxSockets: 1,
    servername: HOST,
    ca: pair.cert,
    checkServerIdentity: () => undefined,
  })
  while (!over) {
    try {
      const call = request({
        agent,
        host: '127.0.0.1',
        port: door,
        path,
        method: form === undefined ? 'GET' : 'PUT',
        headers: {
          host: HOST,
          authorization: `Bearer ${token}`,
          ...(form !== undefined && { 'content-type': 'multipart/form-data; boundary=b' }),
        },
      })
      call.end(form)
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      for await (const _ of response);
      if (response.statusCode! >= 300) lost.push(`${name}: ${response.statusCode}`)
    } catch (error) {
      lost.push(`${name}: ${(error as Error).message}`)
    }
    sent[name] = (sent[name] ?? 0) + 1
    await sleep(50)
  }
  agent.destroy()
}
