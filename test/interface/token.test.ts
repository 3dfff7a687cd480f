import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, entitleClient, removeClient, rotateClient } from '../../src/identity/identity.ts'
import { json, refusal } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  fileForm,
  packageForm,
  type TestService,
  testService,
} from '../support/service.ts'
import { addTenant, clientToken, mainStore, tokenAt } from '../support/tenants.ts'

interface OAuthAnswer {
  access_token: string
  error: string
  error_description: string
  messageId: string
  messageDescription: string
}

const TOKEN = '/v1.0/endpoint/default/token'
const CREDENTIALS = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
const GRANT = { grant_type: 'client_credentials' }

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const spaced = ({ authorization }: { authorization: string }) => authorization.replace(' ', '  ')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

for (const engine of ENGINES) {
  describe(`asking for a token on ${engine}`, () => {
    let service: TestService
    let ahead = 0

    before(async () => {
      service = await testService(engine, {}, { now: () => Date.now() + ahead })
    })
    after(() => service.stop())

    const ask = async (
      form: Record<string, string> | string,
      headers: Record<string, string> = {},
      path = TOKEN,
    ) =>
      await fetch(`${service.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
      })

    test('the answer has the token, its type, its life and a grant id, and is never stored', async () => {
      const answer = await ask({ ...CREDENTIALS, ...GRANT })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.match(answer.headers.get('content-type')!, /^application\/json/)
      const { access_token, grant_id, ...rest } = await json<Record<string, string>>(answer)
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 7200 })
      assert.match(access_token!, /^[\w-]{32,}$/)
      assert.match(grant_id!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })

    test('other parameters change neither headers nor whether the token works', async () => {
      const headersOf = ({ headers }: Response) =>
        [...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name))
      const plain = await ask({ ...CREDENTIALS, ...GRANT })
      for (const [more, headers, scope] of [
        [{ scope: 'openid unknown' }, {}, 'openid'],
        [{ client_assertion: 'x', code: 'y' }, {}, undefined],
        [{ client_id: CLIENT_ID }, basic(CLIENT_ID, CLIENT_SECRET), undefined],
      ] as const) {
        const credentials = 'authorization' in headers ? {} : CREDENTIALS
        const answer = await ask({ ...credentials, ...GRANT, ...more }, headers)
        assert.deepEqual(headersOf(answer), headersOf(plain))
        const { access_token, grant_id, ...rest } = await json<Record<string, string>>(answer)
        assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 7200, ...(scope && { scope }) })
        assert.ok(grant_id)
        const list = await service.call('GET', '/v1.0/branding/themes', undefined, bearer(access_token!))
        assert.equal(list.status, 200)
      }
      const other = await ask({ client_id: 'other', ...GRANT }, basic(CLIENT_ID, CLIENT_SECRET))
      assert.deepEqual([other.status, (await json<OAuthAnswer>(other)).error], [400, 'invalid_request'])
      const resource = await ask({ ...CREDENTIALS, ...GRANT, resource: 'urn:example:elsewhere' })
      assert.deepEqual([resource.status, (await json<OAuthAnswer>(resource)).error], [400, 'invalid_target'])
      const foreign = await ask({ ...CREDENTIALS, ...GRANT }, { origin: 'https://elsewhere.example' })
      assert.deepEqual([foreign.status, (await json<OAuthAnswer>(foreign)).error], [400, 'invalid_request'])
    })

    test('every token is another one, with another grant id', async () => {
      const [one, two] = [
        await json<Record<string, string>>(await ask({ ...CREDENTIALS, ...GRANT })),
        await json<Record<string, string>>(await ask({ ...CREDENTIALS, ...GRANT })),
      ]
      assert.notEqual(one.access_token, two.access_token)
      assert.notEqual(one.grant_id, two.grant_id)
    })

    for (const path of [TOKEN, '/oidc/endpoint/default/token', '/oauth2/token']) {
      test(`${path} takes credentials in the body and by Basic, and its tokens work`, async () => {
        for (const answer of [
          await ask({ ...CREDENTIALS, ...GRANT }, {}, path),
          await ask(GRANT, basic(CLIENT_ID, CLIENT_SECRET), path),
        ]) {
          const { access_token } = await json<OAuthAnswer>(answer)
          const list = await service.call('GET', '/v1.0/branding/themes', undefined, bearer(access_token))
          assert.equal(list.status, 200)
        }
      })
    }

    test('a secret with signs that mean something in forms works both ways', async () => {
      const secret = 'a+b c:d%41&e=f/~'
      await createClient(mainStore(service), {
        id: 'odd:client',
        secret,
        name: 'Odd',
        entitlements: ['readTemplates'],
      })
      const inBody = await ask({ client_id: 'odd:client', client_secret: secret, ...GRANT })
      const byBasic = await ask(GRANT, basic('odd:client', secret))
      assert.deepEqual([inBody.status, byBasic.status], [200, 200])
    })

    test('Accept: text/html is answered in JSON', async () => {
      const good = await ask({ ...CREDENTIALS, ...GRANT }, { accept: 'text/html' })
      const bad = await ask({ ...CREDENTIALS, grant_type: 'password' }, { accept: 'text/html' })
      assert.match(good.headers.get('content-type')!, /^application\/json/)
      assert.match(bad.headers.get('content-type')!, /^application\/json/)
    })

    const wrong: [what: string, form: Record<string, string> | string, expected: [number, string, string]][] =
      [
        ['no grant type', CREDENTIALS, [400, 'invalid_request', 'TABRD0211E']],
        [
          'an unknown grant type',
          { ...CREDENTIALS, grant_type: 'magic' },
          [400, 'unsupported_grant_type', 'TABRD0214E'],
        ],
        [
          'a grant type for people',
          { ...CREDENTIALS, grant_type: 'password' },
          [400, 'unsupported_grant_type', 'TABRD0214E'],
        ],
        [
          'a wrong secret',
          { ...GRANT, client_id: CLIENT_ID, client_secret: 'wrong' },
          [401, 'invalid_client', 'TABRD0212E'],
        ],
        [
          'an unknown client',
          { ...GRANT, client_id: 'nobody', client_secret: 'wrong' },
          [401, 'invalid_client', 'TABRD0212E'],
        ],
        [
          'a client id with a NUL',
          { ...GRANT, client_id: 'a\0b', client_secret: 'wrong' },
          [401, 'invalid_client', 'TABRD0212E'],
        ],
        [
          'a parameter that is given twice',
          `client_id=${CLIENT_ID}&client_secret=${CLIENT_SECRET}&grant_type=client_credentials&grant_type=client_credentials`,
          [400, 'invalid_request', 'TABRD0211E'],
        ],
        [
          'a body beyond 32 KiB',
          { ...CREDENTIALS, ...GRANT, more: 'x'.repeat(33_000) },
          [413, 'invalid_request', 'TABRD0211E'],
        ],
      ]
    for (const [what, form, expected] of wrong) {
      test(`${what} is refused as RFC 6749 has it, and with a message of the interface`, async () => {
        const answer = await ask(form)
        const body = await json<OAuthAnswer>(answer)
        assert.deepEqual([answer.status, body.error, body.messageId], expected)
        assert.deepEqual(Object.keys(body).sort(), [
          'error',
          'error_description',
          'messageDescription',
          'messageId',
        ])
        assert.equal(body.messageDescription, body.error_description)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.ok(!JSON.stringify(body).includes(CLIENT_SECRET))
      })
    }

    test('a wrong secret and an unknown client get the same answer', async () => {
      const known = await ask({ ...GRANT, client_id: CLIENT_ID, client_secret: 'wrong' })
      const unknown = await ask({ ...GRANT, client_id: 'nobody', client_secret: 'wrong' })
      assert.equal(await known.text(), await unknown.text())
    })

    test('a wrong secret by Basic is told how to authenticate', async () => {
      const answer = await ask(GRANT, basic(CLIENT_ID, 'wrong'))
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate')!, /^Basic /)
    })

    test('a secret by Basic goes to the end of the text, and has to be right as a whole', async () => {
      for (const wrong of [`${CLIENT_SECRET}:more`, `${CLIENT_SECRET}:`, `:${CLIENT_SECRET}`]) {
        const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${wrong}`).toString('base64')}`
        assert.equal((await ask(GRANT, { authorization })).status, 401, wrong)
      }
      const secret = 'with:colons:in-it'
      const id = 'colons'
      await createClient(mainStore(service), { id, secret, name: 'Colons', entitlements: [] })
      const raw = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
      assert.equal((await ask(GRANT, raw)).status, 200)
      const broken = { authorization: `Basic ${Buffer.from(`${CLIENT_ID}:%zz`).toString('base64')}` }
      const answer = await ask(GRANT, broken)
      assert.deepEqual([answer.status, (await json<OAuthAnswer>(answer)).error], [400, 'invalid_request'])
    })

    test('an Authorization header that is not Basic is refused', async () => {
      const answer = await ask(GRANT, { authorization: 'Basic !!!' })
      assert.deepEqual([answer.status, (await json<OAuthAnswer>(answer)).error], [401, 'invalid_client'])
    })

    test('no credentials at all are refused', async () => {
      const answer = await ask(GRANT)
      assert.ok(answer.status === 400 || answer.status === 401)
      assert.match((await json<OAuthAnswer>(answer)).messageId, /^TABRD021[12]E$/)
    })

    test('credentials in the body and by Basic at once are refused', async () => {
      const answer = await ask({ ...CREDENTIALS, ...GRANT }, basic(CLIENT_ID, CLIENT_SECRET))
      assert.deepEqual([answer.status, (await json<OAuthAnswer>(answer)).error], [400, 'invalid_request'])
    })

    test('credentials in the address are refused and not echoed', async () => {
      const answer = await ask(GRANT, {}, `${TOKEN}?client_id=${CLIENT_ID}&client_secret=${CLIENT_SECRET}`)
      const text = await answer.text()
      assert.equal(answer.status, 400)
      assert.ok(!text.includes(CLIENT_SECRET))
    })

    test('a JSON body is refused with the content type that is right', async () => {
      const answer = await fetch(`${service.url}${TOKEN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...CREDENTIALS, ...GRANT }),
      })
      const body = await json<OAuthAnswer>(answer)
      assert.deepEqual([answer.status, body.error], [400, 'invalid_request'])
      assert.match(body.messageDescription, /application\/x-www-form-urlencoded/)
    })

    test('the entitlement is held by the client, so taking it away works at the next call', async () => {
      const { id, token } = await clientToken(service, ['manageTemplates'])
      const put = async () =>
        (
          await service.call(
            'PUT',
            '/v1.0/branding/themes/default/common/note.txt',
            fileForm('x'),
            bearer(token),
          )
        ).status
      const get = async () =>
        (await service.call('GET', '/v1.0/branding/themes', undefined, bearer(token))).status
      assert.deepEqual([await put(), await get()], [204, 200])
      await entitleClient(mainStore(service), id, ['readTemplates'])
      assert.deepEqual([await put(), await get()], [403, 200])
      await entitleClient(mainStore(service), id, [])
      assert.deepEqual([await put(), await get()], [403, 403])
      await entitleClient(mainStore(service), id, ['manageTemplates'])
      assert.deepEqual([await put(), await get()], [204, 200])
    })

    test('a client that may only read reads everything and writes nothing', async () => {
      const theme = await service.createTheme('Read only', packageOf({ 'common/a.txt': 'a' }))
      const { token } = await clientToken(service, ['readTemplates'])
      const themes = '/v1.0/branding/themes'
      const archive = packageOf({ 'common/a.txt': 'b' })
      for (const path of [themes, `${themes}/${theme}`, `${themes}/${theme}/common/a.txt`]) {
        assert.equal((await service.call('GET', path, undefined, bearer(token))).status, 200)
        assert.equal((await service.call('HEAD', path, undefined, bearer(token))).status, 200)
      }
      const before = await service.call('GET', `${themes}/${theme}`)
      for (const [method, path, body] of [
        ['POST', themes, packageForm(archive, { name: 'New' })],
        ['PUT', `${themes}/${theme}`, packageForm(archive)],
        ['DELETE', `${themes}/${theme}`],
        ['PUT', `${themes}/${theme}/common/a.txt`, fileForm('b')],
        ['DELETE', `${themes}/${theme}/common/a.txt`],
        ['DELETE', '/v1.0/branding/reset'],
      ] as const) {
        const answer = await service.call(method, path, body, bearer(token))
        assert.match(answer.headers.get('www-authenticate')!, /error="insufficient_scope"/)
        assert.deepEqual(await refusal(answer), [403, 'TABRD0204E'], `${method} ${path}`)
      }
      const after = await service.call('GET', `${themes}/${theme}`)
      assert.equal(after.headers.get('etag'), before.headers.get('etag'))
    })

    test('a client without any entitlement gets a token that opens nothing', async () => {
      const { token } = await clientToken(service, [])
      const answer = await service.call('GET', '/v1.0/branding/themes', undefined, bearer(token))
      assert.deepEqual(await refusal(answer), [403, 'TABRD0204E'])
    })

    test('a new secret ends the old one and every token got with it', async () => {
      const { id, secret, token } = await clientToken(service, ['readTemplates'])
      const list = async (some: string) =>
        (await service.call('GET', '/v1.0/branding/themes', undefined, bearer(some))).status
      assert.equal(await list(token), 200)
      const { clientSecret } = await rotateClient(mainStore(service), id)
      assert.equal(await list(token), 401)
      assert.equal((await ask({ ...GRANT, client_id: id, client_secret: secret })).status, 401)
      assert.equal(await list(await service.token(id, clientSecret)), 200)
    })

    test('removing a client ends its tokens', async () => {
      const { id, secret, token } = await clientToken(service, ['readTemplates'])
      await removeClient(mainStore(service), id)
      const answer = await service.call('GET', '/v1.0/branding/themes', undefined, bearer(token))
      assert.deepEqual(await refusal(answer), [401, 'TABRD0203E'])
      assert.equal((await ask({ ...GRANT, client_id: id, client_secret: secret })).status, 401)
    })

    test('a token ends with its life, even where it was used just before', async () => {
      const { token } = await clientToken(service, ['readTemplates'])
      const list = async () => await service.call('GET', '/v1.0/branding/themes', undefined, bearer(token))
      assert.equal((await list()).status, 200)
      ahead = 2 * 3_600_000
      const answer = await list()
      assert.match(answer.headers.get('www-authenticate')!, /^Bearer .*error="invalid_token"/)
      assert.deepEqual(await refusal(answer), [401, 'TABRD0203E'])
      ahead = 0
    })

    test('a token of one tenant means nothing in another', async () => {
      const { id } = await addTenant(service, 'other', 'other.example')
      const secret = 'other-secret-0123456789abcdef0123456789'
      await createClient(service.service.store.tenant(id), {
        id: CLIENT_ID,
        secret,
        name: 'Same id',
        entitlements: ['manageTemplates'],
      })
      const token = await tokenAt(service.url, 'other.example', CLIENT_ID, secret)
      const answer = await service.call('GET', '/v1.0/branding/themes', undefined, bearer(token))
      assert.deepEqual(await refusal(answer), [401, 'TABRD0203E'])
    })
  })

  describe(`guessing a secret on ${engine}`, () => {
    let service: TestService

    before(async () => {
      // The first wait is a second, which a busy machine may need for the next request.
      const stoppedAt = Date.now()
      service = await testService(engine, { TABARD_FAILED_TRIES: '3' }, { now: () => stoppedAt })
    })
    after(() => service.stop())

    const ask = async (id: string, secret: string) =>
      await fetch(`${service.url}${TOKEN}`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: id, client_secret: secret, ...GRANT }),
      })

    test('after three failed tries the client has to wait, and others do not', async () => {
      const other = await clientToken(service, ['readTemplates'])
      for (const guess of ['one', 'two', 'three']) assert.equal((await ask(CLIENT_ID, guess)).status, 401)
      const answer = await ask(CLIENT_ID, CLIENT_SECRET)
      const wait = Number(answer.headers.get('retry-after'))
      assert.ok(wait >= 1 && wait <= 300, `Retry-After ${wait}`)
      const body = await json<OAuthAnswer>(answer)
      assert.deepEqual([answer.status, body.messageId], [429, 'TABRD0205E'])
      assert.equal((await ask(other.id, other.secret)).status, 200)
    })

    test('tokens that are already out keep working', async () => {
      assert.equal((await service.call('GET', '/v1.0/branding/themes')).status, 200)
    })

    test('right answers are not counted', async () => {
      const { id, secret } = await clientToken(service, ['readTemplates'])
      for (let time = 0; time < 6; time++) assert.equal((await ask(id, secret)).status, 200)
    })

    // What the provider rejects before it looks at the secret must not tell a right secret from a wrong one.
    for (const [how, spelled] of [
      ['by Basic', basic],
      ['by Basic behind two blanks', (id, secret) => ({ authorization: spaced(basic(id, secret)) })],
      ['beside an attestation', () => ({ 'oauth-client-attestation': 'x' })],
      ['beside a proof of an attestation', () => ({ 'oauth-client-attestation-pop': 'x' })],
      ['by Basic beside an attestation', (...who) => ({ ...basic(...who), 'oauth-client-attestation': 'x' })],
      ['with a proof of possession', () => ({ dpop: 'x' })],
      ['from another origin', () => ({ origin: 'https://elsewhere.example' })],
      ['as if compressed', () => ({ 'content-encoding': 'gzip' })],
      ['with a character set', () => ({ 'content-type': 'application/x-www-form-urlencoded;charset=x' })],
    ] satisfies [string, (id: string, secret: string) => Record<string, string>][]) {
      test(`nobody finds a secret by guessing ${how}`, async () => {
        const { id, secret } = await clientToken(service, ['readTemplates'])
        const guessed = async (guess: string) => {
          const headers: Record<string, string> = spelled(id, guess)
          const credentials = headers.authorization === undefined && { client_id: id, client_secret: guess }
          const body = new URLSearchParams({ ...GRANT, ...credentials })
          return (await fetch(`${service.url}${TOKEN}`, { method: 'POST', body, headers })).status
        }
        const wrong = [await guessed('one'), await guessed('two'), await guessed('three')]
        assert.ok(!wrong.includes(200))
        assert.ok([429, wrong[0]].includes(await guessed(secret)), `the right secret after ${wrong}`)
      })
    }

    test('guesses that are sent all at once are counted too', async () => {
      const { id } = await clientToken(service, ['readTemplates'])
      const at = Array.from({ length: 20 }, (_, index) => index)
      // Opens the connections, so that the guesses arrive together.
      await Promise.all(at.map(async () => await (await fetch(`${service.url}/healthz`)).text()))
      const answers = await Promise.all(at.map(index => ask(id, `guess ${index}`)))
      assert.equal(answers.filter(answer => answer.status === 401).length, 3)
      assert.equal(answers.filter(answer => answer.status === 429).length, 17)
    })
  })
}
