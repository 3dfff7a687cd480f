import { type RawBuilder, sql } from 'kysely'

type Application = string | RawBuilder<string>

/** The accounts that approve requests for an application themselves. */
const named = (tenant: string, application: Application) => sql`
  select approver.approver as account from access_approvers approver
    where approver.tenant = ${tenant} and approver.application = ${application} and approver.kind = 'account'`

/** The members of its approver groups. */
const members = (tenant: string, application: Application) => sql`
  select member.account from access_approvers approver
    join people_groups people on people.tenant = approver.tenant and people.id = approver.approver
      and people.removed_at is null
    join group_members member on member.tenant = approver.tenant and member.group_id = approver.approver
    where approver.tenant = ${tenant} and approver.application = ${application} and approver.kind = 'group'`

/** The accounts that approve requests for an application, including the members of approver groups. */
export const approvers = (tenant: string, application: Application) => sql`
  ${named(tenant, application)} union ${members(tenant, application)}`

/** Whether a deputy is in charge now. */
export const isOnDuty = (now: number) => sql<boolean>`deputy.from_at <= ${now} and deputy.until_at > ${now}`

/**
 * Whether an approver or a deputy can decide about a request. The requester and the recipient cannot. Each search ends with
 * the first one, because a group may have many members.
 */
export const hasApprover = (tenant: string, now: number) => {
  const application = sql.ref<string>('access_requests.application')
  const [direct, ofGroups] = [named(tenant, application), members(tenant, application)]
  const others = sql`not in (access_requests.requester, access_requests.person)`
  const canOneOf = (those: RawBuilder<unknown>) => sql`exists (select 1 from (${those}) decider
    join accounts account on account.tenant = ${tenant} and account.id = decider.account
    where account.status = 'active' and account.id ${others})`
  const standsInFor = (those: RawBuilder<unknown>) =>
    sql`(select 1 from (${those}) principal where principal.account = deputy.account limit 1) = 1`
  // Subqueries with one value, so that PostgreSQL begins with the few deputies, whatever its statistics say.
  const canDeputy = sql`exists (select 1 from deputies deputy
    where deputy.tenant = ${tenant} and ${isOnDuty(now)} and deputy.deputy ${others}
      and (select account.status from accounts account
        where account.tenant = ${tenant} and account.id = deputy.deputy) = 'active'
      and (${standsInFor(direct)} or ${standsInFor(ofGroups)}))`
  return sql<boolean>`(${canOneOf(direct)} or ${canOneOf(ofGroups)} or ${canDeputy})`
}
