import type { MacroEntries, MailEntry } from './catalogue.ts'

const campaign: MacroEntries = {
  'CERTIFICATION.NAME': { kind: 'text', meaning: 'name of the campaign', sample: 'Yearly review' },
  'CERTIFICATION.ID': { kind: 'text', meaning: 'id of the campaign', sample: 'c-2026-11' },
  'CERTIFICATION.TYPE': { kind: 'text', meaning: 'type of the campaign', sample: 'Application access' },
  'CERTIFICATION.STARTDATE': { kind: 'text', meaning: 'when it begins', sample: '15 November 2026' },
  'CERTIFICATION.ENDDATE': { kind: 'text', meaning: 'when it ends', sample: '30 November 2026' },
  'CERTIFICATION.ITEMSTOREVIEW': { kind: 'text', meaning: 'how many items wait', sample: '12' },
  'CERTIFICATION.OVERDUEACTION': {
    kind: 'text',
    meaning: 'what happens to items that are not reviewed',
    sample: 'Access is removed',
  },
  'CERTIFICATION.PRODUCTNAME': { kind: 'text', meaning: 'name of the service', sample: 'Tabard' },
  'USC.HYPERLINK': { kind: 'address', meaning: 'where to review', sample: 'https://id.example.com/usc' },
}

const request: MacroEntries = {
  'APPLICATION.NAME': { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
  'JUSTIFICATION.TEXT': {
    kind: 'text',
    meaning: 'why it is asked for',
    sample: 'I plan the trips of our team.',
  },
  'REQUEST.ID': { kind: 'text', meaning: 'id of the request', sample: 'r-4711' },
  'REQUESTOR.EMAIL': { kind: 'text', meaning: 'who asks, by address', sample: 'alex@example.com' },
  'REQUESTOR.FULLNAME': { kind: 'text', meaning: 'who asks, by name', sample: 'Alex Moreau' },
}

const addressed: MacroEntries = {
  USER_FRIENDLY_NAME: { kind: 'text', meaning: 'how the person is addressed', sample: 'Alex' },
}

const userName: MacroEntries = {
  USERNAME: { kind: 'text', meaning: 'the user name', sample: 'alex@example.com' },
}

const temporaryPassword: MacroEntries = {
  PASSWORD: { kind: 'text', meaning: 'a password for the first sign-in', sample: 'correct-horse-battery' },
}

const signInLink: MacroEntries = {
  LOGIN_PAGE_LINK: {
    kind: 'address',
    meaning: 'where to sign in',
    sample: 'https://id.example.com/idaas/mtfim/sps/idaas/login?runtime=true',
  },
}

const usual = { usual: { meaning: 'as it comes' } }

/** Every mail that the service sends. */
export const MAILS: readonly MailEntry[] = [
  {
    id: 'mail-one-time-code',
    meaning: 'One-time code',
    folder: 'authentication/mfa/email',
    file: 'otp_delivery_email.xml',
    macros: {
      OTP: { kind: 'text', meaning: 'the code', sample: '481516' },
      OTP_LIFETIME: { kind: 'text', meaning: 'minutes for which it holds', sample: '5' },
      CORRELATION: { kind: 'text', meaning: 'what the page shows beside the field', sample: '2342' },
    },
    states: usual,
  },
  {
    id: 'mail-password-recovery',
    meaning: 'Link for a forgotten password',
    folder: 'authentication/login/cloud_directory/password/forgot_password',
    file: 'password_recovery_email.xml',
    macros: {
      PASSWORD_RECOVERY_LINK: {
        kind: 'address',
        meaning: 'where a new password is chosen',
        sample: 'https://id.example.com/reset?code=preview',
      },
      EXPIRY: { kind: 'text', meaning: 'until when the link holds', sample: '15 November 2026, 09:30' },
      ...addressed,
    },
    states: usual,
  },
  {
    id: 'mail-password-recovered',
    meaning: 'A forgotten password was replaced',
    folder: 'authentication/login/cloud_directory/password/forgot_password',
    file: 'reset_password_complete.xml',
    macros: addressed,
    states: usual,
  },
  {
    id: 'mail-password-changed',
    meaning: 'The password was changed',
    folder: 'notifications/user_management/login',
    file: 'user_password_change_not_show_email.xml',
    macros: addressed,
    states: usual,
  },
  {
    id: 'mail-password-reset',
    meaning: 'An administrator reset the password',
    folder: 'notifications/user_management/login',
    file: 'user_password_reset_email.xml',
    macros: { ...addressed, ...userName, ...temporaryPassword, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-account-created',
    meaning: 'An account was made, with a first password',
    folder: 'notifications/user_management/profile',
    file: 'account_created_email.xml',
    macros: { ...addressed, ...userName, ...temporaryPassword, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-account-registered',
    meaning: 'An account was made, with a password that the person chose',
    folder: 'notifications/user_management/profile',
    file: 'account_created_email_with_no_password.xml',
    macros: { ...addressed, ...userName, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-profile-modified',
    meaning: 'The profile was changed',
    folder: 'notifications/user_management/profile',
    file: 'user_profile_modified_email.xml',
    macros: {
      ...addressed,
      ...userName,
      ATTRS_TABLEROWS: {
        kind: 'markup',
        meaning: 'rows of a table: what was changed, and what it is now',
        sample: word =>
          `<tr><td>${word('REG_GIVEN_NAME')}</td><td><bdi>Alex</bdi></td></tr>\n<tr><td>${word('REG_MOBILE_NUMBER')}</td><td><bdi>+33 6 12 34 56 78</bdi></td></tr>`,
      },
    },
    states: usual,
  },
  {
    id: 'mail-verify-email',
    meaning: 'Code and link that verify an address in a registration',
    folder: 'notifications/user_management/registration',
    file: { subject: 'verify_email_subject.txt', body: 'verify_email_body.html' },
    macros: {
      ...addressed,
      OTP: { kind: 'text', meaning: 'the code', sample: '481516' },
      OTP_LIFETIME: { kind: 'text', meaning: 'minutes for which code and link hold', sample: '30' },
      VERIFY_LINK: {
        kind: 'address',
        meaning: 'the link that does the same',
        sample: 'https://id.example.com/flows/?reference=registration&verify=preview',
      },
    },
    states: usual,
  },
  {
    id: 'mail-already-registered',
    meaning: 'Somebody registers an address that has an account',
    folder: 'notifications/user_management/registration',
    file: { subject: 'already_registered_subject.txt', body: 'already_registered_body.html' },
    macros: { ...addressed, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-campaign-reviewers',
    meaning: 'A certification campaign begins, to its reviewers',
    folder: 'notifications/campaign',
    file: {
      subject: 'new_campaign_to_reviewers_email_subject.txt',
      body: 'new_campaign_to_reviewers_email_body.html',
    },
    macros: campaign,
    states: usual,
  },
  {
    id: 'mail-access-request',
    meaning: 'Access to an application is asked for, to the approver',
    folder: 'notifications/access_application_request',
    file: {
      subject: 'approver_new_application_email_subject.txt',
      body: 'approver_new_application_email_body.html',
    },
    macros: request,
    states: usual,
  },
]
