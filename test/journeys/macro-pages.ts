type Expected = Readonly<Record<string, RegExp>>

const LOGIN = 'authentication/login'
const PASSWORDS = `${LOGIN}/cloud_directory/password`
export const CHOICE = `${LOGIN}/identity_source/identity_source_selection/default/combined_login_selection.html`
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
export const TABLE: Readonly<Record<string, Expected>> = {
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
  [CHOICE]: {
    ID_SOURCES: /^\[\{"type":"CLOUDDIRECTORY","loginUrl":"\/idaas/,
    LOGIN_HINT: /^nobody$/,
    ACTION: FLOW,
    ERROR_MESSAGE: /^The username or the password is incorrect\.$/,
    THEME_ID: /^[\w-]{36}$/,
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
  'authentication/oidc/consent/default/user_consent.html': {
    OAUTH_AUTHORIZE_URI: /^\/v1\.0\/endpoint\/default\/|^\/idaas/,
    CONSENT_FORM_VERIFIER: /^[\w.-]{10,}$/,
    JSON_DATA: /^\{\}$/,
    OAUTH_CLIENT_NAME: /^Travel$/,
    PREFERNAME: /@example\.com$/,
    OAUTH_TOKEN_SCOPE_REPEAT: /^(?:profile|email)$/,
    OAUTH_TOKEN_SCOPE_DESC_REPEAT: /^See your (?:name|email address)/,
    OAUTH_TOKEN_SCOPE_PNAME_REPEAT: /^dscope[12]$/,
    OAUTH_TOKEN_SCOPE_PSTATE_REPEAT: /^dscope_state[12]$/,
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

export const MAILS: Readonly<Record<string, Expected>> = {
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
  [`${PASSWORDS}/forgot_password/default/reset_password_complete.xml`]: {
    TENANT: /^127\.0\.0\.1:\d+$/,
    THEME_ID,
  },
}

const FIELDS: Readonly<Record<string, string>> = {
  cloud_directory_login: 'operation=verify username password',
  combined_login_selection: 'operation=verify username password',
  forgot_password: 'operation=verify username',
  first_login_change_password: 'operation=verify username oldpassword newpassword confirmpassword',
  on_demand_change_password: 'operation=verify username oldpassword newpassword confirmpassword',
  combined_mfa_selection: 'operation=generate',
  otp_submit: 'operation=verify otp.user.otp',
  time_based_otp_submit: 'operation=verify otp.user.otp',
}

/** The repeats of macros whose names begin so. */
const ROWS = [
  ['POLICYMESSAGE', 'PolicyDetails'],
  ['OTP_METHOD', 'otpMethods'],
  ['OAUTH_TOKEN_SCOPE', 'oauthTokenScopeNewApprovalRepeatable'],
] as const

const METHODS =
  '[RPT otpMethods]<input type="radio" name="otp.user.otp-method.id" value="@OTP_METHOD_ID@">@OTP_METHOD_LABEL@[ERPT otpMethods]'
const RESTART =
  '</form><form method="post" action="@ACTION@"><input type="hidden" name="operation" value="restart">'
const CONSENT = `<form method="post" action="@OAUTH_AUTHORIZE_URI@">
<input type="hidden" name="consent_form_verifier" value="@CONSENT_FORM_VERIFIER@">
[RPT oauthTokenScopeNewApprovalRepeatable]<input type="checkbox" name="@OAUTH_TOKEN_SCOPE_PNAME_REPEAT@" value="@OAUTH_TOKEN_SCOPE_REPEAT@">@OAUTH_TOKEN_SCOPE_DESC_REPEAT@[ERPT oauthTokenScopeNewApprovalRepeatable]
[RPT oauthTokenScopePreapprovedRepeatable]@OAUTH_TOKEN_SCOPE_DESC_REPEAT@[ERPT oauthTokenScopePreapprovedRepeatable]
<button name="trust_level" value="Permit">Yes</button><button name="trust_level" value="Deny">No</button></form>`
/** What stands in a form behind its fields. */
const CHOICES: Readonly<Record<string, string>> = {
  combined_mfa_selection: METHODS,
  otp_submit: `<button>Go</button>${RESTART}`,
  time_based_otp_submit: `<button>Go</button>${RESTART}`,
}

/** A page that tells its macros, with the form that it needs. */
export function page(path: string): string {
  const name = path.split('/').at(-1)!.replace('.html', '')
  const told = Object.keys(TABLE[path]!).map(macro => {
    const [, row] = ROWS.find(([prefix]) => macro.startsWith(prefix)) ?? []
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
${name === 'registration' ? '@REGISTRATION_FORM@' : ''}${name === 'user_consent' ? CONSENT : ''}${form ?? ''}${told.join('\n')}
<a id="forgotten" href="@SHOW_FORGOT_PASSWORD_LINK@">?</a><p style="display: @SHOW_FORGOT_PASSWORD_LINK@">x</p>
<p id="old">@@LABEL_BUTTON_DENY@@|@LABEL_BUTTON_PERMIT@|@@LABEL_PRODUCT@@|@LABEL_FIDO2_ERROR@|@@LABEL_MINE@@|@LABEL_TITLE@</p>
<script>const other = "@SHOW_USE_ANOTHER_METHOD@", deny = '@@LABEL_APOSTROPHE@@'</script>@PAGE_FOOTER@`
}

export function mail(path: string): string {
  const told = Object.keys(MAILS[path]!).map(macro => `${macro}=@${macro}@;`)
  return `<root><Email id="default"><Subject><Value>Told ${path}</Value></Subject><Message><Value><![CDATA[<p>${told.join(' ')}</p>]]></Value></Message></Email></root>`
}
