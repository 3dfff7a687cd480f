import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Method, Proof } from '../../../src/core/flows/methods.ts'
import {
  type Change,
  isFresh,
  latestProofs,
  type Proofs,
  proofDue,
  proofNames,
} from '../../../src/core/flows/proof.ts'
import fc from '../../support/properties.ts'

const NOW = 1_790_000_000_000
const FRESH = NOW - 300_000
const OLD = FRESH - 1

const CHANGES: readonly Change[] = ['details', 'password', 'factor', 'recovery-codes']
const METHODS: readonly Method[][] = [[], ['email'], ['totp'], ['totp', 'recovery']]

const due = (change: Change, proofs: Proofs, methods: readonly Method[], mailHeld = false) =>
  proofDue(change, { proofs, methods, mailHeld }, NOW)

test('a proof is fresh for five minutes', () => {
  assert.equal(isFresh(NOW, NOW), true)
  assert.equal(isFresh(FRESH, NOW), true)
  assert.equal(isFresh(OLD, NOW), false)
  assert.equal(isFresh(undefined, NOW), false)
  // The clock of another node may be ahead, but not by much.
  assert.equal(isFresh(NOW + 1_000, NOW), true)
  assert.equal(isFresh(NOW + 60_001, NOW), false)
})

describe('a change of the account', () => {
  test('needs the password, but for a new password, whose form asks for the current one', () => {
    for (const methods of METHODS) {
      assert.equal(due('details', { pwd: OLD, totp: NOW, email: NOW }, methods), 'pwd')
      assert.equal(due('factor', { pwd: OLD, totp: NOW, email: NOW }, methods), 'pwd')
      assert.equal(due('password', { totp: NOW }, methods), undefined)
    }
  })

  test('needs the code of the app, where there is one, whatever else was proved', () => {
    for (const change of CHANGES)
      for (const methods of [['totp'], ['totp', 'recovery']] as Method[][]) {
        assert.equal(due(change, { pwd: NOW, email: NOW }, methods), 'totp')
        assert.equal(due(change, { pwd: NOW, email: NOW, totp: OLD }, methods), 'totp')
        assert.equal(due(change, { pwd: NOW, totp: FRESH }, methods), undefined)
      }
  })

  test('of the factor needs a code by mail, where there is no app', () => {
    assert.equal(due('factor', { pwd: NOW }, ['email']), 'email')
    assert.equal(due('factor', { pwd: NOW, email: OLD }, ['email']), 'email')
    assert.equal(due('factor', { pwd: NOW, email: NOW }, ['email']), undefined)
    assert.equal(due('details', { pwd: NOW }, ['email']), undefined)
    assert.equal(due('factor', { pwd: NOW }, []), undefined)
  })

  test('of the factor has to wait where a mailed code would be the proof and is none for now', () => {
    const all = { pwd: NOW, email: NOW }
    for (const proofs of [{}, { pwd: NOW }, all]) assert.equal(due('factor', proofs, [], true), 'held')
    assert.equal(due('details', all, [], true), undefined)
    assert.equal(due('password', all, [], true), undefined)
  })

  test('needs each proof once: whoever gives what is asked for gets there', () => {
    const time = fc.constantFrom(OLD, FRESH, NOW)
    const some = fc.record({ pwd: time, totp: time, email: time }, { requiredKeys: [] })
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANGES),
        fc.constantFrom(...METHODS),
        some,
        (change, methods, given) => {
          let proofs: Proofs = given
          const asked: (Proof | 'held')[] = []
          for (
            let one = due(change, proofs, methods);
            one !== undefined;
            one = due(change, proofs, methods)
          ) {
            assert.ok(one === 'pwd' || methods.some(method => method === one))
            asked.push(one)
            proofs = { ...proofs, [one]: NOW }
            assert.ok(asked.length <= 2)
          }
          assert.equal(new Set(asked).size, asked.length)
        },
      ),
    )
  })
})

test('of two lists of proofs the latest of each counts', () => {
  assert.deepEqual(latestProofs({ pwd: 1, totp: 9 }, { pwd: 5, email: 3 }), { pwd: 5, totp: 9, email: 3 })
  assert.deepEqual(latestProofs({}, {}), {})
})

test('proofs are named in one order', () => {
  assert.deepEqual(proofNames({ email: 1, totp: 1, pwd: 1 }), ['pwd', 'totp', 'email'])
  assert.deepEqual(proofNames({}), [])
})
