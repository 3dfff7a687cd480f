import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { answered, type Party, party } from '../conformance/party.ts'
import { navigate } from '../support/navigate.ts'
import { addApplication } from '../support/people.ts'
import { authTime } from './fresh-proof-checks.ts'
import { holds } from './sign-in-checks.ts'
import { application, browser, letPass, resident, type Stage, signedIn, signIn, stageOf } from './steps.ts'

const AUTHORIZE = `${ISSUER_PATH}/authorize`
const LOGOUT = `${ISSUER_PATH}/logout`

describe('requests of applications', () => {
  let stage: Stage
  let app: Party

  before(async () => {
    stage = await stageOf('SQLite')
    app = await party(stage)
  })
  after(async () => await stage.stop())

  /** A form that a page of another site posts. */
  const posted = async (path: string, fields: Record<string, string>, headers = {}) =>
    await navigate(`${stage.service.url}${path}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com', ...headers },
      body: new URLSearchParams(fields),
    })

  describe('by POST', () => {
    test('lead to the same request by GET, and set no cookie', async () => {
      const { searchParams } = app.ask().address
      const fields = Object.fromEntries(searchParams)
      const answer = await posted(`${AUTHORIZE}?ui_locales=de`, fields)
      const location = new URL(answer.headers.get('location')!, stage.service.url)
      assert.deepEqual([answer.status, location.pathname], [303, AUTHORIZE])
      assert.deepEqual(Object.fromEntries(location.searchParams), { ui_locales: 'de', ...fields })
      assert.deepEqual(answer.headers.getSetCookie(), [])
      const end = await posted(LOGOUT, { client_id: app.id, state: 'kept & é' })
      const bye = new URL(end.headers.get('location')!, stage.service.url)
      assert.deepEqual([end.status, bye.pathname], [303, LOGOUT])
      assert.deepEqual(Object.fromEntries(bye.searchParams), { client_id: app.id, state: 'kept & é' })
    })

    test('sign somebody out, who is asked', async () => {
      const person = await signedIn(stage, await resident(stage))
      const { id_token } = await app.tokens(person)
      const session = person.cookie('tabard-session')!
      const answer = await person.send('POST', LOGOUT, {
        id_token_hint: id_token!,
        post_logout_redirect_uri: 'https://app.example.com/bye',
      })
      await person.visit(answer.headers.get('location')!)
      await person.submit({}, { button: 'Sign out' })
      assert.equal(person.left, 'https://app.example.com/bye')
      assert.equal(await holds(stage, person, session), false)
    })

    test('leave no secret in the address', async () => {
      const answer = await posted(AUTHORIZE, { client_id: app.id, client_secret: app.secret!, password: 'x' })
      const { search } = new URL(answer.headers.get('location')!, stage.service.url)
      assert.equal(search, `?client_id=${app.id}`)
    })

    test('that are too large are refused with a page', async () => {
      for (const [fields, status] of [
        [{ state: 's'.repeat(5_000) }, 400],
        [{ state: 's'.repeat(4_000), nonce: 'n'.repeat(4_000), scope: 'x'.repeat(1_000) }, 413],
        [{ state: 'é'.repeat(2_000) }, 413],
      ] as const)
        for (const path of [AUTHORIZE, LOGOUT]) {
          const answer = await posted(path, { client_id: app.id, ...fields, id_token_hint: fields.state })
          assert.ok([status, 413].includes(answer.status), `${path} ${answer.status}`)
          assert.match(answer.headers.get('content-type')!, /^text\/html/)
        }
    })

    test('from a script are refused', async () => {
      for (const path of [AUTHORIZE, LOGOUT]) {
        const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'user-agent': 'Mozilla/5.0' }
        assert.equal((await posted(path, { client_id: app.id }, script)).status, 403)
      }
    })
  })

  describe('after a sign-in at the sign-in page itself', () => {
    test('max_age is met, and auth_time is true', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      const before = Math.floor(Date.now() / 1000)
      await signIn(person, who)
      const { auth_time } = (await app.tokens(person, { max_age: '60' })).claims()!
      assert.ok(auth_time! >= before && auth_time! <= Date.now() / 1000)
    })

    test('max_age is not met by an old one', async () => {
      const person = await signedIn(stage, await resident(stage))
      await letPass(stage, person, 120_000)
      await person.visit(app.ask({ max_age: '60' }).address.href)
      assert.equal(person.left, undefined)
    })

    test('prompt=none is answered', async () => {
      const person = await signedIn(stage, await resident(stage))
      assert.ok((await app.tokens(person, { prompt: 'none' })).claims())
    })

    test('the session of the provider gets a new id', async () => {
      const person = browser(stage)
      await person.visit(`${LOGOUT}?client_id=${app.id}`)
      const planted = person.cookie('tabard-provider')
      const known = await signedIn(stage, await resident(stage))
      if (planted !== undefined) known.setCookie('tabard-provider', planted)
      await app.tokens(known)
      assert.notEqual(known.cookie('tabard-provider'), planted)
    })

    test('a newer sign-in of the same person counts', async () => {
      const who = await resident(stage)
      const travel = await application(stage)
      const person = browser(stage)
      await signIn(person, who)
      const first = await authTime(stage, person, travel)
      await letPass(stage, person, 600_000)
      assert.ok(first - (await authTime(stage, person, travel)) >= 599)
    })
  })

  describe('redirect addresses', () => {
    const refusedAt = async (its: Party, redirect_uri: string) => {
      const person = await signedIn(stage, await resident(stage))
      await person.visit(its.ask({ redirect_uri }).address.href)
      return person.left === undefined
    }

    test('on the person’s own machine may have any port, and nothing else may differ', async () => {
      const redirects = [
        'http://127.0.0.1/callback?a=1',
        'http://[::1]:4000/callback',
        'http://localhost:3000/callback',
      ]
      const native = await party(stage, { redirects })
      for (const address of [
        'http://127.0.0.1:51234/callback?a=1',
        'http://127.0.0.1/callback?a=1',
        'http://[::1]:51234/callback',
        'http://localhost:51234/callback',
      ]) {
        const person = await signedIn(stage, await resident(stage))
        const asked = native.ask({ redirect_uri: address })
        await person.visit(asked.address.href)
        assert.ok(person.left?.startsWith(address), address)
        // openid-client takes the address without its query for the one that was registered.
        if (!address.includes('?')) assert.ok((await native.redeem(person, asked)).access_token, address)
      }
      for (const address of [
        'http://127.0.0.1:51234/callback',
        'http://127.0.0.1:51234/callback?a=2',
        'http://127.0.0.1:51234/other?a=1',
        'http://127.0.0.1:99999/callback?a=1',
        'http://127.0.0.1.evil.example/callback?a=1',
        'http://127.0.0.1:51234@evil.example/callback?a=1',
        'http://localhost:51234/callback?a=1',
        'http://LOCALHOST:51234/callback',
        'https://localhost:51234/callback',
        'http://localhost:51234/callback#x',
        'http://localhost.:51234/callback',
      ])
        assert.ok(await refusedAt(native, address), address)
      assert.ok(await refusedAt(app, 'https://app.example.com:8443/callback'), 'elsewhere the port counts')
    })

    test('cannot be left out at the token endpoint', async () => {
      const person = await signedIn(stage, await resident(stage))
      const asked = app.ask()
      await person.visit(asked.address.href)
      const { code } = answered(person)
      const answer = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: code!,
          client_id: app.id,
          client_secret: app.secret!,
        }),
      })
      assert.equal(answer.status, 400)
    })

    test('with a wildcard are refused, and the rule is told', async () => {
      for (const address of ['https://*.example.com/callback', 'https://app.example.com/*'])
        for (const settings of [{ redirects: [address] }, { logoutRedirects: [address] }])
          await assert.rejects(
            addApplication(stage.service, { name: 'Wide', ...settings }),
            (error: Error) => {
              assert.match(JSON.stringify(error), /compared exactly/)
              return true
            },
          )
    })
  })
})
