import { type SqlBool, sql } from 'kysely'
import { folded } from '../../core/path.ts'
import type { Account } from '../kept.ts'
import type { AccessOrigin, GivenAccess, Group, Holder, Named } from '../kept-access.ts'
import { isKnownBy } from './accounts.ts'
import { beginning, EVERY, isSearched, isStorable } from './rows.ts'
import type { Scope } from './scope.ts'

/** A page of a searchable list. */
export interface SearchedPage {
  readonly limit: number
  readonly offset: number
  readonly search?: string | undefined
}

/** Access, with the names that people know its holder by. A group has no personal names. */
export type ListedAccess = Named<GivenAccess> & Pick<Account, 'givenName' | 'familyName'>

/** One way in which somebody has access: their own, or through a group. */
export interface PersonAccess
  extends Pick<Account, 'id' | 'userName' | 'givenName' | 'familyName'>,
    Pick<GivenAccess, 'since' | 'endsAt' | 'origin'> {
  readonly group: Pick<Group, 'id' | 'name'> | null
}

/** A page of the access to an application that was given to groups and accounts. */
export async function listedAccess(
  { db, tenant }: Scope,
  application: string,
  { limit, offset, search = '' }: SearchedPage,
): Promise<{ total: number; access: ListedAccess[] }> {
  if (!isStorable(application) || !isStorable(search)) return { total: 0, access: [] }
  const all = sql`(select 'group' as kind, access.group_id as id, people.name, people.name_key as sorted,
      access.since, access.ends_at, access.origin, null as given_name, null as family_name
      from group_access access
      join people_groups people on people.tenant = access.tenant and people.id = access.group_id
      where access.tenant = ${tenant} and access.application = ${application} and people.removed_at is null
      and ${isSearched('people.name_key', search)}
    union all
    select 'account' as kind, access.account as id, account.user_name as name, account.user_name_key as sorted,
      access.since, access.ends_at, access.origin, account.given_name, account.family_name
      from account_access access
      join accounts account on account.tenant = access.tenant and account.id = access.account
      where access.tenant = ${tenant} and access.application = ${application}
      and ${search === '' ? EVERY : isKnownBy(search)}) given`
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${all}`.execute(db)
  const { rows } = await sql<ListedRow>`select * from ${all} order by kind desc, sorted
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  const access = rows.map(({ kind, id, name, since, ends_at: endsAt, origin, ...person }) => {
    const names = { givenName: person.given_name, familyName: person.family_name }
    return { application, holder: { kind, id }, name, ...names, since, endsAt, origin }
  })
  return { total: Number(counted[0]?.total), access }
}

interface ListedRow extends Holder {
  readonly name: string
  readonly given_name: string | null
  readonly family_name: string | null
  readonly since: number
  readonly ends_at: number | null
  readonly origin: AccessOrigin
}

/** A page of the people who have access, with one row for each way. */
export async function listedPeople(
  { db, tenant, engine }: Scope,
  application: string,
  { limit, offset, search = '' }: SearchedPage,
): Promise<{ total: number; people: PersonAccess[] }> {
  if (!isStorable(application) || !isStorable(search)) return { total: 0, people: [] }
  const found = search === '' ? EVERY : isKnownBy(search)
  const lasts = sql<SqlBool>`(access.ends_at is null or access.ends_at > ${engine.now()})`
  const ways = sql`(select account.id, account.user_name, account.user_name_key as sorted, account.given_name,
      account.family_name, null as group_id, null as group_name, access.since, access.ends_at, access.origin
      from account_access access
      join accounts account on account.tenant = access.tenant and account.id = access.account
      where access.tenant = ${tenant} and access.application = ${application} and ${lasts} and ${found}
    union all
    select account.id, account.user_name, account.user_name_key as sorted, account.given_name,
      account.family_name, people.id as group_id, people.name as group_name, access.since, access.ends_at, access.origin
      from group_access access
      join people_groups people on people.tenant = access.tenant and people.id = access.group_id
      join group_members member on member.tenant = access.tenant and member.group_id = access.group_id
      join accounts account on account.tenant = access.tenant and account.id = member.account
      where access.tenant = ${tenant} and access.application = ${application} and people.removed_at is null
      and ${lasts} and ${found}) ways`
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${ways}`.execute(db)
  const { rows } = await sql<WayRow>`select * from ${ways} order by sorted, coalesce(group_name, '')
    limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db)
  const people = rows.map(({ id, group_id: group, since, origin, ...row }) => ({
    id,
    userName: row.user_name,
    givenName: row.given_name,
    familyName: row.family_name,
    group: group === null ? null : { id: group, name: row.group_name! },
    since,
    endsAt: row.ends_at,
    origin,
  }))
  return { total: Number(counted[0]?.total), people }
}

interface WayRow extends Omit<ListedRow, 'kind' | 'name'> {
  readonly user_name: string
  readonly group_id: string | null
  readonly group_name: string | null
}

/** An account or a group that matches a search. A group has no personal names. */
export type FoundHolder = Named<Holder> & Pick<Account, 'givenName' | 'familyName'>

/** Groups and active accounts that match a part of a name. Those whose name begins with it come first. */
export async function foundHolders(
  { db, tenant }: Scope,
  search: string,
  { kinds, limit }: { readonly kinds: readonly Holder['kind'][]; readonly limit: number },
): Promise<FoundHolder[]> {
  if (search === '' || !isStorable(search)) return []
  const begins = sql<number>`case when ${beginning(sql.ref('sorted'), folded(search))} then 0 else 1 end`
  const { rows } = await sql<FoundRow>`select kind, id, name, given_name, family_name from (
      select 'group' as kind, id, name, name_key as sorted, null as given_name, null as family_name
      from people_groups where tenant = ${tenant} and removed_at is null and ${isSearched('name_key', search)}
    union all
      select 'account' as kind, id, user_name as name, user_name_key as sorted, given_name, family_name
      from accounts where tenant = ${tenant} and status = 'active' and ${isKnownBy(search)}) found
    where kind in (${sql.join(kinds)}) order by ${begins}, kind desc, sorted limit ${sql.lit(limit)}`.execute(
    db,
  )
  return rows.map(({ kind, id, name, given_name: givenName, family_name: familyName }) => {
    return { kind, id, name, givenName, familyName }
  })
}

interface FoundRow extends Holder {
  readonly name: string
  readonly given_name: string | null
  readonly family_name: string | null
}
