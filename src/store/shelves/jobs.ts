import { type Kysely, type Selectable, sql } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { ClaimedJob, Job, NewJob } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { storable } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Jobs that are due at a time. */
export interface JobReads {
  /** Ordered by due time. */
  list(kind?: string): Promise<Job[]>
}

/** Jobs that are due at a time, inside a write. */
export interface JobWrites {
  /** Adds a job, replacing one with the same id. */
  schedule(job: NewJob): Promise<void>
  /** Adds a job; false if there is one with the same id already. */
  ensure(job: NewJob): Promise<boolean>
  /** Adds a job. If there is one with the same id that is due later, it becomes due earlier. */
  advance(job: NewJob): Promise<void>
  cancel(id: string): Promise<boolean>
  /**
   * Ends a job that this node has claimed: it is due again at `dueAt`, or removed. Returns false if the claim has been
   * lost. Another node may then be doing the job, so the write must be rolled back.
   */
  finish(job: ClaimedJob, dueAt?: number): Promise<boolean>
}

/** Much longer than any claim, which is extended again and again. */
const LONGEST_CLAIM = 3_600_000

export const jobReads = shelf<JobReads>({
  async list({ db, tenant }, kind) {
    const mine = db
      .selectFrom('jobs')
      .selectAll()
      .where('tenant', '=', tenant)
      .orderBy('due_at')
      .orderBy('id')
    const rows = await (kind === undefined ? mine : mine.where('kind', '=', kind)).execute()
    return rows.map(fromRow)
  },
})

export const jobWrites = shelf<JobWrites>({
  async schedule({ db, tenant }, job) {
    const row = newRow(tenant, job)
    await db
      .insertInto('jobs')
      .values(row)
      .onConflict(conflict => conflict.columns(['tenant', 'id']).doUpdateSet(row))
      .execute()
  },
  async ensure({ db, tenant }, job) {
    const added = await db
      .insertInto('jobs')
      .values(newRow(tenant, job))
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows === 1n
  },
  async advance({ db, tenant }, job) {
    const { dueAt } = job
    await db
      .insertInto('jobs')
      .values(newRow(tenant, job))
      .onConflict(conflict =>
        conflict.columns(['tenant', 'id']).doUpdateSet({
          due_at: sql<number>`case when jobs.due_at < ${dueAt} then jobs.due_at else ${dueAt} end`,
        }),
      )
      .execute()
  },
  async cancel({ db, tenant }, id) {
    const gone = await db
      .deleteFrom('jobs')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    return gone.numDeletedRows > 0n
  },
  finish: finishJob,
})

/** Whether a job of any tenant can be claimed. */
export async function isJobDue(db: Kysely<Schema>, kinds: readonly string[], now: number): Promise<boolean> {
  return (await due(db, kinds, now).executeTakeFirst()) !== undefined
}

/** Claims the job that has been due for the longest time, until `until`. Counts the try. */
export async function claimJob(
  db: Kysely<Schema>,
  engine: Engine,
  kinds: readonly string[],
  now: number,
  until: number,
): Promise<ClaimedJob | undefined> {
  const first = due(db, kinds, now)
  const found = await (engine.concurrent ? first.forUpdate().skipLocked() : first).executeTakeFirst()
  if (found === undefined) return undefined
  const claim = engine.newId()
  const row = await db
    .updateTable('jobs')
    .set(eb => ({ claim, claimed_until: until, tries: eb('tries', '+', 1) }))
    .where('tenant', '=', found.tenant)
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...fromRow(row), claim }
}

/** Ends a claimed job: it is due again, or removed. */
export async function finishJob({ db, engine }: Scope, job: ClaimedJob, dueAt?: number): Promise<boolean> {
  if (dueAt === undefined) {
    const gone = await claimed(db.deleteFrom('jobs'), job).executeTakeFirst()
    return gone.numDeletedRows > 0n
  }
  const free = { claim: null, claimed_until: null, problem: null }
  const again = { ...free, due_at: dueAt, tries: 0, done_at: engine.now() }
  const changed = await claimed(db.updateTable('jobs').set(again), job).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Extends the claim of a job; false if the claim has been lost. */
export async function extendClaim(db: Kysely<Schema>, job: ClaimedJob, until: number): Promise<boolean> {
  const changed = await claimed(db.updateTable('jobs').set({ claimed_until: until }), job).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Records why a claimed job failed, and when it is retried. */
export async function jobFailed(
  db: Kysely<Schema>,
  job: ClaimedJob,
  problem: string,
  dueAt: number,
): Promise<void> {
  const values = { claim: null, claimed_until: null, problem: storable(problem), due_at: dueAt }
  await claimed(db.updateTable('jobs').set(values), job).execute()
}

/** Restricts a statement to the job while this node's claim is valid. */
function claimed<Statement extends { where(column: never, operator: '=', value: string): Statement }>(
  statement: Statement,
  { tenant, id, claim }: ClaimedJob,
): Statement {
  const given = { tenant, id, claim }
  return Object.entries(given).reduce(
    (all, [column, value]) => all.where(column as never, '=', value),
    statement,
  )
}

function due(db: Kysely<Schema>, kinds: readonly string[], now: number) {
  // For several kinds, an expression keeps SQLite from collecting and sorting all jobs of these kinds that are due.
  const kind = kinds.length === 1 ? sql.ref<string>('kind') : sql<string>`kind || ''`
  return db
    .selectFrom('jobs')
    .select(['tenant', 'id'])
    .where('due_at', '<=', now)
    .where(kind, 'in', kinds)
    .where(eb =>
      eb.or([
        eb('claimed_until', 'is', null),
        eb('claimed_until', '<=', now),
        // A clock that was ahead, and has since been corrected, wrote this time.
        eb('claimed_until', '>', now + LONGEST_CLAIM),
      ]),
    )
    .orderBy('due_at')
    .orderBy(sql`tenant`)
    .limit(1)
}

function newRow(tenant: string, { id, kind, dueAt, payload = {} }: NewJob) {
  return {
    tenant,
    id,
    kind,
    due_at: dueAt,
    payload: JSON.stringify(payload),
    tries: 0,
    claim: null,
    claimed_until: null,
    problem: null,
    done_at: null,
  }
}

function fromRow(row: Selectable<Schema['jobs']>): Job {
  const { tenant, id, kind, due_at: dueAt, tries, problem, done_at: doneAt } = row
  return { tenant, id, kind, dueAt, tries, problem, doneAt, payload: JSON.parse(row.payload) }
}
