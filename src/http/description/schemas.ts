import { ACCESS_SCHEMAS } from './access-schemas.ts'
import { ANALYTICS_SCHEMAS } from './analytics-schemas.ts'
import { CAMPAIGN_SCHEMAS } from './campaign-schemas.ts'
import { CONSOLE_SCHEMAS } from './console-schemas.ts'
import { FLOW_SCHEMAS } from './flow-schemas.ts'
import { PAGE_SCHEMAS } from './page-schemas.ts'
import { REQUEST_SCHEMAS } from './request-schemas.ts'
import { object, type Schema, text, texts, whole } from './schema.ts'
import { SOURCE_SCHEMAS } from './source-schemas.ts'
import { THEME_SCHEMAS } from './theme-schemas.ts'

const message = {
  messageId: text('Id of the error, for programs. It never changes.'),
  messageDescription: text('What was wrong, and where, for people.'),
}

/** Every schema with a name of its own. */
export const SCHEMAS = {
  Error: object('Why a call failed.', message),
  ProblemDetails: object(
    'An error as problem details (RFC 9457), for clients that accept `application/problem+json`.',
    {
      type: text('Address of the page about the error, relative to the address of the service.'),
      title: text('The error in a few words.'),
      status: whole('The HTTP status code.'),
      detail: text('The same as `messageDescription`.'),
      instance: text('The request. Its id is also in the log.'),
      ...message,
    },
  ),
  OAuthError: object('An OAuth error, as specified in RFC 6749.', message, {
    error: text('Code of the error. Absent if the request did not reach the endpoint.'),
    error_description: text('What was wrong, for people.'),
    scope: text('The scope that was rejected.'),
  }),
  TokenRequest: object(
    'A request for a token.',
    { grant_type: text('`client_credentials`; applications use `authorization_code` and `refresh_token`.') },
    {
      client_id: text('Id of the API client, unless you send it with HTTP Basic authentication.'),
      client_secret: text('Secret of the API client, unless you send it with HTTP Basic authentication.'),
    },
  ),
  PushedRequest: object(
    'An authorization request of an application.',
    {
      response_type: text('Always `code`.'),
      redirect_uri: text('One of the redirect URIs of the application.'),
      scope: text('The requested scopes, such as `openid profile`.'),
    },
    {
      client_id: text('Id of the application, unless you send it with HTTP Basic authentication.'),
      client_secret: text(
        'Secret of the application, unless you send it with HTTP Basic authentication or there is none.',
      ),
      state: text('A value that is returned unchanged with the code.'),
      code_challenge: text('The PKCE challenge.'),
      code_challenge_method: text('Always `S256`.'),
    },
  ),
  PushedRequestKept: object('A stored authorization request.', {
    request_uri: text('The value to send to `/authorize`. It can be used once.'),
    expires_in: whole('Seconds until it expires.'),
  }),
  Token: object(
    'An access token.',
    {
      access_token: text('The token, an opaque string.'),
      expires_in: whole('Seconds until it expires.'),
      token_type: text('`Bearer`, or `DPoP` for applications that send a DPoP proof.'),
    },
    {
      grant_id: text('Id of the grant, which is safe to use in logs and support tickets.'),
      id_token: text('For applications: the ID token.'),
      refresh_token: text('For applications: the refresh token.'),
      scope: text('For applications: the granted scopes.'),
    },
  ),
  Service: object('The name, version and addresses of the service.', {
    service: text('Always `tabard`.'),
    version: text('Its version.'),
    description: text('What it does.'),
    themes: text('Address of the themes.'),
    token: text('Address of the token endpoint.'),
    limits: text('Address of the limits.'),
    openapi: text('Address of this description.'),
    docs: text('Address of the documentation.'),
    health: texts('Addresses of the health checks.'),
  }),
  Status: object('The health of the service.', { status: text('`alive` or `ready`.') }),
  ...THEME_SCHEMAS,
  ...PAGE_SCHEMAS,
  ...ACCESS_SCHEMAS,
  ...SOURCE_SCHEMAS,
  ...REQUEST_SCHEMAS,
  ...CAMPAIGN_SCHEMAS,
  ...FLOW_SCHEMAS,
  ...ANALYTICS_SCHEMAS,
  ...CONSOLE_SCHEMAS,
} as const satisfies Record<string, Schema>

export type SchemaName = keyof typeof SCHEMAS
