import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrolmentSecret } from '../../src/identity/factors/app-enrolment.ts'
import { enrolmentCodes } from '../../src/identity/factors/recovery-codes.ts'
import type { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { newSealKey, sealKeys } from '../../src/identity/tenancy/seal-keys.ts'
import { Seals } from '../../src/identity/tenancy/seals.ts'

const keys = sealKeys([newSealKey('one', 0)], [])
const seals = new Seals({ seals: async () => keys } as unknown as TenantKeys, Date.now)
const journey = seals.journey({ kind: 'sign-in' })

test('the key of an app stays the same for an account on a journey, and is no other account’s', async () => {
  const secret = async (account: string) => await enrolmentSecret(seals, 'tenant', journey, account)
  assert.equal(await secret('one'), await secret('one'))
  assert.notEqual(await secret('one'), await secret('other'))
})

test('recovery codes stay the same for an account on a journey, and are no other account’s', async () => {
  const codes = async (account: string) => await enrolmentCodes(seals, 'tenant', journey, account)
  assert.deepEqual(await codes('one'), await codes('one'))
  assert.equal(new Set([...(await codes('one')), ...(await codes('other'))]).size, 20)
})
