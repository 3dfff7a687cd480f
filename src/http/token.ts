import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import type { Identity } from '../identity/identity.ts'
import { TOKEN } from './described/service-calls.ts'
import { errorAnswer } from './errors.ts'
import { OAUTH_MESSAGES, OAUTH_OTHER } from './faults.ts'
import { FORM, fieldsOf, isForm, unescaped } from './form.ts'
import { resource } from './resource.ts'
import { queryOf } from './target.ts'
import { wholeBody } from './upload.ts'

const LARGEST_FORM = 32 * 1024
const MOST_PARAMETERS = 100
const SECONDS = 10

/** A token request that is refused before the provider sees it, as RFC 6749 has it. */
class OAuthError extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }
}

/** The token endpoint at the interface's path and its two aliases. */
export function token(app: FastifyInstance, { identity }: { identity: Identity }): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  for (const path of ['/v1.0/endpoint/default/token', '/oidc/endpoint/default/token', '/oauth2/token']) {
    resource(app, path, TOKEN, {
      async POST(request, reply) {
        try {
          return await answered(identity, request, reply)
        } catch (error) {
          return await refused(error, request, reply)
        }
      },
    })
  }
}

async function answered(identity: Identity, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  checkTarget(request)
  const over = new OAuthError(413, 'invalid_request', `the body has more than ${LARGEST_FORM} bytes`)
  const body = await wholeBody(request, reply, { bytes: LARGEST_FORM, seconds: SECONDS, over })
  const form = formOf(body)
  const client = basicClient(request.headers.authorization) ?? form.get('client_id') ?? ''
  const { providers } = identity
  const people = form.get('grant_type') !== 'client_credentials'
  const provider = await (people ? providers.forPeople(request.tenant) : providers.of(request.tenant))
  await identity.tries.attempt({ tenant: request.tenant.id, client, address: request.ip }, async () => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
    await providers.answer(provider, replay(request.raw, body), reply.raw, request.ip)
    if (!people && reply.raw.statusCode === 200) identity.lastUses.note(request.tenant.id, client)
    return reply.raw.statusCode !== 401
  })
}

function checkTarget(request: FastifyRequest): void {
  if (queryOf(request.raw.url!, ['client_secret', 'client_id', 'grant_type']).size > 0) {
    throw new OAuthError(
      400,
      'invalid_request',
      'credentials belong into the body or the header, never into the address',
    )
  }
  if (!isForm(request)) {
    throw new OAuthError(400, 'invalid_request', `the content type has to be ${FORM}`)
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

function basicClient(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  const [client, secret] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':', 2)
  if (!client || secret === undefined) {
    throw new OAuthError(
      401,
      'invalid_client',
      'the header Authorization is not Basic with client id and secret',
    )
  }
  // Both halves are form-encoded, so that one client has many spellings.
  return decoded(client)
}

/** The request as the provider expects it: at its own path, with the body still to be read. */
function replay(raw: IncomingMessage, body: Buffer): IncomingMessage {
  const request = new IncomingMessage(raw.socket)
  request.method = 'POST'
  request.url = '/token'
  // The provider answers in HTML to whoever accepts it; this endpoint speaks JSON.
  request.headers = { ...raw.headers, accept: 'application/json', 'content-length': String(body.length) }
  delete request.headers['transfer-encoding']
  request.push(body)
  request.push(null)
  // Or the end of it would be taken for a connection that broke off.
  request.complete = true
  return request
}

/** Adds the error body of the interface to an OAuth error. */
export function completeTokenAnswer(body: Record<string, unknown>): void {
  if (typeof body.error !== 'string') return
  body.messageId = OAUTH_MESSAGES[body.error] ?? OAUTH_OTHER
  body.messageDescription = body.error_description ?? body.error
}

async function refused(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (reply.sent) throw error
  if (error instanceof OAuthError) {
    const body = { error: error.error, error_description: error.message }
    completeTokenAnswer(body)
    if (error.status === 401) reply.header('www-authenticate', 'Basic realm="tabard"')
    return reply.code(error.status).send(body)
  }
  const { status, headers, body } = errorAnswer(error, request.id)
  if (status >= 500) request.log.error({ err: error }, 'fault')
  const oauth = error instanceof Refusal && status < 429 ? 'invalid_request' : 'temporarily_unavailable'
  return reply
    .code(status)
    .headers(headers)
    .send({ error: oauth, error_description: body.messageDescription, ...body })
}
