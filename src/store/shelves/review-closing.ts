import { sql } from 'kysely'
import { count, mine } from './review-rows.ts'
import { held, type Scope } from './scope.ts'

/** Closes the items about an account that has just been removed. */
export async function closeItems(scope: Scope, account: string): Promise<void> {
  const { db, tenant, engine } = scope
  const open = sql<boolean>`tenant = ${tenant} and account = ${account} and outcome is null and decision is null`
  const reviewsOf = async () => {
    const rows = await db.selectFrom('campaign_items').select('review').where(open).execute()
    return rows.map(({ review }) => review).sort()
  }
  // Reviews are always locked before their items are changed. Somebody may have decided in the meantime.
  for (const review of await reviewsOf())
    await held(scope, mine(scope).where('id', '=', review)).executeTakeFirst()
  for (const review of await reviewsOf()) await count(scope, review, { gone: 1 })
  await db
    .updateTable('campaign_items')
    .set({ decision: 'gone', decided_at: engine.now() })
    .where(open)
    .execute()
}

/** Ends the reviews of an application that has just been removed. */
export async function closeReviews({ db, tenant, engine }: Scope, application: string): Promise<void> {
  await sql`update campaign_reviews set closed_at = ${engine.now()} where tenant = ${tenant}
    and signed_at is null and closed_at is null and exists (select 1 from campaign_applications part
      join campaigns campaign on campaign.tenant = part.tenant and campaign.id = part.campaign
      where part.tenant = campaign_reviews.tenant and part.campaign = campaign_reviews.campaign
        and part.position = campaign_reviews.position and part.application = ${application}
        and campaign.ended_at is null)`.execute(db)
}
