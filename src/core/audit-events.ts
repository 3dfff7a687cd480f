/** Every event of the audit trail, with what happened. Entries outlive versions, so a trail may have others. */
export const AUDIT_EVENTS = {
  'access-changed': 'access to an application got another end',
  'access-ended': 'access to an application that was given until a date ended',
  'access-given': 'somebody was given access to an application',
  'access-mode-changed': 'who may use an application was changed',
  'access-refused': 'somebody signed in for an application that they have no access to',
  'access-taken': 'access to an application was taken away',
  'account-created': 'an operator, or the first start, added an account',
  'account-disabled': 'an account can no longer sign in',
  'account-enabled': 'an account can sign in again',
  'account-registered': 'somebody registered an account',
  'account-removed': 'an account was removed',
  'account-unlocked': 'the failed tries of an account were forgotten',
  'application-changed': 'an application was changed',
  'application-created': 'an application was added',
  'application-removed': 'an application was removed',
  'application-rotated': 'an application got a new secret',
  'audit-exported': 'the audit trail was exported',
  'backup-made': 'a backup was written',
  'backup-restored': 'a backup was restored',
  'client-changed': 'an API client was changed',
  'client-created': 'an API client was added',
  'client-refused': 'an application or API client gave wrong credentials',
  'client-removed': 'an API client was removed',
  'client-rotated': 'an API client got a new secret',
  'code-issued': 'an application got a code for somebody who was signed in already',
  'code-refused': 'a second-factor code was wrong',
  'code-reused': 'an authorization code was used twice; all tokens of its grant have ended',
  'consent-given': 'somebody allowed an application what it asked for',
  'consent-refused': 'somebody refused an application what it asked for',
  'console-refused': 'somebody without a role tried to open the console',
  'console-session-begun': 'somebody signed in to the console',
  'console-session-ended': 'a session of the console ended',
  'database-migrated': 'everything was moved to another database',
  'demo-begun': 'an operator tried the sign-in of a theme',
  'factor-enrolled': 'an authenticator app was set up',
  'factor-removed': 'an authenticator app was removed',
  'group-created': 'a group was added',
  'group-joined': 'somebody was added to a group',
  'group-left': 'somebody was removed from a group',
  'group-removed': 'a group was removed; what its members had through it has ended',
  'group-renamed': 'a group got another name',
  'keys-decrypted': 'keys and secrets were written in plain text again',
  'keys-encrypted': 'keys and secrets were encrypted',
  'mail-dropped': 'mails were dropped from the outbox',
  'mail-retried': 'mails of the outbox were tried again',
  'mail-tested': 'a test mail was sent',
  'mail-viewed': 'an operator looked at a mail of the outbox',
  'password-changed': 'somebody changed their password',
  'password-forgotten': 'a link for a forgotten password was requested',
  'password-recovered': 'a password was replaced through a mailed link',
  'password-reset': 'an operator took a password away',
  'profile-changed': 'the details of an account were changed',
  'proof-refused': 'the password that confirms a change was wrong',
  'proof-renewed': 'somebody confirmed who they are before a change',
  'recovery-code-used': 'a recovery code replaced the authenticator app',
  'refresh-token-reused': 'a refresh token was used twice; all tokens of its grant have ended',
  'registration-begun': 'somebody entered an e-mail address to register',
  'roles-changed': 'somebody got a role in the console, or lost one',
  'seal-key-rotated': 'the sealing key was replaced',
  'sign-in-failed': 'a username and password were wrong',
  'signed-in': 'somebody signed in',
  'signed-out': 'somebody signed out',
  'signing-key-rotated': 'ID tokens are signed with a new key',
  'tenant-created': 'a tenant was added',
  'tenant-removed': 'a tenant was removed with all that it had',
  'tenant-updated': 'a tenant was changed',
  'theme-analytics-changed': 'the analytics settings of a theme were changed',
  'theme-configured': 'the name or description of a theme was changed',
  'theme-created': 'a theme was created',
  'theme-deleted': 'a theme was deleted',
  'theme-file-reverted': "a file of a theme was reverted to the master's",
  'theme-file-written': 'a file of a theme was written',
  'theme-files-written': 'several files of a theme were written at once',
  'theme-replaced': 'the files of a theme were replaced by a package',
  'theme-restored': 'an earlier revision of a theme was restored',
  'themes-reset': 'all themes were removed, with their history',
  'tokens-issued': 'an application exchanged a code for tokens',
  'tokens-refreshed': 'an application got new tokens for a refresh token',
  'tries-throttled': 'a try had to wait',
} as const

export type AuditEvent = keyof typeof AUDIT_EVENTS

export const AUDIT_EVENT_NAMES = Object.keys(AUDIT_EVENTS) as AuditEvent[]

/** An entry that is written now. The trail may also hold events of other versions. */
export interface NewAuditEntry {
  readonly at: number
  readonly event: AuditEvent
  readonly account: string | null
  readonly application: string | null
  readonly address: string | null
  readonly details: Readonly<Record<string, string>>
}

/** An entry of the audit trail, by whoever did it. Every entry is made here, so that its event is one of the list. */
export function auditEntry(
  event: AuditEvent,
  at: number,
  by: Partial<Pick<NewAuditEntry, 'account' | 'application' | 'address'>>,
  details: NewAuditEntry['details'] = {},
): NewAuditEntry {
  const { account = null, application = null, address = null } = by
  return { at, event, account, application, address, details }
}
