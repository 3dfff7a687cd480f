import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { json } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { executed } from '../support/store.ts'
import {
  application,
  assertSentBack,
  browser,
  eventsOf,
  type Resident,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const CALLBACK = 'https://app.example.com/callback'
/** What a proxy says that is trusted here. */
const PERSON = '203.0.113.7'
const SERVER = '198.51.100.20'

type Application = Awaited<ReturnType<typeof application>>

for (const engine of usually('SQLite')) {
  describe(`what is handed out on a session is in the audit trail on ${engine}`, () => {
    let stage: Stage
    let travel: Application
    let asking: Application

    before(async () => {
      stage = await stageOf(engine, { TABARD_TRUSTED_PROXIES: 'loopback' })
      travel = await application(stage, { formPost: true })
      asking = await application(stage, { consent: true })
    })
    after(async () => await stage.stop())

    const at = { 'x-forwarded-for': PERSON }

    /** Somebody who is signed in, at the address of PERSON. */
    const someone = async (who: Resident): Promise<Person> => {
      const [person, same] = [browser(stage, at), await signedIn(stage, who)]
      for (const name of ['tabard-browser', 'tabard-session']) person.setCookie(name, same.cookie(name)!)
      return person
    }

    const entriesOf = async ({ id }: Resident, event: string) =>
      (await stage.store.audit.list({ limit: 100, account: id, event })).map(
        ({ application, address, details }) => ({ application, address, details }),
      )

    const token = async ({ id, secret }: Application, form: Record<string, string>, headers = {}) =>
      await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, ...headers },
        body: new URLSearchParams(form),
      })

    const codeIn = (person: Person) => new URL(person.left!).searchParams.get('code')!

    test('a code without another sign-in, by query, form_post and prompt=none', async () => {
      const who = await resident(stage)
      const person = await someone(who)
      const before = Date.now()
      await person.visit(travel.address)
      assertSentBack(person)
      await person.visit(`${travel.address}&prompt=none`)
      assertSentBack(person)
      await person.visit(`${travel.address}&response_mode=form_post`)
      assert.ok(person.shown!.forms[0]!.fields.code)
      const entries = await entriesOf(who, 'code-issued')
      assert.equal(entries.length, 3)
      for (const { application, address, details } of entries) {
        assert.deepEqual([application, address, details.scopes], [travel.id, PERSON, 'openid'])
        const since = before - Date.parse(details.signedInAt!)
        assert.ok(since > -2_000 && since < 60_000, details.signedInAt)
      }
      assert.doesNotMatch(JSON.stringify(entries), new RegExp(person.shown!.forms[0]!.fields.code!))
    })

    test('a code after consent', async () => {
      const who = await resident(stage)
      const person = await someone(who)
      await person.visit(asking.address)
      assert.deepEqual(await entriesOf(who, 'code-issued'), [])
      await person.submit({}, { button: 'Allow' })
      assertSentBack(person)
      assert.deepEqual((await eventsOf(stage, who)).slice(-2), ['consent-given', 'code-issued'])
    })

    test('a sign-in tells of its code by itself, with or without consent', async () => {
      for (const { address, id } of [travel, asking]) {
        const who = await resident(stage)
        const person = browser(stage, at)
        await person.visit(address)
        await person.submit({ username: who.userName, password: PASSWORD })
        if (person.left === undefined) await person.submit({}, { button: 'Allow' })
        assertSentBack(person)
        assert.deepEqual(await entriesOf(who, 'code-issued'), [])
        const [entry] = await entriesOf(who, 'signed-in')
        assert.deepEqual([entry?.application, entry?.address], [id, PERSON])
        await person.visit(address)
        if (person.left === undefined) await person.submit({}, { button: 'Allow' })
        assertSentBack(person)
        assert.equal((await entriesOf(who, 'code-issued')).length, 1, 'the next one is on the session')
      }
    })

    test('no code, no entry', async () => {
      const who = await resident(stage)
      const person = await someone(who)
      await person.visit(`${travel.address}&response_mode=fragment`)
      await person.visit(`${travel.address}&prompt=none&max_age=0`)
      await person.visit(asking.address)
      await person.submit({}, { button: 'Do not allow' })
      assert.deepEqual(await entriesOf(who, 'code-issued'), [])
    })

    test('tokens for a code, and for a refresh token; not those that are refused', async () => {
      const who = await resident(stage)
      const person = await someone(who)
      await person.visit(travel.address)
      const grant = { grant_type: 'authorization_code', code: codeIn(person), redirect_uri: CALLBACK }
      const headers = { 'x-forwarded-for': SERVER }
      const { refresh_token } = await json<{ refresh_token: string }>(await token(travel, grant, headers))
      const entry = { application: travel.id, address: SERVER, details: { scopes: 'openid' } }
      assert.deepEqual(await entriesOf(who, 'tokens-issued'), [entry])
      const refresh = { grant_type: 'refresh_token', refresh_token }
      assert.equal((await token(asking, refresh, headers)).status, 400)
      assert.deepEqual(await entriesOf(who, 'tokens-refreshed'), [])
      assert.equal((await token(travel, refresh, headers)).status, 200)
      assert.deepEqual(await entriesOf(who, 'tokens-refreshed'), [entry])
      assert.equal((await token(travel, grant, headers)).status, 400)
      assert.deepEqual(await entriesOf(who, 'tokens-issued'), [entry])
    })

    test('tokens of API clients are nobody’s', async () => {
      const before = (await stage.store.audit.list({ limit: 1_000 })).length
      await stage.service.token()
      assert.equal((await stage.store.audit.list({ limit: 1_000 })).length, before)
    })

    test('what cannot be recorded is not handed out', async () => {
      const who = await resident(stage)
      const person = await someone(who)
      await person.visit(travel.address)
      const grant = { grant_type: 'authorization_code', code: codeIn(person), redirect_uri: CALLBACK }
      await executed(stage.service.database, 'alter table audit rename to audit_gone')
      try {
        for (const mode of ['query', 'form_post']) {
          const { html, status } = await person.visit(`${travel.address}&response_mode=${mode}`)
          assert.deepEqual([person.left, status], [undefined, 500])
          assert.doesNotMatch(html, /name="code"/)
        }
        const answer = await token(travel, grant)
        assert.equal(answer.status, 500)
        assert.doesNotMatch(await answer.text(), /_token"/)
      } finally {
        await executed(stage.service.database, 'alter table audit_gone rename to audit')
      }
    })

    test('a sign-out at an application has its address and the application', async () => {
      const who = await resident(stage)
      const person = await someone(who)
      await person.visit(travel.address)
      await person.visit(`${ISSUER_PATH}/logout?client_id=${travel.id}`)
      await person.submit({}, { button: 'Sign out' })
      assert.equal(person.shown!.heading, 'You are signed out')
      const entry = { application: travel.id, address: PERSON, details: {} }
      assert.deepEqual(await entriesOf(who, 'signed-out'), [entry])
    })
  })
}
