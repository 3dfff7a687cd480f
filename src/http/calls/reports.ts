import type { FastifyInstance } from 'fastify'
import { entryOf } from '../../core/catalogue/catalogue.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Tally } from '../../core/tally.ts'
import { networkOf } from '../../identity/identity.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import type { Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import { wholeBody } from '../request/upload.ts'
import { REPORTS } from './reports-calls.ts'

const LARGEST = 16 * 1024
const SECONDS = 5

/** Receives the reports of browsers about violations of the Content-Security-Policy, and counts them for each page. */
export function policyReports(
  app: FastifyInstance,
  { themes, violations, rates }: { themes: Themes; violations: Tally; rates: Rates },
): void {
  resource(app, '/reports/policy', REPORTS, {
    async POST(request, reply) {
      rates.reports.admit(networkOf(request.ip))
      const over = new Refusal('over_limit', { what: 'body', limit: LARGEST })
      const body = await wholeBody(request, reply, { bytes: LARGEST, seconds: SECONDS, over })
      const query = firstOf(request.raw.url!)
      const page = query.get('page') ?? ''
      const theme = await themes.view(request.tenant.id, query.get('themeId') ?? '')
      if (entryOf(page) !== undefined && theme !== undefined) {
        violations.add(request.tenant.id, theme.id, page)
        // Anybody can send reports. The count has them all, the log only some.
        if (rates.reportLines.wait(`${request.tenant.id} ${theme.id} ${page}`) === undefined)
          request.log.warn({ page, report: summary(body) }, 'a page tried what its policy forbids')
      }
      return reply.code(204).send()
    },
  })
}

/** What of a report goes to the log: which rule, and what was blocked, without queries. */
function summary(body: Buffer): { directive: string; blocked: string } | undefined {
  try {
    const { 'csp-report': report = {} } = JSON.parse(body.toString('utf8')) as {
      'csp-report'?: Record<string, unknown>
    }
    const text = (name: string) =>
      String(report[name] ?? '')
        .split(/[?#]/, 1)[0]!
        .slice(0, 200)
        // Anybody can send one, and a terminal may show it.
        .replace(/[^\x20-\x7e]/g, '\ufffd')
    return {
      directive: text('effective-directive') || text('violated-directive'),
      blocked: text('blocked-uri'),
    }
  } catch {
    return undefined
  }
}
