import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { ISSUER_PATH, rotateApplication, rotateSigningKey } from '../../src/identity/identity.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { assertError, type Party, party } from '../conformance/party.ts'
import { ENGINES } from '../support/database.ts'
import { CLIENT_ID } from '../support/service.ts'
import { executed, within } from '../support/store.ts'
import { resident, type Stage, signedIn, stageOf } from './steps.ts'

for (const engine of ENGINES) {
  describe(`secrets, codes and refresh tokens on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(async () => await stage.stop())

    const someone = async () => {
      const who = await resident(stage)
      return { who, person: await signedIn(stage, who) }
    }

    /** What the token endpoint says to a secret: `invalid_grant` is for a client that has proved who it is. */
    const answerTo = async (client: string, secret: string) => {
      const response = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: 'unknown',
          client_id: client,
          client_secret: secret,
        }),
      })
      return ((await response.json()) as { error: string }).error
    }
    const admitted = async (client: string, secret: string) =>
      (await answerTo(client, secret)) === 'invalid_grant'

    const entries = async (event: string, application?: string) =>
      await stage.store.audit.list({ limit: 100, event, ...(application !== undefined && { application }) })

    /** Lets the time pass in which a refresh token may be sent again. */
    const letRetriesEnd = async () =>
      await stage.store.write(async tx => {
        const tokens = await tx.records.takeExpiring('RefreshToken', Number.MAX_SAFE_INTEGER)
        for (const record of tokens) {
          const payload = JSON.parse(record.payload) as { consumed?: number }
          if (payload.consumed !== undefined) payload.consumed -= 31
          await tx.records.keep({ ...record, payload: JSON.stringify(payload) })
        }
      })

    test('a rotated secret ends at once, unless it is kept', async () => {
      const app = await party(stage)
      const { clientSecret } = await rotateApplication(stage.store, app.id)
      assert.deepEqual(
        [await admitted(app.id, app.secret!), await admitted(app.id, clientSecret)],
        [false, true],
      )
    })

    test('a secret that is kept ends by itself, and only the last one is kept', async () => {
      const app = await party(stage)
      const second = await rotateApplication(stage.store, app.id, '24h')
      assert.ok(Date.parse(second.formerSecretUntil!) > Date.now() + 23 * 3_600_000)
      assert.deepEqual(
        [await admitted(app.id, app.secret!), await admitted(app.id, second.clientSecret)],
        [true, true],
      )
      const third = await rotateApplication(stage.store, app.id, '1h')
      assert.equal(await admitted(app.id, app.secret!), false)
      assert.equal(await admitted(app.id, second.clientSecret), true)
      await executed(
        stage.service.database,
        `update short_lived set expires_at = ${Date.now() - 1} where kind = 'FormerSecret'`,
      )
      assert.equal(await admitted(app.id, second.clientSecret), false)
      assert.equal(await admitted(app.id, third.clientSecret), true)
      const [last] = await entries('application-rotated', app.id)
      assert.deepEqual(last?.details, { formerSecretUntil: third.formerSecretUntil })
      const other = await party(stage)
      assert.equal(await admitted(other.id, third.clientSecret), false)
    })

    test('a rotation without keeping ends former secrets too', async () => {
      const app = await party(stage)
      const { clientSecret } = await rotateApplication(stage.store, app.id, '24h')
      await rotateApplication(stage.store, app.id)
      assert.deepEqual(
        [await admitted(app.id, app.secret!), await admitted(app.id, clientSecret)],
        [false, false],
      )
    })

    test('only hashes of secrets are kept', async () => {
      const app = await party(stage)
      await rotateApplication(stage.store, app.id, '7d')
      const record = await stage.store.records.get('FormerSecret', secretHash(app.id))
      assert.deepEqual([record?.payload, record?.owner], [secretHash(app.secret!), app.id])
    })

    test('the time to keep it has bounds', async () => {
      const app = await party(stage)
      for (const keep of ['', '0h', '31d', '24', '-1h', '1.5h', '99999d', '1y'])
        await assert.rejects(rotateApplication(stage.store, app.id, keep), { code: 'value_invalid' }, keep)
      assert.equal(await admitted(app.id, app.secret!), true)
    })

    for (const kind of ['confidential', 'public'])
      test(`refresh tokens of ${kind} applications rotate, and reuse ends all`, async () => {
        const app = await party(stage, { public: kind === 'public' })
        const { who, person } = await someone()
        const first = await tokens(app, person)
        const second = await oidc.refreshTokenGrant(app.config, first.refresh_token!)
        assert.notEqual(second.refresh_token, first.refresh_token)
        const third = await oidc.refreshTokenGrant(app.config, second.refresh_token!)
        await letRetriesEnd()
        assert.deepEqual(await entries('refresh-token-reused', app.id), [])
        await assertError(oidc.refreshTokenGrant(app.config, first.refresh_token!), 'invalid_grant')
        await assertError(oidc.refreshTokenGrant(app.config, third.refresh_token!), 'invalid_grant')
        const [entry, ...others] = await entries('refresh-token-reused', app.id)
        assert.deepEqual([entry?.account, entry?.address, others], [who.id, '127.0.0.1', []])
      })

    test('a refresh token may be sent again for half a minute', async () => {
      const app = await party(stage)
      const { person } = await someone()
      const first = await tokens(app, person)
      const again = await Promise.all(
        [1, 2].map(
          async () => (await oidc.refreshTokenGrant(app.config, first.refresh_token!)).refresh_token!,
        ),
      )
      assert.equal(new Set(again).size, 2)
      for (const refresh of again) assert.ok((await oidc.refreshTokenGrant(app.config, refresh)).access_token)
      assert.deepEqual(await entries('refresh-token-reused', app.id), [])
    })

    test('what an application got ends after 90 days, or 14 without use', async () => {
      const app = await party(stage)
      const { who, person } = await someone()
      await tokens(app, person)
      const days = async (kind: string) => {
        const rows = await stage.store.write(async tx => {
          const found = await tx.records.takeExpiring(kind, Number.MAX_SAFE_INTEGER)
          for (const record of found) await tx.records.keep(record)
          return found.filter(({ owner }) => owner === who.id)
        })
        return rows.map(({ expiresAt }) => Math.round((expiresAt! - Date.now()) / 86_400_000))
      }
      assert.deepEqual([await days('Grant'), await days('RefreshToken')], [[90], [14]])
    })

    test('a code that is used again is in the audit trail, once', async () => {
      const app = await party(stage)
      const { who, person } = await someone()
      const asked = app.ask()
      await person.visit(asked.address.href)
      await app.redeem(person, asked)
      for (const _ of [1, 2, 3]) await assertError(app.redeem(person, asked), 'invalid_grant')
      const found = await entries('code-reused', app.id)
      assert.deepEqual(
        found.map(({ account, address }) => [account, address]),
        [[who.id, '127.0.0.1']],
      )
    })

    test('a new signing key is in the audit trail', async () => {
      const kid = await rotateSigningKey(stage.store, Date.now())
      const [entry] = await entries('signing-key-rotated')
      assert.deepEqual(entry?.details, { kid, cause: 'command' })
    })

    test('clients that cannot prove who they are are summed up', async () => {
      const own = await stageOf(engine, { TABARD_FAILED_TRIES: '1000' })
      try {
        const app = await party(own)
        const wrong = async (client: string) =>
          await fetch(`${own.service.url}${ISSUER_PATH}/token`, {
            method: 'POST',
            body: new URLSearchParams({
              grant_type: 'client_credentials',
              client_id: client,
              client_secret: 'x',
            }),
          })
        for (let time = 0; time < 5; time++)
          for (const client of [app.id, CLIENT_ID, `unknown-${time}`])
            assert.equal((await wrong(client)).status, 401)
        const refused = async () =>
          (await own.store.audit.list({ limit: 100, event: 'client-refused' })).map(
            ({ application, address, details }) => ({ application, address, times: details.times ?? '1' }),
          )
        await within(60_000, async () => (await refused()).length === 3)
        const first = await refused()
        assert.deepEqual(
          new Set(first.map(entry => JSON.stringify(entry))),
          new Set(
            [app.id, CLIENT_ID, null].map(application =>
              JSON.stringify({ application, address: '127.0.0.1', times: '1' }),
            ),
          ),
        )
      } finally {
        await own.stop()
      }
    })
  })
}

/** Tokens for somebody who is signed in, by PKCE, which public applications need. */
async function tokens(app: Party, person: Parameters<Party['redeem']>[0]) {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const asked = app.ask({
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  await person.visit(asked.address.href)
  return await app.redeem(person, { ...asked, checks: { ...asked.checks, pkceCodeVerifier } })
}
