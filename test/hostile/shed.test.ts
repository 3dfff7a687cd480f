import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Load, processLoad } from '../../src/http/http.ts'
import { refusal } from '../support/answers.ts'
import { becomes } from '../support/becomes.ts'
import { fileForm, testService } from '../support/service.ts'

const LOGIN = '/idaas/mtfim/sps/idaas/login'
const THEMES = '/v1.0/branding/themes'
const FILE = `${THEMES}/default/common/page_style.css`
const CALM: Load = { delayMs: 3, heap: 0.2, memory: 0.3 }
/** How long a look at the load holds. */
const LOOK_MS = 550

describe('a service that has too much to do', () => {
  test('refuses first what can wait, then all but the questions after health', async () => {
    let load: Load = CALM
    const service = await testService('SQLite', {}, { load: () => load })
    const become = async (now: Partial<Load>) => {
      load = { ...CALM, ...now }
      await sleep(LOOK_MS)
    }
    const statuses = async () => {
      const asked: Record<string, Response> = {
        health: await service.call('GET', '/healthz'),
        ready: await service.call('GET', '/readyz'),
        page: await fetch(`${service.url}${LOGIN}`, { headers: { accept: 'text/html' } }),
        upload: await service.call('PUT', FILE, fileForm('b {}')),
        archive: await service.call('GET', `${THEMES}/default`),
        console: await fetch(`${service.service.consoleUrl}${THEMES}`),
      }
      for (const answer of Object.values(asked)) {
        if (answer.status === 503) {
          assert.equal(answer.headers.get('retry-after'), '5')
          assert.deepEqual(await refusal(answer), [503, 'TABRD0110E'])
        } else await answer.bytes()
      }
      return Object.fromEntries(Object.entries(asked).map(([name, { status }]) => [name, status]))
    }
    const well = { health: 200, ready: 200, page: 200, upload: 204, archive: 200, console: 403 }
    const refused = { upload: 503, archive: 503, console: 503 }
    try {
      assert.deepEqual(await statuses(), well)
      for (const [strained, overloaded] of [
        [{ delayMs: 1001 }, { delayMs: 2001 }],
        [{ heap: 0.91 }, { heap: 0.96 }],
        [{ memory: 0.91 }, { memory: 0.96 }],
      ]) {
        await become(strained!)
        assert.deepEqual(await statuses(), { ...well, ...refused }, JSON.stringify(strained))
        assert.notEqual((await service.token()) ?? '', '', 'tokens are given on')
        await become(overloaded!)
        assert.deepEqual(
          await statuses(),
          { ...well, ...refused, ready: 503, page: 503 },
          JSON.stringify(overloaded),
        )
      }
      await become(CALM)
      assert.deepEqual(await statuses(), well)
    } finally {
      await service.stop()
    }
  })

  test('can be told never to refuse', async () => {
    const never = {
      TABARD_SHED_DELAY_MS: '0',
      TABARD_SHED_HEAP_PERCENT: '100',
      TABARD_SHED_MEMORY_PERCENT: '100',
    }
    const service = await testService('SQLite', never, {
      load: () => ({ delayMs: 60_000, heap: 1, memory: 1 }),
    })
    try {
      assert.equal((await service.call('GET', THEMES)).status, 200)
      assert.equal((await service.call('GET', '/readyz')).status, 200)
    } finally {
      await service.stop()
    }
  })

  test('measures how late its event loop is, and forgets it soon', async () => {
    const load = processLoad({ delayMs: 0, heap: 1, memory: 1 })
    const busy = async () => {
      for (let turn = 0; turn < 4; turn++) {
        const until = performance.now() + 250
        while (performance.now() < until);
        await sleep(1)
      }
      return load()
    }
    await busy()
    const { delayMs, heap, memory } = await busy()
    assert.ok(delayMs > 100, `${delayMs} ms`)
    assert.ok(heap > 0 && heap < 1 && memory > 0 && memory < 1, `${heap} ${memory}`)
    const isLoad = async () => {
      await sleep(1_000)
      load()
      const until = performance.now() + 300
      while (performance.now() < until);
      await sleep(1)
      return load().delayMs >= 100
    }
    // It is one where the machine was busy for the second before.
    await becomes(isLoad, false, 'one long piece of work is no load')
  })
})
