import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadMaster } from '../../src/pages/master.ts'
import { bytes, explanation, packageBytes, refusal, tagOf } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf, pathsOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

const THEMES = '/v1.0/branding/themes'

for (const engine of usually('SQLite')) {
  describe(`the limits of a package on ${engine}`, () => {
    const { files } = loadMaster(join(import.meta.dirname, '../../master/templates'))
    const sum = (of: 'size' | 'deflatedSize') =>
      [...files.values()].reduce((total, file) => total + file[of], 0)
    // Odd numbers, so that the texts give them in bytes.
    const [archive, expanded] = [(sum('deflatedSize') + 90_000) | 1, (sum('size') + 160_000) | 1]
    let service: TestService
    let id: string

    before(async () => {
      service = await testService(engine, {
        TABARD_LIMIT_ARCHIVE: String(archive),
        TABARD_LIMIT_EXPANDED: String(expanded),
        // The folder templates is an entry too.
        TABARD_LIMIT_ENTRIES: String(files.size + 4),
        TABARD_LIMIT_FILE: '80000',
        TABARD_LIMIT_REVISIONS: '3',
      })
      id = await service.createTheme('Limited', packageOf({ 'common/own.txt': 'own' }))
    })
    after(() => service.stop())

    const put = async (contents: Record<string, string | Uint8Array>) =>
      await service.call('PUT', `${THEMES}/${id}`, packageForm(packageOf(contents)))
    const text = (length: number) => 'tabard '.repeat(Math.ceil(length / 7)).slice(0, length)

    for (const [what, contents, told] of [
      [
        'a file over its limit',
        { 'common/a.txt': text(80_001) },
        /^"templates\/common\/a\.txt" is too large: at most 80000 bytes are allowed\./,
      ],
      [
        'an archive over its limit',
        Object.fromEntries(
          Array.from({ length: Math.ceil(archive / 40_000) + 1 }, (_, index) => [
            `common/${index}.bin`,
            randomBytes(40_000),
          ]),
        ),
        new RegExp(`^The archive is too large: at most ${archive} bytes are allowed\\.`),
      ],
      [
        'more in all than the limit, master included',
        { 'common/a.txt': text(80_000), 'common/b.txt': text(80_000) },
        new RegExp(`^The files are too large in total: at most ${expanded} bytes are allowed\\.`),
      ],
      [
        'more files than the limit, master included',
        { 'common/a.txt': '', 'common/b.txt': '', 'common/c.txt': '' },
        new RegExp(`^There are too many entries: at most ${files.size + 4} are allowed\\.`),
      ],
      [
        'more entries than the limit',
        Object.fromEntries(Array.from({ length: files.size + 5 }, (_, index) => [`${index}.txt`, ''])),
        new RegExp(`^There are too many entries: at most ${files.size + 4} are allowed\\.`),
      ],
    ] as const) {
      test(`${what} is refused, and the theme stays as it was`, async () => {
        const before = await tagOf(service, id)
        const answer = await put(contents)
        assert.match(await explanation(answer.clone()), told)
        assert.deepEqual(await refusal(answer), [413, 'TABRD0406E'])
        assert.equal(await tagOf(service, id), before)
        assert.deepEqual(pathsOf(await packageBytes(service, id, true)), ['common/own.txt'])
      })
    }

    test('an upload that announces too much is answered before it is sent', async () => {
      const before = await tagOf(service, id)
      const answer = await service.call(
        'PUT',
        `${THEMES}/${id}`,
        packageForm(Buffer.alloc(archive + 2_000_000)),
      )
      assert.deepEqual(await refusal(answer), [413, 'TABRD0406E'])
      assert.equal(await tagOf(service, id), before)
    })

    test('what is within the limits is taken, up to the last byte', async () => {
      assert.equal((await put({ 'common/a.txt': text(80_000), 'common/b.txt': '' })).status, 201)
    })

    test('a theme with as many files as there may be can be downloaded and uploaded again', async () => {
      const whole = await packageBytes(service, id)
      assert.equal(pathsOf(whole).length, files.size + 3)
      const answer = await service.call('PUT', `${THEMES}/${id}`, packageForm(whole))
      assert.equal(answer.status, 201)
    })

    test('a theme as large as it may be can be downloaded and uploaded again', async () => {
      const full = await service.createTheme('Full', packageOf({}))
      const noise = randomBytes(50_000)
      const write = async (path: string, size: number) =>
        (await service.call('PUT', `${THEMES}/${full}/${path}`, fileForm(noise.subarray(0, size)))).status
      assert.equal(await write('common/a.bin', 40_000), 204)
      let size = 20_000
      while ((await write('common/b.bin', size)) === 413) size -= 200
      const whole = await packageBytes(service, full)
      const answer = await service.call('PUT', `${THEMES}/${full}`, packageForm(whole))
      assert.equal(answer.status, 201)
    })

    test('the newest three revisions are kept, and the files are whole', async () => {
      for (const content of ['1', '2', '3', '4', '5'])
        await service.call('PUT', `${THEMES}/${id}/common/own.txt`, fileForm(content))
      const revisions = await mainStore(service).themes.revisions(id)
      const newest = revisions[0]!.revision
      assert.deepEqual(
        revisions.map(({ revision }) => revision),
        [newest, newest - 1, newest - 2],
      )
      const file = await service.call('GET', `${THEMES}/${id}/common/own.txt`)
      assert.equal((await bytes(file)).toString(), '5')
      assert.equal((await service.call('GET', `${THEMES}/${id}/common/a.txt`)).status, 200)
    })
  })
}
