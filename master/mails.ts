// Writes the mails of the master: they say different things in the same frame.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Block,
  button,
  code,
  facts,
  linked,
  message,
  note,
  paragraph,
  rows,
  said,
  shownBy,
  xmlMail,
} from './mail-frame.ts'

interface Mail {
  /** Label of the subject. */
  readonly subject: string
  /** Label of the title. */
  readonly title: string
  /** Label of what an inbox shows beside the subject. */
  readonly preheader: string
  readonly body: readonly Block[]
}

const hello = said('GREETING')
const unexpected = note('EMAIL_UNEXPECTED')
const signIn = button('EMAIL_SIGN_IN_BUTTON', 'LOGIN_PAGE_LINK')
const userName = ['LOGIN_USER_NAME', 'USERNAME'] as const

/** When something was changed, and on which device. */
const change = [
  ['EMAIL_FACT_TIME', 'CHANGED_AT'],
  ['EMAIL_FACT_DEVICE', 'USER_AGENT', 'SHOW_DEVICE'],
] as const

const campaign = [
  ['EMAIL_CAMPAIGN_NAME', 'CERTIFICATION.NAME'],
  ['EMAIL_CAMPAIGN_TYPE', 'CERTIFICATION.TYPE'],
  ['EMAIL_CAMPAIGN_START', 'CERTIFICATION.STARTDATE'],
  ['EMAIL_CAMPAIGN_END', 'CERTIFICATION.ENDDATE'],
] as const
const review = [
  ...campaign,
  ['EMAIL_CAMPAIGN_ITEMS', 'CERTIFICATION.ITEMSTOREVIEW'],
  ['EMAIL_CAMPAIGN_OVERDUE', 'CERTIFICATION.OVERDUEACTION'],
] as const
const before = ['EMAIL_CAMPAIGN_BEFORE', 'CERTIFICATION.OLD_REVIEWER'] as const
const startReview = button('EMAIL_CAMPAIGN_BUTTON', 'USC.HYPERLINK')

const application = ['EMAIL_ACCESS_REQUEST_APPLICATION', 'APPLICATION.NAME'] as const
const requestor = [
  ['EMAIL_ACCESS_REQUEST_REQUESTOR', 'REQUESTOR.FULLNAME'],
  ['EMAIL_ACCESS_REQUEST_EMAIL', 'REQUESTOR.EMAIL'],
] as const
const reason = ['EMAIL_ACCESS_REQUEST_REASON', 'JUSTIFICATION.TEXT'] as const
const requestId = ['EMAIL_ACCESS_REQUEST_ID', 'REQUEST.ID'] as const
const requestee = [
  ['EMAIL_ACCESS_REQUEST_PERSON', 'REQUESTEE.FULLNAME', 'SHOW_REQUESTEE'],
  ['EMAIL_ACCESS_REQUEST_UNTIL', 'REQUEST.ENDDATE', 'SHOW_ENDDATE'],
] as const
const comment = ['EMAIL_ACCESS_COMMENT', 'JUSTIFICATION.TEXT'] as const
const openRequest = button('EMAIL_ACCESS_REQUEST_BUTTON', 'REQUEST.HYPERLINK')
const decide = [paragraph('EMAIL_ACCESS_REQUEST_ADVICE'), openRequest]
const decision = facts([application, ...requestee, comment, requestId])
const withoutComment = facts([application, ...requestee, requestId])
const questioned = told('REQUEST_QUESTIONED', decision, openRequest)
const withdrawn = told('REQUEST_WITHDRAWN', withoutComment)
const expired = told('REQUEST_EXPIRED', withoutComment)

const attempt = [
  facts([
    ['EMAIL_FACT_DEVICE', 'USER_AGENT'],
    ['EMAIL_FACT_ADDRESS', 'IP_ADDRESS'],
    ['EMAIL_FACT_LOCATION', 'LOCATION'],
    ['EMAIL_FACT_PROVIDER', 'ISP'],
  ]),
  paragraph('EMAIL_ATTEMPT_YOU'),
  paragraph('EMAIL_ATTEMPT_NOT_YOU'),
]
const applicationPassword = facts([
  application,
  ['LOGIN_USER_NAME', 'USER.NAME'],
  ['EMAIL_ACCOUNT_CREATED_PASSWORD', 'USER.PASSWORD'],
])

/** A mail whose labels are named alike: `EMAIL_SUBJECT_X`, `EMAIL_X_HEADER`, `EMAIL_X_INTRO`. */
function mail(name: string, body: readonly Block[], preheader = `EMAIL_${name}_INTRO`): Mail {
  return { subject: `EMAIL_SUBJECT_${name}`, title: `EMAIL_${name}_HEADER`, preheader, body }
}

/** A mail that begins with its introduction. */
function told(name: string, ...rest: readonly Block[]): Mail {
  return mail(name, [paragraph(`EMAIL_${name}_INTRO`), ...rest])
}

const FORGOTTEN = 'authentication/login/cloud_directory/password/forgot_password/default'
const USERS = 'notifications/user_management'
const CAMPAIGN = 'notifications/campaign/default'
const ACCESS = 'notifications/access_application_request/default'

/** Subject and message in one file. */
const WHOLE: Readonly<Record<string, Mail>> = {
  'authentication/mfa/email/default/otp_delivery_email.xml': mail(
    'OTP',
    [
      paragraph('EMAIL_OTP_INTRO'),
      code('OTP'),
      paragraph('EMAIL_OTP_LIFETIME'),
      paragraph('EMAIL_OTP_REFERENCE'),
      note('EMAIL_OTP_NOT_YOU'),
    ],
    'EMAIL_OTP_LIFETIME',
  ),
  [`${FORGOTTEN}/password_recovery_email.xml`]: mail(
    'PASSWORD_RESET',
    [
      hello,
      paragraph('EMAIL_PASSWORD_RESET_INTRO'),
      button('EMAIL_PASSWORD_RESET_BUTTON', 'PASSWORD_RECOVERY_LINK'),
      paragraph('EMAIL_PASSWORD_RESET_EXPIRY'),
      note('EMAIL_PASSWORD_RESET_NOT_YOU'),
    ],
    'EMAIL_PASSWORD_RESET_EXPIRY',
  ),
  [`${FORGOTTEN}/reset_password_complete.xml`]: mail('PASSWORD_RESET_COMPLETED', [
    hello,
    paragraph('EMAIL_PASSWORD_RESET_COMPLETED_INTRO'),
    facts([userName, ...change]),
    paragraph('EMAIL_PASSWORD_RESET_COMPLETED_NOT_YOU'),
  ]),
  [`${USERS}/login/default/user_password_change_not_show_email.xml`]: mail('PASSWORD_CHANGED', [
    hello,
    paragraph('EMAIL_PASSWORD_CHANGED_INTRO'),
    facts([userName, ...change]),
    paragraph('EMAIL_PASSWORD_CHANGED_NOT_YOU'),
  ]),
  [`${USERS}/login/default/user_password_change_show_email.xml`]: told(
    'PASSWORD_NEW',
    facts([['LOGIN_PASSWORD', 'PASSWORD']]),
    paragraph('EMAIL_PASSWORD_NEW_ADVICE'),
    unexpected,
  ),
  [`${USERS}/login/default/user_password_reset_email.xml`]: mail(
    'PASSWORD_TEMPORARY',
    [
      hello,
      paragraph('EMAIL_PASSWORD_TEMPORARY_INTRO'),
      facts([userName, ['EMAIL_ACCOUNT_CREATED_PASSWORD', 'PASSWORD']]),
      signIn,
      paragraph('EMAIL_PASSWORD_TEMPORARY_ADVICE'),
      unexpected,
    ],
    'EMAIL_PASSWORD_TEMPORARY_ADVICE',
  ),
  [`${USERS}/login/default/user_password_link_email.xml`]: {
    subject: 'EMAIL_SUBJECT_PASSWORD_RESET',
    title: 'EMAIL_PASSWORD_TEMPORARY_HEADER',
    preheader: 'EMAIL_PASSWORD_RESET_EXPIRY',
    body: [
      hello,
      paragraph('EMAIL_PASSWORD_LINK_INTRO'),
      button('EMAIL_PASSWORD_RESET_BUTTON', 'PASSWORD_RECOVERY_LINK'),
      facts([userName]),
      paragraph('EMAIL_PASSWORD_RESET_EXPIRY'),
      unexpected,
    ],
  },
  [`${USERS}/login/default/user_password_expiring_email.xml`]: told(
    'PASSWORD_EXPIRING',
    button('EMAIL_PASSWORD_EXPIRING_BUTTON', 'CHANGE_PWD_LINK'),
    shownBy('DISPLAY_RESET_ENABLED', [
      linked('EMAIL_PASSWORD_EXPIRING_RESET', 'EMAIL_PASSWORD_RESET_BUTTON', 'RESET_PWD_LINK'),
    ]),
  ),
  [`${USERS}/login/default/user_password_expired_email.xml`]: told(
    'PASSWORD_EXPIRED',
    shownBy('DISPLAY_RESET_ENABLED', [button('EMAIL_PASSWORD_RESET_BUTTON', 'RESET_PWD_LINK')]),
    shownBy('DISPLAY_RESET_NOT_ENABLED', [paragraph('EMAIL_PASSWORD_EXPIRED_HELP_DESK')]),
  ),
  [`${USERS}/login/default/access_denied_email.html`]: mail('ACCESS_DENIED', [
    hello,
    paragraph('EMAIL_ACCESS_DENIED_INTRO'),
    ...attempt,
  ]),
  [`${USERS}/login/default/mfa_sign_in_attempt_email.html`]: mail('SIGN_IN_ATTEMPT', [
    hello,
    paragraph('EMAIL_SIGN_IN_ATTEMPT_INTRO'),
    ...attempt,
  ]),
  [`${USERS}/profile/default/account_created_email.xml`]: mail(
    'ACCOUNT_CREATED',
    [
      hello,
      paragraph('EMAIL_ACCOUNT_CREATED_INTRO'),
      facts([userName, ['EMAIL_ACCOUNT_CREATED_PASSWORD', 'PASSWORD']]),
      signIn,
      paragraph('EMAIL_ACCOUNT_CREATED_ADVICE'),
      unexpected,
    ],
    'EMAIL_ACCOUNT_CREATED_ADVICE',
  ),
  [`${USERS}/profile/default/account_invitation_email.xml`]: {
    subject: 'EMAIL_SUBJECT_ACCOUNT_CREATED',
    title: 'EMAIL_ACCOUNT_CREATED_HEADER',
    preheader: 'EMAIL_PASSWORD_RESET_EXPIRY',
    body: [
      hello,
      paragraph('EMAIL_ACCOUNT_INVITED_INTRO'),
      button('EMAIL_PASSWORD_RESET_BUTTON', 'PASSWORD_RECOVERY_LINK'),
      facts([userName]),
      paragraph('EMAIL_PASSWORD_RESET_EXPIRY'),
      unexpected,
    ],
  },
  [`${USERS}/profile/default/account_created_email_with_no_password.xml`]: mail('ACCOUNT_REGISTERED', [
    hello,
    paragraph('EMAIL_ACCOUNT_REGISTERED_INTRO'),
    facts([userName]),
    signIn,
    unexpected,
  ]),
  [`${USERS}/profile/default/user_profile_modified_email.xml`]: mail('PROFILE_MODIFIED', [
    hello,
    paragraph('EMAIL_PROFILE_MODIFIED_INTRO'),
    rows('ATTRS_TABLEROWS'),
    // The text above names the account; here it would look like one more change.
    facts(change),
    note('EMAIL_PROFILE_MODIFIED_NOT_YOU'),
  ]),
  [`${USERS}/profile/default/account_deleted_email.xml`]: told('ACCOUNT_DELETED', unexpected),
  [`${USERS}/admin/default/tenant_admin_created_email.xml`]: told('ADMIN_CREATED', signIn, unexpected),
  [`${USERS}/admin/default/tenant_admin_deleted_email.xml`]: told('ADMIN_DELETED', unexpected),
  [`${USERS}/group/default/group_added_email.xml`]: told('GROUP_ADDED', unexpected),
  [`${USERS}/group/default/group_deleted_email.xml`]: told('GROUP_DELETED', unexpected),
  [`${USERS}/group/default/user_added_to_group_email.xml`]: told('GROUP_JOINED', unexpected),
  [`${USERS}/group/default/user_removed_from_group_email.xml`]: told('GROUP_LEFT', unexpected),
}

/** One file for the subject, and one for the body: paths without their endings. */
const PAIRS: Readonly<Record<string, Mail>> = {
  [`${USERS}/registration/default/verify_email`]: mail(
    'VERIFY',
    [
      hello,
      paragraph('EMAIL_VERIFY_INTRO'),
      code('OTP'),
      paragraph('EMAIL_VERIFY_LINK_INTRO'),
      button('EMAIL_VERIFY_BUTTON', 'VERIFY_LINK'),
      paragraph('EMAIL_VERIFY_LIFETIME'),
      note('EMAIL_VERIFY_NOT_YOU'),
    ],
    'EMAIL_VERIFY_LIFETIME',
  ),
  [`${USERS}/registration/default/already_registered`]: mail('ALREADY_REGISTERED', [
    hello,
    paragraph('EMAIL_ALREADY_REGISTERED_INTRO'),
    paragraph('EMAIL_ALREADY_REGISTERED_ADVICE'),
    signIn,
    note('EMAIL_ALREADY_REGISTERED_NOT_YOU'),
  ]),
  [`${USERS}/registration/default/registration_invitation_email`]: {
    subject: 'EMAIL_SUBJECT_REGISTRATION_INVITED',
    title: 'REG_TITLE_START',
    preheader: 'EMAIL_REGISTRATION_INVITED_INTRO',
    body: [
      paragraph('EMAIL_REGISTRATION_INVITED_INTRO'),
      button('REG_TITLE_START', 'INVITATION_LINK'),
      paragraph('EMAIL_PASSWORD_RESET_EXPIRY'),
      unexpected,
    ],
  },
  [`${USERS}/registration/default/registration_waiting_email`]: {
    subject: 'REG_TITLE_WAITING',
    title: 'REG_TITLE_WAITING',
    preheader: 'REG_WAITING_TEXT',
    body: [hello, paragraph('REG_WAITING_TEXT'), facts([userName]), unexpected],
  },
  [`${USERS}/registration/default/registration_request_email`]: {
    subject: 'EMAIL_SUBJECT_REGISTRATION_REQUEST',
    title: 'EMAIL_SUBJECT_REGISTRATION_REQUEST',
    preheader: 'EMAIL_REGISTRATION_REQUEST_INTRO',
    body: [
      paragraph('EMAIL_REGISTRATION_REQUEST_INTRO'),
      facts([userName]),
      shownBy('SHOW_CONSOLE', [button('EMAIL_REGISTRATION_REQUEST_BUTTON', 'CONSOLE_LINK')]),
    ],
  },
  [`${USERS}/registration/default/registration_approved_email`]: {
    subject: 'EMAIL_SUBJECT_REGISTRATION_APPROVED',
    title: 'EMAIL_ACCOUNT_REGISTERED_HEADER',
    preheader: 'EMAIL_ACCOUNT_REGISTERED_INTRO',
    body: [hello, paragraph('EMAIL_ACCOUNT_REGISTERED_INTRO'), facts([userName]), signIn, unexpected],
  },
  [`${USERS}/registration/default/registration_rejected_email`]: {
    subject: 'EMAIL_SUBJECT_REGISTRATION_REJECTED',
    title: 'EMAIL_SUBJECT_REGISTRATION_REJECTED',
    preheader: 'EMAIL_REGISTRATION_REJECTED_INTRO',
    body: [hello, paragraph('EMAIL_REGISTRATION_REJECTED_INTRO'), unexpected],
  },
  [`${USERS}/login/default/auto_generated_password_email`]: told(
    'PASSWORD_GENERATED',
    applicationPassword,
    unexpected,
  ),
  [`${USERS}/login/default/account_restored_auto_generated_password_email`]: told(
    'ACCOUNT_RESTORED',
    applicationPassword,
    unexpected,
  ),
  [`${CAMPAIGN}/new_campaign_to_reviewers_email`]: told('CAMPAIGN_REVIEWER', facts(review), startReview),
  [`${CAMPAIGN}/campaign_remind_reviewers_email`]: told('CAMPAIGN_REMINDER', facts(review), startReview),
  [`${CAMPAIGN}/new_campaign_to_supervisors_email`]: told(
    'CAMPAIGN_SUPERVISOR',
    facts(campaign),
    button('EMAIL_CAMPAIGN_OPEN', 'USC.HYPERLINK'),
  ),
  [`${CAMPAIGN}/campaign_new_reviewer_assigned_email`]: told(
    'CAMPAIGN_REASSIGNED',
    facts([...campaign, before]),
    startReview,
  ),
  [`${CAMPAIGN}/campaign_escalation_email`]: told(
    'CAMPAIGN_ESCALATED',
    facts([...campaign, before]),
    startReview,
  ),
  [`${CAMPAIGN}/campaign_access_revoked_email`]: told(
    'CAMPAIGN_REVOKED',
    facts([
      application,
      ['EMAIL_CAMPAIGN_NAME', 'CERTIFICATION.NAME'],
      ['EMAIL_ACCESS_COMMENT', 'CERTIFICATION.COMMENT', 'SHOW_COMMENT'],
    ]),
    button('EMAIL_ACCESS_ENDING_BUTTON', 'APPS.HYPERLINK'),
  ),
  [`${CAMPAIGN}/campaign_change_status_email`]: told(
    'CAMPAIGN_STATUS',
    facts([
      ['EMAIL_CAMPAIGN_NAME', 'CERTIFICATION.NAME'],
      ['EMAIL_FACT_STATUS', 'CERTIFICATION.STATUS'],
    ]),
  ),
  [`${ACCESS}/approver_new_application_email`]: told(
    'ACCESS_REQUEST',
    facts([application, ...requestor, ...requestee, reason, requestId]),
    ...decide,
  ),
  [`${ACCESS}/approver_additional_justification_provided_email`]: told(
    'ACCESS_JUSTIFIED',
    facts([application, ...requestor, ...requestee, reason, requestId]),
    ...decide,
  ),
  [`${ACCESS}/approver_reminder_email`]: mail(
    'ACCESS_REMINDER',
    [
      paragraph('EMAIL_ACCESS_REQUEST_INTRO'),
      facts([application, ...requestor, ...requestee, requestId]),
      ...decide,
    ],
    'EMAIL_ACCESS_REQUEST_INTRO',
  ),
  [`${ACCESS}/requestee_new_application_email`]: told(
    'ACCESS_ASKED',
    facts([application, ...requestor, requestee[1], reason, requestId]),
    openRequest,
  ),
  [`${ACCESS}/requestor_additional_justification_wanted_email`]: questioned,
  [`${ACCESS}/requestee_additional_justification_wanted_email`]: questioned,
  [`${ACCESS}/requestor_application_withdrawn_email`]: withdrawn,
  [`${ACCESS}/requestee_application_withdrawn_email`]: withdrawn,
  [`${ACCESS}/requestor_application_expired_email`]: expired,
  [`${ACCESS}/requestee_application_expired_email`]: expired,
  [`${ACCESS}/requestee_access_ending_email`]: told(
    'ACCESS_ENDING',
    button('EMAIL_ACCESS_ENDING_BUTTON', 'APPS.HYPERLINK'),
  ),
  [`${ACCESS}/requestee_application_approved_email`]: told('ACCESS_GRANTED', decision),
  [`${ACCESS}/requestee_application_rejected_email`]: told('ACCESS_REFUSED', decision),
  [`${ACCESS}/requestor_application_approved_email`]: told('REQUEST_APPROVED', decision),
  [`${ACCESS}/requestor_application_rejected_email`]: told('REQUEST_REJECTED', decision),
}

/** In themes made for IBM Security Verify, this body is in another folder than its subject. */
const MOVED: Readonly<Record<string, string>> = {
  [`${ACCESS}/requestor_application_approved_email_body.html`]: `${CAMPAIGN}/requestor_application_approved_email_body.html`,
}

/** The files of all mails, by path below `templates`. */
export function mailFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [path, mail] of Object.entries(WHOLE)) files.set(path, xmlMail(mail.subject, message(mail)))
  for (const [path, mail] of Object.entries(PAIRS)) {
    files.set(`${path}_subject.txt`, `$${mail.subject}$ – $PRODUCT_NAME$\n`)
    const body = `${path}_body.html`
    files.set(MOVED[body] ?? body, message(mail))
  }
  return files
}

if (import.meta.main) {
  for (const [path, text] of mailFiles()) {
    const file = join(import.meta.dirname, 'templates', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
