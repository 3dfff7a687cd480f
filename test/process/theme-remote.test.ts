import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { assertRefused } from '../support/command.ts'
import { packageOf } from '../support/packages.ts'
import { type Ended, quickProgram, run, tabard } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'
import { applicationOf } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'

const SHEET = 'common/page_style.css'
const SOURCES = pathToFileURL(join(import.meta.dirname, '../../src/cli/cli.ts')).href

describe('tabard theme, from a machine without the service', () => {
  let service: TestService
  let folder: string
  let environment: Record<string, string>
  let harbour: string

  before(async () => {
    service = await testService('SQLite')
    folder = mkdtempSync(join(tmpdir(), 'tabard-theme-'))
    environment = {
      HOME: folder,
      TABARD_SERVER: service.url,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      TABARD_PATH: folder,
    }
    harbour = await service.createTheme('Harbour', packageOf({ [SHEET]: 'a{}' }), 'For the shop')
    await service.createTheme('Harbour at night', packageOf({ [SHEET]: 'b{}' }))
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const theme = async (words: string, more: Record<string, string> = {}, input?: string): Promise<Ended> =>
    await tabard(
      ['theme', ...words.split(' ').map(word => word.replaceAll('_', ' '))],
      { ...environment, ...more },
      input,
    )
  const json = async <T>(words: string, more: Record<string, string> = {}): Promise<T> => {
    const { code, stdout, stderr } = await theme(`${words} --json`, more)
    assert.equal(stderr, '')
    assert.equal(code, 0)
    return JSON.parse(stdout) as T
  }

  test('lists themes, and tells one by its id, its name or the beginning of either', async () => {
    const listed = await json<{ id: string; name: string; customized: number }[]>('list')
    assert.deepEqual(
      listed.map(({ name, customized }) => [name, customized]),
      [
        ['Harbour', 1],
        ['Harbour at night', 1],
        ['default', 0],
      ],
    )
    for (const given of [harbour, 'Harbour', 'harbour', harbour.slice(0, 12)])
      assert.equal((await json<{ id: string }>(`info -t ${given}`)).id, harbour, given)
    assert.equal((await json<{ name: string }>('info -t harbour_at')).name, 'Harbour at night')
    const { stdout } = await theme('list')
    assert.match(stdout, /^id +name +revision +customized +updated +applications\n/)
    assertRefused(
      await theme('info -t harb'),
      2,
      /^More than one theme begins with "harb": "Harbour", "Harbour at night"\./,
    )
    assertRefused(
      await theme('info -t Harbor'),
      1,
      /^No theme has the id or name "Harbor"\. Did you mean "Harbour"\?/,
    )
    assertRefused(
      await theme(`info -t ${randomUUID()}`),
      1,
      /^No theme has this id\. See the list of themes\. Run "tabard theme list" to see all\.\n$/,
    )
    assertRefused(await theme('info'), 2, /^Name the theme: with --theme/)
    assertRefused(await theme('info --them x'), 2, /unknown option '--them'\n\(Did you mean --theme\?\)/)
  })

  test('a variable turns a flag on or off', async () => {
    for (const off of ['false', '0', ''])
      assert.match((await theme('list', { TABARD_JSON: off })).stdout, /^id +name /, off)
    for (const on of ['true', '1']) assert.match((await theme('list', { TABARD_JSON: on })).stdout, /^\[/, on)
  })

  test('an empty variable counts as unset', async () => {
    const empty = { TABARD_THEME: '', TABARD_ENVIRONMENT: '', TABARD_SOURCE: '', NO_COLOR: '' }
    assertRefused(await theme('info', empty), 2, /^Name the theme: with --theme/)
    assert.match((await theme('list', empty)).stdout, /^id +name /)
  })

  test('adds, duplicates, renames and deletes themes', async () => {
    const { id } = await json<{ id: string }>('create Quay -d For_ships')
    assert.deepEqual(await json('create quay --if-missing'), { id, name: 'Quay', description: 'For ships' })
    assertRefused(await theme('create Quay'), 4, /^Another theme has the name "Quay" already/)
    const copy = await json<{ id: string }>('duplicate Copy -t Harbour')
    assert.equal((await json<{ files: object[] }>(`info -t ${copy.id}`)).files.length, 1)
    assert.deepEqual(await json('rename Pier -t Copy'), { id: copy.id, name: 'Pier', description: null })
    assertRefused(
      await theme('delete Pier'),
      2,
      /^The theme "Pier" will be deleted.* Add --force to confirm it\.\n$/,
    )
    assert.deepEqual(await json('delete Pier --force'), { id: copy.id, deleted: true })
    assert.deepEqual(await json('delete -t Quay -f'), { id, deleted: true })
    assertRefused(await theme('delete default -f'), 4, /^The default theme cannot be deleted/)
  })

  test('names the applications that stand in the way', async () => {
    await mainStore(service).write(tx =>
      tx.applications.create(applicationOf('shop', { name: 'Shop', themeId: harbour })),
    )
    assertRefused(await theme('delete Harbour -f'), 4, /^The theme "Harbour" is in use by "Shop"\./)
    assertRefused(await theme('reset -f'), 4, /^These applications use themes: "Shop" \(Harbour\)\./)
    assertRefused(await theme('reset'), 2, /^All themes of .* will be deleted.* Add --force/)
    await mainStore(service).write(tx => tx.applications.remove('shop'))
  })

  test('prints the address of the sign-in page', async () => {
    const { stdout } = await theme('open -t Harbour')
    assert.equal(stdout, `${service.url}/idaas/mtfim/sps/idaas/login?runtime=true&themeId=${harbour}\n`)
  })

  test('keeps a login for its owner only, and no secret is ever printed', async () => {
    const home = mkdtempSync(join(folder, 'home-'))
    const plain = { HOME: home, TABARD_SERVER: service.url, TABARD_PATH: home }
    const at = (words: string, input?: string) => tabard(['theme', ...words.split(' ')], plain, input)
    assertRefused(await at('list'), 3, /^You are not logged in to .*\. Run "tabard theme login"/)
    assertRefused(await at(`login --client-id ${CLIENT_ID}`, 'wrong\n'), 3, /does not accept the credentials/)
    assertRefused(
      await at(`login --client-id ${CLIENT_ID} --client-secret x`),
      2,
      /^A secret does not belong/,
    )
    const login = await at(`login --client-id ${CLIENT_ID} --verbose`, `${CLIENT_SECRET}\n`)
    assert.deepEqual([login.code, login.stdout], [0, ''])
    const file = join(home, '.config/tabard/credentials.json')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const list = await at('list --verbose --json')
    const [{ token }] = JSON.parse(readFileSync(file, 'utf8')).clients as [{ token: string }]
    const said = login.stderr + list.stderr + list.stdout
    assert.match(said, /POST \/v1\.0\/endpoint\/default\/token 200/)
    for (const secret of [CLIENT_SECRET, token]) assert.ok(!said.includes(secret))
    const again = await at('list --verbose')
    assert.doesNotMatch(again.stderr, /token/, 'the token is used again')
    // A token that the service does not know any more is replaced.
    writeFileSync(file, readFileSync(file, 'utf8').replace(token, 'forgotten'))
    assert.equal((await at('list')).code, 0)
    assert.equal(JSON.parse((await at('whoami --json')).stdout).clientId, CLIENT_ID)
    assert.equal((await at('logout')).code, 0)
    assertRefused(await at('whoami'), 3, /^You are not logged in/)
    assert.ok(!readFileSync(file, 'utf8').includes(CLIENT_SECRET))
  })

  test('takes settings from tabard.toml, by environment', async () => {
    const project = mkdtempSync(join(folder, 'project-'))
    const inside = join(project, 'below')
    mkdirSync(inside)
    mkdirSync(join(project, '.git'))
    const plain: Record<string, string> = { ...environment, TABARD_PATH: inside }
    delete plain.TABARD_SERVER
    const at = (words: string) => tabard(['theme', ...words.split(' ')], plain)
    const write = (text: string) => writeFileSync(join(project, 'tabard.toml'), text)
    const production = `[environments.production]\nserver = "${service.url}/"\ntheme = "Harbour"\n`
    write(production)
    assert.equal(JSON.parse((await at('info --json')).stdout).name, 'Harbour')
    write(`${production}[environments.night]\nserver = "${service.url}"\ntheme = "Harbour at night"\n`)
    assertRefused(await at('info'), 2, /choose an environment with --environment: "production", "night"\.\n$/)
    assert.equal(JSON.parse((await at('info --json -e night')).stdout).name, 'Harbour at night')
    assertRefused(await at('info -e nigth'), 2, /there is no environment "nigth"\. Did you mean "night"\?/)
    write('[environments.default]\nserver = "https://id.example.com"\n')
    assertRefused(await at('whoami'), 2, /^The server https:\/\/id\.example\.com is from tabard\.toml, and/)
    assertRefused(await at(`login --client-id ${CLIENT_ID}`), 2, /set TABARD_SERVER to the address too\.\n$/)
    write('[environments.default]\nclient-secret = "x"\n')
    assertRefused(await at('info'), 2, /a secret does not belong here/)
    write('[environments.default]\nsevrer = "x"\n')
    assertRefused(await at('info'), 2, /there is no setting "sevrer" in \[environments\.default\]/)
    write('server = [')
    assertRefused(await at('info'), 2, /tabard\.toml: the file cannot be read/)
  })

  test('tells a file of the machine that cannot be written', async () => {
    const file = join(folder, 'not-a-folder')
    writeFileSync(file, '')
    const ended = await tabard(['theme', 'pull', '--all', '--theme', harbour], {
      ...environment,
      TABARD_PATH: join(file, 'theme'),
    })
    assertRefused(ended, 1, /^A file cannot be read or written: ENOTDIR: not a directory, .*\.\n$/)
  })

  test('goes by a proxy that the usual variables name', async t => {
    const seen: string[] = []
    let tagged = (etag: string | undefined) => etag
    const proxy = await listening((asked, answer) => {
      seen.push(asked.url!)
      const { pathname, search } = new URL(asked.url!)
      const { host: _, ...headers } = asked.headers
      const passed = request(`${service.url}${pathname}${search}`, { method: asked.method, headers }, got => {
        const { etag, ...others } = got.headers
        const tag = tagged(etag)
        answer.writeHead(got.statusCode!, { ...others, ...(tag !== undefined && { etag: tag }) })
        got.pipe(answer)
      })
      asked.pipe(passed)
    })
    t.after(() => proxy.close())
    const { port } = proxy.address() as AddressInfo
    const more = { TABARD_SERVER: 'http://id.example.test', HTTP_PROXY: `http://127.0.0.1:${port}` }
    assert.equal((await json<object[]>('list', more)).length, 3)
    assert.ok(seen.every(url => url.startsWith('http://id.example.test/')))

    const id = await service.createTheme('Behind', packageOf({}))
    tagged = () => undefined
    assert.equal((await json<{ id: string }>('info -t Behind', more)).id, id)
    assertRefused(
      await theme('delete Behind --force', more),
      5,
      /^A proxy in front of http:\/\/id\.example\.test removes the header ETag, .*Nothing was changed\./,
    )
    assert.equal((await service.call('GET', `/v1.0/branding/themes/${id}`)).status, 200)
    // As proxies do that compress.
    tagged = etag => etag && `W/${etag}`
    assert.deepEqual(await json('delete Behind --force', more), { id, deleted: true })
    proxy.close()
    assertRefused(await theme('list', { ...more, NO_PROXY: 'id.example.test' }), 5, /does not answer/)
  })

  test('tells a server that is not there, not a Tabard, or too busy', async () => {
    assertRefused(
      await theme('list', { TABARD_SERVER: 'http://127.0.0.1:1' }),
      5,
      /^http:\/\/127\.0\.0\.1:1 does not answer: .*is running\.\n$/,
    )
    assertRefused(await theme('list', { TABARD_SERVER: 'ftp://x' }), 2, /^The address of the server must be/)
    assertRefused(await theme('list', { TABARD_SERVER: 'http://a:b@x' }), 2, /must not have credentials/)
    let answers = 0
    const other = await listening((asked, answer) => {
      asked.resume()
      answers += 1
      if (asked.url!.endsWith('/token')) answer.end(JSON.stringify({ access_token: 't', expires_in: 100 }))
      else if (answers < 4) answer.writeHead(503, { 'retry-after': '0' }).end('{"messageId":"TABRD0109E"}')
      else answer.end(JSON.stringify({ themes: [] }))
    })
    const at = { TABARD_SERVER: `http://127.0.0.1:${(other.address() as AddressInfo).port}` }
    assert.deepEqual(await json('list', at), [])
    assert.equal(answers, 4, 'it waited and tried again')
    let asked = 0
    const limited = (wish: string) =>
      other.removeAllListeners('request').on('request', (request, answer) => {
        request.resume()
        if (!request.url!.endsWith('/token')) return answer.end(JSON.stringify({ themes: [] }))
        asked += 1
        if (asked > 2) return answer.end(JSON.stringify({ access_token: 't', expires_in: 100 }))
        return answer.writeHead(429, { 'retry-after': wish }).end('{"error":"too_many_requests"}')
      })
    limited('0')
    assert.deepEqual(await json('list', at), [])
    assert.equal(asked, 3, 'a token that comes too often is asked for again')
    asked = 0
    limited('3600')
    assertRefused(
      await theme('list', at),
      5,
      /^http:\S+ does not seem to be a Tabard service, or a proxy answered in its place \(status 429\)\. /,
    )
    assert.equal(asked, 1, 'nobody waits for an hour')
    other.removeAllListeners('request').on('request', (_, answer) => answer.end('<html>'))
    assertRefused(
      await theme('list', at),
      5,
      /^http:\S+ does not seem to be a Tabard service\. Check the address of the server\.\n$/,
    )
    other.close()
  })

  /** The modules that a command loads. */
  const loadedBy = async (...words: string[]) => {
    const coverage = mkdtempSync(join(folder, 'coverage-'))
    await run(process.execPath, [...words, 'theme', 'list'], { ...environment, NODE_V8_COVERAGE: coverage })
    return readdirSync(coverage).flatMap(file =>
      (JSON.parse(readFileSync(join(coverage, file), 'utf8')) as { result: { url: string }[] }).result.map(
        ({ url }) => url,
      ),
    )
  }

  test('never loads the service', async () => {
    // The sources, whether there is a bundle or not.
    const main = `import { main } from ${JSON.stringify(SOURCES)}; main(process.argv)`
    const loaded = await loadedBy('--input-type=module', '--eval', main, 'tabard')
    assert.ok(loaded.some(url => url.endsWith('/src/cli/theme/session.ts')))
    const heavy =
      /\/src\/(?:server|store|themes|pages|lint|identity|http|zip)\b|node_modules\/(?!commander\/)/
    assert.deepEqual(
      loaded.filter(url => heavy.test(url)),
      [],
    )
  })

  test('never loads what the service depends on, as a bundle either', async () => {
    const loaded = await loadedBy(await quickProgram())
    assert.ok(loaded.some(url => /\/chunks\/theme-[\w-]+\.js$/.test(url)))
    assert.deepEqual(
      loaded.filter(url => /node_modules\/(?!\.cache\/|commander\/)/.test(url)),
      [],
    )
  })
})

async function listening(
  answer: (asked: IncomingMessage, answer: import('node:http').ServerResponse) => void,
): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return server
}
