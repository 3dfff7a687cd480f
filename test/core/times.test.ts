import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { timesIn } from '../../src/core/times.ts'

const MINUTE = 60_000
const at = Date.UTC(2026, 10, 15, 21, 1, 45)

describe('times in the language of their reader', () => {
  test('are dates as people write them, in UTC', () => {
    assert.equal(timesIn('en').moment(at), 'November 15, 2026 at 9:01 PM UTC')
    assert.equal(timesIn('de').moment(at), '15. November 2026 um 21:01 UTC')
    assert.equal(timesIn('ja').moment(at), '2026年11月15日 21:01 UTC')
    assert.equal(timesIn('de').instant(at), '15. November 2026 um 21:01:45 UTC')
  })

  test('are durations in the right case and number', () => {
    assert.equal(timesIn('en').ahead(MINUTE), 'in 1 minute')
    assert.equal(timesIn('de').ahead(30 * MINUTE), 'in 30 Minuten')
    assert.equal(timesIn('de').ahead(72 * 60 * MINUTE), 'in 3 Tagen')
    assert.equal(timesIn('ru').ahead(2 * MINUTE), 'через 2 минуты')
    assert.equal(timesIn('ar').ahead(3 * MINUTE), 'خلال 3 دقائق')
    assert.equal(timesIn('pt-BR').ahead(5 * 60 * MINUTE), 'em 5 horas')
  })

  test('never say that something expires in no time', () => {
    assert.equal(timesIn('en').ahead(0), 'in 1 minute')
    assert.equal(timesIn('en').ahead(-MINUTE), 'in 1 minute')
  })

  test('are English ones where nobody knows the language', () => {
    assert.equal(timesIn('xx').ahead(5 * MINUTE), 'in 5 minutes')
  })
})
