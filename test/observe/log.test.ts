import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { logDestination, prettyLine } from '../../src/log.ts'
import { LOGIN } from '../pages/addresses.ts'
import { CommandLine } from '../support/command.ts'
import { freshDatabase, installedDatabase, type TestDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/process.ts'
import { within } from '../support/store.ts'
import { send } from '../support/wire.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const UUID = /^[\da-f]{8}-[\da-f-]{27}$/

/** The lines that have come whole so far. */
const linesOf = ({ said }: Pick<Server, 'said'>) => said.stdout.split('\n').slice(0, -1)

describe('a line for people', () => {
  const line = (more: object, colours = false) =>
    prettyLine(JSON.stringify({ level: 30, time: 1_767_225_600_123, ...more }), colours)

  test('has time, level, method, path, status and time taken, and the rest by name', () => {
    const request = { reqId: 'r1', method: 'GET', path: '/a', status: 200, ms: 1.5, tenant: 'main' }
    assert.equal(
      line({ ...request, msg: 'request' }),
      '2026-01-01T00:00:00.123Z INFO  GET /a 200 1.5 ms reqId=r1 tenant=main',
    )
    assert.equal(
      line({ level: 40, msg: 'a page tried', page: 'login', report: { blocked: 'x y' } }),
      '2026-01-01T00:00:00.123Z WARN  a page tried page=login report="{\\"blocked\\":\\"x y\\"}"',
    )
  })

  test('lets nothing through that would begin a line, move the cursor or turn the text', () => {
    const evil = 'a\n2026-01-01T00:00:00.000Z INFO  forged\r\u001b[2J\u009b1m\u202e\u2028\u0000\u200b\ud800'
    for (const shown of [line({ msg: evil }), line({ msg: 'x', key: evil }), line({ msg: 'x', [evil]: 1 })]) {
      assert.doesNotMatch(shown, /[\p{C}\u2028]/u)
      assert.match(shown, /forged/)
    }
  })

  test('has an error below it, to the right of where lines begin', () => {
    const stack = 'Error: no\n2026-01-01T00:00:00.000Z INFO  forged\u001b[1m\n    at here'
    const [first, ...below] = line({ level: 50, msg: 'fault', reqId: 'r1', err: { stack } }).split('\n')
    assert.equal(first, '2026-01-01T00:00:00.123Z ERROR fault reqId=r1')
    assert.equal(below.length, 3)
    for (const one of below) assert.match(one, /^ {4}\P{Cc}+$/u)
  })

  test('is shown as it is where it is not JSON, or has no time', () => {
    for (const other of ['not JSON', '"text"', 'null', '{"msg":"x"}', '{"time":1e99,"msg":"x"}'])
      assert.equal(prettyLine(`${other}\n`, false), other)
    assert.equal(prettyLine('torn\u001b[2J\n', false), 'torn\\u{1b}[2J')
  })

  test('has colours on a terminal only, and only where they are wanted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tabard-test-'))
    const file = join(folder, 'log')
    const written = (isTTY: boolean, noColor: boolean, logFormat?: 'json' | 'pretty') => {
      const fd = openSync(file, 'w')
      logDestination({ noColor, logFormat }, { isTTY, fd }).write('{"level":50,"time":0,"msg":"fault"}\n')
      closeSync(fd)
      const said = readFileSync(file, 'utf8')
      return said.startsWith('{') ? 'json' : said.includes('\u001b[') ? 'coloured' : 'plain'
    }
    assert.equal(written(true, false), 'coloured')
    assert.equal(written(true, true), 'plain')
    assert.equal(written(false, false), 'json')
    assert.equal(written(true, false, 'json'), 'json')
    assert.equal(written(false, false, 'pretty'), 'plain')
    rmSync(folder, { recursive: true })
  })
})

test('the lines of one turn of the event loop are written in two pieces, in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-test-'))
  const file = join(folder, 'log')
  const fd = openSync(file, 'w')
  const log = logDestination({ noColor: false, logFormat: 'json' }, { isTTY: false, fd })
  const lines = ['{"n":1}\n', '{"n":2}\n', '{"n":3}\n', '{"n":4}\n']
  for (const line of lines.slice(0, 3)) log.write(line)
  assert.equal(readFileSync(file, 'utf8'), lines[0])
  await new Promise(setImmediate)
  assert.equal(readFileSync(file, 'utf8'), lines.slice(0, 3).join(''))
  log.write(lines[3]!)
  assert.equal(readFileSync(file, 'utf8'), lines.join(''))
  assert.equal(log.lost, 0)
  closeSync(fd)
  rmSync(folder, { recursive: true })
})

test('a process that ends in the middle of a turn has written all of its lines', async () => {
  const script = `
    import { logDestination } from ${JSON.stringify(join(import.meta.dirname, '../../src/log.ts'))}
    const log = logDestination({ noColor: false, logFormat: 'json' }, { isTTY: false, fd: 1 })
    for (let n = 0; n < 1500; n++) log.write(JSON.stringify({ n }) + '\\n')
    process.exit(3)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const written = await text(child.stdout)
  assert.deepEqual(
    written
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as { n: number }).n),
    Array.from({ length: 1500 }, (_, n) => n),
  )
})

test('lines that wait for a slow reader are written before the process ends', async () => {
  const script = `
    import { logDestination } from ${JSON.stringify(join(import.meta.dirname, '../../src/log.ts'))}
    const log = logDestination({ logFormat: 'json', noColor: true }, process.stdout)
    for (let line = 0; line < 9_000; line += 1) log.write(JSON.stringify({ line, text: 'x'.repeat(80) }) + '\\n')
    process.exit(7)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = text(child.stdout)
  assert.deepEqual(await once(child, 'exit'), [7, null])
  const lines = (await said).trimEnd().split('\n')
  assert.equal(lines.length, 9_000)
  assert.equal(JSON.parse(lines.at(-1)!).line, 8_999)
})

for (const format of ['json', 'pretty'] as const) {
  describe(`the log as ${format}`, () => {
    let database: TestDatabase
    let server: Server
    before(async () => {
      database = await freshDatabase('SQLite')
      server = await startServer({
        ...database.environment,
        TABARD_LOG_LEVEL: 'debug',
        TABARD_CLIENT_ID: 'c',
        TABARD_CLIENT_SECRET: 'never-to-be-seen-secret',
        ...(format === 'pretty' && { TABARD_LOG_FORMAT: format }),
      })
    })
    after(async () => {
      await server.stop()
      await database.remove()
    })

    /** The lines about requests to a path. */
    const logged = async (path: string): Promise<string> => {
      const lines = () => linesOf(server).filter(line => line.includes(path))
      await within(60_000, () => lines().length > 0)
      return lines().join('\n')
    }

    test('has a line for a request, without its query', async () => {
      await fetch(`${server.url}/nowhere-1?client_secret=never-to-be-seen-secret`)
      const line = await logged('/nowhere-1')
      if (format === 'pretty')
        assert.match(line, /^\S+Z INFO {2}GET \/nowhere-1 404 [\d.]+ ms reqId=\S+ address=127\.0\.0\.1$/m)
      else assert.equal((JSON.parse(line.split('\n').at(-1)!) as { status: number }).status, 404)
      const body = new URLSearchParams({
        client_id: 'c',
        client_secret: 'never-to-be-seen-secret',
        grant_type: 'client_credentials',
      })
      const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })
      const { access_token } = (await answer.json()) as { access_token: string }
      const authorization = `Bearer ${access_token}`
      await fetch(`${server.url}/v1.0/branding/themes/nowhere-2`, { headers: { authorization } })
      await logged('/nowhere-2')
      for (const secret of ['never-to-be-seen', access_token])
        assert.ok(!server.said.stdout.includes(secret), 'a secret is in the log')
    })

    test('names address and client of a token request, and no id that nobody has', async () => {
      const ask = async (client_id: string, client_secret: string) => {
        const body = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
        await fetch(`${server.url}/v1.0/endpoint/default/token`, { method: 'POST', body })
      }
      await ask('c', 'wrong')
      await ask('secret-in-the-wrong-place', 'c')
      // Not the three digits anywhere: a port or an id can have them as well.
      const status = format === 'pretty' ? ' 401 ' : '"status":401,'
      const refusals = async () =>
        (await logged('/v1.0/endpoint/default/token')).split('\n').filter(line => line.includes(status))
      await within(60_000, async () => (await refusals()).length >= 2)
      const refused = await refusals()
      const named = format === 'pretty' ? / client=c / : /"client":"c"/
      assert.match(refused[0]!, named)
      assert.doesNotMatch(refused[1]!, /client/)
      for (const line of refused) assert.match(line, /address\W+127\.0\.0\.1/)
      assert.ok(!server.said.stdout.includes('wrong-place'))
    })

    if (format === 'json')
      test('has no advice for developers of the service, whatever a client asks for', async () => {
        const body = new URLSearchParams({
          client_id: 'c',
          client_secret: 'never-to-be-seen-secret',
          grant_type: 'client_credentials',
          resource: 'https://api.example.com',
        })
        const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })
        assert.equal(((await answer.json()) as { error: string }).error, 'invalid_target')
        assert.doesNotMatch(server.said.stderr, /WARNING/)
      })

    if (format === 'json')
      test('is JSON and nothing else on standard output', () => {
        for (const line of linesOf(server)) JSON.parse(line)
        assert.match(server.said.stderr, /^Listening on http/m)
      })

    test('cannot be written by those who ask', async () => {
      const forged = '{"level":30,"msg":"forged"}'
      const report = {
        'effective-directive': `evil-1\n${forged}\u009b2J`,
        'blocked-uri': '\ud800\u202e\u001b',
      }
      await fetch(`${server.url}/v1.0/tabard/reports/policy?page=login&themeId=default`, {
        method: 'POST',
        body: JSON.stringify({ 'csp-report': report }),
      })
      await fetch(`${server.url}/template/v1.0/static/evil-2%0A%1b%C2%9B${encodeURIComponent(forged)}`)
      for (const path of ['evil-1', 'evil-2'])
        for (const line of (await logged(path)).split('\n')) assert.doesNotMatch(line, /[\p{Cc}\u202e]/u)
      assert.ok(server.said.stdout.split('\n').every(line => !line.startsWith(forged)))
    })
  })
}

test('a host that no tenant has is no fault', async () => {
  const database = await installedDatabase('SQLite')
  const line = new CommandLine(database)
  await line.printed(['tenant', 'create', '--name', 'Two', '--host', 'two.example'])
  const server = await startServer({ ...database.environment, TABARD_LOG_LEVEL: 'info' })
  try {
    const headers = { host: 'unknown.example', accept: 'text/html' }
    for (const path of [LOGIN, '/nowhere']) {
      assert.equal((await send(server.url, 'GET', path, headers)).status, 404)
      await within(60_000, () => server.said.stdout.includes(`"path":"${path}"`))
    }
    assert.doesNotMatch(server.said.stdout, /"level":50/)
  } finally {
    await server.stop()
    await database.remove()
  }
})

describe('answers that are given again', () => {
  const LIST = '/v1.0/branding/themes'
  const PATHS = ['/idaas/mtfim/sps/idaas/login', '/template/v1.0/static/page_style.css', LIST]
  /** Asks often enough for answers to come from memory, and once for one that cannot. */
  const linesAt = async (level: string, done: (lines: readonly string[]) => boolean) => {
    const database = await freshDatabase('SQLite')
    const client = { TABARD_CLIENT_ID: 'c', TABARD_CLIENT_SECRET: 'never-to-be-seen-secret' }
    const server = await startServer({ ...database.environment, ...client, TABARD_LOG_LEVEL: level })
    try {
      const form = { client_id: 'c', client_secret: 'never-to-be-seen-secret' }
      const body = new URLSearchParams({ ...form, grant_type: 'client_credentials' })
      const granted = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })
      const { access_token } = (await granted.json()) as { access_token: string }
      for (const path of PATHS)
        for (const more of [{}, {}, {}, {}, {}, { 'x-other': '1' }]) {
          const headers = { ...more, ...(path === LIST && { authorization: `Bearer ${access_token}` }) }
          const answer = await fetch(`${server.url}${path}?secret=unseen`, { headers })
          assert.equal(answer.status, 200)
          await answer.arrayBuffer()
        }
      await within(60_000, () => done(linesOf(server)))
      assert.doesNotMatch(server.said.stdout, /unseen|never-to-be-seen/)
      return linesOf(server)
    } finally {
      await server.stop()
      await database.remove()
    }
  }
  const of = (lines: readonly string[], path: string) => lines.filter(line => line.includes(`"${path}"`))

  test('are logged like those that are made', async () => {
    const lines = await linesAt('info', all => PATHS.every(path => of(all, path).length >= 6))
    for (const path of PATHS) {
      const entries = of(lines, path).map(line => JSON.parse(line) as Record<string, unknown>)
      assert.equal(entries.length, 6)
      const made = entries.at(-1)!
      for (const entry of entries) {
        assert.deepEqual(Object.keys(entry), Object.keys(made))
        const { reqId, time, ms } = entry
        assert.deepEqual(entry, { ...made, reqId, time, ms })
        assert.match(String(reqId), UUID)
        assert.ok(Number.isFinite(ms) && Math.abs(Number(time) - Number(made.time)) < 60_000)
      }
      assert.deepEqual([made.status, made.address], [200, '127.0.0.1'])
      assert.equal(made.client, path === LIST ? 'c' : undefined)
      assert.equal(new Set(entries.map(({ reqId }) => reqId)).size, 6)
    }
  })

  test('are not logged either where requests are not', async () => {
    const lines = await linesAt('warn', () => true)
    for (const path of PATHS) assert.deepEqual(of(lines, path), [])
  })
})

describe('the id of a request', () => {
  let database: TestDatabase
  before(async () => {
    database = await freshDatabase('SQLite')
  })
  after(async () => await database.remove())

  const serving = async (environment: Record<string, string>, work: (server: Server) => Promise<void>) => {
    const server = await startServer({ ...database.environment, TABARD_LOG_LEVEL: 'info', ...environment })
    try {
      await work(server)
    } finally {
      await server.stop()
    }
  }
  const idOf = async (server: Server, headers: Record<string, string>) =>
    (await fetch(`${server.url}/healthz`, { headers })).headers.get('x-request-id')!
  const lineOf = async (server: Server, id: string) => {
    const find = () => linesOf(server).find(line => line.includes(`"${id}"`))
    await within(60_000, () => find() !== undefined)
    return JSON.parse(find()!) as Record<string, unknown>
  }

  test('is that of a trusted proxy where it is well-formed, and in the log', async () => {
    await serving({ TABARD_TRUSTED_PROXIES: '10.0.0.0/8, loopback' }, async server => {
      for (const given of ['0af7651916cd43dd', 'a.b~c:d=e+f/g_h-i', 'x'.repeat(128)]) {
        assert.equal(await idOf(server, { 'x-request-id': given }), given)
        assert.equal((await lineOf(server, given)).path, '/healthz')
      }
      for (const given of ['', 'x'.repeat(129), 'a b', 'a"b', 'a,b', '<b>', 'a;b'])
        assert.match(await idOf(server, { 'x-request-id': given }), UUID, given)
    })
  })

  test('is our own where anybody else gives one', async () => {
    for (const proxies of ['', '10.0.0.0/8, ::2', 'linklocal, uniquelocal'])
      await serving({ TABARD_TRUSTED_PROXIES: proxies }, async server => {
        assert.match(await idOf(server, { 'x-request-id': 'mine' }), UUID)
      })
  })

  test('is in the log beside the trace that the request belongs to, if that is valid', async () => {
    await serving({}, async server => {
      const traceOf = async (traceparent: string) =>
        (await lineOf(server, await idOf(server, { traceparent }))).traceId
      assert.equal(await traceOf(`00-${TRACE}-${PARENT}-01`), TRACE)
      assert.equal(await traceOf(`cc-${TRACE}-${PARENT}-01-what-comes`), TRACE)
      for (const wrong of [
        '',
        TRACE,
        `00-${TRACE.toUpperCase()}-${PARENT}-01`,
        `00-${TRACE}-${PARENT}-01-more`,
        `ff-${TRACE}-${PARENT}-01`,
        `00-${'0'.repeat(32)}-${PARENT}-01`,
        `00-${TRACE}-${'0'.repeat(16)}-01`,
        `00-${TRACE}-${PARENT}`,
        `00-${TRACE.slice(1)}-${PARENT}-01`,
        `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
        `00-${TRACE}-${PARENT}-01\u00ff`,
      ])
        assert.equal(await traceOf(wrong), undefined, wrong)
    })
  })
})
