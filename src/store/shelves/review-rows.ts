import type { Selectable } from 'kysely'
import type { Review } from '../kept-campaigns.ts'
import type { Schema } from '../schema.ts'
import type { Scope } from './scope.ts'

type Counts = Partial<Record<'items' | 'kept' | 'revoked' | 'gone', number>>

/** Adds to the counts of a review. */
export async function count({ db, tenant }: Scope, review: string, by: Counts): Promise<void> {
  const { items = 0, kept = 0, revoked = 0, gone = 0 } = by
  await db
    .updateTable('campaign_reviews')
    .set(eb => ({
      items: eb('items', '+', items),
      kept: eb('kept', '+', kept),
      revoked: eb('revoked', '+', revoked),
      gone: eb('gone', '+', gone),
    }))
    .where('tenant', '=', tenant)
    .where('id', '=', review)
    .execute()
}

/** The reviews of the tenant. */
export function mine({ db, tenant }: Scope) {
  return db.selectFrom('campaign_reviews').selectAll().where('tenant', '=', tenant)
}

export function fromRow(row: Selectable<Schema['campaign_reviews']>): Review {
  const person = (id: string | null, userName: string | null) =>
    id === null || userName === null ? null : { id, userName }
  return {
    id: row.id,
    campaign: row.campaign,
    position: row.position,
    reviewer: person(row.reviewer, row.reviewer_name),
    former: person(row.former, row.former_name),
    reason: row.reason,
    items: row.items,
    kept: row.kept,
    revoked: row.revoked,
    gone: row.gone,
    remindedAt: row.reminded_at,
    escalatedAt: row.escalated_at,
    signedAt: row.signed_at,
    signedBy: row.signed_name,
    closedAt: row.closed_at,
  }
}
