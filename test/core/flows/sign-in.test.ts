import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { hasSecondFactor, type Method } from '../../../src/core/flows/proof.ts'
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
  suffices,
} from '../../../src/core/flows/sign-in.ts'

const T = 1_790_000_000_000
const MINUTE = 60_000

const factsOf = (more: Partial<Facts> = {}): Facts => ({
  account: 'alex',
  proofs: { pwd: T },
  passwordTemporary: false,
  secondFactorAsked: false,
  methods: ['email'],
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
    for (const secondFactorAsked of [false, true])
      for (const methods of [[], ['email'], ['totp', 'email']] as Method[][])
        assert.deepEqual(next(factsOf({ passwordTemporary: true, secondFactorAsked, methods })), due)
  })

  test('is a code by mail, where that is the only method', () => {
    assert.deepEqual(next(factsOf({ secondFactorAsked: true })), { begin: 'email' })
  })

  test('is the app, where that is the only method', () => {
    assert.deepEqual(next(factsOf({ secondFactorAsked: true, methods: ['totp'] })), { at: 'totp', ...KNOWN })
  })

  test('is a choice, where there are two', () => {
    const facts = factsOf({ secondFactorAsked: true, methods: ['totp', 'email'] })
    assert.deepEqual(next(facts), { at: 'choice', ...KNOWN })
  })

  test('is setting up an app, where there is none and one is asked for', () => {
    const facts = factsOf({ secondFactorAsked: true, methods: [] })
    assert.deepEqual(next(facts), { at: 'enrolment', due: true, ...KNOWN })
  })

  test('is the app of somebody who has set one up, whether or not it is asked for', () => {
    assert.deepEqual(next(factsOf({ methods: ['totp'] })), { at: 'totp', ...KNOWN })
    assert.deepEqual(next(factsOf({ methods: ['totp', 'email'] })), { at: 'choice', ...KNOWN })
  })
})

test('nothing follows a second factor', () => {
  for (const second of ['totp', 'email'] as const)
    for (const methods of [[], ['email'], ['totp'], ['totp', 'email']] as Method[][])
      assert.equal(
        next(factsOf({ proofs: { pwd: T, [second]: T }, secondFactorAsked: true, methods })),
        'done',
      )
})

const time = fc.integer({ min: T, max: T + MINUTE })
const facts = fc.record({
  account: fc.string(),
  proofs: fc.record({ pwd: time, totp: time, email: time }, { requiredKeys: [] }),
  passwordTemporary: fc.boolean(),
  secondFactorAsked: fc.boolean(),
  methods: fc.subarray<Method>(['totp', 'email']),
})

test('nobody is done who lacks what is asked for', () => {
  fc.assert(
    fc.property(facts, given => {
      if (next(given) !== 'done') return
      assert.equal(given.passwordTemporary, false)
      assert.ok(suffices(given.proofs, given.secondFactorAsked))
      if (given.methods.includes('totp')) assert.ok(hasSecondFactor(given.proofs))
    }),
  )
})

test('a step carries who it is and what was proved, and nothing of the step before', () => {
  const problem = { label: 'CODE_WRONG' }
  fc.assert(
    fc.property(facts, fc.constantFrom('totp', 'email', 'sms'), (given, method) => {
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

test('signing in comes to its end: after at most a password, a choice and a method', () => {
  fc.assert(
    fc.property(facts, fc.nat(), (given, pick) => {
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
        } else {
          assert.equal(to.at, 'choice')
          to = chosen(now, now.methods[pick % now.methods.length]!, now.methods)
        }
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
    assert.deepEqual(resumedStep({ at: 'password', ...older, problem }, totp), totp)
    assert.deepEqual(resumedStep({ at: 'totp', account: 'eve', proofs: {}, problem }, totp), totp)
    assert.deepEqual(resumedStep({ at: 'credentials', problem }, totp), totp)
  })
})

describe('a step of signing in', () => {
  test('that changes the account takes a password of the last five minutes', () => {
    for (const at of ['enrolment', 'new-password'] as const) {
      const state = { at, due: true, ...KNOWN } as SignIn
      assert.equal(isStale(state, T + 5 * MINUTE), false, at)
      assert.equal(isStale(state, T + 5 * MINUTE + 1), true, at)
      assert.equal(isStale({ ...state, proofs: { totp: T } } as SignIn, T), true, at)
    }
    const recovery: SignIn = { at: 'new-password', account: 'alex', proofs: {}, recovery: 'link' }
    assert.equal(isStale(recovery, T + 60 * MINUTE), false)
    for (const state of [
      { at: 'credentials' },
      { at: 'choice', ...KNOWN },
      { at: 'totp', ...KNOWN },
      { at: 'recovery-codes', ...KNOWN },
    ] as const)
      assert.equal(isStale(state, T + 60 * MINUTE), false, state.at)
  })

  test('builds on a proof, where there is one', () => {
    assert.equal(isProved({ at: 'choice', ...KNOWN }), true)
    assert.equal(isProved({ at: 'credentials' }), false)
    assert.equal(isProved({ at: 'new-password', account: 'alex', proofs: {}, recovery: 'link' }), false)
  })
})

describe('a choice', () => {
  test('leads to its method', () => {
    assert.deepEqual(chosen(KNOWN, 'totp', ['totp', 'email']), { at: 'totp', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'email', ['totp', 'email']), { begin: 'email' })
  })

  test('of a method that the account does not have leads back', () => {
    for (const method of ['', 'sms', 'TOTP', 'constructor', '__proto__'])
      assert.deepEqual(chosen(KNOWN, method, ['totp', 'email']), { at: 'choice', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'totp', ['email']), { at: 'choice', ...KNOWN })
    assert.deepEqual(chosen(KNOWN, 'email', []), { at: 'choice', ...KNOWN })
  })
})

test('a session with a password alone suffices where no second factor is asked for', () => {
  assert.equal(suffices({ pwd: T }, false), true)
  assert.equal(suffices({ pwd: T }, true), false)
  assert.equal(suffices({ pwd: T, email: T }, true), true)
  assert.equal(suffices({ pwd: T, totp: T }, true), true)
  assert.equal(suffices({}, true), false)
})

test('the methods of an account are those it can use, the app first', () => {
  assert.deepEqual(methodsOf({ enrolled: false, email: null }), [])
  assert.deepEqual(methodsOf({ enrolled: false, email: 'alex@example.com' }), ['email'])
  assert.deepEqual(methodsOf({ enrolled: true, email: null }), ['totp'])
  assert.deepEqual(methodsOf({ enrolled: true, email: 'alex@example.com' }), ['totp', 'email'])
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
