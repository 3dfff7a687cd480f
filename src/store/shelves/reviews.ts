import { sql } from 'kysely'
import { type Outcome, REVIEW_DECISIONS, type ReviewDecision } from '../../core/flows/campaign.ts'
import { folded } from '../../core/path.ts'
import type { RequestPerson } from '../kept-access.ts'
import type { AccessWay, ItemFilter, ItemPlace, Review, ReviewItem } from '../kept-campaigns.ts'
import { isOnDuty } from './approvers.ts'
import {
  addItems,
  decideItems,
  itemFrom,
  itemsOf,
  matching,
  type NewItem,
  settleItem,
  undoneItems,
} from './review-items.ts'
import { count, fromRow, mine } from './review-rows.ts'
import { isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Reviews of campaigns, and the people in them. */
export interface ReviewReads {
  get(id: string): Promise<Review | undefined>
  /** The reviews of a campaign, by the reviewer's user name; `total` counts all that match. */
  list(
    campaign: string,
    page: { limit: number; offset: number; position?: number | undefined },
  ): Promise<{ total: number; reviews: Review[] }>
  /** The reviews of one application in a campaign that a person has, in the order of their ids. */
  ofReviewer(campaign: string, position: number, reviewer: string): Promise<Review[]>
  /** Some reviews of a campaign with ids after this one. */
  after(campaign: string, id: string, limit: number): Promise<Review[]>
  /** Unsigned reviews in running campaigns, of a person and of those for whom the person is a deputy. */
  waitingFor(account: string, limit: number): Promise<Review[]>
  /**
   * Some unsigned reviews of a campaign that nobody can work on, with ids after this one. They never had a reviewer, or
   * the reviewer was removed or disabled and has no deputy.
   */
  abandoned(campaign: string, id: string, limit: number): Promise<Review[]>
  /** A page of the matching items, by user name. */
  items(
    review: string,
    filter: ItemFilter,
    page: { after?: ItemPlace | undefined; before?: ItemPlace | undefined; limit: number },
  ): Promise<ReviewItem[]>
  item(review: string, account: string): Promise<ReviewItem | undefined>
  countItems(review: string, filter: ItemFilter): Promise<number>
  /** Whether at least one review of a campaign is signed off, and no open review is left. */
  areSignedOff(campaign: string): Promise<boolean>
  /** Items of a campaign, or of one of its reviews, without an outcome. */
  undone(of: { campaign: string; review?: string | undefined }, limit: number): Promise<ReviewItem[]>
}

/** Reviews, inside a write. */
export interface ReviewWrites {
  /** A review, locked until the write ends. */
  lock(id: string): Promise<Review | undefined>
  /** The reviews that the start of a campaign has created so far for these reviewers, and without a reviewer. */
  started(campaign: string, position: number, reviewers: readonly string[]): Promise<Review[]>
  create(
    review: Pick<Review, 'id' | 'campaign' | 'position' | 'reviewer' | 'former' | 'reason'>,
  ): Promise<void>
  /** Adds people to their reviews, and counts them. */
  addItems(items: readonly NewItem[]): Promise<void>
  /** Decides about the matching items of a locked review, or withdraws decisions. Returns the number of items. */
  decide(
    review: Review,
    filter: ItemFilter,
    decision: ReviewDecision | null,
    comment: string,
    by: RequestPerson,
  ): Promise<number>
  /**
   * Passes a locked review to somebody else. Items about that person's own access stay with the former reviewer, in a
   * separate review.
   */
  pass(review: Review, to: RequestPerson, how: { reason: string; escalated: boolean }): Promise<void>
  /** Whether somebody has decided about an item of a review since a time. */
  isDecidedSince(id: string, at: number): Promise<boolean>
  sign(id: string, by: RequestPerson): Promise<void>
  reminded(ids: readonly string[]): Promise<void>
  /** The rows are locked until the write ends. */
  undone: ReviewReads['undone']
  settle(item: ReviewItem, outcome: Outcome): Promise<void>
  /**
   * Removes access that a person has had since the campaign started, if necessary by leaving the group; false if it is
   * gone.
   */
  takeWay(application: string, account: string, way: AccessWay): Promise<boolean>
  /** Whether a campaign has reviews that are not signed off. */
  hasUnsigned(campaign: string): Promise<boolean>
}

export const reviewReads = shelf<ReviewReads>({
  async get(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await mine(scope).where('id', '=', id).executeTakeFirst()
    return row && fromRow(row)
  },
  async list(scope, campaign, { limit, offset, position }) {
    const found = scope.db
      .selectFrom('campaign_reviews')
      .where('tenant', '=', scope.tenant)
      .where('campaign', '=', campaign)
      .$if(position !== undefined, rows => rows.where('position', '=', position!))
    const { total } = await found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await found
      .selectAll()
      .orderBy('reviewer_key')
      .orderBy('position')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { total: Number(total), reviews: rows.map(fromRow) }
  },
  async ofReviewer(scope, campaign, position, reviewer) {
    const rows = await mine(scope)
      .where('reviewer', '=', reviewer)
      .where('campaign', '=', campaign)
      .where('position', '=', position)
      .orderBy('id')
      .execute()
    return rows.map(fromRow)
  },
  async after(scope, campaign, id, limit) {
    const rows = await mine(scope)
      .where('campaign', '=', campaign)
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
  async waitingFor(scope, account, limit) {
    if (!isStorable(account)) return []
    const rows = await mine(scope)
      .where(
        sql<boolean>`(reviewer = ${account} or reviewer in (select deputy.account from deputies deputy
          where deputy.tenant = ${scope.tenant} and deputy.deputy = ${account}
            and ${isOnDuty(scope.engine.now())}))`,
      )
      .where('signed_at', 'is', null)
      .where('closed_at', 'is', null)
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('campaigns')
            .select('campaigns.id')
            .where('campaigns.tenant', '=', scope.tenant)
            .whereRef('campaigns.id', '=', 'campaign_reviews.campaign')
            .where('campaigns.state', '=', 'running'),
        ),
      )
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
  async abandoned(scope, campaign, id, limit) {
    const { tenant, engine } = scope
    const canSignIn = sql`select 1 from accounts account where account.tenant = ${tenant}
      and account.status = 'active'`
    const rows = await mine(scope)
      .where('campaign', '=', campaign)
      .where('id', '>', id)
      .where('items', '>', 0)
      .where('signed_at', 'is', null)
      .where('closed_at', 'is', null)
      .where(
        sql<boolean>`not exists (${canSignIn} and account.id = campaign_reviews.reviewer)
          and not exists (${canSignIn} and account.id in (select deputy.deputy from deputies deputy
            where deputy.tenant = ${tenant} and deputy.account = campaign_reviews.reviewer
              and ${isOnDuty(engine.now())}))`,
      )
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
  items: itemsOf,
  async item({ db, tenant }, review, account) {
    if (!isStorable(account)) return undefined
    const row = await db
      .selectFrom('campaign_items')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('review', '=', review)
      .where('account', '=', account)
      .executeTakeFirst()
    return row && itemFrom(row)
  },
  async countItems({ db, tenant }, review, filter) {
    const { number } = await db
      .selectFrom('campaign_items')
      .where('tenant', '=', tenant)
      .where('review', '=', review)
      .where(matching(filter))
      .select(eb => eb.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    return Number(number)
  },
  async areSignedOff(scope, campaign) {
    const signed = await mine(scope)
      .where('campaign', '=', campaign)
      .where('signed_at', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    return signed !== undefined && !(await hasUnsigned(scope, campaign))
  },
  undone: (scope, of, limit) => undoneItems(scope, of, limit),
})

export const reviewWrites = shelf<ReviewWrites>({
  async lock(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await held(scope, mine(scope).where('id', '=', id)).executeTakeFirst()
    return row && fromRow(row)
  },
  async started(scope, campaign, position, reviewers) {
    const keys = reviewers.length === 0 ? [''] : reviewers
    const rows = await mine(scope)
      .where('campaign', '=', campaign)
      .where('position', '=', position)
      .where(eb => eb.or([eb('reviewer', 'in', keys), eb('reviewer', 'is', null)]))
      .execute()
    return rows.map(fromRow)
  },
  create: createReview,
  async addItems(scope, items) {
    await addItems(scope, items)
    for (const [review, { length }] of Map.groupBy(items, ({ review }) => review))
      await count(scope, review, { items: length })
  },
  async decide(scope, { id }, filter, decision, comment, by) {
    const before = await decideItems(scope, id, filter, decision, comment, by)
    const changed = before.open + before.keep + before.revoke
    await count(scope, id, {
      kept: (decision === 'keep' ? changed : 0) - before.keep,
      revoked: (decision === 'revoke' ? changed : 0) - before.revoke,
    })
    return decision === null ? before.keep + before.revoke : changed
  },
  async pass(scope, review, to, { reason, escalated }) {
    const { db, tenant, engine } = scope
    const own = await db
      .selectFrom('campaign_items')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('review', '=', review.id)
      .where('account', '=', to.id)
      .executeTakeFirst()
    if (own !== undefined) await leaveBehind(scope, review, itemFrom(own))
    await db
      .updateTable('campaign_reviews')
      .set({
        reviewer: to.id,
        reviewer_name: to.userName,
        reviewer_key: folded(to.userName),
        former: review.reviewer?.id ?? null,
        former_name: review.reviewer?.userName ?? null,
        reason,
        ...(escalated && { escalated_at: engine.now() }),
      })
      .where('tenant', '=', tenant)
      .where('id', '=', review.id)
      .execute()
  },
  async isDecidedSince({ db, tenant }, id, at) {
    const found = await db
      .selectFrom('campaign_items')
      .select('account')
      .where('tenant', '=', tenant)
      .where('review', '=', id)
      .where('decision', 'in', REVIEW_DECISIONS)
      .where('decided_at', '>', at)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
  async sign({ db, tenant, engine }, id, { userName }) {
    await db
      .updateTable('campaign_reviews')
      .set({ signed_at: engine.now(), signed_name: userName })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute()
  },
  async reminded({ db, tenant, engine }, ids) {
    if (ids.length === 0) return
    await db
      .updateTable('campaign_reviews')
      .set({ reminded_at: engine.now() })
      .where('tenant', '=', tenant)
      .where('id', 'in', ids)
      .execute()
  },
  undone: (scope, of, limit) => undoneItems(scope, of, limit, 'held'),
  settle: settleItem,
  async takeWay({ db, tenant }, application, account, { group, since }) {
    const gone =
      group === null
        ? await sql`delete from account_access where tenant = ${tenant} and application = ${application}
            and account = ${account} and since = ${since} returning account`.execute(db)
        : await sql`delete from group_members where tenant = ${tenant} and group_id = ${group.id}
            and account = ${account} and since <= ${since} and exists (select 1 from group_access access
              join people_groups people on people.tenant = access.tenant and people.id = access.group_id
                and people.removed_at is null
              where access.tenant = ${tenant} and access.application = ${application}
                and access.group_id = group_members.group_id) returning account`.execute(db)
    return gone.rows.length > 0
  },
  hasUnsigned,
})

async function hasUnsigned(scope: Scope, campaign: string): Promise<boolean> {
  const found = await mine(scope)
    .where('campaign', '=', campaign)
    .where('signed_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('items', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function createReview(
  { db, tenant }: Scope,
  { id, campaign, position, reviewer, former, reason }: Parameters<ReviewWrites['create']>[0],
): Promise<void> {
  await db
    .insertInto('campaign_reviews')
    .values({
      ...{ tenant, id, campaign, position, reason, items: 0, kept: 0, revoked: 0, gone: 0 },
      reviewer: reviewer?.id ?? null,
      reviewer_name: reviewer?.userName ?? null,
      reviewer_key: folded(reviewer?.userName ?? ''),
      former: former?.id ?? null,
      former_name: former?.userName ?? null,
    })
    .execute()
}

/** Moves an item into a separate review, which stays with the reviewer. */
async function leaveBehind(scope: Scope, review: Review, item: ReviewItem): Promise<void> {
  const { db, tenant, engine } = scope
  const id = engine.newId()
  const { campaign, position, reviewer, former, reason } = review
  await createReview(scope, { id, campaign, position, reviewer, former, reason })
  await db
    .updateTable('campaign_items')
    .set({ review: id })
    .where('tenant', '=', tenant)
    .where('review', '=', review.id)
    .where('account', '=', item.account)
    .execute()
  const counted = { keep: 'kept', revoke: 'revoked', gone: 'gone' } as const
  const one = { items: 1, ...(item.decision !== null && { [counted[item.decision]]: 1 }) }
  await count(scope, id, one)
  await count(scope, review.id, Object.fromEntries(Object.keys(one).map(column => [column, -1])))
}
