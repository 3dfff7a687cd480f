import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { bytes, explanation, packageBytes, refusal, tagOf, themesOf } from '../support/answers.ts'
import { ENGINES, usually } from '../support/database.ts'
import { filesOf, packageOf, pathsOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'
import { formBytes, send, type WirePart } from '../support/wire.ts'

const THEMES = '/v1.0/branding/themes'
const STYLE = 'common/page_style.css'
const FOOTER = 'common/page_components/default/page_footer.html'
const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\r\n\xff\xfe--', 'latin1')

const tagged = (content: string | Uint8Array) => `"${createHash('sha256').update(content).digest('hex')}"`

for (const engine of ENGINES) {
  describe(`a single file on ${engine}`, () => {
    let service: TestService
    let authorization: string
    let number = 0

    before(async () => {
      service = await testService(engine)
      authorization = `Bearer ${await service.token()}`
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string | Uint8Array> = {}) =>
      await service.createTheme(`Theme ${++number}`, packageOf(files))
    const at = (id: string, path: string) => `${THEMES}/${id}/${path}`
    const get = async (id: string, path: string, headers?: Record<string, string>) =>
      await service.call('GET', at(id, path), undefined, headers)
    const put = async (
      id: string,
      path: string,
      content: string | Uint8Array<ArrayBuffer>,
      headers?: Record<string, string>,
    ) => await service.call('PUT', at(id, path), fileForm(content), headers)
    const revert = async (id: string, path: string, headers?: Record<string, string>) =>
      await service.call('DELETE', at(id, path), undefined, headers)
    const customized = async (id: string) => pathsOf(await packageBytes(service, id, true))
    const refusedWithoutTrace = async (id: string, call: () => Promise<Response>) => {
      const before = [await tagOf(service, id), await packageBytes(service, id, true)]
      const refused = await refusal(await call())
      assert.deepEqual([await tagOf(service, id), await packageBytes(service, id, true)], before)
      return refused
    }

    const contents: Record<string, Uint8Array<ArrayBuffer>> = {
      'every byte there is': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      'CR LF line ends': Buffer.from('one\r\ntwo\r\n'),
      'bytes that are not UTF-8': Buffer.from([0xff, 0xfe, 0x00, 0xe9, 0xc3, 0x28]),
      'a byte order mark': Buffer.from('\ufeffbody {}'),
      'nothing at all': Buffer.alloc(0),
      'a megabyte': Buffer.alloc(1_000_003, 'tabard!'),
      'what looks like a boundary': Buffer.from('\r\n--edge\r\n\r\n--edge--\r\n'),
    }
    for (const [what, content] of Object.entries(contents)) {
      test(`a file with ${what} comes back byte for byte`, async () => {
        const id = await theme()
        const answer = await put(id, 'common/file.css', content)
        assert.equal(answer.status, 204)
        assert.equal(answer.headers.get('etag'), tagged(content))
        const back = await get(id, 'common/file.css')
        assert.equal(back.headers.get('etag'), tagged(content))
        assert.ok((await bytes(back)).equals(content))
        const twin = await theme({ 'common/file.css': content })
        assert.ok((await bytes(await get(twin, 'common/file.css'))).equals(content))
      })
    }

    test('PUT replaces a file or adds it, and says so with 204 and its tag', async () => {
      const id = await theme()
      for (const path of [STYLE, 'common/new/folder/own.txt']) {
        const answer = await put(id, path, 'first')
        assert.equal(answer.status, 204)
        assert.equal(answer.headers.get('etag'), tagged('first'))
        assert.equal(await answer.text(), '')
        assert.equal((await put(id, path, 'second')).status, 204)
        assert.equal(await (await get(id, path)).text(), 'second')
      }
      assert.deepEqual(await customized(id), ['common/new/folder/own.txt', STYLE])
    })

    test('PUT moves the tag of the theme, unless it changes nothing', async () => {
      const id = await theme()
      const tags = [await tagOf(service, id)]
      await put(id, STYLE, 'mine')
      tags.push(await tagOf(service, id))
      await put(id, STYLE, 'mine')
      tags.push(await tagOf(service, id))
      assert.notEqual(tags[0], tags[1])
      assert.equal(tags[1], tags[2])
    })

    test('PUT of what the master has makes the file not customized', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const original = await bytes(await get('master', STYLE))
      assert.equal((await put(id, STYLE, original)).status, 204)
      assert.deepEqual(await customized(id), [])
    })

    test('DELETE brings the master’s file back', async () => {
      const id = await theme({ [STYLE]: 'mine', [FOOTER]: 'mine' })
      const original = await bytes(await get('master', STYLE))
      const answer = await revert(id, STYLE)
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.get('etag'), tagged(original))
      assert.equal(await answer.text(), '')
      assert.deepEqual(await customized(id), [FOOTER])
      assert.ok((await bytes(await get(id, STYLE))).equals(original))
    })

    test('DELETE of an added file removes it', async () => {
      const id = await theme({ 'common/own.txt': 'own' })
      assert.equal((await revert(id, 'common/own.txt')).status, 204)
      assert.deepEqual(await refusal(await get(id, 'common/own.txt')), [404, 'TABRD0308E'])
      assert.deepEqual(await refusal(await revert(id, 'common/own.txt')), [404, 'TABRD0308E'])
    })

    test('the history tells of single files too', async () => {
      const id = await theme()
      await put(id, STYLE, 'one')
      await put(id, STYLE, 'two')
      await revert(id, STYLE)
      await revert(id, STYLE)
      const revisions = await mainStore(service).themes.revisions(id)
      assert.deepEqual(
        revisions.map(({ author, cause, changes }) => [author, cause, changes.map(({ kind }) => kind)]),
        [
          ['client:test-client', 'revert file', ['reverted']],
          ['client:test-client', 'write file', ['changed']],
          ['client:test-client', 'write file', ['customized']],
          ['client:test-client', 'create', []],
        ],
      )
    })

    test('a path of 500 characters works as segments and as one', async () => {
      const id = await theme()
      const path = ['common', 'a'.repeat(250), 'b'.repeat(240)].join('/')
      assert.equal((await put(id, path, 'long')).status, 204)
      assert.equal(await (await get(id, encodeURIComponent(path))).text(), 'long')
    })

    test('a path that differs from another by case is refused', async () => {
      const id = await theme({ 'common/own.txt': 'own' })
      for (const path of ['common/PAGE_style.css', 'common/OWN.txt', 'Common/new.txt', `${STYLE}/below.txt`])
        assert.deepEqual(await refusedWithoutTrace(id, () => put(id, path, 'x')), [400, 'TABRD0408E'], path)
    })

    test('If-None-Match: * writes only where there is no file yet, not even the master’s', async () => {
      const id = await theme()
      const only = { 'if-none-match': '*' }
      assert.deepEqual(await refusedWithoutTrace(id, () => put(id, STYLE, 'x', only)), [412, 'TABRD0309E'])
      assert.equal((await put(id, 'common/own.txt', 'first', only)).status, 204)
      assert.deepEqual(await refusedWithoutTrace(id, () => put(id, 'common/own.txt', 'second', only)), [
        412,
        'TABRD0309E',
      ])
    })

    test('of many that add a file at once under If-None-Match: *, one does', async () => {
      const id = await theme()
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          put(id, 'common/own.txt', `writer ${index}`, { 'if-none-match': '*' }),
        ),
      )
      const statuses = answers.map(answer => answer.status)
      assert.deepEqual(statuses.toSorted(), [204, 412, 412, 412, 412, 412])
      assert.equal(await (await get(id, 'common/own.txt')).text(), `writer ${statuses.indexOf(204)}`)
    })

    test('If-Match on PUT takes the tag of the file as it is, the master’s too', async () => {
      const id = await theme()
      const original = tagged(await bytes(await get('master', STYLE)))
      const write = (text: string, tag: string) => put(id, STYLE, text, { 'if-match': tag })
      assert.deepEqual(await refusedWithoutTrace(id, () => write('x', tagged('other'))), [412, 'TABRD0309E'])
      assert.equal((await write('one', original)).status, 204)
      assert.deepEqual(await refusedWithoutTrace(id, () => write('two', original)), [412, 'TABRD0309E'])
      for (const vain of [`W/${tagged('one')}`, tagged('one').slice(1, -1)])
        assert.match(await explanation(await write('two', vain)), /in its quotes and without W\//)
      assert.equal((await write('two', `"x", ${tagged('one')}`)).status, 204)
      assert.equal((await write('three', '*')).status, 204)
      assert.deepEqual(
        await refusedWithoutTrace(id, () => put(id, 'common/own.txt', 'x', { 'if-match': '*' })),
        [412, 'TABRD0309E'],
      )
    })

    test('If-Match on DELETE takes the tag of the file as it is', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const stale = { 'if-match': tagged('other') }
      assert.deepEqual(await refusedWithoutTrace(id, () => revert(id, STYLE, stale)), [412, 'TABRD0309E'])
      assert.equal((await revert(id, STYLE, { 'if-match': tagged('mine') })).status, 204)
    })

    // What follows is about requests, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('default labels are read, written and reverted where packages for IBM Security Verify have them', async () => {
      const [theirs, ours] = ['common/labels/default', 'common/default'].map(
        folder => `${folder}/template_labels.properties`,
      ) as [string, string]
      const id = await theme()
      const master = await (await get('master', ours)).text()
      for (const one of [id, 'default', 'master']) {
        const answer = await get(one, theirs)
        assert.deepEqual(
          [answer.status, answer.headers.get('etag'), await answer.text()],
          [200, tagged(master), master],
        )
      }
      assert.equal((await get(id, theirs, { 'if-none-match': tagged(master) })).status, 304)
      assert.equal((await revert(id, theirs)).status, 204)
      assert.deepEqual(await customized(id), [])

      await put(id, ours, '$LOGIN_TITLE$=Ours')
      assert.equal(await (await get(id, theirs)).text(), '$LOGIN_TITLE$=Ours')
      assert.equal((await put(id, theirs, 'x', { 'if-none-match': '*' })).status, 412)
      assert.equal((await put(id, theirs, 'x', { 'if-match': tagged(master) })).status, 412)
      const edited = '$LOGIN_TITLE$=Theirs'
      assert.equal((await put(id, theirs, edited, { 'if-match': tagged('$LOGIN_TITLE$=Ours') })).status, 204)
      assert.equal(await (await get(id, theirs)).text(), edited)
      assert.equal(await (await get(id, ours)).text(), '$LOGIN_TITLE$=Ours')
      assert.match(
        await (await fetch(`${service.url}/idaas/mtfim/sps/idaas/login?themeId=${id}`)).text(),
        />Theirs</,
      )

      const back = await revert(id, theirs)
      assert.deepEqual([back.status, back.headers.get('etag')], [204, tagged('$LOGIN_TITLE$=Ours')])
      assert.deepEqual(await customized(id), [ours])
      const last = await revert(id, theirs, { 'if-match': tagged('$LOGIN_TITLE$=Ours') })
      assert.deepEqual([last.status, last.headers.get('etag')], [204, tagged(master)])
      assert.deepEqual(await customized(id), [])
      const elsewhere = 'common/labels/xx/template_labels.properties'
      assert.equal((await get(id, elsewhere)).status, 404)
      assert.equal((await revert(id, elsewhere)).status, 404)
    })

    test('a customized file is the theme’s, and every other one the master’s', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const master = await filesOf(await packageBytes(service, 'master'))
      const mine = await get(id, STYLE)
      assert.equal(mine.status, 200)
      assert.equal(mine.headers.get('etag'), tagged('mine'))
      assert.equal(await mine.text(), 'mine')
      for (const theme of [id, 'default', 'master']) {
        const answer = await get(theme, FOOTER)
        assert.equal(answer.headers.get('etag'), tagged(master[FOOTER]!))
        assert.equal(await answer.text(), master[FOOTER])
      }
      assert.equal(await (await get('master', STYLE)).text(), master[STYLE])
    })

    for (const [name, type, content] of [
      ['page.html', 'text/html; charset=utf-8', 'x'],
      ['page.HTM', 'text/html; charset=utf-8', 'x'],
      ['style.css', 'text/css; charset=utf-8', 'x'],
      ['code.js', 'text/javascript; charset=utf-8', 'x'],
      ['data.json', 'application/json; charset=utf-8', 'x'],
      ['labels.properties', 'text/plain; charset=utf-8', 'x'],
      ['mail.xml', 'application/xml', 'x'],
      ['logo.svg', 'image/svg+xml', '<svg/>'],
      ['logo.png', 'image/png', PNG],
      ['photo.jpg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['font.woff2', 'font/woff2', 'wOF2....'],
      ['file.unknown', 'application/octet-stream', 'x'],
      ['file', 'application/octet-stream', 'x'],
      ['file.constructor', 'application/octet-stream', 'x'],
    ] as const) {
      test(`${name} is served as ${type}, and not guessed at`, async () => {
        await put('default', `common/types/${name}`, Buffer.from(content as string))
        const answer = await get('default', `common/types/${name}`)
        assert.equal(answer.headers.get('content-type'), type)
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      })
    }

    test('HEAD tells what GET would, without the content', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const head = await service.call('HEAD', at(id, STYLE))
      assert.equal(head.status, 200)
      assert.equal(head.headers.get('content-length'), '4')
      assert.equal(head.headers.get('etag'), tagged('mine'))
      assert.equal(await head.text(), '')
    })

    test('who has the file already gets 304', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      for (const header of [tagged('mine'), `W/${tagged('mine')}`, `"x", ${tagged('mine')}`, '*']) {
        const answer = await get(id, STYLE, { 'if-none-match': header })
        assert.equal(answer.status, 304)
        assert.equal(answer.headers.get('etag'), tagged('mine'))
        assert.equal(await answer.text(), '')
      }
      assert.equal((await get(id, STYLE, { 'if-none-match': tagged('other') })).status, 200)
    })

    test('DELETE of a file that is not customized is 204 and changes nothing', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const before = await tagOf(service, id)
      assert.equal((await revert(id, FOOTER)).status, 204)
      assert.equal(await tagOf(service, id), before)
    })

    test('an unknown file, a folder and an empty path are not found', async () => {
      const id = await theme({ 'common/own/file.txt': 'own' })
      for (const path of ['common/nothing.txt', 'common/own', 'common/own/', 'Common/page_style.css', ''])
        for (const method of ['GET', 'DELETE'])
          assert.deepEqual(
            await refusal(await service.call(method, at(id, path))),
            [404, 'TABRD0308E'],
            `${method} ${path}`,
          )
      assert.equal((await service.call('HEAD', at(id, 'common/nothing.txt'))).status, 404)
      assert.match(await explanation(await get(id, '')), /leave out the slash at the end for the whole theme/)
    })

    test('a file of an unknown theme is not found', async () => {
      for (const answer of [
        await get('nothing', STYLE),
        await put('nothing', STYLE, 'x'),
        await revert('nothing', STYLE),
      ])
        assert.deepEqual(await refusal(answer), [404, 'TABRD0301E'])
    })

    test('a path may come as one percent-encoded segment', async () => {
      const id = await theme()
      const encoded = encodeURIComponent('authentication/oidc/own file é.html')
      assert.equal((await put(id, encoded, 'mine')).status, 204)
      assert.equal(await (await get(id, encoded)).text(), 'mine')
      assert.equal(await (await get(id, 'authentication/oidc/own%20file%20%C3%A9.html')).text(), 'mine')
      assert.deepEqual(await customized(id), ['authentication/oidc/own file é.html'])
      assert.equal((await revert(id, encoded)).status, 204)
      assert.deepEqual(await customized(id), [])
    })

    test('the alias below /template is the same file', async () => {
      const id = await theme()
      const alias = `/template${at(id, STYLE)}`
      assert.equal((await service.call('PUT', alias, fileForm('mine'))).status, 204)
      assert.equal(await (await service.call('GET', alias)).text(), 'mine')
      assert.equal(await (await get(id, STYLE)).text(), 'mine')
      assert.equal((await service.call('DELETE', alias)).status, 204)
      assert.deepEqual(await customized(id), [])
    })

    for (const path of [
      'common/../../default/common/page_style.css',
      'common/%2e%2e/page_style.css',
      '%2e%2e/default/common/page_style.css',
      '..%2fdefault%2fcommon%2fpage_style.css',
      './common/page_style.css',
      'common//page_style.css',
      '/common/page_style.css',
      '%2Fcommon%2Fpage_style.css',
      'common/page_style.css;v=1',
      'common\\page_style.css',
      'common%5Cpage_style.css',
      'common/a%00b.css',
      'common/a%0Ab.css',
      'common/a%7Fb.css',
      'common/a%ffb.css',
      'common/a%c0%afb.css',
      'common/a%zzb.css',
      'common/a%252e%252e.css',
      'common/.hidden',
      'common/con.css',
      'common/trailing.',
      `common/${'x'.repeat(256)}`,
      `${'a/'.repeat(16)}b`,
    ]) {
      test(`the path ${path.slice(0, 60)} is refused for reading, writing and reverting`, async () => {
        const before = await themesOf(service)
        const tag = await tagOf(service, 'default')
        const form = formBytes('edge', [['name="file"; filename="x"', 'x']])
        for (const [method, body] of [['GET'], ['PUT', form], ['DELETE']] as const) {
          const answer = await send(
            service.url,
            method,
            at('default', path),
            { authorization, 'content-type': 'multipart/form-data; boundary=edge' },
            body,
          )
          assert.equal(answer.status, 400, `${method} ${answer.body}`)
          assert.match(JSON.parse(answer.body.toString()).messageId, /^TABRD0(104|407)E$/)
        }
        assert.deepEqual(await themesOf(service), before)
        assert.equal(await tagOf(service, 'default'), tag)
      })
    }

    test('a theme can be uploaded as it was downloaded, whatever bytes are in its files', async () => {
      const id = await theme()
      // As the end of an archive; Deflate keeps it as it is, because it cannot compress what is around it.
      const content = Buffer.concat([randomBytes(5_000), Buffer.from('PK\x05\x06'), randomBytes(5_000)])
      assert.equal((await put(id, 'common/static/kit.bin', content)).status, 204)
      const downloaded = await packageBytes(service, id, true)
      const again = await service.call('PUT', `${THEMES}/${id}`, packageForm(downloaded))
      assert.equal(again.status, 201, await again.text())
      assert.deepEqual(await bytes(await get(id, 'common/static/kit.bin')), content)
    })

    test('an image whose bytes contradict its name is refused', async () => {
      const id = await theme()
      const refused = [400, 'TABRD0409E']
      assert.deepEqual(await refusedWithoutTrace(id, () => put(id, 'common/logo.png', 'GIF89a')), refused)
      // A package with this file would be refused too.
      const late = `${' '.repeat(100)}no markup`
      assert.deepEqual(await refusedWithoutTrace(id, () => put(id, 'common/logo.svg', late)), refused)
    })

    test('the files of the master cannot be written or reverted', async () => {
      for (const answer of [
        await put('master', STYLE, 'x'),
        await revert('master', STYLE),
        await service.call('PUT', at('master', STYLE)),
        await service.call('PUT', at('master', STYLE), 'x', { 'content-type': 'text/plain' }),
        await service.call('PUT', at('master', STYLE), packageForm(undefined, { name: 'x' })),
      ]) {
        assert.equal(answer.headers.get('allow'), 'GET, HEAD')
        assert.deepEqual(await refusal(answer), [405, 'TABRD0303E'])
      }
    })

    const forms: Record<string, { form: () => FormData; told: RegExp }> = {
      'the file in a part of another name': {
        form: () => {
          const form = new FormData()
          form.set('files', new Blob(['x']), 'page_style.css')
          return form
        },
        told: /"files".*name that part "file"/,
      },
      'no file': {
        form: () => {
          const form = new FormData()
          form.set('note', 'x')
          return form
        },
        told: /no part "file"/,
      },
      'two parts "file"': {
        form: () => {
          const form = new FormData()
          form.append('file', new Blob(['x']), 'a')
          form.append('file', new Blob(['y']), 'b')
          return form
        },
        told: /more than one part "file"/,
      },
      'a second file in another part': {
        form: () => {
          const form = new FormData()
          form.append('file', new Blob(['x']), 'a')
          form.append('extra', new Blob(['y']), 'b')
          return form
        },
        told: /"extra"/,
      },
    }
    for (const [what, { form, told }] of Object.entries(forms)) {
      test(`a form with ${what} is refused, and told what would be right`, async () => {
        const id = await theme()
        const call = () => service.call('PUT', at(id, STYLE), form())
        assert.deepEqual(await refusedWithoutTrace(id, call), [400, 'TABRD0402E'])
        assert.match(await explanation(await call()), told)
      })
    }

    for (const type of ['text/css', 'application/octet-stream', 'application/x-www-form-urlencoded'])
      test(`the content type ${type} is refused`, async () => {
        const id = await theme()
        const call = () => service.call('PUT', at(id, STYLE), 'body {}', { 'content-type': type })
        assert.deepEqual(await refusedWithoutTrace(id, call), [415, 'TABRD0401E'])
      })

    test('Accept: text/html is no reason to refuse', async () => {
      const id = await theme()
      const accept = { accept: 'text/html' }
      assert.equal((await put(id, STYLE, 'x', accept)).status, 204)
      assert.equal((await revert(id, STYLE, accept)).status, 204)
      assert.equal((await get(id, STYLE, accept)).status, 200)
    })

    const CONTENT = 'body {\r\n  color: red\r\n}\r\n'
    const shapes: Record<string, [type: string, parts: WirePart[], closed?: boolean]> = {
      'no boundary parameter': ['multipart/form-data', [['name="file"; filename="a.css"', CONTENT]]],
      'no closing boundary': [
        'multipart/form-data; boundary=edge',
        [['name="file"; filename="a.css"', CONTENT]],
        false,
      ],
      'neither of the two': ['multipart/form-data', [['name="file"; filename="a.css"', CONTENT]], false],
      'a filename that is quoted twice': [
        'multipart/form-data; boundary=edge',
        [['name="file"; filename=""a.css""', CONTENT]],
      ],
      'a whole path as filename': [
        'multipart/form-data; boundary=edge',
        [['name="file"; filename="C:\\themes\\a.css"', CONTENT]],
      ],
      'no filename': ['multipart/form-data; boundary=edge', [['name="file"', CONTENT]]],
      'a name without quotes': [
        'multipart/form-data; boundary=edge',
        [['name=file; filename=a.css', CONTENT]],
      ],
      'a quoted boundary and another case': [
        'Multipart/Form-Data; Boundary="edge"',
        [['name="file"; filename="a.css"', CONTENT, 'content-TYPE: text/css']],
      ],
      'a field beside the file': [
        'multipart/form-data; boundary=edge',
        [
          ['name="comment"', 'hello'],
          ['name="file"; filename="a.css"', CONTENT],
        ],
      ],
    }
    for (const [what, [type, parts, closed = true]] of Object.entries(shapes)) {
      test(`a form with ${what} is taken, and its content is exact`, async () => {
        const id = await theme()
        const body = formBytes('edge', parts, { closed })
        const headers = { authorization, 'content-type': type }
        const answer = await send(service.url, 'PUT', at(id, STYLE), headers, body)
        assert.equal(answer.status, 204, answer.body.toString())
        assert.equal(await (await get(id, STYLE)).text(), CONTENT)
      })
    }

    test('a body in chunks, of no announced length, is taken', async () => {
      const id = await theme()
      const answer = await fetch(`${service.url}${at(id, STYLE)}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'multipart/form-data; boundary=edge' },
        body: new ReadableStream({
          start(stream) {
            for (const byte of formBytes('edge', [['name="file"', CONTENT]]))
              stream.enqueue(Uint8Array.of(byte))
            stream.close()
          },
        }),
        duplex: 'half',
      })
      assert.equal(answer.status, 204)
      assert.equal(await (await get(id, STYLE)).text(), CONTENT)
    })
  })

  describe(`the limits of a single file on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine, { TABARD_LIMIT_FILE: '1000' })
    })
    after(() => service.stop())

    test('a file has up to as many bytes as the limit says', async () => {
      const path = `${THEMES}/default/common/own.txt`
      assert.equal((await service.call('PUT', path, fileForm('x'.repeat(1000)))).status, 204)
      for (const length of [1001, 1_000_000]) {
        const answer = await service.call('PUT', path, fileForm('y'.repeat(length)))
        assert.match(
          await explanation(answer.clone()),
          /^The file is too large: at most 1000 bytes are allowed\./,
        )
        assert.deepEqual(await refusal(answer), [413, 'TABRD0406E'])
      }
      assert.equal(await (await service.call('GET', path)).text(), 'x'.repeat(1000))
    })
  })
}
