import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../src/core/refusal.ts'
import { Turns } from '../../src/http/request/turns.ts'

test('turns are taken by tenant and by caller, and nobody takes those of the others', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 6, waitingOfGroup: 3, waitingOfMember: 2 })
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const take = (tenant: string, caller: string, name: string) =>
    turns.take(tenant, caller, async () => {
      await gate.promise
      done.push(name)
    })
  const busy = async (work: Promise<void>) =>
    await assert.rejects(work, error => error instanceof Refusal && error.code === 'busy')
  const taken = [take('a', 'x', 'a1'), take('a', 'x', 'a2'), take('a', 'x', 'a3')]
  await busy(take('a', 'x', 'too many of one caller'))
  taken.push(take('a', 'y', 'a4'))
  await busy(take('a', 'z', 'too many of one tenant'))
  taken.push(take('b', 'x', 'b1'), take('b', 'x', 'b2'), take('c', 'x', 'c1'))
  await busy(take('d', 'x', 'too many in all'))
  gate.resolve()
  await Promise.all(taken)
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'c1', 'a4', 'b2', 'a3'])
})
