import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'

const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'
const FUNNEL = ['analytics', 'funnel', '--from', '2026-01-01', '--to', '2026-01-31']

describe('tabard analytics funnel', () => {
  let database: TestDatabase
  let line: CommandLine

  before(async () => {
    database = await installedDatabase('SQLite')
    line = new CommandLine(database)
    await line.printed(['client', 'create', '--name', 'First', '--entitlement', 'readTemplates'])
    const store = await openStore(database)
    const of = { day: '2026-01-10', application: '', locale: 'default' }
    await store.tenant('main').write(tx =>
      tx.analytics.count([
        { ...of, theme: ONE, event: 'registration_started', times: 9, journeys: 8 },
        { ...of, theme: ONE, event: 'registration_submitted', times: 6, journeys: 6 },
        { ...of, theme: TWO, event: 'registration_started', times: 2, journeys: 2 },
      ]),
    )
    await store.close()
  })
  after(() => database.remove())

  test('prints the journeys of each step, and what was lost before it', async () => {
    const lines = (await line.printed([...FUNNEL, '--by', 'theme'])).split('\n')
    assert.match(
      lines[0]!,
      /^theme +registration_started +registration_submitted +email_verified +reg_complete$/,
    )
    assert.ok(lines[1]!.startsWith(ONE))
    assert.match(lines[1]!, / +8 +6 \(-25 %\) +0 \(-100 %\) +0$/)
    assert.match(lines[3]!, /^all +10 +6 \(-40 %\) +0 \(-100 %\) +0$/)
  })

  test('prints JSON or CSV of one theme', async () => {
    const two = await line.json<{ groups: { group: string }[] }>([...FUNNEL, '--theme', TWO])
    assert.deepEqual(
      two.groups.map(({ group }) => group),
      ['2026-01-10'],
    )
    const csv = await line.printed([...FUNNEL, '--theme', TWO, '--csv'])
    assert.match(csv, /^day,event,times,journeys,dropOff\r\n2026-01-10,registration_started,2,2,\r\n/)
  })

  test('refuses a day that there is not', async () => {
    await line.refused(['analytics', 'funnel', '--from', '2026-02-30'], 2, /must be a day/)
  })
})
