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

const entitlements = list('What it may do.', oneOf('An entitlement.', ENTITLEMENTS), {
  [SENTENCE]: `The field entitlements must list some of ${ENTITLEMENTS.join(', ')}.`,
})
const answersNoContent = yesOrNo('Whether replacing a theme is answered with 204 instead of 201.')
const themes: Schema<readonly string[] | null> = {
  description:
    'The ids of the themes that it is limited to: it cannot see others, and cannot create, rename or reset themes. null: all themes.',
  anyOf: [texts('Ids of themes.'), { type: 'null' }],
  [SENTENCE]: 'The field themes must be a list of ids of themes, or null.',
}
const redirects = (member: string, description: string) =>
  texts(description, {
    maxItems: 100,
    [SENTENCE]: `The field ${member} must be a list of at most 100 addresses.`,
  })

const settings = {
  description: orNull('What it is for.'),
  themeId: orNull('Id of its theme; null is the default theme.'),
  redirects: redirects('redirects', 'Where people may be sent after signing in.'),
  logoutRedirects: redirects('logoutRedirects', 'Where people may be sent after signing out.'),
  secondFactor: yesOrNo('Whether a second factor is asked for.'),
  factors: list(
    'The second factors that it accepts, of those that count in the tenant: `app`, or `app` and `mail`.',
    oneOf('A second factor.', FACTORS),
    { [SENTENCE]: 'The field factors must be app, or app and mail.' },
  ),
  consent: yesOrNo('Whether people are asked what it may see.'),
  formPost: yesOrNo('Whether it may ask for the response mode `form_post`, besides `query`.'),
  sources: {
    description: 'The ids of the identity sources that it offers; null: all that are enabled.',
    anyOf: [texts('Ids of identity sources.'), { type: 'null' }],
    [SENTENCE]: 'The field sources must be a list of ids of identity sources, or null.',
  } as Schema<readonly string[] | null>,
  directory: yesOrNo("Whether it offers the service's own accounts, where the tenant does."),
  public: yesOrNo('Whether it has no secret, and proves itself by PKCE alone.'),
}
const registration = {
  registration: orNull('Reference of its own registration; absent, null or empty for that of the tenant.'),
}
const application = {
  id: text('Its id, which is its client id too.'),
  name: text('Its name.'),
  ...settings,
  access: oneOf('Who may use it; the call changeAccess changes it.', ACCESS_MODES),
}

const mail = {
  id: text('Id of the mail.'),
  event: text('Id of the mail in the catalogue.'),
  about: text('What it is about.'),
  recipient: text('Whom it is to.'),
  sender: text('Who it is from; empty for the configured sender.'),
  subject: text('Its subject.'),
  state: oneOf('How far it is.', STATES),
  tries: whole('How often it was tried.'),
  createdAt: instant('When it was queued.'),
  dueAt: instant('When it is tried next.'),
  problem: orNull('Why the last try failed.'),
  kept: yesOrNo('Whether its content is still kept.'),
}

/** Schemas of calls that only the console makes. */
export const CONSOLE_SCHEMAS = {
  Session: object('Who is signed in to the console.', {
    userName: text('Their username.'),
    name: text('What they are called.'),
    role: oneOf('What they may do.', ['administrator', 'developer']),
    pagesUrl: text('Where the pages of the service are.'),
    scripts: yesOrNo('Whether scripts of customized themes run there.'),
    version: text('The version of the service.'),
    draftKeys: texts(
      'Keys for AES-GCM with which the browser encrypts drafts of this person: the first encrypts, all decrypt.',
    ),
  }),
  Application: object('Something that people sign in to.', application, registration),
  ApplicationList: object('All applications.', {
    applications: list('The applications, by name.', named('Application')),
  }),
  ApplicationSettings: object(
    'What can be set of an application. What is absent stays as it is.',
    {},
    {
      name: text('1 to 128 visible characters. A new application needs one.'),
      ...settings,
      ...registration,
    },
  ),
  MadeApplication: object('An application that was made.', application, {
    ...registration,
    clientSecret: text('Its secret, which is shown here and never again; absent for a public one.'),
  }),
  Credentials: object('Who a program is, and how it proves it.', {
    clientId: text('Its id.'),
    clientSecret: text('Its secret, which is shown here and never again.'),
  }),
  RotatedSecret: object(
    'A new secret of an application.',
    {
      clientId: text('Its id.'),
      clientSecret: text('Its secret, which is shown here and never again.'),
    },
    { formerSecretUntil: text('Until when the secret before is accepted too, where it is kept.') },
  ),
  ApiClient: object('A program that sends and fetches themes.', {
    id: text('Its id.'),
    name: text('Its name.'),
    entitlements,
    themes,
    answersNoContent,
    lastUsed: orNull('When it got a token or used one, to the minute; null where it never did.'),
    misread: orNull(
      'When it last got 201 although its tool accepts only 204 as success; null if never, or if the setting was changed since.',
    ),
  }),
  ApiClientList: object('All API clients.', { clients: list('The clients.', named('ApiClient')) }),
  NewApiClient: object(
    'An API client to be made.',
    { name: text('1 to 128 visible characters.'), entitlements },
    { answersNoContent, themes },
  ),
  ApiClientSettings: object(
    'What can be set of an API client. What is absent stays as it is.',
    {},
    { name: text('1 to 128 visible characters.'), entitlements, answersNoContent, themes },
  ),
  AuditEntry: object('Something that happened.', {
    at: instant('When.'),
    event: text('What, such as `signed-in`.'),
    account: orNull('Id of the account.'),
    userName: orNull('Its username now; null where it is gone.'),
    application: orNull('Id of the application.'),
    applicationName: orNull('Its name now; null where it is gone.'),
    address: orNull('Network address of who did it; null for the command line.'),
    details: record('What else is known.', { type: 'string' }),
  }),
  AuditPage: object(
    'A page of the audit trail.',
    { entries: list('The newest first.', named('AuditEntry')) },
    { next: text('The cursor of the next page. It is absent on the last one.') },
  ),
  MailHead: object('A mail without what it says.', mail),
  Mail: object('A mail.', {
    ...mail,
    html: text('Its HTML; empty where it is not kept.'),
    text: text('Its text; empty where it is not kept.'),
  }),
  OutboxPage: object('A page of the outbox.', {
    total: whole('How many mails there are in this state.'),
    counts: object('How many there are in each state.', {
      waiting: whole('Those that wait.'),
      held: whole('Those from before a mail server was set.'),
      sent: whole('Those that were sent.'),
      'given-up': whole('Those that were given up.'),
      expired: whole('Those whose code or link expired before they could be sent.'),
    }),
    mails: list('The newest first.', named('MailHead')),
    server: orNull('Host and port of the mail server; null where none is set.'),
    sender: orNull('The configured sender; null where no mail server is set.'),
  }),
  Retried: object('What is tried again.', { retried: whole('How many mails.') }),
  Dropped: object('What is dropped.', { dropped: whole('How many mails.') }),
  MailCheckRequest: object(
    'Who gets a test mail.',
    {},
    { to: orNull('An e-mail address.', { [SENTENCE]: 'The recipient must be one e-mail address.' }) },
  ),
  MailCheck: object('What came of a check.', {
    server: text('Host and port of the mail server.'),
    problem: orNull('Why mails cannot be sent; null where they can.'),
    lines: list(
      'The transcript, without credentials.',
      object('A line.', { by: oneOf('Who said it.', ['service', 'server']), text: text('What.') }),
    ),
  }),
  TryOut: object('Which theme is tried.', {
    themeId: text('Id of the theme.', { [SENTENCE]: 'The field themeId must be the id of a theme.' }),
  }),
  TryOutStart: object('What it takes to walk through signing in.', {
    url: text('Where to begin.'),
    userName: text('Of the test account.'),
    password: text('Of the test account; it opens nothing else.'),
  }),
  TryOutAnswer: object('What came back from signing in.', {
    code: text('The parameter `code`.'),
    state: text('The parameter `state`.'),
  }),
  TryOutEnd: object('What an application learns of who signed in.', {
    themeId: text('The theme that was tried.'),
    claims: { type: 'object', description: 'What the ID token says.' },
    signOutUrl: text('Where signing out begins.'),
  }),
} as const satisfies Record<string, Schema>
