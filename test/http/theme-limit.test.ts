import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { OpenApi } from '../../src/http/description/document.ts'
import { createClient, updateClient } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { type Described, operationsOf } from '../support/described.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

const SHEET = 'common/page_style.css'
const HIDDEN = 'hidden-harbour'
const UNKNOWN = 'TABRD0301E'
const LIMITED = 'TABRD0206E'

for (const engine of usually('SQLite'))
  describe(`an API client that is limited to themes on ${engine}`, () => {
    let service: TestService
    let calls: Described[]
    let own: string
    let foreign: string
    let preview: string
    let limited: { id: string; token: string }

    before(async () => {
      service = await testService(engine)
      const all = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi
      calls = operationsOf(all).filter(({ operation }) =>
        operation.security.some(({ token = [] }) => token.some(right => /Templates$/.test(right))),
      )
      own = await service.createTheme('Agency', packageOf({ [SHEET]: '/* own */' }))
      foreign = await service.createTheme(HIDDEN, packageOf({ [SHEET]: `/* ${HIDDEN} */` }), HIDDEN)
      limited = await clientToken(service, ['manageTemplates'], { themes: [own] })
      const unsaved = JSON.stringify({ themeId: foreign, files: { [SHEET]: `/* ${HIDDEN} */` } })
      const made = await service.call('POST', '/v1.0/tabard/preview/login', unsaved, {
        'content-type': 'application/json',
      })
      preview = ((await made.json()) as { id: string }).id
    })
    after(() => service.stop())

    const ask = async (method: string, path: string, body?: FormData | string, more = {}) =>
      await service.call(method, path, body, {
        authorization: `Bearer ${limited.token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...more,
      })

    /** Everything that a caller could learn from an answer. */
    const toldBy = async (answer: Response) => {
      const passing = ['date', 'x-request-id', 'content-length', 'traceparent', 'server-timing']
      const headers = [...answer.headers].filter(([name]) => !passing.includes(name))
      return { status: answer.status, headers, body: await answer.text() }
    }

    /** Bodies of every kind that name a theme, as a call may be sent them. */
    const bodies = (verb: string, theme: string): (() => FormData | string)[] =>
      verb === 'get' || verb === 'delete'
        ? []
        : [
            () => packageForm(packageOf({ [SHEET]: 'a{}' }), { name: HIDDEN, message: 'x' }),
            () => fileForm('a{}'),
            () => JSON.stringify({ themeId: theme, from: theme, name: HIDDEN, revision: 1, files: {} }),
            () => JSON.stringify({ themeId: theme, files: { [SHEET]: 'a{}' }, container: 'GTM-ABC123' }),
          ]

    test('learns nothing of other themes by any call, and changes nothing in them', async () => {
      const before = await toldBy(await service.call('GET', `/v1.0/tabard/themes/${foreign}/revisions`))
      assert.ok(calls.length >= 30, String(calls.length))
      for (const { path, verb, operation } of calls) {
        const answersFor = async (theme: string) => {
          const at = path
            .replace('{id}', theme)
            .replace('{path}', SHEET)
            .replace('{revision}', '1')
            .replace('{page}', 'login')
          const query = new URLSearchParams({
            themeId: theme,
            measurementId: 'G-ABC1234567',
            from: path.includes('funnel') ? '2026-01-01' : '1',
            to: path.includes('funnel') ? '2026-01-02' : '1',
          })
          const asked = bodies(verb, theme)
          const answers = []
          for (const body of asked.length === 0 ? [undefined] : asked)
            for (const headers of [{}, { 'if-match': '*' }, { 'if-none-match': '*' }])
              answers.push(await toldBy(await ask(verb.toUpperCase(), `${at}?${query}`, body?.(), headers)))
          return JSON.parse(JSON.stringify(answers).replaceAll(theme, 'ID')) as typeof answers
        }
        const what = `${verb} ${path} (${operation.operationId})`
        const seen = await answersFor(foreign)
        const unknown = await answersFor(randomUUID())
        for (const answer of seen) {
          assert.ok(!JSON.stringify(answer).includes(HIDDEN), `${what}: ${JSON.stringify(answer)}`)
          assert.ok(!answer.body.includes(foreign), what)
          if (path.includes('{id}')) assert.match(answer.body, new RegExp(`${UNKNOWN}|^$`), what)
        }
        // Times and nonces are those of the moment.
        const lasting = (answers: typeof seen) => answers.map(({ status }) => status)
        assert.deepEqual(lasting(seen), lasting(unknown), what)
      }
      const after = await toldBy(await service.call('GET', `/v1.0/tabard/themes/${foreign}/revisions`))
      assert.equal(after.body, before.body)
    })

    test('sees its themes, and no preview of others', async () => {
      const listed = (await (await ask('GET', '/v1.0/branding/themes')).json()) as { total: number }
      assert.equal(listed.total, 1)
      const told = (await (await ask('GET', '/v1.0/tabard/themes?limit=1&page=1')).json()) as {
        total: number
        themes: { id: string }[]
      }
      assert.deepEqual([told.total, told.themes.map(({ id }) => id)], [1, [own]])
      for (const path of ['preview/login', 'explain', 'analytics/container']) {
        const query = 'measurementId=G-ABC1234567'
        for (const theme of [preview, foreign, 'default'])
          assert.equal((await ask('GET', `/v1.0/tabard/${path}?${query}&themeId=${theme}`)).status, 404, path)
        assert.equal(
          (await ask('GET', `/v1.0/tabard/${path}?${query}`)).status,
          404,
          `${path} without a theme`,
        )
        for (const theme of [own, 'master'])
          assert.equal(
            (await ask('GET', `/v1.0/tabard/${path}?${query}&themeId=${theme}`)).status,
            200,
            `${path} ${theme}`,
          )
      }
      const unsaved = JSON.stringify({ themeId: own, files: { [SHEET]: 'c{}' } })
      const mine = (await (await ask('POST', '/v1.0/tabard/preview/login', unsaved)).json()) as { id: string }
      assert.equal((await ask('GET', `/v1.0/tabard/preview/login?themeId=${mine.id}`)).status, 200)
    })

    test('works on its themes', async () => {
      const put = (path: string, body: FormData) => ask('PUT', `/v1.0/branding/themes/${own}${path}`, body)
      const form = packageForm(packageOf({ [SHEET]: 'b{}' }), { name: 'Agency', description: 'Ours' })
      assert.equal((await put('', form)).status, 201)
      assert.equal((await put(`/${SHEET}`, fileForm('c{}'))).status, 204)
      const pushed = packageForm(packageOf({ [SHEET]: 'd{}' }), { message: 'Blue' })
      assert.equal((await ask('POST', `/v1.0/tabard/themes/${own}/push`, pushed)).status, 200)
      assert.equal((await ask('GET', '/v1.0/branding/themes/master')).status, 200)
      assert.equal((await ask('GET', `/v1.0/branding/themes/${own}/${SHEET}`)).status, 200)
    })

    test('cannot create, copy, rename or reset themes', async () => {
      const answers = [
        await ask('POST', '/v1.0/branding/themes', packageForm(packageOf({}), { name: 'More' })),
        await ask('POST', '/v1.0/tabard/themes', JSON.stringify({ name: 'More', from: own })),
        await ask('PUT', `/v1.0/branding/themes/${own}`, packageForm(undefined, { name: HIDDEN })),
        await ask('PUT', `/v1.0/branding/themes/${own}`, packageForm(undefined, { name: 'Free' })),
        await ask('DELETE', '/v1.0/branding/reset'),
        await ask('DELETE', '/template/v1.0/branding/reset'),
      ]
      for (const answer of answers) {
        assert.equal(answer.status, 403)
        assert.match(await answer.text(), new RegExp(LIMITED))
      }
    })

    test('deploys packages with a name to the default theme, whose name stays', async () => {
      const { token } = await clientToken(service, ['manageTemplates'], { themes: ['default'] })
      const put = async (id: string, form: FormData) =>
        await ask('PUT', `/v1.0/branding/themes/${id}`, form, { authorization: `Bearer ${token}` })
      const named = () => packageForm(packageOf({ [SHEET]: 'b{}' }), { name: HIDDEN })
      const answer = await put('default', named())
      assert.equal(answer.status, 201, await answer.clone().text())
      assert.equal(((await answer.json()) as { nameIgnored?: string }).nameIgnored, HIDDEN)
      assert.equal((await put('default', packageForm(undefined, { name: HIDDEN }))).status, 400)
      assert.equal((await put('master', named())).status, 405)
      assert.equal((await put(own, named())).status, 404)
    })

    test('counts registrations in its themes only', async () => {
      const event = { application: '', locale: 'en', event: 'registration_started', journeys: 1 }
      const day = new Date().toISOString().slice(0, 10)
      await mainStore(service).write(tx =>
        tx.analytics.count([
          { ...event, day, theme: own, times: 3 },
          { ...event, day, theme: foreign, times: 40 },
        ]),
      )
      const answer = await ask('GET', '/v1.0/tabard/analytics/funnel?by=theme')
      const { groups } = (await answer.json()) as { groups: { group: string }[] }
      assert.deepEqual(
        groups.map(({ group }) => group),
        [own],
      )
      const other = await ask('GET', `/v1.0/tabard/analytics/funnel?themeId=${foreign}`)
      assert.equal(other.status, 404)
    })

    test('is limited anew from its next call on', async () => {
      const of = mainStore(service)
      await updateClient(of, limited.id, { themes: [foreign] })
      assert.equal((await ask('GET', `/v1.0/tabard/themes/${own}`)).status, 404)
      assert.equal((await ask('GET', `/v1.0/tabard/themes/${foreign}`)).status, 200)
      await updateClient(of, limited.id, { entitlements: ['readTemplates'] })
      assert.deepEqual((await of.clients.get(limited.id))?.themes, [foreign])
      assert.equal((await ask('GET', `/v1.0/tabard/themes/${own}`)).status, 404)
      assert.equal((await ask('DELETE', `/v1.0/branding/themes/${foreign}`)).status, 403)
      await updateClient(of, limited.id, { themes: null })
      assert.equal((await ask('GET', `/v1.0/tabard/themes/${own}`)).status, 200)
    })

    test('must be limited to themes that exist, and cannot manage access', async () => {
      const of = mainStore(service)
      const client = { name: 'Wrong', entitlements: ['readTemplates'] } as const
      const made = (more: object) => createClient(of, { ...client, ...more })
      await assert.rejects(made({ themes: [randomUUID()] }), { code: 'theme_unknown' })
      await assert.rejects(made({ themes: ['master'] }), { code: 'theme_unknown' })
      await assert.rejects(made({ themes: [] }), { code: 'value_invalid' })
      await assert.rejects(made({ themes: [own, own] }), { code: 'value_invalid' })
      await assert.rejects(made({ themes: [own], entitlements: ['manageAccess'] }), { code: 'value_invalid' })
      const { clientId } = await made({ themes: [own] })
      await assert.rejects(updateClient(of, clientId, { entitlements: ['readTemplates', 'manageAccess'] }), {
        code: 'value_invalid',
      })
    })

    test('keeps a limit to a theme that is gone', async () => {
      const id = await service.createTheme('Gone', packageOf({}))
      const { token } = await clientToken(service, ['readTemplates'], { themes: [id] })
      assert.equal((await service.call('DELETE', `/v1.0/branding/themes/${id}`)).status, 204)
      const authorization = `Bearer ${token}`
      const list = await service.call('GET', '/v1.0/branding/themes', undefined, { authorization })
      assert.equal(((await list.json()) as { total: number }).total, 0)
    })
  })
