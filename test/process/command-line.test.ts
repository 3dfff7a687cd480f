import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertRefused, CommandLine, ONE_SENTENCE } from '../support/command.ts'
import { ENGINES, installedDatabase, type TestDatabase } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { type Server, startServer, tabard, tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, packageForm } from '../support/service.ts'
import { within } from '../support/store.ts'

const FIRST = {
  clientId: CLIENT_ID,
  name: 'First client',
  entitlements: ['manageTemplates'],
  themes: null,
  replaceStatus: 201,
}

for (const engine of ENGINES) {
  describe(`the command line on ${engine}, beside a server that runs`, () => {
    let database: TestDatabase
    let server: Server
    let authorization: string

    before(async () => {
      database = await installedDatabase(engine)
      const credentials = { TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
      server = await startServer({ ...database.environment, ...credentials })
      authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
    })
    after(async () => {
      await server.stop()
      await database.remove()
    })

    /**
     * On one database each command for clients has a process of its own, as everywhere but in the tests. A process
     * takes longer to start than most commands take, so the others have one only in `npm run test:full`.
     */
    let isAlone = false
    const line = () => new CommandLine(database, {}, engine === 'SQLite' && isAlone ? 'own' : 'shared')
    const command = (...words: string[]) => line().run(words)
    const printed = (...words: string[]) => line().printed(words)
    const json = <T = Record<string, string>>(...words: string[]) => line().json<T>(words)

    const call = async (method: string, path: string, more: RequestInit = {}): Promise<Response> =>
      await fetch(`${server.url}/v1.0/branding${path}`, { method, headers: { authorization }, ...more })

    const status = async (token: string): Promise<number> =>
      (await call('GET', '/themes', { headers: { authorization: `Bearer ${token}` } })).status

    describe('client', () => {
      let reader: { clientId: string; clientSecret: string }
      before(() => {
        isAlone = true
      })
      after(() => {
        isAlone = false
      })

      test('create prints the secret, which works at once', async () => {
        const { clientId, clientSecret, ...shown } = await json(
          'client',
          'create',
          '--name',
          'Reader',
          '--entitlement',
          'readTemplates',
        )
        assert.deepEqual(shown, {
          name: 'Reader',
          entitlements: ['readTemplates'],
          themes: null,
          replaceStatus: 201,
        })
        reader = { clientId: clientId!, clientSecret: clientSecret! }
        assert.equal(await status(await tokenFrom(server.url, reader.clientId, reader.clientSecret)), 200)
      })

      test('create prints lines for people', async () => {
        const text = await printed(
          'client',
          'create',
          '--name',
          'Tool',
          '--answers-204',
          '--entitlement',
          'manageTemplates',
          '--entitlement',
          'readTemplates',
        )
        assert.match(
          text,
          /^clientId {7}[\w-]{36}\nclientSecret {3}[\w-]{43}\nname {11}Tool\nentitlements {3}manageTemplates,readTemplates\nthemes {9}-\nreplaceStatus {2}204\n$/,
        )
      })

      test('list tells all but the secrets', async () => {
        const listed = await json<{ lastUsed: string }[]>('client', 'list')
        assert.equal(listed.length, 3)
        const { lastUsed } = listed[1]!
        const [first, second] = listed.map(({ lastUsed: _, ...client }) => client)
        assert.deepEqual(first, FIRST)
        assert.ok(Math.abs(Date.parse(lastUsed) - Date.now()) < 120_000, lastUsed)
        assert.deepEqual(second, {
          clientId: reader.clientId,
          name: 'Reader',
          entitlements: ['readTemplates'],
          themes: null,
          replaceStatus: 201,
        })
        const text = await printed('client', 'list')
        const [head, ...rows] = text.trimEnd().split('\n')
        assert.match(head!, /^clientId +name +entitlements +themes +replaceStatus +lastUsed$/)
        assert.equal(rows.length, 3)
        assert.match(rows[1]!, new RegExp(`^${reader.clientId}  Reader +readTemplates +- +201 +${lastUsed}$`))
        assert.doesNotMatch(JSON.stringify(listed) + text, /secret|hash|[0-9a-f]{64}/i)
      })

      test('update changes name and answer of a client that is given by id or by name', async () => {
        const tool = { name: 'Tool', replaceStatus: 201 }
        assert.partialDeepStrictEqual(await json('client', 'update', 'Tool', '--answers', '201'), tool)
        const { clientId } = reader
        const changed = await json('client', 'update', clientId, '--answers', '204', '--name', 'Robot')
        assert.partialDeepStrictEqual(changed, { clientId, name: 'Robot', replaceStatus: 204 })
        for (const words of [
          ['Nobody', '--answers', '204'],
          [clientId, '--answers', '200'],
        ])
          assert.notEqual((await command('client', 'update', ...words)).code, 0)
      })

      test('rotate ends the old secret and its tokens', async () => {
        const token = await tokenFrom(server.url, reader.clientId, reader.clientSecret)
        assert.equal(await status(token), 200)
        const rotated = await json('client', 'rotate', reader.clientId)
        assert.deepEqual(Object.keys(rotated), ['clientId', 'clientSecret'])
        await within(60_000, async () => (await status(token)) === 401)
        assert.equal(await tokenFrom(server.url, reader.clientId, reader.clientSecret), undefined)
        reader = { clientId: rotated.clientId!, clientSecret: rotated.clientSecret! }
        assert.equal(await status(await tokenFrom(server.url, reader.clientId, reader.clientSecret)), 200)
      })

      test('entitle holds for a running service', async () => {
        const token = await tokenFrom(server.url, reader.clientId, reader.clientSecret)
        assert.equal(await status(token), 200)
        const text = await printed('client', 'entitle', reader.clientId, '--entitlement', 'none')
        assert.equal(text, `clientId      ${reader.clientId}\nentitlements  -\n`)
        await within(60_000, async () => (await status(token)) === 403)
      })

      test('remove ends the client and its tokens', async () => {
        const token = await tokenFrom(server.url, reader.clientId, reader.clientSecret)
        assert.equal(await status(token), 403)
        const removed = await json<object>('client', 'remove', reader.clientId)
        assert.deepEqual(removed, { clientId: reader.clientId, removed: true })
        await within(60_000, async () => (await status(token)) === 401)
        assertRefused(await command('client', 'remove', reader.clientId), 1, ONE_SENTENCE)
      })
    })

    describe('app', () => {
      let themeId: string
      let shop: { id: string; name: string; themeId: string | null; clientSecret: string }

      before(async () => {
        const body = packageForm(packageOf({ 'common/a.css': 'a' }), { name: 'Shop colours' })
        const response = await call('POST', '/themes', { body })
        themeId = ((await response.json()) as { id: string }).id
      })

      test('create --theme makes the theme one that cannot be deleted', async () => {
        shop = await json('app', 'create', '--name', 'Shop', '--theme', themeId)
        assert.equal(shop.name, 'Shop')
        assert.equal(shop.themeId, themeId)
        const response = await call('DELETE', `/themes/${themeId}`)
        assert.equal(response.status, 405)
        assert.equal((await call('GET', `/themes/${themeId}`)).status, 200)
      })

      test('list tells which theme each has, and no secret', async () => {
        const { stdout: desk, stderr: hint } = await command('app', 'create', '--name', 'Desk')
        assert.match(
          hint,
          /^Nobody can sign in to this application yet\. Run "tabard app update [\w-]{36} --redirect /,
        )
        const [, deskId, secret] =
          /^id +([\w-]{36})\nclientId +\1\nclientSecret +([\w-]{43})\nname +Desk\n.*\nthemeId +-\n/s.exec(
            desk,
          )!
        const more = {
          description: null,
          redirects: [],
          logoutRedirects: [],
          secondFactor: false,
          factors: ['app', 'mail'],
          consent: false,
          formPost: false,
          sources: null,
          directory: true,
          access: 'open',
          public: false,
        }
        const listed = await json<object[]>('app', 'list')
        assert.deepEqual(listed, [
          { id: deskId, name: 'Desk', themeId: null, ...more },
          { id: shop.id, name: 'Shop', themeId, ...more },
        ])
        const text = await printed('app', 'list')
        const [head, ...rows] = text.trimEnd().split('\n')
        assert.match(
          head!,
          /^id +name +description +themeId +redirects +logoutRedirects +secondFactor +factors +consent +formPost +access +sources +directory +public$/,
        )
        assert.match(
          rows[0]!,
          new RegExp(`^${deskId}  Desk  - +- +- +- +false +app,mail +false +false +open +- +true +false$`),
        )
        assert.match(
          rows[1]!,
          new RegExp(
            `^${shop.id}  Shop  - +${themeId}  - +- +false +app,mail +false +false +open +- +true +false$`,
          ),
        )
        for (const said of [JSON.stringify(listed), text]) {
          assert.doesNotMatch(said, /secret|hash|[0-9a-f]{64}/i)
          assert.equal(said.includes(secret!) || said.includes(shop.clientSecret), false)
        }
      })

      test('assign refuses a theme that does not exist', async () => {
        assertRefused(await command('app', 'assign', shop.id, '--theme', 'nowhere'), 1, ONE_SENTENCE)
      })

      test('assign default takes the theme away, which can then be deleted', async () => {
        assert.deepEqual(await json<object>('app', 'assign', shop.id, '--theme', 'default'), {
          id: shop.id,
          themeId: 'default',
        })
        assert.equal((await call('DELETE', `/themes/${themeId}`)).status, 204)
      })

      test('remove takes an application away once', async () => {
        assert.deepEqual(await json<object>('app', 'remove', shop.id), { id: shop.id, removed: true })
        assertRefused(await command('app', 'remove', shop.id), 1, ONE_SENTENCE)
      })
    })

    describe('tenant', () => {
      test('create adds a tenant that its host name chooses', async () => {
        const { id, ...shown } = await json('tenant', 'create', '--name', 'Two', '--host', 'Two.Example')
        assert.match(id!, /^[\w-]{36}$/)
        assert.deepEqual(shown, {
          name: 'Two',
          host: 'two.example',
          publicUrl: 'https://two.example',
          consoleUrl: null,
          locale: null,
          factors: null,
        })
      })

      test('update says whether boxes of scopes are ticked for people', async () => {
        const ticked = async () =>
          (await json<{ ticksScopes?: boolean }[]>('tenant', 'list')).map(one => one.ticksScopes ?? false)
        await printed('tenant', 'update', 'Two', '--tick-scopes')
        assert.deepEqual(await ticked(), [false, true])
        await printed('tenant', 'update', 'Two', '--name', 'Two')
        assert.deepEqual(await ticked(), [false, true])
        await printed('tenant', 'update', 'Two', '--no-tick-scopes')
        assert.deepEqual(await ticked(), [false, false])
      })

      test('update says which second factors count in a tenant', async () => {
        const factors = async () =>
          (await json<{ name: string; factors: unknown }[]>('tenant', 'list')).map(one => one.factors)
        await printed('tenant', 'update', 'Two', '--factors', 'app')
        assert.deepEqual(await factors(), [null, ['app']])
        await printed('tenant', 'update', 'Two', '--factors', 'mail,app')
        assert.deepEqual(await factors(), [null, ['app', 'mail']])
        for (const list of ['mail', 'sms', 'app,sms'])
          assertRefused(
            await command('tenant', 'update', 'Two', '--factors', list),
            2,
            /^--factors must be app, or app,mail\.\n$/,
          )
        assertRefused(await command('tenant', 'update', 'Nobody', '--factors', 'app'), 1, ONE_SENTENCE)
        await printed('tenant', 'update', 'Two', '--factors', 'service')
        assert.deepEqual(await factors(), [null, null])
      })

      test('create refuses a host that is taken, as a conflict', async () => {
        const words = ['tenant', 'create', '--name', 'Three', '--host', 'two.example']
        assertRefused(await command(...words), 4, /^[A-Z][^\n]*two\.example[^\n]*\.\n$/)
      })

      test('create leaves the address of the service itself to the first tenant', async () => {
        const words = ['tenant', 'create', '--name', 'Three', '--host', '127.0.0.1']
        assertRefused(await command(...words), 4, /^[A-Z][^\n]*127\.0\.0\.1[^\n]*\.\n$/)
      })

      test('create names the option that is wrong', async () => {
        const words = ['tenant', 'create', '--name', 'Three', '--host', 'three.example']
        assertRefused(await command(...words, '--url', 'xyz'), 2, /^--url must be [^\n]+\.\n$/)
        assertRefused(await command(...words, '--locale', '!'), 2, /^--locale must be [^\n]+\.\n$/)
        for (const host of ['https://three.example', 'three.example:8443', 'three example', ''])
          assertRefused(
            await command('tenant', 'create', '--name', 'Three', '--host', host),
            2,
            /^The host must be a host name such as id\.example\.com\.\n$/,
          )
      })

      test('update moves a tenant to another host name, and its address with it', async () => {
        const hosts = async () =>
          (await json<{ host: string | null; publicUrl: string | null }[]>('tenant', 'list')).map(
            ({ host, publicUrl }) => [host, publicUrl],
          )
        await printed('tenant', 'update', 'Two', '--host', 'Moved.Example')
        assert.deepEqual((await hosts())[1], ['moved.example', 'https://moved.example'])
        await printed('tenant', 'update', 'Two', '--url', 'https://www.moved.example')
        await printed('tenant', 'update', 'Two', '--host', 'two.example')
        assert.deepEqual((await hosts())[1], ['two.example', 'https://www.moved.example'])
        await printed('tenant', 'update', 'Two', '--url', 'https://two.example')
        assertRefused(await command('tenant', 'update', 'Two', '--host', '127.0.0.1'), 4, ONE_SENTENCE)
        const first = await command('tenant', 'update', 'main', '--host', 'x.example')
        assertRefused(first, 2, /TABARD_PUBLIC_URL/)
      })

      test('remove refuses one that holds anything, unless its name is typed', async () => {
        await printed('tenant', 'create', '--name', 'Gone', '--host', 'gone.example')
        await printed('client', 'create', '--tenant', 'gone', '--name', 'C', '--entitlement', 'readTemplates')
        const [, two] = await json<{ name: string }[]>('tenant', 'list')
        assertRefused(
          await command('tenant', 'remove', 'Gone'),
          4,
          /^The tenant "Gone" holds 1 API client\. Nothing was removed\. .*--force --name "Gone"/,
        )
        assertRefused(await command('tenant', 'remove', 'Gone', '--force'), 2, /--name/)
        assertRefused(await command('tenant', 'remove', 'Gone', '--force', '--name', 'Two'), 2, /"Gone"/)
        assertRefused(await command('tenant', 'remove', 'main', '--force', '--name', 'main'), 2, ONE_SENTENCE)
        const removed = await json<object>('tenant', 'remove', 'Gone', '--force', '--name', 'Gone')
        const { id, ...held } = removed as { id: string }
        assert.deepEqual(held, { name: 'Gone', accounts: 0, applications: 0, clients: 1, themes: 0 })
        const left = await json<{ name: string }[]>('tenant', 'list')
        assert.deepEqual(left.map(({ name }) => name).slice(0, 2), ['main', two!.name])
        const [entry] = await json<{ details: object }[]>('audit', '--event', 'tenant-removed')
        assert.deepEqual(entry!.details, {
          tenant: id,
          name: 'Gone',
          host: 'gone.example',
          accounts: '0',
          applications: '0',
          clients: '1',
          themes: '0',
        })
        assertRefused(await command('tenant', 'remove', 'Gone'), 1, ONE_SENTENCE)
      })

      test('remove takes an empty one at once', async () => {
        await printed('tenant', 'create', '--name', 'Empty', '--host', 'empty.example')
        await printed('tenant', 'remove', 'Empty')
        const left = await json<{ name: string }[]>('tenant', 'list')
        assert.ok(left.every(({ name }) => name !== 'Empty'))
      })

      const REFUSED_CONSOLES: [string, string, RegExp][] = [
        ['that is no origin', 'https://console.example/path', /^--console-url must be/],
        ['over plain HTTP', 'http://console.example', /https/],
        ['where its own pages are', 'https://three.example', /scripts could reach/],
        ['where the pages of another tenant are', 'https://two.example:8443', /pages of another tenant/],
        ['where the pages of the first tenant are', 'http://127.0.0.1:9999', /pages of another tenant/],
        ['where another console is', 'https://console.four.example:8443', /console of another tenant/],
      ]
      test('create takes the address of a console, and refuses one that cannot be', async () => {
        const four = ['--name', 'Four', '--host', 'four.example']
        const console = ['--console-url', 'https://console.four.example']
        const { consoleUrl } = await json('tenant', 'create', ...four, ...console)
        assert.equal(consoleUrl, 'https://console.four.example')
        const three = ['tenant', 'create', '--name', 'Three', '--host', 'three.example']
        for (const [what, url, expected] of REFUSED_CONSOLES) {
          const refused = await command(...three, '--console-url', url)
          assert.match(refused.stderr, expected, what)
          assertRefused(refused, 2, /^[^\n]+\.\n$/)
        }
        const host = ['tenant', 'create', '--name', 'Five', '--host', 'console.four.example']
        assertRefused(await command(...host), 4, /console\.four\.example/)
      })

      test('update gives a console, moves it and takes it away, and says so in the audit trail', async () => {
        const update = (...words: string[]) =>
          json<Record<string, unknown>>('tenant', 'update', 'Four', ...words)
        const moved = 'https://admin.four.example'
        assert.equal((await update('--console-url', moved)).consoleUrl, moved)
        assert.equal((await update('--no-console-url')).consoleUrl, null)
        const { name, locale } = await update('--name', 'Vier', '--locale', 'de')
        assert.deepEqual([name, locale], ['Vier', 'de'])
        const trail = await json<{ event: string; details: object }[]>('audit', '--tenant', 'Vier')
        assert.deepEqual(
          trail.map(({ event }) => event),
          ['tenant-updated', 'tenant-updated', 'tenant-updated', 'tenant-created'],
        )
        const renamed = await command('tenant', 'update', 'Vier', '--name', 'two')
        assertRefused(renamed, 4, /name "two"/)
        const first = await command('tenant', 'update', 'main', '--console-url', 'https://c.example')
        assertRefused(first, 2, /TABARD_CONSOLE_URL/)
      })

      test('list tells all tenants, the first one first', async () => {
        assert.match(
          await printed('tenant', 'list'),
          /^id +name +host +publicUrl +consoleUrl +locale +factors\nmain +main +- +- +- +- +-\n[\w-]{36} +Two +two\.example +https:\/\/two\.example +- +- +-\n[^\n]+Vier [^\n]+\n$/,
        )
      })

      test('--tenant works on one of them, by name', async () => {
        assert.deepEqual(await json<object>('client', 'list', '--tenant', 'Two'), [])
        assertRefused(await command('client', 'list', '--tenant', 'Nobody'), 1, ONE_SENTENCE)
      })
    })
  })
}

describe('a command that is not understood', () => {
  let database: TestDatabase

  before(async () => {
    database = await installedDatabase('SQLite')
  })
  after(() => database.remove())

  const WRONG: [string, string[], RegExp][] = [
    ['an unknown command', ['frobnicate'], /frobnicate/],
    ['a missing option', ['client', 'create', '--entitlement', 'readTemplates'], /--name/],
    [
      'an unknown choice',
      ['client', 'create', '--name', 'x', '--entitlement', 'all'],
      /manageTemplates, readTemplates/,
    ],
    ['a value that cannot be', ['app', 'create', '--name', 'x', '--theme', 'master'], /master/],
    ['a number that is none', ['outbox', 'list', '--limit', 'x'], /whole number/],
    ['a number below nothing', ['audit', '--limit', '-1'], /whole number/],
    ['a host that is none', ['tenant', 'create', '--name', 'x', '--host', 'a/b'], /host/],
  ]
  for (const [what, words, expected] of WRONG) {
    test(`${what} ends with code 2 and says what is wrong`, async () => {
      assertRefused(await tabard(words, database.environment), 2, expected)
    })
  }

  test('--help is an answer, not a mistake', async () => {
    const { code, stdout, stderr } = await tabard(['client', '--help'], database.environment)
    assert.equal(code, 0)
    assert.match(stdout, /^Usage: tabard client/)
    assert.equal(stderr, '')
  })
})
