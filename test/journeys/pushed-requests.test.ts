import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { assertError, type Party, party, REDIRECT } from '../conformance/party.ts'
import { usually } from '../support/database.ts'
import { addApplication, PASSWORD } from '../support/people.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'
import { executed } from '../support/store.ts'
import { browser, resident, type Stage, signedIn, stageOf } from './steps.ts'

for (const engine of usually('PostgreSQL')) {
  describe(`pushed requests and proofs of possession on ${engine}`, () => {
    let stage: Stage
    let app: Party

    before(async () => {
      stage = await stageOf(engine)
      app = await party(stage)
    })
    after(async () => await stage.stop())

    const someone = async () => await signedIn(stage, await resident(stage))
    const push = async (its: Party, options: oidc.DPoPOptions = {}) => {
      const { address, checks } = its.ask()
      const parameters = Object.fromEntries(address.searchParams)
      return { address: await oidc.buildAuthorizationUrlWithPAR(its.config, parameters, options), checks }
    }
    const endpoint = (path: string) => `${stage.service.url}${ISSUER_PATH}${path}`
    const pushed = async (fields: Record<string, string>, headers = {}) =>
      await fetch(endpoint('/par'), { method: 'POST', headers, body: new URLSearchParams(fields) })

    test('a pushed request leads to a code, once', async () => {
      const asked = await push(app)
      const person = await someone()
      await person.visit(asked.address.href)
      assert.ok((await app.redeem(person, asked)).claims()?.sub)
      await person.visit(asked.address.href)
      assert.deepEqual([person.left, person.shown!.status], [undefined, 400])
    })

    test('an application that proves itself by HTTP Basic need not name itself in the form too', async () => {
      const authorization = `Basic ${btoa(`${app.id}:${app.secret}`)}`
      const fields = { response_type: 'code', scope: 'openid', redirect_uri: REDIRECT }
      assert.equal((await pushed(fields, { authorization })).status, 201)
      assert.equal((await pushed(fields)).status, 400)
      assert.equal((await pushed({ ...fields, client_id: CLIENT_ID }, { authorization })).status, 400)
    })

    test('it may expire while the person signs in', async () => {
      const who = await resident(stage)
      const asked = await push(app)
      const person = browser(stage)
      await person.visit(asked.address.href)
      const past = Date.now() - 1000
      await executed(
        stage.service.database,
        `update short_lived set expires_at = ${past} where kind = 'PushedAuthorizationRequest'`,
      )
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.ok((await app.redeem(person, asked)).claims()?.sub)
      await person.visit(asked.address.href)
      assert.equal(person.shown!.status, 400, 'it cannot be taken up any more')
    })

    test('only the application itself can use it', async () => {
      const { address } = await push(app)
      address.searchParams.set('client_id', (await party(stage)).id)
      const person = await someone()
      await person.visit(address.href)
      assert.deepEqual([person.left, person.shown!.status], [undefined, 400])
    })

    test('an application has to prove who it is, and to ask for what it may', async () => {
      const { address } = app.ask()
      const parameters = Object.fromEntries(address.searchParams)
      assert.equal((await pushed({ ...parameters, client_secret: 'wrong' })).status, 401)
      const other = { ...parameters, client_secret: app.secret!, redirect_uri: `${REDIRECT}/other` }
      assert.equal((await pushed(other)).status, 400)
      const without = app.ask().address.searchParams
      without.delete('redirect_uri')
      without.set('client_secret', app.secret!)
      assert.equal((await pushed(Object.fromEntries(without))).status, 400)
    })

    test('what is kept is bounded', async () => {
      const { address } = app.ask()
      const parameters = { ...Object.fromEntries(address.searchParams), client_secret: app.secret! }
      assert.equal((await pushed({ ...parameters, state: 's'.repeat(5_000) })).status, 400)
      const many = Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`x${index}`, 's'.repeat(1_000)]),
      )
      const answer = await pushed({ ...parameters, ...many })
      assert.equal(answer.status, 413)
      assert.equal(((await answer.json()) as { error: string }).error, 'invalid_request')
    })

    test('tokens can be bound to a key, and are of no use without it', async () => {
      const handle = async () => oidc.getDPoPHandle(app.config, await oidc.randomDPoPKeyPair())
      const [DPoP, other] = [await handle(), await handle()]
      const person = await someone()
      const asked = await push(app, { DPoP })
      await person.visit(asked.address.href)
      const tokens = await app.redeem(person, asked, { DPoP })
      assert.equal(tokens.token_type, 'dpop')
      const { sub } = tokens.claims()!
      assert.equal((await oidc.fetchUserInfo(app.config, tokens.access_token, sub, { DPoP })).sub, sub)
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      assert.equal((await fetch(endpoint('/userinfo'), { headers })).status, 401)
      await assert.rejects(oidc.fetchUserInfo(app.config, tokens.access_token, sub, { DPoP: other }))
      const next = await oidc.refreshTokenGrant(app.config, tokens.refresh_token!, undefined, { DPoP })
      assert.equal(next.token_type, 'dpop')
      const second = await push(app, { DPoP })
      await person.visit(second.address.href)
      await assertError(app.redeem(person, second, { DPoP: other }), 'invalid_grant')
    })

    test('a proof counts once', async () => {
      const proofs: string[] = []
      const its = await party(stage)
      its.config[oidc.customFetch] = async (url, options) => {
        proofs.push(new Headers(options.headers).get('dpop')!)
        return await fetch(url, options as RequestInit)
      }
      const DPoP = oidc.getDPoPHandle(its.config, await oidc.randomDPoPKeyPair())
      const person = await someone()
      const asked = its.ask()
      await person.visit(asked.address.href)
      const { refresh_token } = await its.redeem(person, asked, { DPoP })
      await oidc.refreshTokenGrant(its.config, refresh_token!, undefined, { DPoP })
      const again = await fetch(endpoint('/token'), {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${its.id}:${its.secret}`)}`, dpop: proofs.at(-1)! },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh_token! }),
      })
      assert.equal(again.status, 400)
      assert.match(((await again.json()) as { error_description: string }).error_description, /Replay|grant/)
    })

    test('an API client gets a bearer token, whatever it proves', async () => {
      const DPoP = oidc.getDPoPHandle(app.config, await oidc.randomDPoPKeyPair())
      const program = new oidc.Configuration(app.metadata, CLIENT_ID, CLIENT_SECRET)
      oidc.allowInsecureRequests(program)
      const { token_type } = await oidc.clientCredentialsGrant(program, {}, { DPoP })
      assert.equal(token_type, 'bearer')
    })

    test('a browser is told that scripts of other origins may ask', async () => {
      for (const path of ['/token', '/par']) {
        const answer = await fetch(endpoint(path), {
          method: 'OPTIONS',
          headers: {
            origin: 'https://app.example.com',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'dpop',
          },
        })
        assert.equal(answer.status, 204)
        assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example.com')
        assert.equal(answer.headers.get('access-control-allow-headers'), 'dpop')
        assert.equal((await fetch(endpoint(path), { method: 'OPTIONS' })).status, 405)
      }
      const foreign = await fetch(endpoint('/token'), {
        method: 'POST',
        headers: { origin: 'https://evil.example' },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'x',
          client_id: app.id,
          client_secret: app.secret!,
        }),
      })
      assert.deepEqual([foreign.status, foreign.headers.get('access-control-allow-origin')], [400, null])
    })
  })
}

test('behind a proxy, a proof names the public address', async () => {
  const stage = await stageOf('SQLite', {
    TABARD_PUBLIC_URL: 'https://login.example.com',
    TABARD_TRUSTED_PROXIES: 'loopback',
  })
  try {
    const through: oidc.CustomFetch = async (url, options) =>
      await fetch(url.replace('https://login.example.com', stage.service.url), options as RequestInit)
    const made = await addApplication(stage.service, { name: 'Party', redirects: [REDIRECT] })
    const issuer = new URL(`https://login.example.com${ISSUER_PATH}`)
    const config = await oidc.discovery(issuer, made.id, made.clientSecret, undefined, {
      [oidc.customFetch]: through,
    })
    const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair())
    const parameters = { redirect_uri: REDIRECT, scope: 'openid' }
    const address = await oidc.buildAuthorizationUrlWithPAR(config, parameters, { DPoP })
    assert.equal(address.origin, 'https://login.example.com')
    await assertError(oidc.refreshTokenGrant(config, 'unknown', undefined, { DPoP }), 'invalid_grant')
  } finally {
    await stage.stop()
  }
})
