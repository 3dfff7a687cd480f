import { type Kysely, type Selectable, sql } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { MailFilter, MailState, NewMail, OutboxMail } from '../kept-mail.ts'
import type { Schema } from '../schema.ts'
import { isStorable, storable } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Mails. */
export interface OutboxReads {
  /** Newest first. */
  list(limit: number, filter?: MailFilter): Promise<OutboxMail[]>
  counts(): Promise<Record<MailState, number>>
  get(id: string): Promise<OutboxMail | undefined>
}

/** Mails, inside a write. */
export interface OutboxWrites {
  queue(mail: NewMail): Promise<void>
  /** Makes a mail due at once; false if it is sent, is being sent, or has no content. */
  retry(id: string, now: number): Promise<boolean>
  /** Makes all mails due at once that were given up, or that are held. Returns how many. */
  retryAll(state: 'given-up' | 'held', now: number): Promise<number>
  /** Drops the content of an unsent mail; false if there is none, or while the mail is being sent. */
  drop(id: string, now: number): Promise<boolean>
  /** Drops the content of all held mails. Returns how many. */
  dropHeld(now: number): Promise<number>
}

/** A literal in the statement, because SQLite needs that to use the index of waiting mails. */
const WAITING = sql.lit('waiting')
/** The maximum difference between the clocks of nodes. */
const SKEW = 60_000
/** Longer than any delay before a retry, and more than twice as long as any claim. */
const LATEST = 2 * 3_600_000
const STATES: readonly MailState[] = ['waiting', 'held', 'sent', 'given-up', 'expired']

/** The newest mails. */
async function mails(
  { db, tenant }: Scope,
  limit: number,
  { state, offset = 0 }: MailFilter = {},
): Promise<OutboxMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .where('tenant', '=', tenant)
    .$if(state !== undefined, query => query.where('state', '=', state!))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(fromRow)
}

/** How many mails there are, by state. */
async function mailCounts({ db, tenant }: Scope): Promise<Record<MailState, number>> {
  const rows = await db
    .selectFrom('outbox')
    .select(['state', eb => eb.fn.countAll<number>().as('count')])
    .where('tenant', '=', tenant)
    .groupBy('state')
    .execute()
  const count = (state: MailState) => Number(rows.find(row => row.state === state)?.count ?? 0)
  return Object.fromEntries(STATES.map(state => [state, count(state)])) as Record<MailState, number>
}

/** The mail with this id. */
async function mail({ db, tenant }: Scope, id: string): Promise<OutboxMail | undefined> {
  if (!isStorable(id)) return undefined
  const row = await db
    .selectFrom('outbox')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Adds a mail that is due at once. Whoever wrote its template may have left any bytes in it. */
async function queueMail({ db, tenant, engine }: Scope, mail: NewMail): Promise<void> {
  const { id, event, recipient, sender, subject, html, text, expiresAt = null } = mail
  const now = engine.now()
  await db
    .insertInto('outbox')
    .values({
      tenant,
      id,
      event,
      recipient,
      sender: storable(sender),
      subject: storable(subject),
      html: storable(html),
      text: storable(text),
      state: 'waiting',
      tries: 0,
      created_at: now,
      due_at: now,
      claimed_until: null,
      retried_at: null,
      expires_at: expiresAt,
      problem: null,
    })
    .execute()
}

/** Whether a mail of any tenant can be claimed. */
export async function isMailDue(db: Kysely<Schema>, now: number): Promise<boolean> {
  return (await due(db, now).executeTakeFirst()) !== undefined
}

/**
 * Claims the mail that has been due for the longest time, until `until`. Mails that expire come first, so that no code
 * waits behind many other mails.
 */
export async function claimMail(
  db: Kysely<Schema>,
  engine: Engine,
  now: number,
  until: number,
): Promise<(OutboxMail & { readonly tenant: string }) | undefined> {
  const first = async (mails: ReturnType<typeof due>) =>
    await (engine.concurrent ? mails.forUpdate().skipLocked() : mails).executeTakeFirst()
  const found = (await first(due(db, now).where('expires_at', 'is not', null))) ?? (await first(due(db, now)))
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

/** Extends the claim of a mail that is still being sent at this try, by its number. */
export async function extendMailClaim(
  { db, tenant }: Scope,
  id: string,
  tries: number,
  until: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ claimed_until: until })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    .where('claimed_until', 'is not', null)
    .execute()
}

/** Marks a mail as sent, and drops its content. */
export async function mailSent({ db, tenant }: Scope, id: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', claimed_until: null, problem: null, html: '', text: '' })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Marks a mail whose code or link had expired at a try, by its number, and drops its content. */
export async function mailExpired({ db, tenant }: Scope, id: string, tries: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'expired', claimed_until: null, html: '', text: '' })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    .execute()
}

/** Holds the mails of all tenants that were written in this time and never tried. Returns how many. */
export async function holdMails(db: Kysely<Schema>, since: number, before: number): Promise<number> {
  const changed = await db
    .updateTable('outbox')
    .set({ state: 'held' })
    .where('state', '=', WAITING)
    .where('tries', '=', 0)
    .where('retried_at', 'is', null)
    .where('created_at', '>=', since)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(changed.numUpdatedRows)
}

/** Drops the content of an unsent mail; false if there is nothing to drop, or a node is sending it. */
async function dropMail(scope: Scope, id: string, now: number): Promise<boolean> {
  if (!isStorable(id)) return false
  const changed = await drop(scope, now).where('id', '=', id).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Drops the content of all held mails. Returns how many. */
async function dropHeld(scope: Scope, now: number): Promise<number> {
  const changed = await drop(scope, now).where('state', '=', 'held').executeTakeFirst()
  return Number(changed.numUpdatedRows)
}

function drop({ db, tenant }: Scope, now: number) {
  return db
    .updateTable('outbox')
    .set({ state: 'given-up', html: '', text: '', problem: 'Dropped by an operator.', claimed_until: null })
    .where('tenant', '=', tenant)
    .where('state', 'in', ['waiting', 'held', 'given-up'])
    .where(eb => eb.or([eb('html', '!=', ''), eb('text', '!=', '')]))
    .where(eb => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
}

/** Makes a mail due at once; false if it is sent, is being sent, or has no content. */
async function retryMail(scope: Scope, id: string, now: number): Promise<boolean> {
  if (!isStorable(id)) return false
  const changed = await retry(scope, now).where('id', '=', id).where('state', '!=', 'sent').executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Makes all mails due that were given up, or that are held. Returns how many. */
async function retryMails(scope: Scope, state: 'given-up' | 'held', now: number): Promise<number> {
  const changed = await retry(scope, now).where('state', '=', state).executeTakeFirst()
  return Number(changed.numUpdatedRows)
}

function retry({ db, tenant }: Scope, now: number) {
  return (
    db
      .updateTable('outbox')
      .set({ state: 'waiting', due_at: now, retried_at: now, claimed_until: null })
      .where('tenant', '=', tenant)
      // A mail that a node is sending right now would be sent twice.
      .where(eb => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .where(eb => eb.or([eb('html', '!=', ''), eb('text', '!=', '')]))
  )
}

/** Records why a try failed, by its number, and when the next one is due. Without a next one, the mail is given up. */
export async function mailFailed(
  { db, tenant }: Scope,
  id: string,
  tries: number,
  problem: string,
  dueAt: number | undefined,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      // The text may quote a mail server, and contain any bytes.
      problem: storable(problem),
      claimed_until: null,
      ...(dueAt === undefined ? { state: 'given-up' } : { due_at: dueAt }),
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    // A sent mail stays sent, and a mail that another node is sending stays claimed, even if a slow node reports a
    // failure afterwards.
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    .execute()
}

function due(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('outbox')
    .select(['tenant', 'id'])
    .where('state', '=', WAITING)
    .where(eb =>
      eb.or([
        eb('due_at', '<=', now),
        // A clock that was ahead, and has since been corrected, wrote these times.
        eb('due_at', '>', now + LATEST),
        eb('due_at', '>', now + SKEW).and('tries', '=', 0),
      ]),
    )
    .where(eb =>
      eb.or([
        eb('claimed_until', 'is', null),
        eb('claimed_until', '<=', now),
        eb('claimed_until', '>', now + LATEST / 2),
      ]),
    )
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
    state: row.state as MailState,
    tries,
    createdAt: row.created_at,
    dueAt: row.due_at,
    retriedAt: row.retried_at,
    expiresAt: row.expires_at,
    problem,
  }
}

export const outboxReads = shelf<OutboxReads>({ list: mails, counts: mailCounts, get: mail })

export const outboxWrites = shelf<OutboxWrites>({
  queue: queueMail,
  retry: retryMail,
  retryAll: retryMails,
  drop: dropMail,
  dropHeld,
})
