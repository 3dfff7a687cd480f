import { newSource } from '../../core/federation/source-settings.ts'
import type { Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import { EXAMPLE_ID, IF_MATCH, IF_NONE_MATCH, inPath, inQuery } from '../description/parameters.ts'

const SOURCE_ID = inPath('id', 'Id or name of the identity source.', 'Google')
const ACCOUNT = inPath('account', 'Id or username of the account.', 'ada')
const GIVEN = {
  preset: 'google',
  clientId: 'tabard',
  secret: '<secret>',
  trustedDomains: ['example.com'],
} as const
const { secret: _, ...SETTINGS } = GIVEN
const GOOGLE = {
  id: EXAMPLE_ID,
  ...newSource(SETTINGS),
  hasSecret: true,
  redirectUri: `https://id.example.com/sources/${EXAMPLE_ID}/callback`,
  logoutUri: `https://id.example.com/sources/${EXAMPLE_ID}/logout`,
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
}
const google = (text: string) =>
  ({
    text,
    content: { 'application/json': 'IdentitySource' },
    headers: ['ETag'],
    example: GOOGLE,
  }) as const
const LINKS = {
  id: EXAMPLE_ID,
  userName: 'ada',
  links: [
    {
      source: EXAMPLE_ID,
      sourceName: 'Google',
      subject: '10769150350006150715113082367',
      email: 'ada@example.com',
      origin: 'proved',
      createdAt: '2026-01-31T12:00:00.000Z',
      usedAt: null,
    },
  ],
}

/** `/sources` */
export const SOURCES = {
  GET: {
    id: 'listIdentitySources',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'List identity sources',
    answers: {
      200: {
        text: 'All identity sources.',
        content: { 'application/json': 'IdentitySourceList' },
        example: { sources: [GOOGLE] },
      },
    },
  },
  POST: {
    id: 'createIdentitySource',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Add an identity source',
    body: { kind: 'json', schema: 'NewIdentitySource', example: GIVEN },
    answers: {
      201: { text: 'The source.', content: { 'application/json': 'IdentitySource' }, example: GOOGLE },
    },
    refusals: ['value_invalid', 'source_name_taken'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/sources/:id` */
export const SOURCE = {
  GET: {
    id: 'getIdentitySource',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Get an identity source',
    parameters: [SOURCE_ID, IF_NONE_MATCH],
    answers: { 200: google('The source.'), 304: NOT_CHANGED },
    refusals: ['source_unknown'],
  },
  PUT: {
    id: 'updateIdentitySource',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Change an identity source',
    prose: 'The preset cannot be changed. If you change the issuer, send the secret again.',
    parameters: [SOURCE_ID, IF_MATCH],
    body: { kind: 'json', schema: 'IdentitySourceSettings', example: { enabled: false } },
    answers: { 200: google('The source after the change.') },
    refusals: ['source_unknown', 'value_invalid', 'source_name_taken', 'precondition_failed'],
  },
  DELETE: {
    id: 'deleteIdentitySource',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Remove an identity source',
    prose:
      'This also removes its links to accounts, and ends all sessions and tokens of the linked accounts. The accounts themselves stay.',
    parameters: [SOURCE_ID, IF_MATCH],
    answers: { 204: { text: 'It is gone.' } },
    refusals: ['source_unknown', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

const TEST = {
  id: 'test-of-an-hour',
  address: 'https://accounts.google.com/o/oauth2/v2/auth',
  steps: [{ step: 'discovery', details: { issuer: 'https://accounts.google.com' } }],
  problem: null,
  subject: null,
  person: {},
}

/** `/sources/:id/tests` */
export const SOURCE_TESTS = {
  POST: {
    id: 'testIdentitySource',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Test an identity source',
    prose:
      'Open the address in a browser and sign in at the source. You return to the console with the result. The test does not sign anybody in to Tabard.',
    parameters: [SOURCE_ID],
    answers: {
      201: { text: 'The test.', content: { 'application/json': 'IdentitySourceTest' }, example: TEST },
    },
    refusals: ['source_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/sources/:id/tests/:test` */
export const SOURCE_TEST = {
  GET: {
    id: 'getIdentitySourceTest',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Get a test of an identity source',
    prose: 'A test is kept for an hour.',
    parameters: [SOURCE_ID, inPath('test', 'Id of the test.', TEST.id)],
    answers: {
      200: { text: 'The test.', content: { 'application/json': 'IdentitySourceTest' }, example: TEST },
    },
    refusals: ['source_unknown', 'source_test_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/accounts/:account/links` */
export const ACCOUNT_LINKS = {
  GET: {
    id: 'listAccountLinks',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'List the links of an account',
    parameters: [ACCOUNT],
    answers: {
      200: { text: 'The links.', content: { 'application/json': 'AccountLinks' }, example: LINKS },
    },
    refusals: ['account_unknown'],
  },
  POST: {
    id: 'linkAccount',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Link an account with a person at an identity source',
    prose: 'The person can then sign in to the account through the source.',
    parameters: [ACCOUNT],
    body: { kind: 'json', schema: 'NewAccountLink', example: { source: 'Google', subject: '1076915' } },
    answers: {
      200: {
        text: 'All links of the account.',
        content: { 'application/json': 'AccountLinks' },
        example: LINKS,
      },
    },
    refusals: ['account_unknown', 'source_unknown', 'value_invalid'],
  },
  DELETE: {
    id: 'unlinkAccount',
    group: 'Identity sources',
    who: 'registrar',
    summary: 'Remove a link of an account',
    prose: 'This ends all sessions and tokens of the account.',
    parameters: [
      ACCOUNT,
      { ...inQuery('source', 'Id or name of the identity source.', 'Google'), required: true },
      { ...inQuery('subject', 'Id of the person at the source.', '1076915'), required: true },
    ],
    answers: { 204: { text: 'It is gone.' } },
    refusals: ['account_unknown', 'source_unknown', 'link_unknown', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
