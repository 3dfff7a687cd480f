import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { inTurn, medians, type Row } from '../../bench/measure.ts'
import { moved } from '../../bench/results.ts'
import { postgresAddress } from '../support/provisions.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const BENCH = join(ROOT, 'bench/run.ts')

// Several runs, each of which ends in time on a slow machine.
for (const [names, peers] of [
  [
    ['render', 'package', 'token'],
    ['eta', 'archiver', 'yauzl', 'inflate', 'jose', 'oidc-provider'],
  ],
  [
    ['page', 'session', 'themes'],
    ['bare Fastify', '1 of 1'],
  ],
  [['file'], ['bare Fastify']],
] as const)
  test(`every measurement whose peer comes from npm runs: ${names.join(', ')}`, async () => {
    // Otherwise it starts a PostgreSQL of its own.
    const env = { ...process.env, TABARD_TEST_DATABASE: await postgresAddress() }
    const { stdout, stderr } = await run(process.execPath, [BENCH, '--tiny', ...names], { env })
    for (const name of names) assert.match(stderr, new RegExp(`measuring ${name}\\n`))
    for (const peer of peers) assert.match(stdout, new RegExp(peer), peer)
    assert.doesNotMatch(stdout, /NaN|Infinity/)
  })

test('an unknown measurement is refused with the names of all', async () => {
  await assert.rejects(run(process.execPath, [BENCH, 'speed']), {
    code: 2,
    stderr: /There is no speed: choose among list, asset, page,/,
  })
})

test('the ratio is the median of the rounds, which a slow round does not move', async () => {
  const rates = { ours: [10, 1, 30], peer: [20, 2, 40] }
  let round = 0
  const pairs = await inTurn(
    3,
    async () => rates.ours[round]!,
    async () => rates.peer[round++]!,
  )
  assert.deepEqual(medians(pairs), { ours: 10, peer: 20, ratio: 0.5 })
})

test('a comparison tells by how much each row has moved', () => {
  const row = (name: string, ratio: number): Row => ({
    name,
    ours: '',
    peer: '',
    ratio: `${ratio * 100} %`,
    bound: '–',
    holds: undefined,
    figures: { ours: 1, ratio },
  })
  const about = { date: '', commit: '', load: 0 }
  const before = { machine: {}, versions: {}, rows: [{ ...row('page', 0.5), ...about }] }
  const lines = moved(before, [row('page', 0.75), row('list', 0.25)]).split('\n')
  assert.match(lines[2]!, /^page +50 % +75 % +\+50\.0 %$/)
  assert.match(lines[3]!, /^list +– +25 % +–$/)
})
