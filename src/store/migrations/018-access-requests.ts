import type { Dialect } from './migrations.ts'

/** Requests for access to applications, what happened to each, and who decides while an approver is away. */
export default ({ text }: Dialect): string[] => [
  'alter table applications add column requests_for_others bigint not null default 0',
  // Requests stay readable after their applications and people are removed. So there are no references, only the names
  // at that time.
  `create table access_requests (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    application ${text} not null,
    application_name ${text} not null,
    requester ${text} not null,
    requester_name ${text} not null,
    person ${text} not null,
    person_name ${text} not null,
    state ${text} not null,
    justification ${text} not null,
    ends_at bigint,
    asked_at bigint not null,
    expires_at bigint not null,
    decided_at bigint,
    turns bigint not null,
    primary key (tenant, id)
  )`,
  'create unique index access_requests_open on access_requests (tenant, application, person) where decided_at is null',
  'create index access_requests_by_requester on access_requests (tenant, requester, asked_at)',
  'create index access_requests_by_person on access_requests (tenant, person, asked_at)',
  'create index access_requests_by_time on access_requests (tenant, asked_at)',
  'create index access_requests_by_decision on access_requests (tenant, decided_at)',
  `create table access_request_turns (
    tenant ${text} not null,
    request ${text} not null,
    number bigint not null,
    turn ${text} not null,
    at bigint not null,
    account ${text},
    name ${text},
    part ${text},
    comment ${text} not null,
    primary key (tenant, request, number),
    foreign key (tenant, request) references access_requests (tenant, id) on delete cascade
  )`,
  `create table deputies (
    tenant ${text} not null,
    id ${text} not null,
    account ${text} not null,
    deputy ${text} not null,
    from_at bigint not null,
    until_at bigint not null,
    primary key (tenant, id),
    foreign key (tenant, account) references accounts (tenant, id) on delete cascade,
    foreign key (tenant, deputy) references accounts (tenant, id) on delete cascade
  )`,
  'create index deputies_by_account on deputies (tenant, account)',
  'create index deputies_by_deputy on deputies (tenant, deputy)',
]
