import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode } from '../../core/refusal.ts'
import { ISSUER_PATHS } from '../../identity/identity.ts'
import { StoreFault } from '../../store/store.ts'
import { FAULTS } from '../request/faults.ts'
import { isForm } from '../request/form.ts'
import { MESSAGES } from '../request/messages.ts'
import type { Message } from '../request/record-messages.ts'

/** The guide that has every error, each in a row that is found by its id. */
const ERROR_GUIDE = '/docs/errors'

/** The path of the documentation of an error. */
function helpOf(messageId: string): string {
  return `${ERROR_GUIDE}#${messageId}`
}

/** The header `Link` to the documentation of an error. */
export function helpLink(messageId: string): string {
  return `<${helpOf(messageId)}>; rel="help"`
}

/** Headers of the answer that an error takes the place of: they would say of the error what was true of the content. */
const OF_CONTENT = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'etag',
  'last-modified',
  'location',
]

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly title: string
  readonly body: { messageId: string; messageDescription: string }
}

/** The answer for anything that was thrown. */
export function errorAnswer(error: unknown, reference: string): ErrorAnswer {
  if (error instanceof Refusal)
    return filled(MESSAGES[error.code as RefusalCode] as Message<object>, error.details)
  if (error instanceof StoreFault)
    return filled(FAULTS[error.kind === 'unusable' ? 'damaged' : error.kind], { reference })
  return filled(FAULTS.internal, { reference })
}

function filled<D>({ id, status, title, text, headers }: Message<D>, details: D): ErrorAnswer {
  return {
    status,
    title,
    headers: headers?.(details) ?? {},
    body: { messageId: id, messageDescription: text(details) },
  }
}

/** Answers a request with an error; a fault goes to the log with its cause, and the answer has only a reference. */
export async function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  showPage?: (answer: ErrorAnswer, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const answer = errorAnswer(translated(error), request.id)
  // A refusal is expected, and under load there are many.
  if (answer.status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, 'fault')
  else request.log.debug({ messageId: answer.body.messageId }, answer.body.messageDescription)
  for (const name of OF_CONTENT) reply.removeHeader(name)
  // A cache would otherwise keep the error for as long as the content, which may be back a moment later.
  reply.code(answer.status).header('cache-control', 'no-store').headers(answer.headers)
  // An error page would cost as much as the request that was shed.
  const isCheap = error instanceof Refusal && error.code === 'overloaded'
  if (showPage !== undefined && !isCheap && wantsPage(request)) {
    try {
      return await showPage(answer, request, reply)
    } catch (err) {
      // Without a tenant there is no theme for the page.
      const isNobodys = err instanceof Refusal && err.code === 'host_unknown'
      if (!isNobodys) request.log.error({ err }, 'the page of an error failed')
    }
  }
  const help = helpOf(answer.body.messageId)
  reply.header('link', helpLink(answer.body.messageId))
  if (!wantsProblem(request)) return reply.type('application/json; charset=utf-8').send(answer.body)
  return reply.type('application/problem+json').send({
    type: help,
    title: answer.title,
    status: answer.status,
    detail: answer.body.messageDescription,
    instance: `urn:request:${request.id}`,
    ...answer.body,
  })
}

const API = /^\/(?:v1\.0|template\/v1\.0|oidc)\//

/** What applications ask of a provider, which never answers them with a page. */
const FOR_APPLICATIONS = /^\/(?:token|userinfo|jwks|par|\.well-known)(?:[/?]|$)/

/** Whether to answer with a page: the address is not one of the API, and the client accepts HTML or posts a form. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, headers, raw } = request
  const { accept = '*/*' } = headers
  const path = raw.url ?? ''
  const issuer = ISSUER_PATHS.find(one => path.startsWith(`${one}/`))
  const forPrograms = issuer === undefined ? API.test(path) : FOR_APPLICATIONS.test(path.slice(issuer.length))
  return (
    /^(?:GET|HEAD|POST)$/.test(method) &&
    !forPrograms &&
    (accept.includes('text/html') || (accept === '*/*' && method === 'POST' && isForm(request)))
  )
}

function wantsProblem(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('application/problem+json') ?? false
}

/** Translates errors of the HTTP library into errors of this service. */
function translated(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (error instanceof Refusal || !code?.startsWith('FST_')) return error
  if (code === 'FST_ERR_BAD_URL')
    return new Refusal('target_invalid', { why: 'it has a broken percent escape' })
  if (code.startsWith('FST_ERR_CTP_INVALID_MEDIA'))
    return new Refusal('upload_type', { expected: 'one that this call accepts' })
  return statusCode !== undefined && statusCode < 500 ? new Refusal('request_malformed', {}) : error
}
