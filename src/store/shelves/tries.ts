import type { Selectable } from 'kysely'
import type { TryCount } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { prepared } from './prepared.ts'
import { isStorable } from './rows.ts'
import type { Scope } from './scope.ts'
import { type Run, shelf, type Write } from './shelf.ts'

/** Throttled attempts. */
export interface Tries {
  /**
   * Counts a try under each key before it is made, so that concurrent tries are all counted. If one of the keys must
   * wait, it returns the milliseconds. The try is then counted only under keys that are `polled` and must wait.
   */
  count(counts: readonly TryCount[], now: number): Promise<number | undefined>
  /** The milliseconds to wait, if one of the keys must wait. Counts nothing. */
  wait(counts: readonly TryCount[], now: number): Promise<number | undefined>
  /** The last try succeeded. All tries under `own` are forgotten, but only the last one under `shared`. */
  forgive(own: readonly string[], shared?: readonly TryCount[]): Promise<void>
}

/** Throttled attempts, inside a write. */
export interface TryWrites {
  /** Forgets the tries about these subjects. Returns how many counts there were. */
  forget(subjects: readonly string[]): Promise<number>
}

const FIRST_WAIT = 1_000
const REMEMBERED = 60 * 60_000
/** The maximum difference between the clocks of nodes. A row that is further ahead was written by a wrong clock. */
const SKEW = 60_000
/** Polling does not extend a wait beyond this share of the longest one, because each extension costs a write. */
const LONG_ENOUGH = 15 / 16

type Row = Selectable<Schema['tries']>

/** How long an attempt must wait, and whether it must be counted anyway. */
interface Refusal {
  readonly wait: number
  readonly counts: boolean
}

/** The rows of keys that must wait. */
const waiting = prepared((db, tenant, keys: readonly string[], now: number) =>
  db
    .selectFrom('tries')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('key', 'in', keys)
    .where('wait_until', '>', now),
)

/** Why an attempt must wait; undefined if it need not. */
async function refusalOf(
  scope: Scope,
  counts: readonly TryCount[],
  now: number,
): Promise<Refusal | undefined> {
  const waited = inOrder(counts.filter(({ key, sum }) => !sum && isStorable(key)))
  if (waited.length === 0) return undefined
  const keys = waited.map(count => count.key)
  const found = await waiting(scope, keys, now)
  const byKey = believed(waited, found, now)
  const wait = longestWait(waited, byKey, now)
  if (wait === undefined) return undefined
  return { wait, counts: waited.some(count => isLengthened(count, byKey.get(count.key), now)) }
}

/**
 * Counts a try under each key, unless one of them must wait. Then it returns the milliseconds, and counts the try only
 * under the keys that must wait and are polled.
 */
async function countTry(scope: Scope, counts: readonly TryCount[], now: number): Promise<number | undefined> {
  const ordered = inOrder(counts)
  const rows = await locked(scope, ordered, now)
  const waiting = ordered.filter(({ key, sum }) => !sum && rows.get(key)!.wait_until > now)
  const counted =
    waiting.length === 0 ? ordered : waiting.filter(count => isLengthened(count, rows.get(count.key), now))
  const changed = counted.map(count => countedRow(count, rows, now))
  if (changed.length > 0) await replace(scope, changed)
  for (const row of changed) rows.set(row.key, row)
  return longestWait(waiting, rows, now)
}

/**
 * The rows by key. A row from the future was written by a clock that was ahead. It counts nothing, so that nobody must
 * wait for that time.
 */
function believed(counts: readonly TryCount[], rows: readonly Row[], now: number): Map<string, Row> {
  const byKey = new Map(rows.map(row => [row.key, row]))
  for (const { key, longest, window = 0 } of counts) {
    const row = byKey.get(key)
    if (row === undefined) continue
    const isWaitOfFuture = row.wait_until > now + longest + SKEW
    const isFuture = row.forget_at > now + Math.max(longest, window) + 2 * REMEMBERED
    if (isWaitOfFuture || isFuture) byKey.set(key, { ...row, failures: 0, wait_until: 0, forget_at: now })
  }
  return byKey
}

function isLengthened({ polled, longest }: TryCount, row: Row | undefined, now: number): boolean {
  return (
    polled === true &&
    row !== undefined &&
    row.wait_until > now &&
    row.wait_until - now < longest * LONG_ENOUGH
  )
}

/** The row of a key with one more try. */
function countedRow(count: TryCount, rows: ReadonlyMap<string, Row>, now: number): Row {
  const row = rows.get(count.key)!
  const failures = failuresOf(row, now) + 1
  const wait = count.sum ? 0 : waitAfter(count, failures, rows, now)
  const waitUntil = count.sum ? row.wait_until : wait === 0 ? 0 : now + wait
  return {
    ...row,
    failures,
    // An attempt that had to wait never shortens the wait.
    wait_until: row.wait_until > now ? Math.max(row.wait_until, waitUntil) : waitUntil,
    forget_at: Math.max(row.wait_until, now + (count.window ?? wait + REMEMBERED)),
  }
}

function waitAfter(count: TryCount, failures: number, rows: ReadonlyMap<string, Row>, now: number): number {
  const { first = FIRST_WAIT, longest, pressed } = count
  const pressing = pressed && rows.get(pressed.by)
  const isPressed = pressing !== undefined && failuresOf(pressing, now) >= pressed!.over
  const free = isPressed ? pressed!.free : count.free
  return failures < free ? 0 : Math.min(longest, first * 2 ** (failures - free))
}

function failuresOf(row: Row, now: number): number {
  return row.forget_at > now ? row.failures : 0
}

/**
 * Forgets all tries under `own`, and the last one under `shared`. If that try started the first wait, the wait ends.
 */
async function forgiveTries(
  { db, tenant }: Scope,
  own: readonly string[],
  shared: readonly TryCount[],
): Promise<void> {
  const all = [...own.map(key => ({ key, free: 0, longest: 0 })), ...shared]
  for (const { key, free } of inOrder(all.filter(count => isStorable(count.key)))) {
    if (own.includes(key)) {
      await db.deleteFrom('tries').where('tenant', '=', tenant).where('key', '=', key).execute()
      continue
    }
    await db
      .updateTable('tries')
      .set(eb => ({
        failures: eb('failures', '-', 1),
        wait_until: eb.case().when('failures', '<=', free).then(0).else(eb.ref('wait_until')).end(),
      }))
      .where('tenant', '=', tenant)
      .where('key', '=', key)
      .where('failures', '>', 0)
      .execute()
  }
}

/** The rows of all keys, locked. Missing rows are created, and existing ones are written unchanged to lock them. */
async function locked(
  { db, tenant }: Scope,
  ordered: readonly TryCount[],
  now: number,
): Promise<Map<string, Row>> {
  if (!ordered.every(({ key }) => isStorable(key)))
    throw new TypeError('a key under which tries are counted must be well-formed')
  if (ordered.length === 0) return new Map()
  const rows = await db
    .insertInto('tries')
    .values(
      ordered.map(({ key, subject = null }) => ({
        tenant,
        key,
        failures: 0,
        wait_until: 0,
        forget_at: now,
        subject,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['tenant', 'key']).doUpdateSet(eb => ({ subject: eb.ref('excluded.subject') })),
    )
    .returningAll()
    .execute()
  return believed(ordered, rows, now)
}

/** Forgets all tries about these subjects. Returns how many counts there were. */
async function forgetTries({ db, tenant }: Scope, subjects: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('tries')
    .where('tenant', '=', tenant)
    .where('subject', 'in', subjects)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function replace({ db }: Scope, rows: readonly Row[]): Promise<void> {
  await db
    .insertInto('tries')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['tenant', 'key']).doUpdateSet(eb => ({
        failures: eb.ref('excluded.failures'),
        wait_until: eb.ref('excluded.wait_until'),
        forget_at: eb.ref('excluded.forget_at'),
      })),
    )
    .execute()
}

/** Each key once, in a fixed order, so that two counts cannot deadlock. */
function inOrder(counts: readonly TryCount[]): TryCount[] {
  const byKey = new Map(counts.map(count => [count.key, count]))
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The longest of the waits, each limited to the `longest` of its count. */
function longestWait(
  counts: readonly TryCount[],
  rows: ReadonlyMap<string, Row>,
  now: number,
): number | undefined {
  const waits = counts.map(({ key, longest }) => Math.min((rows.get(key)?.wait_until ?? 0) - now, longest))
  const wait = Math.max(0, ...waits)
  return wait > 0 ? wait : undefined
}

export const tryWrites = shelf<TryWrites>({ forget: forgetTries })

/** Outside a transaction, each change runs in its own transaction. */
export function tryShelf(read: Run, write: Write): Tries {
  return {
    wait: async (counts, now) => (await read(scope => refusalOf(scope, counts, now)))?.wait,
    async count(counts, now) {
      // Most throttled tries cost no write, however often they are made.
      const refusal = await read(scope => refusalOf(scope, counts, now))
      if (refusal !== undefined && !refusal.counts) return refusal.wait
      return await write('quiet')(scope => countTry(scope, counts, now))
    },
    forgive: (own, shared = []) => write('quiet')(scope => forgiveTries(scope, own, shared)),
  }
}
