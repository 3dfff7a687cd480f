import { type Selectable, sql } from 'kysely'
import type { Schema } from './schema.ts'
import { isStorable } from './sql-rows.ts'
import type { Scope } from './sql-scope.ts'
import type { ShortLived } from './store.ts'

const MOST_DROPPED = 1_000_000

/** The record of a kind with this hash. */
export async function shortLived(
  { db, tenant }: Scope,
  kind: string,
  idHash: string,
): Promise<ShortLived | undefined> {
  if (!isStorable(idHash)) return undefined
  const row = await db
    .selectFrom('short_lived')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** A record of a kind with this handle that has not expired; of several, the one that lasts longest. */
export async function shortLivedByHandle(
  { db, tenant }: Scope,
  kind: string,
  handle: string,
): Promise<ShortLived | undefined> {
  if (!isStorable(handle)) return undefined
  const row = await db
    .selectFrom('short_lived')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('handle', '=', handle)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', Date.now())]))
    .orderBy(eb => eb.fn.coalesce('expires_at', sql.lit(Number.MAX_SAFE_INTEGER)), 'desc')
    .orderBy('id_hash')
    .limit(1)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Keeps a record, in place of the one before. */
export async function keepShortLived({ db, tenant }: Scope, record: ShortLived): Promise<void> {
  await db
    .insertInto('short_lived')
    .values({ tenant, ...named(record), ...valuesOf(record) })
    .onConflict(conflict => conflict.columns(['tenant', 'kind', 'id_hash']).doUpdateSet(valuesOf(record)))
    .execute()
}

/** Keeps a record unless there is one that has not expired; false then. */
export async function addShortLived({ db, tenant }: Scope, record: ShortLived): Promise<boolean> {
  const added = await db
    .insertInto('short_lived')
    .values({ tenant, ...named(record), ...valuesOf(record) })
    .onConflict(conflict =>
      conflict
        .columns(['tenant', 'kind', 'id_hash'])
        .doUpdateSet(valuesOf(record))
        .where('short_lived.expires_at', '<=', Date.now()),
    )
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes a record that is there and has not expired; false when there is none. */
export async function replaceShortLived({ db, tenant }: Scope, record: ShortLived): Promise<boolean> {
  const changed = await db
    .updateTable('short_lived')
    .set(valuesOf(record))
    .where('tenant', '=', tenant)
    .where('kind', '=', record.kind)
    .where('id_hash', '=', record.idHash)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', Date.now())]))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Takes a record away, and answers with it unless it has expired. */
export async function takeShortLived(
  { db, tenant }: Scope,
  kind: string,
  idHash: string,
): Promise<ShortLived | undefined> {
  if (!isStorable(idHash)) return undefined
  const row = await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || (row.expires_at !== null && row.expires_at <= Date.now())) return undefined
  return fromRow(row)
}

/** Drops what has expired, of every tenant. */
export async function dropExpired({ db }: Scope): Promise<void> {
  await db.deleteFrom('short_lived').where('expires_at', '<', Date.now()).execute()
}

/** Drops the records of somebody and of a kind, all but the newest `most`. */
export async function dropBeyond(
  { db, tenant }: Scope,
  { owner, kind }: ShortLived,
  most: number,
): Promise<void> {
  const mine = db
    .selectFrom('short_lived')
    .select('id_hash')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .orderBy('expires_at', 'desc')
    .orderBy('id_hash')
    // SQLite knows no offset without a limit.
    .limit(MOST_DROPPED)
    .offset(most)
  await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', 'in', mine)
    .execute()
}

/** Removes the record of a kind with this hash, where there is one. */
export async function removeShortLived({ db, tenant }: Scope, kind: string, idHash: string): Promise<void> {
  await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

/** Removes all records with this handle, of every kind. */
export async function removeByHandle({ db, tenant }: Scope, handle: string): Promise<void> {
  if (!isStorable(handle)) return
  await db.deleteFrom('short_lived').where('tenant', '=', tenant).where('handle', '=', handle).execute()
}

/** Takes away the records of a kind that expire before a time, and answers with them. */
export async function takeExpiring(
  { db, tenant }: Scope,
  kind: string,
  before: number,
): Promise<ShortLived[]> {
  const rows = await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('expires_at', '<', before)
    .returningAll()
    .execute()
  return rows.map(fromRow)
}

/** Removes what belongs to somebody: all of it, or of one kind; tells how many records there were. */
export async function removeOwned({ db, tenant }: Scope, owner: string, kind?: string): Promise<number> {
  if (!isStorable(owner)) return 0
  const { numDeletedRows } = await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('owner', '=', owner)
    .$if(kind !== undefined, query => query.where('kind', '=', kind!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function named({ kind, idHash }: ShortLived) {
  return { kind, id_hash: idHash }
}

function valuesOf({ owner, handle = null, payload, expiresAt }: ShortLived) {
  return { owner, handle, payload, expires_at: expiresAt }
}

function fromRow(row: Selectable<Schema['short_lived']>): ShortLived {
  return {
    kind: row.kind,
    idHash: row.id_hash,
    owner: row.owner,
    handle: row.handle,
    payload: row.payload,
    expiresAt: row.expires_at,
  }
}
