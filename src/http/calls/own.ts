import type { FastifyInstance } from 'fastify'
import {
  COMMON_MACROS,
  GROUPS,
  MAILS,
  type MacroEntries,
  type MailEntry,
  PAGES,
  type PageEntry,
} from '../../core/catalogue/catalogue.ts'
import { filesOf } from '../../core/places.ts'
import type { Limits } from '../../core/refusal.ts'
import type { Tally } from '../../core/tally.ts'
import { TEMPLATE_BOUNDS } from '../../core/template/template.ts'
import type { Identity } from '../../identity/identity.ts'
import { explanation } from '../../pages/pages.ts'
import type { Store } from '../../store/store.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorsView } from '../pages/pages.ts'
import type { Gate } from '../request/auth.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import type { Turns } from '../request/turns.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import { funnel } from './funnel.ts'
import { history } from './history.ts'
import { CATALOGUE, EXPLAIN, LIMITS } from './own-calls.ts'
import { preview, wantedEntry } from './preview.ts'
import { policyReports } from './reports.ts'
import { themeAnalytics } from './theme-analytics.ts'

interface Parts {
  readonly store: Store
  readonly gate: Gate
  readonly identity: Identity
  readonly themes: Themes
  /** How often browsers reported a page. */
  readonly violations: Tally
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
  readonly rates: Rates
  /** For plans, which are long work. */
  readonly plans: Turns
}

/** Calls that the interface does not have. */
export function own(app: FastifyInstance, parts: Parts): void {
  const { identity, themes, limits, violations, rates } = parts
  resource(app, '/limits', LIMITS, { GET: async () => ({ ...limits, template: TEMPLATE_BOUNDS }) })
  policyReports(app, parts)
  app.register(async inner => preview(inner, parts))
  app.register(async inner => {
    inner.addHook('onRequest', parts.gate())
    resource(inner, '/pages', CATALOGUE, {
      GET: async () => ({
        groups: GROUPS,
        macros: macrosOf(COMMON_MACROS),
        pages: PAGES.map(entry => ({ ...listed(entry), group: entry.group })),
        mails: MAILS.map(listed),
      }),
    })
    history(inner, parts)
    themeAnalytics(inner, parts)
    funnel(inner, parts)
    resource(inner, '/explain', EXPLAIN, {
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
  })
}

function listed(entry: PageEntry | MailEntry) {
  const { id, meaning, states, macros, repeats = {} } = entry
  return {
    id,
    meaning,
    states: Object.keys(states),
    situations: Object.fromEntries(Object.entries(states).map(([state, its]) => [state, its.meaning])),
    files: filesOf(entry),
    macros: macrosOf(macros),
    repeats: Object.entries(repeats).map(([name, row]) => ({ name, macros: macrosOf(row.macros) })),
  }
}

function macrosOf(macros: MacroEntries) {
  return Object.entries(macros).map(([name, { kind, meaning }]) => ({ name, kind, meaning }))
}
