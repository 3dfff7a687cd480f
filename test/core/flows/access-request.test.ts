import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  expiryOf,
  isOpen,
  justificationProblem,
  keptText,
  LONGEST_COMMENT,
  LONGEST_JUSTIFICATION,
  REQUEST_STATES,
  type RequestPart,
  stateAt,
  turned,
  turnProblem,
  turnsFor,
} from '../../../src/core/flows/access-request.ts'

const DAY = 86_400_000

test('approvers, deputies and administrators decide while a request is open', () => {
  for (const part of ['approver', 'deputy', 'administrator'] as const) {
    assert.deepEqual(turnsFor('waiting', [part]), ['approve', 'reject', 'more'])
    assert.deepEqual(turnsFor('more-wanted', [part]), ['approve', 'reject'])
  }
})

test('whoever asked, or gets the access, answers and withdraws', () => {
  for (const part of ['requester', 'person'] as const) {
    assert.deepEqual(turnsFor('waiting', [part]), ['withdraw'])
    assert.deepEqual(turnsFor('more-wanted', [part]), ['answer', 'withdraw'])
  }
})

test('what people write is kept without control characters', () => {
  assert.equal(keptText(' one\u0000\u0007\r\ntwo\r\tthree\u0085 '), 'one\ntwo\n\tthree')
  assert.equal(keptText('\ud800'), '\ufffd')
})

test('nobody decides about their own request, whatever else they are', () => {
  const deciding: RequestPart[] = ['approver', 'deputy', 'administrator']
  for (const own of ['requester', 'person'] as const) {
    assert.deepEqual(turnsFor('waiting', [own, ...deciding]), ['withdraw'])
    for (const turn of ['approve', 'reject', 'more'] as const)
      assert.equal(turnProblem('waiting', [...deciding, own], turn, 'why'), 'turn-not-allowed')
  }
})

test('somebody who has nothing to do with a request can do nothing', () => {
  for (const state of REQUEST_STATES) assert.deepEqual(turnsFor(state, []), [])
  assert.equal(turnProblem('waiting', [], 'approve', ''), 'turn-not-allowed')
  assert.equal(turnProblem('waiting', [], 'withdraw', ''), 'turn-not-allowed')
})

test('a request that is decided stays as it is', () => {
  for (const state of REQUEST_STATES.filter(each => !isOpen(each))) {
    assert.deepEqual(turnsFor(state, ['approver']), [])
    assert.deepEqual(turnsFor(state, ['requester']), [])
    for (const turn of ['more', 'answer', 'approve', 'reject', 'withdraw', 'expire', 'close'] as const)
      assert.equal(turned(state, turn), undefined)
    assert.equal(turnProblem(state, ['approver'], 'approve', ''), 'request-moved-on')
  }
})

test('where access is only assigned, approvers can do everything but approve', () => {
  for (const part of ['approver', 'deputy'] as const)
    assert.deepEqual(turnsFor('waiting', [part], true), ['reject', 'more'])
  assert.deepEqual(turnsFor('waiting', ['administrator'], true), ['approve', 'reject', 'more'])
  assert.deepEqual(turnsFor('waiting', ['requester'], true), ['withdraw'])
})

test('each turn leads to one state', () => {
  assert.equal(turned('waiting', 'more'), 'more-wanted')
  assert.equal(turned('more-wanted', 'more'), undefined)
  assert.equal(turned('more-wanted', 'answer'), 'waiting')
  assert.equal(turned('waiting', 'answer'), undefined)
  for (const state of ['waiting', 'more-wanted'] as const) {
    assert.equal(turned(state, 'approve'), 'approved')
    assert.equal(turned(state, 'reject'), 'rejected')
    assert.equal(turned(state, 'withdraw'), 'withdrawn')
    assert.equal(turned(state, 'expire'), 'expired')
    assert.equal(turned(state, 'close'), 'closed')
  }
})

test('a rejection, a question and an answer need a comment, and none is too long', () => {
  assert.equal(turnProblem('waiting', ['approver'], 'reject', ''), 'comment-missing')
  assert.equal(turnProblem('waiting', ['approver'], 'more', ''), 'comment-missing')
  assert.equal(turnProblem('more-wanted', ['person'], 'answer', ''), 'comment-missing')
  assert.equal(turnProblem('waiting', ['approver'], 'approve', ''), undefined)
  assert.equal(turnProblem('waiting', ['requester'], 'withdraw', ''), undefined)
  const most = '😀'.repeat(LONGEST_COMMENT)
  assert.equal(turnProblem('waiting', ['approver'], 'approve', most), undefined)
  assert.equal(turnProblem('waiting', ['approver'], 'approve', `${most}!`), 'comment-too-long')
})

test('a justification is needed and has a limit', () => {
  assert.equal(justificationProblem(''), 'justification-missing')
  assert.equal(justificationProblem('a'.repeat(LONGEST_JUSTIFICATION)), undefined)
  assert.equal(justificationProblem('a'.repeat(LONGEST_JUSTIFICATION + 1)), 'justification-too-long')
})

test('a request expires after a month, or when the access would end', () => {
  assert.equal(expiryOf(0, null), 30 * DAY)
  assert.equal(expiryOf(0, 40 * DAY), 30 * DAY)
  assert.equal(expiryOf(0, 2 * DAY), 2 * DAY)
  const request = { state: 'waiting', expiresAt: 5 } as const
  assert.equal(stateAt(request, 4), 'waiting')
  assert.equal(stateAt(request, 5), 'expired')
  assert.equal(stateAt({ ...request, state: 'approved' }, 5), 'approved')
})
