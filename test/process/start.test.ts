import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fastify } from 'fastify'
import { configFrom } from '../../src/config.ts'
import { listenBeside } from '../../src/listening.ts'
import { openStore } from '../../src/store/store.ts'
import { freshDatabase, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { busyPort, freePort } from '../support/ports.ts'
import {
  type Ended,
  run,
  type Server,
  startServer,
  startServerOnTerminal,
  startShared,
  TABARD,
  tabard,
  tabardAlone,
  tabardOnOldNode,
  tokenFrom,
} from '../support/process.ts'
import { postgresAddress } from '../support/provisions.ts'
import { furnished, MASTER_ID, within } from '../support/store.ts'

const servers: Server[] = []
const databases: TestDatabase[] = []
after(async () => {
  for (const server of servers) await server.stop()
  for (const database of databases) await database.remove()
})

async function fresh(): Promise<TestDatabase> {
  const database = await freshDatabase('SQLite')
  databases.push(database)
  return database
}

async function started(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  servers.push(server)
  return server
}

/** What a shell makes of the credentials file. */
function credentialsIn(data: string): { id: string; secret: string } {
  const text = readFileSync(join(data, 'credentials.env'), 'utf8')
  const [, id, secret] =
    /^TABARD_CLIENT_ID=(\S+)\nTABARD_CLIENT_SECRET=(\S{40,})\nTABARD_ADMIN_PASSWORD=\S{19}\n$/.exec(text)!
  return { id: id!, secret: secret! }
}

/** Waits for something that the server says. */
async function heard(server: Server, expected: RegExp): Promise<RegExpExecArray> {
  await within(60_000, () => expected.test(server.said.stdout))
  return expected.exec(server.said.stdout)!
}

/** Does what the server says one can try, in a shell. */
async function tried(server: Server, environment: Record<string, string> = {}, cwd?: string): Promise<Ended> {
  const [, line] = await heard(server, /^Try it: (.+?)\r?\n/m)
  return await run('bash', ['-c', line!], environment, cwd)
}

/** The overrides that the sign-in page loads. */
async function brandOf(url: string): Promise<string> {
  return await (await fetch(`${url}/template/v1.0/static/theme.css`)).text()
}

async function listedDescription(url: string, id: string, secret: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${await tokenFrom(url, id, secret)}` }
  const response = await fetch(`${url}/v1.0/branding/themes`, { headers })
  const { themeRegistrations } = (await response.json()) as {
    themeRegistrations: { description?: string }[]
  }
  return themeRegistrations[0]?.description
}

const lines = (text: string) => text.split('\n').filter(line => line !== '')

/** One sentence for a person, and no stack. */
function assertOneSentence({ stdout, stderr }: Ended, expected: RegExp): void {
  assert.equal(stdout, '')
  assert.match(stderr, expected)
  assert.match(stderr, /^[A-Z][^\n]*\.\n$/)
}

describe('the first start', () => {
  test('tells in a few lines all that one needs, and keeps the secret in a file', async () => {
    const { data, environment } = await fresh()
    const server = await started(startServer(environment, undefined, TABARD))
    // Scripts wait for the line that it listens: by then the file must be there.
    const { id, secret } = credentialsIn(data)
    await heard(server, new RegExp(`^API client ${id}, secret in ${data}/credentials.env\n`, 'm'))
    await heard(server, /^Try it: .+\n/m)
    assert.ok(lines(server.said.stdout).length <= 8, server.said.stdout)
    assert.equal(server.said.stdout.includes(secret), false)
    assert.equal(server.said.stderr, '')
    assert.equal(statSync(join(data, 'credentials.env')).mode & 0o777, 0o600)
    assert.equal(await listedDescription(server.url, id, secret), 'Default Theme')
  })

  test('names the commands for new secrets if it cannot store them, and stops as always', async () => {
    const { data, environment } = await fresh()
    mkdirSync(join(data, 'credentials.env'))
    const server = await started(startServer({ ...environment, TABARD_CLIENT_ID: 'first' }))
    await heard(server, /^Administrator admin, password not stored\nAPI client first, secret not stored\n/m)
    await heard(
      server,
      /^The new credentials were not stored\. .+ run "tabard admin reset-password" and "tabard client rotate first"\.\n$/m,
    )
    assert.equal(server.said.stderr, '')
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  test('shows a line that changes the colour of the sign-in page, from whatever folder it was started in', async () => {
    const { data: cwd } = await fresh()
    const server = await started(startServer({}, cwd, TABARD))
    const { code, stderr } = await tried(server, {}, cwd)
    assert.equal(code, 0, stderr)
    assert.match(await brandOf(server.url), /#b3123f/)
  })

  test('shows a line that works with a data folder that has a space in its name', async () => {
    const data = join((await fresh()).data, 'our brands')
    mkdirSync(data)
    const server = await started(startServer({ TABARD_DATA: data }))
    await tried(server)
    assert.match(await brandOf(server.url), /#b3123f/)
  })

  test('takes credentials from the environment, and writes them nowhere', async () => {
    const { data, environment } = await fresh()
    const given = {
      TABARD_CLIENT_ID: 'deploy',
      TABARD_CLIENT_SECRET: 'a secret & a $half "of one"',
      TABARD_ADMIN_EMAIL: 'admin@example.com',
      TABARD_ADMIN_PASSWORD: 'an administrator has this',
    }
    const server = await started(startServer({ ...environment, ...given }))
    await tried(server, given)
    assert.deepEqual(
      readdirSync(data).filter(file => !file.startsWith('tabard.db')),
      [],
    )
    assert.equal(server.said.stdout.includes(given.TABARD_CLIENT_SECRET), false)
    assert.equal(server.said.stdout.includes(given.TABARD_ADMIN_PASSWORD), false)
    assert.match(server.said.stdout, /^Administrator admin@example.com, /m)
    assert.ok(lines(server.said.stdout).length <= 8, server.said.stdout)
    assert.match(await brandOf(server.url), /#b3123f/)
  })

  test('shows a line that works where only the secret was given', async () => {
    const { environment } = await fresh()
    const given = { TABARD_CLIENT_SECRET: 'only-the-secret-0123456789abcdef012345' }
    const server = await started(startServer({ ...environment, ...given }))
    await heard(server, /^Try it/m)
    await tried(server, given)
    assert.match(await brandOf(server.url), /#b3123f/)
  })

  test('on a terminal shows the secret there, and keeps it nowhere', async () => {
    const { data, environment } = await fresh()
    const server = await started(startServerOnTerminal(environment))
    await heard(server, /^API client \S+, secret (\S{40,}) \(shown only once\)/m)
    const { code, stderr } = await tried(server)
    assert.equal(code, 0, stderr)
    assert.equal(existsSync(join(data, 'credentials.env')), false)
    assert.match(await brandOf(server.url), /#b3123f/)
  })
})

describe('a later start', () => {
  test('tells where it listens, and nothing about credentials', async () => {
    const { data, environment } = await fresh()
    const first = await started(startServer(environment))
    await heard(first, /^Try it: .+\n/m)
    const before = readFileSync(join(data, 'credentials.env'), 'utf8')
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    const second = await started(startServer({ ...environment, TABARD_PUBLIC_URL: 'https://id.example.com' }))
    await heard(second, /^Console on .+\n/m)
    const [listening, console, ...more] = lines(second.said.stdout).slice(1)
    assert.equal(listening, `Listening on ${second.url}, public address https://id.example.com`)
    assert.match(console!, /^Console on http:\/\/127\.0\.0\.1:\d+$/)
    assert.deepEqual(more, [])
    assert.match(second.said.stdout, /^Tabard \d+\.\d+\.\d+ · SQLite \d+/)
    assert.equal(readFileSync(join(data, 'credentials.env'), 'utf8'), before)
    const { id, secret } = credentialsIn(data)
    assert.equal(await listedDescription(second.url, id, secret), 'Default Theme')
  })
})

describe('a start that cannot be', () => {
  test('warns once of scripts that do not run over plain HTTP, however many tenants that concerns', async () => {
    const database = await migratedDatabase('SQLite')
    databases.push(database)
    const store = await openStore(database)
    await furnished(store)
    for (const publicUrl of [
      'http://a.example',
      'http://b.example',
      'http://localhost:8080',
      'https://c.example',
    ]) {
      const { hostname: id } = new URL(publicUrl)
      const tenant = { id, name: id, host: id, publicUrl, consoleUrl: null, locale: null, factors: null }
      await store.createTenant(tenant, MASTER_ID)
    }
    await store.close()
    const server = await startShared({
      TABARD_PUBLIC_URL: 'http://own.example',
      TABARD_LOG_LEVEL: 'warn',
      TABARD_LIMIT_LEVELS: '2',
      ...database.environment,
    })
    await server.stop()
    assert.match(
      server.said.stdout,
      /"Files of the original theme exceed TABARD_LIMIT_LEVELS, so that no package with them can be uploaded\. Set it to \d+ or more\."/,
    )
    const warnings = lines(server.said.stdout).filter(line => line.includes('over plain HTTP'))
    assert.equal(warnings.length, 1)
    const { tenants, address } = JSON.parse(warnings[0]!) as { tenants: number; address: string }
    assert.deepEqual([tenants, address], [3, 'http://own.example'])
  })

  test('on a busy port is told in one sentence', async () => {
    const { environment } = await fresh()
    const busy = await busyPort()
    const ended = await tabardAlone(['serve'], { ...environment, PORT: String(busy.port) })
    await busy.free()
    assert.equal(ended.code, 1)
    assertOneSentence(ended, new RegExp(`^Port ${busy.port} on 127\\.0\\.0\\.1 is in use\\. .*PORT`))
  })

  test('with the port of the console taken, which a proxy may lead to, is told in one sentence', async () => {
    const busy = await busyPort()
    const app = fastify()
    try {
      const config = configFrom({ TABARD_CONSOLE_URL: 'https://console.example.com' })
      await assert.rejects(listenBeside(app, config, busy.port - 1), {
        message: `Port ${busy.port} on 127.0.0.1 is in use. Stop the program that uses it, or set TABARD_CONSOLE_PORT to another port.`,
      })
      assert.notEqual(await listenBeside(app, configFrom({}), busy.port - 1), busy.port)
    } finally {
      await app.close()
      await busy.free()
    }
  })

  test('with one address for the pages and the console, where only one of them is set, is told', async () => {
    const { environment } = await fresh()
    const port = await freePort()
    const [pages, console] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
    const consolePort = new URL(console).port
    for (const settings of [{ TABARD_CONSOLE_URL: pages }, { TABARD_PUBLIC_URL: console }]) {
      const ports = { PORT: String(port), TABARD_CONSOLE_PORT: consolePort }
      const ended = await tabardAlone(['serve'], { ...environment, ...ports, ...settings })
      assert.equal(ended.code, 2)
      assert.match(
        ended.stderr,
        /^TABARD_CONSOLE_URL must be another origin than TABARD_PUBLIC_URL[^\n]*\.\n$/,
      )
    }
  })

  test('with bad settings names every one of them', async () => {
    const ended = await tabard(['serve'], { PORT: 'abc', TABARD_LIMIT_FILE: 'x' })
    assert.deepEqual(ended, {
      code: 2,
      stdout: '',
      stderr:
        'PORT must be a whole number from 0 to 65535.\nTABARD_LIMIT_FILE must be a whole number from 1 to 2147483647.\n',
    })
  })

  test('with limits that no archive can reach names them', async () => {
    const { environment } = await fresh()
    const high = { TABARD_LIMIT_ENTRIES: '65535', TABARD_LIMIT_PATH: '32768' }
    assert.deepEqual(await tabard(['serve'], { ...environment, ...high }), {
      code: 2,
      stdout: '',
      stderr:
        'TABARD_LIMIT_ENTRIES must be a whole number from 1 to 65534.\nTABARD_LIMIT_PATH must be a whole number from 1 to 20000.\n',
    })
  })

  test('without its database is told in one sentence, without the password', async () => {
    const { environment } = await fresh()
    const nobody = new URL('postgres://tabard:hunter2@127.0.0.1:1/tabard')
    const wrong = Object.assign(new URL(await postgresAddress()), { password: 'hunter2' })
    for (const { href } of [nobody, wrong]) {
      const settings = { PORT: '0', DATABASE_URL: href, TABARD_DATABASE_WAIT_SECONDS: '0' }
      const ended = await tabard(['serve'], { ...environment, ...settings })
      assert.equal(ended.code, 5)
      assertOneSentence(ended, /^The database in DATABASE_URL cannot be used: [^.]/)
      assert.doesNotMatch(ended.stderr, /hunter2/)
    }
  })

  test('in a folder that cannot be written is told in one sentence', async () => {
    const ended = await tabard(['serve'], { PORT: '0', TABARD_DATA: join(TABARD, 'data') })
    assert.equal(ended.code, 5)
    assertOneSentence(ended, /^The data folder \S+ cannot be written: /)
    const nowhere = await tabard(['serve'], { PORT: '0', TABARD_DATA: '/proc/tabard/data' })
    assertOneSentence(nowhere, /^The data folder \/proc\/tabard\/data cannot be written: /)
  })

  test('on an old Node is told in one sentence', async () => {
    const ended = await tabardOnOldNode(TABARD)
    assert.equal(ended.code, 1)
    assertOneSentence(ended, /^Tabard needs Node 24.6 or newer, and this is v20\.1\.0: /)
  })

  test('on the Node of the system, where that is old, is told in one sentence', async context => {
    const node = '/usr/bin/node'
    const version = existsSync(node) ? (await run(node, ['--version'])).stdout.trim() : 'none'
    if (!/^v(1[4-9]|2[0-3])\./.test(version)) return context.skip(`the system's Node is ${version}`)
    const ended = await run(node, [TABARD, 'serve'])
    assert.equal(ended.code, 1)
    assertOneSentence(ended, new RegExp(`^Tabard needs Node 24.6 or newer, and this is ${version}: `))
  })
})
