import type { Dialect } from './migrations.ts'

/** Who may use an application: its mode, groups of people, access that was given, and who approves requests for it. */
export default ({ text }: Dialect): string[] => [
  `alter table applications add column access ${text} not null default 'open'`,
  // A removed group gives no access. Its rows are dropped in pieces, because it may have many members.
  `create table people_groups (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    name ${text} not null,
    name_key ${text} not null,
    created_at bigint not null,
    removed_at bigint,
    primary key (tenant, id)
  )`,
  'create unique index people_groups_by_name on people_groups (tenant, name_key) where removed_at is null',
  `create table group_members (
    tenant ${text} not null,
    group_id ${text} not null,
    account ${text} not null,
    since bigint not null,
    primary key (tenant, group_id, account),
    foreign key (tenant, group_id) references people_groups (tenant, id) on delete cascade,
    foreign key (tenant, account) references accounts (tenant, id) on delete cascade
  )`,
  'create index group_members_by_account on group_members (tenant, account)',
  ...['account', 'group'].flatMap(kind => {
    const table = `${kind}_access`
    const [holder, holders] = kind === 'account' ? ['account', 'accounts'] : ['group_id', 'people_groups']
    return [
      `create table ${table} (
        tenant ${text} not null,
        application ${text} not null,
        ${holder} ${text} not null,
        since bigint not null,
        ends_at bigint,
        origin ${text} not null,
        primary key (tenant, application, ${holder}),
        foreign key (tenant, application) references applications (tenant, id) on delete cascade,
        foreign key (tenant, ${holder}) references ${holders} (tenant, id) on delete cascade
      )`,
      `create index ${table}_by_holder on ${table} (tenant, ${holder})`,
      `create index ${table}_by_end on ${table} (tenant, ends_at) where ends_at is not null`,
    ]
  }),
  `create table access_approvers (
    tenant ${text} not null,
    application ${text} not null,
    kind ${text} not null,
    approver ${text} not null,
    primary key (tenant, application, kind, approver),
    foreign key (tenant, application) references applications (tenant, id) on delete cascade
  )`,
]
