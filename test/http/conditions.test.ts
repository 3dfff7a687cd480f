import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operatorOf } from '../support/console.ts'
import { usually } from '../support/database.ts'
import { type TestService, testService } from '../support/service.ts'

const OWN = '/v1.0/tabard'
const ATTRIBUTE = { name: 'department', kind: 'text', label: 'Department' }
const form = (title: string) => ({
  kind: 'user_form',
  steps: [{ id: 'a', title, fields: [{ attribute: 'department' }] }],
  end: { outcome: 'page' },
})

for (const engine of usually('PostgreSQL')) {
  describe(`settings that two people change at the same time on ${engine}`, () => {
    let service: TestService
    let cookie: string
    const places: Record<string, string> = { 'the linter': `${OWN}/lint/settings` }

    const call = async (method: string, path: string, body?: object, etag?: string) => {
      const { consoleUrl: url } = service.service
      return await fetch(`${url}${path}`, {
        method,
        headers: {
          cookie,
          origin: url,
          ...(body && { 'content-type': 'application/json' }),
          ...(etag !== undefined && { 'if-match': etag }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    }

    before(async () => {
      service = await testService(engine)
      ;({ cookie } = await operatorOf(service, 'administrator'))
      for (const [what, list, body] of [
        ['an application', 'applications', { name: 'Shop' }],
        ['an API client', 'clients', { name: 'CI', entitlements: ['readTemplates'] }],
        ['an identity source', 'sources', { preset: 'google', clientId: 'tabard', secret: 'x' }],
      ] as const) {
        const made = (await (await call('POST', `${OWN}/${list}`, body)).json()) as {
          id?: string
          clientId: string
        }
        places[what] = `${OWN}/${list}/${made.id ?? made.clientId}`
      }
      for (const [what, path, body] of [
        ['an attribute', 'attributes/department', { attribute: ATTRIBUTE }],
        ['a user flow', 'flows/forms', { document: form('Team') }],
      ] as const) {
        places[what] = `${OWN}/${path}`
        assert.equal((await call('PUT', places[what], body)).status, 200)
      }
    })
    after(async () => await service.stop())

    for (const [what, change] of [
      ['an application', { description: 'Shoes' }],
      ['an API client', { name: 'Nightly' }],
      ['an identity source', { enabled: false }],
      ['the linter', { tagManager: true }],
      ['a user flow', { document: form('Your team') }],
      ['an attribute', { attribute: { ...ATTRIBUTE, label: 'Division' } }],
    ] as const)
      test(`whoever has ${what} already gets it again only after a change`, async () => {
        const path = places[what]!
        const get = async (tag: string, headers: object = { cookie, origin: service.service.consoleUrl }) =>
          await fetch(`${service.service.consoleUrl}${path}`, {
            headers: { 'if-none-match': tag, ...headers },
          })
        const tag = (await call('GET', path)).headers.get('etag')!
        for (const given of [tag, `W/${tag}`, `"old", ${tag}`, '*']) {
          const known = await get(given)
          assert.equal(known.status, 304, given)
          assert.equal(known.headers.get('etag'), tag)
          assert.equal(await known.text(), '')
        }
        assert.equal((await get('"old"')).status, 200)
        assert.equal(
          (await get(tag, { origin: service.service.consoleUrl })).status,
          401,
          'whoever is not signed in is told nothing',
        )
        assert.ok((await call('PUT', path, change)).ok)
        const changed = await get(tag)
        assert.equal(changed.status, 200)
        assert.notEqual(changed.headers.get('etag'), tag)
      })

    for (const [what, first, second] of [
      ['an application', { redirects: ['https://a.example/'] }, { redirects: ['https://b.example/'] }],
      ['an API client', { entitlements: ['manageTemplates'] }, { entitlements: ['manageAccess'] }],
      ['an identity source', { trustedDomains: ['a.example'] }, { trustedDomains: ['b.example'] }],
      ['the linter', { scriptOrigins: ['https://a.example'] }, { scriptOrigins: ['https://b.example'] }],
    ] as const)
      test(`a write of ${what} as it was before another write is refused`, async () => {
        const path = places[what]!
        const tag = async () => (await call('GET', path)).headers.get('etag')!
        const before = await tag()
        assert.equal(await tag(), before)
        const written = await call('PUT', path, first, before)
        assert.ok(written.ok)
        const now = written.headers.get('etag')!
        assert.notEqual(now, before)
        assert.equal(await tag(), now)
        assert.equal((await call('PUT', path, second, before)).status, 412)
        assert.partialDeepStrictEqual(await (await call('GET', path)).json(), first)
        assert.ok((await call('PUT', path, second, now)).ok)
        assert.ok((await call('PUT', path, first)).ok, 'without the header, the last writer wins')
        if (what === 'the linter') return
        assert.equal((await call('DELETE', path, undefined, before)).status, 412)
        assert.equal((await call('DELETE', path, undefined, await tag())).status, 204)
      })

    test('errors about settings are sentences about settings', async () => {
      const { consoleUrl: url } = service.service
      const path = places['the linter']!
      const told = async (header: string, value: string) => {
        const answer = await fetch(`${url}${path}`, {
          method: 'PUT',
          headers: { cookie, origin: url, 'content-type': 'application/json', [header]: value },
          body: JSON.stringify({ tagManager: true }),
        })
        assert.equal(answer.status, 412)
        return ((await answer.json()) as { messageDescription: string }).messageDescription
      }
      assert.equal(
        await told('if-match', '"old"'),
        'The linter settings were changed after you read them. Read them again and repeat your change.',
      )
      assert.equal(
        await told('if-none-match', '*'),
        'The linter settings exist already. Send your change without If-None-Match.',
      )
    })

    test('rules of access are not overwritten, and names of approvers are no part of them', async () => {
      const made = await (await call('POST', `${OWN}/applications`, { name: 'Access' })).json()
      const path = `${OWN}/applications/${(made as { id: string }).id}/access`
      const tag = async (query = '') => (await call('GET', `${path}${query}`)).headers.get('etag')!
      const group = (await (await call('POST', `${OWN}/groups`, { name: 'Leads' })).json()) as { id: string }
      const before = await tag()
      assert.equal(await tag('?limit=1&search=none'), before)
      const approvers = [`group:${group.id}`]
      const written = await call('PUT', path, { approvers }, before)
      assert.ok(written.ok)
      const now = written.headers.get('etag')!
      assert.notEqual(now, before)
      assert.equal(await tag(), now)
      assert.equal((await call('PUT', path, { approvers: [] }, before)).status, 412)
      assert.equal((await call('PUT', path, { requestsForOthers: true }, before)).status, 412)
      assert.ok((await call('PUT', `${OWN}/groups/${group.id}`, { name: 'Heads' })).ok)
      assert.equal(await tag(), now)
      assert.ok((await call('PUT', path, { requestsForOthers: true }, now)).ok)
      assert.notEqual(await tag(), now)
      assert.ok((await call('PUT', path, { approvers: [] })).ok, 'without the header, the last writer wins')
    })

    test('neither a new secret of a client nor its use is a change of it', async () => {
      const body = { name: 'Build', entitlements: ['readTemplates'] }
      const { clientId } = (await (await call('POST', `${OWN}/clients`, body)).json()) as { clientId: string }
      const path = `${OWN}/clients/${clientId}`
      const tag = async () => (await call('GET', path)).headers.get('etag')
      const before = await tag()
      const { clientSecret } = (await (await call('POST', `${path}/secret`)).json()) as {
        clientSecret: string
      }
      assert.ok(await service.token(clientId, clientSecret))
      await service.service.store.tenant('main').write(tx => tx.clients.used(clientId, Date.now()))
      assert.equal(await tag(), before)
      assert.equal((await call('PUT', path, { name: 'CI' }, before!)).status, 204)
    })
  })
}
