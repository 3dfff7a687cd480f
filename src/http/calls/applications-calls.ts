import { PLAIN_APPLICATION } from '../../identity/identity.ts'
import type { Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import { EXAMPLE_ID, IF_MATCH, IF_NONE_MATCH, inPath } from '../description/parameters.ts'
import { text } from '../description/schema.ts'

const SHOP = {
  id: EXAMPLE_ID,
  name: 'Shop',
  ...PLAIN_APPLICATION,
  redirects: ['https://shop.example/callback'],
  public: false,
}
const shop = (text: string) =>
  ({
    text,
    content: { 'application/json': 'Application' },
    headers: ['ETag'],
    example: SHOP,
  }) as const
const CREDENTIALS = { clientId: EXAMPLE_ID, clientSecret: '<shown once>' }
const APPLICATION_ID = inPath('id', 'Id of the application.', EXAMPLE_ID)

/** `/applications` */
export const APPLICATIONS = {
  GET: {
    id: 'listApplications',
    group: 'Applications',
    who: 'somebody',
    summary: 'List applications',
    answers: {
      200: {
        text: 'All applications.',
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
    refusals: ['value_invalid', 'theme_unknown', 'flow_unknown', 'source_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id` */
export const APPLICATION = {
  GET: {
    id: 'getApplication',
    group: 'Applications',
    who: 'somebody',
    summary: 'Get an application',
    parameters: [APPLICATION_ID, IF_NONE_MATCH],
    answers: { 200: shop('The application.'), 304: NOT_CHANGED },
    refusals: ['application_unknown'],
  },
  PUT: {
    id: 'updateApplication',
    group: 'Applications',
    who: 'administrator',
    summary: 'Change an application',
    prose: 'Set `themeId` to give the application a theme. `public` cannot be changed.',
    parameters: [APPLICATION_ID, IF_MATCH],
    body: { kind: 'json', schema: 'ApplicationSettings', example: { themeId: 'default' } },
    answers: { 200: shop('The application after the change.') },
    refusals: [
      'application_unknown',
      'value_invalid',
      'theme_unknown',
      'flow_unknown',
      'source_unknown',
      'precondition_failed',
    ],
  },
  DELETE: {
    id: 'deleteApplication',
    group: 'Applications',
    who: 'administrator',
    summary: 'Delete an application',
    parameters: [APPLICATION_ID, IF_MATCH],
    answers: { 204: { text: 'The application was deleted.' } },
    refusals: ['application_unknown', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/applications/:id/secret` */
export const APPLICATION_SECRET = {
  POST: {
    id: 'rotateApplicationSecret',
    group: 'Applications',
    who: 'administrator',
    summary: 'Rotate the secret of an application',
    prose:
      'The old secret stops working at once, or after the time in `keep`. At most one old secret stays valid.',
    parameters: [
      APPLICATION_ID,
      {
        name: 'keep',
        in: 'query',
        schema: text('How long the old secret stays valid, in minutes, hours or days. The maximum is `30d`.'),
        example: '24h',
      },
    ],
    answers: {
      200: {
        text: 'The new secret.',
        content: { 'application/json': 'RotatedSecret' },
        example: { ...CREDENTIALS, formerSecretUntil: '2026-01-31T12:00:00.000Z' },
      },
    },
    refusals: ['application_unknown', 'value_invalid', 'query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>
