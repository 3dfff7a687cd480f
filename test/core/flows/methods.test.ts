import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { amrOf } from '../../../src/core/flows/assurance.ts'
import { nextInConsole } from '../../../src/core/flows/console.ts'
import {
  amrName,
  askingStep,
  countsAs,
  hasStrong,
  isStrong,
  METHODS,
  type Method,
  PROOFS,
  type Proof,
  proofOf,
  sends,
  standsInFor,
} from '../../../src/core/flows/methods.ts'
import { chosen } from '../../../src/core/flows/sign-in.ts'

test('names that sessions, flows and claims hold never change', () => {
  const kept = METHODS.map(method => [
    method,
    proofOf(method),
    askingStep(method),
    countsAs(method),
    amrName(method),
  ])
  assert.deepEqual(kept, [
    ['totp', 'totp', 'totp', 'app', 'otp'],
    ['recovery', 'totp', 'recovery-code', 'app', 'otp'],
    ['email', 'email', 'code', 'mail', 'mca'],
  ])
  assert.deepEqual(PROOFS, ['pwd', 'fed', 'fedmfa', 'totp', 'email'])
})

describe('every method', () => {
  test('has a step of its own', () => {
    assert.equal(new Set(METHODS.map(method => askingStep(method))).size, METHODS.length)
  })

  test('proves the same as the one that it stands in for, and is as strong', () => {
    for (const method of METHODS) {
      const other = standsInFor(method)
      if (other === undefined) continue
      assert.equal(proofOf(method), proofOf(other), method)
      assert.equal(isStrong(method), isStrong(other), method)
    }
  })

  test('comes after the stronger ones', () => {
    const strengths = METHODS.map(isStrong)
    assert.deepEqual(
      strengths,
      strengths.toSorted((one, other) => Number(other) - Number(one)),
    )
  })

  test('is sent before it is asked for, or asked for at once', () => {
    const known = { account: 'alex', proofs: { pwd: 1 } }
    for (const method of METHODS)
      assert.deepEqual(
        chosen(known, method, [method]),
        sends(method) ? { begin: method } : { at: askingStep(method), ...known },
      )
  })

  test('makes `mfa` of a password when it is strong', () => {
    for (const method of METHODS)
      assert.equal(amrOf({ pwd: 1, [proofOf(method)]: 1 }).includes('mfa'), isStrong(method), method)
  })

  test('opens the console when it is strong, and only then', () => {
    const facts = { account: 'alex', passwordTemporary: false, recovered: false, admitted: true }
    const at = (methods: Method[], proofs: Proof[]) =>
      nextInConsole({ ...facts, methods, proofs, required: true })
    for (const method of METHODS) {
      const proofs = ['pwd', proofOf(method)] as const
      assert.equal(hasStrong(proofs), isStrong(method), method)
      const alone = isStrong(method) ? 'done' : { at: 'enrolment', account: 'alex', proofs: [...proofs] }
      assert.deepEqual(at([method], [...proofs]), alone, method)
    }
    assert.deepEqual(at(['totp'], ['pwd', 'email']), {
      at: 'totp',
      account: 'alex',
      proofs: ['pwd', 'email'],
    })
  })
})
