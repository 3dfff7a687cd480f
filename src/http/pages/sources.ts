import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { type Identity, networkOf, SOURCES } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { FORM, fieldsOf, isForm, LARGEST_FORM } from '../request/form.ts'
import { navigationsOnly } from '../request/navigation.ts'
import type { Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import { wholeBody } from '../request/upload.ts'
import { sendAnswer, visitOf } from '../request/visit.ts'
import { flowPage } from './flow-page.ts'
import {
  LINKS_PAGE,
  SOURCE_BEGIN,
  SOURCE_CALLBACK,
  SOURCE_ICON,
  SOURCE_LOGOUT,
  SOURCE_SIGNED_OUT,
} from './sources-calls.ts'

interface Parts {
  readonly identity: Identity
  readonly store: Store
  readonly rates: Rates
}

/** What a source may bring back. Everything else is dropped. */
const BROUGHT = ['code', 'state', 'iss', 'error', 'error_description', 'session_state', 'user'] as const
/** A longer address would not reach us. Codes of real sources have up to 2,000 characters. */
const LONGEST_QUERY = 8_000
const SECONDS = 10
const ICON = /^data:(image\/[\w+]+);base64,(.+)$/s

/** The page of somebody's links. */
export function linksPage(app: FastifyInstance, { identity }: Pick<Parts, 'identity'>): void {
  flowPage(app, identity, SOURCES, LINKS_PAGE, () => identity.accountLinks)
}

/** Ways to identity sources and back. They are no pages by themselves, so that they need no detour. */
export function sourcePages(app: FastifyInstance, { identity, rates }: Parts): void {
  // A callback that is posted only leads on, and sets nothing.
  app.addHook('onRequest', async request => {
    if (request.method !== 'POST') await navigationsOnly(request)
  })
  app.addHook('onRequest', async ({ ip }) => rates.authorizations.admit(networkOf(ip)))

  resource(app, `${SOURCES}/:id`, SOURCE_BEGIN, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      const answer = await identity.sourceSteps.begin(visit, idOf(request), query)
      return sendAnswer(identity, request, reply, answer)
    },
  })

  resource(app, `${SOURCES}/:id/callback`, SOURCE_CALLBACK, {
    async GET(request, reply) {
      const visit = await visitOf(identity, request, reply, firstOf(request.raw.url!))
      const answer = await identity.sourceSteps.callback(visit, idOf(request), queryIn(request))
      return sendAnswer(identity, request, reply, answer)
    },
    // Browsers leave our cookies out of a form that another site posts, and send them with the request that follows.
    async POST(request, reply) {
      const query = new URLSearchParams()
      for (const [name, value] of await postedFields(request, reply))
        if (BROUGHT.some(known => known === name)) query.append(name, value)
      const [path] = request.raw.url!.split('?', 1)
      // Without its parameters, the callback answers with the page for an answer that cannot be used.
      const location = query.toString().length > LONGEST_QUERY ? path! : `${path}?${query}`
      return reply
        .code(303)
        .headers({ ...UNTOLD, location })
        .send()
    },
  })

  resource(app, `${SOURCES}/:id/signed-out`, SOURCE_SIGNED_OUT, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      const answer = await identity.sourceSteps.signedOut(visit, query.get('state') ?? '')
      return sendAnswer(identity, request, reply, answer)
    },
  })
}

/** What sources and pages ask for themselves. */
export function sourceFiles(app: FastifyInstance, { identity, store, rates }: Parts): void {
  resource(app, `${SOURCES}/:id/logout`, SOURCE_LOGOUT, {
    async POST(request, reply) {
      rates.authorizations.admit(networkOf(request.ip))
      const fields = new Map(await postedFields(request, reply))
      const done = await identity.sourceSignOuts.told(
        request.tenant,
        idOf(request),
        fields.get('logout_token') ?? '',
        request.ip,
      )
      const status = done ? 200 : 400
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-store' })
        .send(done ? undefined : NO_SIGN_OUT)
    },
  })

  resource(app, `${SOURCES}/:id/icon`, SOURCE_ICON, {
    async GET(request, reply) {
      const source = await store.tenant(request.tenant.id).identitySources.get(idOf(request))
      const [, type, data] = ICON.exec(source?.icon ?? '') ?? []
      if (type === undefined) throw new Refusal('route_unknown', {})
      return reply
        .type(type)
        .headers({
          'cache-control': 'public, max-age=86400',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(Buffer.from(data!, 'base64'))
    },
  })
}

const NO_SIGN_OUT = { error: 'invalid_request' }
const UNTOLD = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

async function postedFields(request: FastifyRequest, reply: FastifyReply): Promise<[string, string][]> {
  if (!isForm(request)) throw new Refusal('upload_type', { expected: FORM })
  const over = new Refusal('over_limit', { what: 'form', limit: LARGEST_FORM })
  const body = await wholeBody(request, reply, { bytes: LARGEST_FORM, seconds: SECONDS, over })
  try {
    return [...fieldsOf(body)]
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new Refusal('upload_malformed', { why: 'The form has a percent escape that is not UTF-8.' })
  }
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id
}

function queryIn({ raw }: FastifyRequest): URLSearchParams {
  const at = raw.url!.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : raw.url!.slice(at + 1))
}
