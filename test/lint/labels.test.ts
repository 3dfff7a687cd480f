import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { examplePage } from '../../src/lint/example.ts'
import { fixedText } from '../../src/lint/lint.ts'
import { found, told } from './linting.ts'

const PAGE = 'authentication/logout/default/logout_success.html'
const labels = (locale: string) => `common/labels/${locale}/template_labels.properties`
const DEFAULT = labels('default')

describe('rules on labels', () => {
  test('name the languages that a label is missing in, once for all of them', () => {
    const files = {
      [PAGE]: examplePage('<p>$HOURS$ $SHIP$</p>'),
      [DEFAULT]: '$HOURS$=Open from eight\n$SHIP$=Queen Mary\n',
      [labels('de')]: '$LOGIN_TITLE$=Willkommen\n',
      [labels('fr')]: '$HOURS$=Ouvert dès huit heures\n',
      [labels('fr_CA')]: '$LOGIN_TITLE$=Bonjour\n',
      [labels('sv')]: '$LOGIN_TITLE$=Hej\n',
      [labels('en_GB')]: '$LOGIN_TITLE$=Hello\n',
    }
    assert.deepEqual(told(files, /^label\/missing/), [
      'label/missing-translation default/template_labels.properties:1 de sv $HOURS$ is not translated into every language of the theme. People see the default text instead.',
    ])
  })

  test('take a translation of the master for one', () => {
    const files = {
      [DEFAULT]: '$LOGIN_TITLE$=Come aboard\n$PRODUCT_NAME$=harbour and sons\n',
      [labels('de')]: '$LOGIN_BUTTON$=Hinein\n',
    }
    assert.deepEqual(told(files, /^label\//), [])
  })

  test('compare the macros of all plural forms together', () => {
    const page = 'authentication/mfa/otp_auth/default/otp_submit.html'
    const text = (language: string, one: string, other: string) => ({
      [labels(language)]: `$LEFT_NOTE.one$=${one}\n$LEFT_NOTE.other$=${other}\n`,
    })
    const files = (german: Record<string, string>) => ({
      [page]: '$LEFT_NOTE$',
      ...text('default', 'One try left', '@LEFT@ tries left'),
      ...german,
    })
    const macros = /^label\/placeholder/
    assert.deepEqual(told(files(text('de', 'Noch ein Versuch', 'Noch @LEFT@ Versuche')), macros), [])
    assert.deepEqual(told(files(text('de', 'Noch ein Versuch', 'Noch einige Versuche')), macros), [
      'label/placeholder-mismatch de/template_labels.properties:2 $LEFT_NOTE.other$ lacks @LEFT@, which the default text has.',
    ])
  })

  test('know a label that only pages of one language use', () => {
    const files = {
      [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>'),
      [PAGE.replace('/default/', '/de/')]: examplePage('<p>$IMPRINT_NOTE$</p>'),
      [labels('de')]: '$IMPRINT_NOTE$=Impressum siehe unten\n$IMPRINT_NOTES$=Nie gezeigt\n',
    }
    assert.deepEqual(told(files, /^label\/extra/), [
      'label/extra-translation de/template_labels.properties:2 The default labels do not have $IMPRINT_NOTES$. Add it there, or remove it here.',
    ])
  })

  test('take names, addresses and short words for translated', () => {
    const same = [
      '$LOGIN_TITLE$=Harbour and Sons of London',
      '$LOGIN_BUTTON$=OK',
      '$LOGIN_PASSWORD$=https://help.example/en/how-to-sign-in',
      '$LOGIN_USER_NAME$=help@harbour.example',
      '$LOGOUT_OK_TITLE$=© 2026 all rights reserved',
      '$LOGIN_WITH_FORGOT_PASSWORD$=Did you forget your password?',
    ].join('\n')
    assert.deepEqual(told({ [DEFAULT]: same, [labels('it')]: same }, /^label\/identical/), [
      'label/identical it/template_labels.properties:6 $LOGIN_WITH_FORGOT_PASSWORD$ says the same as the default text.',
    ])
    assert.deepEqual(told({ [DEFAULT]: same, [labels('en_GB')]: same }, /^label\/identical/), [])
  })

  test('see elements that a label leaves open, and those that need no end', () => {
    const file = [
      '$LOGIN_TITLE$=One<br>two <img src="x" alt=""> <p>three',
      '$LOGIN_BUTTON$=Ten < twenty, a <b>bold <i>word</b></i>',
      '$LOGIN_PASSWORD$=Password</span>',
    ].join('\n')
    assert.deepEqual(told({ [DEFAULT]: file }, /^label\/html/), [
      'label/html-invalid default/template_labels.properties:2 <i> is not closed in $LOGIN_BUTTON$.',
      'label/html-invalid default/template_labels.properties:3 </span> closes nothing in $LOGIN_PASSWORD$.',
    ])
  })

  test('see what a label does not end', () => {
    const file = [
      '$LOGIN_TITLE$=<b title="Welcome>Sign in</b>',
      '$LOGIN_BUTTON$=Sign in <!-- later: now',
      '$LOGIN_PASSWORD$=Password <a href="/help>?</a> <i class="x">!</i>',
      '$LOGIN_USER_NAME$=<!-- Name --> or address',
    ].join('\n')
    assert.deepEqual(told({ [DEFAULT]: file }, /^label\/html/), [
      'label/html-invalid default/template_labels.properties:1 A tag is not closed in $LOGIN_TITLE$.',
      'label/html-invalid default/template_labels.properties:2 A comment is not closed in $LOGIN_BUTTON$.',
      'label/html-invalid default/template_labels.properties:3 A quote is not closed in $LOGIN_PASSWORD$.',
    ])
  })

  test('tell of many unused labels in one finding', () => {
    const many = Array.from({ length: 60 }, (_, index) => `$SPARE_TEXT_${index}$=Text ${index}`).join('\n')
    assert.deepEqual(told({ [DEFAULT]: many }, /^label\/unused/), [
      'label/unused default/template_labels.properties:1 Nothing shows 60 labels of this file. The first one is $SPARE_TEXT_0$.',
    ])
  })

  test('say how a line that cannot be read should be', () => {
    assert.deepEqual(told({ [DEFAULT]: '# Note\n\nlogin.title = Welcome\n  and more\n' }, /^properties/), [
      'properties/syntax default/template_labels.properties:3 "login.title = Welcome" is not a label. Write $LOGIN_TITLE$=text.',
      'properties/syntax default/template_labels.properties:4 "and more" is not a label. Write $NAME$=text on one line, or # before a comment.',
    ])
  })

  test('tell byte order marks, UTF-16 and mixed ends of lines', () => {
    const encoded = (bytes: string | Uint8Array) => told({ [DEFAULT]: bytes }, /^properties/)
    assert.match(encoded('\uFEFF$LOGIN_TITLE$=Hello\n')[0]!, /byte order mark/)
    assert.match(encoded(Buffer.from('\uFEFF$LOGIN_TITLE$=Hello\n', 'utf16le'))[0]!, /UTF-16/)
    assert.match(encoded('$LOGIN_TITLE$=Hello\r\n$LOGIN_BUTTON$=Go\n')[0]!, /carriage return/)
    assert.deepEqual(encoded('$LOGIN_TITLE$=Hello\r\n$LOGIN_BUTTON$=Go\r\n'), [])
  })

  test('tell escapes that are shown as they are written, and write the characters', () => {
    const escaped = [
      '$LOGIN_TITLE$=Gr\\u00fc\\u00DFe, $5 \\ud83d\\udd11',
      '# Gr\\u00fc\u00dfe',
      '$LOGIN_BUTTON$=C:\\users a\\u00e',
      '$LOGIN_USER_NAME$=\\u003cb> \\u00e9',
      '$LOGIN_PASSWORD$=\\ud83d',
      '',
    ].join('\n')
    const label = 'people see as it is written'
    assert.deepEqual(told({ [DEFAULT]: escaped }, /^properties/), [
      `properties/encoding default/template_labels.properties:1 $LOGIN_TITLE$ has \\u00fc\\u00DF, which ${label}. Write "üß".`,
      `properties/encoding default/template_labels.properties:1 $LOGIN_TITLE$ has \\ud83d\\udd11, which ${label}. Write "🔑".`,
      `properties/encoding default/template_labels.properties:4 $LOGIN_USER_NAME$ has \\u003c, which ${label}. Write the character itself.`,
      `properties/encoding default/template_labels.properties:4 $LOGIN_USER_NAME$ has \\u00e9, which ${label}. Write "é".`,
      `properties/encoding default/template_labels.properties:5 $LOGIN_PASSWORD$ has \\ud83d, which ${label}. Write the character itself.`,
    ])
    const fixes = found({ [DEFAULT]: escaped }).flatMap(({ rule, fix }) =>
      rule === 'properties/encoding' && fix !== undefined && fix.edits !== 'remove' ? [fix.edits] : [],
    )
    const fixed = fixedText(escaped, fixes).text.split('\n')
    assert.equal(fixed[0], '$LOGIN_TITLE$=Grüße, $5 🔑')
    assert.equal(fixed[3], '$LOGIN_USER_NAME$=\\u003cb> é')
  })

  test('take an escape in a label of a script for what it is there', () => {
    const text = { [DEFAULT]: '$OWN_NOTE$=Gr\\u00fc\u00dfe\n' }
    const scripts = [
      '<script>show("$OWN_NOTE$")</script>',
      `<button type="button" onclick="show('$OWN_NOTE$')">`,
    ]
    for (const script of scripts)
      assert.deepEqual(told({ ...text, [PAGE]: examplePage(script) }, /^properties/), [], script)
    const shown = told({ ...text, [PAGE]: examplePage('<p title="$OWN_NOTE$">x</p>') }, /^properties/)
    assert.equal(shown.length, 1)
  })
})
