import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { untouched } from '../../core/theme.ts'
import { FLOWS, type Identity, NO_PURPOSE, SIGN_IN, SIGN_OUT } from '../../identity/identity.ts'
import type { Audience } from '../../pages/pages.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { isForeign } from '../request/foreign.ts'
import { postedForm } from '../request/form.ts'
import { firstOf } from '../request/target.ts'
import { sendAnswer, visitOf } from '../request/visit.ts'
import { wishOf } from '../request/wish.ts'
import { FLOW_PAGE, SIGN_IN_PAGE, SIGN_OUT_PAGE } from './pages-calls.ts'

/** The pages that people see. */
export function pages(app: FastifyInstance, { identity }: { identity: Identity }): void {
  const { signIns } = identity

  resource(app, SIGN_IN, SIGN_IN_PAGE, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      return sendAnswer(identity, request, reply, await signIns.show(visit, query))
    },
    async POST(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      if (isForeign(identity, request)) return await refuseForeign(identity, request, reply, visit)
      const form = await postedForm(request, reply)
      const answer = await identity.repeats.answer(visit, { query, form }, () =>
        signIns.submit(visit, query, form),
      )
      return sendAnswer(identity, request, reply, answer)
    },
  })

  resource(app, SIGN_OUT, SIGN_OUT_PAGE, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      const purpose = { ...NO_PURPOSE, themeId: untouched(query.get('themeId')) }
      const answer = await (visit.session === undefined
        ? signIns.views.signedOut(visit, purpose)
        : signIns.views.signOut(visit, purpose))
      return sendAnswer(identity, request, reply, answer)
    },
    async POST(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      if (isForeign(identity, request)) return await refuseForeign(identity, request, reply, visit)
      const form = await postedForm(request, reply)
      const answer = await identity.signOuts.submit(visit, query.get('flow') ?? '', form)
      return sendAnswer(identity, request, reply, answer)
    },
  })

  for (const url of [FLOWS, FLOWS.slice(0, -1)]) {
    resource(app, url, FLOW_PAGE, {
      async GET(request, reply) {
        const query = firstOf(request.raw.url!)
        const flow = wantedFlow(identity, query)
        const visit = await visitOf(identity, request, reply, query)
        return sendAnswer(identity, request, reply, await flow.show(visit, query))
      },
      async POST(request, reply) {
        const query = firstOf(request.raw.url!)
        const flow = wantedFlow(identity, query)
        const visit = await visitOf(identity, request, reply, query)
        if (isForeign(identity, request)) return await refuseForeign(identity, request, reply, visit)
        const form = await postedForm(request, reply)
        const answer = await identity.repeats.answer(visit, { query, form }, () =>
          flow.submit(visit, query, form),
        )
        return sendAnswer(identity, request, reply, answer)
      },
    })
  }
}

/** The flow that an address names. An operator can switch registration off. */
function wantedFlow(
  { registrations, userForms, settings }: Identity,
  query: ReadonlyMap<string, string>,
): Identity['registrations'] | Identity['userForms'] {
  const reference = query.get('reference')
  if (reference === 'profile' || reference === 'user_form') return userForms
  if (reference === 'registration' && settings.registration) return registrations
  throw new Refusal('route_unknown', {})
}

export async function refuseForeign(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Parameters<Identity['signIns']['show']>[0],
): Promise<FastifyReply> {
  const answer = await identity.signIns.views.failed(visit, NO_PURPOSE, 'FLOW_FOREIGN')
  return sendAnswer(identity, request, reply, answer)
}

/** Whom a request shows a page to that belongs to no flow: theme, language and address. */
export async function audienceOf(
  identity: Identity,
  request: FastifyRequest,
  themeId: string | undefined,
  query = firstOf(request.raw.url!),
): Promise<Audience> {
  const purpose = { ...NO_PURPOSE, themeId: themeId ?? null, preview: true } as const
  return await identity.surfaces.audience(request.tenant, purpose, wishOf(request, query))
}

/**
 * The audience of a call by an author, whose work never delays visitors. Unlike on pages, a theme that does not exist is
 * refused: a check with a misspelt id must not pass because `default` is all right.
 */
export async function authorsView(
  identity: Identity,
  request: FastifyRequest,
  themeId: string | undefined,
): Promise<Audience> {
  const audience = await audienceOf(identity, request, themeId)
  if (themeId !== undefined && audience.theme.why !== 'forced') throw new Refusal('theme_unknown', {})
  return { ...audience, customer: { author: authorOf(request) } }
}
