import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Linter, RULES } from '../../src/lint/lint.ts'
import { master } from './linting.ts'

const { bad } = RULES.find(({ id }) => id === 'label/unknown')!
const LABELS = 'common/default/template_labels.properties'

test('a label that is added later is known on pages that were checked before', () => {
  const files = Object.entries(bad).map(([path, text]) => [path, { bytes: Buffer.from(text) }] as const)
  const linter = new Linter(new Map(files), master)
  const [finding, ...more] = linter.findings()
  assert.deepEqual([finding!.rule, more], ['label/unknown', []])
  const [name] = /\$\w+\$/.exec(finding!.message)!
  linter.change(LABELS, Buffer.from(`${name}=Here\n`))
  assert.deepEqual(
    linter.findings().filter(({ rule }) => rule === 'label/unknown'),
    [],
  )
  linter.change(LABELS, undefined)
  assert.deepEqual(linter.findings(), [finding])
})
