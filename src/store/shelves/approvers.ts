import { type RawBuilder, sql } from 'kysely'

/** The accounts that approve requests for an application, including the members of approver groups. */
export const approvers = (tenant: string, application: string | RawBuilder<string>) => sql`
  select approver.approver as account from access_approvers approver
    where approver.tenant = ${tenant} and approver.application = ${application} and approver.kind = 'account'
  union
  select member.account from access_approvers approver
    join people_groups people on people.tenant = approver.tenant and people.id = approver.approver
      and people.removed_at is null
    join group_members member on member.tenant = approver.tenant and member.group_id = approver.approver
    where approver.tenant = ${tenant} and approver.application = ${application} and approver.kind = 'group'`

/** Whether a deputy is in charge now. */
export const isOnDuty = (now: number) => sql<boolean>`deputy.from_at <= ${now} and deputy.until_at > ${now}`

/** Whether an approver or a deputy can decide about a request. The requester and the recipient cannot. */
export const hasApprover = (tenant: string, now: number) => {
  const those = approvers(tenant, sql.ref<string>('access_requests.application'))
  return sql<boolean>`exists (select 1 from (${those} union
      select deputy.deputy as account from deputies deputy where deputy.tenant = ${tenant} and ${isOnDuty(now)}
        and deputy.account in (select account from (${those}) approver)) decider
    join accounts account on account.tenant = ${tenant} and account.id = decider.account
    where account.status = 'active' and account.id not in (access_requests.requester, access_requests.person))`
}
