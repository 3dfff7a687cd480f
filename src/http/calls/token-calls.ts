import type { Call, Method } from '../description/call.ts'

/** The token endpoint. */
export const TOKEN = {
  POST: {
    id: 'requestToken',
    group: 'Tokens',
    who: 'anyone',
    summary: 'Request an access token',
    prose:
      'Send the client id and secret in the form, or both with HTTP Basic authentication. After too many failed attempts, wait for the time in `Retry-After`.',
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
      'For applications (RFC 9126). The form contains the parameters of `/authorize`. The application authenticates in the same way as at the token endpoint. Within 60 seconds, it sends the person to `/authorize` with only `client_id` and `request_uri`.',
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
        text: 'The request was stored.',
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
