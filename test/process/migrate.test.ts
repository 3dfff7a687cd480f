import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { SCHEMA_VERSION, SQLITE, schemaStatements } from '../../src/store/migrations/migrations.ts'
import { appCode } from '../journeys/steps.ts'
import { CommandLine } from '../support/command.ts'
import { type EngineName, freshDatabase, installedDatabase, type TestDatabase } from '../support/database.ts'
import {
  ALEX,
  CALLBACK,
  type Furnished,
  furnishedService,
  isSession,
  KIM,
  signedInWith,
  TOTP,
  themesOn,
} from '../support/furnished.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { type Server, startServer, tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'
import { executed, within } from '../support/store.ts'

interface Copied {
  readonly from: string
  readonly to: string
  readonly tables: readonly { table: string; rows: number; sha256: string }[]
}

const DIRECTIONS: readonly [EngineName, EngineName][] = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
]

for (const [from, to] of DIRECTIONS) {
  describe(`tabard migrate from ${from} to ${to}, beside a service that runs`, () => {
    let furnished: Furnished
    let target: TestDatabase
    let line: CommandLine
    let address: string
    let server: Server | undefined
    let copied: Copied

    before(async () => {
      furnished = await furnishedService(from)
      target = await freshDatabase(to)
      address = target.database ?? `sqlite:${target.data}`
      line = new CommandLine(furnished.service.database)
      await line.printed(['tenant', 'create', '--name', 'Two', '--host', 'two.example'])
    })
    after(async () => {
      await server?.stop()
      await furnished.service.stop()
      await target.remove()
    })

    test('copies everything, and says from when on it has nothing', async () => {
      const { code, stdout, stderr } = await line.run(['migrate', '--to', address, '--json'])
      assert.equal(code, 0, stderr)
      copied = JSON.parse(stdout)
      assert.match(copied.from, new RegExp(`^${from}`))
      assert.match(copied.to, new RegExp(`^${to}`))
      assert.match(stderr, /^Copied everything to [^\n]+, as of \d{4}-[^\n]+Z\.\nLater changes to the old/)
      const rows = Object.fromEntries(copied.tables.map(({ table, rows }) => [table, rows]))
      for (const table of ['tenants', 'themes', 'authenticators', 'recovery_codes', 'outbox', 'tenant_keys'])
        assert.ok(rows[table]! > 0, table)
      assert.equal(rows.tenants, 2)
      if (to === 'SQLite') assert.equal(statSync(join(target.data, 'tabard.db')).mode & 0o777, 0o600)
    })

    test('both databases have it in the audit trail', async () => {
      for (const end of [line, new CommandLine(target)]) {
        const [entry] = await end.json<{ details: Record<string, string> }[]>([
          'audit',
          '--event',
          'database-migrated',
        ])
        const { at: _, ...named } = entry!.details
        assert.deepEqual(named, { from: copied.from, to: copied.to })
      }
    })

    test('the copy has the same themes with the same history', async () => {
      const { url } = furnished.service
      server = await startServer(target.environment)
      const token = await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)
      const seen = await themesOn(server.url, token)
      assert.deepEqual(seen, await themesOn(url, furnished.token))
      const { revisions } = seen[furnished.themeId] as { revisions: { revisions: object[] } }
      assert.equal(revisions.revisions.length, 3)
      const [page, before] = await Promise.all(
        [server.url, url].map(
          async base =>
            await (
              await fetch(`${base}/template/v1.0/static/page_style.css?themeId=${furnished.themeId}`)
            ).text(),
        ),
      )
      assert.equal(page, before)
    })

    test('tokens and sessions go on, and people sign in with their passwords', async () => {
      await themesOn(server!.url, furnished.token)
      assert.equal(await isSession(server!.url, furnished.session), true)
      await signedInWith(server!.url, KIM)
    })

    test('an application signs people in with their second factor', async () => {
      const { id, secret } = furnished.application
      const query = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK }
      const person = new Person(server!.url)
      await person.visit(`${ISSUER_PATH}/authorize?${new URLSearchParams(query)}`)
      await person.submit({ username: ALEX, password: PASSWORD })
      await person.submit({ 'otp.user.otp': appCode(TOTP) })
      const code = new URL(person.left!).searchParams.get('code')!
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
      const answer = await fetch(`${server!.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        headers: { authorization },
        body,
      })
      assert.equal(answer.status, 200)
      assert.match(((await answer.json()) as { id_token: string }).id_token, /^ey/)
    })

    test('mails and what happened are there', async () => {
      const there = new CommandLine(target)
      for (const words of [
        ['outbox', 'list'],
        ['audit', '--limit', '1000'],
        ['tenant', 'list'],
      ]) {
        // Of the move itself both have an entry of their own.
        const rows = async (side: CommandLine) =>
          (await side.json<{ event?: string }[]>(words)).filter(({ event }) => event !== 'database-migrated')
        const before = await rows(line)
        assert.ok(before.length > 0)
        // The new service has written more since, the newest first.
        assert.deepEqual((await rows(there)).slice(-before.length), before, words.join(' '))
      }
    })

    test('refuses a database that is in use, and leaves it as it is', async () => {
      await line.refused(['migrate', '--to', address], 4, /is in use\. Stop the service first\.\n$/)
      await server!.stop()
      // PostgreSQL takes a moment to learn that a process was killed.
      await within(60_000, async () => {
        const { stderr } = await line.run(['migrate', '--to', address])
        return !/is in use/.test(stderr)
      })
      await line.refused(['migrate', '--to', address], 4, /is not empty\. Name an empty one\.\n$/)
    })

    test('refuses the database that is in use already', async () => {
      const { database, data } = furnished.service.database
      await line.refused(
        ['migrate', '--to', database ?? `sqlite:${data}/.`],
        2,
        /^--to is the database [^\n]+\.\n$/,
      )
    })

    test('stops at a content that is damaged, and leaves nothing behind', async () => {
      const broken = await freshDatabase(to)
      const spoilt = from === 'SQLite' ? "x'00'" : "'\\x00'"
      try {
        const place = broken.database ?? `sqlite:${join(broken.data, 'new')}`
        await executed(furnished.service.database, `update blobs set deflated = ${spoilt} where size < 20`)
        await line.refused(['migrate', '--to', place], 1, /damaged\. Run "tabard doctor"[^\n]+\n$/)
        assert.equal(existsSync(join(broken.data, 'new/tabard.db')), false)
        // Nothing is in the way of the next try.
        const again = await line.run(['migrate', '--to', place])
        assert.match(again.stderr, /damaged/)
      } finally {
        await broken.remove()
      }
    })

    test('no password was said', () => {
      for (const { words, stdout, stderr } of line.spoken) {
        assert.doesNotMatch(stdout + stderr, /postgres(ql)?:\/\//, words.join(' '))
        assert.doesNotMatch(stdout + stderr, /argon2/)
      }
    })
  })
}

describe('tabard migrate', () => {
  let database: TestDatabase
  let line: CommandLine

  before(async () => {
    database = await freshDatabase('SQLite')
    line = new CommandLine(database)
  })
  after(() => database.remove())

  test('needs an installation to move', async () => {
    await line.refused(['migrate', '--to', `sqlite:${database.data}/b`], 2, /^There is no database in /)
    assert.deepEqual(
      [existsSync(join(database.data, 'tabard.db')), existsSync(join(database.data, 'b'))],
      [false, false],
    )
  })

  test('says what --to must be, and does not repeat it', async () => {
    for (const to of ['mysql://u:hidden@host/x', 'postgres://u:hidden@[', 'hidden'])
      await line.refused(['migrate', '--to', to], 2, /^--to must be (?![^\n]*hidden)[^\n]+\.\n$/)
    await line.printed(['client', 'create', '--name', 'First', '--entitlement', 'readTemplates'])
    await line.refused(
      ['migrate', '--to', 'postgres://u:hidden@127.0.0.1:1/x'],
      5,
      /^(?![^\n]*hidden)[^\n]+\.\n$/,
    )
  })

  test('refuses a schema of another version, older or newer', async () => {
    const older = await freshDatabase('SQLite')
    try {
      const to = `sqlite:${older.data}/b`
      const line = new CommandLine(older)
      for (const statement of schemaStatements(SQLITE, 0, SCHEMA_VERSION - 1))
        await executed(older, statement)
      await line.refused(
        ['migrate', '--to', to],
        4,
        /has schema \d+, and this version of Tabard needs \d+\. Start the service once/,
      )
      await executed(older, 'insert into migrations (version, at) values (999, 1)')
      await line.refused(['migrate', '--to', to], 5, /schema 999/)
    } finally {
      await older.remove()
    }
  })
})

test('tabard migrate leaves tables of others alone', async () => {
  const source = await installedDatabase('SQLite')
  const target = await freshDatabase('PostgreSQL')
  try {
    const line = new CommandLine(source)
    await executed(target, 'create table invoices (id bigint primary key)')
    await line.refused(['migrate', '--to', target.database!], 4, /tables of another program \(invoices\)/)
  } finally {
    await source.remove()
    await target.remove()
  }
})
