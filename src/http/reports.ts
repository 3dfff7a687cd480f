import type { FastifyInstance } from 'fastify'
import { BoundedCache } from '../core/bounded-cache.ts'
import { entryOf } from '../core/catalogue/catalogue.ts'
import { Refusal } from '../core/refusal.ts'
import { resource } from './resource.ts'
import { firstOf } from './target.ts'
import { wholeBody } from './upload.ts'

const LARGEST = 16 * 1024
const SECONDS = 5
const COUNTED = 10_000

/** Takes the reports of browsers that a page tried what its policy forbids, and counts them for each page. */
export function policyReports(app: FastifyInstance): (tenant: string, theme: string, page: string) => number {
  const counts = new BoundedCache<string, number>(COUNTED)
  const key = (tenant: string, theme: string, page: string) => `${tenant} ${theme} ${page}`

  resource(app, '/reports/policy', {
    async POST(request, reply) {
      const over = new Refusal('over_limit', { what: 'file', limit: LARGEST })
      const body = await wholeBody(request, reply, { bytes: LARGEST, seconds: SECONDS, over })
      const query = firstOf(request.raw.url!)
      const page = query.get('page') ?? ''
      if (entryOf(page) !== undefined) {
        const counted = key(request.tenant.id, (query.get('themeId') ?? '').slice(0, 100), page)
        counts.set(counted, (counts.get(counted) ?? 0) + 1)
        request.log.warn({ page, report: summary(body) }, 'a page tried what its policy forbids')
      }
      return reply.code(204).send()
    },
  })
  return (tenant, theme, page) => counts.get(key(tenant, theme, page)) ?? 0
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
    return {
      directive: text('effective-directive') || text('violated-directive'),
      blocked: text('blocked-uri'),
    }
  } catch {
    return undefined
  }
}
