import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { json, refusal, themesOf } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { addTenant, clientToken } from '../support/tenants.ts'
import { send } from '../support/wire.ts'
import { FILES, LOGIN, PREVIEW, STATIC, THEMES, whole, wholeFiles } from './addresses.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\nunsaved', 'latin1')

interface Origin {
  file: string
  line: number
}

interface Kept {
  id: string
  url: string
  fallback: string | null
  problems: (Origin & { what: string; name: string })[]
  elements: (Origin & {
    tag: string
    labels: (Origin & { name: string })[]
    macros: (Origin & { name: string })[]
  })[]
}

for (const engine of usually('SQLite')) {
  describe(`previews on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string | Uint8Array>) =>
      await service.createTheme(`Preview ${++number}`, packageOf(wholeFiles(files)))
    const shown = async (page: string, query = '', headers: Record<string, string> = {}) =>
      await service.call('GET', `${PREVIEW}/${page}${query}`, undefined, headers)
    const post = async (page: string, body: unknown, query = '', headers: Record<string, string> = {}) =>
      await service.call(
        'POST',
        `${PREVIEW}/${page}${query}`,
        typeof body === 'string' ? body : JSON.stringify(body),
        { 'content-type': 'application/json', ...headers },
      )
    const kept = async (page: string, body: unknown, query = '') => {
      const answer = await post(page, body, query)
      assert.equal(answer.status, 201)
      return await json<Kept>(answer)
    }
    const framed = async (path: string) => await fetch(service.url + path)

    for (const { id, states } of [...PAGES, ...MAILS]) {
      test(`${id} shows in each state and language`, async () => {
        for (const state of Object.keys(states)) {
          for (const [locale, language] of [
            ['default', 'en'],
            ['de', 'de'],
            ['fr', 'fr'],
          ]) {
            const answer = await shown(id, `?state=${state}&locale=${locale}`)
            assert.equal(answer.status, 200, `${state} ${locale}`)
            assert.equal(answer.headers.get('content-language'), language)
            assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
            const page = await answer.text()
            assert.match(page, new RegExp(`<html lang="${language}" dir="ltr">`))
            assert.doesNotMatch(page, /\$[A-Z][A-Z0-9_]*\$|@[A-Z][A-Z_.]+@/)
          }
        }
      })
    }

    test('the first state is shown when none is named, and the sample values are in it', async () => {
      assert.doesNotMatch(await (await shown('login')).text(), /alex@example\.com/)
      assert.match(await (await shown('login', '?state=hint')).text(), /value="alex@example\.com"/)
      assert.match(await (await shown('login', '?state=locked')).text(), /Too many attempts/)
    })

    test('scripts get the identity sources that the page has', async () => {
      const file =
        'authentication/login/identity_source/identity_source_selection/default/combined_login_selection.html'
      const form =
        '<form method="post" action="@ACTION@"><input type="hidden" name="operation" value="verify"><input name="username"><input type="password" name="password"><button>Go</button></form>'
      const rows = '[RPT idSources]<a href="@ID_SOURCE_URL@">@ID_SOURCE_NAME@</a>[ERPT idSources]'
      const script = '<script>const sources = @ID_SOURCES@</script>'
      const id = await theme({ [file]: `<main>@ERROR_MESSAGE@${form}${rows}${script}</main>` })
      for (const [state, expected] of [
        ['first', 'CLOUDDIRECTORY'],
        ['several', 'CLOUDDIRECTORY, Continue with Google, Continue with Northwind Partners'],
        ['sources', 'Continue with Google, Continue with Northwind Partners'],
      ]) {
        const page = await (await shown('login-choice', `?themeId=${id}&state=${state}`)).text()
        const sources = JSON.parse(/const sources = (.*?)<\/script>/.exec(page)![1]!) as {
          type: string
          displayName?: string
        }[]
        assert.equal(sources.map(({ type, displayName }) => displayName ?? type).join(', '), expected)
      }
    })

    test('a theme is shown by its id', async () => {
      const id = await theme({ [FILES.footer]: '<p>mine @THEME_ID@</p>' })
      assert.match(await (await shown('logout', `?themeId=${id}`)).text(), new RegExp(`<p>mine ${id}</p>`))
    })

    test('a token is needed, and one that only reads is enough', async () => {
      const bare = await fetch(`${service.url}${PREVIEW}/login`)
      assert.deepEqual(await refusal(bare), [401, 'TABRD0201E'])
      const wrong = await shown('login', '', { authorization: 'Bearer wrong' })
      assert.deepEqual(await refusal(wrong), [401, 'TABRD0203E'])
      const none = await clientToken(service, [])
      const denied = await shown('login', '', { authorization: `Bearer ${none.token}` })
      assert.deepEqual(await refusal(denied), [403, 'TABRD0204E'])
      const body = JSON.stringify({ files: {} })
      const posted = await fetch(`${service.url}${PREVIEW}/login`, { method: 'POST', body })
      assert.equal(posted.status, 401)
      const reader = { authorization: `Bearer ${(await clientToken(service, ['readTemplates'])).token}` }
      assert.equal((await shown('login', '', reader)).status, 200)
      assert.equal((await post('login', { files: {} }, '', reader)).status, 201)
    })

    test('an unknown page is not found, and an unknown state is told which there are', async () => {
      for (const page of ['nothing', 'LOGIN', '__proto__', 'constructor', 'login.html'])
        assert.deepEqual(await refusal(await shown(page)), [404, 'TABRD0310E'], page)
      assert.deepEqual(await refusal(await post('nothing', {})), [404, 'TABRD0310E'])
      for (const state of ['nothing', '', 'constructor', '__proto__']) {
        const answer = await shown('login', `?state=${state}`)
        assert.match(await answer.clone().text(), /first, hint, wrong, locked/)
        assert.deepEqual(await refusal(answer), [400, 'TABRD0107E'], state)
      }
    })

    test('unsaved files show in a frame that needs no token, and nowhere else', async () => {
      const id = await theme({ [FILES.style]: '.saved {}' })
      const before = await themesOf(service)
      const preview = await kept(
        'login',
        {
          themeId: id,
          files: {
            [FILES.footer]: '<p>unsaved @THEME_ID@</p>',
            [FILES.style]: '.unsaved {}',
            'common/logo/default/logo.png': { base64: PNG.toString('base64') },
          },
        },
        '?state=hint&locale=de',
      )
      assert.match(preview.id, /^preview-[\w-]{32}$/)
      assert.equal(preview.fallback, null)
      const answer = await framed(preview.url)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-language'), 'de')
      const page = await answer.text()
      assert.match(page, new RegExp(`<p[^>]*>unsaved ${preview.id}</p>`))
      assert.match(page, /value="alex@example\.com"/)
      for (const [name, expected] of [
        ['theme.css', '.unsaved {}'],
        ['logo.png', PNG.toString()],
      ]) {
        const asset = await framed(`${STATIC}/${name}?themeId=${preview.id}`)
        assert.equal(asset.status, 200)
        assert.equal(asset.headers.get('cache-control'), 'no-store')
        assert.equal(asset.headers.get('access-control-allow-origin'), '*')
        assert.equal(await asset.text(), expected)
      }
      for (const [, address] of page.matchAll(/"(\/template\/v1\.0\/static\/[^"]+)"/g))
        assert.equal((await framed(address!.replaceAll('&amp;', '&'))).status, 200, address)
      assert.doesNotMatch(await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text(), /unsaved/)
      assert.equal(await (await framed(`${STATIC}/theme.css?themeId=${id}`)).text(), '.saved {}')
      assert.deepEqual(await themesOf(service), before)
    })

    test('a framed page acts in a sandbox, may be framed, and tells nobody its address', async () => {
      const preview = await kept('login', {
        files: { [FILES.login]: whole('<script>document.title = 1</script>') },
      })
      const { headers } = await framed(preview.url)
      const policy = headers.get('content-security-policy')!
      assert.match(policy, /(?:^|; )sandbox allow-scripts(?:;|$)/)
      assert.match(policy, /frame-ancestors (?!'none')/)
      assert.match(policy, /script-src 'nonce-/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('set-cookie'), null)
    })

    test('a preview by token is neither framed nor told to others', async () => {
      const { headers } = await shown('login')
      assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
    })

    test('the other pages of a preview are at hand with the same id', async () => {
      const preview = await kept('login', { files: { [FILES.footer]: '<p>unsaved</p>' } })
      for (const { id } of PAGES) {
        const answer = await framed(`/preview/${preview.id}/${id}`)
        assert.equal(answer.status, 200)
        assert.match(await answer.text(), />unsaved<\/p>/, id)
      }
      const mail = await framed(`/preview/${preview.id}/mail-one-time-code`)
      assert.match(await mail.text(), /481516/)
    })

    test('unsaved files lie over what the theme is now', async () => {
      const id = await theme({ [FILES.style]: '.old {}' })
      const preview = await kept('login', { themeId: id, files: { [FILES.footer]: 'unsaved' } })
      await service.call('PUT', `${THEMES}/${id}/${FILES.style}`, fileForm('.new {}'))
      assert.equal(await (await framed(`${STATIC}/theme.css?themeId=${preview.id}`)).text(), '.new {}')
    })

    test('a framed page gets its unsaved files although the theme was written since', async () => {
      const id = await theme({})
      const preview = await kept('login', { themeId: id, files: { [FILES.style]: '.unsaved {}' } })
      const page = await (await framed(preview.url)).text()
      const [, style] = /href="([^"]*theme\.css[^"]*)"/.exec(page)!
      await service.call('PUT', `${THEMES}/${id}/${FILES.footer}`, fileForm('written'))
      assert.equal(await (await framed(style!.replaceAll('&amp;', '&'))).text(), '.unsaved {}')
    })

    test('a locale that only unsaved files bring is shown', async () => {
      const files = { 'common/labels/pt_BR/template_labels.properties': '$LOGIN_TITLE$=Entrar' }
      const preview = await kept('login', { files }, '?locale=pt')
      assert.match(
        await (await framed(preview.url)).text(),
        /<html[^>]* lang="pt-BR"[\s\S]*<h1[^>]*>Entrar<\/h1>/,
      )
    })

    test('a preview of the page for several sources changes which one signs in', async () => {
      const preview = await kept('login-choice', {
        files: { [FILES.choice]: whole('<p>unsaved choice</p>') },
      })
      assert.match(await (await framed(preview.url)).text(), /unsaved choice/)
    })

    test('an unknown id is not found, be it that of a theme', async () => {
      const id = await theme({})
      for (const unknown of [`preview-${'x'.repeat(32)}`, 'preview-', 'preview-..', id, 'default', 'master'])
        assert.deepEqual(
          await refusal(await framed(`/preview/${unknown}/login`)),
          [404, 'TABRD0301E'],
          unknown,
        )
      const { id: known } = await kept('login', {})
      assert.deepEqual(await refusal(await framed(`/preview/${known}/nothing`)), [404, 'TABRD0310E'])
      assert.deepEqual(await refusal(await framed(`/preview/${known}/login?state=x`)), [400, 'TABRD0107E'])
      assert.deepEqual(
        await refusal(await framed(`/preview/${known.slice(0, -1)}${known.endsWith('x') ? 'y' : 'x'}/login`)),
        [404, 'TABRD0301E'],
      )
    })

    test('a preview cannot be read, written or deleted as a theme', async () => {
      const { id } = await kept('login', { files: { [FILES.footer]: 'unsaved' } })
      for (const answer of [
        await service.call('GET', `${THEMES}/${id}`),
        await service.call('GET', `${THEMES}/${id}/${FILES.footer}`),
        await service.call('PUT', `${THEMES}/${id}/${FILES.footer}`, fileForm('x')),
        await service.call('DELETE', `${THEMES}/${id}`),
      ])
        assert.deepEqual(await refusal(answer), [404, 'TABRD0301E'])
    })

    test('an unknown theme is not found, so that a check with a misspelt id fails', async () => {
      for (const themeId of ['nothing', '', crypto.randomUUID(), `preview-${'x'.repeat(32)}`]) {
        const expected = [404, 'TABRD0301E']
        assert.deepEqual(await refusal(await post('login', { themeId, files: {} })), expected, themeId)
        assert.deepEqual(await refusal(await shown('login', `?themeId=${themeId}`)), expected, themeId)
      }
      assert.equal((await shown('login')).status, 200)
    })

    test('problems are told by file and line', async () => {
      const { problems } = await kept('login', {
        files: {
          [FILES.login]: whole('<p>\n$NOBODY_HAS_THIS$\n</p>\n\n<i>@NO_SUCH_MACRO@</i>@PAGE_FOOTER@'),
          [FILES.footer]: '<p>\r\n\r\n@PAGE_FOOTER@ $LOGIN_TITLE$</p>',
          [FILES.labels]: '# first\n$LOGIN_TITLE$=Hello @NEITHER_THIS@',
        },
      })
      const found = problems.toSorted((a, b) => a.name.localeCompare(b.name))
      assert.deepEqual(found, [
        { what: 'unknown macro', name: 'NEITHER_THIS', file: FILES.labels, line: 2 },
        { what: 'unknown macro', name: 'NO_SUCH_MACRO', file: FILES.login, line: 5 },
        { what: 'missing label', name: 'NOBODY_HAS_THIS', file: FILES.login, line: 2 },
        { what: 'include cycle', name: 'PAGE_FOOTER', file: FILES.footer, line: 3 },
      ])
    })

    test('a repeat whose ends do not fit is a problem', async () => {
      const { problems } = await kept('login', {
        files: { [FILES.login]: whole('<ul>\n[RPT x]<li title="a[ERPT x]">b</li></ul>') },
      })
      assert.deepEqual(problems, [
        // Only letters remain of values behind it.
        {
          what: 'missing part',
          name: '@ACTION@ as the action of the form for signing in',
          file: FILES.login,
          line: 1,
        },
        { what: 'uneven repeat', name: 'x', file: FILES.login, line: 2 },
      ])
    })

    test('the master has no problems', async () => {
      for (const { id } of [...PAGES, ...MAILS]) assert.deepEqual((await kept(id, {})).problems, [], id)
    })

    test('each element tells what made it: tag, labels and macros by file and line', async () => {
      const preview = await kept('login', { files: {} })
      const page = await (await framed(preview.url)).text()
      const numbered = (element: RegExp) => {
        const [, at] = new RegExp(`<${element.source}`).exec(page)!
        return preview.elements[Number(at)]!
      }
      const line = async (id: string, path: string, text: string) => {
        const file = await (await service.call('GET', `${THEMES}/${id}/${path}`)).text()
        return file.split('\n').findIndex(one => one.includes(text)) + 1
      }
      const note = numbered(/p data-tabard-n="(\d+)">Never share/)
      assert.deepEqual(note, {
        tag: 'p',
        file: FILES.footer,
        line: await line('master', FILES.footer, '$PAGE_FOOTER_NOTE$'),
        labels: [
          {
            name: 'PAGE_FOOTER_NOTE',
            file: FILES.labels,
            line: await line('master', FILES.labels, '$PAGE_FOOTER_NOTE$='),
          },
        ],
        macros: [],
      })
      const form = numbered(/form data-tabard-n="(\d+)"/)
      assert.equal(form.tag, 'form')
      assert.deepEqual(form.macros, [
        { name: 'ACTION', file: FILES.login, line: await line('master', FILES.login, 'action="@ACTION@"') },
      ])
      const logo = numbered(/img data-tabard-n="(\d+)"/)
      assert.deepEqual([logo.file, logo.line], [FILES.header, await line('master', FILES.header, '<img')])
      for (const { file, line } of preview.elements) assert.ok(file !== '' && line > 0)
    })

    test('the source map follows unsaved files and other languages', async () => {
      const preview = await kept(
        'login',
        {
          files: {
            [FILES.footer]: '\n\n<footer>\n  <small>$PAGE_FOOTER_NOTE$</small></footer>',
            'common/labels/de/template_labels.properties': '# x\n\n$PAGE_FOOTER_NOTE$=Eigener Text',
          },
        },
        '?locale=de',
      )
      const page = await (await framed(preview.url)).text()
      const [, at] = /<small data-tabard-n="(\d+)">Eigener Text/.exec(page)!
      assert.deepEqual(preview.elements[Number(at)], {
        tag: 'small',
        file: FILES.footer,
        line: 4,
        labels: [{ name: 'PAGE_FOOTER_NOTE', file: 'common/labels/de/template_labels.properties', line: 3 }],
        macros: [],
      })
    })

    test('what cannot be compiled is shown as the master’s, and said', async () => {
      const preview = await kept('login', { files: { [FILES.login]: '<div>'.repeat(100_000) } })
      assert.match(preview.fallback!, /nested too deeply/)
      assert.match(await (await framed(preview.url)).text(), />Sign in<\/h1>/)
    })

    const bad: Record<string, string> = {
      nothing: '',
      'no JSON': '{',
      'a list': '[]',
      'a text': '"x"',
      null: 'null',
      'files as a list': '{"files": []}',
      'files as a text': '{"files": "x"}',
      'a number as content': '{"files": {"common/page_style.css": 1}}',
      'null as content': '{"files": {"common/page_style.css": null}}',
      'base64 that is none': '{"files": {"common/page_style.css": {"base64": 1}}}',
      'a path that climbs': '{"files": {"../x.css": "x"}}',
      'an absolute path': '{"files": {"/x.css": "x"}}',
      'an empty path': '{"files": {"": "x"}}',
      'a hidden file': '{"files": {"common/.hidden": "x"}}',
    }
    for (const [what, body] of Object.entries(bad)) {
      test(`a body with ${what} is refused`, async () => {
        const [status, messageId] = await refusal(await post('login', body))
        assert.equal(status, 400)
        assert.match(messageId, /^TABRD04\d\dE$/)
      })
    }

    test('__proto__ as a path is a path like any other, and nothing more', async () => {
      const answer = await post('login', '{"files": {"__proto__": "x"}, "__proto__": {"themeId": "x"}}')
      assert.ok([201, 400].includes(answer.status))
    })

    test('a preview is seen in its frame alone, never where people sign in', async () => {
      const preview = await kept('login', { files: { [FILES.style]: '.unsaved {}' } })
      const demo = new URLSearchParams({
        client_id: `tabard-demo.${preview.id}`,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${service.service.consoleUrl}/try`,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })
      for (const address of [
        `${LOGIN}?themeId=${preview.id}`,
        `/v1.0/endpoint/default/authorize?${demo}`,
        `/v1.0/endpoint/default/authorize?client_id=x&themeId=${preview.id}`,
      ]) {
        const page = await (await fetch(`${service.url}${address}`)).text()
        assert.ok(!page.includes(preview.id), address)
      }
    })

    test('another tenant cannot see a preview', async () => {
      const preview = await kept('login', { files: { [FILES.style]: '.unsaved {}' } })
      const own = { host: new URL(service.url).host }
      await addTenant(service, `Second ${number}`, 'second.example')
      const other = { host: 'second.example' }
      assert.equal((await send(service.url, 'GET', preview.url, own)).status, 200)
      const page = await send(service.url, 'GET', preview.url, other)
      assert.equal(page.status, 404)
      const style = await send(service.url, 'GET', `${STATIC}/theme.css?themeId=${preview.id}`, other)
      assert.equal(style.status, 200)
      assert.doesNotMatch(String(style.body), /unsaved/)
      const login = await send(service.url, 'GET', `${LOGIN}?themeId=${preview.id}`, other)
      assert.equal(login.status, 200)
      assert.ok(!String(login.body).includes(preview.id))
    })
  })

  describe(`the limits of previews on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine, { TABARD_LIMIT_ARCHIVE: '20000', TABARD_LIMIT_FILE: '5000' })
    })
    after(() => service.stop())

    test('a body or a file that is too large is refused', async () => {
      const post = async (files: Record<string, unknown>) =>
        await service.call('POST', `${PREVIEW}/login`, JSON.stringify({ files }))
      assert.equal((await post({ 'a.css': 'x'.repeat(5_000) })).status, 201)
      assert.deepEqual(await refusal(await post({ 'a.css': 'x'.repeat(5_001) })), [413, 'TABRD0406E'])
      assert.deepEqual(
        await refusal(await post({ 'a.css': { base64: Buffer.alloc(5_001).toString('base64') } })),
        [413, 'TABRD0406E'],
      )
      const many = Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`a${at}.css`, 'x'.repeat(3_000)]),
      )
      assert.deepEqual(await refusal(await post(many)), [413, 'TABRD0406E'])
    })
  })
}
