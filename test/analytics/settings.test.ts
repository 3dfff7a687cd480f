import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { bytes, explanation, json, ownPaths, packageBytes, refusal, tagOf } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { addOperator, consoleCall, signedInOperator } from '../support/operator.ts'
import { packageOf, pathsOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'

const LOGIN = '/idaas/mtfim/sps/idaas/login?'
const REGISTRATION = '/flows/?reference=registration&'
const ID = 'GTM-AB12CD3'
const PAGE = 'user_flows/registration/default/registration.html'
const GERMAN = 'user_flows/registration/de/registration.html'
const FOOTER = 'common/page_components/default/page_footer.html'
const MASTER = readFileSync(`master/templates/${PAGE}`)
const BY_HAND = `<script>(function(w,d,s,l,i){w[l]=w[l]||[];var j=d.createElement(s);
j.src='https://www.googletagmanager.com/gtm.js?id='+i;d.head.append(j)})(window,document,'script','dataLayer','${ID}');</script>`
const OFF = { container: null, byHand: false, eval: false, firstParty: false }
/** What the page may reach with the tag manager: of the service itself, its assets and what counts visits. */
const reached = (url: string) => ({
  'img-src': "'self' https://*.google-analytics.com https://*.googletagmanager.com",
  'connect-src': `${ownPaths(url)} https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com`,
  'frame-src': 'https://www.googletagmanager.com',
})

type State = typeof OFF | { container: string; byHand: boolean; eval: boolean; firstParty: boolean }

for (const engine of ENGINES) {
  describe(`the tag manager of a theme on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string | Uint8Array> = {}) =>
      await service.createTheme(`Measured ${++number}`, packageOf({ 'common/page_style.css': '', ...files }))
    const address = (id: string) => `/v1.0/tabard/themes/${id}/analytics`
    const stated = async (id: string) => await json<State>(await service.call('GET', address(id)))
    const put = async (id: string, body: unknown, headers = {}) =>
      await service.call('PUT', address(id), JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      })
    const set = async (id: string, wish: object) => {
      const answer = await put(id, { container: null, eval: false, firstParty: false, ...wish })
      assert.equal(answer.status, 200, await answer.clone().text())
      return await json<State>(answer)
    }
    const file = async (id: string, path = PAGE) =>
      await bytes(await service.call('GET', `/v1.0/branding/themes/${id}/${path}`))
    const own = async (id: string) => pathsOf(await packageBytes(service, id, true))
    const revisions = async (id: string) =>
      (
        await json<{ revisions: { cause: string; author: string }[] }>(
          await service.call('GET', `/v1.0/tabard/themes/${id}/revisions`),
        )
      ).revisions.map(({ cause, author }) => `${cause} by ${author}`)
    const shown = async (id: string, page = REGISTRATION, language = 'en') => {
      const answer = await fetch(`${service.url}${page}themeId=${id}`, {
        headers: { 'accept-language': language },
      })
      assert.equal(answer.status, 200)
      const html = await answer.text()
      assert.match(html, new RegExp(`themeId=${id}`))
      const policy = answer.headers.get('content-security-policy')!.replaceAll(/nonce-[\w-]+/g, 'nonce')
      const directives = policy.split('; ').map(line => line.split(/ (.*)/s).slice(0, 2))
      return { html, policy, of: Object.fromEntries(directives) as Record<string, string> }
    }

    test('is off at first', async () => {
      const id = await theme()
      assert.deepEqual(await stated(id), OFF)
      assert.deepEqual(await stated('default'), OFF)
    })

    test('comes with both snippets and the hosts that it needs, and goes without a trace', async () => {
      const [id, other] = [await theme(), await theme()]
      const policies = async () => ({
        page: (await shown(id)).policy,
        login: (await shown(id, LOGIN)).policy,
        other: (await shown(other)).policy,
      })
      const first = await policies()
      assert.doesNotMatch(first.page, /google|eval/)
      const on = { container: ID, byHand: false, eval: false, firstParty: false }
      assert.deepEqual(await set(id, { container: ID }), on)
      assert.deepEqual(await stated(id), on)

      const { html, of, policy } = await shown(id)
      assert.match(
        html,
        /<script nonce="[^"]+" defer src="https:\/\/www\.googletagmanager\.com\/gtm\.js\?id=GTM-AB12CD3">/,
      )
      assert.match(
        html,
        /<noscript><iframe src="https:\/\/www\.googletagmanager\.com\/ns\.html\?id=GTM-AB12CD3"/,
      )
      assert.equal(of['script-src'], "'nonce' 'strict-dynamic' https://www.googletagmanager.com")
      for (const [directive, sources] of Object.entries(reached(service.url)))
        assert.equal(of[directive], sources)
      assert.doesNotMatch(policy, /unsafe-eval/)
      assert.deepEqual({ ...(await policies()), page: '' }, { ...first, page: '' })

      assert.deepEqual(await set(id, {}), OFF)
      assert.deepEqual(await policies(), first)
      assert.deepEqual(await own(id), ['common/page_style.css'], 'the copy of the page is dropped again')
      assert.deepEqual(await file(id), MASTER)
      const by = 'by client:test-client'
      assert.deepEqual(await revisions(id), [`analytics ${by}`, `analytics ${by}`, `create ${by}`])
    })

    test('may evaluate only where that is wanted, and as long as it is there', async () => {
      const id = await theme()
      await set(id, { container: ID, eval: true })
      assert.match((await shown(id)).of['script-src']!, / 'unsafe-eval'$/)
      const explained = await service.call('GET', `/v1.0/tabard/explain?page=registration&themeId=${id}`)
      const told = await json<{ policy: { text: string; widened: object[] } }>(explained)
      assert.match(told.policy.text, / 'unsafe-eval';/)
      const [directive, by] = ['img-src', 'the tag manager that it carries']
      const hosts = told.policy.widened.filter(one => 'directive' in one && one.directive === directive)
      assert.deepEqual(hosts, [
        { directive, origin: 'https://*.google-analytics.com', by },
        { directive, origin: 'https://*.googletagmanager.com', by },
      ])
      assert.doesNotMatch((await shown(id, LOGIN)).policy, /unsafe-eval/)
      await set(id, { container: ID, eval: false })
      assert.doesNotMatch((await shown(id)).policy, /unsafe-eval/)
      await set(id, { container: ID, eval: true })
      await service.call('DELETE', `/v1.0/branding/themes/${id}/${PAGE}`)
      assert.equal((await stated(id)).container, null)
      assert.doesNotMatch((await shown(id)).policy, /unsafe-eval|google/)
      assert.equal((await set(id, { container: null, eval: true })).eval, false)
    })

    test('may evaluate no longer once the page carries another one', async () => {
      const id = await theme()
      const page = `/v1.0/branding/themes/${id}/${PAGE}`
      const byHand = (container: string) =>
        fileForm(String(MASTER).replace('</head>', `${BY_HAND.replace(ID, container)}</head>`))
      await set(id, { container: ID, eval: true })
      await service.call('PUT', page, byHand('GTM-OTHER1'))
      assert.deepEqual(await stated(id), { ...OFF, container: 'GTM-OTHER1', byHand: true })
      assert.doesNotMatch((await shown(id)).policy, /unsafe-eval/)
      const explained = await service.call('GET', `/v1.0/tabard/explain?page=registration&themeId=${id}`)
      assert.doesNotMatch(await explained.text(), /unsafe-eval/)
      await service.call('PUT', page, byHand(ID))
      assert.equal((await stated(id)).eval, true)
      assert.match((await shown(id)).policy, /unsafe-eval/)
    })

    test('is put in once, whichever container it is', async () => {
      const id = await theme()
      await set(id, { container: ID })
      const once = await file(id)
      const made = (await revisions(id)).length
      await set(id, { container: ID })
      assert.deepEqual(await file(id), once)
      assert.equal((await revisions(id)).length, made, 'nothing changed, nothing is remembered')
      await set(id, { container: 'GTM-OTHER1' })
      assert.equal(String(await file(id)), String(once).replaceAll(ID, 'GTM-OTHER1'))
      await set(id, {})
      assert.deepEqual(await file(id), MASTER)
    })

    const pages = {
      'Windows line ends': Buffer.from(String(MASTER).replaceAll('\n', '\r\n')),
      'a byte order mark': Buffer.concat([Buffer.from('\ufeff'), MASTER, Buffer.from('<!-- ä -->')]),
      'an encoding of old': Buffer.concat([MASTER, Buffer.from([0x3c, 0x70, 0x3e, 0xe4, 0x80, 0xff])]),
      'UTF-16': Buffer.from(`\ufeff${MASTER}ä`, 'utf16le'),
      'UTF-16 the other way round': Buffer.from(`\ufeff${MASTER}ä`, 'utf16le').swap16(),
      'neither head nor marks': Buffer.from(
        '<p>Ä</p>\0<link href="?themeId=@THEME_ID@"> @REGISTRATION_FORM@',
      ),
    }
    for (const [what, page] of Object.entries(pages))
      test(`leaves a page with ${what} as it was`, async () => {
        const id = await theme({ [PAGE]: page })
        await set(id, { container: ID })
        assert.match((await shown(id)).html, /gtm\.js\?id=GTM-AB12CD3/)
        assert.notDeepEqual(await file(id), page)
        await set(id, {})
        assert.deepEqual(await file(id), page)
      })

    test('comes to every language that has a page of its own', async () => {
      const german = Buffer.from(`${MASTER}<!-- deutsch -->`)
      const id = await theme({ [GERMAN]: german })
      await set(id, { container: ID })
      for (const language of ['en', 'de', 'fr']) {
        const { html, of } = await shown(id, REGISTRATION, language)
        assert.match(html, /gtm\.js\?id=GTM-AB12CD3/)
        assert.match(of['script-src']!, /googletagmanager/)
      }
      await set(id, {})
      assert.deepEqual(await own(id), ['common/page_style.css', GERMAN])
      assert.deepEqual(await file(id, GERMAN), german)
    })

    test('is taken out of every copy, also where one of them cannot be made into a page', async () => {
      const id = await theme({ [GERMAN]: MASTER })
      await set(id, { container: ID })
      const german = await file(id, GERMAN)
      const broken = Buffer.concat([german, Buffer.from('<div>'.repeat(3_000))])
      await service.call('PUT', `/v1.0/branding/themes/${id}/${GERMAN}`, fileForm(String(broken)))
      const answer = await put(id, { container: 'GTM-OTHER1', eval: false, firstParty: false })
      assert.match(await explanation(answer.clone()), new RegExp(`${GERMAN}.*nested too deeply`))
      assert.deepEqual(await refusal(answer), [400, 'TABRD0506E'])
      assert.deepEqual(await set(id, {}), OFF)
      assert.deepEqual(await own(id), ['common/page_style.css', GERMAN])
      assert.deepEqual(await file(id, GERMAN), Buffer.concat([MASTER, Buffer.from('<div>'.repeat(3_000))]))
    })

    for (const [where, files] of [
      ['the page', { [PAGE]: String(MASTER).replace('</head>', `${BY_HAND}</head>`) }],
      ['a part of it', { [FOOTER]: `<footer>${BY_HAND}</footer>` }],
    ] as const) {
      test(`is recognized in ${where} where it was put by hand`, async () => {
        const id = await theme(files)
        assert.deepEqual(await stated(id), { ...OFF, container: ID, byHand: true })
        const { of, policy } = await shown(id)
        assert.match(of['img-src']!, /google-analytics/)
        assert.doesNotMatch(policy, /unsafe-eval/)
        assert.doesNotMatch((await shown(id, LOGIN)).of['script-src']!, /google/)

        assert.equal((await set(id, { container: ID, eval: true })).byHand, true)
        assert.match((await shown(id)).policy, /unsafe-eval/)
        assert.deepEqual(await own(id), [...Object.keys(files), 'common/page_style.css'].sort())
        const answer = await put(id, { container: 'GTM-OTHER1', eval: false, firstParty: false })
        assert.match(await explanation(answer.clone()), /already has the container GTM-AB12CD3/)
        assert.deepEqual(await refusal(answer), [409, 'TABRD0312E'])
        assert.deepEqual(await set(id, {}), { ...OFF, container: ID, byHand: true })
      })
    }

    test('is not there where it stands in a comment', async () => {
      const id = await theme({ [PAGE]: String(MASTER).replace('</head>', `<!-- ${BY_HAND} --></head>`) })
      assert.deepEqual(await stated(id), OFF)
      assert.doesNotMatch((await shown(id)).policy, /google/)
    })

    test('is written whole or not at all', async () => {
      const id = await theme()
      const bad: [unknown, number, string][] = [
        [{ container: 'GTM-x', eval: false, firstParty: false }, 400, 'TABRD0506E'],
        [{ container: 'G-AB12CD3', eval: false, firstParty: false }, 400, 'TABRD0506E'],
        [{ container: 7, eval: false, firstParty: false }, 400, 'TABRD0506E'],
        [{ container: ID, eval: 'yes', firstParty: false }, 400, 'TABRD0506E'],
        [{ container: ID, firstParty: 1 }, 400, 'TABRD0506E'],
        [{}, 400, 'TABRD0506E'],
        [{ containers: ID }, 400, 'TABRD0506E'],
        [[], 400, 'TABRD0402E'],
      ]
      for (const [body, ...expected] of bad) assert.deepEqual(await refusal(await put(id, body)), expected)
      const wish = { container: ID, eval: true, firstParty: true }
      assert.deepEqual(await refusal(await put(id, wish, { 'if-match': '"0-x"' })), [412, 'TABRD0309E'])
      assert.deepEqual(await refusal(await put('nowhere', wish)), [404, 'TABRD0301E'])
      assert.deepEqual(await refusal(await put('master', wish)), [405, 'TABRD0303E'])
      assert.deepEqual(await stated(id), OFF)
      assert.equal((await revisions(id)).length, 1)
    })

    test('stays as it is where only the rest is set', async () => {
      const some = async (id: string, wish: object) => await json<State>(await put(id, wish))
      const byHand = String(MASTER).replace('</head>', `${BY_HAND}</head>`)
      const id = await theme({ [GERMAN]: byHand })
      const files = await own(id)
      const first = { ...OFF, container: ID, byHand: true }
      assert.deepEqual(await some(id, { firstParty: true }), { ...first, firstParty: true })
      assert.deepEqual(await some(id, { eval: true }), { ...first, eval: true, firstParty: true })
      assert.deepEqual(await own(id), files, 'nothing is put into another copy')
      assert.equal((await revisions(id)).length, 1)

      const broken = await theme({ [GERMAN]: `${byHand}${'<div>'.repeat(3_000)}` })
      assert.deepEqual(await some(broken, { firstParty: true }), { ...OFF, firstParty: true })
      assert.deepEqual(await some(broken, { eval: true }), { ...OFF, firstParty: true })

      const other = await theme()
      await some(other, { container: ID, eval: true })
      assert.equal((await some(other, { container: ID })).eval, true)
      await Promise.all([some(other, { firstParty: true }), some(other, { eval: false })])
      assert.deepEqual(await stated(other), { ...OFF, container: ID, firstParty: true })
      await some(other, { eval: true })
      assert.equal((await some(other, { container: 'GTM-OTHER1' })).eval, false, 'it was allowed for another')
      const last = await put(other, { container: null })
      assert.equal(last.headers.get('etag'), await tagOf(service, other))
      assert.deepEqual(await json<State>(last), { ...OFF, firstParty: true })
    })

    test('loses nothing that is written meanwhile', async () => {
      const id = await theme()
      const paths = ['a', 'b', 'c', 'd'].map(name => `common/static/${name}.css`)
      const writes = paths.map(path =>
        service.call('PUT', `/v1.0/branding/themes/${id}/${path}`, fileForm('a {}')),
      )
      await Promise.all([...writes, set(id, { container: ID }), set(id, { container: ID, eval: true })])
      assert.equal((await stated(id)).container, ID)
      assert.deepEqual(await own(id), ['common/page_style.css', ...paths, PAGE])
    })

    test('is as the last of many writers wants it', async () => {
      const id = await theme()
      const write = (firstParty: boolean) => set(id, { firstParty })
      for (let round = 0; round < 5; round++) await Promise.all([true, false, true, false].map(write))
      const entries = await service.service.store
        .tenant('main')
        .audit.list({ limit: 50, event: 'theme-analytics-changed' })
      const recorded = entries.filter(({ details }) => details.themeId === id)
      const values = recorded.map(({ details }) => details.firstParty)
      assert.ok(
        values.every((value, index) => value !== values[index + 1]),
        'only what changed is recorded',
      )
      assert.equal(String((await stated(id)).firstParty), values[0])
    })

    test('is for whoever may change themes, and recorded', async () => {
      const id = await theme()
      const reader = { authorization: `Bearer ${(await clientToken(service, ['readTemplates'])).token}` }
      assert.equal((await service.call('GET', address(id), undefined, reader)).status, 200)
      const wish = { container: ID, eval: false, firstParty: true }
      assert.equal((await put(id, wish, reader)).status, 403)

      await addOperator(service, 'dev@example.com', 'themeDeveloper')
      const { cookie } = await signedInOperator(service, 'dev@example.com')
      const answer = await consoleCall(service, cookie, 'PUT', address(id), wish)
      assert.deepEqual(await json(answer), { ...wish, byHand: false })
      const [entry] = await service.service.store
        .tenant('main')
        .audit.list({ limit: 1, event: 'theme-analytics-changed' })
      assert.equal(entry!.userName, 'dev@example.com')
      const details = { themeId: id, container: ID, eval: 'false', firstParty: 'true' }
      assert.deepEqual(entry!.details, details)
    })

    test('gets its container, in the languages of a theme', async () => {
      const id = await theme({
        'common/labels/de/template_labels.properties': '$REG_TITLE_START$=Mitmachen\n',
      })
      const get = async (query: string) =>
        await service.call('GET', `/v1.0/tabard/analytics/container?${query}`)
      const answer = await get('measurementId=G-AB12CD34EF')
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      const name = 'attachment; filename="tabard-registration-G-AB12CD34EF.json"'
      assert.equal(answer.headers.get('content-disposition'), name)
      assert.equal(await answer.text(), readFileSync('test/fixtures/analytics/container.json', 'utf8'))

      const german = await (
        await get(`measurementId=G-AB12CD34EF&eval=false&locales=en,de&themeId=${id}`)
      ).text()
      assert.match(german, /"Mitmachen"/)
      assert.match(german, /"Ihr Konto wurde erstellt"/)
      assert.match(german, /"type": "d"/)
      assert.doesNotMatch(german, /jsm|\(en\)/)
      for (const [query, ...expected] of [
        ['', 400, 'TABRD0506E'],
        ['measurementId=UA-1-1', 400, 'TABRD0506E'],
        ['measurementId=G-ABCD&eval=maybe', 400, 'TABRD0107E'],
        ['measurementId=G-ABCD&locales=!', 400, 'TABRD0107E'],
        ['measurementId=G-ABCD&locales=eo', 400, 'TABRD0107E'],
        [`measurementId=G-ABCD&locales=${Array(60).fill('de')}`, 400, 'TABRD0107E'],
        ['measurementId=G-ABCD&themeId=nowhere', 404, 'TABRD0301E'],
      ] as const)
        assert.deepEqual(await refusal(await get(query)), expected)
    })
  })
}
