import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { browser, resident, type Stage, signedIn, stageOf } from '../journeys/steps.ts'
import type { Person } from '../support/person.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'
import { answered, type Party, party } from './party.ts'

/** The plan `oidcc-config-certification-test-plan`, and beyond it every member of the metadata in use. */
describe('OpenID Connect Config OP', () => {
  let stage: Stage
  let app: Party
  let person: Person
  let metadata: Record<string, unknown>

  before(async () => {
    stage = await stageOf('SQLite')
    app = await party(stage)
    person = await signedIn(
      stage,
      await resident(stage, { givenName: 'Alex', mobileNumber: '+491700000001' }),
    )
    const address = `${stage.service.url}${ISSUER_PATH}/.well-known/openid-configuration`
    metadata = (await (await fetch(address)).json()) as Record<string, unknown>
  })
  after(async () => await stage.stop())

  const lists = (member: string) => metadata[member] as string[]

  test('oidcc-discovery-endpoint-verification', async () => {
    assert.equal(metadata.issuer, stage.service.url + ISSUER_PATH)
    for (const [name, value] of Object.entries(metadata))
      if (/_(?:endpoint|uri)$/.test(name)) assert.ok(String(value).startsWith(`${metadata.issuer}/`), name)
    for (const required of [
      'authorization_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
      'jwks_uri',
      'scopes_supported',
      'response_types_supported',
      'subject_types_supported',
      'id_token_signing_alg_values_supported',
      'claims_supported',
    ])
      assert.ok(metadata[required], required)
    assert.ok(lists('id_token_signing_alg_values_supported').includes('RS256'))
    assert.ok(lists('scopes_supported').includes('openid'))
  })

  test('oidcc-server-rotate-keys', async () => {
    const { keys } = (await (await fetch(String(metadata.jwks_uri))).json()) as { keys: object[] }
    for (const key of keys) {
      for (const member of ['kid', 'kty', 'use', 'n', 'e']) assert.ok(member in key, member)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) assert.ok(!(secret in key), secret)
    }
  })

  test('the metadata of RFC 8414 says the same', async () => {
    const config = await oidc.discovery(new URL(app.metadata.issuer), app.id, {}, undefined, {
      algorithm: 'oauth2',
      execute: [oidc.allowInsecureRequests],
    })
    assert.deepEqual({ ...config.serverMetadata() }, { ...app.metadata })
  })

  /** Somebody signs in with a request, and the application is answered. */
  const code = async (parameters: Record<string, string> = {}) => {
    await person.visit(app.ask(parameters).address.href)
    return answered(person)
  }

  const keyPair = async (alg: string) => {
    const pair = await oidc.randomDPoPKeyPair(alg === 'EdDSA' ? 'Ed25519' : alg)
    return oidc.getDPoPHandle(app.config, pair)
  }

  /** How each member is put to use. One that is added to the metadata needs a line here. */
  const IN_USE: Record<string, () => Promise<void>> = {
    issuer: async () => assert.equal((await app.tokens(person)).claims()!.iss, metadata.issuer),
    authorization_endpoint: async () => assert.ok((await code()).code),
    token_endpoint: async () => assert.ok((await app.tokens(person)).access_token),
    userinfo_endpoint: async () => {
      const { access_token } = await app.tokens(person)
      assert.ok(await oidc.fetchUserInfo(app.config, access_token, oidc.skipSubjectCheck))
    },
    // The signature of the ID token is verified by these keys.
    jwks_uri: async () => assert.ok((await app.tokens(person)).claims()),
    end_session_endpoint: async () => {
      const leaver = await signedIn(stage, await resident(stage))
      const { id_token } = await app.tokens(leaver)
      const end = oidc.buildEndSessionUrl(app.config, {
        id_token_hint: id_token!,
        post_logout_redirect_uri: 'https://app.example.com/bye',
      })
      await leaver.visit(end.href)
      await leaver.submit({}, { button: 'Sign out' })
      assert.equal(leaver.left, 'https://app.example.com/bye')
    },
    pushed_authorization_request_endpoint: async () => {
      const address = await oidc.buildAuthorizationUrlWithPAR(
        app.config,
        Object.fromEntries(app.ask().address.searchParams),
      )
      assert.deepEqual([...address.searchParams.keys()].sort(), ['client_id', 'request_uri'])
      await person.visit(address.href)
      assert.ok(answered(person).code)
    },
    scopes_supported: async () => {
      const scope = lists('scopes_supported').join(' ')
      assert.equal(scope.includes('address'), false)
      const asked = app.ask({ scope, prompt: 'consent' })
      await person.visit(asked.address.href)
      const boxes = Array.from(person.shown!.html.matchAll(/name="(dscope\d+)"/g), ([, name]) => [
        name!,
        'yes',
      ])
      await person.submit(Object.fromEntries(boxes), { button: 'Allow' })
      const { scope: granted } = await app.redeem(person, asked)
      assert.deepEqual(granted!.split(' ').sort(), lists('scopes_supported').toSorted())
    },
    claims_supported: async () => {
      const tokens = await app.tokens(person, {
        scope: 'openid profile email phone groups',
        max_age: '10000',
      })
      const told = await oidc.fetchUserInfo(app.config, tokens.access_token, tokens.claims()!.sub)
      const known = new Set([...Object.keys(told), ...Object.keys(tokens.claims()!)])
      // What an account need not have, and how somebody signed in where no application has asked.
      const optional = new Set(['family_name', 'locale', 'acr'])
      for (const claim of lists('claims_supported')) assert.ok(known.has(claim) || optional.has(claim), claim)
    },
    response_types_supported: async () => {
      assert.deepEqual(lists('response_types_supported'), ['code'])
      assert.equal((await code({ response_type: 'id_token' })).error, 'unsupported_response_type')
    },
    response_modes_supported: async () => {
      assert.deepEqual(lists('response_modes_supported'), ['query', 'form_post'])
      assert.ok((await code({ response_mode: 'query' })).code)
    },
    grant_types_supported: async () => {
      assert.deepEqual(lists('grant_types_supported').toSorted(), [
        'authorization_code',
        'client_credentials',
        'refresh_token',
      ])
      const { refresh_token } = await app.tokens(person)
      assert.ok((await oidc.refreshTokenGrant(app.config, refresh_token!)).access_token)
      const program = new oidc.Configuration(app.metadata, CLIENT_ID, CLIENT_SECRET)
      oidc.allowInsecureRequests(program)
      assert.ok((await oidc.clientCredentialsGrant(program)).access_token)
    },
    subject_types_supported: async () => {
      assert.deepEqual(lists('subject_types_supported'), ['public'])
      const other = await party(stage)
      assert.equal((await other.tokens(person)).claims()!.sub, (await app.tokens(person)).claims()!.sub)
    },
    id_token_signing_alg_values_supported: async () => {
      const { id_token } = await app.tokens(person)
      const { alg } = JSON.parse(Buffer.from(id_token!.split('.')[0]!, 'base64url').toString())
      assert.deepEqual(lists('id_token_signing_alg_values_supported'), [alg])
    },
    token_endpoint_auth_methods_supported: async () => {
      const by = {
        client_secret_basic: async () => await party(stage, {}, oidc.ClientSecretBasic),
        client_secret_post: async () => await party(stage, {}, oidc.ClientSecretPost),
        none: async () => await party(stage, { public: true }),
      }
      assert.deepEqual(lists('token_endpoint_auth_methods_supported').toSorted(), Object.keys(by))
      for (const make of Object.values(by)) {
        const its = await make()
        const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
        const asked = its.ask({
          code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
        })
        await person.visit(asked.address.href)
        const checks = { ...asked.checks, pkceCodeVerifier }
        assert.ok((await its.redeem(person, { ...asked, checks })).access_token)
      }
    },
    code_challenge_methods_supported: async () => {
      assert.deepEqual(lists('code_challenge_methods_supported'), ['S256'])
      const plain = { code_challenge: oidc.randomPKCECodeVerifier(), code_challenge_method: 'plain' }
      assert.equal((await code(plain)).error, 'invalid_request')
    },
    dpop_signing_alg_values_supported: async () => {
      for (const alg of lists('dpop_signing_alg_values_supported')) {
        const asked = app.ask()
        await person.visit(asked.address.href)
        const tokens = await app.redeem(person, asked, { DPoP: await keyPair(alg) })
        assert.equal(tokens.token_type, 'dpop', alg)
      }
    },
    authorization_response_iss_parameter_supported: async () =>
      assert.deepEqual(
        [(await code()).iss, (await code({ prompt: 'nonsense' })).iss],
        [metadata.issuer, metadata.issuer],
      ),
    claim_types_supported: async () => {
      assert.deepEqual(lists('claim_types_supported'), ['normal'])
      const { access_token } = await app.tokens(person, { scope: 'openid profile' })
      const told = await oidc.fetchUserInfo(app.config, access_token, oidc.skipSubjectCheck)
      assert.equal('_claim_names' in told, false)
    },
    claims_parameter_supported: async () => {
      assert.equal(metadata.claims_parameter_supported, false)
      const claims = '{"userinfo":{"email":{"essential":true}}}'
      const { access_token } = await app.tokens(person, { claims })
      const told = await oidc.fetchUserInfo(app.config, access_token, oidc.skipSubjectCheck)
      assert.equal(told.email, undefined)
    },
    request_uri_parameter_supported: async () => {
      assert.equal(metadata.request_uri_parameter_supported, false)
      const { error } = await code({ request_uri: 'https://app.example.com/request.jwt' })
      assert.equal(error, 'request_uri_not_supported')
    },
    acr_values_supported: async () => {
      for (const acr_values of lists('acr_values_supported')) {
        const stranger = browser(stage)
        await stranger.visit(app.ask({ acr_values }).address.href)
        assert.equal(stranger.shown!.status, 200, acr_values)
      }
    },
  }

  test('each member is in use', async t => {
    for (const member of Object.keys(metadata)) {
      const use = IN_USE[member]
      assert.ok(use, `${member} has a test`)
      await t.test(member, use)
    }
  })
})
