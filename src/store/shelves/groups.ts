import { type Selectable, sql } from 'kysely'
import { folded } from '../../core/path.ts'
import { Refusal } from '../../core/refusal.ts'
import type { CountedGroup, Group, Member } from '../kept-access.ts'
import type { Schema } from '../schema.ts'
import { isKnownBy } from './accounts.ts'
import { batches, EVERY, isSearched, isStorable } from './rows.ts'
import { held, refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

interface Page {
  readonly limit: number
  readonly offset: number
  /** A part of a group's name, or of a name that people know an account by. */
  readonly search?: string | undefined
}

/** Groups of people. These reads do not find removed groups. */
export interface GroupReads {
  /** Ordered by name, ignoring case, with the number of members. */
  list(page: Page): Promise<{ total: number; groups: CountedGroup[] }>
  get(id: string): Promise<Group | undefined>
  /** By name, ignoring case. */
  named(name: string): Promise<Group | undefined>
  countMembers(id: string): Promise<number>
  /** Ordered by user name; `total` counts all that match. */
  members(id: string, page: Page): Promise<{ total: number; members: Member[] }>
  /** The accounts in a group with ids after this one. It also works for a removed group. */
  accountsAfter(id: string, after: string, limit: number): Promise<string[]>
  /** The groups that an account is in, ordered by name. */
  of(account: string): Promise<Group[]>
}

/** Groups, inside a write. */
export interface GroupWrites {
  /** A group, locked until the write ends. */
  get(id: string): Promise<Group | undefined>
  /** Rejects a name that is taken, ignoring case. */
  create(group: Group): Promise<void>
  /** Rejects a name that is taken; false if there is no such group. */
  rename(id: string, name: string): Promise<boolean>
  /** Adds existing accounts that are not members yet. Returns those that were added. */
  add(id: string, accounts: readonly string[]): Promise<string[]>
  removeMember(id: string, account: string): Promise<boolean>
  /** Retires a group: it has no effect any more and its name is free. Its rows stay until they are dropped. */
  retire(id: string): Promise<boolean>
  /** Drops these members of a removed group. Returns those that were still in it. */
  dropMembers(id: string, accounts: readonly string[]): Promise<string[]>
  /** Drops a removed group that has no members left. */
  drop(id: string): Promise<void>
}

function living({ db, tenant }: Scope) {
  return db
    .selectFrom('people_groups')
    .where('people_groups.tenant', '=', tenant)
    .where('removed_at', 'is', null)
}

async function list(scope: Scope, { limit, offset, search = '' }: Page) {
  if (!isStorable(search)) return { total: 0, groups: [] }
  const found = living(scope).where(isSearched('name_key', search))
  const { total } = await found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('people_groups')
    .select(eb =>
      eb
        .selectFrom('group_members')
        .where('tenant', '=', scope.tenant)
        .whereRef('group_id', '=', 'people_groups.id')
        .select(inner => inner.fn.countAll<number>().as('number'))
        .$asScalar()
        .as('members'),
    )
    .orderBy('name_key')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, groups: rows.map(row => ({ ...fromRow(row), members: row.members ?? 0 })) }
}

async function get(scope: Scope, id: string): Promise<Group | undefined> {
  if (!isStorable(id)) return undefined
  const row = await living(scope).selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

async function named(scope: Scope, name: string): Promise<Group | undefined> {
  if (!isStorable(name)) return undefined
  const row = await living(scope).selectAll().where('name_key', '=', folded(name)).executeTakeFirst()
  return row && fromRow(row)
}

export const groupReads = shelf<GroupReads>({
  list,
  get,
  named,
  async countMembers({ db, tenant }, id) {
    const { number } = await db
      .selectFrom('group_members')
      .where('tenant', '=', tenant)
      .where('group_id', '=', id)
      .select(eb => eb.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    return number
  },
  async members({ db, tenant }, id, { limit, offset, search = '' }) {
    if (!isStorable(search)) return { total: 0, members: [] }
    const found = db
      .selectFrom('group_members as member')
      .innerJoin('accounts as account', join =>
        join.onRef('account.tenant', '=', 'member.tenant').onRef('account.id', '=', 'member.account'),
      )
      .where('member.tenant', '=', tenant)
      .where('member.group_id', '=', id)
      .where(search === '' ? EVERY : isKnownBy(search))
    const { total } = await found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await found
      .select(['account.id', 'account.user_name', 'account.given_name', 'account.family_name'])
      .select(['account.email', 'member.since'])
      .orderBy('account.user_name_key')
      .limit(limit)
      .offset(offset)
      .execute()
    const members = rows.map(row => ({
      id: row.id,
      userName: row.user_name,
      givenName: row.given_name,
      familyName: row.family_name,
      email: row.email,
      since: row.since,
    }))
    return { total, members }
  },
  async accountsAfter({ db, tenant }, id, after, limit) {
    const rows = await db
      .selectFrom('group_members')
      .select('account')
      .where('tenant', '=', tenant)
      .where('group_id', '=', id)
      .where('account', '>', after)
      .orderBy('account')
      .limit(limit)
      .execute()
    return rows.map(({ account }) => account)
  },
  async of(scope, account) {
    if (!isStorable(account)) return []
    const rows = await living(scope)
      .innerJoin('group_members as member', join =>
        join
          .onRef('member.tenant', '=', 'people_groups.tenant')
          .onRef('member.group_id', '=', 'people_groups.id'),
      )
      .where('member.tenant', '=', scope.tenant)
      .where('member.account', '=', account)
      .selectAll('people_groups')
      .orderBy('name_key')
      .execute()
    return rows.map(fromRow)
  },
})

export const groupWrites = shelf<GroupWrites>({
  async get(scope, id) {
    if (!isStorable(id)) return undefined
    const row = await held(scope, living(scope).selectAll().where('id', '=', id)).executeTakeFirst()
    return row && fromRow(row)
  },
  async create(scope, { id, name, createdAt }) {
    const row = { tenant: scope.tenant, id, name, name_key: folded(name), created_at: createdAt }
    await unlessTaken(
      scope,
      name,
      scope.db
        .insertInto('people_groups')
        .values({ ...row, removed_at: null })
        .execute(),
    )
  },
  async rename(scope, id, name) {
    if (!isStorable(id)) return false
    const changed = await unlessTaken(
      scope,
      name,
      scope.db
        .updateTable('people_groups')
        .set({ name, name_key: folded(name) })
        .where('tenant', '=', scope.tenant)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    )
    return changed.numUpdatedRows > 0n
  },
  async add({ db, tenant, engine }, id, accounts) {
    const added: string[] = []
    for (const some of batches(accounts.filter(isStorable), 500)) {
      const known = db
        .selectFrom('accounts')
        .select([
          'tenant',
          sql.val(id).as('group_id'),
          'id as account',
          sql<number>`cast(${engine.now()} as bigint)`.as('since'),
        ])
        .where('tenant', '=', tenant)
        .where('id', 'in', some)
      const rows = await db
        .insertInto('group_members')
        .columns(['tenant', 'group_id', 'account', 'since'])
        .expression(known)
        .onConflict(conflict => conflict.doNothing())
        .returning('account')
        .execute()
      added.push(...rows.map(({ account }) => account))
    }
    return added
  },
  async removeMember({ db, tenant }, id, account) {
    if (!isStorable(id) || !isStorable(account)) return false
    const gone = await db
      .deleteFrom('group_members')
      .where('tenant', '=', tenant)
      .where('group_id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return gone.numDeletedRows > 0n
  },
  async retire({ db, tenant, engine }, id) {
    if (!isStorable(id)) return false
    const changed = await db
      .updateTable('people_groups')
      .set({ removed_at: engine.now() })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n
  },
  async dropMembers({ db, tenant }, id, accounts) {
    const dropped = await db
      .deleteFrom('group_members')
      .where('tenant', '=', tenant)
      .where('group_id', '=', id)
      .where('account', 'in', accounts)
      .returning('account')
      .execute()
    return dropped.map(({ account }) => account)
  },
  async drop({ db, tenant }, id) {
    await db
      .deleteFrom('people_groups')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('removed_at', 'is not', null)
      .execute()
  },
})

async function unlessTaken<T>(scope: Scope, name: string, statement: Promise<T>): Promise<T> {
  return await refusing(scope, 'duplicate', new Refusal('group_name_taken', { name }), statement)
}

function fromRow(row: Selectable<Schema['people_groups']>): Group {
  return { id: row.id, name: row.name, createdAt: row.created_at }
}
