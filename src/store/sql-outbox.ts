import { type Kysely, type Selectable, sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'
import { isStorable } from './sql-rows.ts'
import type { Scope } from './sql-scope.ts'
import type { NewMail, OutboxMail } from './store.ts'

/** Written into the statement: SQLite uses the index of waiting mails only where it can read the state. */
const WAITING = sql.lit('waiting')
const WITHOUT_CONTENT = { html: '', text: '' }

/** The newest mails. */
export async function mails({ db, tenant }: Scope, limit: number): Promise<OutboxMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/** The mail with this id. */
export async function mail({ db, tenant }: Scope, id: string): Promise<OutboxMail | undefined> {
  if (!isStorable(id)) return undefined
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Adds a mail that is due at once. */
export async function queueMail({ db, tenant }: Scope, mail: NewMail): Promise<void> {
  const { id, event, recipient, sender, subject, html, text } = mail
  const now = Date.now()
  await db
    .insertInto('outbox')
    .values({
      tenant,
      id,
      event,
      recipient,
      sender,
      subject,
      html,
      text,
      state: 'waiting',
      tries: 0,
      created_at: now,
      due_at: now,
      claimed_until: null,
      problem: null,
    })
    .execute()
}

/** Whether a mail of any tenant can be claimed. */
export async function isMailDue(db: Kysely<Schema>, now: number): Promise<boolean> {
  return (await due(db, now).executeTakeFirst()) !== undefined
}

/** Takes the mail that has been due for longest, and keeps it from others until `until`. */
export async function claimMail(
  db: Kysely<Schema>,
  engine: Engine,
  now: number,
  until: number,
): Promise<(OutboxMail & { readonly tenant: string }) | undefined> {
  const first = due(db, now)
  const found = await (engine.concurrent ? first.forUpdate().skipLocked() : first).executeTakeFirst()
  if (found === undefined) return undefined
  const row = await db
    .updateTable('outbox')
    .set(eb => ({ claimed_until: until, tries: eb('tries', '+', 1) }))
    .where('tenant', '=', found.tenant)
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { tenant: row.tenant, ...fromRow(row) }
}

/** Marks a mail as sent, and drops its content. */
export async function mailSent({ db, tenant }: Scope, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', claimed_until: null, problem: null, ...WITHOUT_CONTENT })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Notes why a try failed, and when the next one is due; with none, the mail is given up. */
export async function mailFailed(
  { db, tenant }: Scope,
  id: string,
  problem: string,
  dueAt: number | undefined,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      // It may be what a mail server said, in whatever bytes.
      problem: problem.replaceAll('\0', '').toWellFormed(),
      claimed_until: null,
      ...(dueAt === undefined ? { state: 'given-up', ...WITHOUT_CONTENT } : { due_at: dueAt }),
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    // What is sent stays sent, even where a node that was slow tells of its failure afterwards.
    .where('state', '=', 'waiting')
    .execute()
}

function due(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('outbox')
    .select(['tenant', 'id'])
    .where('state', '=', WAITING)
    .where('due_at', '<=', now)
    .where(eb => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy('due_at')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
}

function fromRow(row: Selectable<Schema['outbox']>): OutboxMail {
  const { id, event, recipient, sender, subject, html, text, tries, problem } = row
  return {
    id,
    event,
    recipient,
    sender,
    subject,
    html,
    text,
    state: row.state as OutboxMail['state'],
    tries,
    createdAt: row.created_at,
    dueAt: row.due_at,
    problem,
  }
}
