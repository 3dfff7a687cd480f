import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { isError, readFlow } from '../../../src/core/user-flows/mistakes.ts'
import { walked } from '../../../src/core/user-flows/walk.ts'
import { withoutPassword } from '../../../src/core/user-flows/without-password.ts'
import fc from '../../support/properties.ts'
import { anyAnswers, anyFlow, BOOK } from './flows.ts'

const EMAIL = { attribute: 'email', required: true }
const SECRET = { attribute: 'password', required: true }
const flow = (...steps: FlowDocument['steps'][number][]): FlowDocument => ({
  kind: 'registration',
  steps,
  end: { outcome: 'page' },
})
const ids = (document: FlowDocument, answers = {}) => walked(document, answers).steps.map(({ id }) => id)

describe('a registration without a password', () => {
  test('asks for everything else', () => {
    const [step] = withoutPassword(REGISTRATION_FLOW).steps
    assert.deepEqual(
      step!.fields,
      REGISTRATION_FLOW.steps[0]!.fields.filter(({ attribute }) => attribute !== 'password'),
    )
  })

  test('leaves out a step that asks for nothing else, and goes on where it led', () => {
    const paid = { field: 'plan', is: 'paid' }
    const document = flow(
      {
        id: 'you',
        title: 'You',
        fields: [EMAIL, { attribute: 'plan' }, { attribute: 'age' }],
        next: [{ when: { field: 'age', atLeast: 18 }, to: 'secret' }, { to: 'parent' }],
      },
      { id: 'parent', title: 'Parent', fields: [{ attribute: 'given_name' }] },
      { id: 'secret', title: 'Secret', fields: [SECRET], next: [{ when: paid, to: 'bill' }, { to: 'end' }] },
      { id: 'bill', title: 'Bill', fields: [{ attribute: 'company' }] },
    )
    const left = withoutPassword(document)
    for (const answers of [{}, { plan: 'paid' }, { plan: 'paid', age: 20 }, { age: 20 }])
      assert.deepEqual(
        ids(left, answers),
        ids(document, answers).filter(id => id !== 'secret'),
      )
    assert.ok(left.steps.every(({ fields }) => fields.length > 0))
  })

  test('begins behind a first step that asks for nothing else', () => {
    const email = { id: 'you', title: 'You', fields: [EMAIL] }
    const secret = { id: 'secret', title: 'Secret', fields: [SECRET] }
    const other = { id: 'other', title: 'Other', fields: [{ attribute: 'age' }] }
    assert.deepEqual(ids(withoutPassword(flow(secret, email))), ['you'])
    const leaping = { ...secret, next: [{ to: 'you' }] }
    assert.deepEqual(ids(withoutPassword(flow(leaping, other, email))), ['you'])
    assert.deepEqual(ids(withoutPassword(flow(email, secret))), ['you'])
  })

  test('of any valid document takes the same way for any answers', () => {
    fc.assert(
      fc.property(anyFlow, anyAnswers, (value, answers) => {
        const { document, mistakes } = readFlow(value, BOOK)
        if (document === undefined || mistakes.some(isError)) return
        const left = withoutPassword(document)
        const kept = new Set(left.steps.map(({ id }) => id))
        assert.deepEqual(
          ids(left, answers),
          ids(document, answers).filter(id => kept.has(id)),
        )
        assert.deepEqual(walked(left, answers).answers, walked(document, answers).answers)
        assert.ok(left.steps.every(({ fields }) => fields.every(one => one.attribute !== 'password')))
      }),
    )
  })
})
