import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { newSealKey, sealKeys } from '../../src/identity/tenancy/seal-keys.ts'
import { JOURNEY_KINDS, type JourneyKind, Seals } from '../../src/identity/tenancy/seals.ts'

const keys = sealKeys([newSealKey('one', 0)], [])
const seals = new Seals({ seals: async () => keys } as unknown as TenantKeys, Date.now)

test('a journey of every kind is opened as what it was sealed as', async () => {
  for (const kind of JOURNEY_KINDS) {
    const journey = seals.journey({ kind, themeId: 'a theme', locale: 'de' })
    assert.deepEqual(
      await seals.opened('tenant', 'browser', await seals.sealed('tenant', 'browser', journey)),
      journey,
    )
  }
})

test('each kind takes one place in the seal, so there may be 36', () => {
  assert.ok(JOURNEY_KINDS.length <= 36)
})

test('a journey of a kind that this version does not know is not opened', async () => {
  const unknown = { ...seals.journey({ kind: 'sign-in' }), kind: 'unknown' as JourneyKind }
  const sealed = await seals.sealed('tenant', 'browser', unknown)
  assert.equal(await seals.opened('tenant', 'browser', sealed), undefined)
})
