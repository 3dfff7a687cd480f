import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ACR,
  acrOf,
  amrOf,
  type Demand,
  demanded,
  factorsIn,
  mailHeldUntil,
  sharedFactors,
  suffices,
} from '../../../src/core/flows/assurance.ts'

const UNASKED: Demand = { asked: false, factors: ['app', 'mail'] }
const ASKED: Demand = { asked: true, factors: ['app', 'mail'] }
const APP_ONLY: Demand = { asked: true, factors: ['app'] }

test('a list of factors has the app in it, and nothing that there is not', () => {
  assert.deepEqual(factorsIn('app'), ['app'])
  assert.deepEqual(factorsIn('mail, app,mail'), ['app', 'mail'])
  for (const text of ['', 'mail', 'app,', 'app,sms', 'APP', 'app;mail', '__proto__'])
    assert.equal(factorsIn(text), undefined, text)
})

test('an application accepts fewer factors than its tenant, never more', () => {
  assert.deepEqual(sharedFactors(['app', 'mail'], ['app']), ['app'])
  assert.deepEqual(sharedFactors(['app'], ['app', 'mail']), ['app'])
  assert.deepEqual(sharedFactors(['app', 'mail'], ['app', 'mail']), ['app', 'mail'])
})

test('proofs are enough where a factor among them counts', () => {
  assert.equal(suffices({ pwd: 1 }, UNASKED), true)
  assert.equal(suffices({ pwd: 1 }, ASKED), false)
  assert.equal(suffices({ pwd: 1, email: 1 }, ASKED), true)
  assert.equal(suffices({ pwd: 1, email: 1 }, APP_ONLY), false)
  assert.equal(suffices({ pwd: 1, totp: 1 }, APP_ONLY), true)
  assert.equal(suffices({}, ASKED), false)
})

describe('a wish by acr_values', () => {
  test('asks for what the person can give, in the order of preference', () => {
    assert.deepEqual(demanded(UNASKED, ACR.app, ['totp']), APP_ONLY)
    assert.deepEqual(demanded(UNASKED, `${ACR.app} ${ACR.mail}`, ['email']), ASKED)
    assert.deepEqual(demanded(UNASKED, `${ACR.password} ${ACR.app}`, ['totp']), UNASKED)
    assert.deepEqual(demanded(UNASKED, `urn:other ${ACR.mail}`, ['email']), ASKED)
  })

  test('asks nothing that the person cannot give, and nothing that does not count', () => {
    assert.deepEqual(demanded(UNASKED, ACR.app, ['email']), UNASKED)
    assert.deepEqual(demanded(UNASKED, ACR.mail, []), UNASKED)
    assert.deepEqual(demanded({ ...UNASKED, factors: ['app'] }, ACR.mail, ['email']).asked, false)
    assert.deepEqual(demanded(UNASKED, 'urn:other', ['email']), UNASKED)
  })

  test('takes nothing from what the application asks for anyway', () => {
    for (const values of ['', ACR.password, ACR.mail, 'urn:other'])
      for (const demand of [ASKED, APP_ONLY]) assert.deepEqual(demanded(demand, values, ['email']), demand)
  })
})

test('applications are told what a sign-in was confirmed with: a mailed code is no second factor of its own', () => {
  assert.deepEqual([acrOf({ pwd: 1 }), amrOf({ pwd: 1 })], [ACR.password, ['pwd']])
  assert.deepEqual([acrOf({ pwd: 1, email: 1 }), amrOf({ pwd: 1, email: 1 })], [ACR.mail, ['pwd', 'mca']])
  assert.deepEqual([acrOf({ pwd: 1, totp: 1 }), amrOf({ pwd: 1, totp: 1 })], [ACR.app, ['pwd', 'otp', 'mfa']])
  const all = { pwd: 1, totp: 1, email: 1 }
  assert.deepEqual([acrOf(all), amrOf(all)], [ACR.app, ['pwd', 'otp', 'mca', 'mfa']])
})

test('mail does not count for a day after a recovery by mail', () => {
  const day = 86_400_000
  assert.equal(mailHeldUntil(null, 5), undefined)
  assert.equal(mailHeldUntil(5, 5), 5 + day)
  assert.equal(mailHeldUntil(5, 4 + day), 5 + day)
  assert.equal(mailHeldUntil(5, 5 + day), undefined)
})
