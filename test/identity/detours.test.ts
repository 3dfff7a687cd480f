import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { Detours } from '../../src/identity/surfaces/detours.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { Seals } from '../../src/identity/tenancy/seals.ts'
import type { Tenant } from '../../src/store/store.ts'
import { testService } from '../support/service.ts'

const PAGE = '/page?flow=one'
const MINUTE = 60_000

test('the token of a page', async t => {
  const service = await testService('SQLite')
  t.after(() => service.stop())
  const tenant = { id: FIRST_TENANT } as Tenant
  /** A node whose clock is so far ahead. */
  const node = (ahead = 0) => {
    const now = () => Date.now() + ahead
    return new Detours(new Seals(new TenantKeys(service.service.store, now), now), now)
  }

  await t.test('counts once, and for its address alone', async () => {
    const here = node()
    const address = await here.through(tenant, PAGE)
    assert.equal(await here.way(tenant, address.replace('one', 'two')), 'none')
    assert.equal(await here.way(tenant, address), 'passed')
    assert.equal(await here.way(tenant, address), 'none')
    assert.equal(await here.way(tenant, PAGE), 'none')
  })

  await t.test('means nothing at any node once the session has another cookie', async () => {
    const address = await node().through(tenant, PAGE, 'before')
    assert.equal(await node().way(tenant, address, 'after'), 'none')
    assert.equal(await node().way(tenant, address), 'none')
    assert.equal(await node().way(tenant, address, 'before'), 'passed')
  })

  await t.test('is good at a node whose clock differs by a minute', async () => {
    for (const ahead of [-MINUTE, MINUTE])
      assert.equal(await node(ahead).way(tenant, await node().through(tenant, PAGE)), 'passed')
  })

  await t.test('never sends a browser in circles between nodes whose clocks disagree', async () => {
    const [fast, slow] = [node(10 * MINUTE), node()]
    assert.equal(await fast.way(tenant, await slow.through(tenant, PAGE)), 'none')
    assert.equal(await slow.way(tenant, await fast.through(tenant, PAGE)), 'ahead')
  })
})
