import type { Dialect } from './migrations.ts'

/**
 * User flows with their versions, and custom attributes of a tenant with their values. A version whose document is null
 * is the built-in flow.
 */
export default ({ text }: Dialect): string[] => [
  `create table flows (
    tenant ${text} not null references tenants (id) on delete cascade,
    reference ${text} not null,
    head bigint not null,
    primary key (tenant, reference)
  )`,
  `create table flow_versions (
    tenant ${text} not null,
    reference ${text} not null,
    version bigint not null,
    document ${text},
    at bigint not null,
    author ${text} not null,
    cause ${text} not null,
    primary key (tenant, reference, version),
    foreign key (tenant, reference) references flows (tenant, reference) on delete cascade
  )`,
  `create table own_attributes (
    tenant ${text} not null references tenants (id) on delete cascade,
    name ${text} not null,
    definition ${text} not null,
    primary key (tenant, name)
  )`,
  `create table attribute_values (
    tenant ${text} not null,
    account ${text} not null,
    attribute ${text} not null,
    value ${text} not null,
    at bigint not null,
    primary key (tenant, account, attribute),
    foreign key (tenant, account) references accounts (tenant, id) on delete cascade,
    foreign key (tenant, attribute) references own_attributes (tenant, name) on delete cascade
  )`,
  'create index attribute_values_by_value on attribute_values (tenant, attribute, value)',
  `alter table applications add column registration ${text}`,
]
