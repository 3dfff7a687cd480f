import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { ThemeBlob } from '../../src/core/blob.ts'
import { entryOf, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import type { PageSources } from '../../src/core/made-page.ts'
import { Refusal } from '../../src/core/refusal.ts'
import { TemplateFault } from '../../src/core/template/template.ts'
import {
  CompilerFault,
  CompileThread,
  type ThreadBounds,
  ThreadFault,
} from '../../src/pages/compile-thread.ts'
import { Compiler } from '../../src/pages/compiler.ts'
import { loadMaster } from '../../src/pages/master.ts'
import { Presenter } from '../../src/pages/present.ts'
import { masterSnapshot, type Snapshot } from '../../src/pages/snapshot.ts'
import { unpacked } from '../../src/zip/zip.ts'
import { FILES } from './addresses.ts'

/** Within the bounds on what is counted, and seconds of work all the same. */
const HEAVY = '</i>'.repeat(1_000_000)

const DEEP = '<b>'.repeat(1_000)
const VISITORS = { tenant: 'one', customer: 'visitors' } as const
const author = (name: string) => ({ tenant: 'one', customer: { author: name } })

function sources(text: string): PageSources {
  const nothing = { subject: undefined, header: undefined, footer: undefined, labels: [], styles: new Map() }
  return {
    entry: 'login',
    body: { file: 'a.html', bytes: Buffer.from(text) },
    ...nothing,
    colors: undefined,
    generation: 'g',
    numbered: false,
    forms: {},
  }
}

describe('a thread that compiles', () => {
  const small: ThreadBounds = { seconds: 60, memory: 40 }
  const short: ThreadBounds = { seconds: 0.3, memory: 128 }

  for (const [what, bounds, bound] of [
    ['memory', small, 'memory'],
    ['time', short, 'seconds'],
  ] as const) {
    test(`is ended where a template takes too much ${what}, and what waits is compiled by another`, async () => {
      const compiler = new Compiler(bounds)
      after(() => compiler.close())
      const heavy = compiler.page(VISITORS, sources(HEAVY))
      const light = compiler.page(VISITORS, sources('<p>@USERNAME@</p>'))
      await assert.rejects(heavy, error => error instanceof TemplateFault && error.bound === bound)
      const { made } = await light
      assert.deepEqual(made.compiled.macros, ['USERNAME'])
    })
  }

  test('is not blamed for the time of earlier jobs, however late it says how much it has used', async () => {
    const program = `
      import { spawnSync } from 'node:child_process'
      import { parentPort } from 'node:worker_threads'
      const { user: before } = process.threadCpuUsage()
      parentPort.on('message', ({ busyMs, asleepMs }) => {
        // A thread says how much it has used between two steps of its program, and this is one step.
        if (asleepMs > 0) spawnSync('sleep', [asleepMs / 1000])
        const { user } = process.threadCpuUsage()
        while (process.threadCpuUsage().user < user + busyMs * 1000);
        parentPort.postMessage({ kind: 'done', answered: process.threadCpuUsage().user - before })
      })
      parentPort.postMessage({ kind: 'ready' })`
    const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    const thread = new CompileThread<{ busyMs: number; asleepMs: number }, number>(short, 'prompt', {
      file,
      name: 'sleeper',
    })
    after(() => thread.close())
    for (let job = 0; job < 4; job += 1) await thread.ask('one', '', { busyMs: 100, asleepMs: 0 })
    const used = await thread.ask('one', '', { busyMs: 100, asleepMs: 1_000 })
    assert.ok(used > short.seconds * 1_000_000)
  })

  test('gives each tenant its turn, and each author of a tenant', async () => {
    const thread = new CompileThread()
    after(() => thread.close())
    const done: string[] = []
    const ask = async (tenant: string, author: string, text: string) => {
      await thread.ask(tenant, author, { kind: 'plainText', asked: text })
      done.push(text)
    }
    await Promise.all([
      ask('a', '', 'a1'),
      ask('a', '', 'a2'),
      ask('a', '', 'a3'),
      ask('a', '', 'a4'),
      ask('a', 'other', 'other1'),
      ask('a', 'other', 'other2'),
      ask('b', '', 'b1'),
      ask('b', '', 'b2'),
    ])
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'other1', 'b2', 'a3', 'other2', 'a4'])
  })

  test('lets an author have some jobs waiting, and takes none from the others for it', async () => {
    const compiler = new Compiler()
    after(() => compiler.close())
    const many = Array.from({ length: 60 }, () => compiler.plainText(author('a'), 'x'))
    const other = compiler.plainText(author('b'), 'y')
    const visitor = compiler.plainText(VISITORS, 'z')
    const ended = await Promise.allSettled(many)
    const refused = ended.filter(one => one.status === 'rejected')
    assert.equal(refused.length, 9)
    assert.ok(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'busy'))
    assert.deepEqual(await Promise.all([other, visitor]), ['y', 'z'])
  })

  test('compiles for authors at a lower priority than for visitors', {
    skip: process.platform === 'linux' ? false : 'threads have no priority of their own here',
  }, async () => {
    const nices = () =>
      readdirSync('/proc/self/task').map(
        task => readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]!.split(' ')[16],
      )
    const compiler = new Compiler()
    const patient = () => nices().filter(nice => nice === '5').length
    await compiler.plainText(VISITORS, 'x')
    assert.equal(patient(), 0)
    await compiler.plainText({ ...VISITORS, customer: { author: 'a' } }, 'x')
    assert.equal(patient(), 1)
    await compiler.close()
  })

  test('rejects what is pending when it is closed', async () => {
    const compiler = new Compiler()
    const pending = [compiler.plainText(VISITORS, 'x'), compiler.plainText(VISITORS, 'y')]
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
    askedWords = 0
    override async page(...args: Parameters<Compiler['page']>) {
      this.asked += 1
      return await super.page(...args)
    }
    override async words(...args: Parameters<Compiler['words']>) {
      this.askedWords += 1
      return await super.words(...args)
    }
  }

  function presenter(bounds?: ThreadBounds, compiler = new CountingCompiler(bounds)) {
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

  const TOO_LONG = 'compiling takes too long (more than 1 second)'

  test('shows the master where a theme takes too long, and does not try again in every language', async () => {
    const { made, compiler, failed } = presenter({ seconds: 0.3, memory: 128 })
    const view = theme('slow', { [FILES.login]: HEAVY })
    const first = await made.present(VISITORS, { view, entry: login, locale: 'default' })
    assert.equal(first.fallback, `${TOO_LONG}, in ${FILES.login}`)
    assert.deepEqual(first.problems, [{ what: 'over a bound', name: 'seconds', file: FILES.login, line: 1 }])
    assert.ok(first.files.every(({ from }) => from === 'master'))
    const tried = compiler.asked
    await made.present(VISITORS, { view, entry: login, locale: 'default' })
    assert.equal(compiler.asked, tried)
    const german = await made.present(VISITORS, { view, entry: login, locale: 'de' })
    assert.equal(german.fallback, first.fallback)
    assert.equal(compiler.asked, tried + 1, 'only the page of the master is compiled')
    assert.deepEqual(failed, Array(2).fill(`slow login: ${TOO_LONG}`))
    const mended = { ...theme('slow', { [FILES.login]: '<p>well</p>' }), generation: '2' }
    assert.equal(
      (await made.present(VISITORS, { view: mended, entry: login, locale: 'default' })).fallback,
      undefined,
    )
  })

  /** Programs of threads that answer nothing. What Node says of a full memory is said at once. */
  const USELESS = {
    'does not start': [`throw new Error('no')`, ThreadFault],
    'runs out of memory': [
      `throw Object.assign(new Error('full'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })`,
      TemplateFault,
    ],
  } as const
  for (const [what, [program, fault]] of Object.entries(USELESS))
    test(`makes the pages and words of the master itself where the thread ${what}`, async () => {
      const file = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
      const thread = () => new CompileThread(undefined, 'prompt', { file, name: 'useless' })
      const threads = { visitors: thread(), authors: thread() }
      after(() => Promise.all(Object.values(threads).map(one => one.close())))
      const { made, compiler } = presenter(undefined, new CountingCompiler(undefined, threads))
      const { compiled } = await made.present(VISITORS, { view: original, entry: login, locale: 'default' })
      assert.ok(compiled.macros.includes('ACTION'))
      const { texts } = await made.words(VISITORS, original, 'default')
      assert.equal(texts.get('LOGIN_TITLE'), 'Sign in')
      assert.ok(compiler.asked > 0 && compiler.askedWords > 0)
      await assert.rejects(compiler.page(VISITORS, sources('<p>x</p>')), fault)
    })

  const mine = { [FILES.login]: '<p>mine</p>' }
  const wanted = (view: Snapshot, locale = 'default') => ({ view, entry: login, locale })

  test('keeps what authors look at apart from what people see', async () => {
    const { made, failed } = presenter()
    const view = theme('apart', { [FILES.login]: DEEP, [FILES.labels]: `$LOGIN_TITLE$=${DEEP}` })
    assert.match((await made.present(author('a'), wanted(view))).fallback!, /nested too deeply/)
    assert.equal((await made.words(author('a'), view, 'default')).faults.length, 1)
    const { pages, labels, previewPages, previewLabels } = made.caches
    assert.deepEqual([pages!.entries, labels!.entries], [0, 0])
    assert.deepEqual([previewPages!.entries, previewLabels!.entries], [2, 1])
    assert.deepEqual(failed, [], 'nobody saw it')
  })

  test('shows authors what was compiled for people already', async () => {
    const { made, compiler } = presenter()
    const view = theme('shared', mine)
    const shown = await made.present(VISITORS, wanted(view))
    assert.equal(await made.present(author('a'), wanted(view)), shown)
    assert.equal(compiler.asked, 1)
  })

  test('lets nobody wait for the work of an author', async () => {
    class Stuck extends CountingCompiler {
      override async page(...args: Parameters<Compiler['page']>) {
        const [{ customer }] = args
        if (customer !== 'visitors' && customer.author === 'stuck') await new Promise(() => {})
        return await super.page(...args)
      }
    }
    const { made } = presenter(undefined, new Stuck())
    const view = theme('stuck', mine)
    void made.present(author('stuck'), wanted(view))
    await made.present(author('other'), wanted(view))
    await made.present(VISITORS, wanted(view))
  })

  test('shows people the master for a while where too much waits, and tells authors', async () => {
    class Busy extends CountingCompiler {
      isBusy = true
      override async page(...args: Parameters<Compiler['page']>) {
        if (this.isBusy && args[0].tenant === 'one') throw new Refusal('busy', {})
        return await super.page(...args)
      }
    }
    const compiler = new Busy()
    const { made } = presenter(undefined, compiler)
    const view = theme('busy', mine)
    assert.ok((await made.present(VISITORS, wanted(view))).fallback !== undefined)
    await assert.rejects(made.present(author('a'), wanted(view)), Refusal)
    compiler.isBusy = false
    assert.equal((await made.present(VISITORS, wanted(view))).fallback, undefined)
  })

  test('tries again what a thread or the store could not do, and remembers what the template did', async () => {
    class Failing extends CountingCompiler {
      next: Error | undefined
      override async page(...args: Parameters<Compiler['page']>) {
        if (this.next !== undefined && args[0].tenant === 'one') {
          this.asked += 1
          throw this.next
        }
        return await super.page(...args)
      }
    }
    const compiler = new Failing()
    const { made } = presenter(undefined, compiler)
    for (const error of [new ThreadFault('the thread ended'), new Error('content is missing')]) {
      compiler.next = error
      const view = theme(`passing ${error.message}`, mine)
      assert.equal((await made.present(VISITORS, wanted(view))).fallback, error.message)
      compiler.next = undefined
      assert.equal((await made.present(VISITORS, wanted(view))).fallback, undefined)
    }
    compiler.next = new CompilerFault('it fails on this')
    const view = theme('lasting', mine)
    await made.present(VISITORS, wanted(view))
    const tried = compiler.asked
    assert.equal((await made.present(VISITORS, wanted(view))).fallback, 'it fails on this')
    assert.equal(compiler.asked, tried)
  })

  test('does not compile slow pages of a theme without end, in one language after the other', async () => {
    class Slow extends CountingCompiler {
      askedOfTheme = 0
      override async page(...args: Parameters<Compiler['page']>) {
        if (args[0].tenant === 'one') this.askedOfTheme += 1
        return { ...(await super.page(...args)), seconds: 0.9 }
      }
    }
    const compiler = new Slow()
    const { made } = presenter(undefined, compiler)
    const view = theme('slow in all', mine)
    const locales = Array.from({ length: 40 }, (_, index) => `l${index}`)
    for (const locale of locales) await made.present(VISITORS, wanted(view, locale))
    const { fallback, problems } = await made.present(author('a'), wanted(view, 'further'))
    assert.match(fallback!, /in all languages \(more than 20 seconds\)/)
    assert.equal(problems[0]!.name, 'secondsOfTheme')
    // Of the theme in the first languages, and of the master in the others.
    assert.ok(compiler.askedOfTheme >= 22 && compiler.askedOfTheme < 25, String(compiler.askedOfTheme))
  })

  test('does not keep more words than it has room for', async () => {
    const { made, compiler } = presenter()
    const views = Array.from({ length: 12 }, (_, index) =>
      theme(`words ${index}`, { [FILES.labels]: `$A$=${index}${'x'.repeat(800_000)}` }),
    )
    for (const view of views) await made.words(VISITORS, view, 'default')
    const asked = compiler.askedWords
    assert.equal(asked, views.length)
    for (const view of views) await made.words(VISITORS, view, 'default')
    assert.ok(compiler.askedWords > asked, 'the first ones had to go')
    assert.ok(made.caches.labels!.fill <= 1)
  })

  test('reads labels once, also where they are over a bound', async () => {
    const { made, compiler } = presenter()
    const many = Array.from({ length: 11_000 }, (_, index) => `$A${index}$=x`).join('\n')
    const view = theme('labels', { [FILES.labels]: many })
    for (let time = 0; time < 3; time++) {
      const { texts, faults } = await made.words(VISITORS, view, 'default')
      assert.equal(texts.get('LOGIN_TITLE'), 'Sign in')
      assert.deepEqual(
        faults.map(({ name, file }) => [name, file]),
        [['labels', FILES.labels]],
      )
    }
    assert.equal(compiler.askedWords, 2, "the theme's, and the master's instead")
  })
})
