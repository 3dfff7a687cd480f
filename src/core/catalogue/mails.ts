import { changedRow } from '../mail.ts'
import type { MacroEntries, MailEntry } from './entry.ts'
import { GOVERNANCE_MAILS, pair, usual } from './governance-mails.ts'
import { addressed, EXPIRES_AT, linkExpiry, signInLink, userName } from './mail-macros.ts'
import { REGISTRATION_MAILS } from './registration-mails.ts'

const temporaryPassword = {
  PASSWORD: { kind: 'text', meaning: 'a temporary password', sample: 'correct-horse-battery' },
} satisfies MacroEntries

const resetLink = {
  RESET_PWD_LINK: {
    kind: 'address',
    meaning: 'where a forgotten password is replaced',
    sample: 'https://id.example.com/idaas/mtfim/sps/idaas/login?runtime=true&operation=forgot_password',
  },
  DISPLAY_RESET_ENABLED: {
    kind: 'text',
    meaning: 'block if people may reset it, otherwise none',
    sample: 'block',
  },
  DISPLAY_RESET_NOT_ENABLED: {
    kind: 'text',
    meaning: 'none if people may reset it, otherwise block',
    sample: 'none',
  },
} satisfies MacroEntries

const resetStates = {
  reset: { meaning: 'people may reset their passwords' },
  helpDesk: {
    meaning: 'only the help desk may',
    values: { DISPLAY_RESET_ENABLED: 'none', DISPLAY_RESET_NOT_ENABLED: 'block' },
  },
}

const applicationPassword = {
  'APPLICATION.NAME': { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
  'USER.NAME': { kind: 'text', meaning: 'username at the application', sample: 'alex.moreau' },
  'USER.PASSWORD': { kind: 'text', meaning: 'password at the application', sample: 'correct-horse-battery' },
} satisfies MacroEntries

const attempt = {
  IP_ADDRESS: { kind: 'text', meaning: 'IP address of the attempt', sample: '203.0.113.7' },
  USER_AGENT: { kind: 'text', meaning: 'browser and device', sample: 'Firefox, Windows' },
  LOCATION: {
    kind: 'text',
    meaning: 'place of that address, if known',
    sample: word => word('EMAIL_FACT_UNKNOWN'),
  },
  ISP: {
    kind: 'text',
    meaning: 'internet provider of that address, if known',
    sample: word => word('EMAIL_FACT_UNKNOWN'),
  },
} satisfies MacroEntries

const change = {
  ...userName,
  CHANGED_AT: {
    kind: 'text',
    meaning: 'when it happened: a date and a time, in words',
    sample: (_, times) => times.moment(EXPIRES_AT),
  },
  USER_AGENT: {
    kind: 'text',
    meaning: 'browser and device, where it was not an administrator',
    sample: 'Firefox, Windows',
  },
  SHOW_DEVICE: {
    kind: 'text',
    meaning: 'table-row if the device is known, otherwise none',
    sample: 'table-row',
  },
} satisfies MacroEntries

const passwordLink = {
  PASSWORD_RECOVERY_LINK: {
    kind: 'address',
    meaning: 'where a new password is chosen',
    sample: 'https://id.example.com/reset?code=preview',
  },
  ...linkExpiry,
} satisfies MacroEntries

const LOGIN = 'notifications/user_management/login'
const PROFILE = 'notifications/user_management/profile'

/** Every mail: those that the service sends, and those of other services that use its themes. */
export const MAIL_ROWS = [
  {
    id: 'mail-one-time-code',
    meaning: 'One-time code',
    folder: 'authentication/mfa/email',
    file: 'otp_delivery_email.xml',
    macros: {
      ...addressed,
      OTP: { kind: 'text', meaning: 'the code', sample: '481516' },
      OTP_LIFETIME: { kind: 'text', meaning: 'minutes until it expires', sample: '5' },
      CORRELATION: { kind: 'text', meaning: 'what the page shows beside the field', sample: '2342' },
    },
    needs: ['OTP'],
    states: usual,
  },
  {
    id: 'mail-password-recovery',
    meaning: 'Link for a forgotten password',
    folder: 'authentication/login/cloud_directory/password/forgot_password',
    file: 'password_recovery_email.xml',
    macros: { ...passwordLink, ...addressed },
    needs: ['PASSWORD_RECOVERY_LINK'],
    states: usual,
  },
  {
    id: 'mail-password-recovered',
    meaning: 'A forgotten password was replaced',
    folder: 'authentication/login/cloud_directory/password/forgot_password',
    file: 'reset_password_complete.xml',
    macros: { ...addressed, ...change },
    states: usual,
  },
  {
    id: 'mail-password-changed',
    meaning: 'The password was changed',
    folder: 'notifications/user_management/login',
    file: 'user_password_change_not_show_email.xml',
    macros: { ...addressed, ...change },
    states: usual,
  },
  {
    id: 'mail-password-reset',
    meaning: 'An administrator reset the password',
    folder: 'notifications/user_management/login',
    file: 'user_password_reset_email.xml',
    macros: { ...addressed, ...userName, ...temporaryPassword, ...signInLink },
    needs: ['PASSWORD'],
    states: usual,
  },
  {
    id: 'mail-password-link',
    meaning: 'An administrator reset the password, with a link to choose a new one',
    folder: 'notifications/user_management/login',
    file: 'user_password_link_email.xml',
    macros: { ...addressed, ...userName, ...passwordLink },
    needs: ['PASSWORD_RECOVERY_LINK'],
    states: usual,
  },
  {
    id: 'mail-account-invited',
    meaning: 'Account created, with a link to choose a password',
    folder: 'notifications/user_management/profile',
    file: 'account_invitation_email.xml',
    macros: { ...addressed, ...userName, ...passwordLink },
    needs: ['PASSWORD_RECOVERY_LINK'],
    states: usual,
  },
  {
    id: 'mail-account-created',
    meaning: 'Account created, with a temporary password',
    folder: 'notifications/user_management/profile',
    file: 'account_created_email.xml',
    macros: { ...addressed, ...userName, ...temporaryPassword, ...signInLink },
    needs: ['PASSWORD'],
    states: usual,
  },
  {
    id: 'mail-account-registered',
    meaning: 'Account created, with a password that the person chose',
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
      ...change,
      ATTRS_TABLEROWS: {
        kind: 'markup',
        meaning: 'rows of a table: what was changed, and what it is now',
        sample: word =>
          [
            changedRow(word('REG_GIVEN_NAME'), 'Alex'),
            changedRow(word('REG_MOBILE_NUMBER'), '+33 6 12 34 56 78'),
          ].join('\n'),
      },
    },
    states: usual,
  },
  ...REGISTRATION_MAILS,
  {
    id: 'mail-password-new',
    unsent: true,
    meaning: 'An administrator chose a new password',
    folder: LOGIN,
    file: 'user_password_change_show_email.xml',
    macros: temporaryPassword,
    needs: ['PASSWORD'],
    states: usual,
  },
  {
    id: 'mail-password-expiring',
    unsent: true,
    meaning: 'The password expires soon',
    folder: LOGIN,
    file: 'user_password_expiring_email.xml',
    macros: {
      ...userName,
      ...resetLink,
      CHANGE_PWD_LINK: {
        kind: 'address',
        meaning: 'where the password is changed',
        sample: 'https://id.example.com/idaas/mtfim/sps/idaas/login?runtime=true&operation=change_password',
      },
      DAYS_BEFORE_EXPIRE: { kind: 'text', meaning: 'days that are left', sample: '7' },
    },
    states: resetStates,
  },
  {
    id: 'mail-password-expired',
    unsent: true,
    meaning: 'The password has expired',
    folder: LOGIN,
    file: 'user_password_expired_email.xml',
    macros: { ...userName, ...resetLink },
    states: resetStates,
  },
  {
    id: 'mail-password-generated',
    unsent: true,
    meaning: 'Account at an application created, with a password',
    folder: LOGIN,
    file: pair('auto_generated_password'),
    macros: applicationPassword,
    needs: ['USER.PASSWORD'],
    states: usual,
  },
  {
    id: 'mail-account-restored',
    unsent: true,
    meaning: 'An account at an application was restored, with a password',
    folder: LOGIN,
    file: pair('account_restored_auto_generated_password'),
    macros: applicationPassword,
    needs: ['USER.PASSWORD'],
    states: usual,
  },
  {
    id: 'mail-access-denied',
    unsent: true,
    meaning: 'A sign-in was blocked',
    folder: LOGIN,
    file: 'access_denied_email.html',
    macros: { ...addressed, ...attempt },
    states: usual,
  },
  {
    id: 'mail-sign-in-attempt',
    unsent: true,
    meaning: 'Right password, but the second factor failed',
    folder: LOGIN,
    file: 'mfa_sign_in_attempt_email.html',
    macros: { ...addressed, ...attempt },
    states: usual,
  },
  {
    id: 'mail-account-deleted',
    meaning: 'The account was deleted',
    folder: PROFILE,
    file: 'account_deleted_email.xml',
    macros: userName,
    states: usual,
  },
  {
    id: 'mail-admin-created',
    unsent: true,
    meaning: 'Somebody became an administrator',
    folder: 'notifications/user_management/admin',
    file: 'tenant_admin_created_email.xml',
    macros: { ...userName, ...signInLink },
    states: usual,
  },
  {
    id: 'mail-admin-deleted',
    unsent: true,
    meaning: 'Somebody is no longer an administrator',
    folder: 'notifications/user_management/admin',
    file: 'tenant_admin_deleted_email.xml',
    macros: userName,
    states: usual,
  },
  ...(
    [
      ['added', 'group_added_email.xml', 'A group was created, to whoever created it'],
      ['deleted', 'group_deleted_email.xml', 'A group was deleted'],
      ['joined', 'user_added_to_group_email.xml', 'Somebody was added to a group'],
      ['left', 'user_removed_from_group_email.xml', 'Somebody was removed from a group'],
    ] as const
  ).map(([what, file, meaning]) => ({
    id: `mail-group-${what}` as const,
    meaning,
    folder: 'notifications/user_management/group',
    file,
    macros: {
      ...userName,
      GROUPNAME: { kind: 'text', meaning: 'name of the group', sample: 'Accounting' },
    } as const,
    states: usual,
  })),
  ...GOVERNANCE_MAILS,
] as const satisfies readonly MailEntry[]

export const MAILS: readonly MailEntry[] = MAIL_ROWS
