import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { browser, letPass, resident, type Stage, signedIn, stageOf } from '../journeys/steps.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { answered, assertError, type Party, party, REDIRECT } from './party.ts'

/**
 * The plan `oidcc-basic-certification-test-plan` of the OpenID conformance suite, test by test under the suite's names.
 * `NOT_APPLICABLE` has those that the suite itself skips for a provider like this one, with what makes it skip them.
 */
const PROFILE = {
  givenName: 'Alex',
  familyName: 'Moreau',
  mobileNumber: '+491700000001',
}

describe('OpenID Connect Basic OP', () => {
  let stage: Stage
  let app: Party
  let person: Person

  before(async () => {
    stage = await stageOf('SQLite')
    app = await party(stage)
    person = await signedIn(stage, await resident(stage, PROFILE))
  })
  after(async () => await stage.stop())

  const userInfo = async (scope: string) => {
    const tokens = await app.tokens(person, { scope })
    return await oidc.fetchUserInfo(app.config, tokens.access_token, tokens.claims()!.sub)
  }

  const atUserInfo = async (init: RequestInit) => {
    const response = await fetch(app.metadata.userinfo_endpoint!, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  /** The suite asks for each of these with a request that has nothing else of note. */
  const succeeding: Record<string, Record<string, string>> = {
    'oidcc-display-page': { display: 'page' },
    'oidcc-display-popup': { display: 'popup' },
    'oidcc-ui-locales': { ui_locales: 'se' },
    'oidcc-claims-locales': { claims_locales: 'se' },
    'oidcc-ensure-request-with-unknown-parameter-succeeds': { extra: 'foobar' },
    'oidcc-ensure-request-with-acr-values-succeeds': { acr_values: '1 2' },
    'oidcc-ensure-other-scope-order-succeeds': { scope: 'email openid' },
    'oidcc-claims-essential': { claims: '{"userinfo":{"name":{"essential":true}}}' },
  }

  for (const [name, parameters] of Object.entries(succeeding))
    test(name, async () => {
      const tokens = await app.tokens(person, parameters)
      assert.ok(tokens.claims()?.sub)
    })

  test('oidcc-server', async () => {
    const tokens = await app.tokens(person)
    const { iss, aud, sub, iat, exp } = tokens.claims()!
    assert.deepEqual([iss, aud], [app.metadata.issuer, app.id])
    assert.ok(sub.length <= 255 && exp > iat)
    assert.equal(tokens.token_type, 'bearer')
  })

  test('oidcc-idtoken-signature', async () => {
    const { id_token } = await app.tokens(person)
    const { alg, kid } = JSON.parse(Buffer.from(id_token!.split('.')[0]!, 'base64url').toString())
    const { keys } = (await (await fetch(app.metadata.jwks_uri!)).json()) as { keys: { kid: string }[] }
    assert.equal(alg, 'RS256')
    assert.ok(keys.some(key => key.kid === kid))
  })

  test('oidcc-response-type-missing', async () => {
    const { address } = app.ask()
    address.searchParams.delete('response_type')
    await person.visit(address.href)
    const { error, iss } = answered(person)
    assert.deepEqual([error, iss], ['invalid_request', app.metadata.issuer])
  })

  test('oidcc-userinfo-get', async () => {
    const tokens = await app.tokens(person)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    assert.equal((await atUserInfo({ headers })).body.sub, tokens.claims()!.sub)
  })

  test('oidcc-userinfo-post-header', async () => {
    const tokens = await app.tokens(person)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    assert.equal((await atUserInfo({ method: 'POST', headers })).body.sub, tokens.claims()!.sub)
  })

  test('oidcc-userinfo-post-body', async () => {
    const tokens = await app.tokens(person)
    const body = new URLSearchParams({ access_token: tokens.access_token })
    assert.equal((await atUserInfo({ method: 'POST', body })).body.sub, tokens.claims()!.sub)
  })

  test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { address, checks } = app.ask()
    address.searchParams.delete('nonce')
    await person.visit(address.href)
    const { expectedNonce: _, ...others } = checks
    const tokens = await app.redeem(person, { address, checks: others })
    assert.equal(tokens.claims()!.nonce, undefined)
  })

  test('oidcc-scope-profile', async () => {
    const { name, given_name, family_name, preferred_username, updated_at } = await userInfo('openid profile')
    assert.deepEqual([name, given_name, family_name], ['Alex Moreau', 'Alex', 'Moreau'])
    assert.ok(preferred_username && updated_at)
  })

  test('oidcc-scope-email', async () => {
    const { sub, email, email_verified, name } = await userInfo('openid email')
    assert.match(email!, /@example\.com$/)
    assert.deepEqual([email_verified, name], [false, undefined], 'nobody has verified the address yet')
    await stage.store.write(tx => tx.accounts.update(sub, { emailVerified: true }))
    assert.equal((await userInfo('openid email')).email_verified, true)
  })

  test('oidcc-scope-phone', async () => {
    const { phone_number, phone_number_verified } = await userInfo('openid phone')
    assert.deepEqual([phone_number, phone_number_verified], [PROFILE.mobileNumber, undefined])
    assert.ok(!app.metadata.claims_supported!.includes('phone_number_verified'), 'it is not promised')
  })

  test('oidcc-scope-address', async () => {
    assert.ok(!app.metadata.scopes_supported!.includes('address'), 'the suite skips what is not promised')
    assert.equal((await userInfo('openid address')).address, undefined)
  })

  test('oidcc-scope-all', async () => {
    const { sub, email, name, phone_number } = await userInfo('openid profile email address phone')
    for (const claim of [sub, email, name, phone_number]) assert.ok(claim)
  })

  test('oidcc-prompt-login', async () => {
    const who = await resident(stage)
    const same = await signedIn(stage, who)
    await letPass(stage, same, 60_000)
    const first = (await app.tokens(same, { max_age: '10000' })).claims()!
    const asked = app.ask({ prompt: 'login', max_age: '10000' })
    await same.visit(asked.address.href)
    assert.equal(same.left, undefined, 'the person is asked')
    await same.submit({ username: who.userName, password: PASSWORD })
    const second = (await app.redeem(same, asked)).claims()!
    assert.equal(second.sub, first.sub)
    assert.ok(second.auth_time! > first.auth_time!)
  })

  test('oidcc-prompt-none-not-logged-in', async () => {
    const stranger = browser(stage)
    await stranger.visit(app.ask({ prompt: 'none' }).address.href)
    assert.equal(answered(stranger).error, 'login_required')
  })

  test('oidcc-prompt-none-logged-in', async () => {
    const first = (await app.tokens(person, { max_age: '10000' })).claims()!
    const second = (await app.tokens(person, { prompt: 'none', max_age: '10000' })).claims()!
    assert.deepEqual([second.sub, second.auth_time], [first.sub, first.auth_time])
  })

  test('oidcc-max-age-1', async () => {
    const who = await resident(stage)
    const same = await signedIn(stage, who)
    await letPass(stage, same, 60_000)
    const first = (await app.tokens(same, { max_age: '10000' })).claims()!
    const asked = app.ask({ max_age: '1' })
    await same.visit(asked.address.href)
    assert.equal(same.left, undefined, 'the person is asked')
    await same.submit({ username: who.userName, password: PASSWORD })
    const second = (await app.redeem(same, asked)).claims()!
    assert.ok(second.auth_time! > first.auth_time!)
  })

  test('oidcc-max-age-10000', async () => {
    const [first, second] = [
      (await app.tokens(person, { max_age: '10000' })).claims()!,
      (await app.tokens(person, { max_age: '10000' })).claims()!,
    ]
    assert.equal(typeof first.auth_time, 'number')
    assert.equal(first.auth_time, second.auth_time)
  })

  test('oidcc-id-token-hint', async () => {
    const first = await app.tokens(person)
    const second = await app.tokens(person, { prompt: 'none', id_token_hint: first.id_token! })
    assert.equal(second.claims()!.sub, first.claims()!.sub)
  })

  test('oidcc-login-hint', async () => {
    const stranger = browser(stage)
    await stranger.visit(app.ask({ login_hint: 'alex@example.com' }).address.href)
    assert.equal(stranger.shown!.forms[0]!.fields.username, 'alex@example.com')
  })

  test('oidcc-codereuse', async () => {
    const asked = app.ask()
    await person.visit(asked.address.href)
    const { access_token } = await app.redeem(person, asked)
    await assertError(app.redeem(person, asked), 'invalid_grant')
    const { status } = await atUserInfo({ headers: { authorization: `Bearer ${access_token}` } })
    assert.equal(status, 401, 'what the code gave has ended')
  })

  test('oidcc-codereuse-30seconds', async () => {
    const asked = app.ask()
    await person.visit(asked.address.href)
    const { access_token } = await app.redeem(person, asked)
    await stage.store.write(async tx => {
      for (const record of await tx.records.takeExpiring('AuthorizationCode', Number.MAX_SAFE_INTEGER)) {
        const payload = JSON.parse(record.payload) as { consumed: number }
        await tx.records.keep({
          ...record,
          payload: JSON.stringify({ ...payload, consumed: payload.consumed - 30 }),
        })
      }
    })
    await assertError(app.redeem(person, asked), 'invalid_grant')
    const { status } = await atUserInfo({ headers: { authorization: `Bearer ${access_token}` } })
    assert.equal(status, 401)
  })

  test('oidcc-ensure-registered-redirect-uri', async () => {
    const stranger = browser(stage)
    await stranger.visit(app.ask({ redirect_uri: `${REDIRECT}/other` }).address.href)
    assert.deepEqual([stranger.left, stranger.shown!.status], [undefined, 400])
  })

  test('oidcc-ensure-redirect-uri-in-authorization-request', async () => {
    const { address } = app.ask()
    address.searchParams.delete('redirect_uri')
    await person.visit(address.href)
    assert.deepEqual([person.left, person.shown!.status], [undefined, 400])
  })

  test('oidcc-ensure-post-request-succeeds', async () => {
    const asked = app.ask()
    const { origin, pathname, searchParams } = asked.address
    const answer = await person.send('POST', origin + pathname, Object.fromEntries(searchParams))
    assert.equal(answer.status, 303)
    await person.visit(answer.headers.get('location')!)
    assert.ok((await app.redeem(person, asked)).claims()?.sub)
  })

  test('oidcc-server-client-secret-post', async () => {
    const posting = await party(stage, {}, oidc.ClientSecretPost)
    assert.ok((await posting.tokens(person)).claims()?.sub)
  })

  for (const [name, parameter, error] of [
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      { request: 'eyJhbGciOiJub25lIn0.e30.' },
      'request_not_supported',
    ],
    [
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      { request_uri: 'https://app.example.com/request.jwt' },
      'request_uri_not_supported',
    ],
  ] as const)
    test(name, async () => {
      const { address, checks } = app.ask(parameter)
      await person.visit(address.href)
      const answer = answered(person)
      assert.deepEqual([answer.error, answer.state], [error, checks.expectedState])
    })

  test('oidcc-ensure-request-object-with-redirect-uri', async () => {
    const request = `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ redirect_uri: 'https://evil.example' })).toString('base64url')}.`
    await person.visit(app.ask({ request }).address.href)
    assert.equal(answered(person).error, 'request_not_supported')
    assert.ok(person.left!.startsWith(REDIRECT), 'the address in it has no effect')
  })

  test('oidcc-refresh-token', async () => {
    const { refresh_token, ...first } = await app.tokens(person)
    const other = await party(stage)
    await assertError(oidc.refreshTokenGrant(other.config, refresh_token!), 'invalid_grant')
    const next = await oidc.refreshTokenGrant(app.config, refresh_token!)
    assert.notEqual(next.access_token, first.access_token)
    assert.notEqual(next.refresh_token, refresh_token)
  })

  test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const { address, checks } = app.ask({
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    await person.visit(address.href)
    assert.ok((await app.redeem(person, { address, checks: { ...checks, pkceCodeVerifier } })).claims())
  })

  const NOT_APPLICABLE: Record<string, () => boolean> = {
    // Only for providers that sign with the algorithm `none`.
    'oidcc-idtoken-unsigned': () => !app.metadata.id_token_signing_alg_values_supported!.includes('none'),
    // Only for response types other than `code`, of which there are none.
    'oidcc-ensure-request-without-nonce-fails': () =>
      app.metadata.response_types_supported!.every(type => type === 'code'),
  }

  for (const [name, holds] of Object.entries(NOT_APPLICABLE))
    test(`${name} is not applicable`, () => assert.ok(holds()))
})
