import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begun, type Design, designed, type Move } from '../../console/src/flows/design.ts'
import { type Edit, edited } from '../../console/src/flows/edits.ts'
import { languagesIn, typedIn, withTyped } from '../../console/src/flows/texts.ts'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import type { FlowDocument, Text } from '../../src/core/user-flows/document.ts'
import fc from '../support/properties.ts'

const FLOW: FlowDocument = {
  kind: 'registration',
  steps: [
    {
      id: 'you',
      title: 'Join us',
      fields: [{ attribute: 'email', required: true }, { attribute: 'plan' }],
      next: [{ when: { field: 'plan', is: 'paid' }, to: 'company' }, { to: 'end' }],
    },
    { id: 'company', title: 'Your company', fields: [{ attribute: 'company' }] },
  ],
  end: { outcome: 'page' },
}
const steps = (...edits: readonly Edit[]) =>
  edits
    .reduce(edited, FLOW)
    .steps.map(({ id, fields }) => `${id}: ${fields.map(({ attribute }) => attribute).join(' ')}`)

test('steps are added, moved and removed', () => {
  assert.deepEqual(steps({ what: 'add step', at: 1 }), ['you: email plan', 'step-3: ', 'company: company'])
  assert.deepEqual(steps({ what: 'move step', from: 0, to: 1 }), ['company: company', 'you: email plan'])
  assert.deepEqual(steps({ what: 'remove step', at: 0 }), ['company: company'])
})

test('rules follow a step that gets another name, and go with one that is removed', () => {
  const named = edited(FLOW, { what: 'name step', at: 1, id: 'firm' })
  assert.deepEqual(
    named.steps[0]!.next!.map(({ to }) => to),
    ['firm', 'end'],
  )
  const removed = edited(FLOW, { what: 'remove step', at: 1 })
  assert.deepEqual(removed.steps[0]!.next, [{ to: 'end' }])
  const alone = edited(FLOW, { what: 'step', at: 0, change: { next: [{ to: 'company' }] } })
  assert.equal('next' in edited(alone, { what: 'remove step', at: 1 }).steps[0]!, false)
})

test('fields are moved within their step and to another', () => {
  const [you, company] = [0, 1]
  assert.deepEqual(
    steps({ what: 'move field', from: { step: you, field: 0 }, to: { step: you, field: 1 } }),
    ['you: plan email', 'company: company'],
  )
  assert.deepEqual(
    steps({ what: 'move field', from: { step: you, field: 1 }, to: { step: company, field: 0 } }),
    ['you: email', 'company: plan company'],
  )
})

test('what is emptied is absent, and so is a rule without parts', () => {
  const at = { step: 0, field: 0 }
  const ruled = edited(FLOW, { what: 'rule', at, change: { domains: ['example.com'] } })
  assert.deepEqual(ruled.steps[0]!.fields[0]!.rule, { domains: ['example.com'] })
  assert.deepEqual(edited(ruled, { what: 'rule', at, change: { domains: undefined } }), FLOW)
  assert.deepEqual(edited(FLOW, { what: 'field', at, change: { required: undefined } }).steps[0]!.fields[0], {
    attribute: 'email',
  })
})

test('a text keeps what other languages say', () => {
  const typed = (text: Text | undefined, locale: string, what: string, several = false) =>
    withTyped(text, locale, what, several)
  assert.equal(typed(undefined, 'default', 'Join'), 'Join')
  assert.deepEqual(typed('Join', 'de', 'Mach mit'), { default: 'Join', de: 'Mach mit' })
  assert.deepEqual(typed('$REG_TITLE_START$', 'de', 'Los'), { de: 'Los', label: '$REG_TITLE_START$' })
  assert.deepEqual(typed({ de: 'Los', label: '$A$' }, 'default', 'Go'), { default: 'Go', de: 'Los' })
  assert.deepEqual(typed({ default: 'Join', de: 'Los' }, 'default', '$A$'), { de: 'Los', label: '$A$' })
  assert.equal(typed({ default: 'Join', de: 'Los' }, 'de', ''), 'Join')
  assert.equal(typed('Join', 'default', ''), undefined)
  assert.deepEqual(typed(undefined, 'default', 'Join', true), { default: 'Join' })
  assert.equal(typedIn({ de: 'Los', label: '$A$' }, 'default'), '$A$')
  assert.equal(typedIn('Join', 'de'), '')
})

test('with a further language, a text of which it has none counts as missing', () => {
  const translated = edited(FLOW, { what: 'add language' })
  assert.deepEqual(translated.steps[0]!.title, { default: 'Join us' })
  const title = withTyped(translated.steps[0]!.title, 'de', 'Mach mit', true)
  const german = edited(translated, { what: 'step', at: 0, change: { title } })
  assert.deepEqual(languagesIn(german), ['de'])
  assert.deepEqual(edited(german, { what: 'remove language', locale: 'de' }), FLOW)
  assert.deepEqual(edited(REGISTRATION_FLOW, { what: 'add language' }), REGISTRATION_FLOW, 'labels of themes')
})

test('what is typed without a pause is undone at once', () => {
  const type = (title: string, at: number): Move => ({
    do: 'edit',
    edit: { what: 'step', at: 0, change: { title } },
    at,
  })
  let design = [type('J', 0), type('Jo', 300), type('Join', 600), type('Join!', 9_000)].reduce(
    designed,
    begun(FLOW),
  )
  const title = () => design.document.steps[0]!.title
  design = designed(design, { do: 'undo' })
  assert.equal(title(), 'Join')
  design = designed(design, { do: 'undo' })
  assert.equal(title(), 'Join us')
  design = designed(designed(design, { do: 'redo' }), { do: 'redo' })
  assert.equal(title(), 'Join!')
  assert.equal(designed(design, { do: 'redo' }), design)
})

test('what is looked at is always there', () => {
  const looking = designed(begun(FLOW), { do: 'look', place: { of: 'field', step: 1, field: 0 } })
  const removed = designed(looking, {
    do: 'edit',
    edit: { what: 'remove field', at: { step: 1, field: 0 } },
    at: 0,
  })
  assert.deepEqual(removed.place, { of: 'step', step: 1 })
  assert.deepEqual(designed(removed, { do: 'undo' }).place, { of: 'field', step: 1, field: 0 })
})

test('whatever is edited, undoing all of it leads back to the beginning, and redoing to the end', () => {
  const change = fc.oneof(
    fc.record({ what: fc.constant('add step' as const), at: fc.nat(2) }),
    fc.record({ what: fc.constant('move step' as const), from: fc.nat(1), to: fc.nat(1) }),
    fc.record({ what: fc.constant('name step' as const), at: fc.nat(1), id: fc.string() }),
    fc.record({ what: fc.constant('flow' as const), change: fc.record({ invitationOnly: fc.boolean() }) }),
    fc.record({ what: fc.constant('remove field' as const), at: fc.constant({ step: 0, field: 0 }) }),
    fc.constant({ what: 'add language' } as const),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), edits => {
      const end = edits.reduce<Design>(
        (design, edit, at) => designed(design, { do: 'edit', edit, at: at * 10_000 }),
        begun(FLOW),
      )
      let design = end
      while (design.past.length > 0) design = designed(design, { do: 'undo' })
      assert.deepEqual(design.document, FLOW)
      while (design.future.length > 0) design = designed(design, { do: 'redo' })
      assert.deepEqual(design.document, end.document)
    }),
  )
})
