import type { FastifyInstance } from 'fastify'
import type { Tally } from '../../core/tally.ts'
import type { Identity } from '../../identity/identity.ts'
import { explanation } from '../../pages/pages.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorsView } from '../pages/pages.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import { EXPLAIN } from './explain-calls.ts'
import { wantedEntry } from './preview.ts'

interface Parts {
  readonly identity: Identity
  readonly themes: Themes
  /** How often browsers reported a page. */
  readonly violations: Tally
  readonly rates: Rates
}

/** Explains a page: its theme, language, files, labels, macros, problems and policy. */
export function explain(app: FastifyInstance, { identity, themes, violations, rates }: Parts): void {
  resource(app, '/explain', EXPLAIN, {
    async GET(request) {
      rates.samples.admit(callerOf(request))
      const query = firstOf(request.raw.url!)
      const entry = wantedEntry(query.get('page') ?? 'login')
      const audience = await authorsView(identity, request, query.get('themeId'))
      const presented = await themes.pages.presented(audience, entry)
      const language = themes.pages.languages.of(audience)
      const of = [request.tenant.id, audience.theme.view.id, entry.id] as const
      const { evalFor } = await identity.surfaces.analytics(request.tenant.id, audience.theme.view.id)
      const counts = { violations: violations.of(...of), fallbacks: themes.pages.fallbacks.of(...of) }
      const { origin } = new URL(identity.tenancy.address(request.tenant))
      const wordFaults = await themes.pages.languages.faults(audience)
      return explanation(audience, entry, language, presented, { ...counts, evalFor, origin, wordFaults })
    },
  })
}
