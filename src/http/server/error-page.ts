import type { FastifyReply, FastifyRequest } from 'fastify'
import { homeAddress, type Identity } from '../../identity/identity.ts'
import { MESSAGES } from '../request/messages.ts'
import { sendPage } from '../request/page-answer.ts'
import { firstOf, pathOf } from '../request/target.ts'
import { wishOf } from '../request/wish.ts'
import type { ErrorAnswer } from './errors.ts'

const NOWHERE = new Set(
  [MESSAGES.route_unknown, MESSAGES.file_unknown, MESSAGES.page_unknown, MESSAGES.console_missing].map(
    ({ id }) => id,
  ),
)

/** Errors as people see them: a page of the theme, in their language, with a reference that the log has too. */
export function errorPages(identity: Identity, now: () => number) {
  return async (answer: ErrorAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // If no route handled the request, its tenant has not been looked up yet.
    const tenant = request.tenant ?? (await identity.tenancy.of(request.hostname))
    const query = firstOf(request.raw.url ?? '/')
    const [path = ''] = (request.raw.url ?? '').split('?', 1)
    const purpose = await identity.signIns.purposeOf(tenant, request.headers.cookie, path, query)
    const audience = await identity.surfaces.audience(tenant, purpose, wishOf(request, query))
    const word = await identity.surfaces.words(audience)
    const isPassing = answer.body.messageId === MESSAGES.cookie_repeated.id
    const values = {
      ERROR_MESSAGE: word(isPassing ? 'FLOW_EXPIRED' : labelOf(answer)),
      ERROR_TITLE: word(NOWHERE.has(answer.body.messageId) ? 'NOT_FOUND_TITLE' : 'GENERIC_ERROR_HEADER'),
      IDAAS_LOGIN_URL: homeAddress(audience, purpose),
      EXCEPTION_MSG: request.id,
      REQ_ADDR: pathOf(request),
      TIMESTAMP: new Date(now()).toISOString(),
    }
    // The address stays that of the request, which may be a link of a mail that has not been used yet.
    const page = await identity.surfaces.page(audience, isPassing ? 'login-error' : 'error', values, {
      scriptless: true,
    })
    if (answer.status < 500) request.log.warn({ messageId: answer.body.messageId }, 'a person met an error')
    return sendPage(reply, page, answer.status)
  }
}

function labelOf({ status, body }: ErrorAnswer): string {
  if (NOWHERE.has(body.messageId)) return 'ERROR_NOT_FOUND'
  if (body.messageId === MESSAGES.busy.id || status === 429) return 'ERROR_BUSY'
  if (status === 503) return 'ERROR_UNAVAILABLE'
  return status >= 500 ? 'ERROR_FAULT' : 'ERROR_REQUEST'
}
