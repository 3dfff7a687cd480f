import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Demand, FACTORS, suffices } from '../../../src/core/flows/assurance.ts'
import type { Method } from '../../../src/core/flows/methods.ts'
import {
  chosen,
  type Facts,
  isProved,
  isProving,
  isStale,
  maskedEmail,
  methodsOf,
  next,
  provingStep,
  resumedStep,
  type SignIn,
} from '../../../src/core/flows/sign-in.ts'
import fc from '../../support/properties.ts'

const T = 1_790_000_000_000
const MINUTE = 60_000

const UNASKED: Demand = { asked: false, factors: FACTORS }
const ASKED: Demand = { asked: true, factors: FACTORS }
const APP_ONLY: Demand = { asked: true, factors: ['app'] }

const factsOf = (more: Partial<Facts> = {}): Facts => ({
  account: 'alex',
  proofs: { pwd: T },
  passwordTemporary: false,
  demand: UNASKED,
  methods: ['email'],
  mailHeld: false,
  ...more,
})

const KNOWN = { account: 'alex', proofs: { pwd: T } } as const

describe('what follows the password', () => {
  test('is nothing, where no second factor is asked for', () => {
    assert.equal(next(factsOf()), 'done')
    assert.equal(next(factsOf({ methods: [] })), 'done')
  })

  test('is a new password, where it is temporary: before everything else', () => {
    const due = { at: 'new-password', ...KNOWN }
    for (const demand of [UNASKED, ASKED, APP_ONLY])
      for (const methods of [[], ['email'], ['totp', 'recovery']] as Method[][])
        for (const mailHeld of [false, true])
          assert.deepEqual(next(factsOf({ passwordTemporary: true, demand, methods, mailHeld })), due)
  })

  test('is a code by mail, where that is the only method', () => {
    assert.deepEqual(next(factsOf({ demand: ASKED })), { begin: 'email' })
  })

  test('is the app of somebody who has set one up, whether or not it is asked for', () => {
    for (const demand of [UNASKED, ASKED, APP_ONLY])
      for (const methods of [['totp'], ['totp', 'recovery']] as Method[][])
        assert.deepEqual(next(factsOf({ demand, methods })), { at: 'totp', ...KNOWN })
  })

  test('is the app also for somebody who has proved to read the mails', () => {
    const proofs = { pwd: T, email: T }
    assert.deepEqual(next(factsOf({ proofs, methods: ['totp'] })), { at: 'totp', account: 'alex', proofs })
  })

  test('is setting up an app, where there is nothing and something is asked for', () => {
    const facts = factsOf({ demand: ASKED, methods: [] })
    assert.deepEqual(next(facts), { at: 'enrolment', due: true, ...KNOWN })
  })

  test('is a mailed code and then setting up an app, where mail does not count', () => {
    assert.deepEqual(next(factsOf({ demand: APP_ONLY })), { begin: 'email' })
    const proofs = { pwd: T, email: T }
    assert.deepEqual(next(factsOf({ demand: APP_ONLY, proofs })), {
      at: 'enrolment',
      due: true,
      account: 'alex',
      proofs,
    })
  })

  test('is waiting, where only mail could be asked for and the password was recovered by mail', () => {
    for (const demand of [ASKED, APP_ONLY])
      assert.deepEqual(next(factsOf({ demand, methods: [], mailHeld: true })), { at: 'held', ...KNOWN })
    assert.equal(next(factsOf({ methods: [], mailHeld: true })), 'done')
  })
})

test('nothing follows a second factor that counts', () => {
  for (const methods of [[], ['email']] as Method[][])
    assert.equal(next(factsOf({ proofs: { pwd: T, email: T }, demand: ASKED, methods })), 'done')
  for (const demand of [UNASKED, ASKED, APP_ONLY])
    for (const methods of [['totp'], ['totp', 'recovery']] as Method[][])
      assert.equal(next(factsOf({ proofs: { pwd: T, totp: T }, demand, methods })), 'done')
})

const time = fc.integer({ min: T, max: T + MINUTE })
const facts = fc.record({
  account: fc.string(),
  proofs: fc.record({ pwd: time, totp: time, email: time }, { requiredKeys: [] }),
  passwordTemporary: fc.boolean(),
  demand: fc.constantFrom(UNASKED, ASKED, APP_ONLY),
  methods: fc.constantFrom<Method[]>([], ['email'], ['totp'], ['totp', 'recovery']),
  mailHeld: fc.constant(false),
})

test('nobody is done who lacks what is asked for', () => {
  fc.assert(
    fc.property(facts, given => {
      if (next(given) !== 'done') return
      assert.equal(given.passwordTemporary, false)
      assert.ok(suffices(given.proofs, given.demand))
      if (given.methods.includes('totp')) assert.ok(given.proofs.totp !== undefined)
    }),
  )
})

test('a step carries who it is and what was proved, and nothing of the step before', () => {
  const problem = { label: 'CODE_WRONG' }
  fc.assert(
    fc.property(facts, fc.constantFrom('totp', 'recovery', 'email', 'sms'), (given, method) => {
      const { account, proofs, methods } = given
      for (const to of [
        next({ ...given, problem } as Facts),
        chosen({ ...given, problem } as Facts, method, methods),
      ]) {
        if (to === 'done' || 'begin' in to) continue
        const { at: _, ...rest } = to
        assert.deepEqual(rest, to.at === 'enrolment' ? { account, proofs, due: true } : { account, proofs })
      }
    }),
  )
})

test('signing in comes to its end: after at most a password and two methods', () => {
  fc.assert(
    fc.property(facts, given => {
      let now: Facts = given
      let to = next(now)
      for (let steps = 0; to !== 'done'; steps++) {
        assert.ok(steps < 3, 'three steps are enough')
        if ('begin' in to || to.at === 'totp' || to.at === 'enrolment') {
          now = { ...now, proofs: { ...now.proofs, ['begin' in to ? 'email' : 'totp']: T } }
          to = next(now)
        } else if (to.at === 'new-password') {
          now = { ...now, passwordTemporary: false }
          to = next(now)
        } else assert.fail(to.at)
      }
    }),
  )
})

describe('a proof that is asked for again', () => {
  test('has a step of its own, which carries nothing of another', () => {
    assert.deepEqual(provingStep('pwd', KNOWN), { at: 'password', ...KNOWN })
    assert.deepEqual(provingStep('totp', KNOWN), { at: 'totp', ...KNOWN })
    // A link alone sends no mail.
    assert.deepEqual(provingStep('email', KNOWN), { at: 'choice', ...KNOWN })
    for (const proof of ['pwd', 'totp', 'email'] as const)
      assert.ok(isProving(provingStep(proof, KNOWN).at), proof)
    for (const at of [undefined, 'credentials', 'enrolment', 'recovery-codes', 'change-password', 'details'])
      assert.equal(isProving(at), false, at)
  })

  test('goes on where it was, if that was about the same proof of the same person', () => {
    const problem = { label: 'CODE_WRONG' }
    const totp = provingStep('totp', KNOWN)
    const mail = provingStep('email', KNOWN)
    const older = { account: 'alex', proofs: {} }
    const challenge = { codeHash: '', expiresAt: T, wrong: 1, againAt: T }
    const code: SignIn = { at: 'code', ...older, challenge, hint: '1234' }
    assert.deepEqual(resumedStep(undefined, totp), totp)
    assert.deepEqual(resumedStep({ at: 'totp', ...older, problem }, totp), { ...totp, problem })
    assert.deepEqual(resumedStep(code, mail), { ...code, proofs: KNOWN.proofs })
    assert.deepEqual(resumedStep(code, totp), totp)
    for (const at of ['choice', 'recovery-code'] as const)
      assert.deepEqual(resumedStep({ at, ...older, problem }, totp), { at, ...KNOWN, problem })
    assert.deepEqual(resumedStep({ at: 'recovery-code', ...older }, mail), mail)
    assert.deepEqual(resumedStep({ at: 'password', ...older, problem }, totp), totp)
    assert.deepEqual(resumedStep({ at: 'totp', account: 'eve', proofs: {}, problem }, totp), totp)
    assert.deepEqual(resumedStep({ at: 'credentials', problem }, totp), totp)
  })
})

describe('a step of signing in', () => {
  test('that changes the account takes a password of the last fifteen minutes', () => {
    for (const at of ['enrolment', 'new-password'] as const) {
      const state = { at, due: true, ...KNOWN } as SignIn
      assert.equal(isStale(state, T + 15 * MINUTE, 0), false, at)
      assert.equal(isStale(state, T + 15 * MINUTE + 1, 0), true, at)
      assert.equal(isStale({ ...state, proofs: { totp: T } } as SignIn, T, 0), true, at)
    }
    const recovery: SignIn = { at: 'new-password', account: 'alex', proofs: {}, recovery: 'link' }
    assert.equal(isStale(recovery, T + 60 * MINUTE, 0), false)
    for (const state of [
      { at: 'credentials' },
      { at: 'choice', ...KNOWN },
      { at: 'totp', ...KNOWN },
      { at: 'recovery-codes', ...KNOWN },
    ] as const)
      assert.equal(isStale(state, T + 60 * MINUTE, 0), false, state.at)
  })

  test('builds on a proof, where there is one', () => {
    assert.equal(isProved({ at: 'choice', ...KNOWN }), true)
    assert.equal(isProved({ at: 'credentials' }), false)
    assert.equal(isProved({ at: 'new-password', account: 'alex', proofs: {}, recovery: 'link' }), false)
  })
})

describe('a choice', () => {
  test('leads to its method', () => {
    assert.deepEqual(chosen(KNOWN, 'totp', ['totp', 'recovery']), { at: 'totp', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'recovery', ['totp', 'recovery']), { at: 'recovery-code', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'email', ['email']), { begin: 'email' })
  })

  test('of a method that the account does not have leads back', () => {
    for (const method of ['', 'sms', 'email', 'TOTP', 'constructor', '__proto__'])
      assert.deepEqual(chosen(KNOWN, method, ['totp', 'recovery']), { at: 'choice', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'totp', ['email']), { at: 'choice', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'recovery', ['totp']), { at: 'choice', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'email', []), { at: 'choice', ...KNOWN })
  })
})

test('the methods of an account are those it can use: mail is none beside an app, or after a recovery by mail', () => {
  assert.deepEqual(methodsOf([], false), [])
  assert.deepEqual(methodsOf(['email'], false), ['email'])
  assert.deepEqual(methodsOf(['email'], true), [])
  assert.deepEqual(methodsOf(['totp', 'email'], false), ['totp'])
  assert.deepEqual(methodsOf(['totp', 'recovery', 'email'], false), ['totp', 'recovery'])
})

describe('a masked address', () => {
  test('shows the first character and the domain', () => {
    assert.equal(maskedEmail('alex.moreau@example.com'), 'a•••@example.com')
    assert.equal(maskedEmail('a@example.com'), 'a•••@example.com')
  })

  test('is as long for every name, so that it tells nothing of it', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz.+-_'), maxLength: 64 })
    fc.assert(
      fc.property(name, rest => {
        assert.equal(maskedEmail(`a${rest}@example.com`), 'a•••@example.com')
      }),
    )
  })
})
