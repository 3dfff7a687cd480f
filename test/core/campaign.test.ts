import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dueStep,
  endOfStarted,
  nextTimes,
  outcomeOf,
  reviewerOf,
  reviewProblem,
} from '../../src/core/flows/campaign.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 2)
const PLAN = { startsAt: START, endsAt: START + 28 * DAY, remindDays: 7, escalateDays: 2 }
const BEGUN = { startedAt: START, remindedAt: null, escalatedAt: null }

test('reviewers take turns, and nobody reviews their own access', () => {
  const reviewing = { bySupervisor: false, reviewers: ['ada', 'bob'], supervisors: ['sue'] }
  const reviewed = (account: string, turn: number) =>
    reviewerOf({ account, supervisor: undefined }, reviewing, turn)
  assert.deepEqual([reviewed('eve', 0), reviewed('eve', 1), reviewed('eve', 2)], ['ada', 'bob', 'ada'])
  assert.deepEqual([reviewed('ada', 0), reviewed('bob', 1)], ['bob', 'ada'])
  const alone = { ...reviewing, reviewers: ['ada'] }
  assert.equal(reviewerOf({ account: 'ada', supervisor: 'eve' }, alone, 0), 'sue')
  assert.equal(
    reviewerOf({ account: 'ada', supervisor: undefined }, { ...alone, supervisors: ['ada'] }, 0),
    undefined,
  )
})

test('supervisors review their people, and those of the campaign the rest', () => {
  const reviewing = { bySupervisor: true, reviewers: [], supervisors: ['sue', 'tim'] }
  const reviewed = (account: string, supervisor: string | undefined, turn = 0) =>
    reviewerOf({ account, supervisor }, reviewing, turn)
  assert.equal(reviewed('eve', 'ada'), 'ada')
  assert.equal(reviewed('eve', undefined), 'sue')
  assert.equal(reviewed('sue', undefined), 'tim')
  assert.equal(reviewed('eve', 'eve', 1), 'tim')
})

test('the end comes first, then escalation, then one reminder for all that were missed', () => {
  assert.deepEqual(dueStep(PLAN, BEGUN, START), { at: START + 7 * DAY })
  assert.deepEqual(dueStep(PLAN, BEGUN, START + 22 * DAY), { step: 'remind' })
  const reminded = { ...BEGUN, remindedAt: START + 22 * DAY }
  assert.deepEqual(dueStep(PLAN, reminded, START + 22 * DAY), { at: START + 26 * DAY })
  assert.deepEqual(dueStep(PLAN, reminded, START + 27 * DAY), { step: 'escalate' })
  const escalated = { ...reminded, escalatedAt: START + 27 * DAY, remindedAt: START + 27 * DAY }
  assert.deepEqual(dueStep(PLAN, escalated, START + 27 * DAY), { at: PLAN.endsAt })
  assert.deepEqual(dueStep(PLAN, BEGUN, START + 90 * DAY), { step: 'end' })
  const silent = { ...PLAN, remindDays: 0, escalateDays: 0 }
  assert.deepEqual(dueStep(silent, BEGUN, START + 27 * DAY), { at: PLAN.endsAt })
})

test('a campaign that starts late leaves reviewers at least half of the time', () => {
  assert.equal(endOfStarted(PLAN, START + 10 * DAY), PLAN.endsAt)
  assert.equal(endOfStarted(PLAN, START + 20 * DAY), START + 48 * DAY)
})

test('a series goes on by months, and leaves out what was missed', () => {
  const january = { startsAt: Date.UTC(2026, 0, 31), lasts: 10 * DAY, repeatMonths: 1 }
  const next = nextTimes(january, january.startsAt + january.lasts)
  assert.deepEqual(next, { startsAt: Date.UTC(2026, 1, 28), endsAt: Date.UTC(2026, 1, 28) + 10 * DAY })
  assert.equal(
    nextTimes({ ...january, repeatMonths: 3 }, Date.UTC(2026, 8, 1)).startsAt,
    Date.UTC(2026, 9, 31),
  )
})

test('a series that starts on the last day of a month stays on the last day', () => {
  const series = (startsAt: number, times: number, repeatMonths = 1) =>
    Array.from({ length: times }, () => {
      ;({ startsAt } = nextTimes({ startsAt, lasts: DAY, repeatMonths }, startsAt))
      return new Date(startsAt).toISOString().slice(5, 16)
    })
  assert.deepEqual(series(Date.UTC(2026, 0, 31, 9, 30), 6), [
    ...['02-28T09:30', '03-31T09:30', '04-30T09:30', '05-31T09:30', '06-30T09:30', '07-31T09:30'],
  ])
  assert.deepEqual(series(Date.UTC(2026, 5, 30), 3, 3), ['09-30T00:00', '12-31T00:00', '03-31T00:00'])
  assert.deepEqual(series(Date.UTC(2028, 0, 31), 2), ['02-29T00:00', '03-31T00:00'])
  assert.deepEqual(series(Date.UTC(2028, 1, 28), 2), ['03-28T00:00', '04-28T00:00'])
  assert.deepEqual(series(Date.UTC(2026, 2, 30), 2), ['04-30T00:00', '05-31T00:00'])
  assert.deepEqual(series(Date.UTC(2026, 6, 30), 2), ['08-30T00:00', '09-30T00:00'])
})

test('only what was signed off keeps access where a sign-off is wanted', () => {
  const strict = { signOff: true, openItems: 'revoke' } as const
  const lenient = { signOff: false, openItems: 'keep' } as const
  assert.equal(outcomeOf('keep', strict, true), 'kept')
  assert.equal(outcomeOf('keep', strict, false), 'left-revoked')
  assert.equal(outcomeOf('keep', lenient, false), 'kept')
  assert.equal(outcomeOf('revoke', strict, false), 'revoked')
  assert.equal(outcomeOf(null, lenient, false), 'left-kept')
  assert.equal(outcomeOf('gone', strict, false), 'gone')
})

test('only the reviewer decides, while the campaign runs and nothing is signed off', () => {
  const running = { state: 'running', endsAt: START + DAY } as const
  const open = { signedAt: null, closedAt: null }
  assert.equal(reviewProblem('reviewer', running, open, START), undefined)
  assert.equal(reviewProblem('supervisor', running, open, START), 'review-not-yours')
  assert.equal(reviewProblem('reviewer', running, { ...open, signedAt: START }, START), 'review-signed')
  assert.equal(
    reviewProblem('reviewer', running, { ...open, closedAt: START }, START),
    'campaign-not-running',
  )
  assert.equal(reviewProblem('reviewer', running, open, START + DAY), 'campaign-not-running')
})
