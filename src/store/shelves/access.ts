import { type Expression, type SqlBool, sql } from 'kysely'
import { type AccessMode, accessMode, type Standing } from '../../core/access.ts'
import type { AccessOrigin, GivenAccess, Holder, Named } from '../kept-access.ts'
import {
  type FoundHolder,
  foundHolders,
  type ListedAccess,
  listedAccess,
  listedPeople,
  type PersonAccess,
  type SearchedPage,
} from './access-lists.ts'
import { batches, isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'
import { settleUses, USES } from './uses.ts'

/** Who may use applications. */
export interface AccessReads {
  /** Whether an account may use an application now, and how; undefined if there is no such application. */
  standing(application: string, account: string): Promise<Standing | undefined>
  /** Which of these accounts may not use an application. */
  withoutAccess(application: string, accounts: readonly string[]): Promise<string[]>
  /** The access that an account has now, its own or through a group. */
  givenTo(account: string): Promise<{ application: string; endsAt: number | null; own: boolean }[]>
  /**
   * The access that was given to an application: groups first, then accounts, each ordered by name. `search` is a part
   * of the group's name, or of a name that people know the account by.
   */
  list(application: string, page: SearchedPage): Promise<{ total: number; access: ListedAccess[] }>
  /**
   * The people who have access that has not ended, their own or through groups, ordered by user name, with one row for
   * each way. `search` is a part of a name that people know the account by.
   */
  people(application: string, page: SearchedPage): Promise<{ total: number; people: PersonAccess[] }>
  /** Groups and active accounts that match a part of a name, best matches first. */
  find(search: string, wanted: { kinds: readonly Holder['kind'][]; limit: number }): Promise<FoundHolder[]>
  /** The applications that a group has access to. It also works for a removed group. */
  applicationsOf(group: string): Promise<string[]>
  /** Who approves requests for an application. Removed accounts and groups are left out. */
  approvers(application: string): Promise<Named<Holder>[]>
  /**
   * Some of the accounts that have used an application since `from`, and where to continue. The place is undefined at
   * the end.
   */
  recentUsers(
    application: string,
    from: number,
    after?: AuditPlace,
  ): Promise<{ accounts: string[]; after: AuditPlace | undefined }>
}

/** A place in the audit trail. */
export interface AuditPlace {
  readonly at: number
  readonly turn: string
}

/** Who may use applications, inside a write. */
export interface AccessWrites {
  /** The mode of an application. It is locked until the write ends. */
  lock(application: string): Promise<AccessMode | undefined>
  /** Gives access, or changes when it ends. Returns what there was before. */
  give(access: Omit<GivenAccess, 'since'>): Promise<Pick<GivenAccess, 'endsAt'> | undefined>
  /** Gives access to existing accounts that have none of their own. Returns how many got it. */
  giveMany(application: string, accounts: readonly string[], origin: AccessOrigin): Promise<number>
  take(application: string, holder: Holder): Promise<boolean>
  /** Removes some of the access that has ended, and returns it. */
  takeEnded(): Promise<GivenAccess[]>
  /** When the next access in the tenant ends. */
  nextEnd(): Promise<number | undefined>
  setApprovers(application: string, approvers: readonly Holder[]): Promise<void>
  /** Waits for uses of an application that are being recorded. Later ones are recorded only after this write. */
  settleUses(application: string): Promise<void>
  approvers: AccessReads['approvers']
  recentUsers: AccessReads['recentUsers']
}

const PIECE = 500
const AUDIT_PIECE = 5_000

const TABLES = {
  account: { table: 'account_access', column: 'account' },
  group: { table: 'group_access', column: 'group_id' },
} as const

/** The accounts that have access to an application, their own or through a group. */
function given({ db, tenant, engine }: Scope, application: string, among: Expression<SqlBool>) {
  const now = engine.now()
  const lasts = sql<boolean>`(access.ends_at is null or access.ends_at > ${now})`
  return db
    .selectFrom('account_access as access')
    .select('access.account')
    .where('access.tenant', '=', tenant)
    .where('access.application', '=', application)
    .where(among)
    .where(lasts)
    .unionAll(
      db
        .selectFrom('group_access as access')
        .innerJoin('people_groups as people', join =>
          join.onRef('people.tenant', '=', 'access.tenant').onRef('people.id', '=', 'access.group_id'),
        )
        .innerJoin('group_members as member', join =>
          join.onRef('member.tenant', '=', 'access.tenant').onRef('member.group_id', '=', 'access.group_id'),
        )
        .select('member.account')
        .where('access.tenant', '=', tenant)
        .where('access.application', '=', application)
        .where('people.removed_at', 'is', null)
        .where(among)
        .where(lasts),
    )
}

const isAmong = (accounts: readonly string[]) => sql<SqlBool>`account in (${sql.join(accounts)})`

async function modeOf({ db, tenant }: Scope, application: string): Promise<AccessMode | undefined> {
  if (!isStorable(application)) return undefined
  const row = await db
    .selectFrom('applications')
    .select('access')
    .where('tenant', '=', tenant)
    .where('id', '=', application)
    .executeTakeFirst()
  return row && accessMode(row.access)
}

async function standing(scope: Scope, application: string, account: string): Promise<Standing | undefined> {
  if (!isStorable(application) || !isStorable(account)) return undefined
  const row = await scope.db
    .selectFrom('applications')
    .select([
      'access',
      sql<number>`case when access = 'open' then 0
      when exists ${given(scope, application, isAmong([account]))} then 1 else 0 end`.as('given'),
    ])
    .where('tenant', '=', scope.tenant)
    .where('id', '=', application)
    .executeTakeFirst()
  return row && { mode: accessMode(row.access), given: row.given !== 0 }
}

async function withoutAccess(scope: Scope, application: string, accounts: readonly string[]) {
  if (accounts.length === 0 || (await modeOf(scope, application)) === 'open') return []
  const rows = await given(scope, application, isAmong(accounts)).execute()
  const having = new Set(rows.map(({ account }) => account))
  return accounts.filter(account => !having.has(account))
}

async function recentUsers({ db, tenant }: Scope, application: string, from: number, after?: AuditPlace) {
  const rows = await db
    .selectFrom('audit')
    .select(['at', 'turn', 'event', 'account'])
    .where('tenant', '=', tenant)
    .where('application', '=', application)
    .where('at', '>=', from)
    .$if(after !== undefined, entries =>
      entries.where(sql<boolean>`(at, turn) > (${after!.at}, ${after!.turn})`),
    )
    .orderBy('at')
    .orderBy('turn')
    .limit(AUDIT_PIECE)
    .execute()
  const last = rows.length < AUDIT_PIECE ? undefined : rows.at(-1)
  const users = rows.flatMap(({ event, account }) =>
    USES.includes(event) && account !== null ? [account] : [],
  )
  return { accounts: [...new Set(users)], after: last && { at: last.at, turn: last.turn } }
}

async function approvers({ db, tenant }: Scope, application: string): Promise<Named<Holder>[]> {
  if (!isStorable(application)) return []
  const { rows } = await sql<Named<Holder>>`select approver.kind as kind, approver.approver as id,
      coalesce(people.name, account.user_name) as name
    from access_approvers approver
    left join people_groups people on approver.kind = 'group' and people.tenant = approver.tenant
      and people.id = approver.approver and people.removed_at is null
    left join accounts account on approver.kind = 'account' and account.tenant = approver.tenant
      and account.id = approver.approver
    where approver.tenant = ${tenant} and approver.application = ${application}
      and coalesce(people.name, account.user_name) is not null
    order by kind desc, name`.execute(db)
  return rows.map(({ kind, id, name }) => ({ kind, id, name }))
}

export const accessReads = shelf<AccessReads>({
  standing,
  withoutAccess,
  async givenTo({ db, tenant, engine }, account) {
    if (!isStorable(account)) return []
    const lasts = sql`(access.ends_at is null or access.ends_at > ${engine.now()})`
    const { rows } = await sql<{ application: string; ends_at: number | null; own: number }>`
      select access.application, access.ends_at, 1 as own from account_access access
        where access.tenant = ${tenant} and access.account = ${account} and ${lasts}
      union all
      select access.application, access.ends_at, 0 as own from group_members member
        join people_groups people on people.tenant = member.tenant and people.id = member.group_id
          and people.removed_at is null
        join group_access access on access.tenant = member.tenant and access.group_id = member.group_id
        where member.tenant = ${tenant} and member.account = ${account} and ${lasts}`.execute(db)
    return rows.map(({ application, ends_at: endsAt, own }) => ({ application, endsAt, own: own === 1 }))
  },
  list: listedAccess,
  people: listedPeople,
  find: foundHolders,
  async applicationsOf({ db, tenant }, group) {
    const rows = await db
      .selectFrom('group_access')
      .select('application')
      .where('tenant', '=', tenant)
      .where('group_id', '=', group)
      .execute()
    return rows.map(({ application }) => application)
  },
  approvers,
  recentUsers,
})

export const accessWrites = shelf<AccessWrites>({
  approvers,
  recentUsers,
  settleUses,
  async lock(scope, application) {
    if (!isStorable(application)) return undefined
    const rows = scope.db
      .selectFrom('applications')
      .select('access')
      .where('tenant', '=', scope.tenant)
      .where('id', '=', application)
    const row = await held(scope, rows).executeTakeFirst()
    return row && accessMode(row.access)
  },
  async give({ db, tenant, engine }, { application, holder, endsAt, origin }) {
    const { table, column } = TABLES[holder.kind]
    const before = await sql<{ ends_at: number | null }>`select ends_at from ${sql.table(table)}
      where tenant = ${tenant} and application = ${application} and ${sql.ref(column)} = ${holder.id}`.execute(
      db,
    )
    await sql`insert into ${sql.table(table)} (tenant, application, ${sql.ref(column)}, since, ends_at, origin)
      values (${tenant}, ${application}, ${holder.id}, ${engine.now()}, ${endsAt}, ${origin})
      on conflict (tenant, application, ${sql.ref(column)})
      do update set ends_at = excluded.ends_at, origin = excluded.origin`.execute(db)
    const [row] = before.rows
    return row && { endsAt: row.ends_at }
  },
  async giveMany({ db, tenant, engine }, application, accounts, origin) {
    let number = 0
    for (const some of batches(accounts, PIECE)) {
      const now = engine.now()
      const known = db
        .selectFrom('accounts')
        .select([
          'tenant',
          sql.val(application).as('application'),
          'id as account',
          sql<number>`cast(${now} as bigint)`.as('since'),
          sql<number | null>`cast(null as bigint)`.as('ends_at'),
          sql.val<string>(origin).as('origin'),
        ])
        .where('tenant', '=', tenant)
        .where('id', 'in', some)
      const added = await db
        .insertInto('account_access')
        .columns(['tenant', 'application', 'account', 'since', 'ends_at', 'origin'])
        .expression(known)
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      number += Number(added.numInsertedOrUpdatedRows ?? 0)
    }
    return number
  },
  async take({ db, tenant }, application, { kind, id }) {
    if (!isStorable(application) || !isStorable(id)) return false
    const { table, column } = TABLES[kind]
    const gone = await sql`delete from ${sql.table(table)}
      where tenant = ${tenant} and application = ${application} and ${sql.ref(column)} = ${id}
      returning application`.execute(db)
    return gone.rows.length > 0
  },
  async takeEnded({ db, tenant, engine }) {
    const ended: GivenAccess[] = []
    for (const kind of ['group', 'account'] as const) {
      const { table, column } = TABLES[kind]
      const holder = sql.ref(column)
      const { rows } = await sql<EndedRow>`delete from ${sql.table(table)} where tenant = ${tenant}
        and (application, ${holder}) in (select application, ${holder} from ${sql.table(table)}
          where tenant = ${tenant} and ends_at <= ${engine.now()} order by ends_at limit ${sql.lit(PIECE)})
        and ends_at <= ${engine.now()}
        returning application, ${holder} as id, since, ends_at, origin`.execute(db)
      for (const { application, id, since, ends_at: endsAt, origin } of rows)
        ended.push({ application, holder: { kind, id }, since, endsAt, origin })
    }
    return ended
  },
  async nextEnd({ db, tenant }) {
    const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
      select min(ends_at) as at from account_access where tenant = ${tenant} and ends_at is not null union all
      select min(ends_at) as at from group_access where tenant = ${tenant} and ends_at is not null) ends`.execute(
      db,
    )
    return rows[0]?.at ?? undefined
  },
  async setApprovers({ db, tenant }, application, approvers) {
    await db
      .deleteFrom('access_approvers')
      .where('tenant', '=', tenant)
      .where('application', '=', application)
      .execute()
    if (approvers.length === 0) return
    const rows = approvers.map(({ kind, id }) => ({ tenant, application, kind, approver: id }))
    await db
      .insertInto('access_approvers')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  },
})

interface EndedRow {
  readonly application: string
  readonly id: string
  readonly since: number
  readonly ends_at: number | null
  readonly origin: AccessOrigin
}
