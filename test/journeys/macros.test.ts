import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { packageForm } from '../support/service.ts'
import {
  application,
  browser,
  enrolledResident,
  linkIn,
  mailTo,
  opened,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

type Expected = Readonly<Record<string, RegExp>>

const LOGIN = 'authentication/login'
const PASSWORDS = `${LOGIN}/cloud_directory/password`
const FLOW = /^\/idaas\/mtfim\/sps\/idaas\/login\?runtime=true&flow=[\w.-]+/
const NOTHING = /^$/
const THEME_ID = /^default$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const REFERENCE = { EXCEPTION_MSG: /^[\w-]{36}$/, REQ_ADDR: /^\/[^?]+$/, TIMESTAMP: INSTANT, THEME_ID }
const PERSON = {
  NAME: /^Alex Moreau$/,
  GIVEN_NAME: /^Alex$/,
  USER_GIVEN_NAME: /^Alex$/,
  FAMILY_NAME: /^Moreau$/,
  PREFERRED_USERNAME: /@example\.com$/,
}

/**
 * The pages of packages made for IBM Security Verify that the service shows, each with the macros that such packages use
 * on it and what stands there. What is empty has no meaning here, and says so.
 */
const TABLE: Readonly<Record<string, Expected>> = {
  [`${LOGIN}/cloud_directory/user_login/default/cloud_directory_login.html`]: {
    ACTION: FLOW,
    ERROR_MESSAGE: /^The username or the password is incorrect\.$/,
    LOGIN_ERROR_MESSAGE: /^The username or the password is incorrect\.$/,
    LOGIN_HINT: /^nobody$/,
    SHOW_FORGOT_PASSWORD_LINK: /^block$/,
    SHOW_FORGOT_USERNAME_LINK: /^none$/,
    THEME_ID,
    USERNAME: /^nobody$/,
    ID_SOURCES: /^\[\{"type":"CLOUDDIRECTORY","loginUrl":"\/idaas/,
  },
  [`${PASSWORDS}/forgot_password/default/forgot_password.html`]: {
    ACTION: FLOW,
    LOGIN_HINT: /^nobody$/,
    ERROR_MESSAGE: /./,
    THEME_ID,
  },
  [`${PASSWORDS}/forgot_password/default/forgot_password_success.html`]: {
    MESSAGE: /^TABRD0901I If there is an account with this username, a link is on its way\.$/,
    RETURN_HOME_LINK: FLOW,
    LOGIN_PAGE_LINK: FLOW,
    THEME_ID,
  },
  [`${PASSWORDS}/change_password/default/first_login_change_password.html`]: {
    ACTION: FLOW,
    // The service remembers it: a page has no use for a password.
    OLDPASSWORD: NOTHING,
    POLICYMESSAGE: /./,
    USERNAME: /@example\.com$/,
    THEME_ID,
  },
  [`${PASSWORDS}/change_password/default/on_demand_change_password.html`]: {
    ACTION: FLOW,
    ERROR_MESSAGE: /./,
    ERROR_CURRENT_PASSWORD_EMPTY: /./,
    ERROR_NEW_PASSWORD_EMPTY: /./,
    ERROR_CONFIRM_PASSWORD_EMPTY: /./,
    POLICYMESSAGE: /./,
    USERNAME: /@example\.com$/,
    THEME_ID,
  },
  [`${LOGIN}/error/default/generic_login_error.html`]: { ERROR_MESSAGE: /./, ...REFERENCE },
  [`${LOGIN}/error/default/login_error.html`]: {
    ERROR_MESSAGE: /./,
    IDAAS_LOGIN_URL: /^\/idaas\/mtfim\/sps\/idaas\/login\?runtime=true/,
    ...REFERENCE,
    // There are no identity sources that could give any of them.
    PROVIDED_EMAIL: NOTHING,
    PROVIDED_FAMILY_NAME: NOTHING,
    PROVIDED_GIVEN_NAME: NOTHING,
    PROVIDED_PREFERRED_USERNAME: NOTHING,
  },
  [`${LOGIN}/error/default/token_error.html`]: {
    REDIRECT_URL: /^\/idaas\/mtfim\/sps\/idaas\/login\?runtime=true/,
    TOKEN_ERROR_MESSAGE: /./,
    THEME_ID,
  },
  'authentication/logout/default/logout_success.html': { THEME_ID, LOGIN_PAGE_LINK: /^\/idaas/ },
  'authentication/mfa/error/default/auth_request_error.html': { ERROR_MESSAGE: /./, ...REFERENCE },
  'authentication/mfa/mfa_selection/default/combined_mfa_selection.html': {
    ACTION: FLOW,
    ...PERSON,
    OTP_METHOD_ID: /^(?:email|totp|recovery)$/,
    OTP_METHOD_LABEL: /./,
    OTP_METHOD_TYPE: /^(?:email|totp|recovery)$/,
    THEME_ID,
  },
  'authentication/mfa/otp_auth/default/otp_submit.html': {
    ACTION: FLOW,
    ERROR_MESSAGE: /./,
    ...PERSON,
    OTP_DELIVERY_ATTR: /^r•••@example\.com$/,
    OTP_EXPIRY_TIME: INSTANT,
    OTP_HINT: /^\d{4}$/,
    OTP_LIFETIME: /^[1-5]$/,
    OTP_STRING: NOTHING,
    SHOW_USE_ANOTHER_METHOD: /^none$/,
    THEME_ID,
  },
  'authentication/mfa/totp/default/time_based_otp_submit.html': {
    ACTION: FLOW,
    ERROR_MESSAGE: /./,
    ...PERSON,
    OTP_LOGIN_DISABLED: NOTHING,
    SHOW_USE_ANOTHER_METHOD: /^block$/,
    THEME_ID,
  },
  'authentication/oidc/error/default/oidc_generic_error.html': { ERROR_DESCRIPTION: /./, THEME_ID },
  'user_flows/registration/default/registration.html': {
    FLOW_URL_NAME: /^registration$/,
    REGISTRATION_TITLE: /./,
    REGISTRATION_VERSION: /^1$/,
    THEME_ID,
  },
}

const MAILS: Readonly<Record<string, Expected>> = {
  'authentication/mfa/email/default/otp_delivery_email.xml': {
    CORRELATION: /^\d{4}$/,
    OTP: /^\d{6}$/,
    OTP_LIFETIME: /^5$/,
  },
  [`${PASSWORDS}/forgot_password/default/password_recovery_email.xml`]: {
    EXPIRY: /./,
    PASSWORD_RECOVERY_LINK: /^http:\/\/127\.0\.0\.1/,
    TENANT: /^127\.0\.0\.1:\d+$/,
    THEME_ID,
    USER_FRIENDLY_NAME: /./,
  },
}

const FIELDS: Readonly<Record<string, string>> = {
  cloud_directory_login: 'operation=verify username password',
  forgot_password: 'operation=verify username',
  first_login_change_password: 'operation=verify username oldpassword newpassword confirmpassword',
  on_demand_change_password: 'operation=verify username oldpassword newpassword confirmpassword',
  combined_mfa_selection: 'operation=generate',
  otp_submit: 'operation=verify otp.user.otp',
  time_based_otp_submit: 'operation=verify otp.user.otp',
}

const ROWS: Readonly<Record<string, string>> = { POLICYMESSAGE: 'PolicyDetails', OTP_METHOD: 'otpMethods' }

const METHODS =
  '[RPT otpMethods]<input type="radio" name="otp.user.otp-method.id" value="@OTP_METHOD_ID@">@OTP_METHOD_LABEL@[ERPT otpMethods]'
const RESTART =
  '</form><form method="post" action="@ACTION@"><input type="hidden" name="operation" value="restart">'
/** What stands in a form behind its fields. */
const CHOICES: Readonly<Record<string, string>> = {
  combined_mfa_selection: METHODS,
  otp_submit: `<button>Go</button>${RESTART}`,
  time_based_otp_submit: `<button>Go</button>${RESTART}`,
}

/** A page that tells its macros, with the form that it needs. */
function page(path: string): string {
  const name = path.split('/').at(-1)!.replace('.html', '')
  const told = Object.keys(TABLE[path]!).map(macro => {
    const row = ROWS[macro] ?? ROWS[macro.slice(0, 'OTP_METHOD'.length)]
    const one = `<i data-macro="${macro}">@${macro}@</i>`
    return row === undefined ? one : `[RPT ${row}]${one}[ERPT ${row}]`
  })
  const fields = FIELDS[name]?.split(' ').map(field => {
    const [key, value] = field.split('=')
    return `<input name="${key}" value="${value ?? ''}">`
  })
  const form =
    fields &&
    `<form method="post" action="@ACTION@">${fields.join('')}${CHOICES[name] ?? ''}<button>Go</button></form>`
  return `<!doctype html><title>x</title>@PAGE_HEADER@<h1>${name}</h1><p role="alert">@ERROR_MESSAGE@</p>
${name === 'registration' ? '@REGISTRATION_FORM@' : ''}${form ?? ''}${told.join('\n')}
<a id="forgotten" href="@SHOW_FORGOT_PASSWORD_LINK@">?</a><p style="display: @SHOW_FORGOT_PASSWORD_LINK@">x</p>
<p id="old">@@LABEL_BUTTON_DENY@@|@LABEL_BUTTON_PERMIT@|@@LABEL_PRODUCT@@|@LABEL_FIDO2_ERROR@|@@LABEL_MINE@@|@LABEL_TITLE@</p>
<script>const other = "@SHOW_USE_ANOTHER_METHOD@", deny = '@@LABEL_APOSTROPHE@@'</script>@PAGE_FOOTER@`
}

function mail(path: string): string {
  const told = Object.keys(MAILS[path]!).map(macro => `${macro}=@${macro}@;`)
  return `<root><Email id="default"><Subject><Value>Told ${path}</Value></Subject><Message><Value><![CDATA[<p>${told.join(' ')}</p>]]></Value></Message></Email></root>`
}

describe('macros of packages made for IBM Security Verify', () => {
  let stage: Stage
  const seen = new Set<string>()

  before(async () => {
    stage = await stageOf('SQLite')
    const labels = "$LABEL_MINE$=My own\n$LABEL_APOSTROPHE$=l'utilisateur\n$OIDC_BUTTON_PERMIT$=Agree"
    const files = {
      'common/labels/default/template_labels.properties': labels,
      ...Object.fromEntries(Object.keys(TABLE).map(path => [path, page(path)])),
      ...Object.fromEntries(Object.keys(MAILS).map(path => [path, mail(path)])),
    }
    const form = packageForm(packageOf(files))
    assert.equal((await stage.service.call('PUT', '/v1.0/branding/themes/default', form)).status, 201)
  })
  after(() => stage.stop())

  const told = (html: string) =>
    [...html.matchAll(/<i data-macro="([\w.]+)">(.*?)<\/i>/gs)].map(([, name, text]) => {
      const value = text!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      return [name!, value.replaceAll('&amp;', '&')] as const
    })
  /** That somebody sees a page of the table, with everything filled in. */
  const assertTold = ({ shown }: Person, name: string) => {
    assert.equal(/<h1>(.*?)<\/h1>/.exec(shown!.html)?.[1], name)
    const [path, expected] = Object.entries(TABLE).find(([one]) => one.endsWith(`/${name}.html`))!
    const values = told(shown!.html)
    assert.deepEqual([...new Set(values.map(([macro]) => macro))], Object.keys(expected))
    for (const [macro, value] of values) assert.match(value, expected[macro]!, `${macro} of ${name}`)
    seen.add(path)
  }
  const alex = { givenName: 'Alex', familyName: 'Moreau' }

  test('signing in, and a forgotten password by the link in an address', async () => {
    const person = await opened(stage)
    await person.submit({ username: 'nobody', password: 'wrong' })
    assertTold(person, 'cloud_directory_login')
    const { html } = person.shown!
    assert.match(html, /<p style="display: block">/)
    const [, href] = /<a id="forgotten" href="([^"]+)"/.exec(html)!
    await person.visit(href!.replaceAll('&amp;', '&'))
    await person.submit({ username: '' })
    assertTold(person, 'forgot_password')
    await person.submit({ username: (await resident(stage)).userName })
    assertTold(person, 'forgot_password_success')
    const message = new Map(told(person.shown!.html)).get('MESSAGE')!
    assert.match(message.substr(10), /^ If there is an account/)
  })

  test('labels in their old form', async () => {
    const { html } = (await opened(stage)).shown!
    const [, old] = /<p id="old">(.*)<\/p>/.exec(html)!
    assert.deepEqual(old!.split('|'), [
      'Do not allow',
      'Agree',
      'Tabard',
      'Your device could not be confirmed. Please try again.',
      'My own',
      '',
    ])
    assert.match(html, /deny = 'l\\u0027utilisateur'/)
  })

  test('passwords that have to be or can be changed', async () => {
    const first = browser(stage)
    const who = await resident(stage, alex, { temporary: true })
    await first.visit(`${SIGN_IN}?runtime=true`)
    await first.submit({ username: who.userName, password: PASSWORD })
    assertTold(first, 'first_login_change_password')
    const later = await signedIn(stage, await resident(stage, alex))
    await later.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
    await later.submit({ oldpassword: 'wrong', newpassword: 'x', confirmpassword: 'y' })
    assertTold(later, 'on_demand_change_password')
  })

  test('second factors, and the mail with a code', async () => {
    const demanding = await application(stage, { secondFactor: true })
    const begun = async (userName: string) => {
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: userName, password: PASSWORD })
      return person
    }
    const who = await resident(stage, alex)
    const person = await begun(who.userName)
    assertMail((await mailTo(stage, who.userName)).text, 'otp_delivery_email')
    await person.submit({ 'otp.user.otp': '000000x' })
    assertTold(person, 'otp_submit')
    assert.match(person.shown!.html, /const other = "false"/)
    const flow = person.shown!.forms[0]!.action
    const stranger = browser(stage)
    await stranger.visit(flow)
    assertTold(stranger, 'login_error')
    await stage.store.write(tx => tx.updateAccount(who.id, { status: 'disabled' }))
    await person.visit(person.shown!.url)
    assertTold(person, 'auth_request_error')

    const enrolled = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
    await stage.store.write(tx => tx.updateAccount(enrolled.id, alex))
    const app = await begun(enrolled.userName)
    await app.submit({ operation: 'restart' })
    assertTold(app, 'combined_mfa_selection')
    await app.submit({ 'otp.user.otp-method.id': 'totp' })
    await app.submit({ 'otp.user.otp': '000000x' })
    assertTold(app, 'time_based_otp_submit')
    assert.match(app.shown!.html, /const other = "true"/)
  })

  test('a recovery mail, and links and addresses that lead nowhere', async () => {
    const who = await resident(stage, alex)
    const forgetful = await opened(stage)
    await forgetful.visit(`${forgetful.shown!.forms[0]!.action}&operation=forgot_password`)
    await forgetful.submit({ username: who.userName })
    const { text } = await mailTo(stage, who.userName)
    assertMail(text, 'password_recovery_email')
    const person = browser(stage)
    await person.visit(
      linkIn({ text })
        .replace(/;$/, '')
        .replace(/.$/, last => (last === 'x' ? 'y' : 'x')),
    )
    assertTold(person, 'token_error')
    await person.visit('/nowhere')
    assertTold(person, 'generic_login_error')
    await person.visit(`${ISSUER_PATH}/authorize?client_id=nobody&response_type=code`)
    assertTold(person, 'oidc_generic_error')
    await person.visit('/flows/?reference=registration')
    assertTold(person, 'registration')
  })

  test('signing out', async () => {
    const person = await signedIn(stage, await resident(stage))
    await person.visit(`${SIGN_OUT}?runtime=true`)
    await person.submit({})
    assertTold(person, 'logout_success')
  })

  const assertMail = (text: string, name: string) => {
    const [path, expected] = Object.entries(MAILS).find(([one]) => one.endsWith(`/${name}.xml`))!
    for (const [macro, pattern] of Object.entries(expected)) {
      const [, value] = new RegExp(`\\b${macro}=(.*?);`, 's').exec(text) ?? []
      assert.match(value ?? '', pattern, `${macro} of ${name}: ${text}`)
    }
    seen.add(path)
  }

  test('nothing of the table was left out', () => {
    assert.deepEqual(
      [...Object.keys(TABLE), ...Object.keys(MAILS)].filter(path => !seen.has(path)),
      [],
    )
  })
})
