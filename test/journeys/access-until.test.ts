import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeRules, giveAccess, type Steward } from '../../src/governance/governance.ts'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { json } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { within } from '../support/store.ts'
import { application, eventsOf, resident, type Stage, signedIn, stageOf } from './steps.ts'

const BY: Steward = { by: 'account:operator', address: null }
const HOUR = 3_600_000

for (const engine of ENGINES)
  describe(`access until a date on ${engine}`, () => {
    let stage: Stage
    let moved = 0

    before(async () => {
      stage = await stageOf(engine, {}, { now: () => Date.now() + moved })
    })
    after(async () => await stage.stop())

    test('ends when the clock has passed it, with what was issued', async () => {
      const shop = await application(stage, {})
      await changeRules(stage.store, shop.id, { mode: 'assigned', keepRecent: false }, BY)
      const who = await resident(stage)
      const until = new Date(Date.now() + HOUR).toISOString()
      await giveAccess(stage.store, shop.id, { kind: 'account', id: who.id }, until, BY)
      const person = await signedIn(stage, who)
      await person.visit(shop.address)
      const code = new URL(person.left!).searchParams.get('code')!
      const asked = async (form: Record<string, string>) =>
        await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${shop.id}:${shop.secret}`)}` },
          body: new URLSearchParams(form),
        })
      const redirect_uri = 'https://app.example.com/callback'
      const tokens = await json<{ access_token: string; refresh_token: string }>(
        await asked({ grant_type: 'authorization_code', code, redirect_uri }),
      )
      const userInfo = async () =>
        (
          await fetch(`${stage.service.url}${ISSUER_PATH}/userinfo`, {
            headers: { authorization: `Bearer ${tokens.access_token}` },
          })
        ).status
      assert.equal(await userInfo(), 200)
      moved = HOUR - 60_000
      assert.equal(await userInfo(), 200)
      moved = HOUR + 60_000
      assert.equal(await userInfo(), 401)
      const { refresh_token } = tokens
      assert.equal((await asked({ grant_type: 'refresh_token', refresh_token })).status, 400)
      await within(60_000, async () => (await eventsOf(stage, who)).includes('access-ended'))
      assert.equal((await stage.store.access.list(shop.id, { limit: 1, offset: 0 })).total, 0)
    })
  })
