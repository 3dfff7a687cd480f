import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  explanation,
  json,
  packageBytes,
  type Registration,
  refusal,
  tagOf,
  themesOf,
} from '../support/answers.ts'
import { ENGINES, usually } from '../support/database.ts'
import { filesOf, packageOf, pathsOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { formBytes, send } from '../support/wire.ts'
import { rawArchive } from '../zip/raw.ts'

const THEMES = '/v1.0/branding/themes'
const ARCHIVE = packageOf({ 'common/page_style.css': 'body {}' })

function form(
  ...parts: [name: string, content: string | Uint8Array<ArrayBuffer>, filename?: string][]
): FormData {
  const data = new FormData()
  for (const [name, content, filename] of parts)
    if (filename === undefined && typeof content === 'string') data.append(name, content)
    else data.append(name, new Blob([content]), filename ?? 'blob')
  return data
}

for (const engine of ENGINES) {
  describe(`creating a theme on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const create = async (body: FormData) => await service.call('POST', THEMES, body)
    const created = async (configuration: object, archive: Uint8Array<ArrayBuffer> = ARCHIVE) => {
      const answer = await create(packageForm(archive, configuration))
      assert.equal(answer.status, 201)
      return await json<Registration>(answer)
    }
    const freshName = () => `Theme ${++number}`

    /** The refusal of a call, after which the list of themes has to be what it was. */
    const refusedWithoutTrace = async (call: () => Promise<Response>) => {
      const before = await themesOf(service)
      const refused = await refusal(await call())
      assert.deepEqual(await themesOf(service), before)
      return refused
    }

    test('the answer is 201 with the registration, its address and its tag', async () => {
      const answer = await create(packageForm(ARCHIVE, { name: 'Acme', description: 'For Acme' }))
      assert.equal(answer.status, 201)
      assert.match(answer.headers.get('content-type')!, /^application\/json/)
      const { id, ...rest } = await json<Registration>(answer)
      assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.deepEqual(rest, { name: 'Acme', description: 'For Acme' })
      assert.equal(answer.headers.get('location'), `${THEMES}/${id}`)
      assert.equal(answer.headers.get('etag'), await tagOf(service, id))
      assert.deepEqual(
        (await themesOf(service)).find(theme => theme.name === 'Acme'),
        { id, ...rest },
      )
      assert.deepEqual(await filesOf(await packageBytes(service, id, true)), {
        'common/page_style.css': 'body {}',
      })
    })

    test('its history begins with who created it from what', async () => {
      const { id } = await created({ name: freshName() })
      const revisions = await service.service.store.tenant('main').themes.revisions(id)
      assert.deepEqual(
        revisions.map(({ revision, author, cause, changes }) => ({ revision, author, cause, changes })),
        [
          {
            revision: 1,
            author: 'client:test-client',
            cause: 'create',
            changes: [{ path: 'common/page_style.css', kind: 'customized' }],
          },
        ],
      )
    })

    test('a name has up to 128 characters, however many bytes they take', async () => {
      for (const letter of ['x', 'é', '語', '🎨'])
        assert.equal((await created({ name: letter.repeat(128) })).name, letter.repeat(128))
      assert.equal((await created({ name: 'y' })).name, 'y')
    })

    for (const [first, second] of [
      ['Taken', 'Taken'],
      ['Case', 'cASE'],
      ['Ärger', 'äRGER'],
      ['Blank', ' blank '],
    ] as const) {
      test(`${JSON.stringify(second)} is taken where ${JSON.stringify(first)} is`, async () => {
        await created({ name: first })
        assert.deepEqual(await refusedWithoutTrace(() => create(packageForm(ARCHIVE, { name: second }))), [
          409,
          'TABRD0304E',
        ])
      })
    }

    test('of two at once with one name, one is created', async () => {
      const answers = await Promise.all(
        ['Race', 'race', 'RACE', 'rAcE'].map(name => create(packageForm(ARCHIVE, { name }))),
      )
      assert.deepEqual(answers.map(answer => answer.status).sort(), [201, 409, 409, 409])
    })

    test('a description has up to 1024 characters and may have line breaks', async () => {
      const description = `${'語'.repeat(1022)}\n!`
      assert.equal((await created({ name: freshName(), description })).description, description)
    })

    test('a description that is absent, empty or null is absent afterwards', async () => {
      for (const configuration of [{}, { description: '' }, { description: null }]) {
        const theme = await created({ name: freshName(), ...configuration })
        assert.deepEqual(Object.keys(theme), ['id', 'name'])
      }
    })

    // What follows is about requests, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('the alias below /template creates too, and the address is the same', async () => {
      const answer = await service.call(
        'POST',
        `/template${THEMES}`,
        packageForm(ARCHIVE, { name: freshName() }),
      )
      const { id } = await json<Registration>(answer)
      assert.equal(answer.headers.get('location'), `${THEMES}/${id}`)
    })

    const shapes: Record<string, (configuration: string) => FormData> = {
      'the archive first': configuration =>
        form(['files', ARCHIVE, 'theme.zip'], ['configuration', configuration]),
      'the configuration first': configuration =>
        form(['configuration', configuration], ['files', ARCHIVE, 'theme.zip']),
      'the configuration as a file': configuration =>
        form(['files', ARCHIVE, 'theme.zip'], ['configuration', configuration, 'configuration.json']),
      'the archive as part "file"': configuration =>
        form(['file', ARCHIVE, 'theme.zip'], ['configuration', configuration]),
      'the archive as part "template"': configuration =>
        form(['configuration', configuration], ['template', ARCHIVE, 'x']),
      'a field that browsers add': configuration =>
        form(['_charset_', 'utf-8'], ['files', ARCHIVE, 'theme.zip'], ['configuration', configuration]),
    }
    for (const [what, shape] of Object.entries(shapes)) {
      test(`a form with ${what} is taken`, async () => {
        const answer = await create(shape(JSON.stringify({ name: freshName() })))
        assert.equal(answer.status, 201)
        const { id } = await json<Registration>(answer)
        assert.deepEqual(pathsOf(await packageBytes(service, id, true)), ['common/page_style.css'])
      })
    }

    test('a name may have characters that join others', async () => {
      for (const name of [
        'Team \u{1f469}\u200d\u{1f4bb}',
        '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      ])
        assert.equal((await created({ name })).name, name)
    })

    test('a name is trimmed', async () => {
      assert.equal((await created({ name: '  Trimmed \t' })).name, 'Trimmed')
    })

    for (const [what, name] of [
      ['an empty name', ''],
      ['a name of blanks', '   '],
      ['a name of 129 characters', 'x'.repeat(129)],
      ['a name with a line break', 'two\nlines'],
      ['a name with a NUL', 'a\0b'],
      ['a name with DEL', 'a\u007fb'],
      ['a name with half a surrogate pair', 'a\ud800b'],
      ['a name that turns the direction of text', 'a\u202eb'],
      ['a name of a zero-width space', '\u200b'],
      ['a name that is a number', 7],
      ['a name that is null', null],
      ['a name that is an array', ['x']],
    ] as const) {
      test(`${what} is refused`, async () => {
        assert.deepEqual(await refusedWithoutTrace(() => create(packageForm(ARCHIVE, { name }))), [
          400,
          'TABRD0307E',
        ])
      })
    }

    for (const name of ['default', 'master', 'Default', 'MASTER', ' master '])
      test(`the name ${JSON.stringify(name)} is reserved`, async () => {
        assert.deepEqual(await refusedWithoutTrace(() => create(packageForm(ARCHIVE, { name }))), [
          400,
          'TABRD0305E',
        ])
      })

    for (const [what, description] of [
      ['a description of 1025 characters', 'x'.repeat(1025)],
      ['a description that is an object', {}],
      ['a description with a NUL', 'a\0b'],
    ] as const) {
      test(`${what} is refused`, async () => {
        assert.deepEqual(
          await refusedWithoutTrace(() => create(packageForm(ARCHIVE, { name: freshName(), description }))),
          [400, 'TABRD0307E'],
        )
      })
    }

    test('keys of the configuration that nobody knows are passed over', async () => {
      assert.deepEqual(Object.keys(await created({ name: freshName(), id: 'mine', colour: 'red' })), [
        'id',
        'name',
      ])
    })

    test('a form without configuration is refused, and told what is missing', async () => {
      const answer = await create(packageForm(ARCHIVE))
      assert.match(await explanation(answer), /configuration.*name/)
      assert.deepEqual(await refusedWithoutTrace(() => create(packageForm(ARCHIVE))), [400, 'TABRD0307E'])
    })

    test('a configuration without a name is refused', async () => {
      const call = () => create(packageForm(ARCHIVE, { description: 'nameless' }))
      assert.deepEqual(await refusedWithoutTrace(call), [400, 'TABRD0307E'])
    })

    test('a form without an archive is refused, and told what is missing', async () => {
      const call = () => create(packageForm(undefined, { name: freshName() }))
      assert.match(await explanation(await call()), /part "?files/)
      assert.deepEqual(await refusedWithoutTrace(call), [400, 'TABRD0402E'])
    })

    for (const configuration of ['', 'name=Acme', '{"name": "x"', '[]', '"name"', 'null', '7']) {
      test(`the configuration ${JSON.stringify(configuration)} is refused`, async () => {
        const call = () => create(form(['files', ARCHIVE, 'theme.zip'], ['configuration', configuration]))
        assert.deepEqual(await refusedWithoutTrace(call), [400, 'TABRD0307E'])
      })
    }

    test('two configurations are refused', async () => {
      const configuration = JSON.stringify({ name: freshName() })
      const call = () =>
        create(
          form(
            ['files', ARCHIVE, 'a.zip'],
            ['configuration', configuration],
            ['configuration', configuration],
          ),
        )
      assert.deepEqual(await refusedWithoutTrace(call), [400, 'TABRD0402E'])
    })

    test('two archives are refused, and both parts are named', async () => {
      const call = () =>
        create(
          form(
            ['files', ARCHIVE, 'a.zip'],
            ['other', ARCHIVE, 'b.zip'],
            ['configuration', JSON.stringify({ name: freshName() })],
          ),
        )
      assert.match(await explanation(await call()), /"files".*"other"/)
      assert.deepEqual(await refusedWithoutTrace(call), [400, 'TABRD0402E'])
    })

    test('an archive of the folder templates/ alone makes a theme without customizations', async () => {
      const { id } = await created({ name: freshName() }, packageOf({}))
      assert.deepEqual(pathsOf(await packageBytes(service, id, true)), [])
      assert.deepEqual(await packageBytes(service, id), await packageBytes(service, 'master'))
    })

    test('files that equal the master’s are not customized', async () => {
      const { id } = await created({ name: freshName() }, await packageBytes(service, 'master'))
      assert.deepEqual(pathsOf(await packageBytes(service, id, true)), [])
    })

    test('junk and what lies beside templates is passed over and named', async () => {
      const archive = Buffer.from(
        rawArchive([
          { name: 'readme.md', text: 'hello' },
          { name: '__MACOSX/templates/._a.txt', text: 'x' },
          { name: 'templates/.DS_Store', text: 'x' },
          { name: 'templates/common/Thumbs.db', text: 'x' },
          { name: 'templates/common/a.txt', text: 'a' },
        ]),
      )
      const { id, ignored } = await created({ name: freshName() }, archive)
      assert.deepEqual(ignored, [
        'readme.md',
        '__MACOSX/templates/._a.txt',
        'templates/.DS_Store',
        'templates/common/Thumbs.db',
      ])
      assert.deepEqual(await filesOf(await packageBytes(service, id, true)), { 'common/a.txt': 'a' })
    })

    for (const [what, archive, expected] of [
      ['no archive at all', Buffer.from('not a zip'), [400, 'TABRD0405E']],
      ['an empty file', Buffer.alloc(0), [400, 'TABRD0405E']],
      ['an archive that is cut off', ARCHIVE.subarray(0, -5), [400, 'TABRD0405E']],
      [
        'an archive without the folder templates',
        Buffer.from(rawArchive([{ name: 'common/a.txt', text: 'a' }])),
        [400, 'TABRD0405E'],
      ],
      [
        'an archive that climbs out of its folder',
        Buffer.from(rawArchive([{ name: 'templates/../../etc/passwd', text: 'a' }])),
        [400, 'TABRD0405E'],
      ],
      [
        'a file that stands beside the master’s in another case',
        packageOf({ 'common/PAGE_STYLE.css': 'body {}' }),
        [400, 'TABRD0408E'],
      ],
      [
        'a file where the master has a folder',
        packageOf({ 'common/page_components': 'x' }),
        [400, 'TABRD0408E'],
      ],
      ['a PNG that is none', packageOf({ 'common/logo.png': '<svg/>' }), [400, 'TABRD0409E']],
    ] as const) {
      test(`${what} is refused`, async () => {
        const call = () => create(packageForm(archive, { name: freshName() }))
        assert.deepEqual(await refusedWithoutTrace(call), expected)
      })
    }

    test('a refusal of an archive without templates tells what was found instead', async () => {
      const archive = Buffer.from(rawArchive([{ name: 'acme/templates/common/a.txt', text: 'a' }]))
      const answer = await create(packageForm(archive, { name: freshName() }))
      assert.match(await explanation(answer), /inside acme\//)
    })

    for (const type of ['application/json', 'application/zip', 'multipart/mixed; boundary=x', 'text/plain'])
      test(`the content type ${type} is refused`, async () => {
        const call = () => service.call('POST', THEMES, ARCHIVE, { 'content-type': type })
        assert.deepEqual(await refusedWithoutTrace(call), [415, 'TABRD0401E'])
      })

    test('no content type is refused', async () => {
      const authorization = `Bearer ${await service.token()}`
      const { status, body } = await send(service.url, 'POST', THEMES, { authorization }, 'x')
      assert.deepEqual([status, JSON.parse(body.toString()).messageId], [415, 'TABRD0401E'])
    })

    test('an empty form is refused', async () => {
      const call = () =>
        service.call('POST', THEMES, '--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' })
      assert.deepEqual(await refusedWithoutTrace(call), [400, 'TABRD0402E'])
    })

    const odd: Record<string, (name: string) => { type: string; body: Buffer<ArrayBuffer> }> = {
      'no boundary parameter': name => ({
        type: 'multipart/form-data',
        body: formBytes('edge', [
          ['name="files"; filename="a.zip"', ARCHIVE],
          ['name="configuration"', JSON.stringify({ name })],
        ]),
      }),
      'no closing boundary': name => ({
        type: 'multipart/form-data; boundary=edge',
        body: formBytes(
          'edge',
          [
            ['name="configuration"', JSON.stringify({ name })],
            ['name="files"; filename="a.zip"', ARCHIVE],
          ],
          { closed: false },
        ),
      }),
      'neither of the two': name => ({
        type: 'multipart/form-data',
        body: formBytes(
          'edge',
          [
            ['name="configuration"', JSON.stringify({ name })],
            ['name="files"; filename="a.zip"', ARCHIVE],
          ],
          { closed: false },
        ),
      }),
      'a filename that is quoted twice': name => ({
        type: 'multipart/form-data; boundary="edge"',
        body: formBytes('edge', [
          ['name="files"; filename=""brand.zip""', ARCHIVE, 'Content-Type: application/zip'],
          ['name="configuration"', JSON.stringify({ name })],
        ]),
      }),
      'a whole Windows path as filename': name => ({
        type: 'multipart/form-data; boundary=edge',
        body: formBytes('edge', [
          ['name="files"; filename="C:\\themes\\brand.zip"', ARCHIVE],
          ['name="configuration"', JSON.stringify({ name })],
        ]),
      }),
      'no filename': name => ({
        type: 'multipart/form-data; boundary=edge',
        body: formBytes('edge', [
          ['name="files"', ARCHIVE, 'Content-Type: application/octet-stream'],
          ['name="configuration"', JSON.stringify({ name })],
        ]),
      }),
      'a configuration part that says it is an image': name => ({
        type: 'multipart/form-data; boundary=edge',
        body: formBytes('edge', [
          ['name="files"; filename="a.zip"', ARCHIVE],
          ['name="configuration"; filename="c.png"', JSON.stringify({ name }), 'Content-Type: image/png'],
        ]),
      }),
    }
    for (const [what, shape] of Object.entries(odd)) {
      test(`a form with ${what} is taken`, async () => {
        const { type, body } = shape(freshName())
        const authorization = `Bearer ${await service.token()}`
        const answer = await send(service.url, 'POST', THEMES, { authorization, 'content-type': type }, body)
        assert.equal(answer.status, 201, answer.body.toString())
        const { id } = JSON.parse(answer.body.toString()) as Registration
        assert.deepEqual(pathsOf(await packageBytes(service, id, true)), ['common/page_style.css'])
      })
    }

    test('Accept: text/html is no reason to refuse', async () => {
      const answer = await service.call('POST', THEMES, packageForm(ARCHIVE, { name: freshName() }), {
        accept: 'text/html',
      })
      assert.equal(answer.status, 201)
    })
  })

  describe(`the number of themes on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine, { TABARD_LIMIT_THEMES: '3' })
    })
    after(() => service.stop())

    test('beyond the limit no theme is created until one is deleted', async () => {
      const first = await service.createTheme('One', ARCHIVE)
      await service.createTheme('Two', ARCHIVE)
      const before = await themesOf(service)
      const create = () => service.call('POST', THEMES, packageForm(ARCHIVE, { name: 'Three' }))
      assert.deepEqual(await refusal(await create()), [413, 'TABRD0406E'])
      assert.deepEqual(await themesOf(service), before)
      assert.equal((await service.call('DELETE', `${THEMES}/${first}`)).status, 204)
      assert.equal((await create()).status, 201)
    })

    test('the limit holds where many are created at once', async () => {
      await service.call('DELETE', '/v1.0/branding/reset')
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f'].map(name =>
          service.call('POST', THEMES, packageForm(ARCHIVE, { name })),
        ),
      )
      assert.deepEqual(answers.map(answer => answer.status).sort(), [201, 201, 413, 413, 413, 413])
      assert.equal((await themesOf(service)).length, 3)
    })
  })
}
