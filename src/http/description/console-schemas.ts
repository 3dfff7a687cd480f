import { ACCESS_MODES } from '../../core/access.ts'
import { ENTITLEMENTS } from '../../core/entitlement.ts'
import { FACTORS } from '../../core/flows/assurance.ts'
import {
  instant,
  list,
  named,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  SENTENCE,
  text,
  texts,
  whole,
  yesOrNo,
} from './schema.ts'

const STATES = ['waiting', 'held', 'sent', 'given-up', 'expired']

const entitlements = list('The permissions of the API client.', oneOf('An entitlement.', ENTITLEMENTS), {
  [SENTENCE]: `The field entitlements must list some of ${ENTITLEMENTS.join(', ')}.`,
})
const answersNoContent = yesOrNo('Whether replacing a theme returns the status 204 instead of 201.')
const themes: Schema<readonly string[] | null> = {
  description:
    'Ids of the themes that the client is limited to, or null for all themes. A limited client cannot see others, and cannot create, rename or reset themes.',
  anyOf: [texts('Ids of themes.'), { type: 'null' }],
  [SENTENCE]: 'The field themes must be a list of ids of themes, or null.',
}
const redirects = (member: string, description: string) =>
  texts(description, {
    maxItems: 100,
    [SENTENCE]: `The field ${member} must be a list of at most 100 addresses.`,
  })

const settings = {
  description: orNull('Description of the application.'),
  themeId: orNull('Id of its theme, or null for the default theme.'),
  redirects: redirects('redirects', 'The redirect URIs for signing in.'),
  logoutRedirects: redirects('logoutRedirects', 'The redirect URIs for signing out.'),
  secondFactor: yesOrNo('Whether a second factor is required.'),
  factors: list(
    'The accepted second factors: `app`, or `app` and `mail`. The tenant must accept them too.',
    oneOf('A second factor.', FACTORS),
    { [SENTENCE]: 'The field factors must be app, or app and mail.' },
  ),
  consent: yesOrNo('Whether people are asked for consent.'),
  formPost: yesOrNo('Whether the response mode `form_post` is allowed besides `query`.'),
  sources: {
    description: 'Ids of the identity sources on its sign-in page, or null for all enabled sources.',
    anyOf: [texts('Ids of identity sources.'), { type: 'null' }],
    [SENTENCE]: 'The field sources must be a list of ids of identity sources, or null.',
  } as Schema<readonly string[] | null>,
  directory: yesOrNo('Whether people can sign in with accounts of Tabard, if the tenant allows it.'),
  public: yesOrNo('Whether this is a public client: it has no secret and must use PKCE.'),
}
const registration = {
  registration: orNull('Reference of its own registration flow. Absent, null or empty for the tenant’s.'),
}
const application = {
  id: text('Id of the application, which is also its client id.'),
  name: text('Its name.'),
  ...settings,
  access: oneOf('Who may use the application. Change it with the call `changeAccess`.', ACCESS_MODES),
}

const mail = {
  id: text('Id of the mail.'),
  event: text('Id of this kind of mail in the catalogue.'),
  about: text('What the mail is about.'),
  recipient: text('The recipient.'),
  sender: text('The sender. Empty for the configured sender.'),
  subject: text('The subject.'),
  state: oneOf('State of the mail.', STATES),
  tries: whole('Number of attempts to send it.'),
  createdAt: instant('When it was queued.'),
  dueAt: instant('Time of the next attempt.'),
  problem: orNull('Why the last attempt failed.'),
  kept: yesOrNo('Whether the content is still stored.'),
}

/** Schemas of calls that only the console makes. */
export const CONSOLE_SCHEMAS = {
  Session: object('The person who is signed in to the console.', {
    userName: text('Their username.'),
    name: text('Their display name.'),
    role: oneOf('Their role.', ['administrator', 'developer']),
    pagesUrl: text('Address of the sign-in pages.'),
    scripts: yesOrNo('Whether scripts of customized themes may run on these pages.'),
    version: text('Version of the service.'),
    draftKeys: texts(
      'AES-GCM keys for this person’s drafts in the browser. Encrypt with the first one; try all of them to decrypt.',
    ),
  }),
  Application: object('An application that people sign in to.', application, registration),
  ApplicationList: object('All applications.', {
    applications: list('The applications, sorted by name.', named('Application')),
  }),
  ApplicationSettings: object(
    'The settings of an application. Settings that are absent do not change.',
    {},
    {
      name: text('The name: 1 to 128 visible characters. Required for a new application.'),
      ...settings,
      ...registration,
    },
  ),
  MadeApplication: object('A new application, with its secret.', application, {
    ...registration,
    clientSecret: text('The client secret, which is shown only once. Absent for a public client.'),
  }),
  Credentials: object('The credentials of a program.', {
    clientId: text('The client id.'),
    clientSecret: text('The client secret, which is shown only once.'),
  }),
  RotatedSecret: object(
    'A new secret of an application.',
    {
      clientId: text('The client id.'),
      clientSecret: text('The client secret, which is shown only once.'),
    },
    { formerSecretUntil: text('When the old secret expires. Absent if it stopped working at once.') },
  ),
  ApiClient: object('An API client: a program that calls this API.', {
    id: text('Its id.'),
    name: text('Its name.'),
    entitlements,
    themes,
    answersNoContent,
    lastUsed: orNull('When it last requested or used a token, to the minute. Null if never.'),
    misread: orNull(
      'When it last received the status 201 although its tool accepts only 204. Null if never, or if `answersNoContent` was changed since.',
    ),
  }),
  ApiClientList: object('All API clients.', { clients: list('The clients.', named('ApiClient')) }),
  NewApiClient: object(
    'A new API client.',
    { name: text('The name: 1 to 128 visible characters.'), entitlements },
    { answersNoContent, themes },
  ),
  ApiClientSettings: object(
    'The settings of an API client. Settings that are absent do not change.',
    {},
    { name: text('The name: 1 to 128 visible characters.'), entitlements, answersNoContent, themes },
  ),
  AuditEntry: object('An entry of the audit trail.', {
    at: instant('When.'),
    event: text('The event, such as `signed-in`.'),
    account: orNull('Id of the account.'),
    userName: orNull('Current username of the account. Null if the account was deleted.'),
    application: orNull('Id of the application.'),
    applicationName: orNull('Current name of the application. Null if it was deleted.'),
    address: orNull('Network address of the person or program. Null for the command line.'),
    details: record('More details, depending on the event.', { type: 'string' }),
  }),
  AuditPage: object(
    'One page of the audit trail.',
    { entries: list('The entries, newest first.', named('AuditEntry')) },
    { next: text('The cursor of the next page. Absent on the last page.') },
  ),
  MailHead: object('A mail without its content.', mail),
  Mail: object('A mail with its content.', {
    ...mail,
    html: text('The HTML. Empty if it is no longer stored.'),
    text: text('The plain text. Empty if it is no longer stored.'),
  }),
  OutboxPage: object('One page of the outbox.', {
    total: whole('Number of mails in the requested state.'),
    counts: object('Number of mails in each state.', {
      waiting: whole('Mails that wait to be sent.'),
      held: whole('Mails that were written before a mail server was set, and wait for a decision.'),
      sent: whole('Mails that were sent.'),
      'given-up': whole('Mails that could not be sent.'),
      expired: whole('Mails whose code or link expired before they could be sent.'),
    }),
    mails: list('The mails, newest first.', named('MailHead')),
    server: orNull('Host and port of the mail server. Null if none is set.'),
    sender: orNull('The configured sender. Null if no mail server is set.'),
  }),
  Retried: object('The result of a retry.', { retried: whole('Number of mails.') }),
  Dropped: object('The result of dropping mails.', { dropped: whole('Number of mails.') }),
  MailCheckRequest: object(
    'The recipient of a test mail.',
    {},
    {
      to: orNull('An e-mail address. Without it, no mail is sent.', {
        [SENTENCE]: 'The recipient must be one e-mail address.',
      }),
    },
  ),
  MailCheck: object('The result of a check.', {
    server: text('Host and port of the mail server.'),
    problem: orNull('Why mails cannot be sent. Null if they can.'),
    lines: list(
      'The SMTP transcript, without credentials.',
      object('A line.', { by: oneOf('Who sent the line.', ['service', 'server']), text: text('The line.') }),
    ),
  }),
  TryOut: object('The theme to try.', {
    themeId: text('Id of the theme.', { [SENTENCE]: 'The field themeId must be the id of a theme.' }),
  }),
  TryOutStart: object('The start of a trial sign-in.', {
    url: text('The address to open.'),
    userName: text('Username of the test account.'),
    password: text('Password of the test account. It works for this trial only.'),
  }),
  TryOutAnswer: object('The parameters of the redirect after the trial sign-in.', {
    code: text('The parameter `code`.'),
    state: text('The parameter `state`.'),
  }),
  TryOutEnd: object('What an application learns about the person who signed in.', {
    themeId: text('The theme that was tried.'),
    claims: { type: 'object', description: 'The claims of the ID token.' },
    signOutUrl: text('Address for signing out.'),
  }),
} as const satisfies Record<string, Schema>
