import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  beforeEnrolment,
  chosen,
  type Facts,
  type Method,
  maskedEmail,
  methodsOf,
  next,
  type Proof,
  suffices,
} from '../../../src/core/flows/sign-in.ts'

const factsOf = (more: Partial<Facts> = {}): Facts => ({
  account: 'alex',
  proofs: ['pwd'],
  passwordTemporary: false,
  secondFactorAsked: false,
  methods: ['email'],
  ...more,
})

const KNOWN = { account: 'alex', proofs: ['pwd'] } as const

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
      assert.equal(next(factsOf({ proofs: ['pwd', second], secondFactorAsked: true, methods })), 'done')
})

const proof = fc.constantFrom<Proof>('pwd', 'totp', 'email')
const facts = fc.record({
  account: fc.string(),
  proofs: fc.array(proof, { maxLength: 4 }),
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
      if (given.methods.includes('totp')) assert.ok(given.proofs.some(one => one !== 'pwd'))
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
          now = { ...now, proofs: [...now.proofs, 'begin' in to ? 'email' : 'totp'] }
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

describe('before an app is set up or taken away', () => {
  const enrolment = { at: 'enrolment', due: false }

  test('the app that there is is asked for, whatever else was proved', () => {
    for (const proofs of [['pwd'], ['pwd', 'email']] as Proof[][])
      assert.deepEqual(beforeEnrolment(factsOf({ proofs, methods: ['totp', 'email'] })), {
        at: 'totp',
        account: 'alex',
        proofs,
      })
  })

  test('a code by mail is offered, where that is the only method', () => {
    assert.deepEqual(beforeEnrolment(factsOf()), { at: 'choice', ...KNOWN })
  })

  test('nothing more is asked of somebody who has proved it, or who can prove nothing else', () => {
    for (const [proofs, methods] of [
      [
        ['pwd', 'totp'],
        ['totp', 'email'],
      ],
      [['pwd', 'email'], ['email']],
      [['pwd'], []],
    ] as [Proof[], Method[]][])
      assert.deepEqual(beforeEnrolment(factsOf({ proofs, methods })), {
        ...enrolment,
        account: 'alex',
        proofs,
      })
  })

  test('one proof is enough: who has given it is not asked again', () => {
    fc.assert(
      fc.property(facts, given => {
        const to = beforeEnrolment(given)
        if (to.at === 'enrolment') return
        const more: Proof = to.at === 'totp' ? 'totp' : 'email'
        assert.ok(given.methods.includes(more as Method))
        assert.equal(beforeEnrolment({ ...given, proofs: [...given.proofs, more] }).at, 'enrolment')
      }),
    )
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
  assert.equal(suffices(['pwd'], false), true)
  assert.equal(suffices(['pwd'], true), false)
  assert.equal(suffices(['pwd', 'email'], true), true)
  assert.equal(suffices(['pwd', 'totp'], true), true)
  assert.equal(suffices([], true), false)
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
