import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateClient } from '../../src/identity/identity.ts'
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
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { clientToken, mainStore } from '../support/tenants.ts'
import { formBytes, send } from '../support/wire.ts'
import { rawArchive } from '../zip/raw.ts'

const THEMES = '/v1.0/branding/themes'
const STYLE = 'common/page_style.css'
const HEADER = 'common/page_components/page_header.html'
const FOOTER = 'common/page_components/default/page_footer.html'

for (const engine of ENGINES) {
  describe(`replacing a theme on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string>, description?: string) =>
      await service.createTheme(`Theme ${++number}`, packageOf(files), description)
    const put = async (
      id: string,
      archive?: Uint8Array<ArrayBuffer>,
      configuration?: object,
      headers?: Record<string, string>,
    ) => await service.call('PUT', `${THEMES}/${id}`, packageForm(archive, configuration), headers)
    const customized = async (id: string) => await filesOf(await packageBytes(service, id, true))
    const registered = async (id: string) => (await themesOf(service)).find(theme => theme.id === id)!

    /** Everything that a client can see of a theme. */
    const sight = async (id: string) => ({
      tag: await tagOf(service, id),
      registration: await registered(id),
      files: await customized(id),
    })
    const refusedWithoutTrace = async (id: string, call: () => Promise<Response>) => {
      const before = await sight(id)
      const refused = await refusal(await call())
      assert.deepEqual(await sight(id), before)
      return refused
    }

    test('the answer is 201 with the registration and the new tag', async () => {
      const id = await theme({ [STYLE]: 'one' }, 'A theme')
      const before = await tagOf(service, id)
      const answer = await put(id, packageOf({ [STYLE]: 'two' }))
      assert.equal(answer.status, 201)
      assert.deepEqual(await json(answer), { id, name: `Theme ${number}`, description: 'A theme' })
      assert.equal(answer.headers.get('etag'), await tagOf(service, id))
      assert.notEqual(answer.headers.get('etag'), before)
    })

    test('the default theme is replaced with 201 too', async () => {
      const answer = await put('default', packageOf({ [STYLE]: 'mine' }))
      assert.equal(answer.status, 201)
      assert.deepEqual(await json(answer), {
        id: 'default',
        name: 'default',
        description: 'Default Theme',
      })
      assert.deepEqual(await customized('default'), { [STYLE]: 'mine' })
      assert.equal((await put('default', await packageBytes(service, 'master'))).status, 201)
    })

    test('a partial package replaces only the files it holds', async () => {
      const id = await theme({ [STYLE]: 'style', [HEADER]: 'header', 'common/own.txt': 'own' })
      await put(id, packageOf({ [HEADER]: 'new header', 'common/more.txt': 'more' }))
      assert.deepEqual(await customized(id), {
        [STYLE]: 'style',
        [HEADER]: 'new header',
        'common/own.txt': 'own',
        'common/more.txt': 'more',
      })
    })

    test('a package with every path of the master replaces the theme whole, so added files go', async () => {
      const id = await theme({ [STYLE]: 'style', 'common/own.txt': 'own' })
      await put(id, await packageBytes(service, 'master'))
      assert.deepEqual(await customized(id), {})
    })

    test('the master package over default resets its files, and its description stays', async () => {
      await put('default', packageOf({ [STYLE]: 'x', 'common/own.txt': 'own' }), { description: 'Ours' })
      const answer = await put('default', await packageBytes(service, 'master'))
      assert.equal(answer.status, 201)
      assert.deepEqual(await customized('default'), {})
      assert.deepEqual(await packageBytes(service, 'default'), await packageBytes(service, 'master'))
      assert.equal((await registered('default')).description, 'Ours')
    })

    test('the empty package changes nothing, and the tag stays', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const before = await sight(id)
      const answer = await put(id, packageOf({}))
      assert.equal(answer.status, 201)
      assert.equal(answer.headers.get('etag'), before.tag)
      assert.deepEqual(await sight(id), before)
    })

    test('a configuration alone renames, moves the tag and leaves the files', async () => {
      const id = await theme({ [STYLE]: 'mine' }, 'Before')
      const before = await tagOf(service, id)
      const answer = await put(id, undefined, { name: ' Renamed ', description: 'After' })
      assert.equal(answer.status, 201)
      assert.deepEqual(await json(answer), { id, name: 'Renamed', description: 'After' })
      assert.notEqual(await tagOf(service, id), before)
      assert.deepEqual(await customized(id), { [STYLE]: 'mine' })
      assert.deepEqual(await registered(id), { id, name: 'Renamed', description: 'After' })
    })

    test('a key that the configuration does not have stays, and an empty description goes', async () => {
      const id = await theme({}, 'Before')
      const name = `Theme ${number}`
      await put(id, undefined, { description: 'After' })
      assert.deepEqual(await registered(id), { id, name, description: 'After' })
      await put(id, undefined, { name: `${name}!` })
      assert.deepEqual(await registered(id), { id, name: `${name}!`, description: 'After' })
      await put(id, undefined, { description: '' })
      assert.deepEqual(await registered(id), { id, name: `${name}!` })
    })

    test('a theme may change the case of its own name, and not take another’s', async () => {
      const id = await theme({})
      await theme({})
      assert.equal((await put(id, undefined, { name: `THEME ${number - 1}` })).status, 201)
      assert.deepEqual(await refusedWithoutTrace(id, () => put(id, undefined, { name: `theme ${number}` })), [
        409,
        'TABRD0304E',
      ])
    })

    test('a tool that takes only 204 for a success is noted when it was answered 201, until that is changed', async () => {
      const tenant = mainStore(service)
      const misread = async (clientId: string) =>
        (await tenant.clients.list()).find(({ id: other }) => other === clientId)!.misreadAt
      const { id: clientId, token } = await clientToken(service, ['manageTemplates'])
      const id = await theme({})
      const archive = packageOf({ [STYLE]: 'x' })
      const authorization = `Bearer ${token}`
      await put(id, archive, undefined, { authorization, 'user-agent': 'curl/8.5.0' })
      assert.equal(await misread(clientId), null)
      await put(id, archive, undefined, { authorization, 'user-agent': 'Go-http-client/2.0' })
      while ((await misread(clientId)) === null) await sleep(5)
      await updateClient(tenant, clientId, { replaceStatus: 204 })
      assert.equal(await misread(clientId), null)
    })

    test('If-Match lets the write through while the tag holds, and after that no more', async () => {
      const id = await theme({ [STYLE]: 'one' })
      const tag = await tagOf(service, id)
      const write = (text: string, header: string) =>
        put(id, packageOf({ [STYLE]: text }), undefined, { 'if-match': header })
      assert.equal((await write('two', `"other", ${tag}`)).status, 201)
      assert.deepEqual(await refusedWithoutTrace(id, () => write('three', tag)), [412, 'TABRD0309E'])
      for (const header of ['"wrong"', `W/${await tagOf(service, id)}`, 'nonsense'])
        assert.deepEqual(
          await refusedWithoutTrace(id, () => write('three', header)),
          [412, 'TABRD0309E'],
          header,
        )
      assert.equal((await write('three', '*')).status, 201)
      assert.deepEqual(await customized(id), { [STYLE]: 'three' })
    })

    test('of many writes at once under one tag, one is carried out', async () => {
      const id = await theme({})
      const tag = await tagOf(service, id)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          put(id, packageOf({ [STYLE]: `writer ${index}` }), undefined, { 'if-match': tag }),
        ),
      )
      const statuses = answers.map(answer => answer.status)
      assert.deepEqual(statuses.toSorted(), [201, ...Array(7).fill(412)])
      assert.deepEqual(await customized(id), { [STYLE]: `writer ${statuses.indexOf(201)}` })
    })

    test('writes at once without a tag are all carried out, one after the other', async () => {
      const id = await theme({})
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => put(id, packageOf({ [`common/${index}.txt`]: `${index}` }))),
      )
      assert.deepEqual(
        answers.map(answer => answer.status),
        Array(8).fill(201),
      )
      assert.equal(Object.keys(await customized(id)).length, 8)
    })

    test('the history tells who did what, newest first', async () => {
      const master = await filesOf(await packageBytes(service, 'master'))
      const id = await theme({ [STYLE]: 'mine', 'common/own.txt': 'own' })
      await put(id, packageOf({ [STYLE]: 'changed', [HEADER]: 'mine' }))
      await put(id, packageOf({}))
      await put(id, undefined, { description: 'words' })
      await put(id, packageOf({ [STYLE]: master[STYLE]! }))
      await put(id, await packageBytes(service, 'master'))
      const revisions = await mainStore(service).themes.revisions(id)
      assert.deepEqual(
        revisions.map(({ revision, author, cause, changes }) => [
          revision,
          author,
          cause,
          changes.map(({ path, kind }) => `${kind} ${path}`),
        ]),
        [
          [5, 'client:test-client', 'replace', ['removed common/own.txt', `reverted ${HEADER}`]],
          [4, 'client:test-client', 'replace', [`reverted ${STYLE}`]],
          [3, 'client:test-client', 'configure', []],
          [2, 'client:test-client', 'replace', [`customized ${HEADER}`, `changed ${STYLE}`]],
          [1, 'client:test-client', 'create', ['added common/own.txt', `customized ${STYLE}`]],
        ],
      )
      const times = revisions.map(({ at }) => at)
      assert.deepEqual(
        times.toSorted((a, b) => b - a),
        times,
      )
      assert.ok(Math.abs(Date.now() - times[0]!) < 60_000)
    })

    test('a path of 16 levels, and a segment of 255 characters, are taken', async () => {
      const id = await theme({})
      const paths = [`${'a/'.repeat(15)}b`, `common/${'x'.repeat(255)}`]
      assert.equal(
        (await put(id, packageOf(Object.fromEntries(paths.map(path => [path, path]))))).status,
        201,
      )
      assert.deepEqual(pathsOf(await packageBytes(service, id, true)), paths)
    })

    // What follows is about requests, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('a package that lacks a path of the master is partial, so added files stay', async () => {
      const id = await theme({ [STYLE]: 'style', 'common/own.txt': 'own' })
      const master = await filesOf(await packageBytes(service, 'master'))
      const texts = Object.entries(master).filter(([path]) => /\.(html|css|xml|properties)$/.test(path))
      assert.ok(texts.length < Object.keys(master).length)
      await put(id, packageOf({ ...Object.fromEntries(texts), [HEADER]: 'mine' }))
      assert.deepEqual(await customized(id), { [HEADER]: 'mine', 'common/own.txt': 'own' })
    })

    test('a whole package with customized and added files leaves exactly those', async () => {
      const source = await theme({ [HEADER]: 'theirs', 'common/theirs.txt': 'theirs' })
      const id = await theme({ [STYLE]: 'mine', 'common/mine.txt': 'mine' })
      await put(id, await packageBytes(service, source))
      assert.deepEqual(await customized(id), { [HEADER]: 'theirs', 'common/theirs.txt': 'theirs' })
    })

    test('a file that equals the master’s is not customized any more', async () => {
      const id = await theme({ [STYLE]: 'mine', [HEADER]: 'mine' })
      const master = await filesOf(await packageBytes(service, 'master'))
      await put(id, packageOf({ [STYLE]: master[STYLE]! }))
      assert.deepEqual(await customized(id), { [HEADER]: 'mine' })
    })

    test('the same package again changes nothing, and the tag stays', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      const before = await sight(id)
      await put(id, packageOf({ [STYLE]: 'mine' }))
      assert.deepEqual(await sight(id), before)
    })

    test('an archive and a configuration together change both', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      await put(id, packageOf({ [HEADER]: 'mine' }), { name: 'Both' })
      assert.deepEqual(await registered(id), { id, name: 'Both' })
      assert.deepEqual(await customized(id), { [STYLE]: 'mine', [HEADER]: 'mine' })
    })

    test('where the archive is bad, the configuration does not hold either, and the other way round', async () => {
      const id = await theme({ [STYLE]: 'mine' })
      assert.deepEqual(await refusedWithoutTrace(id, () => put(id, Buffer.from('bad'), { name: 'Half' })), [
        400,
        'TABRD0405E',
      ])
      assert.deepEqual(
        await refusedWithoutTrace(id, () => put(id, packageOf({ [STYLE]: 'other' }), { name: 'MASTER' })),
        [400, 'TABRD0305E'],
      )
    })

    test('the default theme cannot be renamed, and its description can change', async () => {
      assert.deepEqual(
        await refusedWithoutTrace('default', () => put('default', undefined, { name: 'Ours' })),
        [400, 'TABRD0306E'],
      )
      const answer = await put('default', undefined, { name: 'default', description: 'New words' })
      assert.deepEqual(await json(answer), { id: 'default', name: 'default', description: 'New words' })
    })

    test('the default theme takes a package that brings another name, and the answer says that it kept its own', async () => {
      const archive = packageOf({ [STYLE]: 'named' })
      const answer = await put('default', archive, { name: 'Ours', description: 'Theirs' })
      assert.equal(answer.status, 201)
      const expected = { id: 'default', name: 'default', description: 'Theirs', nameIgnored: 'Ours' }
      assert.deepEqual(await json(answer), expected)
      assert.equal((await customized('default'))[STYLE], 'named')
      const { token } = await clientToken(service, ['manageTemplates'], { replaceStatus: 204 })
      const quiet = await put('default', archive, { name: 'Ours' }, { authorization: `Bearer ${token}` })
      assert.equal(quiet.headers.get('tabard-ignored'), '1')
    })

    test('a multipart body under the label of another form is taken, with its boundary and without', async () => {
      const form = new Response(packageForm(packageOf({ [STYLE]: 'labelled' })))
      const boundary = form.headers.get('content-type')!.split('; ')[1]!
      const body = Buffer.from(await form.arrayBuffer())
      const id = await theme({})
      for (const label of ['', `; ${boundary}`]) {
        const headers = { 'content-type': `application/x-www-form-urlencoded${label}` }
        assert.equal((await service.call('PUT', `${THEMES}/${id}`, body, headers)).status, 201, label)
      }
      assert.deepEqual(await customized(id), { [STYLE]: 'labelled' })
    })

    test('a client that is marked so gets 204 with the tag and no body', async () => {
      const { token } = await clientToken(service, ['manageTemplates'], { replaceStatus: 204 })
      const headers = { authorization: `Bearer ${token}` }
      const id = await theme({})
      const answer = await put(id, packageOf({ [STYLE]: 'x' }), undefined, headers)
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.get('tabard-ignored'), null)
      assert.equal(answer.headers.get('etag'), await tagOf(service, id))
      assert.equal(await answer.text(), '')
      assert.deepEqual(await customized(id), { [STYLE]: 'x' })
      const created = await service.call(
        'POST',
        THEMES,
        packageForm(packageOf({}), { name: 'Still 201' }),
        headers,
      )
      assert.equal(created.status, 201)
    })

    test('what was passed over is named in the body, or counted in a header where there is none', async () => {
      const archive = Buffer.from(
        rawArchive([
          { name: 'templates/common/a.txt', text: 'a' },
          { name: 'templates/.DS_Store', text: 'x' },
          { name: 'notes.txt', text: 'x' },
        ]),
      )
      const id = await theme({})
      assert.deepEqual((await json<Registration>(await put(id, archive))).ignored, [
        'templates/.DS_Store',
        'notes.txt',
      ])
      const { token } = await clientToken(service, ['manageTemplates'], { replaceStatus: 204 })
      const answer = await put(id, archive, undefined, { authorization: `Bearer ${token}` })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.get('tabard-ignored'), '2')
    })

    test('If-Match holds for a rename too', async () => {
      const id = await theme({})
      const tag = await tagOf(service, id)
      const rename = (name: string) => put(id, undefined, { name }, { 'if-match': tag })
      assert.equal((await rename('First')).status, 201)
      assert.deepEqual(await refusal(await rename('Second')), [412, 'TABRD0309E'])
    })

    test('the master cannot be replaced', async () => {
      for (const call of [
        () => put('master', packageOf({})),
        () => put('master', undefined, { name: 'x' }),
        () => put('master'),
        () => service.call('PUT', `${THEMES}/master`),
        () => service.call('PUT', `${THEMES}/master`, 'x', { 'content-type': 'text/plain' }),
      ]) {
        const answer = await call()
        assert.equal(answer.headers.get('allow'), 'GET, HEAD')
        assert.deepEqual(await refusal(answer), [405, 'TABRD0303E'])
      }
    })

    test('an unknown theme is not found, and not made', async () => {
      const before = await themesOf(service)
      for (const id of ['00000000-0000-4000-8000-000000000000', 'new', 'Default'])
        assert.deepEqual(await refusal(await put(id, packageOf({ [STYLE]: 'x' }))), [404, 'TABRD0301E'])
      assert.deepEqual(await themesOf(service), before)
    })

    test('a form with neither archive nor configuration is refused', async () => {
      const id = await theme({})
      const form = new FormData()
      form.set('_charset_', 'utf-8')
      const call = () => service.call('PUT', `${THEMES}/${id}`, form)
      assert.deepEqual(await refusedWithoutTrace(id, call), [400, 'TABRD0402E'])
      assert.match(await explanation(await call()), /files.*configuration/)
    })

    for (const type of ['application/zip', 'application/json', 'application/octet-stream'])
      test(`the content type ${type} is refused`, async () => {
        const id = await theme({})
        const call = () =>
          service.call('PUT', `${THEMES}/${id}`, packageOf({ [STYLE]: 'x' }), { 'content-type': type })
        assert.deepEqual(await refusedWithoutTrace(id, call), [415, 'TABRD0401E'])
      })

    for (const [what, archive, expected] of [
      [
        'a path that differs from the master’s by case',
        packageOf({ 'common/Page_Style.css': 'x' }),
        [400, 'TABRD0408E'],
      ],
      [
        'a folder that differs from the master’s by case',
        packageOf({ 'COMMON/new.txt': 'x' }),
        [400, 'TABRD0408E'],
      ],
      [
        'a path that differs from an own one by case',
        packageOf({ 'common/OWN.txt': 'x' }),
        [400, 'TABRD0408E'],
      ],
      [
        'two paths that differ by case',
        Buffer.from(
          rawArchive([
            { name: 'templates/common/a.txt', text: 'a' },
            { name: 'templates/common/A.txt', text: 'b' },
          ]),
        ),
        [400, 'TABRD0405E'],
      ],
      ['a file below a file', packageOf({ [`${STYLE}/x.txt`]: 'x' }), [400, 'TABRD0408E']],
      ['a PNG whose bytes contradict', packageOf({ 'common/logo.png': 'GIF89a' }), [400, 'TABRD0409E']],
      ['an archive without templates', Buffer.from(rawArchive([{ name: 'a.txt' }])), [400, 'TABRD0405E']],
      ['a path beyond 512 characters', packageOf({ [`a/${'b/'.repeat(255)}cc`]: 'x' }), [400, 'TABRD0405E']],
      [
        'a segment beyond 255 characters',
        packageOf({ [`common/${'x'.repeat(256)}`]: 'x' }),
        [400, 'TABRD0405E'],
      ],
      ['a path of 17 levels', packageOf({ [`${'a/'.repeat(16)}b`]: 'x' }), [400, 'TABRD0405E']],
      [
        'content that is 1000 times its archive',
        packageOf({ 'a.txt': Buffer.alloc(2 ** 21) }),
        [413, 'TABRD0406E'],
      ],
    ] as const) {
      test(`${what} is refused, and the theme stays as it was`, async () => {
        const id = await theme({ 'common/own.txt': 'own' })
        assert.deepEqual(await refusedWithoutTrace(id, () => put(id, archive)), expected)
      })
    }

    test('a file that could be written alone can be uploaded again with its theme', async () => {
      const id = await theme({})
      const path = `${THEMES}/${id}/common/blank.txt`
      const written = await service.call('PUT', path, fileForm(Buffer.alloc(2 ** 21)))
      const again = await put(id, await packageBytes(service, id))
      assert.ok(written.status === 204 || written.status === 413)
      assert.equal(again.status, 201)
    })

    test('a refusal names the entry at fault', async () => {
      const id = await theme({})
      const answer = await put(id, packageOf({ 'common/good.txt': 'x', 'common/bad.gif': 'x' }))
      assert.match(await explanation(answer), /"common\/bad\.gif" is not a GIF image/)
    })

    for (const [what, type, disposition, closed] of [
      ['no boundary parameter', 'multipart/form-data', 'name="files"; filename="a.zip"', true],
      ['no closing boundary', 'multipart/form-data; boundary=edge', 'name="files"; filename="a.zip"', false],
      [
        'a filename that is quoted twice',
        'multipart/form-data; boundary=edge',
        'name="files"; filename=""a.zip""',
        true,
      ],
      ['no filename', 'multipart/form-data; boundary=edge', 'name="files"', true],
      ['another part name', 'multipart/form-data; boundary=edge', 'name=archive; filename=a.zip', true],
    ] as const) {
      test(`a form with ${what} is taken`, async () => {
        const id = await theme({})
        const { status } = await send(
          service.url,
          'PUT',
          `${THEMES}/${id}`,
          { authorization: `Bearer ${await service.token()}`, 'content-type': type },
          formBytes('edge', [[disposition, packageOf({ [STYLE]: what })]], { closed }),
        )
        assert.equal(status, 201)
        assert.deepEqual(await customized(id), { [STYLE]: what })
      })
    }

    test('a client that waits for 100 Continue is told to go on', async () => {
      const id = await theme({})
      const { status } = await send(
        service.url,
        'PUT',
        `${THEMES}/${id}`,
        {
          authorization: `Bearer ${await service.token()}`,
          'content-type': 'multipart/form-data; boundary=edge',
          expect: '100-continue',
        },
        formBytes('edge', [['name="files"', packageOf({ [STYLE]: 'x' })]]),
      )
      assert.equal(status, 201)
    })

    test('Accept: text/html is no reason to refuse', async () => {
      const answer = await put('default', packageOf({}), undefined, { accept: 'text/html' })
      assert.equal(answer.status, 201)
      assert.match(answer.headers.get('content-type')!, /^application\/json/)
    })

    test('the alias below /template replaces too', async () => {
      const id = await theme({})
      const body = packageForm(packageOf({ [FOOTER]: 'x' }))
      assert.equal((await service.call('PUT', `/template${THEMES}/${id}`, body)).status, 201)
      assert.deepEqual(await customized(id), { [FOOTER]: 'x' })
    })
  })
}
