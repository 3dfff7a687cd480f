import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { bytes, refusal } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { send } from '../support/wire.ts'
import { FILES, LOGIN, STATIC, THEMES, wholeFiles } from './addresses.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>'
const STYLES = [
  'common/page_components/default/page_style.css',
  'common/page_components/page_style.css',
  'common/page_style.css',
]
const BODY = Array.from({ length: 200 }, (_, line) => `.rule-${line} { color: red }`).join('\n')

for (const engine of usually('PostgreSQL')) {
  describe(`static files on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string | Uint8Array>) =>
      await service.createTheme(`Static ${++number}`, packageOf(wholeFiles(files)))
    const get = async (name: string, query = '', headers: Record<string, string> = {}) =>
      await send(service.url, 'GET', `${STATIC}/${name}${query}`, headers)
    const text = async (name: string, query = '') => String((await get(name, query)).body)
    const put = async (id: string, path: string, content: string | Uint8Array<ArrayBuffer>) =>
      await service.call('PUT', `${THEMES}/${id}/${path}`, fileForm(content))
    const master = async (path: string) => await bytes(await service.call('GET', `${THEMES}/master/${path}`))
    /** The addresses of files in a theme's sign-in page. */
    const addresses = async (id: string) => {
      const page = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      return Array.from(page.matchAll(/"(\/template\/v1\.0\/static\/[^"]+)"/g), ([, address]) =>
        address!.replaceAll('&amp;', '&'),
      )
    }

    test('theme.css is page_style.css, and the field’s place wins over the interface’s', async () => {
      const id = await theme(Object.fromEntries(STYLES.map(path => [path, `/* ${path} */`])))
      for (const path of STYLES) {
        assert.equal(await text('theme.css', `?themeId=${id}`), `/* ${path} */`)
        await service.call('DELETE', `${THEMES}/${id}/${path}`)
      }
      assert.deepEqual((await get('theme.css', `?themeId=${id}`)).body, await master(FILES.style))
    })

    test('a theme without a style of its own shows the master’s, not the default theme’s', async () => {
      await put('default', FILES.style, '.default {}')
      const id = await theme({})
      assert.deepEqual((await get('theme.css', `?themeId=${id}`)).body, await master(FILES.style))
      assert.equal(await text('theme.css'), '.default {}')
      assert.equal(await text('theme.css', '?themeId='), '.default {}')
      assert.equal(await text('theme.css', '?themeId=nothing'), '.default {}')
      await service.call('DELETE', `${THEMES}/default/${FILES.style}`)
    })

    test('the base sheet is a file of its own', async () => {
      const id = await theme({ [FILES.style]: '.mine {}' })
      const answer = await get('css/base.css', `?themeId=${id}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-type'], 'text/css; charset=utf-8')
      assert.deepEqual(answer.body, await master('common/static/css/base.css'))
    })

    test('the logo is that of common/logo/default', async () => {
      for (const [name, type] of [
        ['logo.svg', 'image/svg+xml'],
        ['logo.png', 'image/png'],
      ] as const) {
        const answer = await get(name)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers['content-type'], type)
        assert.deepEqual(answer.body, await master(`common/logo/default/${name}`))
      }
      const id = await theme({ 'common/logo/default/logo.png': PNG, 'common/logo/default/logo.svg': SVG })
      assert.deepEqual((await get('logo.png', `?themeId=${id}`)).body, PNG)
      assert.equal(await text('logo.svg', `?themeId=${id}`), SVG)
    })

    const served: Record<string, string> = {
      'js/app.js': 'common/static/js/app.js',
      'assets/image/back.png': 'common/static/assets/image/back.png',
      'assets/icon/own.svg': 'common/static/assets/icon/own.svg',
      'css/more.css': 'common/static/css/more.css',
      'fonts/own.json': 'common/static/fonts/own.json',
      'logo2.svg': 'common/logo/default/logo2.svg',
      'fancy/thing.js': 'common/fancy/thing.js',
      'page_style.css': 'common/page_style.css',
      'Own%20File%20%C3%A9.css': 'common/static/Own File é.css',
      'js%2Fapp.js': 'common/static/js/app.js',
    }
    test('other assets come from common/static, from the logos, and from below common', async () => {
      const content = (path: string) =>
        path.endsWith('png')
          ? PNG
          : Buffer.from(path.endsWith('svg') ? `<svg id="${path}"/>` : `/* ${path} */`)
      const id = await theme(Object.fromEntries(Object.values(served).map(path => [path, content(path)])))
      for (const [name, path] of Object.entries(served)) {
        const answer = await get(name, `?themeId=${id}`)
        assert.equal(answer.status, 200, name)
        assert.deepEqual(answer.body, content(path))
      }
      assert.equal((await get('js/app.js')).status, 404)
    })

    test('templates, labels, mails and whatever is unknown are never served', async () => {
      const paths = [
        'common/static/page.html',
        'common/static/page.HTML',
        'common/static/page.htm',
        'common/static/page.xhtml',
        'common/static/labels.properties',
        'common/static/mail.xml',
        'common/static/mail.xsl',
        'common/static/note.txt',
        'common/static/thing.swf',
        'common/static/thing.pdf',
        'common/static/thing.css.html',
        'common/static/noextension',
        'common/own/x.html',
      ]
      const id = await theme(Object.fromEntries(paths.map(path => [path, '<p>secret</p>'])))
      for (const name of [
        ...paths.map(path => path.replace(/^common\/(?:static\/)?/, '')),
        'page_components/page_header.html',
        'page_components/default/page_footer.html',
        'default/template_labels.properties',
        'labels/de/template_labels.properties',
      ]) {
        const answer = await get(name, `?themeId=${id}`)
        assert.equal(answer.status, 404, name)
        assert.doesNotMatch(String(answer.body), /secret/)
      }
    })

    test('an address without a file says where its file would be, or that files of this type are not sent', async () => {
      const said = async (name: string) =>
        (JSON.parse(String((await get(name)).body)) as { messageDescription: string }).messageDescription
      assert.equal(
        await said('img/none.png'),
        'Neither the theme nor the master has the asset img/none.png. Its file would be common/static/img/none.png or common/logo/default/img/none.png or common/img/none.png.',
      )
      assert.match(await said('default/template_labels.properties'), /is not sent here: only style sheets, /)
    })

    test('nothing outside of common is served', async () => {
      const id = await theme({ 'authentication/login/own.css': '.own {}', 'user_flows/own.js': 'own()' })
      for (const name of [
        'authentication/login/own.css',
        'user_flows/own.js',
        '../authentication/login/own.css',
        '%2e%2e/authentication/login/own.css',
      ])
        assert.ok([400, 404].includes((await get(name, `?themeId=${id}`)).status), name)
    })

    for (const name of ['', 'js', 'js/', 'css/', 'nothing.css', 'theme.css/x', 'THEME.CSS', 'css/BASE.css']) {
      test(`${name || 'an empty name'} is not found`, async () => {
        const { status, headers, body } = await get(name)
        const { messageId } = JSON.parse(String(body)) as { messageId: string }
        assert.ok(
          status === 404 || (name === '' || name.endsWith('/') ? status === 400 : false),
          `${status} ${messageId}`,
        )
        assert.equal(headers['cache-control']?.includes('immutable') ?? false, false)
      })
    }

    for (const name of [
      '../static/theme.css',
      'css/../theme.css',
      './theme.css',
      '%2e%2e/theme.css',
      '%2e%2e%2ftheme.css',
      '..%5ctheme.css',
      'css//base.css',
      'css/base.css;x',
      'a%00.css',
      'a%0d%0aX-Evil:%201.css',
      '%c0%ae%c0%ae/theme.css',
      '%252e%252e/theme.css',
      'a%ff.css',
      `${'a/'.repeat(40)}b.css`,
      `${'x'.repeat(600)}.css`,
    ]) {
      test(`the name ${name.slice(0, 40)} is refused`, async () => {
        const { status, headers } = await get(name)
        assert.ok(status === 400 || status === 404, String(status))
        assert.equal(headers['x-evil'], undefined)
      })
    }

    test('other methods are told what is possible', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await service.call(method, `${STATIC}/theme.css`)
        assert.equal(answer.headers.get('allow'), 'GET, HEAD')
        assert.deepEqual(await refusal(answer), [405, 'TABRD0102E'])
      }
      const head = await send(service.url, 'HEAD', `${STATIC}/theme.css`)
      assert.equal(head.status, 200)
      assert.equal(head.body.length, 0)
    })

    test('every file can be used from any origin, is never sniffed and never acts by itself', async () => {
      for (const name of ['theme.css', 'css/base.css', 'logo.svg', 'logo.png', 'assets/icon/favicon.svg']) {
        const { headers } = await get(name, '', { origin: 'null' })
        assert.equal(headers['access-control-allow-origin'], '*', name)
        assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
        assert.equal(headers['access-control-allow-credentials'], undefined)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.match(String(headers['content-security-policy']), /default-src 'none'/)
        assert.match(String(headers['content-security-policy']), /(?:^|; )sandbox(?:;|$)/)
        assert.equal(headers['set-cookie'], undefined)
      }
    })

    test('a video is sent in parts, as players ask for it', async () => {
      const video = 'common/static/video/intro.mp4'
      const id = await theme({ [video]: '0123456789' })
      const ask = async (headers: Record<string, string>, method = 'GET') =>
        await send(service.url, method, `${STATIC}/video/intro.mp4?themeId=${id}`, headers)
      const whole = await ask({})
      const tag = String(whole.headers.etag)
      assert.deepEqual([whole.status, whole.headers['accept-ranges']], [200, 'bytes'])
      for (const [range, from, text] of [
        ['bytes=0-1', '0-1', '01'],
        ['bytes=2-', '2-9', '23456789'],
        ['bytes=8-99', '8-9', '89'],
        ['bytes=-3', '7-9', '789'],
        ['bytes=-99', '0-9', '0123456789'],
      ] as const)
        for (const more of [{}, { 'if-range': tag }, { 'accept-encoding': 'gzip' }]) {
          const { status, headers, body } = await ask({ range, ...more })
          assert.deepEqual(
            [status, headers['content-range'], headers['content-length'], String(body), headers.etag],
            [206, `bytes ${from}/10`, String(text.length), text, tag],
          )
        }
      for (const headers of [
        { range: 'bytes=0-1,4-5' },
        { range: 'bytes=3-2' },
        { range: 'bytes=-' },
        { range: 'lines=0-1' },
        { range: 'bytes=0-1', 'if-range': '"other"' },
        { range: 'bytes=0-1', 'if-range': `W/${tag}` },
        { range: 'bytes=99-', 'if-range': 'Thu, 19 Nov 2026 12:00:00 GMT' },
      ]) {
        const { status, body } = await ask(headers)
        assert.deepEqual([status, String(body)], [200, '0123456789'], JSON.stringify(headers))
      }
      for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
        const { status, headers, body } = await ask({ range })
        assert.deepEqual(
          [status, headers['content-range'], headers['cache-control'], headers.etag],
          [416, 'bytes */10', 'no-store', undefined],
        )
        assert.match(String(body), /"TABRD0313E"/)
      }
      assert.equal((await ask({ range: 'bytes=0-1', 'if-none-match': tag })).status, 304)
      const head = await ask({ range: 'bytes=0-1' }, 'HEAD')
      assert.deepEqual(
        [head.status, head.headers['accept-ranges'], head.headers['content-length']],
        [200, 'bytes', '10'],
      )
      assert.equal(String((await ask({})).body), '0123456789')
    })

    test('a file that is the same is not sent again', async () => {
      const id = await theme({ [FILES.style]: BODY })
      const first = await get('theme.css', `?themeId=${id}`)
      const tag = String(first.headers.etag)
      assert.match(tag, /^"[^"]+"$/)
      for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const again = await get('theme.css', `?themeId=${id}`, { 'if-none-match': given })
        assert.equal(again.status, 304, given)
        assert.equal(again.body.length, 0)
        assert.equal(again.headers.etag, tag)
        assert.equal(again.headers['cache-control'], first.headers['cache-control'])
        assert.equal(again.headers.vary, first.headers.vary)
        assert.equal(again.headers['content-length'], undefined)
        const head = await send(service.url, 'HEAD', `${STATIC}/theme.css?themeId=${id}`, {
          'if-none-match': given,
        })
        assert.deepEqual([head.status, head.headers['content-length']], [304, undefined])
      }
      assert.equal((await get('theme.css', `?themeId=${id}`, { 'if-none-match': '"x"' })).status, 200)
      await put(id, FILES.style, 'changed')
      const changed = await get('theme.css', `?themeId=${id}`, { 'if-none-match': tag })
      assert.equal(changed.status, 200)
      assert.equal(String(changed.body), 'changed')
    })

    test('texts are compressed for whoever takes that, with a tag of their own', async () => {
      const id = await theme({
        [FILES.style]: BODY,
        'common/static/js/app.js': BODY,
        'common/static/a.svg': SVG.repeat(9),
      })
      for (const name of ['theme.css', 'js/app.js', 'a.svg']) {
        const plain = await get(name, `?themeId=${id}`)
        assert.equal(plain.headers['content-encoding'], undefined)
        for (const accepted of [
          'gzip',
          'br, gzip',
          'deflate, gzip;q=0.5',
          '*',
          'GZIP',
          'x-gzip, gzip;q=1.0',
        ]) {
          const packed = await get(name, `?themeId=${id}`, { 'accept-encoding': accepted })
          assert.equal(packed.headers['content-encoding'], 'gzip', accepted)
          assert.match(String(packed.headers.vary), /accept-encoding/i)
          assert.ok(packed.body.length < plain.body.length)
          assert.deepEqual(gunzipSync(packed.body), plain.body)
          assert.notEqual(packed.headers.etag, plain.headers.etag)
          const tag = String(packed.headers.etag)
          const again = { 'accept-encoding': accepted, 'if-none-match': tag }
          assert.equal((await get(name, `?themeId=${id}`, again)).status, 304)
        }
        for (const accepted of [
          'identity',
          'br',
          'gzip;q=0',
          'gzip; q=0.000',
          '',
          'gzipped',
          'br;q=1, *;q=0',
        ]) {
          const answer = await get(name, `?themeId=${id}`, { 'accept-encoding': accepted })
          assert.equal(answer.headers['content-encoding'], undefined, accepted)
          assert.deepEqual(answer.body, plain.body)
        }
      }
    })

    test('what refuses gzip by name does not get it through a star', async () => {
      const { headers } = await get('css/base.css', '', { 'accept-encoding': 'gzip;q=0, *' })
      assert.equal(headers['content-encoding'], undefined)
    })

    test('pictures are not compressed again', async () => {
      const { headers } = await get('logo.png', '', { 'accept-encoding': 'gzip' })
      assert.equal(headers['content-encoding'], undefined)
      assert.equal(Number(headers['content-length']), (await master('common/logo/default/logo.png')).length)
    })

    test('an address with its generation is kept for ever, one without is asked for again', async () => {
      const id = await theme({ [FILES.style]: 'one' })
      const [style] = (await addresses(id)).filter(address => address.includes('theme.css'))
      assert.match(style!, new RegExp(`\\?themeId=${id}&v=1-`))
      const kept = await send(service.url, 'GET', style!)
      assert.equal(kept.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(String(kept.body), 'one')
      for (const query of [
        '',
        '&v=',
        '&v=x',
        '&v=1',
        '&v=2-0000000000000000',
        '&v=-1',
        '&v=1-',
        '&v=9999999999999999999-x',
      ]) {
        const answer = await get('theme.css', `?themeId=${id}${query}`)
        assert.equal(answer.status, 200)
        assert.equal(String(answer.body), 'one')
        assert.doesNotMatch(String(answer.headers['cache-control']), /immutable/, query)
        assert.match(String(answer.headers['cache-control']), /no-cache/)
      }
    })

    test('a page that was made before a write still gets the files of its time', async () => {
      const id = await theme({
        [FILES.style]: 'one',
        'common/static/js/app.js': 'one()',
        [FILES.login]:
          '<link rel="stylesheet" href="/template/v1.0/static/theme.css?themeId=@THEME_ID@"><script src="/template/v1.0/static/js/app.js?themeId=@THEME_ID@"></script>',
      })
      const before = await addresses(id)
      assert.equal(before.length, 2)
      await service.call('PUT', `${THEMES}/${id}`, packageForm(packageOf({ [FILES.style]: 'two' })))
      await service.call('DELETE', `${THEMES}/${id}/common/static/js/app.js`)
      const old = await Promise.all(before.map(address => send(service.url, 'GET', address)))
      assert.deepEqual(
        old.map(({ body }) => String(body)),
        ['one', 'one()'],
      )
      for (const { headers } of old) assert.match(String(headers['cache-control']), /immutable/)
      const [style] = await addresses(id)
      assert.notEqual(style, before[0])
      assert.equal(String((await send(service.url, 'GET', style!)).body), 'two')
      assert.equal(await text('theme.css', `?themeId=${id}`), 'two')
      assert.equal((await get('js/app.js', `?themeId=${id}`)).status, 404)
    })

    test('a revision that is to come is not kept for ever', async () => {
      const id = await theme({ [FILES.style]: 'one' })
      const style = async () => (await addresses(id)).find(one => one.includes('theme.css'))!
      const guessed = (await style()).replace('v=1-', 'v=2-')
      const early = await send(service.url, 'GET', guessed)
      assert.doesNotMatch(String(early.headers['cache-control']), /immutable/)
      await put(id, FILES.style, 'two')
      const next = await style()
      assert.match(next, /v=2-/)
      const due = await send(service.url, 'GET', next)
      assert.equal(String(due.body), 'two')
      assert.match(String(due.headers['cache-control']), /immutable/)
    })

    test('the default theme’s file in place of an unknown theme’s is not kept for ever', async () => {
      const generation = /v=(.*)$/.exec((await addresses('default'))[0]!)![1]
      for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
        const answer = await get('theme.css', `?themeId=${id}&v=${generation}`)
        assert.equal(answer.status, 200)
        assert.doesNotMatch(String(answer.headers['cache-control']), /immutable/)
      }
    })

    test('an address that a master of another version made is not kept for ever', async () => {
      const id = await theme({ [FILES.style]: 'one' })
      const answer = await get('theme.css', `?themeId=${id}&v=1-ffffffffffffffff`)
      assert.equal(String(answer.body), 'one')
      assert.doesNotMatch(String(answer.headers['cache-control']), /immutable/)
    })
  })

  describe(`static files of revisions that are not kept, on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine, { TABARD_LIMIT_REVISIONS: '2' })
    })
    after(() => service.stop())

    test('are those of now, and not the master’s, and not kept for ever', async () => {
      const id = await service.createTheme('Short memory', packageOf({ [FILES.style]: 'revision 1' }))
      const page = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      const [address] = /\/template\/v1\.0\/static\/theme\.css[^"]+/.exec(page)!
      const first = service.url + address.replaceAll('&amp;', '&')
      assert.equal(await (await fetch(first)).text(), 'revision 1')
      for (let revision = 2; revision <= 6; revision++)
        await service.call('PUT', `${THEMES}/${id}/${FILES.style}`, fileForm(`revision ${revision}`))
      const answer = await fetch(first)
      assert.equal(answer.status, 200)
      assert.doesNotMatch(answer.headers.get('cache-control')!, /immutable/)
      assert.equal(await answer.text(), 'revision 6')
    })
  })
}
