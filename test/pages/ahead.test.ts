import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { entryOf, type PageEntry } from '../../src/core/catalogue/catalogue.ts'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { Ahead } from '../../src/pages/ahead.ts'
import type { Wanted } from '../../src/pages/gather.ts'
import { loadMaster } from '../../src/pages/master.ts'
import { masterSnapshot } from '../../src/pages/snapshot.ts'
import { parsed } from '../support/prometheus.ts'
import { type TestService, testService } from '../support/service.ts'

const master = masterSnapshot(loadMaster(join(import.meta.dirname, '../../master/templates')))
const LANGUAGES = master.locales.size + 1

describe('a sign-in page that somebody has visited', () => {
  let service: TestService
  before(async () => {
    service = await testService('SQLite', { TABARD_METRICS_PORT: '0' }, { ahead: true })
  })
  after(async () => await service.stop())

  async function pages(what: 'entries' | 'misses_total'): Promise<number> {
    const families = parsed(await (await fetch(service.service.metricsUrl!)).text())
    const samples = families.get(`tabard_cache_${what}`)!.samples
    return samples.find(({ labels }) => labels.cache === 'pages')!.value
  }

  test('is compiled in the other languages of its theme before anybody asks for them', async () => {
    await service.call('GET', `${SIGN_IN}?locale=en`)
    while ((await pages('entries')) < LANGUAGES) await pause(20)
    const missed = await pages('misses_total')
    const answer = await service.call('GET', `${SIGN_IN}?locale=de`)
    assert.match(await answer.text(), /<html[^>]* lang="de"/)
    assert.equal(await pages('misses_total'), missed)
  })
})

describe('compiling ahead', () => {
  const login = entryOf('login') as PageEntry
  const visitors = (tenant: string) => ({ tenant, customer: 'visitors' }) as const
  const wanted = (id: string, generation = '1'): Wanted => ({
    view: { ...master, id, generation, locales: new Set(['ar', 'cs', 'de']) },
    entry: login,
    locale: 'default',
  })

  /** What was compiled, in order; `fails` says for which languages it throws. */
  async function compiled(visit: (ahead: Ahead) => void, fails = ''): Promise<string[]> {
    const done: string[] = []
    const ahead = new Ahead({
      compile: async ({ tenant }, { view, locale }) => {
        done.push(`${tenant} ${view.id} ${view.generation} ${locale}`)
        if (locale === fails) throw new Error('over a bound')
      },
      state: () => 'idle',
    })
    visit(ahead)
    while (ahead.working) await pause(10)
    return done
  }

  test('gives each tenant its turn, and each theme of a tenant', async () => {
    const done = await compiled(ahead => {
      ahead.made(visitors('a'), wanted('x'), 0.01)
      ahead.made(visitors('a'), wanted('z'), 0.01)
      ahead.made(visitors('b'), wanted('y'), 0.01)
    })
    assert.deepEqual(done.slice(0, 5), ['a x 1 ar', 'b y 1 ar', 'a z 1 ar', 'b y 1 cs', 'a x 1 cs'])
    assert.equal(done.length, 9)
  })

  test('stops for a theme whose page fails in one language', async () => {
    const done = await compiled(ahead => ahead.made(visitors('a'), wanted('x'), 0.01), 'cs')
    assert.deepEqual(done, ['a x 1 ar', 'a x 1 cs'])
  })

  test('is for pages of visitors that compile quickly', async () => {
    const done = await compiled(ahead => {
      ahead.made(visitors('a'), wanted('slow'), 0.9)
      ahead.made({ tenant: 'a', customer: { author: 'b' } }, wanted('previewed'), 0.01)
      ahead.made(visitors('a'), { ...wanted('x'), entry: entryOf('logout') as PageEntry }, 0.01)
    })
    assert.deepEqual(done, [])
  })

  test('leaves a revision that was replaced, and compiles each revision once', async () => {
    const done = await compiled(ahead => {
      ahead.made(visitors('a'), wanted('x', '1'), 0.01)
      ahead.made(visitors('a'), wanted('x', '2'), 0.01)
      ahead.made(visitors('a'), { ...wanted('x', '2'), locale: 'de' }, 0.01)
    })
    assert.deepEqual(done, ['a x 2 ar', 'a x 2 cs', 'a x 2 de'])
  })

  test('waits while visitors are served, and ends with the service', async () => {
    const states = ['busy', 'busy', 'idle', 'closed'] as const
    let asked = 0
    const done: string[] = []
    const ahead = new Ahead({
      compile: async (_, { locale }) => done.push(`${locale} after ${asked}`),
      state: () => states[asked++]!,
    })
    ahead.made(visitors('a'), wanted('x'), 0.01)
    while (ahead.working) await pause(10)
    assert.deepEqual(done, ['ar after 3'])
  })
})
