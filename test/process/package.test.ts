import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { INLINED } from '../../build/program.ts'
import manifest from '../../package.json' with { type: 'json' }
import { instructionsOf } from '../support/docker.ts'
import { CHECKOUT, install, npxTabard, packedCheckout } from '../support/installed.ts'
import { packageOf } from '../support/packages.ts'
import { freePort } from '../support/ports.ts'
import { run, type Server, startServer, tabardOnOldNode, tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, packageForm } from '../support/service.ts'
import { within } from '../support/store.ts'
import { pipelineTests } from './pipelines.ts'

/** The name of a package or of a part of Node that a file imports. */
const IMPORTED = /(?:^(?:import|export) (?:[\w*{},\s]+ from )?|\bimport\()['"]([^.'"][^'"]*)['"]/gm

const folder = mkdtempSync(join(tmpdir(), 'tabard-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Where the console of a server is, as soon as it has said so. */
async function consoleOf({ said }: Server): Promise<string> {
  const line = /^Console on (\S+)\n/m
  await within(60_000, () => line.test(said.stdout))
  return line.exec(said.stdout)![1]!
}

describe('the package', () => {
  const home = join(folder, 'home')
  const place = join(home, 'node_modules/tabard')
  const program = join(home, 'node_modules/.bin/tabard')
  const environment = {
    TABARD_DATA: join(folder, 'data'),
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
  }
  let tarball: string
  let paths: string[]
  let server: Server

  before(async () => {
    tarball = packedCheckout(folder)
    paths = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
    install(tarball, home)
    server = await startServer(environment, home, program)
  })
  after(() => server.stop())

  const holds = (path: string) => paths.includes(`package/${path}`)

  test('holds what it takes to run and to read about it, and is small', () => {
    const wanted = [
      ...globSync('master/templates/**/*.*', { cwd: CHECKOUT }),
      ...globSync('docs/**/*.md', { cwd: CHECKOUT }),
      ...['README.md', 'LICENSE', 'NOTICE.md', 'SECURITY.md', 'CHANGELOG.md', 'console/dist/licenses.json'],
    ]
    assert.deepEqual(
      wanted.filter(path => !holds(path)),
      [],
    )
    const { size } = statSync(tarball)
    assert.ok(size < 4_000_000, `it has ${size} bytes`)
  })

  test('holds no sources, no tests and nothing of whoever made it', () => {
    const unwanted =
      /(?<!^dist\/client\/\w+\.d)\.tsx?$|\.test\.|(^|\/)(test|bench|src|data|node_modules|\.\w+)\/|sources\.txt$/
    assert.deepEqual(
      paths.map(path => path.slice('package/'.length)).filter(path => unwanted.test(path)),
      [],
    )
  })

  test('imports nothing but its dependencies', () => {
    const names = globSync('dist/**/*.js', { cwd: place })
      .flatMap(file => [...readFileSync(join(place, file), 'utf8').matchAll(IMPORTED)])
      .map(([, name]) => name!)
      .filter(name => !isBuiltin(name))
      .map(name => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
      // The sample in the reference of calls.
      .filter(name => name !== manifest.name)
    assert.deepEqual([...new Set([...names, ...INLINED])].sort(), Object.keys(manifest.dependencies).sort())
    for (const name of INLINED) assert.ok(!names.includes(name), `${name} is in the bundle, and imported too`)
  })

  test('has a bill of what it depends on and of what is built into the console, from no host', () => {
    const text = readFileSync(join(place, 'sbom.cdx.json'), 'utf8')
    const { metadata, components } = JSON.parse(text)
    const named = new Set<string>(components.map(({ name }: { name: string }) => name))
    assert.equal(`${metadata.component.name} ${metadata.component.version}`, `tabard ${manifest.version}`)
    for (const name of [...Object.keys(manifest.dependencies), 'koa', 'react'])
      assert.ok(named.has(name), name)
    for (const name of ['vite', 'typescript', 'playwright-core']) assert.ok(!named.has(name), name)
    assert.deepEqual(text.match(/https?:\/\/[^/"]+/g), ['http://cyclonedx.org'])
  })

  test('serves the sign-in page in the master theme', async () => {
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
    const page = await fetch(`${server.url}/idaas/mtfim/sps/idaas/login`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<form\b/)
  })

  test('takes a theme and shows it', async () => {
    const authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
    const upload = await fetch(`${server.url}/v1.0/branding/themes/default`, {
      method: 'PUT',
      headers: { authorization },
      body: packageForm(packageOf({ 'common/page_style.css': ':root { --color-brand: #123456 }' })),
    })
    assert.equal(upload.status, 201)
    const style = await fetch(`${server.url}/template/v1.0/static/theme.css`)
    assert.match(await style.text(), /#123456/)
  })

  pipelineTests('SQLite', 'github-actions.yml', () => program)

  test('has a client for programs, with its types', async () => {
    const script = `import { createClient } from 'tabard/client'
      const client = createClient(JSON.parse(process.argv[2]))
      console.log((await client.listThemes()).data.themeRegistrations.at(-1).id)`
    const options = JSON.stringify({ url: server.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })
    writeFileSync(join(home, 'script.mjs'), script)
    const { code, stdout, stderr } = await run(process.execPath, [join(home, 'script.mjs'), options])
    assert.equal(code, 0, stderr)
    assert.equal(stdout, 'default\n')
    for (const name of ['client', 'transport', 'types']) assert.ok(holds(`dist/client/${name}.d.ts`), name)
  })

  test('serves the console', async () => {
    const url = await consoleOf(server)
    const index = await fetch(`${url}/`)
    assert.equal(index.status, 200)
    const assets = [...(await index.text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    assert.ok(assets.length >= 2)
    for (const path of assets) assert.equal((await fetch(url + path)).status, 200, path)
  })

  test('is found by npx, and works on the data of the service', async () => {
    const { stdout: version } = await run(process.execPath, [program, '--version'])
    assert.equal(version, `${manifest.version}\n`)
    const { code, stdout, stderr } = await npxTabard(home, ['client', 'list', '--json'], environment)
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`"${CLIENT_ID}"`))
  })

  test('has the commands for themes, which speak HTTP', async () => {
    const remote = {
      HOME: home,
      TABARD_SERVER: server.url,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      TABARD_PATH: home,
      TABARD_THEME: 'Packed',
    }
    mkdirSync(join(home, 'templates/common'), { recursive: true })
    writeFileSync(join(home, 'templates/common/page_style.css'), '.a { color: red }\n')
    for (const words of [
      'push --create',
      'status --exit-code',
      'labels coverage',
      'which nobody-says-this',
      'list',
    ]) {
      const all = [program, 'theme', ...words.split(' ')]
      const { code, stderr } = await run(process.execPath, all, remote, home)
      assert.equal(code, words.startsWith('which') ? 1 : 0, `${words}: ${stderr}`)
    }
  })

  test('starts once while the image is built, which fills its cache', async () => {
    const warm = instructionsOf(readFileSync(join(CHECKOUT, 'Dockerfile'), 'utf8')).find(
      ({ name, rest }) => name === 'RUN' && rest.includes('health --ready'),
    )!
    const port = await freePort()
    const cache = join(folder, 'cache')
    const settings = { PORT: String(port), TABARD_CONSOLE_PORT: '0', NODE_COMPILE_CACHE: cache }
    const command = warm.rest.replaceAll('/tmp/first', join(folder, 'first'))
    const PATH = [dirname(process.execPath), process.env.PATH].join(':')
    const { code, stderr } = await run('sh', ['-c', command], { ...settings, PATH }, place)
    assert.equal(code, 0, stderr)
    assert.ok(globSync('**/*', { cwd: cache }).length > 50)
  })

  test('says on an old Node which one it takes', async () => {
    const { code, stderr } = await tabardOnOldNode(program)
    assert.equal(code, 1)
    assert.equal(
      stderr,
      'Tabard needs Node 24.6 or newer, and this is v20.1.0: install Node 24, and run it with that.\n',
    )
  })
})

describe('an install without development dependencies', () => {
  const prepared = async (name: string, built: boolean) => {
    const checkout = join(folder, name)
    cpSync(join(CHECKOUT, 'build'), join(checkout, 'build'), { recursive: true })
    mkdirSync(join(checkout, 'console/dist'), { recursive: true })
    if (built) writeFileSync(join(checkout, 'console/dist/index.html'), '')
    return await run(process.execPath, [join(checkout, 'build/prepare.mjs')])
  }

  test('says that the console is not built, and succeeds', async () => {
    const { code, stdout, stderr } = await prepared('unbuilt', false)
    assert.equal(code, 0)
    assert.equal(stdout, '')
    assert.match(stderr, /^The console is not built, [^\n]*--omit=dev[^\n]*\.\n$/)
  })

  test('says nothing where a built one is there', async () => {
    assert.deepEqual(await prepared('built', true), { code: 0, stdout: '', stderr: '' })
  })

  test('leaves a service that runs, and says what its console lacks', async () => {
    const checkout = join(folder, 'without-console')
    for (const name of ['bin', 'src', 'master', 'package.json']) {
      cpSync(join(CHECKOUT, name), join(checkout, name), { recursive: true })
    }
    symlinkSync(join(folder, 'home/node_modules'), join(checkout, 'node_modules'))
    const data = { TABARD_DATA: join(checkout, 'data') }
    const server = await startServer(data, checkout, join(checkout, 'bin/tabard.mjs'))
    try {
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
      const answer = await fetch(`${await consoleOf(server)}/`)
      assert.equal(answer.status, 503)
      assert.match(await answer.text(), /has not been built/)
    } finally {
      await server.stop()
    }
  })
})
