import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exampleMail, examplePage, MAIL, PAGE } from '../../src/lint/example.ts'
import { told } from './linting.ts'

describe('rules on macros', () => {
  test('leave words between mail addresses alone', () => {
    const page = examplePage('<p>one@harbour@two, help@harbour.example</p>')
    assert.deepEqual(told({ [PAGE]: page }, /^macro/), [])
  })

  test('see half a macro and a repeat without its end, but no mail address or handle', () => {
    const page = examplePage(
      '<p>@THEME_ID, THEME_ID@ and, me@ERROR_MESSAGE, @ACME</p>\n[RPT rows]<p>one</p>\n[ERPT row]',
    )
    assert.deepEqual(told({ [PAGE]: page }, /^macro\/unbalanced/), [
      'macro/unbalanced default/logout_success.html:9 "@THEME_ID" is half a macro. Write @THEME_ID@.',
      'macro/unbalanced default/logout_success.html:9 "THEME_ID@" is half a macro. Write @THEME_ID@.',
      'macro/unbalanced default/logout_success.html:10 [RPT rows] has no [ERPT rows], and people see it as it is written.',
      'macro/unbalanced default/logout_success.html:11 [ERPT row] has no [RPT row], and people see it as it is written.',
    ])
  })

  test('see repeats that begin and end at different kinds of places, or are in a handler', () => {
    const page = examplePage(
      '[RPT rows]<p title="[ERPT rows]">one</p>\n<p onclick="[RPT rows]go()[ERPT rows]">two</p>\n[RPT rows]<p>three</p>[ERPT rows]',
    )
    const why =
      '[RPT rows] and [ERPT rows] are at different kinds of places, or in a style or a handler. Values are left out or reduced to letters. Put both between elements.'
    assert.deepEqual(told({ [PAGE]: page }, /^macro\/unbalanced/), [
      `macro/unbalanced default/logout_success.html:9 ${why}`,
      `macro/unbalanced default/logout_success.html:10 ${why}`,
    ])
  })

  test('allow what the catalogue gives, other names of it and rows of repeats', () => {
    const login = 'authentication/login/error/default/login_error.html'
    const page = examplePage('<p>@ERROR_MESSAGE@ @LOGIN_ERROR_MESSAGE@ @RETURN_HOME_LINK@</p>')
    assert.deepEqual(told({ [login]: page }, /^macro/), [])
  })

  test('see macros of pages in the subject of a mail', () => {
    const mail = exampleMail('<p>@OTP@</p>', '@ID_SOURCES@')
    assert.deepEqual(told({ [MAIL]: mail }, /^macro/), [
      'macro/not-available-here default/otp_delivery_email.xml:5 @ID_SOURCES@ has no value on this mail: nothing is shown in its place.',
    ])
  })

  test('see names that nobody knows in the subject of a mail, in its file or in one of its own', () => {
    const mail = exampleMail('<p>@OTP@</p>', '$EMAIL_SUBJET_OTP$ @OTPP@')
    const subject = 'notifications/campaign/default/campaign_change_status_email_subject.txt'
    const files = { [MAIL]: mail, [subject]: '$PRODUCT_NAME$: @CERTIFICATION.NAMES@\n' }
    assert.deepEqual(told(files, /^(?:macro|label)/), [
      'label/unknown default/otp_delivery_email.xml:5 No label file defines $EMAIL_SUBJET_OTP$, and people see it as it is written. Did you mean $EMAIL_SUBJECT_OTP$?',
      'macro/unknown default/otp_delivery_email.xml:5 @OTPP@ is not a macro of this mail; did you mean @OTP@?',
      'macro/unknown default/campaign_change_status_email_subject.txt:1 @CERTIFICATION.NAMES@ is not a macro of this mail; did you mean @CERTIFICATION.NAME@?',
    ])
  })

  test('know attributes that a tenant has added, in mails only', () => {
    const mail = exampleMail('<p>@OTP@ @ATTRIBUTE.PLAN@</p>', '@ATTRIBUTE.PLAN@')
    assert.deepEqual(told({ [MAIL]: mail }, /^macro/), [])
    assert.deepEqual(told({ [PAGE]: examplePage('<p>@ATTRIBUTE.PLAN@</p>') }, /^macro/), [
      'macro/not-available-here default/logout_success.html:9 @ATTRIBUTE.PLAN@ has no value on this page: nothing is shown in its place.',
    ])
  })

  test('let scripts have macros in strings', () => {
    const page = examplePage('<script>const direction = "@DIR@"; const id = @THEME_ID@</script>')
    assert.deepEqual(told({ [PAGE]: page }, /^macro/), [])
  })

  test('tell a suppression without a reason, of an unknown rule, and of nothing', () => {
    const page = examplePage(
      [
        '<!-- tabard-lint-disable macro/unknown -->',
        '<p>@MADE_UP_NAME@</p>',
        '<!-- tabard-lint-disable macro/unkown: typo -->',
        '<p>one</p>',
        '<!-- tabard-lint-disable macro/unknown: none here -->',
        '<p>two</p>',
        '<!-- tabard-lint-disable macro/unknown: replaced by our proxy -->',
        '<p>@MADE_UP_NAME@</p>',
      ].join('\n'),
    )
    assert.deepEqual(
      told({ [PAGE]: page }, /^(?:macro|lint)/).map(line => line.replace(/^(\S+) \S+:(\d+) .*$/, '$1 $2')),
      ['macro/unknown 10', 'lint/suppression 9', 'lint/suppression 11', 'lint/suppression 13'],
    )
  })

  test('tell what only settings can accept, whatever a comment says', () => {
    const page = (rule: string, line: string) =>
      examplePage(`<!-- tabard-lint-disable ${rule}: trust us -->\n${line}`)
    const script = page('remote/script', '<script src="https://cdn.example/a.js" defer></script>')
    assert.deepEqual(told({ [PAGE]: script }, /^(?:remote|lint)/), [
      'remote/script default/logout_success.html:10 A script of https://cdn.example sees what people type here. Copy it into the theme, or allow its origin.',
      'lint/suppression default/logout_success.html:9 A comment cannot suppress remote/script. Fix the mistake, or change the settings of the linter.',
    ])
    const form = page(
      'form/external-action',
      '<form method="post" action="https://collect.example/"><input name="password" type="password" aria-label="x"></form>',
    )
    assert.deepEqual(
      told({ [PAGE]: form }, /^form\/external/).map(line => line.split(' ')[0]),
      ['form/external-action'],
    )
  })
})
