import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { usually } from '../support/database.ts'
import { addAccount } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'

const AT = '/v1.0/tabard/sources'
const GOOGLE = { preset: 'google', clientId: 'tabard', secret: 'top-secret' }

for (const engine of usually('PostgreSQL')) {
  describe(`the calls for identity sources on ${engine}`, () => {
    let service: TestService
    let administrator: TestOperator
    let token: string

    before(async () => {
      service = await testService(engine)
      administrator = await operatorOf(service, 'administrator')
      ;({ token } = await clientToken(service, ['manageSources']))
      await addAccount(service, { userName: 'ada' })
    })
    after(async () => await service.stop())

    const call = async (method: string, path: string, body?: object, bearer = token) =>
      await fetch(`${service.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })

    test('need the entitlement manageSources, or an administrator', async () => {
      const { token: other } = await clientToken(service, ['manageTemplates', 'manageAccess'])
      assert.equal((await call('GET', AT, undefined, other)).status, 403)
      assert.equal((await call('GET', AT)).status, 200)
      assert.equal((await call('GET', '/v1.0/branding/themes')).status, 403)
      assert.deepEqual(await administrator.json('GET', AT), { sources: [] })
      const developer = await operatorOf(service, 'developer')
      assert.equal((await developer.call('GET', AT)).status, 403)
    })

    test('never show a secret again, and ask for it when the issuer changes', async () => {
      const made = await call('POST', AT, GOOGLE)
      const shown = await made.text()
      const { id, redirectUri } = JSON.parse(shown)
      assert.equal(made.status, 201)
      assert.equal(redirectUri, `${service.url}/sources/${id}/callback`)
      const answers = [
        shown,
        await (await call('GET', AT)).text(),
        await (await call('GET', `${AT}/${id}`)).text(),
        await (await call('PUT', `${AT}/${id}`, { creates: true })).text(),
      ]
      for (const text of answers) {
        assert.doesNotMatch(text, /top-secret/)
        assert.match(text, /"hasSecret":true/)
      }
      const moved = { issuer: 'https://attacker.example' }
      assert.equal((await call('PUT', `${AT}/${id}`, moved)).status, 400)
      const again = await call('PUT', `${AT}/${id}`, { ...moved, secret: 'for the other one' })
      assert.equal(again.status, 200)
    })

    test('an application offers sources that exist', async () => {
      const { sources } = (await (await call('GET', AT)).json()) as { sources: { id: string }[] }
      const made = await administrator.json<{ id: string; sources: unknown; directory: boolean }>(
        'POST',
        '/v1.0/tabard/applications',
        { name: 'Shop' },
      )
      assert.deepEqual([made.sources, made.directory], [null, true])
      const at = `/v1.0/tabard/applications/${made.id}`
      const offered = { sources: [sources[0]!.id], directory: false }
      const { sources: now, directory } = await administrator.json<typeof offered>('PUT', at, offered)
      assert.deepEqual({ sources: now, directory }, offered)
      assert.equal((await administrator.call('PUT', at, { sources: ['none'] })).status, 404)
    })

    test('links are made and removed by an administrator, and everything is audited', async () => {
      const at = '/v1.0/tabard/accounts/ada/links'
      const made = await administrator.json<{ links: { origin: string }[] }>('POST', at, {
        source: 'google',
        subject: '42',
      })
      assert.deepEqual(
        made.links.map(({ origin }) => origin),
        ['given'],
      )
      assert.equal((await call('DELETE', `${at}?source=google&subject=42`)).status, 204)
      assert.equal((await call('DELETE', `${AT}/google`)).status, 204)
      const { entries } = await administrator.json<{ entries: { event: string; details: object }[] }>(
        'GET',
        '/v1.0/tabard/audit?limit=100',
      )
      const events = entries.map(({ event }) => event).filter(event => event.startsWith('source-'))
      assert.deepEqual(events, [
        'source-removed',
        'source-unlinked',
        'source-linked',
        'source-changed',
        'source-changed',
        'source-created',
      ])
      assert.doesNotMatch(JSON.stringify(entries), /top-secret|for the other one/)
      const changed = entries.flatMap(({ event, details }) => (event === 'source-changed' ? [details] : []))
      assert.deepEqual(
        changed.map(details => (details as { changed: string }).changed),
        ['issuer secret', 'creates'],
      )
    })

    test('take only private keys that can be used, and ask for one when the authentication changes', async () => {
      const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
      const key = (curve: string) => pem(generateKeyPairSync('ec', { namedCurve: curve }).privateKey)
      const settings = { preset: 'openid', name: 'Keyed', issuer: 'https://id.example', clientId: 'tabard' }
      const status = async (body: object) => (await call('POST', AT, body)).status
      assert.equal(await status({ ...settings, authentication: 'key', secret: 'no key' }), 400)
      assert.equal(await status({ ...settings, authentication: 'key', secret: key('P-384') }), 400)
      const apple = { preset: 'apple', clientId: 'tabard', keyId: 'K', teamId: 'T' }
      const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
      assert.equal(await status({ ...apple, secret: rsa }), 400)
      assert.equal(await status({ ...settings, secret: 'top-secret' }), 201)
      const change = async (body: object) => (await call('PUT', `${AT}/Keyed`, body)).status
      assert.equal(await change({ authentication: 'key' }), 400)
      assert.equal(await change({ authentication: 'key', secret: key('P-256') }), 200)
      assert.equal(await change({ authentication: 'secret' }), 400)
      assert.equal(await change({ authentication: 'none' }), 400)
      assert.equal(await change({ authentication: 'none', secret: null }), 200)
      assert.equal((await call('DELETE', `${AT}/Keyed`)).status, 204)
    })

    test('keep the issuer while accounts are linked: another one gives the same ids to other people', async () => {
      const made = await call('POST', AT, { ...GOOGLE, name: 'Moving' })
      const { id } = (await made.json()) as { id: string }
      const links = '/v1.0/tabard/accounts/ada/links'
      await administrator.json('POST', links, { source: 'Moving', subject: '42' })
      const moved = { issuer: 'https://other.example', secret: 'for the other one' }
      const refused = await call('PUT', `${AT}/${id}`, moved)
      assert.equal(refused.status, 400)
      assert.match(await refused.text(), /linked with people at this issuer/)
      const shown = async () => (await (await call('GET', `${AT}/${id}`)).json()) as { issuer: string }
      assert.equal((await shown()).issuer, 'https://accounts.google.com')
      assert.equal((await call('PUT', `${AT}/${id}`, { creates: true, secret: 'renewed' })).status, 200)
      assert.equal((await call('DELETE', `${links}?source=Moving&subject=42`)).status, 204)
      assert.equal((await call('PUT', `${AT}/${id}`, moved)).status, 200)
      assert.equal((await shown()).issuer, moved.issuer)
      assert.equal((await call('DELETE', `${AT}/${id}`)).status, 204)
    })

    test('disable a stored source that would be refused today, but change nothing else', async () => {
      const made = await call('POST', AT, { ...GOOGLE, name: 'Old' })
      const { id } = (await made.json()) as { id: string }
      const issuer = 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0'
      await service.service.store.tenant('main').write(async tx => {
        const {
          hasSecret: _,
          id: __,
          createdAt: ___,
          updatedAt: ____,
          ...settings
        } = (await tx.identitySources.get(id))!
        await tx.identitySources.update(id, { ...settings, issuer })
      })
      const change = async (body: object) => await call('PUT', `${AT}/${id}`, body)
      assert.equal((await change({ enabled: false, creates: true })).status, 400)
      const disabled = await change({ enabled: false })
      assert.equal(disabled.status, 200)
      const shown = (await disabled.json()) as { enabled: boolean; issuer: string; hasSecret: boolean }
      assert.deepEqual([shown.enabled, shown.issuer, shown.hasSecret], [false, issuer, true])
      assert.equal((await change({ enabled: true })).status, 400)
      assert.equal((await change({ creates: true })).status, 400)
      assert.equal((await call('DELETE', `${AT}/${id}`)).status, 204)
    })
  })
}
