import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { FLOWS, type Identity, NO_PURPOSE, SIGN_IN, SIGN_OUT } from '../../identity/identity.ts'
import type { Audience } from '../../pages/pages.ts'
import { isPreview } from '../../themes/themes.ts'
import { authorOf } from '../request/auth.ts'
import { reachOf } from '../request/reach.ts'
import { firstOf } from '../request/target.ts'
import { wishOf } from '../request/wish.ts'
import { flowPage } from './flow-page.ts'
import { FLOW_PAGE, SIGN_IN_PAGE, SIGN_OUT_PAGE } from './pages-calls.ts'

/** The pages that people see. */
export function pages(app: FastifyInstance, { identity }: { identity: Identity }): void {
  flowPage(app, identity, SIGN_IN, SIGN_IN_PAGE, () => identity.signIns)
  flowPage(app, identity, SIGN_OUT, SIGN_OUT_PAGE, () => identity.signOuts)
  for (const url of [FLOWS, FLOWS.slice(0, -1)])
    flowPage(app, identity, url, FLOW_PAGE, () => identity.designedFlows)
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
 * The audience of a call by an author, whose work never delays visitors. Unlike pages, it refuses a theme that does not
 * exist: a check with a misspelt id must not succeed because `default` has no mistakes.
 */
export async function authorsView(
  identity: Identity,
  request: FastifyRequest,
  themeId: string | undefined,
): Promise<Audience> {
  const audience = await audienceOf(identity, request, themeId)
  if (themeId !== undefined && audience.theme.why !== 'forced') throw new Refusal('theme_unknown', {})
  // A preview is of a theme within reach if its author is who asks.
  const { view } = audience.theme
  if (reachOf(request) !== null && isPreview(view.id) && view.author !== authorOf(request))
    throw new Refusal('theme_unknown', {})
  return { ...audience, customer: { author: authorOf(request) } }
}
