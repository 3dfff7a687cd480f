import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import {
  type Campaigns,
  type CountedCampaign,
  csvReport,
  htmlReport,
  reportName,
  type WantedCampaign,
} from '../../governance/governance.ts'
import type { CampaignApplication, Holder, Named, Review, Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { listPage } from '../request/paging.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { queryOf } from '../request/target.ts'
import type { Turns } from '../request/turns.ts'
import { stewardIn } from './access.ts'
import {
  CAMPAIGN_CALLS,
  CAMPAIGN_COMPARISON,
  CAMPAIGN_END,
  CAMPAIGN_PREVIEW,
  CAMPAIGN_REPORT,
  CAMPAIGN_REVIEWS,
  CAMPAIGNS,
  REVIEW_REMINDER,
  REVIEW_REVIEWER,
} from './campaigns-calls.ts'

/** The policy of a report's page, in which nothing can run. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

interface Parts {
  readonly store: Store
  readonly campaigns: Campaigns
  readonly rates: Rates
  /** A limit for previews, which take long if many people have access. */
  readonly plans: Turns
}

/** Certification campaigns. */
export function campaigns(app: FastifyInstance, { store, campaigns: all, rates, plans }: Parts): void {
  const here = (request: FastifyRequest) => store.tenant(request.tenant.id)

  resource(app, '/campaigns', CAMPAIGNS, {
    async GET(request) {
      const { page, limit } = listPage(request.raw.url!, { usual: 50, largest: 200 })
      const { total, campaigns: found } = await here(request).campaigns.list({
        limit,
        offset: (page - 1) * limit,
      })
      const listed = []
      for (const { id } of found) listed.push(shown(await all.get(request.tenant, id)))
      return { page, limit, total, campaigns: listed }
    },
    async POST(request, reply, body) {
      const made = await all.create(request.tenant, wanted(body), stewardIn(request))
      return reply.code(201).send(shown(made))
    },
  })

  resource(app, '/campaigns/preview', CAMPAIGN_PREVIEW, {
    async POST(request, _, body) {
      rates.plans.admit(callerOf(request))
      return await plans.take(request.tenant.id, authorOf(request), () =>
        all.preview(request.tenant, wanted(body)),
      )
    },
  })

  resource(app, '/campaigns/:id', CAMPAIGN_CALLS, {
    async GET(request) {
      return shown(await all.get(request.tenant, idOf(request)))
    },
    async DELETE(request, reply) {
      await all.cancel(request.tenant, idOf(request), stewardIn(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/campaigns/:id/end', CAMPAIGN_END, {
    async POST(request) {
      await all.end(request.tenant, idOf(request), stewardIn(request))
      return shown(await all.get(request.tenant, idOf(request)))
    },
  })

  resource(app, '/campaigns/:id/reviews', CAMPAIGN_REVIEWS, {
    async GET(request) {
      const { page, limit } = listPage(request.raw.url!)
      const { applications } = await all.get(request.tenant, idOf(request))
      const { total, reviews } = await here(request).reviews.list(idOf(request), {
        limit,
        offset: (page - 1) * limit,
      })
      return { page, limit, total, reviews: reviews.map(review => shownReview(review, applications)) }
    },
  })

  resource(app, '/campaigns/:id/reviews/:review/reminder', REVIEW_REMINDER, {
    async POST(request) {
      return { sent: await all.remind(request.tenant, idOf(request), reviewIn(request), stewardIn(request)) }
    },
  })

  resource(app, '/campaigns/:id/reviews/:review/reviewer', REVIEW_REVIEWER, {
    async PUT(request, _, { reviewer, reason }) {
      const which = { campaign: idOf(request), review: reviewIn(request) }
      await all.reassign(request.tenant, which, reviewer, reason, stewardIn(request))
      const { applications } = await all.get(request.tenant, which.campaign)
      return shownReview((await here(request).reviews.get(which.review))!, applications)
    },
  })

  resource(app, '/campaigns/:id/report', CAMPAIGN_REPORT, {
    async GET(request, reply) {
      const format = queryOf(request.raw.url!, ['format']).get('format') ?? 'csv'
      if (format !== 'csv' && format !== 'html')
        throw new Refusal('query_invalid', { parameter: 'format', problem: 'must be csv or html' })
      const whole = await all.get(request.tenant, idOf(request))
      const lines = format === 'csv' ? csvReport(here(request), whole) : htmlReport(here(request), whole)
      const name = reportName(whole.campaign, format)
      return reply
        .headers({
          'content-type': `text/${format}; charset=utf-8`,
          'content-disposition': `${format === 'csv' ? 'attachment' : 'inline'}; filename="${name}"`,
          'content-security-policy': POLICY,
          'cache-control': 'no-store',
        })
        .send(Readable.from(lines))
    },
  })

  resource(app, '/campaigns/:id/comparison', CAMPAIGN_COMPARISON, {
    async GET(request) {
      const compared = await all.compare(request.tenant, idOf(request))
      if (compared === undefined) return {}
      return { earlier: shown(compared.earlier), ...compared.difference }
    },
  })
}

type Body = { readonly [K in keyof WantedCampaign]: WantedCampaign[K] | null }

function wanted({ description, start, ...rest }: Body): WantedCampaign {
  return { ...(rest as WantedCampaign), description: description ?? undefined, start: start ?? undefined }
}

function shown({ campaign, applications, totals }: CountedCampaign) {
  const { id, name, description, state, openItems, signOff, remindDays, escalateDays } = campaign
  return {
    ...{ id, name, description, state },
    applications: applications.map(part => ({ id: part.application, name: part.name })),
    starts: instantOf(campaign.startsAt),
    ends: instantOf(campaign.endsAt),
    reviewers: campaign.reviewers.map(holderText),
    supervisors: campaign.supervisors.map(holderText),
    ...{ openItems, signOff, remindDays, escalateDays },
    repeatMonths: campaign.repeatMonths,
    previous: campaign.previous,
    created: instantOf(campaign.createdAt),
    createdBy: campaign.createdBy,
    started: orNull(campaign.startedAt),
    ended: orNull(campaign.endedAt),
    digest: campaign.digest,
    totals,
  }
}

function shownReview(review: Review, applications: readonly CampaignApplication[]) {
  const { id, reason, items, kept, revoked, gone } = review
  const part = applications[review.position]!
  return {
    id,
    applicationId: part.application,
    applicationName: part.name,
    reviewer: review.reviewer?.userName ?? null,
    former: review.former?.userName ?? null,
    ...{ reason, items, kept, revoked, gone },
    reminded: orNull(review.remindedAt),
    escalated: orNull(review.escalatedAt),
    signed: orNull(review.signedAt),
    signedBy: review.signedBy,
    closed: orNull(review.closedAt),
  }
}

function holderText({ kind, name }: Named<Holder>): string {
  return `${kind}:${name}`
}

function orNull(at: number | null): string | null {
  return at === null ? null : instantOf(at)
}

function instantOf(at: number): string {
  return new Date(at).toISOString()
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}

function reviewIn(request: FastifyRequest): string {
  return (request.params as { review: string }).review
}
