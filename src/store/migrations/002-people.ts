import type { Dialect } from './migrations.ts'

/** Accounts with their second factors, applications, the outbox, the audit trail, keys and throttled attempts. */
export default ({ text }: Dialect): string[] => [
  'alter table short_lived rename column client to owner',
  'drop index short_lived_by_client',
  'create index short_lived_by_owner on short_lived (tenant, owner)',
  `alter table short_lived add column handle ${text}`,
  'create index short_lived_by_handle on short_lived (tenant, handle)',
  `alter table applications add column description ${text}`,
  `alter table applications add column secret_hash ${text}`,
  `alter table applications add column redirects ${text} not null default '[]'`,
  `alter table applications add column logout_redirects ${text} not null default '[]'`,
  'alter table applications add column second_factor bigint not null default 0',
  `create table accounts (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    user_name ${text} not null,
    user_name_key ${text} not null,
    email ${text},
    email_key ${text},
    email_verified bigint not null,
    given_name ${text},
    family_name ${text},
    age bigint,
    mobile_number ${text},
    locale ${text},
    status ${text} not null,
    administrator bigint not null,
    password_hash ${text},
    password_temporary bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (tenant, id),
    unique (tenant, user_name_key)
  )`,
  'create index accounts_by_email on accounts (tenant, email_key)',
  `create table authenticators (
    tenant ${text} not null,
    account ${text} not null,
    secret ${text} not null,
    used_step bigint not null,
    primary key (tenant, account),
    foreign key (tenant, account) references accounts (tenant, id) on delete cascade
  )`,
  `create table recovery_codes (
    tenant ${text} not null,
    account ${text} not null,
    hash ${text} not null,
    primary key (tenant, account, hash),
    foreign key (tenant, account) references accounts (tenant, id) on delete cascade
  )`,
  `create table outbox (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    event ${text} not null,
    recipient ${text} not null,
    sender ${text} not null,
    subject ${text} not null,
    html ${text} not null,
    text ${text} not null,
    state ${text} not null,
    tries bigint not null,
    created_at bigint not null,
    due_at bigint not null,
    claimed_until bigint,
    problem ${text},
    primary key (tenant, id)
  )`,
  "create index outbox_due on outbox (due_at) where state = 'waiting'",
  'create index outbox_by_age on outbox (tenant, created_at)',
  // There is no reference to the account, because the entries are kept after the account is removed.
  `create table audit (
    tenant ${text} not null references tenants (id) on delete cascade,
    at bigint not null,
    turn ${text} not null,
    event ${text} not null,
    account ${text},
    application ${text},
    address ${text},
    details ${text} not null,
    primary key (tenant, at, turn)
  )`,
  'create index audit_by_account on audit (tenant, account, at, turn)',
  `create table tenant_keys (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    purpose ${text} not null,
    material ${text} not null,
    created_at bigint not null,
    primary key (tenant, id)
  )`,
  `create table tries (
    tenant ${text} not null references tenants (id) on delete cascade,
    key ${text} not null,
    failures bigint not null,
    wait_until bigint not null,
    forget_at bigint not null,
    primary key (tenant, key)
  )`,
  'create index tries_by_end on tries (forget_at)',
]
