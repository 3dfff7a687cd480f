import type { Selectable } from 'kysely'
import type { Schema } from './schema.ts'
import { isStorable } from './sql-rows.ts'
import type { Scope } from './sql-scope.ts'
import type { TryCount } from './store.ts'

const FIRST_WAIT = 1_000
const REMEMBERED = 60 * 60_000

/** The milliseconds that the longest wait among these keys still takes; undefined when none has to wait. */
export async function waitFor(
  { db, tenant }: Scope,
  counts: readonly TryCount[],
  now: number,
): Promise<number | undefined> {
  const keys = counts.map(count => count.key).filter(isStorable)
  if (keys.length === 0) return undefined
  const rows = await db
    .selectFrom('tries')
    .select('wait_until')
    .where('tenant', '=', tenant)
    .where('key', 'in', keys)
    .where('wait_until', '>', now)
    .execute()
  return longestWait(rows, now)
}

/** Counts a try under each key, unless one of them has to wait: then answers with the milliseconds. */
export async function countTry(
  scope: Scope,
  counts: readonly TryCount[],
  now: number,
): Promise<number | undefined> {
  const rows = new Map<TryCount, Selectable<Schema['tries']>>()
  for (const count of inOrder(counts)) rows.set(count, await locked(scope, count.key, now))
  const wait = longestWait(rows.values(), now)
  if (wait !== undefined) return wait
  for (const [{ key, free, first = FIRST_WAIT, longest, window }, row] of rows) {
    const failures = (row.forget_at > now ? row.failures : 0) + 1
    const wait = failures < free ? 0 : Math.min(longest, first * 2 ** (failures - free))
    await scope.db
      .updateTable('tries')
      .set({
        failures,
        wait_until: wait === 0 ? 0 : now + wait,
        forget_at: now + (window ?? wait + REMEMBERED),
      })
      .where('tenant', '=', scope.tenant)
      .where('key', '=', key)
      .execute()
  }
  return undefined
}

/** Forgets all tries under some keys, and the last one under others: the first wait ends with the try that began it. */
export async function forgiveTries(
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

/** The row of a key, made where it is missing: writing it, if only as it is, keeps all others from it. */
async function locked({ db, tenant }: Scope, key: string, now: number) {
  if (!isStorable(key)) throw new TypeError('a key under which tries are counted has to be well-formed')
  return await db
    .insertInto('tries')
    .values({ tenant, key, failures: 0, wait_until: 0, forget_at: now })
    .onConflict(conflict =>
      conflict.columns(['tenant', 'key']).doUpdateSet(eb => ({ failures: eb.ref('tries.failures') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Each key once, and in one order everywhere, so that two counts cannot wait for each other. */
function inOrder(counts: readonly TryCount[]): TryCount[] {
  const byKey = new Map(counts.map(count => [count.key, count]))
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

function longestWait(rows: Iterable<{ wait_until: number }>, now: number): number | undefined {
  const wait = Math.max(0, ...Array.from(rows, row => row.wait_until - now))
  return wait > 0 ? wait : undefined
}
