import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Breakers } from '../../src/identity/sources/breaker.ts'
import { SourceProblem } from '../../src/identity/sources/problem.ts'

test('a source that fails five times in a row is not asked for half a minute, and then once', async () => {
  let now = 0
  let asked = 0
  const breakers = new Breakers(() => now)
  const fail = (kind: 'away' | 'forged') => async () => {
    asked += 1
    throw new SourceProblem(kind, 'no')
  }
  const tried = async (work: () => Promise<unknown>) => await breakers.run('one', work).catch(() => 'failed')
  for (let count = 0; count < 9; count++) await tried(fail('forged'))
  assert.equal(breakers.figures.open, 0, 'what people forge says nothing about the source')
  for (let count = 0; count < 7; count++) await tried(fail('away'))
  assert.equal(asked, 9 + 5)
  assert.equal(breakers.figures.open, 1)
  assert.equal(await breakers.run('another', async () => 'fine'), 'fine')
  now += 30_001
  await Promise.all([tried(fail('away')), tried(fail('away'))])
  assert.equal(asked, 9 + 6, 'one try decides')
  now += 30_001
  await tried(fail('forged'))
  assert.equal(await tried(async () => 'back'), 'back', 'what people forge keeps nobody away')
  assert.equal(await tried(async () => 'fine'), 'fine')
  assert.equal(breakers.figures.open, 0)
  const told = [...breakers.figures.outcomes].filter(([, number]) => number > 0)
  assert.deepEqual(Object.fromEntries(told), { forged: 10, away: 6, skipped: 3, done: 3 })
})

test('failures at the same time count one by one', async () => {
  const breakers = new Breakers(() => 0)
  let asked = 0
  const fails = async () => {
    asked += 1
    throw new SourceProblem('away', 'no')
  }
  const tried = async () => await breakers.run('one', fails).catch(() => {})
  await Promise.all(Array.from({ length: 5 }, tried))
  assert.equal(breakers.figures.open, 1)
  await tried()
  assert.equal(asked, 5)
})
