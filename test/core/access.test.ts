import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessMode, endInWords, endOfAccess, mayUse, wantedMode } from '../../src/core/access.ts'
import { timesIn } from '../../src/core/times.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')

test('an open application is for everybody, any other for those who were given access', () => {
  assert.equal(mayUse({ mode: 'open', given: false }), true)
  for (const mode of ['request', 'assigned'] as const) {
    assert.equal(mayUse({ mode, given: false }), false)
    assert.equal(mayUse({ mode, given: true }), true)
  }
  assert.equal(mayUse(undefined), false)
})

test('a mode that only a newer version knows opens nothing', () => {
  assert.equal(accessMode('open'), 'open')
  assert.equal(accessMode('by-invitation'), 'assigned')
  assert.throws(() => wantedMode('by-invitation'), { code: 'value_invalid' })
})

test('access until a date holds for the whole day', () => {
  assert.equal(endOfAccess('2026-06-15', NOW), Date.parse('2026-06-16T00:00:00Z'))
  assert.equal(endOfAccess('2026-06-15T14:30:00+02:00', NOW), Date.parse('2026-06-15T12:30:00Z'))
})

test('the end of access is told by its last day, and by a moment only where it ends within a day', () => {
  const times = timesIn('en')
  assert.equal(endInWords(endOfAccess('2026-06-15', NOW), times), 'June 15, 2026')
  assert.equal(
    endInWords(Date.parse('2026-06-15T12:30:00Z'), times).replace('\u202f', ' '),
    'June 15, 2026 at 12:30 PM UTC',
  )
})

test('a date that has passed or does not exist is refused', () => {
  for (const given of [
    '2026-06-14',
    '2026-06-15T12:00:00Z',
    '2027-02-30',
    '2027-13-01',
    'tomorrow',
    '',
    '2027',
  ])
    assert.throws(() => endOfAccess(given, NOW), { code: 'value_invalid' }, given)
})
