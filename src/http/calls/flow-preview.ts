import type { FastifyInstance } from 'fastify'
import { pageEntry } from '../../core/catalogue/catalogue.ts'
import { Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { audienceOf, authorsView } from '../pages/pages.ts'
import { authorOf } from '../request/auth.ts'
import { sendPage } from '../request/page-answer.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import { FLOW_PREVIEW, FRAMED_FLOW } from './flow-preview-calls.ts'
import { wantedDirection } from './preview.ts'

interface Parts {
  readonly identity: Identity
  readonly themes: Themes
  readonly rates: Rates
}

/** Keeps a flow that is not published, to be looked at. */
export function flowPreview(app: FastifyInstance, { identity, rates }: Omit<Parts, 'themes'>): void {
  resource(app, '/flows/:reference/preview', FLOW_PREVIEW, {
    async POST(request, reply, { document, themeId = DEFAULT_THEME, answers = null }) {
      rates.previews.admit(callerOf(request))
      const { reference } = request.params as { reference: string }
      const { theme } = await authorsView(identity, request, themeId)
      const flow = { reference, themeId: theme.view.id, author: authorOf(request), answers }
      const id = await identity.previewedFlows.kept.keep(request.tenant.id, flow, document)
      return reply.code(201).send({ id, url: `/preview/flow/${id}` })
    },
  })
}

/** A page of such a flow, for a frame: its id is the key, so that it needs no token. */
export function framedFlow(app: FastifyInstance, { identity, themes, rates }: Parts): void {
  resource(app, '/preview/flow/:id', FRAMED_FLOW, {
    async GET(request, reply) {
      const { id } = request.params as { id: string }
      rates.frames.admit(`${request.tenant.id} ${id}`)
      const flow = await identity.previewedFlows.kept.find(request.tenant.id, id)
      if (flow === undefined) throw new Refusal('route_unknown', {})
      const consoleUrl = identity.tenancy.console(request.tenant)
      // Frames are shown in a console, and nowhere else.
      if (consoleUrl === undefined) throw new Refusal('console_missing', {})
      const query = firstOf(request.raw.url!)
      const found = await audienceOf(identity, request, flow.themeId)
      // The frames of a preview count as work of its author.
      const audience = { ...found, customer: { author: flow.author } }
      const look = { at: query.get('at') ?? '', wrong: query.has('wrong') }
      const { id: page, macros } = await identity.previewedFlows.page(request.tenant, audience, flow, look)
      const direction = wantedDirection(query.get('direction'))
      const framing = {
        frameAncestors: consoleUrl,
        sandbox: 'allow-scripts',
        ...(direction !== undefined && { direction }),
      }
      const values = { macros: new Map(Object.entries(macros)) }
      const shown = await themes.pages.page(audience, pageEntry(page), values, framing)
      // The address of a preview is the key to it.
      return sendPage(reply, shown, 200, 'no-referrer')
    },
  })
}
