import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Linter } from '../../src/lint/lint.ts'
import { folder, master } from './linting.ts'

// Packages made like those for IBM Security Verify, with the mistakes that such packages have. Each finding here is a
// mistake; what these packages do on purpose, such as forms without an action, is not among them.
const RULES = /^(?:package|macro|include|label|properties|text|asset|css|lint)\//

const findings = (name: string) =>
  new Linter(folder(`test/fixtures/${name}/templates`), master)
    .findings()
    .filter(({ rule }) => RULES.test(rule))
    .map(({ rule, file, start }) => `${rule} ${file.split('/').slice(-2).join('/')}:${start.line}`)

test('finds the mistakes of a package with pages, labels and a mail', () => {
  assert.deepEqual(findings('field-package'), [
    'macro/not-available-here default/combined_login_selection.html:32',
    'label/unknown default/combined_login_selection.html:78',
    'macro/unknown default/combined_login_selection.html:78',
    'properties/encoding default/template_labels.properties:1',
    'properties/syntax default/template_labels.properties:10',
    'package/unknown-file default/combined_login_selection_BACKUP.html:1',
    'label/missing-translation default/template_labels.properties:3',
    'label/missing-translation default/template_labels.properties:4',
    'label/missing-translation default/template_labels.properties:6',
    'label/missing-translation default/template_labels.properties:7',
    'asset/dimensions default/otp_delivery_email.xml:8',
    'asset/unused default/logo2.svg:1',
  ])
})

test('finds the mistake of a package whose pages leave much to the scripts of the service', () => {
  assert.deepEqual(findings('field-scripts-package'), ['macro/required default/forgot_password.html:1'])
})
