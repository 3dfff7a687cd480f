import { type Selectable, sql } from 'kysely'
import type { CampaignState, ReviewDecision } from '../../core/flows/campaign.ts'
import type { Holder, RequestPerson } from '../kept-access.ts'
import type {
  Campaign,
  CampaignApplication,
  CampaignChange,
  CampaignComparison,
  CampaignTotals,
  ItemPlace,
  Reviewed,
  ReviewItem,
} from '../kept-campaigns.ts'
import type { Schema } from '../schema.ts'
import { activeAccounts, peopleAfter } from './campaign-people.ts'
import { itemFrom } from './review-items.ts'
import { isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** A place in the report of a campaign. */
export interface ReportPlace extends ItemPlace {
  readonly position: number
}

/** Certification campaigns. */
export interface CampaignReads {
  get(id: string): Promise<Campaign | undefined>
  /** Newest first; `total` counts all. */
  list(page: { limit: number; offset: number }): Promise<{ total: number; campaigns: Campaign[] }>
  /** The applications of a campaign, in their original order. */
  applications(id: string): Promise<CampaignApplication[]>
  /** The campaign of an application, given by the id of the application in the campaign. */
  containing(id: string): Promise<{ campaign: Campaign; application: CampaignApplication } | undefined>
  /** The decisions so far in a campaign, or about one of its applications. */
  totals(id: string, position?: number): Promise<CampaignTotals>
  /** Some of the people with access to an application, ordered by account id, after this one; and where to continue. */
  people(
    application: string,
    after: string,
    limit: number,
  ): Promise<{ people: Reviewed[]; after: string | undefined }>
  /** The accounts that can sign in, among these and in these groups, by user name. `only`: just this account. */
  active(
    holders: readonly Holder[],
    filter: { limit: number; only?: string | undefined },
  ): Promise<RequestPerson[]>
  /** Some items of a campaign, in the order of its report, after a place. */
  reported(id: string, after: ReportPlace | undefined, limit: number): Promise<ReviewItem[]>
  /** The last campaign that ended before this one started, or until now, and shares an application with it. */
  lastBefore(id: string): Promise<Campaign | undefined>
  compare(id: string, earlier: string): Promise<CampaignComparison>
}

/** Certification campaigns, inside a write. */
export interface CampaignWrites {
  /** A campaign, locked until the write ends. */
  lock(id: string): Promise<Campaign | undefined>
  /** A campaign whose state cannot change until the write ends. Other writes can hold it at the same time. */
  hold(id: string): Promise<Campaign | undefined>
  create(campaign: Campaign, applications: readonly CampaignApplication[]): Promise<void>
  update(id: string, change: CampaignChange): Promise<void>
}

export const campaignReads = shelf<CampaignReads>({
  async get(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await mine(scope).where('id', '=', id).executeTakeFirst()
    return row && fromRow(row)
  },
  async list(scope, { limit, offset }) {
    const { total } = await scope.db
      .selectFrom('campaigns')
      .where('tenant', '=', scope.tenant)
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await mine(scope)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { total: Number(total), campaigns: rows.map(fromRow) }
  },
  applications,
  async containing(scope, id) {
    if (!isStorable(id)) return undefined
    const found = await scope.db
      .selectFrom('campaign_applications')
      .selectAll()
      .where('tenant', '=', scope.tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    const row = found && (await mine(scope).where('id', '=', found.campaign).executeTakeFirst())
    return row && { campaign: fromRow(row), application: applicationFrom(found) }
  },
  async totals({ db, tenant }, id, position) {
    const { rows } = await sql<Record<keyof CampaignTotals, number>>`select coalesce(sum(items), 0) as items,
      coalesce(sum(kept), 0) as kept, coalesce(sum(revoked), 0) as revoked, coalesce(sum(gone), 0) as gone,
      count(*) as reviews, count(signed_at) as signed
      from campaign_reviews where tenant = ${tenant} and campaign = ${id}
        ${position === undefined ? sql`` : sql`and position = ${position}`}`.execute(db)
    const { items, kept, revoked, gone, reviews, signed } = rows[0]!
    return {
      items: Number(items),
      kept: Number(kept),
      revoked: Number(revoked),
      gone: Number(gone),
      reviews: Number(reviews),
      signed: Number(signed),
    }
  },
  people: peopleAfter,
  active: activeAccounts,
  async reported({ db, tenant }, id, after, limit) {
    const rows = await db
      .selectFrom('campaign_items')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('campaign', '=', id)
      .$if(after !== undefined, items => {
        const { position, sortKey, account } = after!
        return items.where(
          sql<boolean>`(position, sort_key, account) > (${position}, ${sortKey}, ${account})`,
        )
      })
      .orderBy('position')
      .orderBy('sort_key')
      .orderBy('account')
      .limit(limit)
      .execute()
    return rows.map(itemFrom)
  },
  async lastBefore(scope, id) {
    const own = await mine(scope).where('id', '=', id).executeTakeFirst()
    if (own === undefined) return undefined
    const applicationIds = (await applications(scope, id)).map(({ application }) => application)
    const row = await mine(scope)
      .where('state', '=', 'ended')
      .where('id', '<>', id)
      .where('ended_at', '<=', own.started_at ?? scope.engine.now())
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('campaign_applications as part')
            .select('part.id')
            .where('part.tenant', '=', scope.tenant)
            .whereRef('part.campaign', '=', 'campaigns.id')
            .where('part.application', 'in', applicationIds),
        ),
      )
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && fromRow(row)
  },
  async compare({ db, tenant }, id, earlier) {
    const items = (campaign: string) => sql`(select part.application, item.account, item.outcome,
        coalesce(item.decision, '') as decision from campaign_items item
      join campaign_applications part on part.tenant = item.tenant and part.campaign = item.campaign
        and part.position = item.position
      where item.tenant = ${tenant} and item.campaign = ${campaign}
        and part.application in (select application from campaign_applications
          where tenant = ${tenant} and campaign = ${campaign === id ? earlier : id}))`
    const pairs = (first: string, second: string) => sql`${items(first)} one left join ${items(second)} other
      on other.application = one.application and other.account = one.account`
    // The outcome counts: a decision may have come to nothing because the review was not signed off.
    const revoked = (side: string) =>
      sql.raw(`(coalesce(${side}.outcome, '') in ('revoked', 'left-revoked')
        or (${side}.decision = 'revoke' and coalesce(${side}.outcome, 'gone') = 'gone'))`)
    const kept = (side: string) =>
      sql.raw(`(coalesce(${side}.outcome, '') in ('kept', 'left-kept')
        or (${side}.decision = 'keep' and ${side}.outcome is null))`)
    const { rows: now } = await sql<Record<string, number>>`select
      count(case when other.account is null then 1 end) as added, count(other.account) as "both",
      count(case when other.account is not null and ${revoked('one')} and ${kept('other')} then 1 end) as lost,
      count(case when other.account is not null and ${kept('one')} and ${revoked('other')} then 1 end) as won
      from ${pairs(id, earlier)}`.execute(db)
    const { rows: then } = await sql<{ removed: number }>`select
      count(case when other.account is null then 1 end) as removed from ${pairs(earlier, id)}`.execute(db)
    const { added, both, lost, won } = now[0]!
    return {
      added: Number(added),
      removed: Number(then[0]!.removed),
      both: Number(both),
      keptThenRevoked: Number(lost),
      revokedThenKept: Number(won),
    }
  },
})

export const campaignWrites = shelf<CampaignWrites>({
  async lock(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await held(scope, mine(scope).where('id', '=', id)).executeTakeFirst()
    return row && fromRow(row)
  },
  async hold(scope, id) {
    const rows = mine(scope).where('id', '=', id)
    const row = await (scope.engine.concurrent ? rows.forShare() : rows).executeTakeFirst()
    return row && fromRow(row)
  },
  async create({ db, tenant }, campaign, parts) {
    const { id, name, description, state, openItems, signOff, previous } = campaign
    await db
      .insertInto('campaigns')
      .values({
        ...{ tenant, id, name, description, state, previous },
        starts_at: campaign.startsAt,
        ends_at: campaign.endsAt,
        lasts: campaign.lasts,
        reviewers: JSON.stringify(campaign.reviewers),
        supervisors: JSON.stringify(campaign.supervisors),
        open_items: openItems,
        sign_off: Number(signOff),
        remind_days: campaign.remindDays,
        escalate_days: campaign.escalateDays,
        repeat_months: campaign.repeatMonths,
        created_at: campaign.createdAt,
        created_by: campaign.createdBy,
        started_at: campaign.startedAt,
        reminded_at: campaign.remindedAt,
        escalated_at: campaign.escalatedAt,
        ended_at: campaign.endedAt,
        digest: campaign.digest,
      })
      .execute()
    await db
      .insertInto('campaign_applications')
      .values(parts.map(part => ({ tenant, campaign: id, ...part })))
      .execute()
  },
  async update({ db, tenant }, id, change) {
    const { state, endsAt, startedAt, remindedAt, escalatedAt, endedAt, digest } = change
    await db
      .updateTable('campaigns')
      .set({
        ...(state !== undefined && { state }),
        ...(endsAt !== undefined && { ends_at: endsAt }),
        ...(startedAt !== undefined && { started_at: startedAt }),
        ...(remindedAt !== undefined && { reminded_at: remindedAt }),
        ...(escalatedAt !== undefined && { escalated_at: escalatedAt }),
        ...(endedAt !== undefined && { ended_at: endedAt }),
        ...(digest !== undefined && { digest }),
      })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute()
  },
})

function mine({ db, tenant }: Scope) {
  return db.selectFrom('campaigns').selectAll().where('tenant', '=', tenant)
}

async function applications({ db, tenant }: Scope, id: string): Promise<CampaignApplication[]> {
  const rows = await db
    .selectFrom('campaign_applications')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('campaign', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(applicationFrom)
}

function applicationFrom(row: Selectable<Schema['campaign_applications']>): CampaignApplication {
  const { id, position, application, name } = row
  return { id, position, application, name }
}

function fromRow(row: Selectable<Schema['campaigns']>): Campaign {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: row.state as CampaignState,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    lasts: row.lasts,
    reviewers: JSON.parse(row.reviewers),
    supervisors: JSON.parse(row.supervisors),
    openItems: row.open_items as ReviewDecision,
    signOff: row.sign_off !== 0,
    remindDays: row.remind_days,
    escalateDays: row.escalate_days,
    repeatMonths: row.repeat_months,
    previous: row.previous,
    createdAt: row.created_at,
    createdBy: row.created_by,
    startedAt: row.started_at,
    remindedAt: row.reminded_at,
    escalatedAt: row.escalated_at,
    endedAt: row.ended_at,
    digest: row.digest,
  }
}
