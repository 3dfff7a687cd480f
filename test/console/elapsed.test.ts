import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elapsed } from '../../console/src/parts/elapsed.ts'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

test('an elapsed time has the unit that is closest, and names no day, month or year', () => {
  for (const [seconds, text] of [
    [-59, 'just now'],
    [-MINUTE, '1 minute ago'],
    [-59.4 * MINUTE, '59 minutes ago'],
    [-59.6 * MINUTE, '1 hour ago'],
    [-23.6 * HOUR, '1 day ago'],
    [-35 * HOUR, '1 day ago'],
    [-6.6 * DAY, '1 week ago'],
    [-31 * DAY, '4 weeks ago'],
    [-32 * DAY, '1 month ago'],
    [-350 * DAY, '1 year ago'],
    [-500 * DAY, '1 year ago'],
    [29.7 * DAY, 'in 4 weeks'],
    [14 * DAY, 'in 2 weeks'],
  ] as const)
    assert.equal(elapsed(seconds), text, `${seconds} seconds`)
})
