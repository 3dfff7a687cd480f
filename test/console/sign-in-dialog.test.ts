import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { rotateSealKey } from '../../src/identity/tenancy/seal-keys.ts'
import { appCode, type Stage, stageOf } from '../journeys/steps.ts'
import { usually } from '../support/database.ts'
import { navigate } from '../support/navigate.ts'
import { consoleCall, signedInOperator } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import { enrolledOperator, operatorAt, SESSION, STEP } from './desk.ts'

interface Next {
  readonly next: 'done' | 'password' | 'code' | 'page'
  readonly flow?: string
  readonly problem?: string
  readonly address?: string
}

for (const engine of usually('SQLite')) {
  describe(`signing in again in the dialog of the console on ${engine}`, () => {
    let stage: Stage
    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    /** As the dialog posts it; the cookies of the answer, and what it does next. */
    const post = async (
      path: string,
      fields: Record<string, string>,
      { cookie = '', origin = stage.service.service.consoleUrl } = {},
    ) => {
      const response = await fetch(`${stage.service.service.consoleUrl}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'application/json', origin, cookie },
        body: new URLSearchParams(fields),
      })
      const cookies = response.headers.getSetCookie().map(line => line.split(';')[0]!)
      const named = (name: string) => cookies.find(one => one.startsWith(`${name}=`))
      return { response, named, next: (await response.json()) as Next }
    }
    const isIn = async (cookie: string) =>
      (await consoleCall(stage.service, cookie, 'GET', '/session')).status === 200

    test('a password suffices where there is no second factor, and the page keeps its place', async () => {
      const { userName } = await operatorAt(stage)
      const wrong = await post('/signin', { username: userName, password: 'not it' })
      assert.equal(wrong.response.status, 422)
      assert.deepEqual(wrong.next, {
        next: 'password',
        problem: 'The username or the password is incorrect.',
      })
      assert.equal(wrong.named(SESSION), undefined)
      const { response, next, named } = await post('/signin', { username: userName, password: PASSWORD })
      assert.deepEqual([response.status, next], [200, { next: 'done' }])
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.ok(await isIn(named(SESSION)!))
    })

    test('a second factor is asked for as on the pages', async () => {
      const who = await enrolledOperator(stage)
      const { next, named } = await post('/signin', { username: who.userName, password: PASSWORD })
      assert.equal(next.next, 'code')
      assert.equal(named(SESSION), undefined)
      const cookie = named(STEP)!
      const step = `/signin/step?flow=${next.flow}`
      const wrong = await post(step, { code: '000000' }, { cookie })
      assert.deepEqual([wrong.next.next, wrong.next.flow], ['code', next.flow])
      assert.match(wrong.next.problem!, /code/i)
      const right = await post(step, { code: appCode(who.secret) }, { cookie })
      assert.deepEqual(right.next, { next: 'done' })
      assert.ok(await isIn(right.named(SESSION)!))
      const over = await post(step, { code: appCode(who.secret) }, { cookie })
      assert.deepEqual([over.response.status, over.next.next], [403, 'password'])
    })

    test('what it has no form for is left to a page', async () => {
      const { userName } = await operatorAt(stage, { temporary: true })
      const { next, named } = await post('/signin', { username: userName, password: PASSWORD })
      assert.equal(next.next, 'page')
      const page = await navigate(`${stage.service.service.consoleUrl}${next.address}`, {
        headers: { cookie: named(STEP)! },
      })
      assert.match(await page.text(), /Choose a new password/)
    })

    test('only the console’s own pages are answered', async () => {
      const { userName } = await operatorAt(stage)
      const foreign = await post(
        '/signin',
        { username: userName, password: PASSWORD },
        { origin: stage.service.url },
      )
      assert.equal(foreign.response.status, 403)
      assert.equal(foreign.named(SESSION), undefined)
    })

    test('each person has keys for drafts, which stay when the key of the tenant is rotated', async () => {
      const keysOf = async (userName: string) => {
        const { cookie } = await signedInOperator(stage.service, userName)
        const answer = await consoleCall(stage.service, cookie, 'GET', '/session')
        return ((await answer.json()) as { draftKeys: string[] }).draftKeys
      }
      const [one, other] = [await operatorAt(stage), await operatorAt(stage)]
      const [first] = await keysOf(one.userName)
      assert.equal(Buffer.from(first!, 'base64url').length, 32)
      assert.notEqual((await keysOf(other.userName))[0], first)
      await rotateSealKey(stage.store, Date.now() - 10_000, false)
      const after = await keysOf(one.userName)
      assert.ok(after.includes(first!), 'what was encrypted before can still be read')
    })
  })
}
