import type { Dialect } from './migrations.ts'

/**
 * Identity sources, and the accounts that are linked with people there. `sources` of an application is a JSON list of
 * ids; null means all sources. `directory`: whether the service's own accounts are offered.
 */
export default ({ text }: Dialect): string[] => [
  `create table identity_sources (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    settings ${text} not null,
    secret ${text},
    created_at bigint not null,
    updated_at bigint not null,
    primary key (tenant, id)
  )`,
  `create table account_links (
    tenant ${text} not null,
    source ${text} not null,
    subject ${text} not null,
    account ${text} not null,
    email ${text},
    origin ${text} not null,
    created_at bigint not null,
    used_at bigint,
    primary key (tenant, source, subject),
    foreign key (tenant, source) references identity_sources (tenant, id) on delete cascade,
    foreign key (tenant, account) references accounts (tenant, id) on delete cascade
  )`,
  'create index account_links_by_account on account_links (tenant, account)',
  `alter table applications add column sources ${text}`,
  'alter table applications add column directory bigint not null default 1',
  'alter table tenants add column directory bigint',
]
