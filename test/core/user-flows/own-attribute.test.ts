import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeMistakes } from '../../../src/core/user-flows/own-attribute.ts'

test('an attribute cannot have the name of a field that every form has', () => {
  for (const name of ['password', 'code', 'operation', 'form_verifier', 'step'])
    assert.deepEqual(attributeMistakes({ name, kind: 'text', label: 'Mine' }), [
      { path: '/name', reason: `The name "${name}" is reserved. Choose another one.` },
    ])
  assert.deepEqual(attributeMistakes({ name: 'steps', kind: 'text', label: 'Mine' }), [])
})
