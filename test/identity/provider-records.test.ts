import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { createClient } from '../../src/identity/identity.ts'
import { answeredParameters, oidcAdapter } from '../../src/identity/provider/adapter.ts'
import { demoClient } from '../../src/identity/tenancy/built-in-applications.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, freshDatabase, type TestDatabase } from '../support/database.ts'
import { applicationOf, furnished } from '../support/store.ts'

const CONSOLE = 'https://console.example'
const USED = { error: 'invalid_grant' }

for (const engine of ENGINES)
  describe(`what the provider keeps on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let now = Math.floor(Date.now() / 1000) * 1000
    let count = 0

    before(async () => {
      database = await freshDatabase(engine)
      store = await openStore({ ...database, now: () => now })
      main = await furnished(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const kind = (
      name: string,
      issuer: Parameters<typeof oidcAdapter>[1]['issuer'] = '/v1.0/endpoint/default',
    ) => oidcAdapter(main, { issuer, consoleUrl: CONSOLE })(name)
    /** A new record of a kind; answers with its id. */
    const kept = async (adapter: Adapter, payload: AdapterPayload = {}, seconds = 60) => {
      const id = `id ${++count}`
      await adapter.upsert(id, { jti: id, ...payload }, seconds)
      return id
    }

    test('is found by its id, which is not kept', async () => {
      const tokens = kind('AccessToken')
      const id = await kept(tokens, { accountId: 'ada', scope: 'openid' })
      assert.deepEqual(await tokens.find(id), { jti: id, accountId: 'ada', scope: 'openid' })
      assert.equal(await kind('RefreshToken').find(id), undefined)
      assert.equal(await tokens.find('another'), undefined)
      const record = (await main.records.get('AccessToken', secretHash(id)))!
      assert.ok(!record.payload.includes(id))
      assert.equal(record.expiresAt, now + 60_000)
    })

    test('may have no end', async () => {
      const grants = kind('Grant')
      await grants.upsert('endless', { accountId: 'ada' }, undefined as never)
      assert.deepEqual(await grants.find('endless'), { jti: 'endless', accountId: 'ada' })
      assert.equal((await main.records.get('Grant', secretHash('endless')))!.expiresAt, null)
    })

    test('belongs to its account, else to its client, else to nobody', async () => {
      const tokens = kind('AccessToken')
      const owner = async (payload: AdapterPayload) =>
        (await main.records.get('AccessToken', secretHash(await kept(tokens, payload))))!.owner
      assert.equal(await owner({ accountId: 'ada', clientId: 'shop' }), 'ada')
      assert.equal(await owner({ clientId: 'shop' }), 'shop')
      assert.equal(await owner({}), null)
    })

    test('of a waiting request, the cookie of the session is not kept', async () => {
      const waiting = kind('Interaction')
      const session = { accountId: 'ada', cookie: 'secret', uid: 'u' }
      const id = await kept(waiting, { session } as AdapterPayload)
      assert.deepEqual(await waiting.find(id), { jti: id, session: { accountId: 'ada', uid: 'u' } })
    })

    test('of a session is found by its uid', async () => {
      const sessions = kind('Session')
      await kept(sessions, { uid: 'uid of a session', grantId: 'g' })
      assert.deepEqual(await sessions.findByUid('uid of a session'), {
        uid: 'uid of a session',
        grantId: 'g',
      })
      assert.equal(await sessions.findByUid('g'), undefined)
    })

    test('of a grant ends with the grant, but a request that waits does not', async () => {
      const [codes, tokens, waiting] = [kind('AuthorizationCode'), kind('RefreshToken'), kind('Interaction')]
      const code = await kept(codes, { grantId: 'g-1' })
      const token = await kept(tokens, { grantId: 'g-1', uid: 'u' })
      const other = await kept(tokens, { grantId: 'g-2' })
      const request = await kept(waiting, { grantId: 'g-1' })
      await tokens.revokeByGrantId('g-1')
      assert.equal(await codes.find(code), undefined)
      assert.equal(await tokens.find(token), undefined)
      assert.notEqual(await tokens.find(other), undefined)
      assert.notEqual(await waiting.find(request), undefined)
    })

    test('of codes and pushed requests is found at the issuer that made it only', async () => {
      for (const name of ['AuthorizationCode', 'PushedAuthorizationRequest']) {
        const [first, second] = [kind(name), kind(name, '/oauth2')]
        const [here, there] = [await kept(first), await kept(second)]
        assert.notEqual(await first.find(here), undefined)
        assert.notEqual(await second.find(there), undefined)
        assert.equal(await second.find(here), undefined)
        assert.equal(await first.find(there), undefined)
        assert.equal(await kind(name, '/oidc/endpoint/default').find(there), undefined)
        assert.notEqual(await main.records.get(name, secretHash(here)), undefined)
      }
      const token = await kept(kind('AccessToken', '/oauth2'))
      assert.notEqual(await kind('AccessToken').find(token), undefined)
    })

    test('of a pushed request ends at its second', async () => {
      const pushed = kind('PushedAuthorizationRequest')
      const id = await kept(pushed)
      now += 59_999
      assert.notEqual(await pushed.find(id), undefined)
      now += 1
      assert.equal(await pushed.find(id), undefined)
    })

    test('of a code is used up once', async () => {
      const codes = kind('AuthorizationCode')
      const id = await kept(codes, { grantId: 'g' })
      await codes.consume(id)
      assert.equal((await codes.find(id))!.consumed, now / 1000)
      await assert.rejects(codes.consume(id), USED)
      await assert.rejects(codes.consume('unknown'), USED)
    })

    test('of a refresh token may be used again for half a minute after its first use', async () => {
      const tokens = kind('RefreshToken')
      const id = await kept(tokens, { grantId: 'g' }, 3_600)
      assert.equal('consumed' in (await tokens.find(id))!, false)
      await tokens.consume(id)
      now += 30_999
      await tokens.consume(id)
      assert.deepEqual(await tokens.find(id), { jti: id, grantId: 'g', consumed: undefined })
      now += 1
      await assert.rejects(tokens.consume(id), USED)
      assert.equal((await tokens.find(id))!.consumed, now / 1000 - 31)
    })

    test('is gone when it is destroyed', async () => {
      for (const name of ['AccessToken', 'RefreshToken', 'Interaction']) {
        const adapter = kind(name)
        const [id, other] = [await kept(adapter), await kept(adapter)]
        await adapter.destroy(id)
        assert.equal(await adapter.find(id), undefined, name)
        assert.notEqual(await adapter.find(other), undefined, name)
      }
    })

    test('of an answered request, its parameters can be sent again for ten minutes', async () => {
      const waiting = kind('Interaction')
      const params = {
        client_id: 'shop',
        scope: 'openid',
        request: 'r',
        request_uri: 'u',
        max_age: 5,
        nonce: undefined,
      }
      const id = await kept(waiting, { params, returnTo: 'https://id.example/back' } as AdapterPayload)
      assert.equal(await answeredParameters(main, id), undefined)
      await waiting.destroy(id)
      // A kind of record that other versions find as well.
      assert.notEqual(await main.records.get('AnsweredRequest', secretHash(id)), undefined)
      const answered = (await answeredParameters(main, id))!
      assert.equal(String(answered.parameters), 'client_id=shop&scope=openid')
      assert.equal(answered.returnTo, 'https://id.example/back')
      now += 10 * 60_000 - 1
      assert.notEqual(await answeredParameters(main, id), undefined)
      now += 1
      assert.equal(await answeredParameters(main, id), undefined)
    })

    test('of another kind that is destroyed, nothing can be sent again', async () => {
      const id = await kept(kind('Session'), { params: { a: 'b' } } as AdapterPayload)
      await kind('Session').destroy(id)
      assert.equal(await answeredParameters(main, id), undefined)
    })

    test('of an answered request without parameters, none are sent', async () => {
      const id = await kept(kind('Interaction'))
      await kind('Interaction').destroy(id)
      const answered = (await answeredParameters(main, id))!
      assert.deepEqual([[...answered.parameters], answered.returnTo], [[], ''])
    })

    test('API clients are clients for their own tokens only', async () => {
      const { clientId } = await createClient(main, { name: 'Pipeline', entitlements: ['readTemplates'] })
      const { client_secret, ...client } = (await kind('Client').find(clientId)) as AdapterPayload
      assert.equal(client_secret, (await main.clients.get(clientId))!.secretHash)
      assert.deepEqual(client, {
        client_id: clientId,
        client_name: 'Pipeline',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'RS256',
      })
    })

    test('applications are clients for codes, public ones without a secret', async () => {
      const web = { redirects: ['https://shop.example/back'], logoutRedirects: ['https://shop.example/'] }
      await main.write(async tx => {
        await tx.applications.create(applicationOf('shop', { ...web, secretHash: secretHash('s') }))
        await tx.applications.create(applicationOf('app', { redirects: ['app:back'], formPost: true }))
        await tx.applications.create(
          applicationOf('mixed', { redirects: web.redirects, logoutRedirects: ['app:out'] }),
        )
      })
      const found = async (id: string) => (await kind('Client').find(id)) as AdapterPayload
      assert.deepEqual(await found('shop'), {
        client_id: 'shop',
        client_name: 'shop',
        application_type: 'web',
        client_secret: secretHash('s'),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        response_modes: ['query'],
        redirect_uris: web.redirects,
        post_logout_redirect_uris: web.logoutRedirects,
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'RS256',
      })
      const app = await found('app')
      assert.equal(app.application_type, 'native')
      assert.equal(app.token_endpoint_auth_method, 'none')
      assert.equal('client_secret' in app, false)
      assert.ok((app.response_modes as string[]).includes('form_post'))
      assert.equal((await found('mixed')).application_type, 'native')
      assert.equal(await found('nobody'), undefined)
    })

    test('the demo application gets codes and no refresh tokens', async () => {
      const demo = (await kind('Client').find(demoClient('default'))) as AdapterPayload
      assert.deepEqual(demo.grant_types, ['authorization_code'])
      assert.deepEqual(demo.redirect_uris, [`${CONSOLE}/try`])
    })

    test('parts of the provider that are switched off keep nothing', async () => {
      const off = { message: 'this part of the provider is turned off' }
      const clients = kind('Client')
      await assert.rejects(clients.upsert('x', {}, 1), off)
      await assert.rejects(async () => clients.findByUid('x'), off)
      await assert.rejects(async () => clients.consume('x'), off)
      await assert.rejects(async () => clients.destroy('x'), off)
      await assert.rejects(async () => clients.revokeByGrantId('x'), off)
      await assert.rejects(async () => kind('DeviceCode').findByUserCode('x'), off)
    })
  })
