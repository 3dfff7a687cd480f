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
  messageId: text('Names the error for programs; it never changes.'),
  messageDescription: text('Tells people what was wrong and where.'),
}

/** Every schema with a name of its own. */
export const SCHEMAS = {
  Error: object('Why a call was refused.', message),
  ProblemDetails: object('The same for those who accept `application/problem+json` (RFC 9457).', {
    type: text('The page about the error, relative to the address of the service.'),
    title: text('The error in a few words.'),
    status: whole('The status of the answer.'),
    detail: text('The same as `messageDescription`.'),
    instance: text('Names the request; its id is in the log too.'),
    ...message,
  }),
  OAuthError: object('Why no token was given, as RFC 6749 has it.', message, {
    error: text('Names the error. Absent if the request did not reach the endpoint.'),
    error_description: text('Tells people what was wrong.'),
    scope: text('The scope that was refused.'),
  }),
  TokenRequest: object(
    'A request for a token.',
    { grant_type: text('`client_credentials`; applications use `authorization_code` and `refresh_token`.') },
    {
      client_id: text('Id of the API client, unless it is sent by HTTP Basic.'),
      client_secret: text('Its secret, unless it is sent by HTTP Basic.'),
    },
  ),
  PushedRequest: object(
    'A request of an application, as `/authorize` takes it.',
    {
      response_type: text('Always `code`.'),
      redirect_uri: text('Where the person returns: one of the registered addresses.'),
      scope: text('What is asked for, such as `openid profile`.'),
    },
    {
      client_id: text('Id of the application, unless it is sent by HTTP Basic.'),
      client_secret: text('Its secret, unless it is sent by HTTP Basic or there is none.'),
      state: text('Comes back with the code.'),
      code_challenge: text('The PKCE challenge.'),
      code_challenge_method: text('Always `S256`.'),
    },
  ),
  PushedRequestKept: object('A request that is kept.', {
    request_uri: text('Names it at `/authorize`, once.'),
    expires_in: whole('Seconds until it expires.'),
  }),
  Token: object(
    'An access token.',
    {
      access_token: text('The token; it is opaque.'),
      expires_in: whole('Seconds until it expires.'),
      token_type: text('`Bearer`, or `DPoP` for applications that send a DPoP proof.'),
    },
    {
      grant_id: text('Names the grant without giving the token away, for logs and tickets.'),
      id_token: text('For applications: who signed in.'),
      refresh_token: text('For applications: gets the next token.'),
      scope: text('For applications: what was granted.'),
    },
  ),
  Service: object('What the service is.', {
    service: text('Always `tabard`.'),
    version: text('Its version.'),
    description: text('What it does.'),
    themes: text('Where the themes are.'),
    token: text('Where tokens are requested.'),
    limits: text('Where the limits are.'),
    openapi: text('Where this description is.'),
    docs: text('Where it can be read.'),
    health: texts('Where to ask how it is.'),
  }),
  Status: object('How the service is.', { status: text('`alive` or `ready`.') }),
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
