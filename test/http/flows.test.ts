import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../src/core/user-flows/document.ts'
import { createApplication, removeApplication, updateApplication } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

const FLOWS = '/v1.0/tabard/flows'
const ATTRIBUTES = '/v1.0/tabard/attributes'
const ONLY_NEW = { 'if-none-match': '*' }
const DEPARTMENT = { name: 'department', kind: 'text', label: { default: 'Department', de: 'Abteilung' } }
const [START] = REGISTRATION_FLOW.steps
const SHORT: FlowDocument = {
  ...REGISTRATION_FLOW,
  steps: [{ ...START!, fields: [...START!.fields.slice(4), { attribute: 'department' }] }],
}
const FORM: FlowDocument = {
  kind: 'user_form',
  steps: [{ id: 'a', title: 'A', fields: [] }],
  end: { outcome: 'page' },
}

interface Whole {
  version: number
  designed: boolean
  document: FlowDocument
  mistakes: { path: string; warning: boolean }[]
}

for (const engine of usually('PostgreSQL')) {
  describe(`user flows over HTTP on ${engine}`, () => {
    let service: TestService
    let authorization: string

    before(async () => {
      service = await testService(engine)
      authorization = `Bearer ${(await clientToken(service, ['manageFlows'])).token}`
    })
    after(() => service.stop())

    const ask = async (method: string, path: string, body?: object, headers = {}) =>
      await fetch(`${service.url}${path}`, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
    const whole = async (answer: Response) => (await answer.json()) as Whole
    const keepDepartment = () => ask('PUT', `${ATTRIBUTES}/department`, { attribute: DEPARTMENT })
    const reset = () => ask('DELETE', `${FLOWS}/registration`)

    test('every tenant has a registration and a profile', async () => {
      const { flows } = (await (await ask('GET', FLOWS)).json()) as { flows: Record<string, unknown>[] }
      assert.deepEqual(
        flows.map(({ reference, kind, builtIn, designed, version }) => [
          reference,
          kind,
          builtIn,
          designed,
          version,
        ]),
        [
          ['registration', 'registration', true, false, 1],
          ['profile', 'user_form', true, false, 1],
        ],
      )
      const { document, mistakes } = await whole(await ask('GET', `${FLOWS}/registration`))
      assert.deepEqual(document, REGISTRATION_FLOW)
      assert.deepEqual(mistakes, [])
      assert.equal((await ask('GET', `${FLOWS}/none`)).status, 404)
    })

    test('a version is published, found in the history, restored and reset', async () => {
      await keepDepartment()
      const published = await ask('PUT', `${FLOWS}/registration`, { document: SHORT })
      assert.equal(published.status, 200)
      const { version } = await whole(published)
      assert.equal(published.headers.get('etag'), `"${version}"`)
      assert.deepEqual((await whole(await ask('GET', `${FLOWS}/registration`))).document, SHORT)
      const again = await whole(await ask('PUT', `${FLOWS}/registration`, { document: SHORT }))
      assert.equal(again.version, version, 'the same document is no new version')
      await reset()
      const bare = await whole(await ask('GET', `${FLOWS}/registration`))
      assert.deepEqual([bare.document, bare.designed, bare.version], [REGISTRATION_FLOW, false, version + 1])
      const restored = await ask('POST', `${FLOWS}/registration/versions`, { version })
      assert.deepEqual((await whole(restored)).document, SHORT)
      assert.equal((await ask('POST', `${FLOWS}/registration/versions`, { version: 999 })).status, 404)
      for (const none of [0, 1e9, 1e19, 1e300])
        assert.equal((await ask('POST', `${FLOWS}/registration/versions`, { version: none })).status, 400)
      const { versions } = (await (await ask('GET', `${FLOWS}/registration/versions`)).json()) as {
        versions: { version: number; cause: string; author: string; authorName: string }[]
      }
      assert.deepEqual(
        versions.slice(0, 3).map(({ cause }) => cause),
        ['restored', 'reset', 'published'],
      )
      assert.match(versions[0]!.author, /^client:/)
      assert.equal(versions[0]!.authorName, 'Another client')
      const past = async (number: number | string) => {
        const answer = await ask('GET', `${FLOWS}/registration/versions/${number}`)
        return answer.status === 200 ? ((await answer.json()) as Whole).document : answer.status
      }
      assert.deepEqual(await past(version), SHORT)
      assert.deepEqual(
        await past(version + 1),
        REGISTRATION_FLOW,
        'a reset one is the one that every tenant has',
      )
      assert.deepEqual(await past(1), REGISTRATION_FLOW)
      for (const unknown of [version + 9, 0, -1, '1.5', 'x', '99999999999999999999'])
        assert.equal(await past(unknown), 404, String(unknown))
      await reset()
    })

    test('a text that is missing in a language of a theme is told, once for all texts', async () => {
      const labels = 'common/labels/eo/template_labels.properties'
      await service.createTheme('Esperanto', packageOf({ [labels]: '$REG_INTRO$=Saluton' }))
      const title = { default: 'Join us', de: 'Mach mit' }
      const check = async (document: FlowDocument) => {
        const answer = await ask('POST', `${FLOWS}/registration/check`, { document })
        const { mistakes } = (await answer.json()) as { mistakes: { path: string; reason: string }[] }
        return mistakes.map(({ path, reason }) => `${path}: ${reason}`)
      }
      const own = await check({ ...REGISTRATION_FLOW, steps: [{ ...START!, title }] })
      assert.equal(own.length, 1)
      assert.match(own[0]!, /^: Your themes offer ar, cs, eo, es, .*zh_TW\. 1 texts have neither/)
      const covered = { ...title, label: '$REG_TITLE_START$' }
      assert.deepEqual(await check({ ...REGISTRATION_FLOW, steps: [{ ...START!, title: covered }] }), [])
    })

    test('a document that cannot be used is refused with path and reason, and nothing changes', async () => {
      const before = await (await ask('GET', `${FLOWS}/registration`)).text()
      const wrong = { ...REGISTRATION_FLOW, steps: [{ ...START!, fields: [{ attribute: 'shoe' }] }] }
      const answer = await ask('PUT', `${FLOWS}/registration`, { document: wrong })
      assert.equal(answer.status, 400)
      const { messageId, messageDescription } = (await answer.json()) as Record<string, string>
      assert.equal(messageId, 'TABRD0525E')
      assert.match(messageDescription!, /\/steps\/0\/fields\/0\/attribute: There is no attribute "shoe"\./)
      assert.equal((await ask('PUT', `${FLOWS}/registration`, { document: FORM })).status, 400)
      assert.equal(await (await ask('GET', `${FLOWS}/registration`)).text(), before)
      const checked = await ask('POST', `${FLOWS}/registration/check`, { document: wrong })
      const { usable, mistakes } = (await checked.json()) as { usable: boolean; mistakes: { path: string }[] }
      assert.deepEqual([usable, mistakes[0]!.path], [false, '/steps/0/fields/0/attribute'])
    })

    test('of two designers, the one who did not look is told', async () => {
      const { headers } = await ask('GET', `${FLOWS}/registration`)
      const match = { 'if-match': headers.get('etag')! }
      const flow = { ...REGISTRATION_FLOW, verification: 'none' as const }
      assert.equal((await ask('PUT', `${FLOWS}/registration`, { document: flow }, match)).status, 200)
      assert.equal(
        (await ask('PUT', `${FLOWS}/registration`, { document: REGISTRATION_FLOW }, match)).status,
        412,
      )
      await reset()
    })

    test('a flow of its own is added and removed, under a reference that an address can have', async () => {
      const document = FORM
      assert.equal((await ask('PUT', `${FLOWS}/newsletter`, { document })).status, 200)
      for (const odd of ['user_form', 'a%20b', '%3Cscript%3E', '-x'])
        assert.equal((await ask('PUT', `${FLOWS}/${odd}`, { document })).status, 400, odd)
      assert.equal((await ask('DELETE', `${FLOWS}/newsletter`)).status, 204)
      assert.equal((await ask('DELETE', `${FLOWS}/newsletter`)).status, 404)
    })

    test('a registration that an application uses stays a registration', async () => {
      const store = mainStore(service)
      const partners = { ...REGISTRATION_FLOW, invitationOnly: true }
      const at = `${FLOWS}/partners`
      assert.equal((await ask('PUT', at, { document: FORM })).status, 200)
      assert.equal((await ask('PUT', at, { document: partners })).status, 200)
      const [wiki, shop] = [
        await createApplication(store, { name: 'Wiki', registration: 'partners' }),
        await createApplication(store, { name: 'Shop', registration: 'partners' }),
      ]
      const refused = async (answer: Response) => {
        const { messageId, messageDescription } = (await answer.json()) as Record<string, string>
        assert.deepEqual([answer.status, messageId], [409, 'TABRD0528E'])
        return messageDescription
      }
      assert.equal(
        await refused(await ask('DELETE', at)),
        'Applications use the flow "partners" for registration: "Shop", "Wiki". Choose another registration for them first.',
      )
      await refused(await ask('PUT', at, { document: FORM }))
      await refused(await ask('POST', `${at}/versions`, { version: 1 }))
      assert.deepEqual((await whole(await ask('GET', at))).document, partners)
      await updateApplication(store, wiki.id, { registration: null })
      await refused(await ask('DELETE', at))
      await removeApplication(store, shop.id)
      assert.equal((await ask('DELETE', at)).status, 204)
    })

    test('a flow that somebody else has changed is neither removed nor restored', async () => {
      const at = `${FLOWS}/newsletter`
      const tag = (await ask('PUT', at, { document: FORM })).headers.get('etag')!
      const steps = [{ id: 'b', title: 'B', fields: [] }]
      assert.equal((await ask('PUT', at, { document: { ...FORM, steps } })).status, 200)
      const match = { 'if-match': tag }
      assert.equal((await ask('POST', `${at}/versions`, { version: 1 }, match)).status, 412)
      assert.equal((await ask('DELETE', at, undefined, match)).status, 412)
      const { headers } = await ask('GET', at)
      const current = { 'if-match': headers.get('etag')! }
      const restored = await ask('POST', `${at}/versions`, { version: 1 }, current)
      assert.equal(restored.status, 200)
      const newest = { 'if-match': restored.headers.get('etag')! }
      assert.equal((await ask('DELETE', at, undefined, newest)).status, 204)
    })

    test('an attribute that a flow asks for stays, and its kind stays', async () => {
      await keepDepartment()
      await ask('PUT', `${FLOWS}/registration`, { document: SHORT })
      assert.equal((await ask('DELETE', `${ATTRIBUTES}/department`)).status, 409)
      const number = { attribute: { ...DEPARTMENT, kind: 'number' } }
      assert.equal((await ask('PUT', `${ATTRIBUTES}/department`, number)).status, 409)
      await reset()
      assert.equal((await ask('DELETE', `${ATTRIBUTES}/department`)).status, 204)
      assert.equal((await ask('DELETE', `${ATTRIBUTES}/department`)).status, 404)
    })

    test('If-None-Match: * adds an attribute, and never replaces one', async () => {
      const add = (label: string) =>
        ask('PUT', `${ATTRIBUTES}/plan`, { attribute: { name: 'plan', kind: 'text', label } }, ONLY_NEW)
      assert.equal((await add('Plan')).status, 200)
      assert.equal((await add('Other')).status, 412)
      const kept = await mainStore(service).attributes.list()
      assert.equal(kept.find(({ name }) => name === 'plan')?.label, 'Plan')
      assert.equal((await ask('DELETE', `${ATTRIBUTES}/plan`)).status, 204)
    })

    test('a write of an attribute that somebody else changed meanwhile is refused', async () => {
      const path = `${ATTRIBUTES}/plan`
      const label = (text: string, etag?: string) =>
        ask(
          'PUT',
          path,
          { attribute: { name: 'plan', kind: 'text', label: text } },
          etag === undefined ? {} : { 'if-match': etag },
        )
      assert.equal((await ask('GET', path)).status, 404)
      assert.equal((await label('Plan', '*')).status, 412)
      const first = (await label('Plan')).headers.get('etag')!
      const listed = (await (await ask('GET', ATTRIBUTES)).json()) as { etags: Record<string, string> }
      assert.equal(listed.etags.plan, first)
      const second = (await label('Tariff', first)).headers.get('etag')!
      assert.notEqual(second, first)
      for (const answer of [
        await label('Lost', first),
        await ask('DELETE', path, undefined, { 'if-match': first }),
      ])
        assert.equal(answer.status, 412)
      const shown = await ask('GET', path)
      assert.deepEqual(await shown.json(), { attribute: { name: 'plan', kind: 'text', label: 'Tariff' } })
      assert.equal(shown.headers.get('etag'), second)
      assert.equal((await ask('DELETE', path, undefined, { 'if-match': second })).status, 204)
    })

    test('an attribute that could mean something else is refused', async () => {
      const terms = { name: 'terms', kind: 'consent', label: 'Terms', version: '1' }
      for (const attribute of [
        { name: 'sub', kind: 'text', label: 'x' },
        { name: 'email', kind: 'text', label: 'x' },
        { name: 'openid', kind: 'text', label: 'x' },
        { name: 'plan', kind: 'choice', label: 'x' },
        terms,
        { ...terms, link: 'javascript:alert(1)' },
        { ...terms, link: '//evil.example' },
        { ...terms, link: 'http://evil.example' },
      ])
        assert.equal((await ask('PUT', `${ATTRIBUTES}/${attribute.name}`, { attribute })).status, 400)
      const right = { ...terms, link: 'https://example.com/terms' }
      assert.equal((await ask('PUT', `${ATTRIBUTES}/terms`, { attribute: right })).status, 200)
      assert.equal((await ask('PUT', `${ATTRIBUTES}/other`, { attribute: right })).status, 400)
    })

    test('changes are audited, with who made them', async () => {
      await keepDepartment()
      const entries = await mainStore(service).audit.list({ limit: 5 })
      const entry = entries.find(({ event }) => event === 'attribute-changed')
      assert.equal(entry?.details.attribute, 'department')
      assert.match(entry!.details.by!, /^client:/)
    })

    test('the entitlement is needed, and a client of some themes cannot have it', async () => {
      const other = `Bearer ${await service.token()}`
      assert.equal((await ask('GET', FLOWS, undefined, { authorization: other })).status, 403)
      await assert.rejects(clientToken(service, ['manageFlows'], { themes: ['default'] }), {
        code: 'value_invalid',
      })
    })

    test('the schemas are published', async () => {
      for (const name of ['flow', 'attribute']) {
        const answer = await fetch(`${service.url}/v1.0/tabard/schemas/${name}`)
        assert.match(answer.headers.get('content-type')!, /^application\/schema\+json/)
        const { $schema } = (await answer.json()) as { $schema: string }
        assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema')
      }
    })
  })
}
