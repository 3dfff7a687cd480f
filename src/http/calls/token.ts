import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { type Identity, ISSUER_PATHS, type IssuerPath, networkOf } from '../../identity/identity.ts'
import { type Handler, resource } from '../description/resource.ts'
import { boundAuthorization } from '../request/authorization-bounds.ts'
import { oauthMessageId } from '../request/faults.ts'
import { FORM, fieldsOf, isForm, unescaped } from '../request/form.ts'
import { ownAddress } from '../request/own-address.ts'
import type { Rates } from '../request/rate.ts'
import { queryOf } from '../request/target.ts'
import { wholeBody } from '../request/upload.ts'
import { errorAnswer, helpLink } from '../server/errors.ts'
import { PUSHED_REQUEST, TOKEN } from './token-calls.ts'

const LARGEST_FORM = 32 * 1024
const MOST_PARAMETERS = 100
const SECONDS = 10

/** Parameters and headers because of which the provider may reject a request for a token of an API client. */
const PROVIDER_PARAMETERS = ['scope', 'resource']
const PROVIDER_HEADERS = ['origin', 'oauth-client-attestation', 'oauth-client-attestation-pop']
/** Headers of the provider that our own answers have as well. */
const AS_PROVIDED = {
  vary: 'Origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate',
}

interface BasicCredentials {
  readonly client: string
  /** Undefined if it is percent-encoded, or the base64 is not canonical. */
  readonly secret: string | undefined
}

/** A token request that is rejected before the provider sees it, with an error as specified in RFC 6749. */
class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

// Made once, because an error costs more than reading a small body.
const TOO_LARGE = new OAuthError(413, 'invalid_request', `the body has more than ${LARGEST_FORM} bytes`)

interface TokenParts {
  readonly identity: Identity
  readonly rates: Rates
}

/** Answers at one endpoint of an issuer. */
type Endpoint = (
  parts: TokenParts,
  issuer: IssuerPath,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>

/** The endpoints at which clients prove who they are, at each issuer: of tokens and of pushed requests. */
export function token(app: FastifyInstance, parts: TokenParts): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  const endpoint = (
    issuer: IssuerPath,
    path: string,
    described: typeof TOKEN | typeof PUSHED_REQUEST,
    answer: Endpoint,
  ) => {
    const tried: Handler = async (request, reply) => {
      try {
        return await answer(parts, issuer, request, reply)
      } catch (error) {
        return await refused(error, request, reply)
      }
    }
    resource(app, `${issuer}${path}`, described, { POST: tried }, async (request, reply) => {
      const provider = await parts.identity.providers.of(request.tenant, issuer)
      return await provide(parts.identity, provider, request, reply, Buffer.alloc(0))
    })
  }
  for (const issuer of ISSUER_PATHS) {
    endpoint(issuer, '/token', TOKEN, tokens)
    endpoint(issuer, '/par', PUSHED_REQUEST, push)
  }
}

/** Tokens for a code, a refresh token or an API client. */
async function tokens(
  { identity }: TokenParts,
  issuer: IssuerPath,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { tenant, raw } = request
  const { body, form, client, basic } = await received(request, reply)
  const { providers, bearers } = identity
  const people = form.get('grant_type') !== 'client_credentials'
  // The theme API takes bearer tokens. An API client that sends a proof gets one too, and sees so in `token_type`.
  if (!people) delete raw.headers.dpop
  await attempt(identity, client, request, async failed => {
    const isPlain = !people && PROVIDER_HEADERS.every(name => request.headers[name] === undefined)
    const secret = isPlain ? plainSecret(form, basic) : undefined
    const granted = secret && (await bearers.answer(tenant, client, secret))
    if (granted) {
      request.claimedClient = async () => client
      return void reply.headers(AS_PROVIDED).send(granted)
    }
    const provider = await providers.of(tenant, issuer)
    await provide(identity, provider, request, reply, body, failed)
  })
}

/** Keeps the request of an application, within the bounds of one that people bring along. */
async function push(
  { identity, rates }: TokenParts,
  issuer: IssuerPath,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { body, form, client } = await received(request, reply)
  rates.authorizations.admit(networkOf(request.ip))
  boundAuthorization(form, body.length)
  // An application that names itself by HTTP Basic need not do so again.
  const whole = form.has('client_id')
    ? body
    : Buffer.concat([body, Buffer.from(`&client_id=${encodeURIComponent(client)}`)])
  const provider = await identity.providers.of(request.tenant, issuer)
  await attempt(identity, client, request, async failed => {
    await provide(identity, provider, request, reply, whole, failed)
  })
}

/** The form of a request, and the client that it claims to come from. */
async function received(request: FastifyRequest, reply: FastifyReply) {
  checkTarget(request)
  const body = await wholeBody(request, reply, { bytes: LARGEST_FORM, seconds: SECONDS, over: TOO_LARGE })
  const form = formOf(body)
  const basic = basicCredentials(request.headers.authorization)
  const client = basic?.client ?? form.get('client_id') ?? ''
  return { body, form, client, basic }
}

/**
 * The secret of a client that asks for a token in one of the two usual ways. Undefined where the provider may reject the
 * request before it checks the secret: it would count no wrong guess, and a right one must not differ from that.
 */
function plainSecret(
  form: ReadonlyMap<string, string>,
  basic: BasicCredentials | undefined,
): string | undefined {
  if (PROVIDER_PARAMETERS.some(name => form.has(name))) return undefined
  if (basic === undefined) return form.get('client_secret')
  return form.has('client_id') || form.has('client_secret') ? undefined : basic.secret
}

/** Lets the provider answer, and counts a client that cannot prove who it is. */
async function attempt(
  identity: Identity,
  client: string,
  request: FastifyRequest,
  answer: (failed: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const trier = { tenant: request.tenant.id, client, address: request.ip }
  // An unknown id is not logged: it may be a secret that was sent in the wrong field.
  request.claimedClient = async () => await identity.refusedClients.known(trier).catch(() => undefined)
  await identity.tries.attempt(trier, async failed => {
    await answer(async () => {
      identity.refusedClients.add(trier)
      await failed()
    })
  })
}

async function provide(
  identity: Identity,
  provider: Awaited<ReturnType<Identity['providers']['of']>>,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  unauthorized?: () => Promise<void>,
): Promise<void> {
  ownAddress(identity, request)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
  await identity.providers.answer(provider, replay(request, body), reply.raw, {
    address: request.ip,
    unauthorized,
  })
}

function checkTarget(request: FastifyRequest): void {
  if (queryOf(request.raw.url!, ['client_secret', 'client_id', 'grant_type']).size > 0) {
    throw new OAuthError(
      400,
      'invalid_request',
      'send credentials in the body or the header, never in the address',
    )
  }
  if (!isForm(request)) {
    throw new OAuthError(400, 'invalid_request', `the content type must be ${FORM}`)
  }
}

/** The parameters of the form; one that is broken or given twice is refused. */
function formOf(body: Buffer): Map<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of formFields(body)) {
    if (values.has(name)) throw new OAuthError(400, 'invalid_request', 'a parameter is given twice')
    values.set(name, value)
    if (values.size > MOST_PARAMETERS)
      throw new OAuthError(400, 'invalid_request', 'there are too many parameters')
  }
  return values
}

function* formFields(body: Buffer): Generator<[string, string]> {
  try {
    yield* fieldsOf(body)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new OAuthError(400, 'invalid_request', 'the body has a percent escape that is not UTF-8')
  }
}

function decoded(text: string): string {
  try {
    return unescaped(text)
  } catch {
    throw new OAuthError(400, 'invalid_request', 'the header has a percent escape that is not UTF-8')
  }
}

function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  if (header === undefined) return undefined
  const [, encoded = ''] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString()
  const [client] = text.split(':', 1)
  if (!client || client === text) {
    throw new OAuthError(
      401,
      'invalid_client',
      'the header Authorization is not Basic with client id and secret',
    )
  }
  // Both halves are form-encoded, so that one client has many spellings.
  return { client: decoded(client), secret: plainBasicSecret(encoded, text.slice(client.length + 1)) }
}

/** The secret in Basic credentials, if they can be read in one way only. */
function plainBasicSecret(encoded: string, secret: string): string | undefined {
  const isCanonical = Buffer.from(encoded, 'base64').toString('base64') === encoded
  return isCanonical && /^[ -$&-~]+$/.test(secret) ? unescaped(secret) : undefined
}

/** The request as the provider expects it: at its own path below ours, with the body still to be read. */
function replay({ raw, routeOptions }: FastifyRequest, body: Buffer): IncomingMessage {
  const request = new IncomingMessage(raw.socket)
  // Not as it was spelled: a letter may have been percent-encoded.
  const path = routeOptions.url!
  request.method = raw.method!
  request.url = path.slice(path.lastIndexOf('/'))
  // A proof of possession (DPoP) names the address that the client has used.
  Object.assign(request, { originalUrl: path })
  // The provider would answer in HTML if the client accepts it, but these endpoints answer in JSON.
  request.headers = { ...raw.headers, accept: 'application/json', 'content-length': String(body.length) }
  delete request.headers['transfer-encoding']
  request.push(body)
  request.push(null)
  // Otherwise, the end of the body would look like an interrupted connection.
  request.complete = true
  return request
}

/**
 * Adds messageId and messageDescription to an OAuth error, as in every other error of the API. Returns the header
 * `Link` to its documentation.
 */
export function completeTokenAnswer(body: Record<string, unknown>): string | undefined {
  if (typeof body.error !== 'string') return undefined
  const messageId = oauthMessageId(body.error)
  body.messageId = messageId
  body.messageDescription = body.error_description ?? body.error
  return helpLink(messageId)
}

async function refused(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (reply.sent) throw error
  if (error instanceof OAuthError) {
    const body = { error: error.error, error_description: error.message }
    reply.header('link', completeTokenAnswer(body))
    if (error.status === 401) reply.header('www-authenticate', 'Basic realm="tabard"')
    return reply.code(error.status).send(body)
  }
  const { status, headers, body } = errorAnswer(error, request.id)
  if (status >= 500) request.log.error({ err: error }, 'fault')
  const oauth = error instanceof Refusal && status < 429 ? 'invalid_request' : 'temporarily_unavailable'
  return reply
    .code(status)
    .headers({ ...headers, link: helpLink(body.messageId) })
    .send({ error: oauth, error_description: body.messageDescription, ...body })
}
