import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { refusal } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { navigate } from '../support/navigate.ts'
import { addOperator, consoleCall, signedInOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

const LOGIN = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
const MAIL = 'notifications/user_management/profile/default/account_created_email.xml'
const LOGOUT = 'authentication/logout/default/logout_success.html'

interface PlanAnswer {
  readonly notChecked: readonly unknown[]
  readonly findings: {
    readonly checked: boolean
    readonly added: readonly { readonly rule: string; readonly file: string }[]
  }
}

for (const engine of ENGINES) {
  describe(`the console on ${engine}`, () => {
    let service: TestService
    let url: string
    const people = {
      administrator: 'boss@example.com',
      developer: 'maker@example.com',
      nobody: 'visitor@example.com',
    }

    before(async () => {
      service = await testService(engine)
      url = service.service.consoleUrl
      await addOperator(service, people.administrator, 'administrator')
      await addOperator(service, people.developer, 'themeDeveloper')
      await addAccount(service, { email: people.nobody })
    })
    after(async () => await service.stop())

    const operator = async (userName: string) => await signedInOperator(service, userName)
    const call = async (
      cookie: string,
      ...request: [method: string, path: string, body?: unknown, headers?: Record<string, string>]
    ) => await consoleCall(service, cookie, ...request)

    test('tells who is signed in, and as what', async () => {
      const { cookie, person } = await operator(people.administrator)
      assert.ok(person.steps.at(-1)!.url.endsWith('/themes?x=1'), 'and leads to where somebody wanted to go')
      const session = (await (await call(cookie, 'GET', '/session')).json()) as Record<string, string>
      assert.deepEqual(
        [session.userName, session.role, session.pagesUrl],
        [people.administrator, 'administrator', service.url],
      )
    })

    test('lets nobody in who has no part in it', async () => {
      const { cookie, person } = await operator(people.nobody)
      assert.deepEqual([person.shown!.status, cookie], [403, ''])
      assert.match(person.shown!.html, /may not use the console[\s\S]*href="\/signin\?again=1/)
      assert.equal((await call('', 'GET', '/session')).status, 401)
      assert.equal((await call(`tabard-console=${'A'.repeat(43)}`, 'GET', '/session')).status, 401)
    })

    test('answers calls that do not exist with an error, not with its page', async () => {
      const { cookie } = await operator(people.administrator)
      for (const session of ['', cookie]) {
        for (const path of ['/v1.0/nothing', '/v1.0/tabard/nothing?x=1', '/v1.0/'])
          assert.deepEqual(await refusal(await call(session, 'GET', path)), [404, 'TABRD0101E'], path)
        const opened = await navigate(`${url}/v1.0/tabard/nothing`, { headers: { cookie: session } })
        assert.deepEqual(await refusal(opened), [404, 'TABRD0101E'])
      }
      assert.notEqual((await navigate(`${url}/v1`)).status, 404)
    })

    test('takes calls from its own pages only', async () => {
      const { cookie } = await operator(people.administrator)
      const path = '/v1.0/tabard/themes'
      for (const headers of [
        {},
        { origin: service.url },
        { origin: 'null' },
        { origin: `${url}.evil.example` },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: service.url, 'sec-fetch-site': 'same-origin' },
      ] as Record<string, string>[])
        assert.equal(
          (await call(cookie, 'GET', path, undefined, headers)).status,
          403,
          JSON.stringify(headers),
        )
      for (const headers of [{ origin: url }, { 'sec-fetch-site': 'same-origin' }] as Record<
        string,
        string
      >[])
        assert.equal((await call(cookie, 'GET', path, undefined, headers)).status, 200)
    })

    test('its session means nothing at the pages, and theirs nothing to it', async () => {
      const { cookie } = await operator(people.administrator)
      const there = await fetch(`${service.url}/v1.0/tabard/themes`, { headers: { cookie, origin: url } })
      assert.equal(there.status, 401)
      const page = await fetch(`${service.url}${SIGN_IN}?runtime=true`, { headers: { cookie } })
      assert.match(await page.text(), /<h1>Sign in<\/h1>/)
      const secret = cookie.split('=')[1]
      assert.equal((await call(`tabard-session=${secret}`, 'GET', '/session')).status, 401)
    })

    test('a bearer token works here too', async () => {
      const authorization = `Bearer ${await service.token()}`
      const answer = await fetch(`${url}/v1.0/branding/themes`, { headers: { authorization } })
      assert.equal(answer.status, 200)
      const applications = await fetch(`${url}/v1.0/tabard/applications`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"name":"x"}',
      })
      assert.equal(applications.status, 403)
    })

    test('a bearer token does not read applications, nor try a sign-in, whatever it sends', async () => {
      const headers = { authorization: `Bearer ${await service.token()}` }
      const told = async (path: string, request: RequestInit = {}) => {
        const answer = await fetch(`${url}/v1.0/tabard${path}`, { headers, ...request })
        return [answer.status, ((await answer.json()) as { messageId?: string }).messageId]
      }
      const refused = [401, 'TABRD0601E']
      assert.deepEqual(await told('/applications'), refused)
      assert.deepEqual(await told('/applications/nothing'), refused)
      const json = { ...headers, 'content-type': 'application/json' }
      for (const path of ['/demo', '/demo/end'])
        for (const body of ['{"themeId":"default"}', '{"themeId":"no such theme"}', 'no JSON'])
          assert.deepEqual(await told(path, { method: 'POST', headers: json, body }), refused, path + body)
    })

    test('an administrator gives an application a theme, and takes it away', async () => {
      const { cookie } = await operator(people.administrator)
      const themeId = await service.createTheme('Harbour', packageOf({ 'common/page_style.css': ':root{}' }))
      const made = await call(cookie, 'POST', '/v1.0/tabard/applications', {
        name: 'Shop',
        redirects: ['https://shop.example/callback'],
        themeId,
        consent: true,
        formPost: true,
      })
      assert.equal(made.status, 201)
      const { id, clientSecret } = (await made.json()) as { id: string; clientSecret: string }
      assert.match(clientSecret, /^[\w-]{43}$/)
      const refused = await call(cookie, 'DELETE', `/v1.0/branding/themes/${themeId}`)
      assert.deepEqual(
        [refused.status, ((await refused.json()) as { messageId: string }).messageId],
        [405, 'CSIAZ3024E'],
      )
      const themes = (await (await call(cookie, 'GET', '/v1.0/tabard/themes')).json()) as {
        themes: { id: string; customized: number; applications: { name: string }[] }[]
      }
      const harbour = themes.themes.find(theme => theme.id === themeId)!
      assert.deepEqual([harbour.customized, harbour.applications.map(({ name }) => name)], [1, ['Shop']])
      const changed = await call(cookie, 'PUT', `/v1.0/tabard/applications/${id}`, { themeId: 'default' })
      const now = (await changed.json()) as { themeId: string | null; formPost: boolean }
      assert.deepEqual([now.themeId, now.formPost], [null, true])
      const bare = async (settings: object) => {
        const answer = await call(cookie, 'PUT', `/v1.0/tabard/applications/${id}`, settings)
        const { themeId, description } = (await answer.json()) as Record<string, unknown>
        return { themeId, description }
      }
      const full = { themeId, description: 'For sailors' }
      assert.deepEqual(await bare(full), full)
      assert.deepEqual(await bare({ formPost: true }), full)
      assert.deepEqual(await bare({ themeId: null }), { themeId: null, description: 'For sailors' })
      assert.deepEqual(await bare({ description: null }), { themeId: null, description: null })
      assert.deepEqual(await bare({ description: 'Again' }), { themeId: null, description: 'Again' })
      assert.deepEqual(await bare({ description: ' ' }), { themeId: null, description: null })
      assert.equal((await call(cookie, 'DELETE', `/v1.0/branding/themes/${themeId}`)).status, 204)
      const rotated = await call(cookie, 'POST', `/v1.0/tabard/applications/${id}/secret`)
      assert.notEqual(((await rotated.json()) as { clientSecret: string }).clientSecret, clientSecret)
      const listed = await (await call(cookie, 'GET', '/v1.0/tabard/applications')).text()
      assert.doesNotMatch(listed, /secretHash|clientSecret/)
      assert.equal((await call(cookie, 'DELETE', `/v1.0/tabard/applications/${id}`)).status, 204)
      for (const [body, status] of [
        [{}, 400],
        [{ name: '' }, 400],
        [{ name: 'x', redirects: 'https://x.example' }, 400],
        [{ name: 'x', redirects: ['http://x.example/a'] }, 400],
        [{ name: 'x', themeId: 'master' }, 400],
        [{ name: 'x', secondFactor: 'yes' }, 400],
        [{ name: 'x', factors: 'app' }, 400],
        [{ name: 'x', factors: ['mail'] }, 400],
        [{ name: 'x', factors: ['app', 'sms'] }, 400],
        [{ name: 'x', formPost: 'yes' }, 400],
        [{ name: 'x', formPost: true, redirects: ['com.example.x:/a'] }, 400],
      ] as const)
        assert.equal(
          (await call(cookie, 'POST', '/v1.0/tabard/applications', body)).status,
          status,
          JSON.stringify(body),
        )
    })

    test('a theme developer looks after themes, and only looks at applications', async () => {
      const { cookie } = await operator(people.developer)
      const made = await call(cookie, 'POST', '/v1.0/tabard/themes', { name: 'Mine' })
      assert.equal(made.status, 201)
      const { id } = (await made.json()) as { id: string }
      const { revisions } = (await (
        await call(cookie, 'GET', `/v1.0/tabard/themes/${id}/revisions`)
      ).json()) as {
        revisions: { author: string }[]
      }
      assert.deepEqual(
        revisions.map(({ author }) => author),
        [`account:${people.developer}`],
      )
      assert.equal((await call(cookie, 'GET', '/v1.0/tabard/applications')).status, 200)
      assert.equal((await call(cookie, 'POST', '/v1.0/tabard/applications', { name: 'x' })).status, 403)
    })

    test('an administrator makes API clients, whose secrets are told once', async () => {
      const { cookie } = await operator(people.administrator)
      const at = '/v1.0/tabard/clients'
      const made = await call(cookie, 'POST', at, {
        name: 'CI',
        entitlements: ['readTemplates'],
        answersNoContent: true,
      })
      assert.equal(made.status, 201)
      const { clientId, clientSecret } = (await made.json()) as { clientId: string; clientSecret: string }
      const listed = await (await call(cookie, 'GET', at)).text()
      assert.ok(listed.includes(clientId) && !listed.includes(clientSecret) && !listed.includes('Hash'))
      const used = async (secret: string) =>
        (
          await fetch(`${service.url}/v1.0/endpoint/default/token`, {
            method: 'POST',
            body: new URLSearchParams({
              grant_type: 'client_credentials',
              client_id: clientId,
              client_secret: secret,
            }),
          })
        ).status
      assert.equal(await used(clientSecret), 200)
      const rotated = await call(cookie, 'POST', `${at}/${clientId}/secret`)
      assert.equal(await used(((await rotated.json()) as { clientSecret: string }).clientSecret), 200)
      assert.equal(await used(clientSecret), 401)
      assert.equal(
        (await call(cookie, 'PUT', `${at}/${clientId}`, { entitlements: ['manageTemplates'] })).status,
        204,
      )
      assert.equal(
        (await call(cookie, 'PUT', `${at}/${clientId}`, { entitlements: ['everything'] })).status,
        400,
      )
      assert.equal((await call(cookie, 'DELETE', `${at}/${clientId}`)).status, 204)
      const { cookie: other } = await operator(people.developer)
      assert.equal((await call(other, 'GET', at)).status, 403)
    })

    test('a role that is taken away is gone at once', async () => {
      const { cookie } = await operator(people.developer)
      await executed(
        service.database,
        "update accounts set theme_developer = 0 where user_name = 'maker@example.com'",
      )
      assert.equal((await call(cookie, 'GET', '/session')).status, 401)
      await executed(
        service.database,
        "update accounts set theme_developer = 1 where user_name = 'maker@example.com'",
      )
      assert.equal((await call(cookie, 'GET', '/session')).status, 200)
      assert.equal((await call(cookie, 'POST', '/signout')).status, 204)
      assert.equal((await call(cookie, 'GET', '/session')).status, 401)
    })

    test('a theme is made from another one, and an upload is told before it is done', async () => {
      const { cookie } = await operator(people.administrator)
      const files = { 'common/page_style.css': 'a{}', 'common/own.css': 'b{}' }
      const from = await service.createTheme('Original', packageOf(files))
      const made = await call(cookie, 'POST', '/v1.0/tabard/themes', {
        name: 'Copy',
        description: 'of it',
        from,
      })
      const { id, description } = (await made.json()) as { id: string; description: string }
      assert.equal(description, 'of it')
      const form = new FormData()
      const upload = {
        'common/page_style.css': 'changed{}',
        'common/own.css': 'b{}',
        'common/new.css': 'c{}',
        'other/thing.html': 'x',
        [LOGIN]: '<form>\n@UNHEARD_OF@ <img src="https://cdn.example/a.png"></form>',
        [LOGOUT]: randomBytes(3_300_000).toString('base64'),
      }
      form.set('files', new Blob([packageOf(upload)]), 'brand.zip')
      const plan = await fetch(`${url}/v1.0/tabard/themes/${id}/plan`, {
        method: 'POST',
        headers: { cookie, origin: url },
        body: form,
      })
      const { findings, ...changes } = (await plan.json()) as PlanAnswer
      assert.ok(findings.added.some(({ rule, file }) => rule === 'form/required-field' && file === LOGIN))
      assert.deepEqual(changes, {
        scripts: [],
        whole: false,
        added: ['common/new.css', 'other/thing.html'],
        changed: [LOGIN, LOGOUT, 'common/page_style.css'],
        unchanged: ['common/own.css'],
        removed: [],
        ignored: [],
        neverShown: ['other/thing.html'],
        unknownMacros: [{ name: 'UNHEARD_OF', file: LOGIN, line: 2 }],
        lostAddresses: [],
        widened: [{ directive: 'img-src', origin: 'https://cdn.example', pages: ['login'] }],
        unusable: [
          { page: 'login', locale: 'default', why: `${LOGIN} lacks the form for signing in` },
          { page: 'logout', locale: 'default', why: `the page is too large (more than 4 MiB), in ${LOGOUT}` },
        ],
        notChecked: [],
        outdated: [],
        outdatedBases: [],
      })
      const text = await (
        await call(cookie, 'GET', `/v1.0/branding/themes/${id}/common/page_style.css`)
      ).text()
      assert.equal(text, 'a{}', 'nothing was done')
      assert.equal((await call(cookie, 'POST', '/v1.0/tabard/themes', { name: 'Copy' })).status, 409)
      assert.equal(
        (await call(cookie, 'POST', '/v1.0/tabard/themes', { name: 'Z', from: 'nothing' })).status,
        404,
      )
    })

    test('a plan looks into mails, and into every language that it touches', async () => {
      const { cookie } = await operator(people.administrator)
      const mail = await service.call('GET', `/v1.0/branding/themes/master/${MAIL}`)
      const form = new FormData()
      const upload = {
        'common/page_style.css': 'a{}',
        'common/page_components/de/page_header.html': '<img src="https://de.example/a.png">@IN_GERMAN@',
        [MAIL]: (await mail.text()).replace('</html>', '@NOT_THERE@</html>'),
      }
      form.set('files', new Blob([packageOf(upload)]), 'brand.zip')
      const plan = await fetch(`${url}/v1.0/tabard/themes/default/plan`, {
        method: 'POST',
        headers: { cookie, origin: url },
        body: form,
      })
      assert.match(plan.headers.get('etag')!, /^"\d+-/)
      const { unusable, unknownMacros, widened } = (await plan.json()) as {
        unusable: unknown[]
        unknownMacros: { name: string; file: string }[]
        widened: { origin: string }[]
      }
      assert.deepEqual(unusable, [])
      assert.deepEqual(new Set(unknownMacros.map(({ name }) => name)), new Set(['IN_GERMAN', 'NOT_THERE']))
      assert.deepEqual(
        widened.map(({ origin }) => origin),
        ['https://de.example'],
      )
    })
  })
}
