import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALL_ATTRIBUTES } from '../../../src/core/attributes.ts'
import type { Field, Step } from '../../../src/core/forms/form.ts'
import { REGISTRATION } from '../../../src/core/forms/registration.ts'
import { labelsOf } from '../../../src/core/labels.ts'
import { attributeBook } from '../../../src/core/user-flows/attribute-book.ts'
import { DEFAULT_FLOWS } from '../../../src/core/user-flows/defaults.ts'
import { formStep } from '../../../src/core/user-flows/form-step.ts'

const STEPS: readonly Step[] = [
  ...Object.values(REGISTRATION),
  ...Object.values(DEFAULT_FLOWS).flatMap(flow =>
    flow.steps.map(step => formStep(flow, step, attributeBook([])).step),
  ),
]

const labels = labelsOf(readFileSync('master/templates/common/default/template_labels.properties', 'utf8'))

test('every label of attributes and forms is one of the master', () => {
  const used = [
    ...ALL_ATTRIBUTES.flatMap(attribute => [
      attribute.label,
      'problem' in attribute ? attribute.problem : undefined,
    ]),
    ...STEPS.flatMap(({ title, text, wrong, fields, button, otherButton, link, after }) => [
      title,
      text,
      wrong,
      ...fields.flatMap(({ label, hint }: Field) => [label, hint]),
      button?.label,
      otherButton?.label,
      link?.label,
      after?.label,
    ]),
  ].filter(label => label !== undefined)
  assert.deepEqual(
    used.filter(label => !labels.has(label)),
    [],
  )
})

test('no two attributes share a key, a claim, an event or an option', () => {
  for (const of of [
    ALL_ATTRIBUTES.map(({ key }) => key),
    ALL_ATTRIBUTES.map(({ option }) => option.flags),
    ALL_ATTRIBUTES.flatMap(({ claim }) => claim?.name ?? []),
    ALL_ATTRIBUTES.flatMap(({ event }) => event ?? []),
  ])
    assert.deepEqual(of, [...new Set(of)])
})

test('no step asks for anything twice', () => {
  for (const { fields } of STEPS) {
    const names = fields.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
  }
})
