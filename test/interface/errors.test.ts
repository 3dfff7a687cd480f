import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { NEXT_STEPS } from '../../src/cli/next-steps.ts'
import { FAULTS, OAUTH_MESSAGES, OAUTH_OTHER } from '../../src/http/request/faults.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { explanation, json, refusal, tagOf, themesOf } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { formBytes, send, talk } from '../support/wire.ts'

const THEMES = '/v1.0/branding/themes'
const TOKEN = '/v1.0/endpoint/default/token'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the catalogue of messages', () => {
  const REFUSALS = {
    route_unknown: ['TABRD0101E', 404],
    method_unknown: ['TABRD0102E', 405],
    host_unknown: ['TABRD0103E', 404],
    target_invalid: ['TABRD0104E', 400],
    request_malformed: ['TABRD0105E', 400],
    headers_too_large: ['TABRD0106E', 431],
    expectation_unknown: ['TABRD0113E', 417],
    query_invalid: ['TABRD0107E', 400],
    stopping: ['TABRD0108E', 503],
    starting: ['TABRD0112E', 503],
    token_missing: ['TABRD0201E', 401],
    token_malformed: ['TABRD0202E', 400],
    token_invalid: ['TABRD0203E', 401],
    entitlement_missing: ['TABRD0204E', 403],
    too_many_tries: ['TABRD0205E', 429],
    client_limited: ['TABRD0206E', 403],
    theme_unknown: ['TABRD0301E', 404],
    theme_in_use: ['CSIAZ3024E', 405],
    themes_in_use: ['TABRD0302E', 409],
    theme_protected: ['TABRD0303E', 405],
    theme_name_taken: ['TABRD0304E', 409],
    theme_name_reserved: ['TABRD0305E', 400],
    theme_name_fixed: ['TABRD0306E', 400],
    configuration_invalid: ['TABRD0307E', 400],
    file_unknown: ['TABRD0308E', 404],
    range_outside: ['TABRD0313E', 416],
    busy: ['TABRD0109E', 503],
    overloaded: ['TABRD0110E', 503],
    navigation_required: ['TABRD0120E', 403],
    cookie_repeated: ['TABRD0121E', 400],
    worker_refused: ['TABRD0122E', 403],
    too_many_requests: ['TABRD0111E', 429],
    page_unknown: ['TABRD0310E', 404],
    revision_unknown: ['TABRD0311E', 404],
    tag_manager_taken: ['TABRD0312E', 409],
    session_missing: ['TABRD0601E', 401],
    origin_foreign: ['TABRD0602E', 403],
    role_missing: ['TABRD0603E', 403],
    console_forbidden: ['TABRD0604E', 403],
    console_unbuilt: ['TABRD0605E', 503],
    console_missing: ['TABRD0607E', 404],
    demo_unknown: ['TABRD0606E', 400],
    precondition_failed: ['TABRD0309E', 412],
    upload_type: ['TABRD0401E', 415],
    upload_malformed: ['TABRD0402E', 400],
    upload_timeout: ['TABRD0403E', 408],
    upload_aborted: ['TABRD0404E', 400],
    archive_invalid: ['TABRD0405E', 400],
    over_limit: ['TABRD0406E', 413],
    path_invalid: ['TABRD0407E', 400],
    path_collides: ['TABRD0408E', 400],
    content_contradicts: ['TABRD0409E', 400],
    upload_encoded: ['TABRD0410E', 415],
    application_unknown: ['TABRD0501E', 404],
    client_unknown: ['TABRD0502E', 404],
    client_id_taken: ['TABRD0503E', 409],
    tenant_unknown: ['TABRD0504E', 404],
    tenant_taken: ['TABRD0505E', 409],
    value_invalid: ['TABRD0506E', 400],
    account_unknown: ['TABRD0507E', 404],
    source_unknown: ['TABRD0531E', 404],
    source_name_taken: ['TABRD0532E', 409],
    link_unknown: ['TABRD0533E', 404],
    source_test_unknown: ['TABRD0534E', 404],
    group_unknown: ['TABRD0513E', 404],
    group_name_taken: ['TABRD0514E', 409],
    access_unknown: ['TABRD0515E', 404],
    request_unknown: ['TABRD0516E', 404],
    request_refused: ['TABRD0517E', 409],
    campaign_unknown: ['TABRD0518E', 404],
    campaign_state: ['TABRD0519E', 409],
    review_unknown: ['TABRD0521E', 404],
    review_refused: ['TABRD0522E', 409],
    flow_unknown: ['TABRD0523E', 404],
    flow_version_unknown: ['TABRD0524E', 404],
    flow_invalid: ['TABRD0525E', 400],
    attribute_unknown: ['TABRD0526E', 404],
    flow_in_use: ['TABRD0528E', 409],
    attribute_in_use: ['TABRD0527E', 409],
    user_name_taken: ['TABRD0508E', 409],
    last_administrator: ['TABRD0520E', 409],
    mail_unknown: ['TABRD0509E', 404],
    mail_not_kept: ['TABRD0510E', 409],
    mail_being_sent: ['TABRD0529E', 409],
    mail_server_unset: ['TABRD0511E', 409],
    mail_check_running: ['TABRD0512E', 409],
    ticket_invalid: ['TABRD0701E', 400],
    too_many_events: ['TABRD0702E', 429],
  }
  const FAULT_IDS = {
    internal: ['TABRD0001E', 500],
    unavailable: ['TABRD0002E', 503],
    full: ['TABRD0003E', 507],
    damaged: ['TABRD0004E', 500],
  }
  const OAUTH = {
    invalid_request: 'TABRD0211E',
    invalid_client: 'TABRD0212E',
    unauthorized_client: 'TABRD0213E',
    unsupported_grant_type: 'TABRD0214E',
    invalid_scope: 'TABRD0215E',
    invalid_grant: 'TABRD0216E',
    server_error: 'TABRD0217E',
    temporarily_unavailable: 'TABRD0218E',
    invalid_dpop_proof: 'TABRD0219E',
  }
  const idsAndStatuses = (messages: Record<string, { id: string; status: number }>) =>
    Object.fromEntries(Object.entries(messages).map(([code, { id, status }]) => [code, [id, status]]))

  test('every id has the status and the meaning that it always had', () => {
    assert.deepEqual(idsAndStatuses(MESSAGES), REFUSALS)
    assert.deepEqual(idsAndStatuses(FAULTS), FAULT_IDS)
    assert.deepEqual(OAUTH_MESSAGES, OAUTH)
    assert.equal(OAUTH_OTHER, 'TABRD0210E')
  })

  test('every id is the interface’s or ours, and means one thing', () => {
    const ids = [
      ...[...Object.values(MESSAGES), ...Object.values(FAULTS)].map(({ id }) => id),
      ...Object.values(OAUTH_MESSAGES),
      OAUTH_OTHER,
    ]
    for (const id of ids) assert.match(id, /^(TABRD\d{4}E|CSIAZ3024E)$/)
    assert.equal(new Set(ids).size, ids.length)
  })

  test('every next step that the command line prints belongs to an error', () => {
    const ids = new Set(Object.values(MESSAGES).map(({ id }) => id))
    assert.deepEqual(
      Object.keys(NEXT_STEPS).filter(id => !ids.has(id)),
      [],
    )
  })
})

for (const engine of usually('SQLite')) {
  describe(`errors on ${engine}`, () => {
    let service: TestService
    let authorization: string

    before(async () => {
      service = await testService(engine)
      authorization = `Bearer ${await service.token()}`
    })
    after(() => service.stop())

    for (const path of [
      '/nothing',
      '/v1.0/branding',
      '/v1.0/branding/nothing',
      '/v2.0/branding/themes',
      '//',
    ])
      test(`nothing is at ${path}, and the body says so`, async () => {
        assert.deepEqual(await refusal(await service.call('GET', path)), [404, 'TABRD0101E'])
        assert.deepEqual(await refusal(await service.call('POST', path, 'x')), [404, 'TABRD0101E'])
      })

    for (const [path, allow] of [
      ['/', 'GET, HEAD'],
      ['/healthz', 'GET, HEAD'],
      ['/readyz', 'GET, HEAD'],
      ['/v1.0/tabard/limits', 'GET, HEAD'],
      [TOKEN, 'POST'],
      ['/oidc/endpoint/default/token', 'POST'],
      ['/oauth2/token', 'POST'],
      ['/oauth2/par', 'POST'],
      [THEMES, 'GET, HEAD, POST'],
      [`/template${THEMES}`, 'GET, HEAD, POST'],
      [`${THEMES}/default`, 'GET, HEAD, PUT, DELETE'],
      [`${THEMES}/default/common/page_style.css`, 'GET, HEAD, PUT, DELETE'],
      ['/v1.0/branding/reset', 'DELETE'],
      ['/template/v1.0/branding/reset', 'DELETE'],
    ] as const) {
      test(`${path} takes ${allow} and nothing else`, async () => {
        const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
          method => !allow.split(', ').includes(method),
        )
        for (const method of others) {
          const answer = await service.call(method, path)
          assert.equal(answer.headers.get('allow'), allow, method)
          assert.deepEqual(await refusal(answer), [405, 'TABRD0102E'], method)
        }
      })
    }

    test('an error comes as application/problem+json where Accept names that, with the same message', async () => {
      const path = `${THEMES}/nothing`
      const plain = await json<Record<string, unknown>>(await service.call('GET', path))
      const answer = await service.call('GET', path, undefined, {
        accept: 'application/json, application/problem+json;q=0.5',
      })
      assert.match(answer.headers.get('content-type')!, /^application\/problem\+json(;|$)/)
      const { instance, ...problem } = await json<Record<string, unknown>>(answer)
      assert.deepEqual(problem, {
        type: '/docs/errors#TABRD0301E',
        title: 'Unknown theme',
        status: 404,
        detail: plain.messageDescription,
        ...plain,
      })
      assert.equal(instance, `urn:request:${answer.headers.get('x-request-id')}`)
    })

    for (const accept of ['*/*', 'text/html', 'application/json', 'application/*'])
      test(`an error comes as application/json for Accept: ${accept}`, async () => {
        const answer = await service.call('DELETE', `${THEMES}/nothing`, undefined, { accept })
        assert.deepEqual(await refusal(answer), [404, 'TABRD0301E'])
      })

    test('a description is whole sentences, each with one full stop', async () => {
      const two = new FormData()
      two.append('file', new Blob(['x']), 'a')
      two.append('file', new Blob(['y']), 'b')
      for (const answer of [
        await service.call('GET', '/nothing'),
        await service.call('GET', `${THEMES}/nothing`),
        await service.call('PUT', `${THEMES}/default/common/a.txt`, two),
        await service.call('PUT', `${THEMES}/default/common/a.txt`, packageForm(packageOf({}))),
        await service.call('PUT', `${THEMES}/default/common/.a`, fileForm('x')),
        await service.call('POST', THEMES, packageForm(packageOf({}))),
        await service.call('POST', THEMES, packageForm(undefined, { name: 'x' })),
        await service.call('POST', THEMES, packageForm(Buffer.from('x'), { name: 'x' })),
        await service.call('PUT', `${THEMES}/default`, 'x', { 'content-type': 'text/plain' }),
        await service.call('PUT', `${THEMES}/default`, 'x', { 'content-type': 'multipart/form-data' }),
        await service.call('GET', `${THEMES}?limit=x`),
      ])
        assert.match(await explanation(answer), /^[A-Z"][^\n]*[^.\s]\.$/)
    })

    test('GET / says what this is and where to go on', async () => {
      const answer = await fetch(`${service.url}/`)
      assert.equal(answer.status, 200)
      const about = await json<Record<string, unknown>>(answer)
      assert.equal(about.service, 'tabard')
      assert.match(String(about.version), /^\d+\.\d+\.\d+/)
      assert.equal(about.themes, THEMES)
      assert.equal(about.token, TOKEN)
    })

    test('the service says that it lives and that it serves, to anyone', async () => {
      for (const [path, status] of [
        ['/healthz', 'alive'],
        ['/readyz', 'ready'],
      ]) {
        const answer = await fetch(`${service.url}${path}`)
        assert.equal(answer.status, 200)
        assert.deepEqual(await answer.json(), { status })
      }
    })

    test('the limits are listed', async () => {
      const answer = await service.call('GET', '/v1.0/tabard/limits')
      assert.equal(answer.status, 200)
      assert.deepEqual(await answer.json(), {
        archive: 20_971_520,
        expanded: 67_108_864,
        file: 10_485_760,
        entries: 5000,
        ratio: 100,
        path: 512,
        segment: 255,
        levels: 16,
        themes: 1000,
        revisions: 100,
        template: {
          sources: 8_388_608,
          page: 4_194_304,
          output: 8_388_608,
          elements: 20_000,
          texts: 400_000,
          attributes: 50_000,
          attributesOfElement: 250,
          depth: 512,
          constructs: 20_000,
          policy: 3_072,
          labels: 10_000,
          labelTexts: 1_048_576,
          locales: 100,
          sheets: 50,
          scriptOrigins: 200,
          subject: 500,
          seconds: 1,
          secondsOfTheme: 20,
          memory: 128,
        },
      })
    })

    test('every answer has an id of its own, good or bad', async () => {
      const ids = [
        await service.call('GET', '/'),
        await service.call('GET', THEMES),
        await service.call('GET', '/nothing'),
        await service.call('GET', `${THEMES}/nothing`),
        await service.call('GET', THEMES, undefined, { authorization: '' }),
        await fetch(`${service.url}${TOKEN}`, { method: 'POST', body: new URLSearchParams({}) }),
      ].map(answer => answer.headers.get('x-request-id')!)
      for (const id of ids) assert.match(id, UUID)
      assert.equal(new Set(ids).size, ids.length)
    })

    test('a request id that the client sends is not taken over', async () => {
      const answer = await service.call('GET', '/', undefined, {
        'x-request-id': 'mine',
        'request-id': 'mine',
      })
      assert.match(answer.headers.get('x-request-id')!, UUID)
    })

    const calls: [method: string, path: string, body?: () => FormData][] = [
      ['GET', THEMES],
      ['POST', THEMES, () => packageForm(packageOf({}), { name: 'Uninvited' })],
      ['GET', `${THEMES}/default`],
      ['HEAD', `${THEMES}/default`],
      ['GET', `${THEMES}/master`],
      ['GET', `${THEMES}/nothing`],
      ['PUT', `${THEMES}/default`, () => packageForm(packageOf({ 'common/a.txt': 'a' }))],
      ['DELETE', `${THEMES}/default`],
      ['GET', `${THEMES}/default/common/page_style.css`],
      ['PUT', `${THEMES}/default/common/page_style.css`, () => fileForm('x')],
      ['DELETE', `${THEMES}/default/common/page_style.css`],
      ['DELETE', '/v1.0/branding/reset'],
    ]
    for (const [method, path, body] of calls) {
      test(`${method} ${path} needs a token`, async () => {
        const before = [await themesOf(service), await tagOf(service, 'default')]
        for (const address of [path, `/template${path}`]) {
          const none = await fetch(`${service.url}${address}`, { method, ...(body && { body: body() }) })
          assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="tabard"')
          const bad = await service.call(method, address, body?.(), { authorization: 'Bearer nonsense' })
          assert.equal(bad.headers.get('www-authenticate'), 'Bearer realm="tabard", error="invalid_token"')
          if (method === 'HEAD') assert.deepEqual([none.status, bad.status], [401, 401])
          else {
            assert.deepEqual(await refusal(none), [401, 'TABRD0201E'])
            assert.deepEqual(await refusal(bad), [401, 'TABRD0203E'])
          }
        }
        assert.deepEqual([await themesOf(service), await tagOf(service, 'default')], before)
      })
    }

    test('the claims about a person need a token too', async () => {
      const headers = { authorization: 'Bearer nonsense' }
      const bad = await fetch(`${service.url}${ISSUER_PATH}/userinfo`, { headers })
      assert.match(bad.headers.get('www-authenticate')!, /^Bearer .*error="invalid_token"/)
      assert.match(bad.headers.get('link')!, /tabrd0203e/i)
      assert.equal(bad.status, 401)
      const { error, messageId } = await json<{ error: string; messageId: string }>(bad)
      assert.deepEqual([error, messageId], ['invalid_token', 'TABRD0203E'])
    })

    test('a token is never taken from the address', async () => {
      const answer = await fetch(`${service.url}${THEMES}?access_token=${await service.token()}`)
      assert.deepEqual(await refusal(answer), [401, 'TABRD0201E'])
    })

    test('the scheme may be written in any case', async () => {
      const answer = await service.call('GET', THEMES, undefined, {
        authorization: `bEARER ${await service.token()}`,
      })
      assert.equal(answer.status, 200)
    })

    test('another scheme is no token', async () => {
      const answer = await service.call('GET', THEMES, undefined, { authorization: 'Basic dGVzdDp0ZXN0' })
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="tabard"')
      assert.deepEqual(await refusal(answer), [401, 'TABRD0201E'])
    })

    test('a header with more than a token is refused, and not echoed', async () => {
      const answer = await service.call('GET', THEMES, undefined, {
        authorization: `Bearer ${await service.token()} more`,
      })
      assert.match(answer.headers.get('www-authenticate')!, /error="invalid_request"/)
      const text = await answer.text()
      assert.equal(answer.status, 400)
      assert.ok(!text.includes('more'))
    })

    test('what is not HTTP is answered with a body all the same', async () => {
      const said = await talk(service.url, 'HELLO\r\n\r\n')
      assert.match(said, /^HTTP\/1\.1 400 /)
      assert.match(said, /"messageId":"TABRD0105E"/)
      assert.match(said, /\r\nLink: <\/docs\/errors#TABRD0105E>; rel="help"\r\n/)
    })

    test('headers that are too large are answered with a body all the same', async () => {
      const said = await talk(
        service.url,
        `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
      )
      assert.match(said, /^HTTP\/1\.1 431 /)
      assert.match(said, /"messageId":"TABRD0106E"/)
    })

    test('an expectation that is not known is answered with a body, and the request not carried out', async () => {
      const expecting = async (call: string, expect: string, version = '1.1') =>
        await talk(
          service.url,
          `${call} HTTP/${version}\r\nHost: x\r\nAuthorization: ${authorization}\r\nExpect: ${expect}\r\nConnection: close\r\n\r\n`,
        )
      for (const call of [`GET ${THEMES}`, `DELETE ${THEMES}/none`, 'GET /healthz']) {
        const said = await expecting(call, 'something-else')
        assert.match(said, /^HTTP\/1\.1 417 /, call)
        assert.match(said, /"messageId":"TABRD0113E"/)
        assert.match(said, /\r\nlink: <\/docs\/errors#TABRD0113E>; rel="help"\r\n/i)
        assert.match(said, /\r\nx-request-id: /i)
        assert.match(said, /\r\nconnection: close\r\n/i)
      }
      assert.match(
        await expecting(`GET ${THEMES}`, '100-Continue'),
        /\r\n\r\nHTTP\/1\.1 200 |^HTTP\/1\.1 200 /,
      )
      assert.match(await expecting(`GET ${THEMES}`, 'something-else', '1.0'), /^HTTP\/1\.1 200 /)
    })

    for (const header of ['Host: a', `Authorization: Bearer a`])
      test(`a second header ${header.split(':')[0]} is refused`, async () => {
        const said = await talk(
          service.url,
          `GET ${THEMES} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${header}\r\nConnection: close\r\n\r\n`,
        )
        assert.match(said, /^HTTP\/1\.1 400 /)
        assert.match(said, /"messageId":"TABRD0(105|202)E"/)
      })

    test('a broken percent escape is refused', async () => {
      const { status, body } = await send(service.url, 'GET', `${THEMES}/%zz`, { authorization })
      assert.deepEqual([status, JSON.parse(body.toString()).messageId], [400, 'TABRD0104E'])
    })

    test('answers are not for browsers to interpret', async () => {
      const answer = await service.call(
        'GET',
        `${THEMES}/default/user_flows/registration/default/registration.html`,
      )
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'.*sandbox/)
    })
  })

  describe(`a slow upload on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine, { TABARD_UPLOAD_SECONDS: '1' })
    })
    after(() => service.stop())

    const partial = async (path: string) => {
      const body = formBytes('edge', [['name="file"', 'half of it']])
      return `PUT ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await service.token()}\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${body.length + 1000}\r\n\r\n${body}`
    }

    test('ends with 408 at its deadline, and nothing of it is kept', async () => {
      const before = await tagOf(service, 'default')
      const said = await talk(service.url, await partial(`${THEMES}/default/common/slow.txt`))
      assert.match(said, /^HTTP\/1\.1 408 /)
      assert.match(said, /"messageId":"TABRD0403E"/)
      assert.equal(await tagOf(service, 'default'), before)
    })

    test('that breaks off leaves nothing behind, and the service goes on', async () => {
      const before = await tagOf(service, 'default')
      const { hostname, port } = new URL(service.url)
      const request = await partial(`${THEMES}/default/common/broken.txt`)
      await new Promise<void>(resolve => {
        const socket = connect({ host: hostname, port: Number(port) }, () =>
          socket.write(request, () => socket.destroy()),
        )
        socket.on('close', () => resolve())
      })
      assert.equal((await service.call('GET', '/readyz')).status, 200)
      assert.equal(await tagOf(service, 'default'), before)
    })
  })
}
