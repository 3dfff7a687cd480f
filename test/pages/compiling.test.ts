import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { ThemeBlob } from '../../src/core/blob.ts'
import { entryOf, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import type { PageSources } from '../../src/core/made-page.ts'
import { TemplateFault } from '../../src/core/template/template.ts'
import { CompileThread, type ThreadBounds } from '../../src/themes/compile-thread.ts'
import { Compiler } from '../../src/themes/compiler.ts'
import { loadMaster } from '../../src/themes/master.ts'
import { Presenter } from '../../src/themes/present.ts'
import { masterSnapshot, type Snapshot } from '../../src/themes/snapshot.ts'
import { unpacked } from '../../src/zip/zip.ts'
import { FILES } from './addresses.ts'

/** Within the bounds on what is counted, and seconds of work all the same. */
const HEAVY = '</i>'.repeat(1_000_000)

function sources(text: string): PageSources {
  const nothing = { subject: undefined, header: undefined, footer: undefined, labels: [], styles: new Map() }
  return {
    entry: 'login',
    body: { file: 'a.html', text },
    ...nothing,
    colors: '',
    generation: 'g',
    numbered: false,
  }
}

describe('a thread that compiles', () => {
  const small: ThreadBounds = { seconds: 60, memory: 40 }
  const short: ThreadBounds = { seconds: 0, memory: 128 }

  for (const [what, bounds, bound] of [
    ['memory', small, 'memory'],
    ['time', short, 'seconds'],
  ] as const) {
    test(`is ended where a template takes too much ${what}, and what waits is compiled by another`, async () => {
      const compiler = new Compiler(bounds)
      after(() => compiler.close())
      const heavy = compiler.page('one', 'visitors', sources(HEAVY))
      const light = compiler.page('one', 'visitors', sources('<p>@USERNAME@</p>'))
      await assert.rejects(heavy, error => error instanceof TemplateFault && error.bound === bound)
      const { compiled } = await light
      assert.deepEqual(compiled.macros, ['USERNAME'])
    })
  }

  test('gives each tenant its turn', async () => {
    const thread = new CompileThread()
    after(() => thread.close())
    const done: string[] = []
    const ask = async (tenant: string, text: string) => {
      await thread.ask(tenant, { kind: 'plainText', asked: text })
      done.push(text)
    }
    await Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2')])
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  test('rejects what is pending when it is closed', async () => {
    const compiler = new Compiler()
    const pending = [compiler.plainText('a', 'x'), compiler.plainText('a', 'y')]
    const rejected = Promise.all(pending.map(one => assert.rejects(one, /stopping/)))
    await compiler.close()
    await rejected
  })
})

describe('a presenter', () => {
  const master = loadMaster(join(import.meta.dirname, '../../master/templates'))
  const original = masterSnapshot(master)
  const login = entryOf('login') as PageEntry

  function theme(id: string, files: Readonly<Record<string, string>>): Snapshot {
    const own = (path: string) => {
      const text = files[path]
      if (text === undefined) return undefined
      const bytes = Buffer.from(text)
      return { digest: hash('sha256', bytes), size: bytes.length, crc: 0, deflatedSize: 0, bytes }
    }
    return { ...original, id, own, file: path => own(path) ?? original.file(path) }
  }

  class CountingCompiler extends Compiler {
    asked = 0
    override async page(...args: Parameters<Compiler['page']>) {
      this.asked += 1
      return await super.page(...args)
    }
  }

  function presenter(bounds: ThreadBounds) {
    const compiler = new CountingCompiler(bounds)
    const failed: string[] = []
    const blobs = new Map(Array.from(master.files.values(), blob => [blob.digest, blob]))
    const made = new Presenter({
      compiler,
      master: original,
      content: async info =>
        'bytes' in info ? (info.bytes as Buffer) : await unpacked(blobs.get(info.digest) as ThemeBlob),
      failed: (id, page, error) => failed.push(`${id} ${page}: ${(error as Error).message}`),
    })
    after(() => compiler.close())
    return { made, compiler, failed }
  }

  const TOO_LONG = 'compiling takes too long (more than 5 seconds)'

  test('shows the master where a theme takes too long, and does not try again in every language', async () => {
    const { made, compiler, failed } = presenter({ seconds: 0, memory: 128 })
    const view = theme('slow', { [FILES.login]: HEAVY })
    const first = await made.present('main', { view, entry: login, locale: 'default' })
    assert.equal(first.fallback, `${TOO_LONG}, in ${FILES.login}`)
    assert.deepEqual(first.compiled.findings, [
      { what: 'over a bound', name: 'seconds', file: FILES.login, offset: 0 },
    ])
    assert.ok(first.files.every(({ from }) => from === 'master'))
    const tried = compiler.asked
    await made.present('main', { view, entry: login, locale: 'default' })
    assert.equal(compiler.asked, tried)
    const german = await made.present('main', { view, entry: login, locale: 'de' })
    assert.equal(german.fallback, first.fallback)
    assert.equal(compiler.asked, tried + 1, 'only the page of the master is compiled')
    assert.deepEqual(failed, Array(2).fill(`slow login: ${TOO_LONG}`))
    const mended = { ...theme('slow', { [FILES.login]: '<p>well</p>' }), generation: '2' }
    assert.equal(
      (await made.present('main', { view: mended, entry: login, locale: 'default' })).fallback,
      undefined,
    )
  })

  test('makes the pages and words of the master itself where no thread can', async () => {
    const { made } = presenter({ seconds: 60, memory: 8 })
    const { compiled } = await made.present('main', { view: original, entry: login, locale: 'default' })
    assert.ok(compiled.macros.includes('ACTION'))
    const { texts } = await made.words('main', original, 'default')
    assert.equal(texts.get('LOGIN_TITLE'), 'Sign in')
  })
})
