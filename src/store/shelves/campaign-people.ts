import { sql } from 'kysely'
import type { AccessOrigin, Holder, RequestPerson } from '../kept-access.ts'
import type { AccessWay, EarlierDecision, Reviewed } from '../kept-campaigns.ts'
import { isStorable } from './rows.ts'
import type { Scope } from './scope.ts'

/** Events that show that somebody uses an application. */
const USES = ['signed-in', 'code-issued', 'tokens-issued', 'tokens-refreshed']

/** The prefix by which the audit trail marks an account as the actor. */
const BY_ACCOUNT = 'account:'
/** Access and its audit entry are written together, so their times are nearly equal. */
const NEAR = 60_000

interface Way extends AccessWay {
  readonly account: string
}

/**
 * Some of the people who have access to an application that has not ended, with ids after `after`, and where to
 * continue. The work is limited to `limit` people of each group, however many there are.
 */
export async function peopleAfter(
  scope: Scope,
  application: string,
  after: string,
  limit: number,
): Promise<{ people: Reviewed[]; after: string | undefined }> {
  if (!isStorable(application)) return { people: [], after: undefined }
  const ways = [
    ...(await ownAfter(scope, application, after, limit)),
    ...(await membersAfter(scope, application, after, limit)),
  ]
  const ids = [...new Set(ways.map(({ account }) => account))].sort().slice(0, limit)
  if (ids.length === 0) return { people: [], after: undefined }
  const byAccount = Map.groupBy(ways, ({ account }) => account)
  const by = {
    requested: await approversOf(scope, application, ids),
    given: await giversOf(scope, application, ids),
    recent: new Map<string, string>(),
  }
  const earlier = await earlierDecisions(scope, application, ids)
  const found = await accountsOf(scope, application, ids)
  const people = found.map(person => {
    const own = byAccount.get(person.account)!.map(({ account: _, ...way }): AccessWay => {
      const who = way.group === null ? by[way.origin].get(person.account) : undefined
      return who === undefined ? way : { ...way, by: who }
    })
    const since = Math.min(...own.map(way => way.since))
    return { ...person, since, ways: own, lastDecision: earlier.get(person.account) ?? null }
  })
  return { people, after: ids.length < limit ? undefined : ids.at(-1) }
}

/** The accounts that can sign in, among these accounts and the members of these groups, ordered by user name. */
export async function activeAccounts(
  { db, tenant }: Scope,
  holders: readonly Holder[],
  { limit, only }: { readonly limit: number; readonly only?: string | undefined },
): Promise<RequestPerson[]> {
  const ids = (kind: Holder['kind']) =>
    holders.filter(holder => holder.kind === kind && isStorable(holder.id)).map(({ id }) => id)
  const [accounts, groups] = [ids('account'), ids('group')]
  const among = (list: readonly string[]) => (list.length === 0 ? sql`(null)` : sql`(${sql.join(list)})`)
  const { rows } = await sql<{ id: string; user_name: string }>`select account.id, account.user_name
    from accounts account
    where account.tenant = ${tenant} and account.status = 'active' and (account.id in ${among(accounts)}
      or account.id in (select member.account from group_members member
        join people_groups people on people.tenant = member.tenant and people.id = member.group_id
          and people.removed_at is null
        where member.tenant = ${tenant} and member.group_id in ${among(groups)}))
      ${only === undefined ? sql`` : sql`and account.id = ${only}`}
    order by account.user_name_key limit ${sql.lit(limit)}`.execute(db)
  return rows.map(row => ({ id: row.id, userName: row.user_name }))
}

async function ownAfter({ db, tenant, engine }: Scope, application: string, after: string, limit: number) {
  const { rows } = await sql<WayRow>`select account, since, ends_at, origin from account_access
    where tenant = ${tenant} and application = ${application} and account > ${after}
      and (ends_at is null or ends_at > ${engine.now()})
    order by account limit ${sql.lit(limit)}`.execute(db)
  return rows.map((row): Way => wayOf(row, null))
}

async function membersAfter(scope: Scope, application: string, after: string, limit: number) {
  const { db, tenant, engine } = scope
  const { rows: groups } = await sql<Omit<WayRow, 'account'> & { id: string; name: string }>`
    select people.id, people.name, access.since, access.ends_at, access.origin from group_access access
      join people_groups people on people.tenant = access.tenant and people.id = access.group_id
      where access.tenant = ${tenant} and access.application = ${application} and people.removed_at is null
        and (access.ends_at is null or access.ends_at > ${engine.now()}) order by people.name_key`.execute(db)
  const ways: Way[] = []
  for (const { id, name, ...access } of groups) {
    const { rows } = await sql<{ account: string; since: number }>`select account, since from group_members
      where tenant = ${tenant} and group_id = ${id} and account > ${after}
      order by account limit ${sql.lit(limit)}`.execute(db)
    // The access began when the group got it, or when the person joined the group, whichever was later.
    for (const { account, since } of rows)
      ways.push(wayOf({ ...access, account, since: Math.max(since, access.since) }, { id, name }))
  }
  return ways
}

async function accountsOf({ db, tenant }: Scope, application: string, ids: readonly string[]) {
  // Not a join, because PostgreSQL might read every account of the tenant for it.
  const { rows } = await sql<PersonRow>`select account.id, account.user_name, account.given_name,
      account.family_name, account.supervisor,
      (select supervisor.user_name from accounts supervisor where supervisor.tenant = ${tenant}
        and supervisor.id = account.supervisor and supervisor.status = 'active') as supervisor_name,
      (select audit.at from audit where audit.tenant = ${tenant} and audit.account = account.id
        and audit.application = ${application} and audit.event in (${sql.join(USES)})
        order by audit.at desc limit 1) as last_sign_in
    from accounts account
    where account.tenant = ${tenant} and account.id in (${sql.join(ids)}) order by account.id`.execute(db)
  return rows.map(row => ({
    account: row.id,
    userName: row.user_name,
    givenName: row.given_name,
    familyName: row.family_name,
    supervisor:
      row.supervisor === null || row.supervisor_name === null
        ? undefined
        : { id: row.supervisor, userName: row.supervisor_name },
    lastSignIn: row.last_sign_in,
  }))
}

async function approversOf({ db, tenant }: Scope, application: string, ids: readonly string[]) {
  const { rows } = await sql<{ person: string; name: string }>`select request.person, turn.name
    from access_requests request join access_request_turns turn on turn.tenant = request.tenant
      and turn.request = request.id and turn.turn = 'approve'
    where request.tenant = ${tenant} and request.person in (${sql.join(ids)})
      and request.application = ${application} and turn.name is not null order by turn.at`.execute(db)
  return new Map(rows.map(({ person, name }) => [person, name]))
}

/** The user names of the accounts that gave people their own access, according to the audit trail. */
async function giversOf({ db, tenant }: Scope, application: string, ids: readonly string[]) {
  const { rows } = await sql<{ account: string; details: string }>`select audit.account, audit.details
    from account_access access join audit on audit.tenant = access.tenant and audit.account = access.account
      and audit.at >= access.since - ${NEAR} and audit.at <= access.since + ${NEAR}
      and audit.application = access.application and audit.event = 'access-given'
    where access.tenant = ${tenant} and access.application = ${application}
      and access.account in (${sql.join(ids)}) order by audit.at, audit.turn`.execute(db)
  return new Map(
    rows.flatMap(({ account, details }) => {
      const { by = '' } = JSON.parse(details) as { by?: string }
      return by.startsWith(BY_ACCOUNT) ? [[account, by.slice(BY_ACCOUNT.length)] as const] : []
    }),
  )
}

/** The last decisions about people. One that was not signed off although that was required does not count. */
async function earlierDecisions({ db, tenant }: Scope, application: string, ids: readonly string[]) {
  const { rows } = await sql<{ account: string } & EarlierDecision>`select item.account, item.decision,
      item.decided_at as at, item.decided_name as "by" from campaign_items item
    join campaign_applications part on part.tenant = item.tenant and part.campaign = item.campaign
      and part.position = item.position
    where item.tenant = ${tenant} and item.account in (${sql.join(ids)}) and part.application = ${application}
      and item.decision in ('keep', 'revoke') and (item.outcome in ('kept', 'revoked')
        or (item.decision = 'revoke' and item.outcome = 'gone')) order by item.decided_at`.execute(db)
  return new Map(rows.map(({ account, decision, at, by }) => [account, { decision, at, by }]))
}

function wayOf({ account, since, ends_at: endsAt, origin }: WayRow, group: AccessWay['group']): Way {
  return { account, group, since, endsAt, origin }
}

interface WayRow {
  readonly account: string
  readonly since: number
  readonly ends_at: number | null
  readonly origin: AccessOrigin
}

interface PersonRow {
  readonly id: string
  readonly user_name: string
  readonly given_name: string | null
  readonly family_name: string | null
  readonly supervisor: string | null
  readonly supervisor_name: string | null
  readonly last_sign_in: number | null
}
