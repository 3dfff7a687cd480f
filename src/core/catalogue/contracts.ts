import { DENIES, PERMITS } from '../flows/consent.ts'
import type { Contract, FieldNeed, FormNeed } from './contract.ts'

const VERIFY = { value: 'verify', default: true } as const

/** A form of a flow. It is posted to the URL of its page. */
const flowForm = { action: 'ACTION', postsBack: true } as const

const typed = (...names: string[]): FieldNeed => ({ names })
const code = typed('otp.user.otp', 'otp')
const formVerifier: FieldNeed = { names: ['form_verifier'], value: '@FORM_VERIFIER@' }

const codeForm: FormNeed = {
  meaning: 'the form for the code',
  ...flowForm,
  operation: VERIFY,
  fields: [code],
}

const anotherMethod: FormNeed = {
  meaning: 'the form that leads to another method',
  ...flowForm,
  operation: { value: 'restart' },
  fields: [],
  when: ['SHOW_USE_ANOTHER_METHOD', 'block'],
}

const signOutForm: FormNeed = {
  meaning: 'the form that signs out',
  action: 'ACTION',
  fields: [
    { names: ['xsrf'], value: '@XSRF@' },
    { names: ['logout'], value: 'yes' },
  ],
}

const signIn: Contract = {
  forms: [
    {
      meaning: 'the form for signing in',
      ...flowForm,
      operation: VERIFY,
      fields: [typed('username'), typed('password')],
    },
  ],
  errors: ['ERROR_MESSAGE'],
}

const factor: Contract = { forms: [codeForm, anotherMethod], errors: ['ERROR_MESSAGE'] }
const error: Contract = { errors: ['ERROR_MESSAGE'] }

const newPassword = (...fields: string[]): Contract => ({
  forms: [
    {
      meaning: 'the form for the new password',
      ...flowForm,
      unless: 'proof',
      operation: VERIFY,
      fields: fields.map(name => typed(name)),
    },
  ],
  errors: ['ERROR_MESSAGE', 'OLDPASSWORD_ERROR', 'NEWPASSWORD_ERROR', 'CONFIRMPASSWORD_ERROR'],
})

const asked = 'oauthTokenScopeNewApprovalRepeatable'
const told = ['OAUTH_TOKEN_SCOPE_DESC_REPEAT', 'OAUTH_TOKEN_SCOPE_REPEAT']

/** The contract of each page's template, by the id of the page. */
export const CONTRACTS = {
  login: signIn,
  'login-choice': {
    ...signIn,
    shows: [
      {
        meaning: 'the identity sources',
        repeat: 'idSources',
        macros: ['ID_SOURCE_NAME'],
        scripted: 'ID_SOURCES',
      },
    ],
  },
  'account-links': {
    formless: true,
    shows: [{ meaning: 'the links and their forms', macros: ['LINKS_LIST'] }],
  },
  'link-account': {
    forms: [
      {
        meaning: 'the form for the account',
        action: 'IDENTITYLINKING_FORM_ACTION_URL',
        fields: [typed('username')],
      },
    ],
    errors: ['ERROR_MESSAGE'],
  },
  'token-error': { errors: ['TOKEN_ERROR_MESSAGE'] },
  'login-error': error,
  error,
  'oidc-error': { errors: ['ERROR_DESCRIPTION'] },
  'mfa-error': error,
  'logout-confirm': { forms: [signOutForm] },
  'signed-in': { forms: [signOutForm] },
  consent: {
    forms: [
      {
        meaning: 'the form for the consent',
        action: 'OAUTH_AUTHORIZE_URI',
        fields: [
          { names: ['consent_form_verifier'], value: '@CONSENT_FORM_VERIFIER@' },
          { names: ['trust_level'], offers: { meaning: 'a button that permits', values: PERMITS } },
          {
            names: ['trust_level', 'CONSENT_DENY'],
            offers: { meaning: 'a button that refuses', values: DENIES, named: 'CONSENT_DENY' },
          },
          {
            names: ['@OAUTH_TOKEN_SCOPE_PNAME_REPEAT@', 'scope', 'scope.@OAUTH_TOKEN_SCOPE_REPEAT@'],
            value: '@OAUTH_TOKEN_SCOPE_REPEAT@',
            rows: { repeat: asked, told },
          },
        ],
      },
    ],
    shows: [
      {
        meaning: 'the scopes that were agreed to before',
        repeat: 'oauthTokenScopePreapprovedRepeatable',
        macros: told,
        // This scope only says who somebody is, and every application needs it.
        except: ['OAUTH_TOKEN_SCOPE_REPEAT', 'openid'],
      },
    ],
    boxes: { repeat: asked, checked: 'OAUTH_TOKEN_SCOPE_CHECKED' },
  },
  'account-choice': {
    forms: [
      {
        meaning: 'the form for the choice of an account',
        action: 'ACTION',
        fields: [
          formVerifier,
          { names: ['operation'], offers: { meaning: 'a button that goes on', values: /^continue$/ } },
          {
            names: ['operation'],
            offers: { meaning: 'a button for another account', values: /^other_account$/ },
          },
        ],
      },
    ],
  },
  'no-access': {
    forms: [
      {
        meaning: 'the form that leads on',
        action: 'ACTION',
        fields: [
          formVerifier,
          {
            names: ['operation'],
            offers: { meaning: 'a button that leads back to the application', values: /^back$/ },
          },
          {
            names: ['operation'],
            offers: { meaning: 'a button for another account', values: /^other_account$/ },
          },
        ],
      },
      {
        meaning: 'the form that leads to asking for access',
        action: 'ACTION',
        operation: { value: 'request' },
        fields: [formVerifier],
        when: ['SHOW_REQUEST', 'block'],
      },
    ],
  },
  apps: {
    formless: true,
    shows: [{ meaning: 'the lists of applications and requests', macros: ['APPS_LIST'] }],
  },
  'access-request': {
    formless: true,
    shows: [{ meaning: 'the request and its form', macros: ['REQUEST_FORM'] }],
  },
  'access-decision': {
    formless: true,
    shows: [{ meaning: 'the request and its form', macros: ['DECISION_FORM'] }],
  },
  'access-review': {
    formless: true,
    shows: [{ meaning: 'the people and the forms', macros: ['REVIEW_FORM'] }],
  },
  'mfa-choice': {
    forms: [
      {
        meaning: 'the form for the choice of a method',
        ...flowForm,
        operation: { value: 'generate', default: true },
        fields: [
          {
            names: ['otp.user.otp-method.id'],
            value: '@OTP_METHOD_ID@',
            rows: { repeat: 'otpMethods', told: ['OTP_METHOD_LABEL', 'OTP_METHOD_ID'] },
          },
        ],
      },
    ],
    errors: ['ERROR_MESSAGE'],
  },
  'mfa-code': factor,
  'mfa-totp': factor,
  'mfa-recovery-code': factor,
  'mfa-enrollment': {
    forms: [
      { ...codeForm, fields: [formVerifier, code] },
      {
        meaning: 'the form that removes the app',
        ...flowForm,
        operation: { value: 'remove' },
        fields: [formVerifier],
        when: ['SHOW_REMOVE', 'block'],
      },
    ],
    errors: ['ERROR_MESSAGE'],
    shows: [{ meaning: 'the key for the app', macros: ['QR_CODE', 'TOTP_SECRET'] }],
  },
  'mfa-recovery-codes': {
    forms: [{ meaning: 'the form that goes on', ...flowForm, fields: [formVerifier] }],
    shows: [{ meaning: 'the recovery codes', repeat: 'recoveryCodes', macros: ['RECOVERY_CODE'] }],
  },
  'forgot-password': {
    forms: [
      {
        meaning: 'the form for the username',
        ...flowForm,
        operation: VERIFY,
        fields: [typed('username')],
      },
    ],
    errors: ['ERROR_MESSAGE'],
  },
  'change-password-first': newPassword('newpassword', 'confirmpassword'),
  'change-password': newPassword('oldpassword', 'newpassword', 'confirmpassword'),
  registration: { shows: [{ meaning: 'the form for the registration', macros: ['REGISTRATION_FORM'] }] },
  profile: { shows: [{ meaning: 'the form with the details', macros: ['USERPROFILE_FORM'] }] },
  'user-form': { shows: [{ meaning: 'the form with the details', macros: ['USER_FORM'] }] },
} satisfies Record<string, Contract>
