import { type Selectable, sql } from 'kysely'
import type { ShortLived } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { prepared } from './prepared.ts'
import { batches, isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { type Run, shelf, type Write } from './shelf.ts'

/** Records that expire. */
export interface Records {
  get(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Stores a record, and drops expired ones. Of its owner and kind, only the newest `most` records are kept. */
  keep(record: ShortLived, most?: number): Promise<void>
  remove(kind: string, idHash: string): Promise<void>
  byHandle(kind: string, handle: string): Promise<ShortLived | undefined>
  /**
   * Some of the accounts that an application got grants, codes or tokens for, and where to continue; undefined at the
   * end. It reads the records of all applications, a piece at a time.
   */
  issuedTo(application: string, after?: string): Promise<{ accounts: string[]; after: string | undefined }>
  removeByHandle(handle: string): Promise<void>
}

/** Records that expire, inside a write. */
export interface RecordWrites {
  /** A record that has not expired, locked until the write ends. */
  lock(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Stores a record, replacing the one before. */
  keep(record: ShortLived): Promise<void>
  /** Stores a record; false if there is one already. */
  add(record: ShortLived): Promise<boolean>
  /**
   * Changes an existing record; false if there is none, so that a record that has just been removed does not come back.
   */
  replace(record: ShortLived): Promise<boolean>
  /** Removes a record and returns it. Of two concurrent callers, only one gets it. */
  take(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Removes the records of a kind that expire before a time, and returns them. */
  takeExpiring(kind: string, before: number): Promise<ShortLived[]>
  /** Removes the records of an owner: all, or those of one kind. Returns how many. */
  removeOwned(owner: string, kind?: string): Promise<number>
  /** Removes the records with this handle, of all kinds. Returns their owners. */
  removeByHandle(handle: string): Promise<Set<string>>
  /** Removes the grants, codes and tokens that an application got for these accounts. Returns how many. */
  removeIssued(application: string, accounts: readonly string[]): Promise<number>
}

const MOST_DROPPED = 1_000_000

/** The record of a kind with this hash. */
async function shortLived(scope: Scope, kind: string, idHash: string): Promise<ShortLived | undefined> {
  if (!isStorable(idHash)) return undefined
  const [row] = await recordWithHash(scope, kind, idHash)
  return row && fromRow(row)
}

/** A record that has not expired, locked until the transaction ends. */
async function heldShortLived(scope: Scope, kind: string, idHash: string): Promise<ShortLived | undefined> {
  if (!isStorable(idHash)) return undefined
  const row = await held(scope, withHash(scope, kind, idHash)).executeTakeFirst()
  if (row === undefined || (row.expires_at !== null && row.expires_at <= scope.engine.now())) return undefined
  return fromRow(row)
}

/** A record of a kind with this handle that has not expired; if there are several, the one that expires last. */
async function shortLivedByHandle(
  { db, tenant, engine }: Scope,
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
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', engine.now())]))
    .orderBy(eb => eb.fn.coalesce('expires_at', sql.lit(Number.MAX_SAFE_INTEGER)), 'desc')
    .orderBy('id_hash')
    .limit(1)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Stores a record, replacing the one before. */
async function keepShortLived({ db, tenant }: Scope, record: ShortLived): Promise<void> {
  await db
    .insertInto('short_lived')
    .values({ tenant, ...named(record), ...valuesOf(record) })
    .onConflict(conflict => conflict.columns(['tenant', 'kind', 'id_hash']).doUpdateSet(valuesOf(record)))
    .execute()
}

/** Stores a record; false if there is one that has not expired. */
async function addShortLived({ db, tenant, engine }: Scope, record: ShortLived): Promise<boolean> {
  const added = await db
    .insertInto('short_lived')
    .values({ tenant, ...named(record), ...valuesOf(record) })
    .onConflict(conflict =>
      conflict
        .columns(['tenant', 'kind', 'id_hash'])
        .doUpdateSet(valuesOf(record))
        .where('short_lived.expires_at', '<=', engine.now()),
    )
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes an existing record that has not expired; false if there is none. */
async function replaceShortLived({ db, tenant, engine }: Scope, record: ShortLived): Promise<boolean> {
  const changed = await db
    .updateTable('short_lived')
    .set(valuesOf(record))
    .where('tenant', '=', tenant)
    .where('kind', '=', record.kind)
    .where('id_hash', '=', record.idHash)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', engine.now())]))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Removes a record, and returns it unless it has expired. */
async function takeShortLived(
  { db, tenant, engine }: Scope,
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
  if (row === undefined || (row.expires_at !== null && row.expires_at <= engine.now())) return undefined
  return fromRow(row)
}

/** Drops the expired records of every tenant. */
async function dropExpired({ db, engine }: Scope): Promise<void> {
  await db.deleteFrom('short_lived').where('expires_at', '<', engine.now()).execute()
}

/** Drops the records of an owner and a kind, except the newest `most`. */
async function dropBeyond({ db, tenant }: Scope, { owner, kind }: ShortLived, most: number): Promise<void> {
  const mine = db
    .selectFrom('short_lived')
    .select('id_hash')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .orderBy('expires_at', 'desc')
    .orderBy('id_hash')
    // SQLite does not support an offset without a limit.
    .limit(MOST_DROPPED)
    .offset(most)
  await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', 'in', mine)
    .execute()
}

/** Removes the record of a kind with this hash, if it exists. */
async function removeShortLived({ db, tenant }: Scope, kind: string, idHash: string): Promise<void> {
  await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

/** Removes all records with this handle, of every kind. Returns their owners. */
async function removeByHandle({ db, tenant }: Scope, handle: string): Promise<Set<string>> {
  if (!isStorable(handle)) return new Set()
  const rows = await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('handle', '=', handle)
    .returning('owner')
    .execute()
  return new Set(rows.flatMap(({ owner }) => owner ?? []))
}

/** Removes the records of a kind that expire before a time, and returns them. */
async function takeExpiring({ db, tenant }: Scope, kind: string, before: number): Promise<ShortLived[]> {
  const rows = await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('expires_at', '<', before)
    .returningAll()
    .execute()
  return rows.map(fromRow)
}

/** Removes the records of an owner: all, or those of one kind. Returns how many. */
async function removeOwned({ db, tenant }: Scope, owner: string, kind?: string): Promise<number> {
  if (!isStorable(owner)) return 0
  const { numDeletedRows } = await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('owner', '=', owner)
    .$if(kind !== undefined, query => query.where('kind', '=', kind!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The kinds of records that applications get. No other kind belongs to a single application. */
const ISSUED = ['AccessToken', 'AuthorizationCode', 'Grant', 'RefreshToken']
const ISSUED_PIECE = 2_000

/** Whether a record belongs to an application. The provider writes the application's id into the JSON of the record. */
function isOf(application: string) {
  const member = JSON.stringify({ clientId: application }).slice(1, -1)
  return sql<boolean>`payload like ${`%${member.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}

/** Removes the grants, codes and tokens that an application got for these accounts. */
async function removeIssued(
  { db, tenant }: Scope,
  application: string,
  accounts: readonly string[],
): Promise<number> {
  let number = 0
  for (const some of batches(accounts, 500)) {
    const { numDeletedRows } = await db
      .deleteFrom('short_lived')
      .where('tenant', '=', tenant)
      .where('owner', 'in', some)
      .where('kind', 'in', ISSUED)
      .where(isOf(application))
      .executeTakeFirst()
    number += Number(numDeletedRows)
  }
  return number
}

/** Some of the accounts that an application got grants, codes or tokens for. */
async function issuedTo({ db, tenant }: Scope, application: string, after = `${ISSUED[0]} `) {
  const [kind = '', last = ''] = after.split(' ')
  const edge = await db
    .selectFrom('short_lived')
    .select('id_hash')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '>', last)
    .orderBy('id_hash')
    .limit(1)
    .offset(ISSUED_PIECE - 1)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('short_lived')
    .select('owner')
    .distinct()
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '>', last)
    .$if(edge !== undefined, records => records.where('id_hash', '<=', edge!.id_hash))
    .where(isOf(application))
    .execute()
  const next = ISSUED[ISSUED.indexOf(kind) + 1]
  const upTo = edge === undefined ? next && `${next} ` : `${kind} ${edge.id_hash}`
  return { accounts: rows.flatMap(({ owner }) => owner ?? []), after: upTo }
}

const recordWithHash = prepared((db, tenant, kind: string, idHash: string) =>
  withHash({ db, tenant }, kind, idHash),
)

function withHash({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, kind: string, idHash: string) {
  return db
    .selectFrom('short_lived')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
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

export const recordWrites = shelf<RecordWrites>({
  lock: heldShortLived,
  keep: keepShortLived,
  add: addShortLived,
  replace: replaceShortLived,
  take: takeShortLived,
  takeExpiring,
  removeOwned,
  removeByHandle,
  removeIssued,
})

/** Outside a transaction, each change runs in its own transaction. */
export function recordShelf(read: Run, write: Write): Records {
  return {
    get: (kind, idHash) => read(scope => shortLived(scope, kind, idHash)),
    issuedTo: (application, after) => read(scope => issuedTo(scope, application, after)),
    byHandle: (kind, handle) => read(scope => shortLivedByHandle(scope, kind, handle)),
    keep: (record, most) =>
      write('quiet')(async scope => {
        await dropExpired(scope)
        await keepShortLived(scope, record)
        if (most !== undefined) await dropBeyond(scope, record, most)
      }),
    remove: (kind, idHash) => write()(scope => removeShortLived(scope, kind, idHash)),
    removeByHandle: handle => write()(async scope => void (await removeByHandle(scope, handle))),
  }
}
