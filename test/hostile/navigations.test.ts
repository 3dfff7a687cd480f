import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FLOWS, ISSUER_PATH, ISSUER_PATHS, SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { type TestService, testService } from '../support/service.ts'
import { send } from '../support/wire.ts'

const AUTHORIZE = `${ISSUER_PATH}/authorize?client_id=nobody&response_type=code`

/** Everything that people are shown, or led through. */
const FOR_PEOPLE = [
  ['GET', SIGN_IN],
  ['POST', SIGN_IN],
  ['GET', SIGN_OUT],
  ['POST', SIGN_OUT],
  ['GET', `${FLOWS}?reference=registration`],
  ['POST', `${FLOWS}?reference=registration`],
  ['GET', `${FLOWS}?reference=profile`],
  ...ISSUER_PATHS.flatMap(
    issuer =>
      [
        ['GET', `${issuer}/authorize?client_id=nobody&response_type=code`],
        ['GET', `${issuer}/authorize/uid`],
        ['GET', `${issuer}/interaction/uid`],
        ['POST', `${issuer}/interaction/uid`],
        ['GET', `${issuer}/logout`],
        ['POST', `${issuer}/logout/confirm`],
        ['GET', `${issuer}/logout/success`],
      ] as const,
  ),
  ['GET', '/console'],
] as const

/** What applications ask from scripts of their own pages. */
const FOR_APPLICATIONS = ISSUER_PATHS.flatMap(issuer =>
  ['/.well-known/openid-configuration', '/jwks'].map(path => issuer + path),
)

const by = (mode: string, dest: string, site = 'same-origin') => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
})

describe('pages answer people who open them', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const asked = async (method: string, path: string, headers: Record<string, string>) => {
    const { status, body } = await send(service.url, method, path, headers)
    return { status, id: /TABRD\d{4}E/.exec(body.toString())?.[0] }
  }

  for (const [what, headers] of Object.entries({
    'a script that fetches': by('cors', 'empty'),
    'a script that fetches within the origin': by('same-origin', 'empty'),
    'a script that asks without reading': by('no-cors', 'empty'),
    'a script element': by('no-cors', 'script'),
    'a frame of the same origin': by('navigate', 'iframe'),
    'a frame of another site': by('navigate', 'iframe', 'cross-site'),
    'an object': by('navigate', 'object'),
    'a prefetch': { ...by('no-cors', 'empty'), 'sec-purpose': 'prefetch' },
    'a page that is prepared in advance': {
      ...by('navigate', 'document'),
      'sec-purpose': 'prefetch;prerender',
    },
  }))
    test(`${what} gets none of them`, async () => {
      for (const [method, path] of FOR_PEOPLE)
        assert.deepEqual(await asked(method, path, headers), { status: 403, id: 'TABRD0120E' }, path)
    })

  test('a person does, from wherever they come', async () => {
    for (const site of ['none', 'same-origin', 'same-site', 'cross-site'])
      for (const [method, path] of FOR_PEOPLE)
        assert.notEqual((await asked(method, path, by('navigate', 'document', site))).id, 'TABRD0120E', path)
  })

  test('applications may ask from scripts for what is theirs', async () => {
    for (const path of FOR_APPLICATIONS)
      assert.equal((await asked('GET', path, by('cors', 'empty', 'cross-site'))).status, 200)
  })

  test('applications that post a form are never answered with a page', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' }
    const large = 'x'.repeat(200 * 1024)
    const paths = ['/userinfo', '/jwks', '/.well-known/openid-configuration']
    for (const path of ISSUER_PATHS.flatMap(issuer => paths.map(one => issuer + one))) {
      const answer = await send(service.url, 'POST', path, headers, large)
      assert.ok(answer.status >= 400, path)
      assert.match(String(answer.headers['content-type']), /^application\/json/, path)
    }
  })

  test('an application may renew its tokens in a frame of its own, silently and from another origin', async () => {
    const refused = 'TABRD0120E'
    const silent = `${AUTHORIZE}&prompt=none`
    for (const [path, site, id] of [
      [silent, 'cross-site', undefined],
      [silent, 'same-site', undefined],
      [silent, 'same-origin', refused],
      [AUTHORIZE, 'cross-site', refused],
      [`${AUTHORIZE}&prompt=none%20login`, 'cross-site', refused],
      [`${AUTHORIZE}&prompt=login&prompt=none`, 'cross-site', refused],
    ] as const)
      assert.equal((await asked('GET', path, by('navigate', 'iframe', site))).id, id, `${path} ${site}`)
  })

  test('nothing can be registered as a service worker', async () => {
    const script = { 'service-worker': 'script', ...by('same-origin', 'serviceworker') }
    for (const path of [
      '/template/v1.0/static/js/show-password.js',
      '/template/v1.0/static/sw.js',
      SIGN_IN,
      '/',
    ])
      assert.deepEqual(await asked('GET', path, script), { status: 403, id: 'TABRD0122E' }, path)
  })
})

describe('a cookie that somebody has planted beside ours', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  test('is refused, and taken away wherever it can have been set', async () => {
    const cookie = 'tabard-session=EVIL; tabard-session=good; other=1; other=2'
    const { status, headers, body } = await send(service.url, 'GET', SIGN_IN, {
      cookie,
      host: 'login.brand.test',
    })
    assert.equal(status, 400)
    assert.match(body.toString(), /TABRD0121E/)
    const gone = headers['set-cookie'] ?? []
    assert.ok(gone.every(text => /^tabard-session=; Path=\S+; .*\bMax-Age=0$/.test(text)))
    for (const place of [
      'Path=/idaas;',
      'Path=/idaas/mtfim/sps/;',
      `Path=${SIGN_IN};`,
      'Path=/; Domain=login.brand.test;',
      'Path=/; Domain=brand.test;',
    ])
      assert.ok(
        gone.some(text => text.includes(` ${place}`)),
        place,
      )
    // Ours is the one for the whole host, and stays.
    assert.ok(!gone.some(text => /Path=\/;(?! Domain)/.test(text)))
  })

  const removed = async (cookie: string, host: string) =>
    (await send(service.url, 'GET', SIGN_IN, { cookie, host })).headers['set-cookie'] ?? []

  test('over TLS is removed in the one way in which it can have been set', async () => {
    const name = '__Host-Http-tabard-browser'
    assert.deepEqual(await removed(`${name}=EVIL; ${name}=good`, 'login.brand.test'), [
      `${name}=; Path=/; Secure; HttpOnly; Partitioned; Max-Age=0`,
    ])
  })

  test('is removed for a long host name, by answers that pass a proxy', async () => {
    const host = 'login.id.eu.prod.west.example.co.uk'
    const cookie = 'tabard-session=a; tabard-session=b; tabard-browser=c; tabard-browser=d'
    const seen = new Set<string>()
    for (let round = 0; round < 60; round++) {
      const gone = await removed(cookie, host)
      assert.ok(gone.join('').length < 3_500)
      assert.ok(gone.includes(`tabard-session=; Path=/; Domain=${host}; Max-Age=0`))
      for (const line of gone) seen.add(line)
    }
    for (const place of [`Path=${SIGN_IN}; Domain=${host};`, 'Path=/idaas; Domain=example.co.uk;'])
      assert.ok(
        [...seen].some(line => line.includes(place)),
        place,
      )
  })

  test('shows a person a page from which they can start again', async () => {
    const cookie = 'tabard-browser=EVIL; tabard-browser=good'
    const { status, body } = await send(service.url, 'GET', SIGN_IN, { cookie, accept: 'text/html' })
    assert.equal(status, 400)
    assert.match(body.toString(), new RegExp(`href="${SIGN_IN}[^"]*"[^>]*>\\s*Try again`))
  })

  test('so is one of the provider, on every page for people', async () => {
    const cookie = 'tabard-provider=a; tabard-provider.sig=b; tabard-provider.sig=c'
    for (const path of [AUTHORIZE, `${ISSUER_PATH}/logout`, `${FLOWS}?reference=registration`])
      assert.equal((await send(service.url, 'GET', path, { cookie })).status, 400, path)
  })

  test('others, and one that is only like ours, are nobody’s business', async () => {
    const cookie = 'locale=de; locale=fr; my-tabard-session=1; tabard-session=x; tabard-browser=y'
    assert.equal((await send(service.url, 'GET', SIGN_IN, { cookie })).status, 200)
  })
})

describe('a form that a page of another site posts', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const POSTED = [
    SIGN_IN,
    SIGN_OUT,
    `${FLOWS}?reference=registration`,
    `${ISSUER_PATH}/interaction/uid`,
    `${ISSUER_PATH}/logout/confirm`,
  ]

  // Browsers send it without our cookies: one that is set again would replace the one that sessions are bound to.
  test('sets no cookie, so that nobody is signed out by it', async () => {
    for (const from of [
      by('navigate', 'document', 'cross-site'),
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])
      for (const path of POSTED) {
        const { status, headers } = await send(service.url, 'POST', path, { ...form, ...from })
        assert.ok(status >= 400, path)
        assert.equal(headers['set-cookie'], undefined, `${path} ${JSON.stringify(from)}`)
      }
  })

  test('is refused also where browsers tell only its origin', async () => {
    const { status, body } = await send(service.url, 'POST', SIGN_IN, {
      ...form,
      origin: 'http://evil.example',
    })
    assert.equal(status, 403)
    assert.match(body.toString(), /did not come from a page that we showed/)
  })

  test('is told from one of our own, at whatever address that was shown', async () => {
    const other = { ...form, host: 'login.brand.test', origin: 'http://login.brand.test' }
    for (const headers of [form, other, { ...form, origin: service.url }]) {
      const answer = await send(service.url, 'POST', SIGN_IN, headers)
      assert.match(String(answer.headers['set-cookie']), /^tabard-browser=/)
    }
  })

  test('a frame of another site gets none either', async () => {
    const headers = by('navigate', 'iframe', 'cross-site')
    const answer = await send(service.url, 'GET', `${AUTHORIZE}&prompt=none`, headers)
    assert.doesNotMatch(String(answer.headers['set-cookie']), /tabard-browser/)
  })
})
