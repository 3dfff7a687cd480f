import type { Call, Method, Page } from './call.ts'
import { text } from './schema.ts'

/** The token endpoint. */
export const TOKEN = {
  POST: {
    id: 'requestToken',
    group: 'Tokens',
    who: 'anyone',
    summary: 'Request an access token',
    prose:
      'Id and secret stand in the form, or both come by HTTP Basic. After too many failed tries, wait as long as `Retry-After` says.',
    body: {
      kind: 'form',
      schema: 'TokenRequest',
      example: {
        grant_type: 'client_credentials',
        client_id: '<client id>',
        client_secret: '<client secret>',
      },
    },
    answers: {
      200: {
        text: 'The token.',
        content: { 'application/json': 'Token' },
        example: { access_token: 'k3J…', expires_in: 7200, token_type: 'Bearer', grant_id: '5f2a…' },
      },
    },
    refusals: ['too_many_tries', 'query_invalid'],
    oauth: {
      400: [
        'invalid_request',
        'unsupported_grant_type',
        'unauthorized_client',
        'invalid_grant',
        'invalid_scope',
        'invalid_dpop_proof',
      ],
      401: ['invalid_client'],
      413: ['invalid_request'],
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** Pushed authorization requests (RFC 9126). */
export const PUSHED_REQUEST = {
  POST: {
    id: 'pushAuthorizationRequest',
    group: 'Tokens',
    who: 'anyone',
    summary: 'Push an authorization request',
    prose:
      'For applications (RFC 9126). The form has the parameters of `/authorize`, and the application proves itself as at the token endpoint. It then sends people to `/authorize` with `client_id` and `request_uri` alone, within 60 seconds.',
    body: {
      kind: 'form',
      schema: 'PushedRequest',
      example: {
        client_id: '<client id>',
        client_secret: '<client secret>',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: 'https://app.example.com/callback',
        state: 'af0ifjsldkj',
      },
    },
    answers: {
      201: {
        text: 'The request is kept.',
        content: { 'application/json': 'PushedRequestKept' },
        example: { request_uri: 'urn:ietf:params:oauth:request_uri:6esc…', expires_in: 60 },
      },
    },
    refusals: ['too_many_tries', 'too_many_requests', 'query_invalid', 'over_limit'],
    oauth: {
      400: ['invalid_request', 'invalid_scope', 'unauthorized_client', 'invalid_dpop_proof'],
      401: ['invalid_client'],
      413: ['invalid_request'],
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/` */
export const SERVICE = {
  GET: {
    id: 'getService',
    group: 'Service',
    who: 'anyone',
    summary: 'Get what the service is',
    prose: 'Browsers are led to the sign-in page.',
    answers: {
      200: {
        text: 'The version, and where to begin.',
        content: { 'application/json': 'Service' },
        example: {
          service: 'tabard',
          version: '0.1.0',
          description: 'A branding service for identity pages: themes in, branded pages and e-mails out.',
          themes: '/v1.0/branding/themes',
          token: '/v1.0/endpoint/default/token',
          limits: '/v1.0/tabard/limits',
          openapi: '/openapi.json',
          docs: '/docs',
          health: ['/healthz', '/readyz'],
        },
      },
      302: { text: 'To the sign-in page, for browsers.', headers: ['Location'] },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/healthz` */
export const HEALTH = {
  GET: {
    id: 'getHealth',
    group: 'Service',
    who: 'anyone',
    summary: 'Ask whether the service lives',
    answers: {
      200: { text: 'It does.', content: { 'application/json': 'Status' }, example: { status: 'alive' } },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/readyz` */
export const READINESS = {
  GET: {
    id: 'getReadiness',
    group: 'Service',
    who: 'anyone',
    summary: 'Ask whether the service serves',
    prose: 'It has started, has asked its database, is not stopping, and has not too much to do.',
    answers: {
      200: { text: 'It does.', content: { 'application/json': 'Status' }, example: { status: 'ready' } },
    },
    refusals: ['starting', 'stopping'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/openapi.json` */
export const DESCRIPTION = {
  GET: {
    id: 'getDescription',
    group: 'Service',
    who: 'anyone',
    summary: 'Get this description',
    answers: {
      200: {
        text: 'The calls as OpenAPI 3.1.',
        content: { 'application/json': { type: 'object', description: 'An OpenAPI description.' } },
        headers: ['ETag'],
      },
      304: { text: 'It is as `If-None-Match` has it.', headers: ['ETag'] },
    },
    refusals: ['host_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/docs` */
export const REFERENCE = {
  GET: {
    id: 'getReference',
    group: 'Service',
    who: 'anyone',
    summary: 'Read this description',
    answers: {
      200: { text: 'A page for people.', content: { 'text/html': text('The page.') }, headers: ['ETag'] },
      304: { text: 'It is as `If-None-Match` has it.', headers: ['ETag'] },
    },
    refusals: ['host_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** A page that is shown and a form that it posts. */
function shownAndPosted(id: string, page: string): { GET: Page; POST: Page } {
  return { GET: { id, page }, POST: { id: `${id}Form`, page: `What is posted from: ${page}` } }
}

export const SIGN_IN_PAGE = shownAndPosted(
  'signInPage',
  'The sign-in page in the theme that `themeId` names.',
)
export const SIGN_OUT_PAGE = shownAndPosted('signOutPage', 'The page on which people sign out.')
export const FLOW_PAGE = shownAndPosted('flowPage', 'Registration and personal details.')
export const INTERACTION_PAGE = shownAndPosted('interactionPage', 'Signing in on the way to an application.')

/** What pages bring along. */
export const PAGES = {
  console: { GET: { id: 'consoleDoor', page: 'Leads to the console.' } },
  asset: { GET: { id: 'asset', page: 'An asset of the theme that `themeId` names.' } },
  field: {
    GET: {
      id: 'fieldFile',
      page: 'A script or a style sheet of the service that pages of themes made for IBM Security Verify load.',
    },
  },
  fieldFolder: {
    GET: {
      id: 'fieldFolderFile',
      page: 'The script or the style sheet that old error pages of such themes load, whatever its name.',
    },
  },
  icon: { GET: { id: 'icon', page: 'The icon of the default theme.' } },
  frame: {
    GET: {
      id: 'framedPreview',
      page: 'A preview with unsaved files in a frame of the console; its id is the key. `inspect` lets it be inspected; `container` (`after` or `before`) lets a container watch it, with `titles` in the language of the page too.',
    },
  },
  metrics: { GET: { id: 'metrics', page: 'Counts and measures, as Prometheus reads them.' } },
} as const satisfies Record<string, { GET: Page }>

/** Where RFC 8414 has it. */
export const AUTHORIZATION_SERVER_METADATA = {
  id: 'authorizationServer',
  page: 'What the OpenID provider can do, at the address of RFC 8414.',
} as const satisfies Page

/** What the OpenID provider answers, by its path. */
export const PROVIDED = {
  '/.well-known/openid-configuration': {
    id: 'openidConfiguration',
    page: 'What the OpenID provider can do.',
  },
  '/jwks': { id: 'jwks', page: 'The public keys of the OpenID provider.' },
  '/authorize': { id: 'authorize', page: 'Where applications send people to sign in.' },
  '/authorize/:uid': { id: 'authorizeResumed', page: 'The way back to the application after signing in.' },
  '/userinfo': { id: 'userinfo', page: 'What an application may know of who signed in.' },
  '/logout': { id: 'logout', page: 'Where applications send people to sign out.' },
  '/logout/confirm': { id: 'logoutConfirmed', page: 'The answer to whether somebody wants to sign out.' },
  '/logout/success': { id: 'logoutDone', page: 'The page after signing out.' },
} as const satisfies Record<string, Page>
