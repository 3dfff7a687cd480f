import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { bytes, json, packageBytes, type Registration, refusal, tagOf } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { filesOf, packageOf, pathsOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'

const THEMES = '/v1.0/branding/themes'
const FILES = { 'common/page_style.css': 'body { color: red }', 'common/extra/note.txt': 'added' }

/** The names in an archive, as a reader sees them that is not ours. */
async function names(archive: Uint8Array): Promise<string[]> {
  const reader = new ZipReader(new Uint8ArrayReader(archive))
  const entries = await reader.getEntries()
  await reader.close()
  return entries.map(entry => entry.filename)
}

for (const engine of usually('SQLite')) {
  describe(`downloading a package on ${engine}`, () => {
    let service: TestService
    let theme: string

    before(async () => {
      service = await testService(engine)
      theme = await service.createTheme('Acme', packageOf(FILES))
    })
    after(() => service.stop())

    test('default on a clean tenant is the master, byte for byte', async () => {
      assert.deepEqual(await packageBytes(service, 'default'), await packageBytes(service, 'master'))
    })

    test('the master holds the folders and the files that the interface names', async () => {
      const found = await names(await packageBytes(service, 'master'))
      assert.ok(found.every(name => name.startsWith('templates/')))
      for (const path of [
        'common/default/template_labels.properties',
        'common/page_components/page_header.html',
        'common/page_components/default/page_footer.html',
        'common/page_style.css',
        'user_flows/registration/default/registration.html',
      ])
        assert.ok(found.includes(`templates/${path}`), path)
      const folders = new Set(found.map(name => name.split('/')[1]).filter(folder => folder !== ''))
      assert.deepEqual([...folders].sort(), ['authentication', 'common', 'notifications', 'user_flows'])
    })

    test('a theme is the master with its own files over it', async () => {
      const master = await filesOf(await packageBytes(service, 'master'))
      assert.deepEqual(await filesOf(await packageBytes(service, theme)), { ...master, ...FILES })
    })

    test('it comes as application/octet-stream, as an attachment, with its length', async () => {
      for (const accept of ['*/*', 'text/html', 'application/octet-stream', 'application/json']) {
        const answer = await service.call('GET', `${THEMES}/${theme}`, undefined, { accept })
        assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
        assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${theme}.zip"`)
        const length = Number(answer.headers.get('content-length'))
        assert.equal((await bytes(answer)).length, length)
      }
    })

    test('it comes as application/zip when Accept names that', async () => {
      for (const accept of ['application/zip', 'application/json, application/zip;q=0.9']) {
        const answer = await service.call('GET', `${THEMES}/${theme}`, undefined, { accept })
        assert.equal(answer.headers.get('content-type'), 'application/zip')
        assert.deepEqual(await bytes(answer), await packageBytes(service, theme))
      }
    })

    test('customized_only=true holds the modified files only', async () => {
      const archive = await packageBytes(service, theme, true)
      assert.deepEqual(await filesOf(archive), FILES)
      assert.deepEqual(await names(archive), [
        'templates/',
        'templates/common/extra/note.txt',
        'templates/common/page_style.css',
      ])
    })

    test('the length of a customized_only package is told too', async () => {
      const answer = await service.call('GET', `${THEMES}/${theme}?customized_only=true`)
      assert.equal((await bytes(answer)).length, Number(answer.headers.get('content-length')))
    })

    test('customized_only=false is the whole package', async () => {
      const answer = await service.call('GET', `${THEMES}/${theme}?customized_only=false`)
      assert.deepEqual(await bytes(answer), await packageBytes(service, theme))
    })

    for (const query of [
      'customized_only=1',
      'customized_only=',
      'customized_only=TRUE',
      'customized_only',
      'customized_only=true&customized_only=true',
      'customized_only=true&customized_only=false',
    ]) {
      test(`?${query} is refused`, async () => {
        const answer = await service.call('GET', `${THEMES}/${theme}?${query}`)
        assert.deepEqual(await refusal(answer), [400, 'TABRD0107E'])
      })
    }

    test('where nothing is customized, customized_only=true has the folder templates/ alone', async () => {
      const plain = await service.createTheme('Plain', packageOf({}))
      for (const id of [plain, 'default', 'master'])
        assert.deepEqual(await names(await packageBytes(service, id, true)), ['templates/'], id)
    })

    test('both variants have the same tag, and it is in the answer to a write', async () => {
      const whole = await service.call('GET', `${THEMES}/${theme}`)
      const customized = await service.call('GET', `${THEMES}/${theme}?customized_only=true`)
      const zip = await service.call('GET', `${THEMES}/${theme}`, undefined, { accept: 'application/zip' })
      const write = await service.call('PUT', `${THEMES}/${theme}`, packageForm(packageOf({})))
      const tags = [whole, customized, zip, write].map(answer => answer.headers.get('etag'))
      assert.match(tags[0]!, /^"[^"]+"$/)
      assert.equal(new Set(tags).size, 1)
    })

    for (const query of ['', '?customized_only=true']) {
      test(`who has the newest package already gets 304 without a body${query && ` for ${query}`}`, async () => {
        for (const id of [theme, 'default', 'master']) {
          const tag = await tagOf(service, id)
          for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
            const answer = await service.call('GET', `${THEMES}/${id}${query}`, undefined, {
              'if-none-match': header,
            })
            assert.equal(answer.status, 304)
            assert.equal(answer.headers.get('etag'), tag)
            assert.equal(answer.headers.get('vary'), 'accept')
            assert.equal(await answer.text(), '')
          }
        }
      })
    }

    test('who has another package gets the newest', async () => {
      const answer = await service.call('GET', `${THEMES}/${theme}`, undefined, { 'if-none-match': '"old"' })
      assert.equal(answer.status, 200)
      assert.deepEqual(await bytes(answer), await packageBytes(service, theme))
    })

    test('the same files give the same bytes, time after time and theme after theme', async () => {
      const twin = await service.createTheme('Twin', packageOf(FILES))
      const first = await packageBytes(service, theme)
      assert.deepEqual(await packageBytes(service, theme), first)
      assert.deepEqual(await packageBytes(service, twin), first)
    })

    test('HEAD tells what GET would, without the package', async () => {
      for (const id of [theme, 'master'])
        for (const query of ['', '?customized_only=true']) {
          const get = await service.call('GET', `${THEMES}/${id}${query}`)
          const head = await service.call('HEAD', `${THEMES}/${id}${query}`)
          assert.equal(head.status, 200)
          assert.equal(await head.text(), '')
          for (const name of ['etag', 'content-type', 'content-length', 'content-disposition'])
            assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${id}${query}`)
          await get.body?.cancel()
        }
    })

    test('an unknown theme is not found', async () => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing', 'Default', 'MASTER', '..%2f'])
        assert.deepEqual(await refusal(await service.call('GET', `${THEMES}/${id}`)), [404, 'TABRD0301E'], id)
      const head = await service.call('HEAD', `${THEMES}/nothing`)
      assert.equal(head.status, 404)
    })

    test('a theme id of any length is not found', async () => {
      for (const length of [100, 101, 5000]) {
        const answer = await service.call('GET', `${THEMES}/${'x'.repeat(length)}`)
        assert.deepEqual(await refusal(answer), [404, 'TABRD0301E'], `${length} characters`)
      }
    })

    test('a theme id with a NUL is not found, whatever is done with it', async () => {
      for (const method of ['GET', 'HEAD', 'DELETE'])
        for (const path of ['%00', 'default%00', '%00/common/page_style.css'])
          assert.equal((await service.call(method, `${THEMES}/${path}`)).status, 404, `${method} ${path}`)
      const put = await service.call('PUT', `${THEMES}/%00`, packageForm(packageOf({})))
      assert.equal(put.status, 404)
    })

    test('the alias below /template gives the same', async () => {
      const answer = await service.call('GET', `/template${THEMES}/${theme}`)
      assert.deepEqual(await bytes(answer), await packageBytes(service, theme))
    })

    test('a downloaded package uploads again, whole or customized only, to the same theme', async () => {
      for (const [name, customizedOnly] of [
        ['From whole', false],
        ['From customized', true],
      ] as const) {
        const archive = await packageBytes(service, theme, customizedOnly)
        const answer = await service.call('POST', THEMES, packageForm(archive, { name }))
        assert.equal(answer.status, 201)
        const { id } = await json<Registration>(answer)
        assert.deepEqual(await packageBytes(service, id), await packageBytes(service, theme))
        assert.deepEqual(pathsOf(await packageBytes(service, id, true)), Object.keys(FILES).sort())
      }
    })

    test('a large package arrives whole', async () => {
      const large = Buffer.alloc(3_000_000)
      for (let at = 0; at < large.length; at += 4) large.writeUInt32LE((at * 2654435761) >>> 0, at)
      const id = await service.createTheme('Large', packageOf({ 'common/large.bin': large }))
      const answer = await service.call('GET', `${THEMES}/${id}/common/large.bin`)
      assert.ok((await bytes(answer)).equals(large))
      const archive = await service.call('GET', `${THEMES}/${id}`)
      const length = Number(archive.headers.get('content-length'))
      assert.equal((await bytes(archive)).length, length)
    })
  })
}
