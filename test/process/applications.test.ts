import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { COMMAND_ENGINES, CommandLine, ONE_SENTENCE } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { addAccount, addApplication, PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { type Server, startServer } from '../support/process.ts'
import { type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'

const VERIFIER = 'a verifier that is long enough to be one, and then some'

/** Where an application sends people. */
function authorize(id: string, redirect: string): string {
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${ISSUER_PATH}/authorize?${query}`
}

for (const engine of COMMAND_ENGINES) {
  describe(`tabard app on ${engine}, beside a server that runs`, () => {
    let database: TestDatabase
    let server: Server
    let line: CommandLine
    let travel: { id: string; clientSecret: string }

    before(async () => {
      database = await installedDatabase(engine)
      line = new CommandLine(database)
      server = await startServer(database.environment)
    })
    after(async () => {
      await server.stop()
      await database.remove()
    })

    /** What the token endpoint says to a code that nobody has given out: it asks for the secret first. */
    const saidTo = async (id: string, secret: string): Promise<string> => {
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'none', redirect_uri: 'x' })
      const url = `${server.url}${ISSUER_PATH}/token`
      const response = await fetch(url, { method: 'POST', headers: { authorization }, body })
      return ((await response.json()) as { error: string }).error
    }
    const knows = async (id: string, redirect: string): Promise<boolean> =>
      (await fetch(`${server.url}${authorize(id, redirect)}`, { redirect: 'manual' })).status === 303

    test('create prints all of it, and the secret this once', async () => {
      const { clientSecret, clientId, id, ...shown } = await line.json([
        ...['app', 'create', '--name', 'Travel', '--description', 'Trips', '--mfa'],
        ...[
          '--redirect',
          'https://travel.example.com/callback',
          '--redirect',
          'http://localhost:3000/callback',
        ],
        ...['--logout-redirect', 'https://travel.example.com/bye'],
      ])
      assert.deepEqual(shown, {
        name: 'Travel',
        description: 'Trips',
        themeId: null,
        redirects: ['https://travel.example.com/callback', 'http://localhost:3000/callback'],
        logoutRedirects: ['https://travel.example.com/bye'],
        secondFactor: true,
        factors: ['app', 'mail'],
        consent: false,
        formPost: false,
        sources: null,
        directory: true,
        access: 'open',
      })
      assert.equal(clientId, id)
      assert.match(clientSecret!, /^[\w-]{43}$/)
      travel = { id: id!, clientSecret: clientSecret! }
      assert.equal(await saidTo(id!, clientSecret!), 'invalid_grant')
      assert.equal(await saidTo(id!, 'wrong'), 'invalid_client')
      for (const redirect of ['https://travel.example.com/callback', 'http://localhost:3000/callback'])
        assert.equal(await knows(id!, redirect), true)
      assert.equal(await knows(id!, 'https://travel.example.com/callback/'), false)
    })

    test('create --public makes one without a secret', async () => {
      const redirect = 'com.example.travel:/callback'
      const made = await line.printed([
        'app',
        'create',
        '--name',
        'Phone',
        '--public',
        '--redirect',
        redirect,
      ])
      assert.match(
        made,
        new RegExp(`^id +([\\w-]{36})\nclientId +\\1\nname +Phone\n.*redirects +${redirect}\n`, 's'),
      )
      assert.doesNotMatch(made, /secret[^F]/i)
      const id = /^id +(\S+)/.exec(made)![1]!
      const listed = await line.json<{ id: string; public: boolean }[]>(['app', 'list'])
      for (const one of listed) assert.deepEqual(await line.json(['app', 'show', one.id]), one)
      assert.deepEqual(
        listed.map(app => [app.id, app.public]),
        [
          [id, true],
          [travel.id, false],
        ],
      )
      assert.equal(await knows(id, redirect), true)
    })

    test('update changes what is given, and keeps the rest', async () => {
      const redirect = 'https://travel.example.com/new'
      const words = ['app', 'update', travel.id, '--redirect', redirect, '--no-mfa', '--name', 'Trips']
      assert.deepEqual(await line.json<object>(words), { id: travel.id, updated: true })
      await within(60_000, () => knows(travel.id, redirect))
      assert.equal(await knows(travel.id, 'https://travel.example.com/callback'), false)
      assert.equal(await saidTo(travel.id, travel.clientSecret), 'invalid_grant')
      const own = async () =>
        (await line.json<{ id: string }[]>(['app', 'list'])).find(({ id }) => id === travel.id)
      const changed = {
        id: travel.id,
        name: 'Trips',
        description: 'Trips',
        themeId: null,
        redirects: [redirect],
        logoutRedirects: ['https://travel.example.com/bye'],
        secondFactor: false,
        factors: ['app', 'mail'],
        consent: false,
        formPost: false,
        sources: null,
        directory: true,
        access: 'open',
        public: false,
      }
      assert.deepEqual(await own(), changed)
      await line.printed(['app', 'update', travel.id])
      await line.printed(['app', 'update', travel.id, '--mfa', '--form-post'])
      assert.deepEqual(await own(), { ...changed, secondFactor: true, formPost: true })
      await line.printed(['app', 'update', travel.id, '--no-form-post'])
      assert.deepEqual(await own(), { ...changed, secondFactor: true })
      await line.printed(['app', 'update', travel.id, '--factors', 'app'])
      assert.deepEqual(await own(), { ...changed, secondFactor: true, factors: ['app'] })
      for (const factors of ['mail', 'sms', ''])
        await line.refused(['app', 'update', travel.id, '--factors', factors], 2, /app, or app and mail/)
      await line.printed(['app', 'update', travel.id, '--factors', 'mail,app'])
      assert.deepEqual(await own(), { ...changed, secondFactor: true })
    })

    test('rotate ends the old secret', async () => {
      const rotated = await line.json(['app', 'rotate', travel.id])
      assert.deepEqual(Object.keys(rotated), ['clientId', 'clientSecret'])
      await within(60_000, async () => (await saidTo(travel.id, rotated.clientSecret!)) === 'invalid_grant')
      assert.equal(await saidTo(travel.id, travel.clientSecret), 'invalid_client')
    })

    test('rotate keeps the old secret for the time that it is given', async () => {
      const { clientSecret: second } = await line.json(['app', 'rotate', travel.id])
      const rotated = await line.json(['app', 'rotate', travel.id, '--keep', '24h'])
      assert.deepEqual(Object.keys(rotated), ['clientId', 'clientSecret', 'formerSecretUntil'])
      await within(60_000, async () => (await saidTo(travel.id, rotated.clientSecret!)) === 'invalid_grant')
      assert.equal(await saidTo(travel.id, second!), 'invalid_grant')
      await line.refused(
        ['app', 'rotate', travel.id, '--keep', '1y'],
        2,
        /^The old secret can be accepted for a time such as [^\n]+24h[^\n]+\.\n$/,
      )
      assert.equal(await saidTo(travel.id, second!), 'invalid_grant')
    })

    test('what cannot be is refused, and nothing is changed', async () => {
      const before = await line.json<object[]>(['app', 'list'])
      const insecure = ['--redirect', 'https://fine.example.com/', '--redirect', 'http://travel.example.com/']
      await line.refused(['app', 'create', '--name', 'x', ...insecure], 2, /^The redirect URI 2 [^\n]+\.\n$/)
      for (const [address, why] of [
        [
          'http://shop.example/cb',
          /can begin with http: only for localhost, 127\.0\.0\.1 and \[::1\]\. Use https/,
        ],
        ['myapp://callback', /the scheme "myapp" without a dot\. [^\n]+ as in com\.example\.app:\/callback/],
        ['https://shop.example/cb#top', /cannot have a fragment/],
        ['https://me:word@shop.example/cb', /cannot contain a username or a password/],
        ['shop.example/cb', /not a complete address\. Write it like https:/],
      ] as const)
        await line.refused(['app', 'create', '--name', 'x', '--redirect', address], 2, why)
      const wide = ['--redirect', 'https://*.example.com/callback']
      await line.refused(['app', 'create', '--name', 'x', ...wide], 2, /wildcard[^\n]+compared exactly/)
      const away = ['--logout-redirect', 'javascript:alert(1)']
      await line.refused(['app', 'update', travel.id, '--name', 'x', ...away], 2, /^The logout redirect URI /)
      await line.refused(['app', 'update', travel.id, '--theme', 'nowhere', '--name', 'x'], 1, ONE_SENTENCE)
      await line.refused(['app', 'update', 'nobody', '--name', 'x'], 1, /nobody/)
      await line.refused(['app', 'rotate', 'nobody'], 1, /nobody/)
      assert.deepEqual(await line.json<object[]>(['app', 'list']), before)
    })

    test('no secret was said twice', () => {
      const all = line.spoken.map(({ stdout, stderr }) => stdout + stderr).join('')
      const secrets = all.match(/(?<=clientSecret\W+)[\w-]{43}/g)!
      assert.equal(secrets.length, 4)
      for (const secret of secrets) assert.equal(all.split(secret).length, 2)
      // A secret is made by chance, and may read like a word.
      const rest = secrets.reduce((text, secret) => text.replace(secret, ''), all)
      assert.doesNotMatch(rest, /hash|[0-9a-f]{64}/i)
    })
  })
}

describe('the address of an application', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
    await addAccount(service, { email: 'alex@example.com' })
  })
  after(() => service.stop())

  for (const redirect of [
    'https://app.example.com',
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?tenant=1',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
  ]) {
    test(`may be ${redirect}, and people are sent there`, async () => {
      const { id } = await addApplication(service, { name: 'x', redirects: [redirect], public: true })
      const person = new Person(service.url)
      await person.visit(authorize(id, redirect))
      await person.submit({ username: 'alex@example.com', password: PASSWORD })
      const there = new URL(person.left ?? 'nowhere:')
      assert.match(there.searchParams.get('code') ?? '', /^[\w-]{43}$/)
      for (const name of ['code', 'iss', 'state']) there.searchParams.delete(name)
      assert.equal(there.href, new URL(redirect).href)
    })
  }

  for (const redirect of [
    '',
    'app',
    '/callback',
    '//app.example.com/callback',
    'https://',
    'http://app.example.com/callback',
    'http://localhost.example.com/callback',
    'http://127.0.0.1.example.com/callback',
    'https://app.example.com/#part',
    'https://app.example.com/#',
    'https://alex@app.example.com/',
    'https://alex:secret@app.example.com/',
    ' https://app.example.com/',
    'https://app.example.com/a b',
    'https://app.example.com/\n',
    'https://app.example.com/a\tb',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://app.example.com/',
    'app:/callback',
  ]) {
    test(`may not be ${JSON.stringify(redirect)}`, async () => {
      for (const where of ['redirects', 'logoutRedirects'])
        await assert.rejects(addApplication(service, { name: 'x', [where]: [redirect] }), {
          code: 'value_invalid',
        })
    })
  }
})
