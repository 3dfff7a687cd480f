import { type Selectable, type SqlBool, sql } from 'kysely'
import type { ItemDecision, Outcome, ReviewDecision } from '../../core/flows/campaign.ts'
import { fullName } from '../../core/full-name.ts'
import { folded } from '../../core/path.ts'
import type { ItemFilter, ItemPlace, Reviewed, ReviewItem } from '../kept-campaigns.ts'
import type { Schema } from '../schema.ts'
import { batches, containing, EVERY, isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'

const PIECE = 250

/** A person's access that is added to a review. */
export interface NewItem extends Reviewed {
  readonly campaign: string
  readonly position: number
  readonly review: string
}

/** Whether an item of a review matches a filter. */
export function matching({ search = '', decision, unusedSince, accounts }: ItemFilter) {
  if (!isStorable(search)) return NOTHING
  const searched = search === '' ? EVERY : containing(sql.ref('name_key'), folded(search))
  const decided =
    decision === undefined
      ? EVERY
      : decision === 'open'
        ? sql<SqlBool>`decision is null`
        : sql<SqlBool>`decision = ${decision}`
  const used =
    unusedSince === undefined ? EVERY : sql<SqlBool>`(last_sign_in is null or last_sign_in < ${unusedSince})`
  const known = accounts?.filter(isStorable)
  const among =
    known === undefined ? EVERY : known.length === 0 ? NOTHING : sql<SqlBool>`account in (${sql.join(known)})`
  return sql<SqlBool>`${searched} and ${decided} and ${used} and ${among}`
}

const NOTHING = sql<SqlBool>`1 = 0`

/** A page of the items of a review: those after a place, or those before one. */
export async function itemsOf(
  { db, tenant }: Scope,
  review: string,
  filter: ItemFilter,
  { after, before, limit }: { after?: ItemPlace | undefined; before?: ItemPlace | undefined; limit: number },
): Promise<ReviewItem[]> {
  const place = after ?? before
  const order = before === undefined || after !== undefined ? 'asc' : 'desc'
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const rows = await db
    .selectFrom('campaign_items')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('review', '=', review)
    .where(matching(filter))
    .$if(place !== undefined, items =>
      items.where(sql<boolean>`(sort_key, account) ${beyond} (${place!.sortKey}, ${place!.account})`),
    )
    .orderBy('sort_key', order)
    .orderBy('account', order)
    .limit(limit)
    .execute()
  const items = rows.map(itemFrom)
  return order === 'asc' ? items : items.reverse()
}

export async function addItems({ db, tenant }: Scope, items: readonly NewItem[]): Promise<void> {
  for (const some of batches(items, PIECE)) {
    const rows = some.map(item => {
      const { campaign, position, review, account, userName, since, lastSignIn } = item
      const name = fullName('en', item)
      return {
        ...{ tenant, campaign, position, account, review, since, comment: '' },
        user_name: userName,
        full_name: name,
        sort_key: folded(userName),
        name_key: folded(`${userName} ${name}`),
        ways: JSON.stringify(item.ways),
        last_sign_in: lastSignIn,
        last_decision: item.lastDecision === null ? null : JSON.stringify(item.lastDecision),
      }
    })
    await db.insertInto('campaign_items').values(rows).execute()
  }
}

/**
 * Decides about all matching items of a review, or withdraws decisions, in one statement. The review must be locked.
 * Returns how many items had which decision before. Nobody decides about their own access.
 */
export async function decideItems(
  { db, tenant, engine }: Scope,
  review: string,
  filter: ItemFilter,
  decision: ReviewDecision | null,
  comment: string,
  by: { readonly id: string; readonly userName: string },
): Promise<Record<'open' | ReviewDecision, number>> {
  const meant = sql<SqlBool>`tenant = ${tenant} and review = ${review} and outcome is null
    and coalesce(decision, '') <> 'gone' and account <> ${by.id} and ${matching(filter)}`
  const { rows } = await sql<{ decision: string | null; number: number }>`select decision, count(*) as number
    from campaign_items where ${meant} group by decision`.execute(db)
  const before = { open: 0, keep: 0, revoke: 0 }
  for (const row of rows) before[(row.decision ?? 'open') as keyof typeof before] = Number(row.number)
  const who = decision === null ? null : by
  await db
    .updateTable('campaign_items')
    .set({
      decision,
      comment: decision === null ? '' : comment,
      decided_at: decision === null ? null : engine.now(),
      decided_by: who?.id ?? null,
      decided_name: who?.userName ?? null,
    })
    .where(meant)
    .execute()
  return before
}

/** Items without an outcome. */
export async function undoneItems(
  scope: Scope,
  of: { readonly campaign: string; readonly review?: string | undefined },
  limit: number,
  isHeld?: 'held',
): Promise<ReviewItem[]> {
  const { db, tenant } = scope
  const rows = db
    .selectFrom('campaign_items')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('campaign', '=', of.campaign)
    .where('outcome', 'is', null)
    .$if(of.review !== undefined, items => items.where('review', '=', of.review!))
    .orderBy('review')
    .orderBy('account')
    .limit(limit)
  return (await (isHeld ? held(scope, rows) : rows).execute()).map(itemFrom)
}

/** Records the outcome of an item. */
export async function settleItem(
  { db, tenant, engine }: Scope,
  { campaign, position, sortKey, account }: ReviewItem,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('campaign_items')
    .set({ outcome, applied_at: engine.now() })
    .where('tenant', '=', tenant)
    .where('campaign', '=', campaign)
    .where('position', '=', position)
    .where('sort_key', '=', sortKey)
    .where('account', '=', account)
    .execute()
}

export function itemFrom(row: Selectable<Schema['campaign_items']>): ReviewItem {
  const { decided_by: by, decided_name: name } = row
  return {
    campaign: row.campaign,
    position: row.position,
    review: row.review,
    account: row.account,
    userName: row.user_name,
    fullName: row.full_name,
    since: row.since,
    ways: JSON.parse(row.ways),
    lastSignIn: row.last_sign_in,
    lastDecision: row.last_decision === null ? null : JSON.parse(row.last_decision),
    decision: row.decision as ItemDecision | null,
    comment: row.comment,
    decidedAt: row.decided_at,
    decidedBy: by === null || name === null ? null : { id: by, userName: name },
    outcome: row.outcome as Outcome | null,
    appliedAt: row.applied_at,
    sortKey: row.sort_key,
  }
}
