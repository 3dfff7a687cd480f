import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { openStore, type TenantStore } from '../../src/store/store.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { packageOf, pathsOf } from '../support/packages.ts'
import { type Server, startServer, tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, packageForm } from '../support/service.ts'
import { TENANT, within } from '../support/store.ts'

describe('a server that is told to stop', () => {
  let database: TestDatabase
  let server: Server
  let authorization: string

  before(async () => {
    database = await installedDatabase('SQLite')
    const credentials = { TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
    server = await startServer({ ...database.environment, ...credentials })
    authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
  })
  after(async () => {
    await server.stop()
    await database.remove()
  })

  const readiness = async (): Promise<number | 'refused'> => {
    try {
      return (await fetch(`${server.url}/readyz`)).status
    } catch {
      return 'refused'
    }
  }

  test('finishes the download in flight, takes no new work, and ends with code 0', async () => {
    // Larger than the buffers between the two, so that the server cannot be done before the client reads.
    const large = { 'common/a.bin': randomBytes(9_000_000), 'common/b.bin': randomBytes(9_000_000) }
    const upload = await fetch(`${server.url}/v1.0/branding/themes/default`, {
      method: 'PUT',
      headers: { authorization },
      body: packageForm(packageOf(large)),
    })
    assert.equal(upload.status, 201)
    assert.equal(await readiness(), 200)

    const download = request(`${server.url}/v1.0/branding/themes/default`, { headers: { authorization } })
    download.end()
    const [response] = await once(download, 'response')
    assert.equal(response.statusCode, 200)
    server.child.kill('SIGTERM')
    await within(60_000, async () => (await readiness()) !== 200)
    assert.equal(server.child.exitCode, null)

    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const archive = Buffer.concat(chunks)
    assert.equal(archive.length, Number(response.headers['content-length']))
    for (const path of Object.keys(large)) assert.ok(pathsOf(archive).some(found => found === path))
    assert.equal(await server.ended, 0)
    // Not because its patience ended, but because there was nothing more to do: the database was closed.
    assert.equal(existsSync(join(database.data, 'tabard.db-wal')), false)
    assert.equal(server.said.stderr, '')
  })
})

/** A mail server that takes a mail and never says whether it has got it. */
async function startSilentSmtp(): Promise<{ url: string; started: Promise<void>; stop(): void }> {
  const sockets = new Set<Socket>()
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
    socket.on('data', data => {
      if (String(data).startsWith('DATA')) resolve()
      else if (/^(?:EHLO|MAIL|RCPT)/.test(String(data))) socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>(listens => void server.listen(0, '127.0.0.1', listens))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    started,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends strangers' requests: of each kind one is recorded at once, and two more are summed up. */
async function strangersCome({ url }: Server): Promise<void> {
  const form = { client_id: 'nobody', client_secret: 'wrong', grant_type: 'client_credentials' }
  for (const expected of [401, 401, 401, 429, 429, 429]) {
    const body = new URLSearchParams(form)
    const { status } = await fetch(`${url}/v1.0/endpoint/default/token`, { method: 'POST', body })
    assert.equal(status, expected)
  }
  for (let returns = 0; returns < 3; returns++)
    assert.equal((await fetch(`${url}/sources/nothing/callback?state=x`)).status, 403)
}

async function inMain<T>(database: TestDatabase, work: (tenant: TenantStore) => Promise<T>): Promise<T> {
  const store = await openStore(database)
  try {
    return await work(store.tenant(TENANT))
  } finally {
    await store.close()
  }
}

async function assertSummedUp(database: TestDatabase): Promise<void> {
  for (const event of ['client-refused', 'tries-throttled', 'source-refused']) {
    const entries = await inMain(database, tenant => tenant.audit.list({ event, limit: 5 }))
    assert.deepEqual(entries.map(({ details }) => details.times).toSorted(), ['2', undefined], event)
  }
}

describe('a server that is told to stop writes down how often strangers were refused', () => {
  let database: TestDatabase
  let smtp: Awaited<ReturnType<typeof startSilentSmtp>>
  let server: Server

  beforeEach(async () => {
    database = await installedDatabase('SQLite')
    smtp = await startSilentSmtp()
    const settings = { TABARD_SMTP_URL: smtp.url, TABARD_DRAIN_SECONDS: '0', TABARD_FAILED_TRIES: '3' }
    server = await startServer({ ...database.environment, ...settings })
  })
  afterEach(async () => {
    await server.stop()
    smtp.stop()
    await database.remove()
  })

  test('while a mail is on its way', async () => {
    const mail = { id: 'slow', event: 'passwordReset', recipient: 'ada@example.com', sender: '' }
    const content = { subject: 'Slow', html: '<p>Slow</p>', text: 'Slow' }
    await inMain(database, tenant => tenant.write(tx => tx.outbox.queue({ ...mail, ...content })))
    await smtp.started
    await strangersCome(server)
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    assert.equal(existsSync(join(database.data, 'tabard.db-wal')), false, 'the database was closed')
    await assertSummedUp(database)
  })

  test('while a request does not end', async () => {
    await strangersCome(server)
    const endless = request(`${server.url}/v1.0/endpoint/default/token`, {
      method: 'POST',
      headers: { 'content-length': '10' },
    })
    endless.on('error', () => {})
    await new Promise<void>(sent => void endless.write('x', () => sent()))
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    await assertSummedUp(database)
  })
})
