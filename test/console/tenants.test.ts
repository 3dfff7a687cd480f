import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { updateTenant } from '../../src/identity/identity.ts'
import type { Tenant } from '../../src/store/store.ts'
import { ENGINES } from '../support/database.ts'
import { navigate } from '../support/navigate.ts'
import { addOperator, consoleCall, consolePerson, signedInOperator } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { type TestService, testService } from '../support/service.ts'
import { addTenant } from '../support/tenants.ts'
import { send } from '../support/wire.ts'

const EMAIL = 'boss@example.com'
const SESSION = '/session'

for (const engine of ENGINES) {
  describe(`the consoles of several tenants on ${engine}`, () => {
    let service: TestService
    let two: Tenant
    let bare: Tenant
    let consoleTwo: string
    /** The sessions of an administrator of each tenant; that of the first began before there was a second one. */
    let cookies: { main: string; two: string }

    before(async () => {
      service = await testService(engine)
      const id = await addOperator(service, EMAIL, 'administrator')
      const { cookie: main } = await signedInOperator(service, EMAIL)
      assert.notEqual(main, '')
      const { store, consoleUrl } = service.service
      consoleTwo = `http://console.two.localhost:${new URL(consoleUrl).port}`
      const publicUrl = `http://two.localhost:${new URL(service.url).port}`
      two = await addTenant(service, 'Two', 'two.localhost', { publicUrl, consoleUrl: consoleTwo })
      bare = await addTenant(service, 'Bare', 'bare.localhost')
      // The same account, with the same id and password: only the tenant differs.
      const account = await store.tenant('main').accounts.get(id)
      for (const tenant of [two, bare])
        await store.tenant(tenant.id).write(tx => tx.accounts.create(account!))
      cookies = { main, two: await signedInAt(consoleTwo) }
    })
    after(async () => await service.stop())

    /** Somebody whose browser resolves a host name to the service. */
    const personAt = (consoleUrl: string) => {
      const headers = { host: new URL(consoleUrl).host, origin: consoleUrl }
      return new Person(service.service.consoleUrl, headers, navigate)
    }
    const signedInAt = async (consoleUrl: string) => {
      const person = personAt(consoleUrl)
      await person.visit('/signin')
      await person.submit({ username: EMAIL, password: PASSWORD })
      return `tabard-console=${person.cookie('tabard-console') ?? ''}`
    }
    /** The answer of the console's server to a call, with exactly these headers. */
    const asked = async (headers: Record<string, string>, path = SESSION) => {
      const { status, body } = await send(service.service.consoleUrl, 'GET', path, headers)
      return { status, body: body.toString() }
    }
    const at = (consoleUrl: string, cookie: string) => ({
      host: new URL(consoleUrl).host,
      origin: consoleUrl,
      cookie,
    })

    test('each signs its own people in, and the first one is where it was', async () => {
      const { consoleUrl } = service.service
      for (const [url, cookie, pagesUrl] of [
        [consoleUrl, cookies.main, service.url],
        [consoleUrl, (await signedInOperator(service, EMAIL)).cookie, service.url],
        [consoleTwo, cookies.two, two.publicUrl],
      ] as const) {
        const { status, body } = await asked(at(url, cookie))
        assert.equal(status, 200, url)
        assert.equal(JSON.parse(body).pagesUrl, pagesUrl)
      }
    })

    test('no session opens the console of another tenant, whatever the headers claim', async () => {
      const { consoleUrl } = service.service
      const here = at(consoleUrl, cookies.two)
      const there = at(consoleTwo, cookies.main)
      const forged = { 'x-forwarded-host': new URL(consoleTwo).host, forwarded: `host=${two.host}` }
      assert.equal((await asked(here)).status, 401)
      assert.equal((await asked(there)).status, 401)
      assert.equal((await asked({ ...here, ...forged })).status, 401)
      assert.equal((await asked({ ...here, origin: consoleTwo })).status, 403)
      assert.equal((await asked({ ...there, origin: consoleUrl })).status, 403)
      assert.equal((await asked({ ...at(consoleUrl, cookies.main), ...forged })).status, 200)
    })

    test('a form of one is refused by another', async () => {
      const person = personAt(consoleTwo)
      await person.visit('/signin')
      const origin = service.service.consoleUrl
      const answer = await person.send('POST', '/signin', { username: EMAIL, password: PASSWORD }, { origin })
      assert.equal(answer.status, 403)
      assert.ok((await answer.text()).includes(consoleTwo), 'it says where the form belongs')
    })

    test('a link for a forgotten password leads to the console of its tenant', async () => {
      const { store, consoleUrl } = service.service
      for (const [id, person, own] of [
        [two.id, personAt(consoleTwo), consoleTwo],
        ['main', consolePerson(service), consoleUrl],
      ] as const) {
        await person.visit('/signin/forgotten')
        await person.submit({ username: EMAIL })
        const [mail] = await store.tenant(id).outbox.list(1)
        assert.ok(mail!.text.includes(`${own}/`), own)
        const other = own === consoleTwo ? consoleUrl : consoleTwo
        assert.ok(!mail!.text.includes(`${other}/`))
      }
    })

    test('the pages of a tenant lead to its own console', async () => {
      for (const [host, location] of [
        [new URL(service.url).host, service.service.consoleUrl],
        [two.host!, consoleTwo],
      ] as const) {
        const { status, headers } = await send(service.url, 'GET', '/console', { host, accept: 'text/html' })
        assert.deepEqual([status, headers.location], [302, location])
      }
    })

    test('the demo of a theme leads back to the console of its tenant', async () => {
      const headers = { ...at(consoleTwo, cookies.two), 'content-type': 'application/json' }
      const body = JSON.stringify({ themeId: 'default' })
      const begun = await send(service.service.consoleUrl, 'POST', '/v1.0/tabard/demo', headers, body)
      assert.equal(begun.status, 201)
      const url = new URL(JSON.parse(begun.body.toString()).url)
      assert.equal(url.origin, two.publicUrl)
      assert.equal(url.searchParams.get('redirect_uri'), `${consoleTwo}/try`)
      const path = `${url.pathname}${url.search}`
      const { status, headers: told } = await send(service.url, 'GET', path, { host: url.host })
      assert.equal(status, 303)
      assert.match(told.location!, /\/interaction\//)
      url.searchParams.set('redirect_uri', `${service.service.consoleUrl}/try`)
      const foreign = `${url.pathname}${url.search}`
      assert.equal((await send(service.url, 'GET', foreign, { host: url.host })).status, 400)
    })

    test('a tenant without a console is told so, and how to give it one', async () => {
      const host = bare.host!
      const opens = { host, accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      const page = await send(service.service.consoleUrl, 'GET', '/signin', opens)
      assert.equal(page.status, 404)
      assert.match(page.body.toString(), /no console.+tabard tenant update &lt;tenant&gt; --console-url/s)
      assert.equal((await send(service.url, 'GET', '/console', opens)).status, 404)
      const told = await send(service.url, 'GET', '/console', { host })
      assert.match(JSON.parse(told.body.toString()).messageDescription, /tabard tenant update/)
      const { status, body } = await asked({ host: 'elsewhere.example' })
      assert.deepEqual([status, JSON.parse(body).messageId], [404, 'TABRD0103E'])
    })

    test('a console can be moved and taken away while the service runs', async () => {
      const { store } = service.service
      const moved = `http://moved.localhost:${new URL(consoleTwo).port}`
      const status = async (url: string) => (await asked(at(url, cookies.two))).status
      const changed = await updateTenant(store, two, change(moved), service.service)
      assert.deepEqual([await status(moved), await status(consoleTwo)], [200, 404])
      await updateTenant(store, changed, change(null), service.service)
      assert.deepEqual([await status(moved), await status(service.service.consoleUrl)], [404, 401])
      await updateTenant(store, two, change(consoleTwo), service.service)
      assert.equal(await status(consoleTwo), 200)
      const entries = await store.tenant(two.id).audit.list({ limit: 100, event: 'tenant-updated' })
      assert.deepEqual(
        entries.map(({ details }) => details),
        [{ consoleUrl: consoleTwo }, { consoleUrl: '' }, { consoleUrl: moved }],
      )
    })

    test('the audit trail of a tenant begins with how it was made', async () => {
      const [entry] = await service.service.store
        .tenant(two.id)
        .audit.list({ limit: 1, event: 'tenant-created' })
      const { name, host, publicUrl } = two
      assert.deepEqual(entry!.details, {
        name,
        host,
        publicUrl,
        consoleUrl: consoleTwo,
        locale: '',
        factors: '',
      })
      const main = await consoleCall(service, cookies.main, 'GET', '/v1.0/tabard/audit?event=tenant-created')
      assert.ok(!(await main.text()).includes('Two'), 'other tenants do not read it')
    })
  })
}

function change(consoleUrl: string | null) {
  return { name: undefined, consoleUrl, locale: undefined }
}
