import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Aside } from '../../src/http/request/aside.ts'

test('Requests that nobody waits for work one at a time, in their order, and let others come between', async () => {
  const aside = new Aside()
  const done: string[] = []
  const work = async (name: string) => {
    await aside.turn()
    done.push(name)
  }
  const all = ['first', 'second', 'third'].map(work)
  assert.equal(done.length, 0, 'none of them works in the turn in which it arrived')
  await turn()
  done.push('a page')
  await Promise.all(all)
  assert.deepEqual(done, ['first', 'a page', 'second', 'third'])
  await work('later')
  assert.equal(done.at(-1), 'later')
})
