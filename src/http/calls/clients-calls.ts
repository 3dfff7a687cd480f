import type { Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import { EXAMPLE_ID, IF_MATCH, IF_NONE_MATCH, inPath } from '../description/parameters.ts'

const CI = {
  id: EXAMPLE_ID,
  name: 'CI',
  entitlements: ['manageTemplates'],
  themes: null,
  answersNoContent: false,
  misread: null,
  lastUsed: '2026-01-31T12:00:00.000Z',
}
const CREDENTIALS = { clientId: EXAMPLE_ID, clientSecret: '<shown once>' }
const CLIENT_ID = inPath('id', 'Id of the API client.', EXAMPLE_ID)

/** `/clients` */
export const CLIENTS = {
  GET: {
    id: 'listApiClients',
    group: 'API clients',
    who: 'administrator',
    summary: 'List API clients',
    answers: {
      200: {
        text: 'All API clients.',
        content: { 'application/json': 'ApiClientList' },
        example: { clients: [CI] },
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
        text: 'The client id and the client secret.',
        content: { 'application/json': 'Credentials' },
        example: CREDENTIALS,
      },
    },
    refusals: ['value_invalid', 'theme_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/clients/:id` */
export const CLIENT = {
  GET: {
    id: 'getApiClient',
    group: 'API clients',
    who: 'administrator',
    summary: 'Get an API client',
    prose: 'The `ETag` covers the settings, and not `lastUsed` and `misread`.',
    parameters: [CLIENT_ID, IF_NONE_MATCH],
    answers: {
      200: {
        text: 'The API client.',
        content: { 'application/json': 'ApiClient' },
        headers: ['ETag'],
        example: CI,
      },
      304: NOT_CHANGED,
    },
    refusals: ['client_unknown'],
  },
  PUT: {
    id: 'updateApiClient',
    group: 'API clients',
    who: 'administrator',
    summary: 'Change an API client',
    parameters: [CLIENT_ID, IF_MATCH],
    body: { kind: 'json', schema: 'ApiClientSettings', example: { name: 'Build' } },
    answers: { 204: { text: 'The API client was changed.', headers: ['ETag'] } },
    refusals: ['client_unknown', 'value_invalid', 'theme_unknown', 'precondition_failed'],
  },
  DELETE: {
    id: 'deleteApiClient',
    group: 'API clients',
    who: 'administrator',
    summary: 'Delete an API client',
    prose: 'Its tokens stop working at once.',
    parameters: [CLIENT_ID, IF_MATCH],
    answers: { 204: { text: 'The API client was deleted.' } },
    refusals: ['client_unknown', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/clients/:id/secret` */
export const CLIENT_SECRET = {
  POST: {
    id: 'rotateApiClientSecret',
    group: 'API clients',
    who: 'administrator',
    summary: 'Rotate the secret of an API client',
    prose: 'The old secret and its tokens stop working at once.',
    parameters: [CLIENT_ID],
    answers: {
      200: { text: 'The new secret.', content: { 'application/json': 'Credentials' }, example: CREDENTIALS },
    },
    refusals: ['client_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>
