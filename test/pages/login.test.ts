import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { type Service, startService } from '../../src/server.ts'
import { json, ownPaths } from '../support/answers.ts'
import { freshDatabase, usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { freePort } from '../support/ports.ts'
import { startServer, tokenFrom } from '../support/process.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  fileForm,
  packageForm,
  type TestService,
  testService,
} from '../support/service.ts'
import { within } from '../support/store.ts'
import { addTenant } from '../support/tenants.ts'
import { send } from '../support/wire.ts'
import { bare, EXPLAIN, FILES, LOGIN, STATIC, THEMES, wholeFiles } from './addresses.ts'

const { theme_ids: HOSTILE_IDS } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/http-paths.json'), 'utf8'),
) as { theme_ids: { value: string }[] }

/** A page without what differs from answer to answer. */
const steady = (text: string) =>
  text.replace(/nonce(="|-)[\w-]+/g, 'nonce$1…').replace(/(flow|from)(=|%3D|\\u003d|\\3d )\w+/gi, '$1$2…')

/** The directives of a content policy. */
const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map(one => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]))

/** Elements nested so deeply that no template can be made of them. */
const BOTTOMLESS = '<div>'.repeat(100_000)

for (const engine of usually('PostgreSQL')) {
  describe(`the sign-in page on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const login = async (query = '', headers: Record<string, string> = {}) =>
      await fetch(`${service.url}${LOGIN}${query}`, { headers })
    const html = async (query = '', headers: Record<string, string> = {}) =>
      bare(await (await login(query, headers)).text())
    const theme = async (files: Record<string, string | Uint8Array>) =>
      await service.createTheme(`Sign-in ${++number}`, packageOf(wholeFiles(files)))
    const put = async (id: string, path: string, content: string) => {
      const answer = await service.call(
        'PUT',
        `${THEMES}/${id}/${path}`,
        fileForm(wholeFiles({ [path]: content })[path]!),
      )
      assert.equal(answer.status, 204)
    }
    const revert = async (id: string, path: string) => await service.call('DELETE', `${THEMES}/${id}/${path}`)

    test('needs no token, and runtime may be absent', async () => {
      for (const query of ['', '?runtime=true', '?runtime=false', '?runtime=true&themeId=default']) {
        const answer = await login(query)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
        assert.match(await answer.text(), /<h1>Sign in<\/h1>/)
      }
    })

    test('HEAD answers with the headers alone', async () => {
      const answer = await fetch(`${service.url}${LOGIN}`, { method: 'HEAD' })
      assert.equal(answer.status, 200)
      assert.equal(await answer.text(), '')
      assert.ok(answer.headers.has('content-security-policy'))
    })

    test('its policy allows nothing that the master does not need', async () => {
      const answer = await login()
      const page = await answer.text()
      const policy = directives(answer.headers.get('content-security-policy')!)
      const [, nonce] = /^'nonce-([\w-]{22,})' 'strict-dynamic'$/.exec(policy['script-src'] ?? '')!
      assert.deepEqual(policy, {
        'default-src': "'none'",
        'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
        'style-src': `'nonce-${nonce}' 'self'`,
        'style-src-attr': "'unsafe-inline'",
        'img-src': "'self'",
        'worker-src': "'none'",
        'connect-src': ownPaths(service.url),
        'form-action': "'self'",
        'base-uri': "'none'",
        'object-src': "'none'",
        'frame-ancestors': "'none'",
        'report-uri': '/v1.0/tabard/reports/policy?page=login&themeId=default',
      })
      const nonces = [...page.matchAll(/nonce="([^"]*)"/g)].map(([, given]) => given)
      assert.deepEqual(new Set(nonces), new Set([nonce]))
      const scripts = [...page.matchAll(/<script[^>]*>[^<]*/gi)].map(([script]) => script)
      assert.equal(scripts.length, 2)
      for (const [at, name] of ['forms', 'show-password'].entries())
        assert.match(
          scripts[at]!,
          new RegExp(`defer src="/template/v1\\.0/static/js/${name}\\.js\\?[^"]*">$`),
        )
    })

    test('its nonce is never the same twice', async () => {
      const nonces = await Promise.all(
        Array.from(
          { length: 5 },
          async () => /nonce-([\w-]+)/.exec((await login()).headers.get('content-security-policy')!)![1],
        ),
      )
      assert.equal(new Set(nonces).size, 5)
    })

    test('its other headers keep it out of caches, frames and referrers', async () => {
      const { headers } = await login()
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'strict-origin')
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('strict-transport-security'), null)
      assert.equal(headers.get('access-control-allow-origin'), null)
      assert.match(headers.get('set-cookie')!, /^tabard-browser=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/)
      assert.equal(headers.get('etag'), null)
    })

    test('the suggested user name is in the field, as text, and cut to a sane length', async () => {
      const value = async (hint: string) =>
        /name="username" value="([^"]*)"/.exec(await html(`?login_hint=${encodeURIComponent(hint)}`))![1]
      assert.equal(await value('alex@example.com'), 'alex@example.com')
      assert.equal(
        await value('"><script>alert(1)</script>'),
        '&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
      )
      assert.equal(await value('@ACTION@ $LOGIN_TITLE$'), '@ACTION@ $LOGIN_TITLE$')
      assert.equal((await value('x'.repeat(5_000)))!.length, 256)
      assert.equal(await value(''), '')
    })

    const wishes: [what: string, query: string, headers: Record<string, string>, language: string][] = [
      ['nothing', '', {}, 'en'],
      ['Accept-Language', '', { 'accept-language': 'fr;q=0.5, de-AT' }, 'de'],
      [
        'a cookie before Accept-Language',
        '',
        { cookie: 'a=b; locale=fr; c=d', 'accept-language': 'de' },
        'fr',
      ],
      ['ui_locales before a cookie', '?ui_locales=de', { cookie: 'locale=fr' }, 'de'],
      ['several ui_locales', '?ui_locales=is%20fr-CA%20de', {}, 'fr'],
      ['locale', '?locale=de_DE', {}, 'de'],
      ['ui_locales before locale', '?locale=fr&ui_locales=de', {}, 'de'],
      ['a locale that there is not', '?locale=is', { 'accept-language': 'de' }, 'de'],
      [
        'no locale at all',
        '?locale=..%2F..%2Fetc',
        { cookie: 'locale=%3Cx', 'accept-language': '<script>' },
        'en',
      ],
      ['English before German', '', { 'accept-language': 'en-GB, de;q=0.9' }, 'en'],
      ['a cookie of another name', '', { cookie: 'mylocale=fr' }, 'en'],
    ]
    for (const [what, query, headers, language] of wishes) {
      test(`with ${what} it is in ${language}`, async () => {
        const answer = await login(query, headers)
        assert.equal(answer.headers.get('content-language'), language)
        assert.match(answer.headers.get('vary') ?? '', /accept-language, cookie/i)
        const title = { en: 'Sign in', de: 'Anmelden', fr: 'Se connecter|Connexion' }[language]
        assert.match(
          await answer.text(),
          new RegExp(`<html lang="${language}" dir="ltr">[\\s\\S]*<h1>(?:${title})</h1>`),
        )
      })
    }

    test('long wishes that begin alike are not taken for each other', async () => {
      const long = 'xx '.repeat(90)
      for (const language of ['de', 'fr'])
        assert.equal(
          (await login(`?ui_locales=${encodeURIComponent(long + language)}`)).headers.get('content-language'),
          language,
        )
    })

    test('a locale of the theme’s own, written from right to left, is told to the page', async () => {
      const id = await theme({ 'common/labels/fa/template_labels.properties': '$LOGIN_TITLE$=ورود' })
      assert.match(
        await html(`?themeId=${id}&locale=fa-IR`),
        /<html lang="fa" dir="rtl">[\s\S]*<h1>ورود<\/h1>/,
      )
      assert.match(await html('?locale=fa-IR'), /<html lang="en" dir="ltr">/)
    })

    test('a forced theme shows, with its id in the addresses of its files', async () => {
      const id = await theme({ [FILES.footer]: '<footer>forced @THEME_ID@</footer>' })
      const page = await html(`?runtime=true&themeId=${id}`)
      assert.match(page, new RegExp(`<footer>forced ${id}</footer>`))
      assert.match(page, new RegExp(`logo\\.svg\\?themeId=${id}&amp;v=1-\\w{16}-\\w+"`))
      assert.match(page, new RegExp(`theme\\.css\\?themeId=${id}&amp;v=1-\\w{16}-\\w+"`))
      assert.doesNotMatch(await html(), /forced/)
    })

    test('a package that is pushed shows at the next request, and so does a single file', async () => {
      const id = await theme({})
      const shows = async (text: string) => assert.match(await html(`?themeId=${id}`), new RegExp(text))
      for (let round = 1; round <= 5; round++) {
        await service.call(
          'PUT',
          `${THEMES}/${id}`,
          packageForm(packageOf({ [FILES.footer]: `package ${round}` })),
        )
        await shows(`package ${round}`)
        await put(id, FILES.footer, `file ${round}`)
        await shows(`file ${round}`)
        await put(id, FILES.login, `<p>page ${round}</p>`)
        await shows(`<p>page ${round}</p>`)
        await revert(id, FILES.footer)
        await revert(id, FILES.login)
        await shows('<h1>Sign in</h1>')
      }
    })

    test('a theme that is deleted gives way to the default one', async () => {
      const id = await theme({ [FILES.footer]: 'soon gone' })
      assert.match(await html(`?themeId=${id}`), /soon gone/)
      assert.equal((await service.call('DELETE', `${THEMES}/${id}`)).status, 204)
      const page = await html(`?themeId=${id}`)
      assert.doesNotMatch(page, /soon gone/)
      assert.ok(!page.includes(id))
      assert.equal(steady(page), steady(await html()))
    })

    describe('with a customized default theme', () => {
      before(async () => {
        await put('default', FILES.footer, 'of the default theme')
        await put('default', FILES.style, '.of-the-default-theme {}')
      })
      after(async () => {
        await revert('default', FILES.footer)
        await revert('default', FILES.style)
      })

      const STEADY_HEADERS = /^(?:date|x-request-id|connection|keep-alive|set-cookie|content-length)$/
      const shown = async (path: string) => {
        const { status, headers, body } = await send(service.url, 'GET', path)
        const kept = Object.entries(headers).filter(([name]) => !STEADY_HEADERS.test(name))
        return { status, headers: steady(JSON.stringify(kept.toSorted())), body: steady(body.toString()) }
      }

      for (const { value } of HOSTILE_IDS.filter(({ value }) => value !== 'master')) {
        test(`themeId=${value.slice(0, 50)} shows the default theme and is never reflected`, async () => {
          const id = value.replace(/[^\x21-\x7e]|#/gu, encodeURIComponent)
          for (const [path, separator] of [
            [LOGIN, '?'],
            [`${LOGIN}?runtime=true`, '&'],
            [`${STATIC}/theme.css`, '?'],
          ] as const) {
            const plain = await shown(path)
            assert.equal(plain.status, 200)
            assert.match(plain.body, /of(?: |-)the(?: |-)default(?: |-)theme/)
            assert.deepEqual(await shown(`${path}${separator}themeId=${id}`), plain)
          }
        })
      }

      test('themeId=master shows the untouched pages and files', async () => {
        const page = await html('?themeId=master')
        assert.doesNotMatch(page, /of the default theme/)
        assert.match(page, /Never share your password/)
        assert.match(page, /theme\.css\?themeId=master&amp;v=0-\w{16}-0"/)
        const style = await (await fetch(`${service.url}${STATIC}/theme.css?themeId=master`)).text()
        assert.doesNotMatch(style, /of-the-default-theme/)
      })

      test('of a themeId that is given twice, the first counts', async () => {
        const id = await theme({ [FILES.footer]: 'of the first' })
        assert.match(await html(`?themeId=${id}&themeId=default`), /of the first/)
        assert.match(await html(`?themeId=default&themeId=${id}`), /of the default theme/)
        assert.match(await html(`?themeId=nothing&themeId=${id}`), /of the default theme/)
      })

      test('a theme falls back to the master, not to the default one', async () => {
        const id = await theme({ [FILES.login]: '<p>mine</p>@PAGE_FOOTER@' })
        const page = await html(`?themeId=${id}`)
        assert.match(page, /<p>mine<\/p>/)
        assert.match(page, /Never share your password/)
        assert.doesNotMatch(page, /of the default theme/)
      })
    })

    test('each file comes from the closest locale that has it', async () => {
      const folder = FILES.login.replace(/\/default\/.*/, '')
      const file = 'cloud_directory_login.html'
      const labels = { 'common/labels/fr_CA/template_labels.properties': '$MINE$=x' }
      const everywhere = {
        [`${folder}/fr_CA/${file}`]: 'fr_CA page',
        [`${folder}/fr/${file}`]: 'fr page',
        [`${folder}/default/${file}`]: 'default page',
        [`${folder}/${file}`]: 'page without a locale',
      }
      const id = await theme({ ...labels, ...everywhere })
      const query = `?themeId=${id}&locale=fr-CA`
      for (const [path, expected] of Object.entries(everywhere).slice(0, 3)) {
        assert.equal(await html(query), expected)
        await revert(id, path)
      }
      // The master has the page in its default folder, and a folder comes before none.
      assert.match(await html(query), /<html lang="fr-CA"[\s\S]*<h1>/)
      assert.equal(await html(`?themeId=${await theme(everywhere)}&locale=fr`), 'fr page')
      assert.equal(await html(`?themeId=${await theme(everywhere)}&locale=de`), 'default page')
      assert.equal(await html(`?themeId=${await theme(everywhere)}`), 'default page')
    })

    test('header and footer are looked for in the locale as well, each by itself', async () => {
      const id = await theme({
        [FILES.login]: '@PAGE_HEADER@|@PAGE_FOOTER@',
        'common/page_components/fr/page_header.html': 'fr header',
        'common/page_components/default/page_header.html': 'default header',
        'common/page_components/default/page_footer.html': 'default footer',
      })
      assert.equal(await html(`?themeId=${id}&locale=fr-CA`), 'fr header|default footer')
      assert.equal(await html(`?themeId=${id}&locale=de`), 'default header|default footer')
    })

    test('a header in the default folder of a theme wins over the master’s, which has none', async () => {
      const id = await theme({
        'common/page_components/default/page_header.html': '<header>of the field</header>',
      })
      const page = await html(`?themeId=${id}`)
      assert.match(page, /<header>of the field<\/header>/)
      assert.doesNotMatch(page, /class="page-header"/)
      const interfaced = await theme({ [FILES.header]: '<header>of the interface</header>' })
      assert.match(await html(`?themeId=${interfaced}`), /<header>of the interface<\/header>/)
      const both = await theme({
        'common/page_components/default/page_header.html': 'of the field',
        [FILES.header]: 'of the interface',
      })
      assert.match(await html(`?themeId=${both}`), /of the field/)
    })

    test('each label comes from the first file of its chain that has it', async () => {
      const names = [
        'LOGIN_TITLE',
        'LOGIN_USER_NAME',
        'LOGIN_PASSWORD',
        'OWN_IN_BOTH',
        'OWN_LABEL',
        'HELP_NEED_HELP',
      ]
      const lines = (where: string, ...labels: string[]) =>
        labels.map(label => `$${label}$=${where}`).join('\n')
      const id = await theme({
        [FILES.login]: names.map(name => `$${name}$`).join('|'),
        'common/labels/fr_CA/template_labels.properties': lines('fr_CA', 'LOGIN_TITLE'),
        'common/labels/fr/template_labels.properties': lines('fr', 'LOGIN_TITLE', 'LOGIN_USER_NAME'),
        'common/labels/default/template_labels.properties': lines(
          'field',
          'LOGIN_TITLE',
          'LOGIN_USER_NAME',
          'LOGIN_PASSWORD',
          'OWN_IN_BOTH',
        ),
        'common/labels/is/template_labels.properties': lines('is', 'LOGIN_TITLE'),
        [FILES.labels]: lines('interface', 'LOGIN_TITLE', 'OWN_IN_BOTH', 'OWN_LABEL'),
      })
      const shown = async (locale: string) => (await html(`?themeId=${id}&locale=${locale}`)).split('|')
      assert.deepEqual(await shown('fr-CA'), [
        'fr_CA',
        'fr',
        'Mot de passe',
        'field',
        'interface',
        'Besoin d’aide\u202f?',
      ])
      assert.deepEqual((await shown('fr')).slice(0, 3), ['fr', 'fr', 'Mot de passe'])
      assert.deepEqual((await shown('de')).slice(0, 5), [
        'Anmelden',
        'Benutzername',
        'Passwort',
        'field',
        'interface',
      ])
      const own = ['field', 'field', 'field', 'interface']
      // The master has no Icelandic: what the theme does not say either is in English.
      assert.deepEqual(await shown('is'), ['is', ...own, 'Need help?'])
      assert.deepEqual(await shown('en'), ['field', ...own, 'Need help?'])
    })

    for (const place of ['common/labels/default/template_labels.properties', FILES.labels]) {
      test(`the default labels of a theme may stand in ${place}`, async () => {
        const id = await theme({
          [place]: '# comment\r\n\r\n$LOGIN_TITLE$ = <b>a=b</b> @LOCALE@ \r\nnothing\r\n',
        })
        const page = await html(`?themeId=${id}`)
        assert.match(page, /<h1><b>a=b<\/b> default<\/h1>/)
        assert.match(page, /<label for="password">Password<\/label>/)
        assert.match(await html(`?themeId=${id}&locale=de`), /<h1>Anmelden<\/h1>/)
      })
    }

    test('a label that nobody has is shown as it is written', async () => {
      const text = `<p>$NOBODY_HAS_THIS$ $5 \${x} a@b.example @UNKNOWN_ONE@</p>`
      assert.equal(await html(`?themeId=${await theme({ [FILES.login]: text })}`), text)
    })

    test('the page for several sources is chosen where a theme customizes that one only', async () => {
      const choice = await theme({ [FILES.choice]: 'choice @ACTION@' })
      const both = await theme({ [FILES.choice]: 'choice', [FILES.login]: 'login' })
      const localizedChoice = await theme({ [FILES.choice.replace('/default/', '/de/')]: 'Auswahl' })
      assert.match(await html(`?themeId=${choice}`), /^choice \/idaas\/mtfim\/sps\/idaas\/login\?/)
      assert.equal(await html(`?themeId=${both}`), 'login')
      assert.equal(await html(`?themeId=${localizedChoice}&locale=de`), 'Auswahl')
      assert.match(await html(`?themeId=${localizedChoice}`), /<h1>Sign in<\/h1>/)
      await revert(both, FILES.login)
      assert.equal(await html(`?themeId=${both}`), 'choice')
      await revert(both, FILES.choice)
      assert.match(await html(`?themeId=${both}`), /<h1>Sign in<\/h1>/)
    })

    test('both sign-in pages get the action, the problem and the identity sources', async () => {
      const text =
        '<form action="@ACTION@&amp;themeId=@THEME_ID@"></form><i>@ERROR_MESSAGE@</i><script>const sources = @ID_SOURCES@</script>'
      for (const path of [FILES.choice, FILES.login]) {
        const id = await theme({ [path]: text })
        const page = await html(`?themeId=${id}`)
        const [, flow] = /flow=([\w.-]+)/.exec(page)!
        const action = `${LOGIN}?runtime=true&flow=${flow}`
        assert.ok(
          page.includes(`<form action="${action.replace('&', '&amp;')}&amp;themeId=${id}"></form><i></i>`),
          page,
        )
        const [, source] = /const sources = (.*)<\/script>/.exec(page)!
        assert.deepEqual(JSON.parse(source!), [
          {
            type: 'CLOUDDIRECTORY',
            loginUrl: action,
            forgotPasswordOptions: { forgotPasswordUrl: `${action}&operation=forgot_password` },
          },
        ])
      }
    })

    test('a page that is only joined is the page that is made anew, whatever its places do to a value', async () => {
      const text = [
        '<a href="@ACTION@" title=@ACTION@>@ACTION@</a><!-- @ACTION@ -->',
        '<script>var a = "@ACTION@", b = @ID_SOURCES@, c = `@ACTION@`</script>',
        '<style>p { background: url("@ACTION@"); content: "@ACTION@" }</style>',
        '<input name="username" value="@LOGIN_HINT@"><i>@REGISTRATION_URL@</i>',
      ].join('\n')
      const handler = '<button onclick="go(\'@ACTION@\')">go</button>'
      for (const page of [text, `${text}${handler}`]) {
        const id = await theme({ [FILES.login]: page })
        const hinted = (await html(`?themeId=${id}&login_hint=suggested`)).replace('suggested', '')
        const [first, second] = [await html(`?themeId=${id}`), await html(`?themeId=${id}`)]
        assert.equal(steady(first), steady(hinted))
        assert.equal(steady(second), steady(hinted))
        const flows = [first, second].map(shown => /flow=(\w+)/.exec(shown)![1]!)
        assert.notEqual(flows[0], flows[1])
        assert.equal(second.split(flows[1]!).length, hinted.split(/flow=(\w+)/.exec(hinted)![1]!).length)
        assert.ok(!second.includes(flows[0]!))
        const answer = await login(`?themeId=${id}`)
        const shown = await answer.text()
        const policy = answer.headers.get('content-security-policy')!
        for (const [, code] of shown.matchAll(/onclick="([^"]*)"/g)) {
          const decoded = code!.replaceAll('&#39;', "'").replaceAll('&#34;', '"').replaceAll('&amp;', '&')
          assert.ok(policy.includes(hash('sha256', decoded, 'base64')), policy)
        }
        const nonces = [...shown.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce!)
        assert.ok(nonces.length > 0 && nonces.every(nonce => policy.includes(`'nonce-${nonce}'`)))
      }
    })

    test('each visitor gets a page with their own flow where a script has it in escapes', async () => {
      const unescaped = (text: string) =>
        text.replace(/\\x([\da-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      for (const script of [
        '<script>function f() {}\n/x/.test(1); var action = "@ACTION@"</script>',
        '<script type="text/babel">var action = "@ACTION@"</script>',
        '<svg><script>var action = "@ACTION@"</script></svg>',
      ]) {
        const id = await theme({ [FILES.login]: `<h1>mine</h1>${script}` })
        const flows = new Set<string>()
        for (let visit = 1; visit <= 3; visit++) {
          const shown = unescaped(await (await login(`?themeId=${id}`)).text())
          assert.match(shown, /<h1>mine<\/h1>/)
          const [, own] = /<form method="post" action="[^"]*[?;]flow=(\w+)/.exec(shown)!
          assert.equal(/action = "[^"]*[?&]flow=(\w+)"/.exec(shown)![1], own)
          assert.doesNotMatch(shown, /stencil/)
          flows.add(own!)
        }
        assert.equal(flows.size, 3)
      }
    })

    test('a page that cannot be compiled is shown as the master’s, and explained', async () => {
      const id = await theme({ [FILES.login]: BOTTOMLESS, [FILES.footer]: 'mine' })
      const answer = await login(`?themeId=${id}&locale=de`)
      assert.equal(answer.status, 200)
      const page = await answer.text()
      assert.match(page, /<h1>Anmelden<\/h1>/)
      for (const [address] of page.matchAll(/\/template\/v1\.0\/static\/[^"]+/g))
        assert.equal((await fetch(service.url + address.replaceAll('&amp;', '&'))).status, 200, address)
      const explained = await json<{ fallback: string; fallbacks: number; files: { from: string }[] }>(
        await service.call('GET', `${EXPLAIN}?themeId=${id}`),
      )
      assert.match(explained.fallback, /nested too deeply/)
      assert.equal(explained.fallbacks, 1)
      assert.ok(explained.files.every(({ from }) => from === 'master'))
      await put(id, FILES.login, '<p>well again</p>')
      assert.equal(await html(`?themeId=${id}`), '<p>well again</p>')
    })

    test('a header or label that makes a page too large does not lock anybody out', async () => {
      const huge = await theme({
        'common/page_components/default/page_header.html': '$BIG$'.repeat(1_000),
        [FILES.labels]: `$BIG$=${'x'.repeat(10_000)}`,
      })
      const itself = await theme({ 'common/page_components/default/page_header.html': '@PAGE_HEADER@ once' })
      assert.match(await html(`?themeId=${huge}`), /<h1>Sign in<\/h1>/)
      assert.match(await html(`?themeId=${itself}`), / once[\s\S]*<h1>Sign in<\/h1>/)
    })

    test('what is not a text at all is still answered', async () => {
      for (const bytes of [Buffer.alloc(0), Buffer.from([0xff, 0xfe, 0x00]), Buffer.alloc(100_000, 0)]) {
        const id = await theme({ [FILES.login]: bytes })
        assert.equal((await login(`?themeId=${id}`)).status, 200)
      }
    })
  })

  describe(`two tenants on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    test('the theme of another tenant is as unknown as any, for pages and files alike', async () => {
      const files = { [FILES.footer]: 'ours', [FILES.style]: '.ours {}' }
      const id = await service.createTheme('Ours', packageOf(files))
      await addTenant(service, 'Second', 'second.example')
      for (const path of [LOGIN, `${STATIC}/theme.css`]) {
        const forced = `${path}?themeId=${id}`
        const own = await send(service.url, 'GET', forced, { host: new URL(service.url).host })
        assert.match(String(own.body), /ours/)
        const other = await send(service.url, 'GET', forced, { host: 'second.example' })
        assert.equal(other.status, 200)
        assert.doesNotMatch(String(other.body), /ours/)
        assert.ok(!String(other.body).includes(id))
      }
    })
  })

  describe(`two nodes on ${engine}`, () => {
    let service: TestService
    let second: Service

    before(async () => {
      service = await testService(engine)
      second = await startService(configFrom({ PORT: '0', ...service.database.environment }), 'silent')
    })
    after(async () => {
      await second.close()
      await service.stop()
    })

    const there = async (id: string) => await (await fetch(`${second.address}${LOGIN}?themeId=${id}`)).text()

    test('what is written at one shows at the other', async () => {
      assert.match(await there('default'), /Never share/)
      const id = await service.createTheme('Shared', packageOf({ [FILES.footer]: 'from the first node' }))
      await within(60_000, async () => (await there(id)).includes('from the first node'))
      await service.call('PUT', `${THEMES}/${id}/${FILES.footer}`, fileForm('changed'))
      await within(60_000, async () => (await there(id)).includes('changed'))
      await service.call(
        'PUT',
        `${THEMES}/default`,
        packageForm(packageOf({ [FILES.footer]: 'our default' })),
      )
      await within(60_000, async () => (await there('default')).includes('our default'))
      await service.call('DELETE', `${THEMES}/${id}`)
      await within(60_000, async () => (await there(id)).includes('our default'))
    })

    test('a file that one node asks for by the address of the other is never kept for ever when it is another', async () => {
      const id = await service.createTheme('Fresh', packageOf({ [FILES.style]: '.fresh {}' }))
      const page = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      const [address] = /\/template\/v1\.0\/static\/theme\.css[^"]+/.exec(page)!
      for (let asked = 0; asked < 50; asked++) {
        const answer = await fetch(second.address + address.replaceAll('&amp;', '&'))
        const style = await answer.text()
        if (style === '.fresh {}') break
        assert.doesNotMatch(answer.headers.get('cache-control')!, /immutable/)
      }
    })
  })
}

describe('the sign-in page of an installation behind https', () => {
  test('asks for https from then on', async () => {
    const service = await testService('SQLite', { TABARD_PUBLIC_URL: 'https://id.example' })
    try {
      const { headers } = await fetch(`${service.url}${LOGIN}`)
      assert.match(headers.get('strict-transport-security')!, /^max-age=\d{7,}$/)
    } finally {
      await service.stop()
    }
  })

  test('asks for https on the hosts below as well, if a setting says so', async () => {
    const consolePort = await freePort()
    const service = await testService('SQLite', {
      TABARD_PUBLIC_URL: 'https://id.example',
      TABARD_CONSOLE_URL: 'https://console.example',
      TABARD_CONSOLE_PORT: String(consolePort),
      TABARD_HSTS_SUBDOMAINS: 'on',
    })
    try {
      for (const url of [`${service.url}${LOGIN}`, `http://127.0.0.1:${consolePort}/signin`]) {
        const { headers } = await fetch(url)
        assert.match(headers.get('strict-transport-security')!, /^max-age=\d{7,}; includeSubDomains$/)
      }
    } finally {
      await service.stop()
    }
  })
})

describe('the log', () => {
  test('tells of a page that could not be compiled, once for each revision', async () => {
    const database = await freshDatabase('SQLite')
    const server = await startServer({
      ...database.environment,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      TABARD_LOG_LEVEL: 'warn',
    })
    try {
      const authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
      const body = fileForm(BOTTOMLESS)
      await fetch(`${server.url}${THEMES}/default/${FILES.login}`, {
        method: 'PUT',
        headers: { authorization },
        body,
      })
      for (let visit = 0; visit < 3; visit++) {
        const page = await (await fetch(`${server.url}${LOGIN}`)).text()
        assert.match(page, /<h1>Sign in<\/h1>/)
      }
      const failed = () =>
        (server.said.stdout + server.said.stderr)
          .split('\n')
          .filter(line => line.includes('nested too deeply'))
      await within(60_000, () => failed().length > 0)
      const [line, ...more] = failed()
      assert.deepEqual(more, [])
      const { theme, page, level } = JSON.parse(line!) as Record<string, unknown>
      assert.deepEqual([theme, page, level], ['default', 'login', 40])
    } finally {
      await server.stop()
      await database.remove()
    }
  })
})
