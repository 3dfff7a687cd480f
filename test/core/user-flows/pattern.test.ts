import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PatternFault, patternOf } from '../../../src/core/user-flows/pattern.ts'
import fc from '../../support/properties.ts'

const matches = (pattern: string, text: string) => patternOf(pattern).matches(text)

test('a pattern is matched by the whole text', () => {
  for (const [pattern, right, wrong] of [
    ['[A-Z]{2}\\d{4}', 'AB1234', 'AB12345'],
    ['^[A-Z]{2}\\d{4}$', 'AB1234', 'xAB1234'],
    ['(?:DE|FR)-\\d+', 'FR-7', 'IT-7'],
    ['a?b*c+', 'bbc', 'ab'],
    ['[^@]+@example\\.com', 'a@example.com', 'a@examplexcom'],
    ['x{2,}', 'xxxx', 'x'],
    ['.{3}', '𝒳äz', 'ab'],
    ['[\\]a-c-]+', 'b-]', 'd'],
    ['', '', 'a'],
    ['a|', '', 'b'],
  ] as const) {
    assert.ok(matches(pattern, right), `${pattern} matches ${right}`)
    assert.ok(!matches(pattern, wrong), `${pattern} does not match ${wrong}`)
  }
})

test('it says what the engine of the language says', () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|bb)', '(?:ab)', '\\d')
  const pattern = fc
    .array(fc.tuple(atom, fc.constantFrom('', '?', '*', '+', '{1,2}', '{2}')), { maxLength: 6 })
    .map(parts => parts.flat().join(''))
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, text, (source, typed) => {
      assert.equal(matches(source, typed), new RegExp(`^(?:${source})$`, 'su').test(typed))
    }),
  )
})

describe('a pattern that would take another engine for ever', () => {
  for (const pattern of ['(a+)+b', '(a|a)*b', '(a|aa)+b', '(.*)*b', 'a*a*a*a*a*a*a*a*a*b', '(a{1,9}){1,9}b'])
    test(`${pattern} takes no time`, () => {
      const begun = process.cpuUsage()
      assert.equal(matches(pattern, 'a'.repeat(300)), false)
      assert.ok(process.cpuUsage(begun).user < 1_000_000)
    })
})

describe('what cannot be read is refused with the reason', () => {
  for (const [pattern, reason] of [
    ['(a', 'a group is not closed'],
    ['a)', '")" is not expected'],
    ['[a', 'it ends too early'],
    ['a**', 'a repeat cannot be repeated'],
    ['*a', '"*" needs a backslash here'],
    ['(?=a)', 'only plain groups are possible'],
    ['(a)\\1', '"\\1" is not possible'],
    ['a{2,1}', 'ends before it begins'],
    ['a{0}', 'repeated zero times'],
    ['a{999}', 'repeated more than 300 times'],
    ['[z-a]', 'ends before it begins'],
    ['((a{300}){300}){300}', 'it is too large'],
    ['((a{1,9}){1,9}){1,9}b', 'it is too large'],
    ['(((){300}){300}){300}', 'it is too large'],
    ['('.repeat(100), 'too many groups'],
  ] as const)
    test(pattern.slice(0, 30), () => {
      assert.throws(
        () => patternOf(pattern),
        error => error instanceof PatternFault && error.message.includes(reason),
      )
    })

  test('and nothing else is thrown, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab1.[]()^$*+?{},|\\-:dws'), maxLength: 30 }),
        source => {
          try {
            patternOf(source).matches('ab1')
          } catch (error) {
            assert.ok(error instanceof PatternFault)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
