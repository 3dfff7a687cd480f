import { sql } from 'kysely'
import type { Decider, DeciderFilter, Deputy, ListedDeputy, RequestPerson } from '../kept-access.ts'
import { type AccountRow, fromRow as accountFrom } from './accounts.ts'
import { approvers, isOnDuty } from './approvers.ts'
import { isStorable } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Who decides about requests. Only active accounts are found. */
export interface DeciderReads {
  /** The approvers of an application, including members of approver groups, and their deputies, by user name. */
  of(application: string, filter: DeciderFilter): Promise<Decider[]>
  /** The administrators and their deputies. They decide if there are no approvers. */
  administrators(filter: DeciderFilter): Promise<Decider[]>
  /** The applications whose requests an account may approve, as an approver or as a deputy. */
  applicationsOf(account: string): Promise<string[]>
  /** Deputies whose time has not passed, ordered by the user name of the person they stand in for. */
  deputies(): Promise<ListedDeputy[]>
  /** The people who stand in for an account now, by user name. */
  standingInFor(account: string): Promise<RequestPerson[]>
}

/** Who decides about requests, inside a write. */
export interface DeciderWrites {
  standingInFor: DeciderReads['standingInFor']
  addDeputy(deputy: Deputy): Promise<void>
  removeDeputy(id: string): Promise<Deputy | undefined>
  /** Removes deputies whose time has passed. */
  dropPast(): Promise<void>
}

const administrators = (tenant: string) => sql`
  select id as account from accounts where tenant = ${tenant} and administrator = 1 and status = 'active'`

async function standingInFor({ db, tenant, engine }: Scope, account: string): Promise<RequestPerson[]> {
  if (!isStorable(account)) return []
  const { rows } = await sql<{ id: string; user_name: string }>`select account.id, account.user_name
    from accounts account where account.tenant = ${tenant} and account.status = 'active' and account.id in (
      select deputy.deputy from deputies deputy where deputy.tenant = ${tenant} and deputy.account = ${account}
        and ${isOnDuty(engine.now())})
    order by account.user_name_key`.execute(db)
  return rows.map(row => ({ id: row.id, userName: row.user_name }))
}

type Principals = ReturnType<typeof administrators>

async function deciders(
  { db, tenant, engine }: Scope,
  principals: Principals,
  { except = [], only, limit }: DeciderFilter,
): Promise<Decider[]> {
  const { rows } = await sql<AccountRow & { part: Decider['part'] }>`
    with principal as (${principals}), decider as (
      select account, 0 as is_deputy from principal
      union all
      select deputy.deputy as account, 1 as is_deputy from deputies deputy
        join principal on principal.account = deputy.account
        where deputy.tenant = ${tenant} and ${isOnDuty(engine.now())}),
    one as (select account, min(is_deputy) as is_deputy from decider group by account)
    select account.*, case when one.is_deputy = 1 then 'deputy' else 'approver' end as part
      from one join accounts account on account.tenant = ${tenant} and account.id = one.account
      where account.status = 'active'
      ${only === undefined ? sql`` : sql`and account.id = ${only}`}
      ${except.length === 0 ? sql`` : sql`and account.id not in (${sql.join(except)})`}
      order by account.user_name_key limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ part, ...row }) => ({ account: accountFrom(row), part }))
}

export const deciderReads = shelf<DeciderReads>({
  async of(scope, application, filter) {
    if (!isStorable(application)) return []
    return await deciders(scope, approvers(scope.tenant, application), filter)
  },
  async administrators(scope, filter) {
    return await deciders(scope, administrators(scope.tenant), filter)
  },
  async applicationsOf({ db, tenant, engine }, account) {
    const { rows } = await sql<{ application: string }>`
      with principal as (
        select id as account from accounts where tenant = ${tenant} and id = ${account}
        union
        select deputy.account from deputies deputy where deputy.tenant = ${tenant} and deputy.deputy = ${account}
          and ${isOnDuty(engine.now())})
      select approver.application from access_approvers approver
        join principal on principal.account = approver.approver
        where approver.tenant = ${tenant} and approver.kind = 'account'
      union
      select approver.application from access_approvers approver
        join group_members member on member.tenant = approver.tenant and member.group_id = approver.approver
        join people_groups people on people.tenant = approver.tenant and people.id = approver.approver
          and people.removed_at is null
        join principal on principal.account = member.account
        where approver.tenant = ${tenant} and approver.kind = 'group'`.execute(db)
    return rows.map(({ application }) => application)
  },
  async deputies({ db, tenant, engine }) {
    const rows = await db
      .selectFrom('deputies')
      .innerJoin('accounts as away', join =>
        join.onRef('away.tenant', '=', 'deputies.tenant').onRef('away.id', '=', 'deputies.account'),
      )
      .innerJoin('accounts as standing', join =>
        join.onRef('standing.tenant', '=', 'deputies.tenant').onRef('standing.id', '=', 'deputies.deputy'),
      )
      .selectAll('deputies')
      .select(['away.user_name as account_name', 'standing.user_name as deputy_name'])
      .where('deputies.tenant', '=', tenant)
      .where('until_at', '>', engine.now())
      .orderBy('away.user_name_key')
      .orderBy('from_at')
      .execute()
    return rows.map(row => ({
      id: row.id,
      account: row.account,
      deputy: row.deputy,
      fromAt: row.from_at,
      untilAt: row.until_at,
      accountName: row.account_name,
      deputyName: row.deputy_name,
    }))
  },
  standingInFor,
})

export const deciderWrites = shelf<DeciderWrites>({
  standingInFor,
  async addDeputy({ db, tenant }, { id, account, deputy, fromAt, untilAt }) {
    await db
      .insertInto('deputies')
      .values({ tenant, id, account, deputy, from_at: fromAt, until_at: untilAt })
      .execute()
  },
  async removeDeputy({ db, tenant }, id) {
    if (!isStorable(id)) return undefined
    const row = await db
      .deleteFrom('deputies')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return (
      row && {
        id,
        account: row.account,
        deputy: row.deputy,
        fromAt: row.from_at,
        untilAt: row.until_at,
      }
    )
  },
  async dropPast({ db, tenant, engine }) {
    await db
      .deleteFrom('deputies')
      .where('tenant', '=', tenant)
      .where('until_at', '<=', engine.now())
      .execute()
  },
})
