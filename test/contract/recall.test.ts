import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Recall, StoreFault } from '../../src/store/store.ts'

/** Longer than a page waits for something newer than what it knows. */
const BUSY_MS = 1_100

/** Lets nothing else happen in this process. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('an answer that came in time counts, also where the process was too busy to read it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-recall-'))
  const mark = join(folder, 'answered')
  const stdio = ['pipe', 'pipe', 'inherit'] as const
  const asked = spawn('/bin/sh', ['-c', 'read question; echo new; touch "$0"; read end', mark], {
    stdio: [...stdio],
  })
  const request = spawn('/bin/sh', ['-c', 'echo begin; read end'], { stdio: [...stdio] })
  try {
    // What keeps the process busy is something that it has read: timers are next, and what else has come is read after them.
    await once(request.stdout, 'data')
    const answer = once(asked.stdout, 'data')
    const latest = new Recall().latest('key', 1, 'old', async () => String((await answer)[0]))
    asked.stdin.write('question\n')
    for (let looked = 0; !existsSync(mark); looked++) {
      assert.ok(looked < 6_000, 'the question was read within a minute')
      block(10)
    }
    block(BUSY_MS)
    assert.equal(await latest, 'new\n')
  } finally {
    for (const child of [asked, request]) child.stdin.end('end\n')
    await Promise.all([once(asked, 'close'), once(request, 'close')])
    rmSync(folder, { recursive: true })
  }
})

test('what is known is told where no answer comes, and what is new as soon as there is one', async () => {
  const recall = new Recall()
  const held = Promise.withResolvers<string>()
  assert.equal(await recall.latest('key', 1, 'old', () => held.promise), 'old')
  held.resolve('new')
  await held.promise
  assert.equal(await recall.latest('key', 1, 'old', async () => 'newer'), 'newer')
})

test('a store that fails does not make it remember ever more keys', async () => {
  const recall = new Recall()
  const fail = async () => {
    throw new StoreFault('unavailable', 'The database is away.')
  }
  for (let number = 0; number <= 10_000; number++)
    assert.equal(await recall.latest(`key ${number}`, 1, 'old', fail), 'old')
  assert.equal(await recall.latest('key 10000', 1, 'old', async () => 'new'), 'old', 'still in doubt')
  assert.equal(await recall.latest('key 0', 1, 'old', async () => 'new'), 'new', 'forgotten')
})
