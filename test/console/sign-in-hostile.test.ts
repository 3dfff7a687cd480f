import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { appCode, type Stage, stageOf } from '../journeys/steps.ts'
import { usually } from '../support/database.ts'
import { navigate } from '../support/navigate.ts'
import { consoleCall, consolePerson } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import { enrolledOperator, isIn, operatorAt, SESSION, STEP, signInAt } from './desk.ts'

for (const engine of usually('PostgreSQL')) {
  describe(`the sign-in of the console under attack on ${engine}`, () => {
    let stage: Stage
    let strict: Stage
    let url: string

    before(async () => {
      stage = await stageOf(engine)
      strict = await stageOf(engine, { TABARD_CONSOLE_SECOND_FACTOR: 'true' })
      url = stage.service.service.consoleUrl
    })
    after(async () => {
      await stage.stop()
      await strict.stop()
    })

    test('takes forms from its own pages only', async () => {
      const { userName } = await operatorAt(stage)
      const body = new URLSearchParams({ username: userName, password: PASSWORD })
      for (const headers of [
        { origin: stage.service.url },
        { origin: 'null' },
        { origin: `${url}.evil.example` },
        { origin: stage.service.url, 'sec-fetch-site': 'same-site' },
        { origin: stage.service.url, 'sec-fetch-site': 'same-origin' },
      ] as Record<string, string>[])
        for (const path of ['/signin', '/signin/step', '/signin/forgotten', '/signin/recover']) {
          const answer = await navigate(`${url}${path}`, { method: 'POST', headers, body })
          assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`)
          assert.deepEqual(answer.headers.getSetCookie(), [])
          assert.match(await answer.text(), /This form came from another site/)
        }
      for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }] as Record<string, string>[])
        assert.equal((await fetch(`${url}/signin`, { method: 'POST', headers, body })).status, 403)
    })

    test('signs nobody out who was sent to it from elsewhere', async () => {
      const person = await signInAt(stage, await operatorAt(stage))
      for (const headers of [{}, { origin: stage.service.url }] as Record<string, string>[]) {
        const answer = await consoleCall(
          stage.service,
          person.cookies(),
          'POST',
          '/signout',
          undefined,
          headers,
        )
        assert.equal(answer.status, 403)
      }
      assert.equal((await navigate(`${url}/signout`)).status, 405)
      assert.equal(await isIn(stage, person), true)
    })

    test('shows its pages in a window only, and the console too', async () => {
      for (const path of [
        '/signin',
        '/signin/step',
        '/signin/forgotten',
        '/signin/recover',
        '/signed-out',
        '/themes',
      ])
        for (const headers of [
          { 'sec-fetch-mode': 'cors' },
          { 'sec-fetch-mode': 'no-cors' },
          { 'sec-fetch-mode': 'same-origin' },
          { 'sec-fetch-dest': 'iframe' },
          { 'sec-fetch-dest': 'object' },
          { 'sec-purpose': 'prefetch' },
          { 'sec-purpose': 'prefetch;prerender' },
        ] as Record<string, string>[]) {
          const answer = await navigate(`${url}${path}`, { headers })
          assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`)
          assert.match(await answer.text(), /TABRD0120E/)
        }
    })

    test('a step is bound to the browser that gave the password', async () => {
      const who = await enrolledOperator(stage)
      const person = await signInAt(stage, who)
      const { action } = person.shown!.forms[0]!
      const stranger = consolePerson(stage.service)
      for (const planted of [undefined, 'A'.repeat(22)]) {
        if (planted !== undefined) stranger.setCookie(STEP, planted)
        assert.equal((await stranger.visit(`${url}${action}`)).heading, 'Please sign in again')
        const answer = await stranger.send('POST', `${url}${action}`, { code: appCode(who.secret) })
        assert.deepEqual([answer.status, stranger.cookie(SESSION)], [403, undefined])
      }
      await person.submit({ code: appCode(who.secret) })
      assert.equal(await isIn(stage, person), true)
    })

    test('a cookie that was planted before the password is not the one that steps are bound to', async () => {
      const who = await operatorAt(strict)
      const person = consolePerson(strict.service)
      const planted = 'A'.repeat(22)
      person.setCookie(STEP, planted)
      await signInAt(strict, who, { person })
      assert.equal(person.shown!.heading, 'Set up an authenticator app')
      assert.notEqual(person.cookie(STEP), planted)
      const attacker = consolePerson(strict.service)
      attacker.setCookie(STEP, planted)
      assert.equal((await attacker.visit(person.shown!.url)).heading, 'Please sign in again')
    })

    test('a step cannot be taken twice, nor skipped', async () => {
      const who = await operatorAt(strict)
      const person = await signInAt(strict, who)
      const { action } = person.shown!.forms[0]!
      await person.send('POST', `${strict.service.service.consoleUrl}${action}`, {})
      assert.equal(await isIn(strict, person), false, 'without the code')
      const secret = /<code class="key">([A-Z2-7 ]+)</.exec(person.shown!.html)![1]!
      const held = person.cookie(STEP)!
      await person.submit({ code: appCode(secret) })
      await person.submit({})
      assert.equal(await isIn(strict, person), true)
      const replay = consolePerson(strict.service)
      replay.setCookie(STEP, held)
      for (const fields of [{}, { code: appCode(secret) }] as Record<string, string>[]) {
        const answer = await replay.send('POST', `${strict.service.service.consoleUrl}${action}`, fields)
        assert.equal(answer.status, 403)
        assert.equal(replay.cookie(SESSION), undefined)
      }
    })

    test('a step ends when the password is changed elsewhere', async () => {
      const who = await enrolledOperator(stage)
      const person = await signInAt(stage, who)
      await stage.store.write(tx => tx.records.removeOwned(who.id))
      await person.submit({ code: appCode(who.secret) })
      assert.equal(person.shown!.heading, 'Please sign in again')
    })

    test('flows of the pages are no steps of the console, and the other way round', async () => {
      const who = await enrolledOperator(stage)
      const person = await signInAt(stage, who)
      const flow = new URL(`${url}${person.shown!.forms[0]!.action}`).searchParams.get('flow')
      const there = await fetch(
        `${stage.service.url}/idaas/mtfim/sps/idaas/login?runtime=true&flow=${flow}`,
        { headers: { cookie: `tabard-browser=${person.cookie(STEP)}`, accept: 'text/html' } },
      )
      assert.equal(there.status, 403)
    })

    test('a request with one of its cookies twice is refused, and the answer removes the planted one', async () => {
      const person = await signInAt(stage, await operatorAt(stage))
      for (const name of [SESSION, STEP]) {
        const cookie = `${name}=planted; ${name}=x; ${person.cookies()}`
        const answer = await consoleCall(stage.service, cookie, 'GET', '/session')
        assert.equal(answer.status, 400)
        assert.equal(((await answer.json()) as { messageId: string }).messageId, 'TABRD0121E')
        const removed = answer.headers.getSetCookie()
        assert.ok(removed.includes(`${name}=; Path=/session; Max-Age=0`))
        assert.ok(
          removed.every(line => !line.includes('Path=/;')),
          'ours stays',
        )
      }
      for (const path of ['/signin', '/signin/step?flow=x', '/signed-out']) {
        const page = await navigate(`${url}${path}`, { headers: { cookie: `${STEP}=a; ${STEP}=b` } })
        assert.equal(page.status, 400)
        assert.match(await page.text(), /<h1>Repeated cookie<\/h1>[\s\S]*Open the page again/)
      }
      assert.equal(await isIn(stage, person), true)
    })

    test('the application through which the console signed in before is gone', async () => {
      const query = new URLSearchParams({
        client_id: 'tabard-console',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${url}/callback`,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })
      const answer = await navigate(`${stage.service.url}/v1.0/endpoint/default/authorize?${query}`)
      assert.equal(answer.status, 400)
    })
  })
}
