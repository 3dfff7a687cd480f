import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { AUTHORIZATION_BYTES, boundAuthorization } from './authorization-bounds.ts'
import { FORM, fieldsOf, isForm } from './form.ts'
import { wholeBody } from './upload.ts'

const SECONDS = 10

/** The parameters that may be moved into an address. All others, such as a client secret, are dropped. */
const MOVED = {
  '/authorize': new Set([
    'acr_values',
    'authorization_details',
    'claims',
    'claims_locales',
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'display',
    'dpop_jkt',
    'id_token_hint',
    'login_hint',
    'max_age',
    'nonce',
    'prompt',
    'redirect_uri',
    'registration',
    'request',
    'request_uri',
    'resource',
    'response_mode',
    'response_type',
    'scope',
    'state',
    'themeId',
    'ui_locales',
  ]),
  '/logout': new Set([
    'client_id',
    'id_token_hint',
    'logout_hint',
    'post_logout_redirect_uri',
    'state',
    'themeId',
    'ui_locales',
  ]),
} as const

/**
 * Leads a request that an application's page posts to the same request by GET. Browsers send our cookies, which are
 * `SameSite=Lax`, with that one only.
 */
export async function leadToGet(
  path: keyof typeof MOVED,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isForm(request)) throw new Refusal('upload_type', { expected: FORM })
  const target = request.raw.url!
  const [address] = target.split('?', 1) as [string]
  const over = new Refusal('over_limit', { what: 'authorization', limit: AUTHORIZATION_BYTES })
  const body = await wholeBody(request, reply, { bytes: AUTHORIZATION_BYTES, seconds: SECONDS, over })
  // A repeated parameter stays repeated, because the provider rejects it.
  const query = new URLSearchParams(target.slice(address.length))
  for (const [name, value] of moved(body)) if (MOVED[path].has(name)) query.append(name, value)
  boundAuthorization(query, query.toString().length)
  const location = query.size === 0 ? address : `${address}?${query}`
  return reply.code(303).headers({ 'cache-control': 'no-store', location }).send()
}

function moved(body: Buffer): [string, string][] {
  try {
    return [...fieldsOf(body)]
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new Refusal('upload_malformed', { why: 'The form has a percent escape that is not UTF-8.' })
  }
}
