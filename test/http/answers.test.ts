import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeRules, giveAccess } from '../../src/governance/governance.ts'
import type { OpenApi } from '../../src/http/description/document.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { operationsOf, Witness } from '../support/described.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { Person } from '../support/person.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  fileForm,
  packageForm,
  type TestService,
  testService,
} from '../support/service.ts'

import { startSmtp } from '../support/smtp.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

const FORM = 'application/x-www-form-urlencoded'
const STYLE = 'common/page_style.css'

describe('what is answered is what is described', () => {
  let service: TestService
  let all: OpenApi
  let witness: Witness
  let administrator: TestOperator
  let authorization: string
  let id: string

  before(async () => {
    service = await testService('SQLite')
    all = (await (await fetch(`${service.service.consoleUrl}/openapi.json`)).json()) as OpenApi
    witness = new Witness(all)
    administrator = await operatorOf(service, 'administrator')
    authorization = `Bearer ${await service.token()}`
  })
  after(() => service.stop())

  /** A call of an API client. */
  const call = async (method: string, path: string, body?: FormData | string, headers = {}) =>
    await witness.fetch(`${service.url}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    })
  const json = { 'content-type': 'application/json' }
  const statuses = async (...calls: Promise<Response>[]) =>
    (await Promise.all(calls)).map(({ status }) => status)

  /** A call from the console. */
  const asked = async (
    method: string,
    path: string,
    body?: object,
    cookie = administrator.cookie,
    headers: object = {},
  ) => {
    const { consoleUrl: url } = service.service
    return await witness.fetch(`${url}${path}`, {
      method,
      headers: { cookie, origin: url, ...(body && json), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  /** A write from the console of what somebody else has changed. */
  const outdated = (method: string, path: string, body?: object) =>
    asked(method, path, body, administrator.cookie, { 'if-match': '"old"' })

  test('for tokens', async () => {
    const at = `${service.url}/v1.0/endpoint/default/token`
    const form = (secret: string, grant = 'client_credentials') =>
      new URLSearchParams({ client_id: CLIENT_ID, client_secret: secret, grant_type: grant })
    const post = (body: URLSearchParams | string, type = FORM) =>
      witness.fetch(at, { method: 'POST', body: String(body), headers: { 'content-type': type } })
    assert.deepEqual(
      await statuses(
        post(form(CLIENT_SECRET)),
        post(form('wrong')),
        post(form(CLIENT_SECRET, 'password')),
        post('{}', 'application/json'),
        post('x'.repeat(40_000)),
      ),
      [200, 401, 400, 400, 413],
    )
  })

  test('for requests that applications push', async () => {
    const redirect = 'https://app.example.com/callback'
    const made = await addApplication(service, { name: 'Pushing', redirects: [redirect] })
    const push = (change: Record<string, string> = {}) =>
      witness.fetch(`${service.url}/v1.0/endpoint/default/par`, {
        method: 'POST',
        headers: { 'content-type': FORM },
        body: String(
          new URLSearchParams({
            client_id: made.id,
            client_secret: made.clientSecret!,
            response_type: 'code',
            scope: 'openid',
            redirect_uri: redirect,
            ...change,
          }),
        ),
      })
    assert.deepEqual(
      await statuses(
        push(),
        push({ client_secret: 'wrong' }),
        push({ redirect_uri: 'https://evil.example' }),
        push({ state: 'x'.repeat(5_000) }),
        push({ extra: 'x'.repeat(9_000) }),
      ),
      [201, 401, 400, 400, 413],
    )
  })

  test('for themes', async () => {
    const themes = '/v1.0/branding/themes'
    const archive = packageOf({ [STYLE]: 'a{}', 'common/.DS_Store': 'x' })
    const made = await call('POST', themes, packageForm(archive, { name: 'Harbour' }))
    ;({ id } = (await made.json()) as { id: string })
    const at = `${themes}/${id}`
    assert.deepEqual(
      await statuses(
        call('GET', themes),
        call('GET', `${themes}?limit=0`),
        call('POST', themes, packageForm(archive, { name: 'harbour' })),
        call('POST', themes, 'x'),
        call('GET', at),
        call('GET', `${at}?customized_only=true`, undefined, { accept: 'application/zip' }),
        call('GET', `${at}?customized_only=maybe`),
        call('GET', `${themes}/none`),
        call('PUT', at, packageForm(undefined, { name: 'Harbour', description: 'x' })),
        call('PUT', `${themes}/master`, packageForm(archive)),
        call('PUT', at, packageForm(archive), { 'if-match': '"old"' }),
        call('DELETE', `${themes}/default`),
        call('DELETE', '/v1.0/branding/reset', undefined, { authorization: '' }),
      ),
      [200, 400, 409, 415, 200, 200, 400, 404, 201, 405, 412, 405, 401],
    )
  })

  test('for identity sources', async () => {
    await addAccount(service, { userName: 'hopper' })
    const { token } = await clientToken(service, ['manageSources'])
    const registrar = (method: string, path: string, body?: object, headers: object = {}) =>
      call(method, `/v1.0/tabard${path}`, body && JSON.stringify(body), {
        authorization: `Bearer ${token}`,
        ...(body && json),
        ...headers,
      })
    const google = { preset: 'google', clientId: 'tabard', secret: 'x' }
    const link = { source: 'Google', subject: '1' }
    for (const [method, path, body, status] of [
      ['POST', '/sources', google, 201],
      ['POST', '/sources', google, 409],
      ['POST', '/sources', { clientId: 'tabard' }, 400],
      ['GET', '/sources', undefined, 200],
      ['GET', '/sources/google', undefined, 200],
      ['GET', '/sources/none', undefined, 404],
      ['PUT', '/sources/google', { creates: true }, 200],
      ['PUT', '/sources/google', { issuer: 'https://elsewhere.example' }, 400],
      ['POST', '/accounts/hopper/links', link, 200],
      ['POST', '/accounts/hopper/links', link, 400],
      ['GET', '/accounts/hopper/links', undefined, 200],
      ['DELETE', '/accounts/hopper/links?source=google&subject=1', undefined, 204],
      ['DELETE', '/accounts/hopper/links?source=google&subject=1', undefined, 404],
      ['DELETE', '/accounts/hopper/links?source=google', undefined, 400],
      ['GET', '/sources/google/tests/none', undefined, 404],
    ] as const)
      assert.equal((await registrar(method, path, body)).status, status, `${method} ${path}`)
    for (const [method, body] of [['PUT', { creates: true }], ['DELETE']] as const)
      assert.equal((await registrar(method, '/sources/google', body, { 'if-match': '"old"' })).status, 412)
    // Nothing listens there, so that no request leaves the machine.
    await registrar('PUT', '/sources/google', { issuer: 'http://127.0.0.1:9', secret: 'y' })
    const begun = await registrar('POST', '/sources/google/tests')
    assert.equal(begun.status, 201)
    const { id: test } = (await begun.json()) as { id: string }
    assert.equal((await registrar('GET', `/sources/google/tests/${test}`)).status, 200)
    assert.equal((await registrar('DELETE', '/sources/google')).status, 204)
  })

  test('for files', async () => {
    const at = `/v1.0/branding/themes/${id}/${STYLE}`
    const { headers } = await call('GET', at)
    assert.deepEqual(
      await statuses(
        call('GET', at, undefined, { 'if-none-match': headers.get('etag')! }),
        call('GET', `${at}x`),
        call('GET', `/v1.0/branding/themes/${id}/common%2F${STYLE.slice(7)}`),
        call('PUT', at, fileForm('b{}')),
        call('PUT', at, fileForm('b{}'), { 'if-none-match': '*' }),
        call('PUT', `/v1.0/branding/themes/${id}/common/a.png`, fileForm('b{}')),
        call('DELETE', `/v1.0/branding/themes/${id}/common/login.css`),
        call('DELETE', `/v1.0/branding/themes/${id}/a:b`),
      ),
      [304, 404, 200, 204, 412, 400, 404, 400],
    )
    assert.deepEqual(await statuses(call('DELETE', at)), [204])
  })

  test('for the history', async () => {
    const at = `/v1.0/tabard/themes/${id}`
    const archive = packageOf({
      [STYLE]: '@import "https://x.example/a.css"',
      'common/b.html': '@NO_MACRO@',
    })
    const body = (value: object) => JSON.stringify(value)
    assert.deepEqual(
      await statuses(
        call('GET', '/v1.0/tabard/themes'),
        call('POST', '/v1.0/tabard/themes', body({ name: 'Copy', from: id }), json),
        call('POST', '/v1.0/tabard/themes', body({ name: 'master' }), json),
        call('POST', `${at}/plan`, packageForm(archive)),
        call('POST', `${at}/plan`, packageForm(new Uint8Array([1]))),
        call('GET', at),
        call('GET', '/v1.0/tabard/themes/none'),
        call('GET', `${at}/revisions`),
        call('GET', `${at}/revisions/1/files`),
        call('GET', `${at}/revisions/x/files`),
        call('GET', `${at}/revisions/1/files/${STYLE}`),
        call('GET', `${at}/revisions/99/files/${STYLE}`),
        call('GET', `${at}/compare?to=1`),
        call('GET', `${at}/compare?to=99`),
        call('POST', `${at}/restore`, body({ revision: 99 }), json),
        call('POST', `${at}/restore`, body({ revision: 1 }), json),
      ),
      [200, 201, 400, 200, 400, 200, 404, 200, 200, 400, 200, 404, 200, 404, 404, 204],
    )
    assert.deepEqual(
      await statuses(
        call('POST', `${at}/files`, body({ files: { [STYLE]: 'b{}' } }), json),
        call('POST', `${at}/files`, body({ files: [] }), json),
        call('POST', '/v1.0/tabard/themes/none/files', body({ files: { [STYLE]: 'b{}' } }), json),
      ),
      [200, 400, 404],
    )
  })

  test('for analytics', async () => {
    const at = `/v1.0/tabard/themes/${id}/analytics`
    const body = (value: object) => JSON.stringify(value)
    const wish = (container: string | null) => body({ container, eval: container !== null, firstParty: true })
    const container = '/v1.0/tabard/analytics/container'
    assert.deepEqual(
      await statuses(
        call('GET', at),
        call('GET', '/v1.0/tabard/themes/none/analytics'),
        call('PUT', at, wish('GTM-ABCD123'), json),
        call('PUT', at, wish('GTM'), json),
        call('PUT', at, wish(null), { ...json, 'if-match': '"old"' }),
        call('PUT', '/v1.0/tabard/themes/master/analytics', wish(null), json),
        call('GET', `${container}?measurementId=G-ABCD1234&locales=de&eval=false`),
        call('GET', `${container}?measurementId=x`),
        call('GET', `${container}?measurementId=G-ABCD1234&eval=maybe`),
        call('GET', '/v1.0/tabard/analytics/funnel'),
        call('GET', '/v1.0/tabard/analytics/funnel?by=theme&format=csv'),
        call('GET', '/v1.0/tabard/analytics/funnel?from=yesterday'),
        call('POST', '/v1.0/tabard/analytics/collect', body({ ticket: 'forged', events: [] }), json),
        call('POST', '/v1.0/tabard/analytics/collect', body({}), { ...json, dnt: '1' }),
      ),
      [200, 404, 200, 400, 412, 405, 200, 400, 400, 200, 200, 400, 400, 204],
    )
  })

  test('for pages', async () => {
    const files = { [STYLE]: 'a{}' }
    const own = '/v1.0/tabard'
    assert.deepEqual(
      await statuses(
        call('GET', `${own}/pages`),
        call('GET', `${own}/explain?page=login&locale=ar`),
        call('GET', `${own}/explain?page=none`),
        call('GET', `${own}/preview/login?themeId=${id}`),
        call('GET', `${own}/preview/login?state=none`),
        call('GET', `${own}/preview/mail-access-denied`, undefined, { accept: 'text/plain' }),
        call('POST', `${own}/preview/login`, JSON.stringify({ themeId: id, files }), json),
        call('POST', `${own}/preview/login`, '[]', json),
        call('POST', `${own}/lint`, JSON.stringify({ themeId: id, files }), json),
        call('POST', `${own}/lint`, '[]', json),
        call('POST', `${own}/lint/package`, packageForm(packageOf(files))),
        call('POST', `${own}/lint/package`, 'x'),
        call('GET', `${own}/lint/rules`),
        asked('GET', `${own}/lint/settings`),
        asked('PUT', `${own}/lint/settings`, { tagManager: false }),
        asked('PUT', `${own}/lint/settings`, { rules: { none: 'off' } }),
        outdated('PUT', `${own}/lint/settings`, { tagManager: false }),
        call('POST', `${own}/reports/policy?page=login`, '{}'),
        call('POST', `${own}/reports/policy?page=login`, 'x'.repeat(20_000)),
      ),
      [200, 200, 404, 200, 400, 200, 201, 400, 200, 400, 200, 415, 200, 200, 200, 400, 412, 204, 413],
    )
  })

  test('for the service', async () => {
    const paths = ['/', '/healthz', '/readyz', '/v1.0/tabard/limits', '/openapi.json', '/docs/calls']
    assert.deepEqual(await statuses(...paths.map(path => call('GET', path))), Array(6).fill(200))
    assert.equal((await call('GET', '/', undefined, { accept: 'text/html' })).status, 302)
  })

  test('for applications and API clients', async () => {
    const [applications, clients] = ['/v1.0/tabard/applications', '/v1.0/tabard/clients']
    const application = (await (await asked('POST', applications, { name: 'Shop' })).json()) as {
      id: string
    }
    const made = await asked('POST', clients, { name: 'CI', entitlements: ['readTemplates'] })
    const { clientId } = (await made.json()) as { clientId: string }
    const developer = await operatorOf(service, 'developer')
    const at = `${applications}/${application.id}`
    assert.deepEqual(
      await statuses(
        asked('GET', applications),
        asked('GET', applications, undefined, 'tabard-console=none'),
        asked('POST', applications, {}),
        asked('POST', applications, { name: 'x' }, developer.cookie),
        asked('GET', at),
        asked('GET', `${applications}/none`),
        asked('PUT', at, { themeId: id }),
        asked('PUT', at, { themeId: 'none' }),
        asked('POST', `${at}/secret`),
        asked('POST', `${at}/secret?keep=24h`),
        asked('POST', `${at}/secret?keep=1y`),
        asked('PUT', at, { redirects: ['https://*.example.com/'] }),
        asked('POST', `${applications}/none/secret`),
        asked('DELETE', `${applications}/none`),
        asked('GET', clients),
        asked('POST', clients, {}),
        asked('PUT', `${clients}/${clientId}`, { name: 'Build', answersNoContent: true }),
        asked('PUT', `${clients}/none`, { name: 'Build' }),
        asked('POST', `${clients}/${clientId}/secret`),
        asked('POST', `${clients}/none/secret`),
        asked('DELETE', `${clients}/none`),
        asked('GET', `${clients}/${clientId}`),
        asked('GET', `${clients}/none`),
        outdated('PUT', at, { name: 'Stall' }),
        outdated('DELETE', at),
        outdated('PUT', `${clients}/${clientId}`, { name: 'CI' }),
        outdated('DELETE', `${clients}/${clientId}`),
      ),
      [
        200, 401, 400, 403, 200, 404, 200, 404, 200, 200, 400, 400, 404, 404, 200, 400, 204, 404, 200, 404,
        404, 200, 404, 412, 412, 412, 412,
      ],
    )
    assert.deepEqual(await statuses(call('DELETE', `/v1.0/branding/themes/${id}`)), [405])
    assert.deepEqual(await statuses(call('DELETE', '/v1.0/branding/reset')), [409])
    assert.deepEqual(
      await statuses(asked('DELETE', at), asked('DELETE', `${clients}/${clientId}`)),
      [204, 204],
    )
  })

  test('for access and groups', async () => {
    const { token } = await clientToken(service, ['manageAccess'])
    const { id: shop } = await addApplication(service, { name: 'Stall' })
    await addAccount(service, { userName: 'ada' })
    const waiting = await addAccount(service, { userName: 'waiting' })
    await mainStore(service).write(tx => tx.accounts.update(waiting, { status: 'waiting' }))
    const steward = (method: string, path: string, body?: object) =>
      call(method, `/v1.0/tabard${path}`, body && JSON.stringify(body), {
        authorization: `Bearer ${token}`,
        ...(body && json),
      })
    const at = `/applications/${shop}`
    assert.deepEqual(
      await statuses(
        steward('GET', '/access'),
        steward('GET', '/holders?search=ad'),
        steward('GET', '/holders?kind=none'),
        steward('GET', `${at}/access`),
        steward('GET', '/applications/none/access'),
        steward('PUT', `${at}/access`, { mode: 'assigned' }),
        steward('PUT', `${at}/access`, { mode: 'assigned', keepRecent: true, approvers: ['ada'] }),
        steward('POST', '/groups', { name: 'Sales' }),
        steward('POST', '/groups', { name: 'sales' }),
        steward('GET', '/groups'),
        steward('GET', '/groups/Sales'),
        steward('POST', '/groups/Sales/members', { accounts: ['ada'] }),
        steward('POST', '/groups/Sales/members', { accounts: ['nobody'] }),
        steward('GET', '/groups/Sales/members'),
        steward('PUT', '/groups/Sales', { name: 'Field sales' }),
        steward('PUT', `${at}/access/group:Field%20sales`, { until: '2099-01-31' }),
        steward('PUT', `${at}/access/ada`, { until: '2009-01-31' }),
        steward('GET', `${at}/people`),
        steward('GET', '/people?search=ad'),
        steward('GET', '/people?limit=0'),
        steward('PUT', '/people/ada/supervisor', { supervisor: null }),
        steward('PUT', '/people/ada/supervisor', { supervisor: 'ada' }),
        steward('PUT', '/people/nobody/supervisor', { supervisor: null }),
        steward('POST', '/people/waiting/approval', { approved: true }),
        steward('POST', '/people/waiting/approval', { approved: false }),
        steward('POST', '/people/nobody/approval', { approved: false }),
        steward('DELETE', `${at}/access/group:Field%20sales`),
        steward('DELETE', `${at}/access/ada`),
        steward('DELETE', '/groups/Field%20sales/members/ada'),
        steward('DELETE', '/groups/Field%20sales/members/ada'),
        steward('DELETE', '/groups/Field%20sales'),
        steward('DELETE', '/groups/Field%20sales'),
      ),
      [
        200, 200, 400, 200, 404, 400, 200, 201, 409, 200, 200, 200, 404, 200, 200, 204, 400, 200, 200, 400,
        200, 400, 404, 204, 400, 404, 204, 404, 204, 400, 204, 404,
      ],
    )
  })

  test('for user flows', async () => {
    const { token } = await clientToken(service, ['manageFlows'])
    const designer = (method: string, path: string, body?: object, headers = {}) =>
      call(method, `/v1.0/tabard${path}`, body && JSON.stringify(body), {
        authorization: `Bearer ${token}`,
        ...(body && json),
        ...headers,
      })
    const attribute = { name: 'department', kind: 'text', label: 'Department' }
    const document = {
      kind: 'user_form',
      steps: [{ id: 'a', title: 'A', fields: [{ attribute: 'department' }] }],
      end: { outcome: 'page' },
    }
    const asked: [number, string, string, (object | undefined)?, object?][] = [
      [200, 'GET', '/schemas/flow'],
      [200, 'GET', '/schemas/attribute'],
      [200, 'PUT', '/attributes/department', { attribute }],
      [400, 'PUT', '/attributes/department', { attribute: {} }],
      [412, 'PUT', '/attributes/department', { attribute }, { 'if-none-match': '*' }],
      [412, 'PUT', '/attributes/department', { attribute }, { 'if-match': '"none"' }],
      [200, 'GET', '/attributes'],
      [200, 'GET', '/attributes/department'],
      [404, 'GET', '/attributes/none'],
      [200, 'PUT', '/flows/forms', { document }],
      [400, 'PUT', '/flows/forms', { document: {} }],
      [412, 'PUT', '/flows/forms', { document }, { 'if-match': '"9"' }],
      [200, 'GET', '/flows'],
      [200, 'GET', '/flows/forms'],
      [404, 'GET', '/flows/none'],
      [200, 'POST', '/flows/forms/check', { document }],
      [201, 'POST', '/flows/forms/preview', { document }],
      [400, 'POST', '/flows/forms/preview', { document: {} }],
      [404, 'POST', '/flows/forms/preview', { document, themeId: 'none' }],
      [201, 'POST', '/flows/registration/invitations', { email: 'alex@example.com' }],
      [404, 'POST', '/flows/forms/invitations', { email: 'alex@example.com' }],
      [200, 'GET', '/flows/forms/versions'],
      [404, 'GET', '/flows/none/versions'],
      [200, 'GET', '/flows/forms/versions/1'],
      [404, 'GET', '/flows/forms/versions/9'],
      [200, 'POST', '/flows/forms/versions', { version: 1 }],
      [404, 'POST', '/flows/forms/versions', { version: 9 }],
      [412, 'POST', '/flows/forms/versions', { version: 1 }, { 'if-match': '"9"' }],
      [412, 'DELETE', '/flows/forms', undefined, { 'if-match': '"9"' }],
      [412, 'DELETE', '/attributes/department', undefined, { 'if-match': '"none"' }],
      [409, 'DELETE', '/attributes/department'],
      [409, 'PUT', '/attributes/department', { attribute: { ...attribute, kind: 'date' } }],
      [204, 'DELETE', '/flows/forms'],
      [404, 'DELETE', '/flows/forms'],
      [404, 'POST', '/flows/forms/versions', { version: 1 }],
      [204, 'DELETE', '/attributes/department'],
      [404, 'DELETE', '/attributes/department'],
    ]
    for (const [status, method, path, body, headers] of asked)
      assert.equal((await designer(method, path, body, headers)).status, status, `${method} ${path}`)
  })

  test('for campaigns', async () => {
    const { token } = await clientToken(service, ['manageAccess'])
    const steward = async (method: string, path: string, body?: object) =>
      await call(method, `/v1.0/tabard/campaigns${path}`, body && JSON.stringify(body), {
        authorization: `Bearer ${token}`,
        ...(body && json),
      })
    const store = mainStore(service)
    const by = { by: 'test', address: null }
    const { id: shop } = await addApplication(service, { name: 'Stand' })
    await changeRules(store, shop, { mode: 'assigned', keepRecent: false }, by)
    for (const userName of ['dora', 'emil']) {
      const account = await addAccount(service, { userName, email: `${userName}@example.com` })
      await giveAccess(store, shop, { kind: 'account', id: account }, undefined, by)
    }
    const end = new Date(Date.now() + 20 * 86_400_000).toISOString()
    const wanted = { name: 'Review', applications: [shop], end, reviewers: ['dora'], supervisors: ['emil'] }
    const made = async (start?: string) => {
      const answer = await steward('POST', '', { ...wanted, ...(start && { start }) })
      assert.equal(answer.status, 201)
      return ((await answer.json()) as { id: string }).id
    }
    const later = await made(new Date(Date.now() + 86_400_000).toISOString())
    const running = await made()
    while ((await store.campaigns.get(running))?.state !== 'running') {
      service.service.wake()
      await new Promise(done => setTimeout(done, 10))
    }
    const { reviews } = await store.reviews.list(running, { limit: 10, offset: 0 })
    const review = `/${running}/reviews/${reviews.find(({ reviewer }) => reviewer?.userName === 'emil')!.id}`
    const passed = { reviewer: 'dora', reason: 'On leave.' }
    const other = await addAccount(service, { userName: 'fritz' })
    for (const [status, method, path, body] of [
      [200, 'GET', ''],
      [400, 'GET', '?limit=none'],
      [400, 'POST', '', { ...wanted, supervisors: [] }],
      [404, 'POST', '', { ...wanted, applications: ['none'] }],
      [200, 'POST', '/preview', wanted],
      [400, 'POST', '/preview', { ...wanted, name: '' }],
      [200, 'GET', `/${running}`],
      [404, 'GET', '/none'],
      [204, 'DELETE', `/${later}`],
      [409, 'DELETE', `/${later}`],
      [404, 'DELETE', '/none'],
      [200, 'GET', `/${running}/reviews`],
      [404, 'GET', '/none/reviews'],
      [200, 'POST', `${review}/reminder`],
      [404, 'POST', `/${running}/reviews/none/reminder`],
      [409, 'PUT', `${review}/reviewer`, passed],
      [404, 'PUT', `/${running}/reviews/none/reviewer`, passed],
      [200, 'PUT', `${review}/reviewer`, { ...passed, reviewer: other }],
      [200, 'GET', `/${running}/report`],
      [200, 'GET', `/${running}/report?format=html`],
      [400, 'GET', `/${running}/report?format=pdf`],
      [404, 'GET', '/none/report'],
      [200, 'GET', `/${running}/comparison`],
      [404, 'GET', '/none/comparison'],
      [200, 'POST', `/${running}/end`],
      [409, 'POST', `/${running}/end`],
      [404, 'POST', '/none/end'],
    ] as const)
      assert.equal((await steward(method, path, body)).status, status, `${method} ${path}`)
  })

  test('for requests for access, deputies and pushes', async () => {
    const { token } = await clientToken(service, ['manageAccess'])
    const steward = async (method: string, path: string, body?: object) =>
      await call(method, `/v1.0/tabard${path}`, body && JSON.stringify(body), {
        authorization: `Bearer ${token}`,
        ...(body && json),
      })
    const { id: shop } = await addApplication(service, { name: 'Kiosk' })
    const asker = await addAccount(service, { userName: 'grace' })
    await addAccount(service, { userName: 'alan' })
    const store = mainStore(service)
    const who = { id: asker, userName: 'grace' }
    await store.write(tx =>
      tx.requests.create(
        {
          ...{ id: 'first', application: shop, applicationName: 'Kiosk', requester: who, person: who },
          ...{ state: 'waiting', justification: 'For the fair.', endsAt: null },
          ...{ askedAt: store.now(), expiresAt: store.now() + 86_400_000 },
        },
        { turn: 'ask', at: store.now(), by: who, part: 'person', comment: '' },
      ),
    )
    const rejection = { turn: 'reject', comment: 'No.' }
    const deputy = { approver: 'grace', deputy: 'alan', until: '2099-01-15' }
    for (const [status, method, path, body] of [
      [200, 'GET', '/requests'],
      [400, 'GET', '/requests?state=closed'],
      [200, 'GET', '/requests/first'],
      [404, 'GET', '/requests/none'],
      [200, 'POST', '/requests/first/decision', rejection],
      [409, 'POST', '/requests/first/decision', rejection],
      [404, 'POST', '/deputies', { ...deputy, deputy: 'nobody' }],
      [400, 'DELETE', '/deputies/none'],
    ] as const)
      assert.equal((await steward(method, path, body)).status, status, `${method} ${path}`)
    const named = await steward('POST', '/deputies', deputy)
    assert.equal(named.status, 201)
    const { deputies } = (await (await steward('GET', '/deputies')).json()) as { deputies: { id: string }[] }
    assert.equal((await steward('DELETE', `/deputies/${deputies[0]!.id}`)).status, 204)

    const push = `/v1.0/tabard/themes/${id}/push`
    const files = packageForm(packageOf({ [STYLE]: 'pushed{}' }))
    assert.equal((await call('POST', push, files)).status, 200)
    assert.equal((await call('POST', '/v1.0/tabard/themes/none/push', files)).status, 404)
    const at = `/v1.0/tabard/themes/${id}`
    const mail = JSON.stringify({ to: 'ada@example.com' })
    assert.deepEqual(
      await statuses(
        call('GET', `${at}/originals/${STYLE}`),
        call('GET', `${at}/originals/common/none.css`),
        call('GET', `${at}/source?name=git.example.com/brand`),
        call('GET', `${at}/source`),
        call('POST', `${at}/mails/mail-one-time-code`, mail, json),
        call('POST', `${at}/mails/login`, mail, json),
      ),
      [200, 404, 200, 400, 202, 404],
    )
  })

  test('for an API client that is limited to themes', async () => {
    const { token } = await clientToken(service, ['manageTemplates'], { themes: [id] })
    const limited = { authorization: `Bearer ${token}` }
    const themes = '/v1.0/branding/themes'
    assert.deepEqual(
      await statuses(
        call('GET', themes, undefined, limited),
        call('GET', `${themes}/default`, undefined, limited),
        call('PUT', `${themes}/${id}`, packageForm(undefined, { name: 'Renamed' }), limited),
        call('POST', themes, packageForm(packageOf({}), { name: 'More' }), limited),
        call('DELETE', '/v1.0/branding/reset', undefined, limited),
      ),
      [200, 404, 403, 403, 403],
    )
  })

  test('for a mail server', async () => {
    const smtp = await startSmtp()
    const sending = await testService('SQLite', {
      TABARD_SMTP_URL: smtp.url,
      TABARD_MAIL_FROM: 'no-reply@id.example.com',
    })
    try {
      const { cookie } = await operatorOf(sending, 'administrator')
      const { consoleUrl: origin } = sending.service
      const headers = { cookie, origin, ...json }
      const check = (to: string) =>
        witness.fetch(`${origin}/v1.0/tabard/outbox/check`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ to }),
        })
      assert.deepEqual(await statuses(check('ada@example.com'), check('nobody')), [200, 400])
    } finally {
      await sending.stop()
      await smtp.stop()
    }
  })

  test('for trying the sign-in', async () => {
    const demo = '/v1.0/tabard/demo'
    const begun = await asked('POST', demo, { themeId: 'default' })
    const { url, password } = (await begun.json()) as { url: string; password: string }
    const person = new Person(service.url)
    await person.visit(url)
    await person.submit({ password })
    const came = Object.fromEntries(new URL(person.left!).searchParams)
    assert.deepEqual(
      await statuses(
        asked('POST', demo, { themeId: 'none' }),
        asked('POST', `${demo}/end`, { code: came.code, state: came.state }),
        asked('POST', `${demo}/end`, { code: 'x', state: 'y' }),
      ),
      [404, 200, 400],
    )
  })

  test('for the audit trail, the outbox and the session', async () => {
    const own = '/v1.0/tabard'
    await service.service.store.tenant('main').write(tx =>
      tx.outbox.queue({
        id: 'mail-1',
        event: 'mail-access-denied',
        recipient: 'ada@example.com',
        sender: '',
        subject: 'Hello',
        html: '<p>Hello</p>',
        text: 'Hello',
      }),
    )
    assert.deepEqual(
      await statuses(
        asked('GET', `${own}/audit?limit=1`),
        asked('GET', `${own}/audit?limit=0`),
        asked('GET', `${own}/audit?format=csv`),
        asked('GET', `${own}/audit?format=jsonl`),
        asked('GET', `${own}/outbox`),
        asked('GET', `${own}/outbox?state=lost`),
        asked('GET', `${own}/outbox/mail-1`),
        asked('GET', `${own}/outbox/none`),
        asked('GET', `${own}/outbox/mail-1/html`),
        asked('GET', `${own}/outbox/none/html`),
        asked('POST', `${own}/outbox/mail-1/retry`),
        asked('POST', `${own}/outbox/none/retry`),
        asked('POST', `${own}/outbox/retry`),
        asked('POST', `${own}/outbox/held/retry`),
        asked('POST', `${own}/outbox/held/drop`),
        asked('POST', `${own}/outbox/mail-1/drop`),
        asked('POST', `${own}/outbox/none/drop`),
        asked('POST', `${own}/outbox/check`, { to: 'ada@example.com' }),
        asked('GET', '/session'),
        asked('GET', '/session', undefined, 'none=1'),
      ),
      [200, 400, 200, 200, 200, 400, 200, 404, 200, 404, 204, 404, 200, 200, 200, 204, 404, 409, 200, 401],
    )
    assert.equal((await asked('POST', '/signout')).status, 204)
    const foreign = await witness.fetch(`${service.service.consoleUrl}/signout`, { method: 'POST' })
    assert.equal(foreign.status, 403)
  })

  test('and every call was made, and refused where it can be', async () => {
    assert.deepEqual(await statuses(call('DELETE', `/v1.0/branding/themes/${id}`)), [204])
    assert.deepEqual(await statuses(call('DELETE', '/v1.0/branding/reset')), [204])
    const calls = operationsOf(all).filter(({ operation }) => !operation.tags.includes('For people'))
    for (const { path, verb, operation, servers } of calls) {
      if (operation.security.length === 0) continue
      const [server] = servers ?? all.servers
      const url = `${server!.url}${path.replaceAll(/\{\w+\}/g, 'x')}`
      const { status } = await witness.fetch(url, { method: verb.toUpperCase() })
      assert.ok(status === 401 || status === 403, path)
    }
    const ids = [...new Set(calls.map(({ operation }) => operation.operationId))].sort()
    const unseen = (statuses: RegExp) =>
      ids.filter(one => ![...witness.seen].some(seen => seen.startsWith(`${one} `) && statuses.test(seen)))
    assert.deepEqual(unseen(/ [23]\d\d$/), [])
    const open = [
      'getAttributeSchema',
      'getDescription',
      'getFlowSchema',
      'getHealth',
      'getLimits',
      'getReadiness',
      'getReference',
      'getService',
      'listLintRules',
    ]
    assert.deepEqual(unseen(/ [45]\d\d$/), open)
  })
})
