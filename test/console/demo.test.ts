import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createApplication, SIGN_IN } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { addOperator, consoleCall, consolePerson, signedInOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { type TestService, testService } from '../support/service.ts'

interface Begun {
  readonly url: string
  readonly userName: string
  readonly password: string
}

for (const engine of usually('PostgreSQL')) {
  describe(`trying the sign-in of a theme on ${engine}`, () => {
    let service: TestService
    let cookie: string
    let themeId: string

    before(async () => {
      service = await testService(engine)
      await addOperator(service, 'boss@example.com', 'administrator')
      await addOperator(service, 'maker@example.com', 'themeDeveloper')
      ;({ cookie } = await signedInOperator(service, 'boss@example.com'))
      themeId = await service.createTheme('Harbour', packageOf({ 'common/page_style.css': 'a{}' }))
    })
    after(async () => await service.stop())

    const begin = async (by = cookie, theme = themeId): Promise<Begun> =>
      (await (
        await consoleCall(service, by, 'POST', '/v1.0/tabard/demo', { themeId: theme })
      ).json()) as Begun
    const end = async (left: string, by = cookie): Promise<Response> => {
      const query = new URL(left).searchParams
      const answer = { code: query.get('code'), state: query.get('state') }
      return await consoleCall(service, by, 'POST', '/v1.0/tabard/demo/end', answer)
    }

    test('leads through the whole journey in that theme, and out again', async () => {
      const { url, userName, password } = await begin()
      const person = new Person(service.url)
      await person.visit(url)
      assert.equal(person.shown!.heading, 'Sign in')
      assert.ok(person.shown!.html.includes(`themeId=${themeId}`), 'in this theme')
      assert.equal(person.shown!.forms[0]!.fields.username, userName)
      await person.submit({ password })
      assert.ok(person.left!.startsWith(`${service.service.consoleUrl}/try?`))
      const answer = await end(person.left!)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      const ended = (await answer.json()) as {
        themeId: string
        claims: Record<string, unknown>
        signOutUrl: string
      }
      assert.deepEqual(
        [ended.themeId, ended.claims.preferred_username, ended.claims.name],
        [themeId, userName, 'Demo Person'],
      )
      assert.equal((await end(person.left!)).status, 400, 'and only once')
      await person.visit(ended.signOutUrl)
      assert.ok(person.shown!.html.includes(`themeId=${themeId}`), 'also on the way out')
      await person.submit({})
      assert.match(person.shown!.heading, /signed out/i)
      assert.ok(person.shown!.html.includes(`themeId=${themeId}`))
    })

    test('is in the audit trail, with the network address of whoever began it', async () => {
      await begin()
      const [entry] = await service.service.store.tenant('main').audit.list({ limit: 1, event: 'demo-begun' })
      assert.deepEqual([entry?.userName, entry?.address], ['boss@example.com', '127.0.0.1'])
    })

    test('asks for the password even where somebody is signed in', async () => {
      const person = new Person(service.url)
      await person.visit(SIGN_IN)
      await person.submit({ username: 'maker@example.com', password: PASSWORD })
      assert.notEqual(person.cookie('tabard-session'), undefined)
      await person.visit((await begin()).url)
      assert.equal(person.shown!.heading, 'Sign in')
    })

    test('shows nothing of other accounts in its theme, which anybody can open', async () => {
      const person = new Person(service.url)
      await person.visit(SIGN_IN)
      await person.submit({ username: 'maker@example.com', password: PASSWORD })
      const demo = (await begin()).url
      for (const prompt of ['consent', 'login']) {
        await person.visit(demo.replace('prompt=login', `prompt=${prompt}`))
        assert.equal(person.shown!.heading, 'Sign in', prompt)
        assert.ok(!person.shown!.html.includes('maker@'), prompt)
      }
      // What the form leads back to is the person's own page, in the theme that it always has.
      const cancelled = await person.visit(`${person.shown!.forms[0]!.action}&operation=cancel`)
      assert.equal(cancelled.heading, 'You are signed in')
      assert.ok(!cancelled.html.includes(`themeId=${themeId}`))
      await person.visit(`/flows/?reference=profile&${new URL(cancelled.url).search.slice(1)}`)
      assert.ok(!person.shown!.html.includes(`themeId=${themeId}`))
      await person.visit(demo)
      await person.submit({ username: 'maker@example.com', password: PASSWORD })
      assert.match(person.shown!.alert, /username|password/i)
      assert.equal(person.left, undefined)
    })

    test('its account opens nothing else', async () => {
      const redirect = 'https://shop.example/callback'
      const { clientId } = await createApplication(service.service.store.tenant('main'), {
        name: 'Shop',
        redirects: [redirect],
        public: true,
      })
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirect,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })
      const shop = `/v1.0/endpoint/default/authorize?${query}`
      const { url, userName, password } = await begin()
      for (const door of [shop, SIGN_IN, '/signin']) {
        const person = door === '/signin' ? consolePerson(service) : new Person(service.url)
        await person.visit(door)
        await person.submit({ username: userName, password })
        assert.match(person.shown!.alert, /username|password/i, door)
        assert.equal(person.left, undefined, door)
        assert.equal(person.cookie('tabard-console'), undefined, door)
      }
      const person = new Person(service.url)
      await person.visit(url)
      await person.submit({ password })
      assert.ok(person.left)
      await person.visit(shop)
      assert.equal(person.shown!.heading, 'Sign in', 'who is signed in to the demo is so to the demo alone')
    })

    test('each operator has an account of their own, and each try a new password', async () => {
      const { cookie: other } = await signedInOperator(service, 'maker@example.com')
      const [first, second, third] = [await begin(), await begin(other), await begin()]
      assert.notEqual(first.userName, second.userName)
      assert.deepEqual([first.userName === third.userName, first.password === third.password], [true, false])
      const person = new Person(service.url)
      await person.visit(first.url)
      await person.submit({ password: first.password })
      assert.notEqual(person.shown!.alert, '')
      await person.submit({ username: third.userName, password: third.password })
      assert.equal((await end(person.left!, other)).status, 400, 'and it is for who began it')
    })

    test('takes nothing but a theme that there is', async () => {
      for (const [body, status] of [
        [{}, 400],
        [{ themeId: 7 }, 400],
        [{ themeId: 'nothing' }, 404],
        [{ themeId: 'default' }, 201],
      ] as const)
        assert.equal(
          (await consoleCall(service, cookie, 'POST', '/v1.0/tabard/demo', body)).status,
          status,
          JSON.stringify(body),
        )
      const headers = { authorization: `Bearer ${await service.token()}` }
      const byToken = await consoleCall(service, '', 'POST', '/v1.0/tabard/demo', { themeId }, headers)
      assert.equal(byToken.status, 401)
      const forged = `${service.service.consoleUrl}/try?code=x&state=${'y'.repeat(43)}`
      assert.equal((await end(forged)).status, 400)
    })
  })
}
