import { AUDIT_EVENT_NAMES } from '../../core/audit-events.ts'
import type { Call, Method, Page } from '../description/call.ts'
import { EXAMPLE_ID, inPath, inQuery } from '../description/parameters.ts'
import { text, whole } from '../description/schema.ts'

const SHOP = {
  id: EXAMPLE_ID,
  name: 'Shop',
  description: null,
  themeId: null,
  redirects: ['https://shop.example/callback'],
  logoutRedirects: [],
  secondFactor: false,
  factors: ['app', 'mail'],
  consent: false,
  formPost: false,
  public: false,
}
const CREDENTIALS = { clientId: EXAMPLE_ID, clientSecret: '<shown once>' }
const APPLICATION_ID = inPath('id', 'Id of the application.', EXAMPLE_ID)
const CLIENT_ID = inPath('id', 'Id of the API client.', EXAMPLE_ID)

/** `/session` */
export const SESSION = {
  GET: {
    id: 'getSession',
    group: 'Session',
    who: 'somebody',
    summary: 'Get who is signed in',
    answers: {
      200: {
        text: 'Who, and as what.',
        content: { 'application/json': 'Session' },
        example: {
          userName: 'ada',
          name: 'Ada Miller',
          role: 'administrator',
          pagesUrl: 'https://id.example.com',
          scripts: true,
          version: '0.1.0',
          draftKeys: ['<32 bytes in base64url>'],
        },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/signout` */
export const SIGN_OUT = {
  POST: {
    id: 'endSession',
    group: 'Session',
    who: 'anyone',
    summary: 'End the session',
    prose: 'It is taken from the console’s own pages only. Where there is no session, nothing happens.',
    answers: { 204: { text: 'The browser has no session any more.' } },
    refusals: ['origin_foreign'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications` */
export const APPLICATIONS = {
  GET: {
    id: 'listApplications',
    group: 'Applications',
    who: 'somebody',
    summary: 'List applications',
    answers: {
      200: {
        text: 'All of them.',
        content: { 'application/json': 'ApplicationList' },
        example: { applications: [SHOP] },
      },
    },
  },
  POST: {
    id: 'createApplication',
    group: 'Applications',
    who: 'administrator',
    summary: 'Create an application',
    body: {
      kind: 'json',
      schema: 'ApplicationSettings',
      example: { name: 'Shop', redirects: ['https://shop.example/callback'] },
    },
    answers: {
      201: {
        text: 'The application, with its secret.',
        content: { 'application/json': 'MadeApplication' },
        example: { ...SHOP, clientSecret: '<shown once>' },
      },
    },
    refusals: ['value_invalid', 'theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id` */
export const APPLICATION = {
  GET: {
    id: 'getApplication',
    group: 'Applications',
    who: 'somebody',
    summary: 'Get an application',
    parameters: [APPLICATION_ID],
    answers: {
      200: { text: 'The application.', content: { 'application/json': 'Application' }, example: SHOP },
    },
    refusals: ['application_unknown'],
  },
  PUT: {
    id: 'updateApplication',
    group: 'Applications',
    who: 'administrator',
    summary: 'Change an application',
    prose: 'A theme is given to it here. Whether it is public stays as it was.',
    parameters: [APPLICATION_ID],
    body: { kind: 'json', schema: 'ApplicationSettings', example: { themeId: 'default' } },
    answers: {
      200: {
        text: 'The application as it is now.',
        content: { 'application/json': 'Application' },
        example: SHOP,
      },
    },
    refusals: ['application_unknown', 'value_invalid', 'theme_unknown'],
  },
  DELETE: {
    id: 'deleteApplication',
    group: 'Applications',
    who: 'administrator',
    summary: 'Delete an application',
    parameters: [APPLICATION_ID],
    answers: { 204: { text: 'It is gone.' } },
    refusals: ['application_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id/secret` */
export const APPLICATION_SECRET = {
  POST: {
    id: 'rotateApplicationSecret',
    group: 'Applications',
    who: 'administrator',
    summary: 'Give an application a new secret',
    prose:
      'The old one ends at once, or after the time that `keep` says. Of former secrets only the last is kept.',
    parameters: [
      APPLICATION_ID,
      {
        name: 'keep',
        in: 'query',
        schema: text('How long the old secret is accepted too: minutes, hours or days, at most `30d`.'),
        example: '24h',
      },
    ],
    answers: {
      200: {
        text: 'The secret.',
        content: { 'application/json': 'RotatedSecret' },
        example: { ...CREDENTIALS, formerSecretUntil: '2026-01-31T12:00:00.000Z' },
      },
    },
    refusals: ['application_unknown', 'value_invalid', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/clients` */
export const CLIENTS = {
  GET: {
    id: 'listApiClients',
    group: 'API clients',
    who: 'administrator',
    summary: 'List API clients',
    answers: {
      200: {
        text: 'All of them.',
        content: { 'application/json': 'ApiClientList' },
        example: {
          clients: [
            {
              id: EXAMPLE_ID,
              name: 'CI',
              entitlements: ['manageTemplates'],
              answersNoContent: false,
              misread: null,
              lastUsed: '2026-01-31T12:00:00.000Z',
            },
          ],
        },
      },
    },
  },
  POST: {
    id: 'createApiClient',
    group: 'API clients',
    who: 'administrator',
    summary: 'Create an API client',
    body: {
      kind: 'json',
      schema: 'NewApiClient',
      example: { name: 'CI', entitlements: ['manageTemplates'] },
    },
    answers: {
      201: {
        text: 'Its id and its secret.',
        content: { 'application/json': 'Credentials' },
        example: CREDENTIALS,
      },
    },
    refusals: ['value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/clients/:id` */
export const CLIENT = {
  PUT: {
    id: 'updateApiClient',
    group: 'API clients',
    who: 'administrator',
    summary: 'Change an API client',
    parameters: [CLIENT_ID],
    body: { kind: 'json', schema: 'ApiClientSettings', example: { name: 'Build' } },
    answers: { 204: { text: 'It is changed.' } },
    refusals: ['client_unknown', 'value_invalid'],
  },
  DELETE: {
    id: 'deleteApiClient',
    group: 'API clients',
    who: 'administrator',
    summary: 'Delete an API client',
    prose: 'Its tokens end at once.',
    parameters: [CLIENT_ID],
    answers: { 204: { text: 'It is gone.' } },
    refusals: ['client_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/clients/:id/secret` */
export const CLIENT_SECRET = {
  POST: {
    id: 'rotateApiClientSecret',
    group: 'API clients',
    who: 'administrator',
    summary: 'Give an API client a new secret',
    prose: 'The old one and its tokens end at once.',
    parameters: [CLIENT_ID],
    answers: {
      200: { text: 'The secret.', content: { 'application/json': 'Credentials' }, example: CREDENTIALS },
    },
    refusals: ['client_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/audit` */
export const AUDIT = {
  GET: {
    id: 'listAuditEntries',
    group: 'Audit',
    who: 'administrator',
    summary: 'Read the audit trail',
    prose: 'An export, as CSV or as lines of JSON, has everything unless `limit` is given.',
    parameters: [
      inQuery('account', 'Id or username of an account.'),
      inQuery('application', 'Id of an application.'),
      inQuery('event', `One of ${AUDIT_EVENT_NAMES.map(name => `\`${name}\``).join(', ')}.`, 'signed-in'),
      inQuery('from', 'From then on: a day in UTC, or a time with its zone.', '2026-01-31'),
      inQuery('to', 'Before then.'),
      {
        name: 'limit',
        in: 'query',
        schema: whole('How many are wanted.', { minimum: 1, maximum: 1000, default: 200 }),
      },
      inQuery('cursor', 'The `next` of an earlier answer.'),
      {
        name: 'format',
        in: 'query',
        schema: text('What the answer is; `Accept` may tell it too.', { enum: ['json', 'csv', 'jsonl'] }),
      },
    ],
    answers: {
      200: {
        text: 'Entries, the newest first.',
        content: {
          'application/json': 'AuditPage',
          'text/csv': text('RFC 4180 with a header.'),
          'application/x-ndjson': text('An entry in each line.'),
        },
        example: {
          entries: [
            {
              at: '2026-01-31T12:00:00.000Z',
              event: 'signed-in',
              account: EXAMPLE_ID,
              userName: 'ada',
              application: null,
              applicationName: null,
              address: '192.0.2.1',
              details: { proofs: 'pwd' },
            },
          ],
        },
      },
    },
    refusals: ['query_invalid', 'account_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/demo` */
export const TRY_OUT = {
  POST: {
    id: 'beginTryOut',
    group: 'Try the sign-in',
    who: 'somebody',
    summary: 'Begin to try the sign-in of a theme',
    body: { kind: 'json', schema: 'TryOut', example: { themeId: 'default' } },
    answers: {
      201: {
        text: 'Where to begin, and with what.',
        content: { 'application/json': 'TryOutStart' },
        example: { url: 'https://id.example.com/…', userName: 'demo', password: 'abcd-efgh' },
      },
    },
    refusals: ['theme_unknown', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/demo/end` */
export const TRY_OUT_END = {
  POST: {
    id: 'endTryOut',
    group: 'Try the sign-in',
    who: 'somebody',
    summary: 'End what was tried',
    body: { kind: 'json', schema: 'TryOutAnswer', example: { code: '…', state: '…' } },
    answers: {
      200: {
        text: 'What an application would know now.',
        content: { 'application/json': 'TryOutEnd' },
        example: { themeId: 'default', claims: { sub: '…' }, signOutUrl: 'https://id.example.com/…' },
      },
    },
    refusals: ['demo_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** What browsers load from the console. */
export const CONSOLE_PAGES = {
  asset: { GET: { id: 'consoleAsset', page: 'What the pages of the console load.' } },
  index: { GET: { id: 'consolePage', page: 'Every page of the console.' } },
} as const satisfies Record<string, { GET: Page }>

/** The pages on which people sign in to the console, and their forms. */
export const CONSOLE_SIGN_IN = {
  signIn: form('consoleSignIn', 'Signing in to the console with a username and a password.'),
  step: form('consoleSignInStep', 'What follows the password: a second factor, or a new password.'),
  forgotten: form('consoleForgotten', 'Asking for a link after the password of the console was forgotten.'),
  recover: form('consoleRecovery', 'Choosing a new password with such a link.'),
  signedOut: { GET: { id: 'consoleSignedOut', page: 'What people see when they have signed out.' } },
} as const satisfies Record<string, Partial<Record<Method, Page>>>

function form(id: string, page: string): Record<'GET' | 'POST', Page> {
  return { GET: { id, page }, POST: { id, page } }
}
