import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { createSource, rotateSealKey, SIGN_IN } from '../../src/identity/identity.ts'
import { StoreFault } from '../../src/store/store.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { addTenant, mainStore } from '../support/tenants.ts'
import { send, talk, type WireAnswer } from '../support/wire.ts'
import { type Routed, watchRoutes } from './routed.ts'

const PAGE = `${SIGN_IN}?runtime=true`
const LOGIN =
  '/v1.0/branding/themes/default/authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
const BROWSER = 'tabard-browser=0123456789abcdefghijkl'
/** What a browser sends when somebody follows a link on another site. */
const NAVIGATION = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'upgrade-insecure-requests': '1',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** A page without what differs between two visitors. */
function comparable({ status, headers, body }: WireAnswer) {
  const html = body.toString()
  const [nonce] = noncesIn(html)
  const plain = (text: string) =>
    text.replaceAll(nonce!, 'NONCE').replace(/(?<=flow=|from=)[0-9a-f]+/g, 'FLOW')
  const own = ['x-request-id', 'date', 'set-cookie']
  const same = Object.entries(headers).filter(([name]) => !own.includes(name))
  return {
    status,
    headers: Object.fromEntries(same.map(([name, value]) => [name, plain(String(value))])),
    html: plain(html),
  }
}

function noncesIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(/nonce="([^"]+)"/g), ([, nonce]) => nonce!))]
}

function flowIn({ body }: WireAnswer): string {
  return /flow=([0-9a-f]+)/.exec(body.toString())![1]!
}

function headingIn({ body }: WireAnswer): string | undefined {
  return /<h1[^>]*>([^<]*)/.exec(body.toString())?.[1]
}

for (const engine of ENGINES)
  describe(`first pages that are made again on ${engine}`, () => {
    let service: TestService
    let routed: Routed

    before(async () => {
      service = await testService(engine)
      await addAccount(service, { userName: 'hopper', email: 'hopper@example.com' })
      routed = watchRoutes(service.url)
    })
    after(async () => {
      routed.stop()
      await service.stop()
    })

    const get = async (path = PAGE, headers: Record<string, string> = {}) =>
      await send(service.url, 'GET', path, headers)
    /** Whether a request needed its route. */
    const needsRoute = async (path: string, headers: Record<string, string> = {}) => {
      const before = routed.count()
      const answer = await get(path, headers)
      return { answer, isRouted: routed.count() > before }
    }
    /** Asks until a page needs no route. */
    const warmed = async (path = PAGE, headers: Record<string, string> = {}) => {
      let answer = await get(path, headers)
      await within(60_000, async () => {
        const asked = await needsRoute(path, headers)
        answer = asked.answer
        return !asked.isRouted
      })
      return answer
    }
    /** Follows the redirect that leads browsers to a page. */
    const detoured = async (headers: Record<string, string> = {}) => {
      const { location } = (await get(PAGE, { ...NAVIGATION, ...headers })).headers
      return location!
    }

    test('have the same bytes and headers but for flow, nonce, browser and id', async () => {
      for (const headers of [{}, { 'accept-language': 'de' }, { cookie: BROWSER }]) {
        // A header that leads to the route, and that it ignores.
        const routed = await get(PAGE, { ...headers, 'x-other': '1' })
        const [one, other] = [await warmed(PAGE, headers), await warmed(PAGE, headers)]
        assert.deepEqual(comparable(one), comparable(routed))
        assert.deepEqual(comparable(other), comparable(routed))
        for (const part of [flowIn, ({ body }: WireAnswer) => noncesIn(body.toString())[0]!])
          assert.equal(new Set([part(routed), part(one), part(other)]).size, 3)
        assert.equal(noncesIn(one.body.toString()).length, 1)
        const cookies = [routed, one, other].map(answer => answer.headers['set-cookie']?.[0])
        const shape = (cookie: string | undefined) => cookie?.replace(/=[\w-]{22};/, '=ID;')
        assert.equal(shape(cookies[1]), shape(cookies[0]))
        assert.equal(new Set(cookies).size, 'cookie' in headers ? 1 : 3)
      }
    })

    test('lead to a sign-in', async () => {
      const page = await warmed()
      const cookie = page.headers['set-cookie']![0]!.split(';', 1)[0]!
      const form = new URLSearchParams({ operation: 'verify', username: 'hopper', password: PASSWORD })
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const address = `${SIGN_IN}?runtime=true&flow=${flowIn(page)}`
      const answer = await send(service.url, 'POST', address, { cookie, ...type }, String(form))
      assert.equal(answer.status, 303)
      assert.match(String(answer.headers['set-cookie']), /tabard-session=/)
      // The flow of one browser is of no use in another.
      const other = await send(service.url, 'POST', address, { cookie: BROWSER, ...type }, String(form))
      assert.doesNotMatch(String(other.headers['set-cookie']), /tabard-session=/)
    })

    test('show browsers through a redirect only, whose token counts once', async () => {
      await warmed()
      let location = ''
      await within(60_000, async () => {
        location = await detoured()
        const { answer, isRouted } = await needsRoute(location, NAVIGATION)
        assert.deepEqual([answer.status, headingIn(answer)], [200, 'Sign in'])
        return !isRouted
      })
      assert.equal((await get(location, NAVIGATION)).status, 303)
      assert.equal((await get(PAGE, NAVIGATION)).status, 303)
      const [forged, other] = [`${location.slice(0, -1)}_`, (await detoured()).replace('true', 'True')]
      for (const address of [forged, other]) assert.equal((await get(address, NAVIGATION)).status, 303)
      // A token that was made for a browser without a session is of no use with one.
      const session = `${BROWSER}; tabard-session=${'s'.repeat(43)}`
      await get(PAGE, { cookie: session })
      assert.equal((await get(await detoured(), { ...NAVIGATION, cookie: session })).status, 303)
      // Without fetch metadata the token is a part of the address like any other.
      assert.equal((await get(location)).status, 200)
    })

    test('are never those of an address that only looks like theirs', async () => {
      for (const wish of ['operation=forgot_password', 'ui_locales=de', 'scripts=none']) {
        const address = `${PAGE}&${wish}`
        const token = async () => {
          const { location } = (await get(address, NAVIGATION)).headers
          return location!.slice(`${address}&`.length)
        }
        const right = comparable(await get(`${address}&${await token()}`, NAVIGATION))
        // The token at a place where a redirect never has it: it is part of the last value there.
        for (let round = 0; round < 3; round++) {
          const answer = await get(`${address}?${await token()}`, NAVIGATION)
          assert.equal(answer.status, 303, wish)
        }
        assert.deepEqual(comparable(await get(`${address}&${await token()}`, NAVIGATION)), right)
      }
      const { location } = (await get(SIGN_IN, NAVIGATION)).headers
      assert.match(location!, /login\?way=/)
      assert.equal((await get(location!.replace('?', '&'), NAVIGATION)).status, 404)
    })

    test('are only for people who open them', async () => {
      const address = await detoured()
      for (const change of [
        { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
        { 'sec-fetch-dest': 'iframe' },
        { 'sec-purpose': 'prefetch' },
      ]) {
        await warmed(address.replace(/&way=.*/, ''))
        assert.equal((await get(address, { ...NAVIGATION, ...change })).status, 403, JSON.stringify(change))
      }
    })

    test('are seen to change with theme, keys and sources', async () => {
      for (const heading of ['First', 'Second']) {
        await warmed()
        const file = await (await service.call('GET', LOGIN)).text()
        const { status } = await service.call(
          'PUT',
          LOGIN,
          fileForm(file.replace(/<h1>[^<]*/, `<h1>${heading}`)),
        )
        assert.equal(status, 204)
        assert.equal(headingIn(await get()), heading)
      }
      await warmed()
      await service.call('DELETE', LOGIN)
      assert.equal(headingIn(await get()), 'Sign in')
      await warmed()
      await rotateSealKey(mainStore(service), Date.now(), true)
      const cookie = BROWSER
      const address = `${PAGE}&flow=${flowIn(await get(PAGE, { cookie }))}`
      assert.equal((await get(address, { cookie })).status, 200)
      await warmed()
      const source = { preset: 'google', name: 'Harbour', clientId: 'x', secret: 'x' } as const
      await createSource(mainStore(service), source)
      assert.match((await get()).body.toString(), /Harbour/)
      await warmed()
    })

    test('are those of the theme and the tenant that are asked for', async () => {
      const path = LOGIN.slice(LOGIN.indexOf('authentication'))
      const plum = await service.createTheme('Plum', packageOf({ [path]: '<h1>Plum</h1>' }))
      const themes = [undefined, plum, 'master', 'unknown'].map(id => (id ? `${PAGE}&themeId=${id}` : PAGE))
      const shown = async () =>
        await Promise.all(themes.map(async address => comparable(await get(address)).html))
      const first = await shown()
      for (let round = 0; round < 3; round++) assert.deepEqual(await shown(), first)
      await service.call('DELETE', `/v1.0/branding/themes/${plum}`)
      const [usual, gone] = await shown()
      assert.equal(gone, usual)
      await addTenant(service, 'Second', 'second.example.com')
      const host = 'second.example.com'
      const second = await warmed(PAGE, { host })
      assert.match(String(second.headers['set-cookie']), /^__Host-Http-tabard-browser=.+; Secure$/)
      assert.match(String(second.headers['strict-transport-security']), /max-age/)
      assert.equal((await get()).headers['strict-transport-security'], undefined)
      assert.equal((await get(PAGE, { host: 'third.example.com' })).status, 404)
    })

    test('keep away other windows by what the browser understands', async () => {
      const opener = (answer: WireAnswer) => answer.headers['cross-origin-opener-policy']
      const chrome = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' }
      const firefox = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }
      assert.equal(opener(await warmed(PAGE, firefox)), 'same-origin')
      for (const [headers, policy] of [
        [chrome, 'noopener-allow-popups'],
        [firefox, 'same-origin'],
        [chrome, 'noopener-allow-popups'],
        [{}, 'same-origin'],
      ] as const)
        assert.equal(opener(await warmed(PAGE, headers)), policy)
    })

    test('go through the route where a cookie or a header may change them', async () => {
      await warmed(PAGE, { cookie: BROWSER })
      await get(PAGE, { cookie: `${BROWSER}; tabard-session=${'s'.repeat(43)}` })
      const isRouted = async (headers: Record<string, string>) => (await needsRoute(PAGE, headers)).isRouted
      await warmed(PAGE, { cookie: `theirs=1; ${BROWSER}` })
      const unread = ['device', 'steps', 'registration', 'provider']
        .map(name => `tabard-${name}=x`)
        .join('; ')
      assert.deepEqual(
        comparable(await warmed(PAGE, { cookie: `${BROWSER}; ${unread}` })),
        comparable(await get(PAGE, { cookie: `${BROWSER}; ${unread}`, 'x-other': '1' })),
      )
      await warmed(PAGE, { cookie: `${BROWSER}; tabard-session=${'s'.repeat(43)}` })
      for (const headers of [
        { cookie: `${BROWSER}; tabard-session=${'t'.repeat(43)}` },
        { cookie: `${BROWSER}; tabard-source=x` },
        { cookie: `${BROWSER}; locale=de` },
        { cookie: 'tabard-browser=short' },
        { cookie: `${BROWSER}; tabard-console=x` },
        { 'x-forwarded-for': '203.0.113.7' },
        { 'x-scheme': 'https' },
        { 'x-forwarded-scheme': 'https' },
        { expect: '100-continue' },
      ])
        assert.equal(await isRouted(headers), true, JSON.stringify(headers))
      for (const twice of [BROWSER, 'tabard-device=x', 'tabard-steps=x'])
        assert.equal((await get(PAGE, { cookie: `${BROWSER}; ${twice}; ${twice}` })).status, 400)
      assert.match((await get(PAGE, { cookie: `${BROWSER}; locale=de` })).headers['content-language']!, /^de/)
      const host = new URL(service.url).host
      const twice = `GET ${PAGE} HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      assert.match(await talk(service.url, twice), /^HTTP\/1\.1 400 /)
      const head = await send(service.url, 'HEAD', PAGE)
      assert.deepEqual([head.status, head.body.length], [200, 0])
      assert.equal((await send(service.url, 'DELETE', PAGE)).status, 405)
    })

    test('greet people who are signed in', async () => {
      const page = await get(PAGE, { cookie: BROWSER })
      const form = new URLSearchParams({ operation: 'verify', username: 'hopper', password: PASSWORD })
      const answer = await send(
        service.url,
        'POST',
        `${PAGE}&flow=${flowIn(page)}`,
        { cookie: BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
        String(form),
      )
      const session = answer.headers['set-cookie']!.find(line => line.startsWith('tabard-session='))!
      const cookie = `${BROWSER}; ${session.split(';', 1)[0]}`
      await warmed(PAGE, { cookie: BROWSER })
      assert.match((await get(PAGE, { cookie })).body.toString(), /hopper/)
    })
  })

test('a store that fails meanwhile leads to an answer of the route, and to no end of the process', async () => {
  const service = await testService('SQLite')
  try {
    for (let round = 0; round < 3; round++) assert.equal((await send(service.url, 'GET', PAGE)).status, 200)
    const failing = mock.method(service.service.store, 'epoch', () => {
      throw new StoreFault('unavailable', 'The database is away.')
    })
    assert.equal((await send(service.url, 'GET', PAGE)).status, 503)
    failing.mock.restore()
    assert.equal((await send(service.url, 'GET', PAGE)).status, 200)
  } finally {
    await service.stop()
  }
})

test('a page that was made while the store was away is not given again afterwards', async () => {
  const service = await testService('SQLite')
  const offersSource = async () => {
    const { status, body } = await send(service.url, 'GET', PAGE)
    assert.equal(status, 200)
    return body.includes('Harbour')
  }
  const list = async () => {
    throw new StoreFault('unavailable', 'The database is away.')
  }
  try {
    for (let round = 0; round < 3; round++) assert.equal(await offersSource(), false)
    await createSource(mainStore(service), { preset: 'google', name: 'Harbour', clientId: 'x', secret: 'x' })
    const { store } = service.service
    const own = store.tenant('main')
    const withoutSources = new Proxy(own, {
      get: (_, name) => (name === 'identitySources' ? { list } : Reflect.get(own, name, own)),
    })
    const away = mock.method(store, 'tenant', () => withoutSources)
    for (let round = 0; round < 3; round++)
      assert.equal(await offersSource(), false, 'what is known is shown')
    away.mock.restore()
    await within(30_000, offersSource)
  } finally {
    await service.stop()
  }
})
