import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tally } from '../../core/tally.ts'
import type { Identity } from '../../identity/identity.ts'
import { type Audience, explanation, type Presented } from '../../pages/pages.ts'
import { isPreview, type Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorsView } from '../pages/pages.ts'
import { authorOf } from '../request/auth.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import { EXPLAIN } from './explain-calls.ts'
import { type Documented, documented, soon } from './findings.ts'
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
      const explained = explanation(audience, entry, language, presented, {
        ...counts,
        evalFor,
        origin,
        wordFaults,
      })
      return { ...explained, findings: await findings(request, audience, entry, presented) }
    },
  })

  /** What the linter says of the theme's own files on a page; null where it takes longer, and for unsaved files. */
  const findings = async (
    request: FastifyRequest,
    { theme: { view } }: Audience,
    entry: { readonly id: string },
    { files }: Presented,
  ): Promise<Documented[] | null> => {
    const own = new Set(files.flatMap(({ path, from }) => (from === 'theme' ? [path] : [])))
    if (own.size === 0) return []
    if (isPreview(view.id)) return null
    const { linting } = themes.of(request.tenant.id, { author: authorOf(request) })
    const report = await soon(linting.revision(view).catch(() => undefined))
    if (report === undefined) return null
    const here = report.findings.filter(
      ({ file, pages }) => own.has(file) && (pages === undefined || pages.includes(entry.id)),
    )
    return documented(identity, request, here)
  }
}
