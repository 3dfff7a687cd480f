import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTenant, Tenancy } from '../../src/identity/identity.ts'
import type { Store, Tenant } from '../../src/store/store.ts'

const OWN = { publicUrl: 'https://id.example.com', consoleUrl: 'https://console.example.com' }
const LONGEST = `${'a'.repeat(63)}.`.repeat(4).slice(0, 253)

/** A store with two tenants that notes which hosts it is asked for. */
function storeOf(asked: string[]): Store {
  const tenant = { id: 'main' } as Tenant
  return {
    epoch: () => 1,
    async tenantAt(host: string, own: string) {
      asked.push(host)
      return { tenant: host === own ? tenant : undefined, only: false }
    },
  } as unknown as Store
}

test('a host is looked up once, also one that nobody has', async () => {
  const asked: string[] = []
  const tenancy = new Tenancy(storeOf(asked), () => OWN, undefined)
  for (let round = 0; round < 3; round++) {
    assert.equal((await tenancy.of('ID.example.com')).id, 'main')
    await assert.rejects(tenancy.of(LONGEST), { code: 'host_unknown' })
  }
  assert.deepEqual(asked, ['id.example.com', LONGEST])
})

test('names that are too long for a host are not remembered one by one', async () => {
  const asked: string[] = []
  const tenancy = new Tenancy(storeOf(asked), () => OWN, undefined)
  for (const end of ['b', 'c', 'd'.repeat(15_000)])
    await assert.rejects(tenancy.of(LONGEST + end), { code: 'host_unknown' })
  assert.deepEqual(asked, [''])
})

test('so are those of consoles', async () => {
  const asked: string[] = []
  const store = {
    ...storeOf([]),
    async tenantOfConsole(host: string) {
      asked.push(host)
      return undefined
    },
  } as Store
  const tenancy = new Tenancy(store, () => OWN, undefined)
  for (const host of ['other', 'Other', `${LONGEST}b`, `${LONGEST}c`])
    await assert.rejects(tenancy.ofConsole(host), { code: 'host_unknown' })
  assert.deepEqual(asked, ['other', ''])
})

test('no tenant gets a name that is too long for a host', async () => {
  const settings = { publicUrl: OWN.publicUrl, consoleUrl: null, locale: null, factors: null }
  const tenant = { name: 'Long', host: `${LONGEST}b`, ...settings }
  await assert.rejects(createTenant(storeOf([]), 'master', tenant, OWN), { code: 'value_invalid' })
})
