import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import ts from 'typescript'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from './support/service.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')

/** The fenced blocks of a page in a language. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return Array.from(text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms))
    .filter(([, , name]) => name === language)
    .map(([, , , code]) => code!)
}

describe('commands of the documentation', () => {
  let service: TestService
  let folder: string
  before(async () => {
    service = await testService('SQLite')
    folder = mkdtempSync(join(tmpdir(), 'tabard-tour-'))
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  const commands = (text: string) =>
    text
      .replaceAll(
        'TABARD_CLIENT_ID=… TABARD_CLIENT_SECRET=…',
        `TABARD_CLIENT_ID=${CLIENT_ID} TABARD_CLIENT_SECRET=${CLIENT_SECRET}`,
      )
      .replaceAll('http://127.0.0.1:8080', service.url)
  const pasted = async (text: string) =>
    await run('bash', ['-c', `set -euo pipefail\n${commands(text)}`], { cwd: folder, timeout: 60_000 })

  test('the first calls of the API work when they are pasted twice', async () => {
    const all = blocks('docs/api.md', 'sh')
    const end = all.findIndex(block => block.includes('-X DELETE'))
    assert.equal(end, 6)
    const calls = all.slice(0, end + 1).join('\n')
    const { stdout } = await pasted(`${calls}\n${calls}`)
    assert.match(stdout, /"changed":\["common\/page_style.css"\]/)
    const { data } = await service.client.listThemes()
    assert.ok(!JSON.stringify(data).includes('Harbour'))
  })

  test('the shell makes a brand in five minutes', async () => {
    const shell = blocks('docs/brand.md', 'sh').join('\n').replace('cp examples/', `cp ${ROOT}/examples/`)
    const { stdout } = await pasted(shell)
    const page = await fetch(stdout.trim().split('\n').at(-1)!)
    assert.match(await page.text(), /<title>Sign in – Linden Clinic/)
  })

  test('the tour of the README works when it is pasted twice, and so does the way back', async () => {
    const [, , tour, back] = blocks('README.md', 'sh')
    const style = async () =>
      await (await service.client.readFile({ id: 'default', path: 'common/page_style.css' })).data.text()
    const original = await style()
    await pasted(tour!)
    const once = await style()
    assert.match(once, /--color-brand: #2e8b57/)
    const { stdout } = await pasted(tour!)
    assert.doesNotMatch(stdout, /messageId/)
    assert.equal(await style(), once)
    await pasted(`${tour!}\n${back!}`)
    assert.equal(await style(), original)
  })
})

describe('samples in TypeScript', () => {
  test('those beside the calls fit the client, and so do those of the guides', async () => {
    const service = await testService('SQLite')
    const calls = await fetch(`${service.url}/docs/calls`)
    const text = await calls.text()
    await service.stop()
    const samples = Array.from(
      text.matchAll(/<figcaption>TypeScript<\/figcaption><pre><code>(.*?)<\/code>/gs),
      ([, code]) => unescaped(code!),
    )
    assert.ok(samples.length > 40, String(samples.length))
    const begin = unescaped(/in TypeScript<\/figcaption><pre><code>(.*?)<\/code>/s.exec(text)![1]!)
    const whole = `${begin}\n${samples.map(sample => `{\n${sample}\n}`).join('\n')}\nexport {}\n`
    const guides = globSync('{README.md,docs/**/*.md}', { cwd: ROOT }).flatMap(page =>
      blocks(page, 'ts').map(code => `${code}\nexport {}\n`),
    )
    assert.ok(guides.length > 0)
    assert.deepEqual(problemsOf([whole, ...guides]), [])
  })
})

function unescaped(html: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return html.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? characters[name]! : String.fromCodePoint(Number(code)),
  )
}

/** What the type checker says about programs that use the client. */
function problemsOf(sources: readonly string[]): string[] {
  const files = new Map(sources.map((source, at) => [join(ROOT, `test/sample-${at}.mts`), source]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    paths: { 'tabard/client': [join(ROOT, 'client/client.ts')] },
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = name => files.has(name) || fileExists(name)
  host.readFile = name => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, version) =>
    files.has(name) ? ts.createSourceFile(name, files.get(name)!, version) : getSourceFile(name, version)
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].flatMap(name =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(name)).map(({ messageText, start = 0 }) => {
      const near = files.get(name)!.slice(start, start + 60)
      return `${ts.flattenDiagnosticMessageText(messageText, ' ')} at ${near}`
    }),
  )
}
