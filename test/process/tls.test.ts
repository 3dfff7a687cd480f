import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { exchange } from '../hostile/wire.ts'
import { becomes } from '../support/becomes.ts'
import { certificate, type TestPair } from '../support/certificate.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { type Server, startServer, tabard } from '../support/process.ts'
import { within } from '../support/store.ts'

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

describe('a service with a certificate', () => {
  let database: TestDatabase
  let server: Server | undefined
  let files: { TABARD_TLS_CERT: string; TABARD_TLS_KEY: string }

  before(async () => {
    database = await installedDatabase('SQLite')
    files = {
      TABARD_TLS_CERT: join(database.data, 'cert.pem'),
      TABARD_TLS_KEY: join(database.data, 'key.pem'),
    }
  })
  after(async () => {
    await stop()
    await database.remove()
  })

  const write = ({ cert, key }: TestPair) => {
    for (const [file, text] of [
      [files.TABARD_TLS_CERT, cert],
      [files.TABARD_TLS_KEY, key],
    ] as const) {
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    }
  }
  const start = async (pair: TestPair): Promise<Server> => {
    write(pair)
    server = await startServer({ ...database.environment, ...files, TABARD_LOG_LEVEL: 'info' })
    return server
  }
  const stop = async () => {
    await server?.stop()
    server = undefined
  }
  const asked = async (
    url: string,
    ca: string,
    agent = new Agent({ maxCachedSessions: 0 }),
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const call = request(url, { method, ca, agent, headers: { accept: 'text/html', ...headers } })
    call.end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    return { status: response.statusCode!, headers: response.headers, text }
  }
  /** The name in the certificate that a new connection is shown. */
  const shownName = async (url: string): Promise<string> => {
    const socket = await handshake(url)
    const { CN } = socket.getPeerCertificate().subject
    socket.destroy()
    return String(CN)
  }
  /** The log, and what was said at the start. */
  const said = () => `${server!.said.stdout}${server!.said.stderr}`
  const logged = async (pattern: RegExp): Promise<void> => {
    await within(60_000, () => pattern.test(said()))
  }

  describe('that is good', () => {
    const pair = certificate('first')

    before(() => start(pair))
    after(stop)

    test('speaks TLS at both addresses, tells them as https, and marks its cookies', async () => {
      const { url } = server!
      await logged(/^Console on /m)
      const consoleUrl = /^Console on (\S+)$/m.exec(said())![1]!
      assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/)
      assert.match(consoleUrl, /^https:\/\/127\.0\.0\.1:\d+$/)
      const page = await asked(`${url}/idaas/mtfim/sps/idaas/login`, pair.cert)
      assert.equal(page.status, 200)
      assert.match(String(page.headers['strict-transport-security']), /max-age/)
      const begun = await asked(`${consoleUrl}/signin`, pair.cert)
      assert.equal(begun.status, 200)
      assert.match(begun.text, /<h1>Sign in<\/h1>/)
      assert.match(String(begun.headers['strict-transport-security']), /max-age/)
      assert.match(String(page.headers['set-cookie']), /^__Host-Http-tabard-browser=[^;]+; .*; Secure/)
      const own = { method: 'POST', headers: { origin: consoleUrl } }
      const ended = await asked(`${consoleUrl}/signout`, pair.cert, undefined, own)
      assert.match(
        String(ended.headers['set-cookie']),
        /^__Host-Http-tabard-console=; Path=\/; HttpOnly; SameSite=Strict; Secure/,
      )
      const issuer = await asked(`${url}/v1.0/endpoint/default/.well-known/openid-configuration`, pair.cert)
      assert.ok((JSON.parse(issuer.text) as { issuer: string }).issuer.startsWith(url))
    })

    test('takes no TLS before 1.2, and nothing that is not encrypted', async () => {
      const { url } = server!
      for (const version of ['TLSv1', 'TLSv1.1'] as const) {
        await assert.rejects(handshake(url, version), { code: /SSL|TLS/ })
      }
      for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
        const socket = await handshake(url, version)
        assert.equal(socket.getProtocol(), version)
        socket.destroy()
      }
      const plain = await exchange(url.replace('https', 'http'), 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      assert.equal(plain.raw, '')
    })

    test('reads it again when it changes, and open connections go on', async () => {
      const [first, second] = [pair, certificate('second')]
      const { url } = server!
      const agent = new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 0 })
      try {
        await asked(`${url}/healthz`, first.cert, agent)
        const kept = Object.values(agent.freeSockets).flat()[0]

        write({ cert: second.cert, key: first.key })
        await logged(/the new certificate cannot be used.*|is not the key of the certificate/)
        assert.equal(await shownName(url), 'first')
        writeFileSync(files.TABARD_TLS_CERT, 'half of a certif')
        await logged(/is not a certificate in PEM/)
        assert.equal(await shownName(url), 'first')

        // A link that leads to itself cannot even be looked at.
        rmSync(files.TABARD_TLS_CERT)
        symlinkSync(files.TABARD_TLS_CERT, files.TABARD_TLS_CERT)
        await logged(/cannot be read \(ELOOP\)/)
        assert.equal(await shownName(url), 'first')

        rmSync(files.TABARD_TLS_CERT)
        write(second)
        await logged(/the certificate was reloaded/)
        assert.equal(await shownName(url), 'second')
        assert.equal((await asked(`${url}/healthz`, second.cert)).status, 200)
        assert.equal((await asked(`${url}/healthz`, first.cert, agent)).status, 200)
        assert.equal(Object.values(agent.freeSockets).flat()[0], kept, 'the old connection is still in use')
        const consoleUrl = /^Console on (\S+)$/m.exec(said())![1]!
        assert.equal(await shownName(consoleUrl), 'second')

        // A file that could not be read may have got its permissions afterwards.
        const times = () => said().match(/the certificate was reloaded/g)?.length
        const before = times()!
        chmodSync(files.TABARD_TLS_KEY, 0o640)
        await becomes(async () => times(), before + 1)
      } finally {
        agent.destroy()
      }
    })
  })

  test('tells in the log and by the doctor when it ends soon', async () => {
    await start(certificate('short', 5))
    await logged(/"days":[45],.*the certificate expires soon/)
    assert.equal(server!.said.stdout.match(/expires soon/g)?.length, 1)
    const doctor = ['doctor', '--offline', '--no-themes']
    const { stdout } = await tabard(doctor, { ...database.environment, ...files })
    assert.match(stdout, /^warning +certificate +it expires in [45] days/m)
    write(certificate('long'))
    const later = await tabard(doctor, { ...database.environment, ...files })
    assert.match(later.stdout, /^ok +certificate +until \d{4}-\d\d-\d\d/m)
  })

  test('does not start with files that are no good, and says so in one sentence', async () => {
    const [first, second] = [certificate('first'), certificate('second')]
    const encrypted = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n'
    for (const [pair, sentence] of [
      [
        { cert: first.cert, key: second.key },
        /^TABARD_TLS_KEY: .* is not the key of the certificate in .*\.\n$/,
      ],
      [{ cert: 'x', key: first.key }, /^TABARD_TLS_CERT: .* is not a certificate in PEM\.\n$/],
      [{ cert: first.cert, key: encrypted }, /^TABARD_TLS_KEY: .* without a passphrase\.\n$/],
    ] as const) {
      write(pair)
      const ended = await tabard(['serve'], { ...database.environment, ...files, PORT: '0' })
      assert.equal(ended.code, 2)
      assert.match(ended.stderr, sentence)
    }
    const missing = { ...files, TABARD_TLS_CERT: '/nowhere/cert.pem' }
    const ended = await tabard(['serve'], { ...database.environment, ...missing, PORT: '0' })
    assert.equal(ended.code, 2)
    assert.equal(ended.stderr, 'TABARD_TLS_CERT: /nowhere/cert.pem cannot be read (ENOENT).\n')
    const half = { TABARD_TLS_CERT: files.TABARD_TLS_CERT }
    const alone = await tabard(['serve'], { ...database.environment, ...half, PORT: '0' })
    assert.equal(alone.code, 2)
    assert.match(alone.stderr, /^TABARD_TLS_CERT and TABARD_TLS_KEY must be set together\.\n$/)
  })
})

async function handshake(url: string, version?: SecureVersion): Promise<TLSSocket> {
  const { hostname, port } = new URL(url)
  const only = version && { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, ...only })
  await once(socket, 'secureConnect')
  return socket
}
