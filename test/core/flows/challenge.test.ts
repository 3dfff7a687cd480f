import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Challenge,
  checkedCode,
  newChallenge,
  tooSoon,
  typedCode,
} from '../../../src/core/flows/challenge.ts'
import fc from '../../support/properties.ts'

const SENT_AT = 1_000_000
const LIFETIME = 300_000
const sent = newChallenge('right', SENT_AT, LIFETIME)

/** What comes of codes that are typed one after the other, as the person is told. */
function told(codes: readonly (string | undefined)[], from = sent, now = SENT_AT): (string | true)[] {
  let challenge: Challenge = from
  return codes.map(code => {
    const outcome = checkedCode(challenge, code, now)
    if (outcome.right) return true
    challenge = outcome.challenge
    return outcome.problem.label
  })
}

describe('a code', () => {
  test('that is right is right', () => {
    assert.deepEqual(told(['right']), [true])
  })

  test('that is wrong leaves the others to try', () => {
    assert.deepEqual(told(['wrong', 'right']), ['CODE_WRONG', true])
  })

  test('is no use after five wrong ones, even when it is right', () => {
    assert.deepEqual(told(['1', '2', '3', '4', 'right']).at(-1), true)
    assert.deepEqual(told(['1', '2', '3', '4', '5', 'right', 'right']), [
      'CODE_WRONG',
      'CODE_WRONG',
      'CODE_WRONG',
      'CODE_WRONG',
      'CODE_TRIES',
      'CODE_TRIES',
      'CODE_TRIES',
    ])
  })

  test('that was not typed at all is no try', () => {
    assert.deepEqual(told([...Array(9).fill(undefined), 'right']), [...Array(9).fill('CODE_EMPTY'), true])
  })

  test('holds until the moment it expires', () => {
    assert.deepEqual(told(['right'], sent, SENT_AT + LIFETIME - 1), [true])
    assert.deepEqual(told(['right', 'wrong'], sent, SENT_AT + LIFETIME), ['CODE_EXPIRED', 'CODE_EXPIRED'])
  })

  test('that came too late is no wrong one', () => {
    const late = checkedCode(sent, 'wrong', SENT_AT + LIFETIME)
    assert.deepEqual(late, { right: false, challenge: sent, problem: { label: 'CODE_EXPIRED' } })
  })

  test('can be told of being wrong at most five times, whatever is typed and when', () => {
    const typed = fc.record({ code: fc.constantFrom('right', 'wrong', undefined), wait: fc.nat(120_000) })
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 40 }), tries => {
        let challenge: Challenge = sent
        let now = SENT_AT
        for (const { code, wait } of tries) {
          now += wait
          const outcome = checkedCode(challenge, code, now)
          const open = challenge.wrong < 5 && now < challenge.expiresAt
          assert.equal(outcome.right, open && code === 'right')
          if (outcome.right) return
          const { wrong, ...rest } = outcome.challenge
          assert.equal(wrong, challenge.wrong + (open && code === 'wrong' ? 1 : 0))
          assert.deepEqual({ ...rest, wrong: 0 }, sent, 'nothing else changes')
          challenge = outcome.challenge
        }
        assert.ok(challenge.wrong <= 5)
      }),
    )
  })
})

describe('another code', () => {
  test('can be had half a minute later', () => {
    assert.equal(tooSoon(sent, SENT_AT + 30_000), undefined)
    assert.deepEqual(tooSoon(sent, SENT_AT + 29_999), { label: 'CODE_WAIT', values: { SECONDS: '1' } })
    assert.deepEqual(tooSoon(sent, SENT_AT), { label: 'CODE_WAIT', values: { SECONDS: '30' } })
  })

  test('is waited for at least a second, wherever there is a wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: 60_000 }), away => {
        const wait = tooSoon(sent, sent.againAt - away)
        if (away <= 0) assert.equal(wait, undefined)
        else assert.ok(Number(wait?.values?.SECONDS) >= 1)
      }),
    )
  })
})

describe('a typed code', () => {
  test('is six digits, whatever stands between them', () => {
    for (const text of ['123456', ' 123456 ', '123 456', '12-34-56', '1 2 3 4 5 6', '123\u00a0456\n'])
      assert.equal(typedCode(text), '123456', JSON.stringify(text))
    assert.equal(typedCode('000000'), '000000')
  })

  test('is taken in the digits of any script', () => {
    for (const text of ['１２３４５６', '١٢٣٤٥٦', '۱۲۳۴۵۶', '१२३ ४५६', '123–456'])
      assert.equal(typedCode(text), '123456', text)
  })

  test('is nothing else', () => {
    for (const text of ['', ' ', '12345', '1234567', '12345a', '+123456', '1e5000', '123.456'])
      assert.equal(typedCode(text), undefined, JSON.stringify(text))
  })
})
