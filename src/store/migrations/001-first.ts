import type { Dialect } from './migrations.ts'

/** Tenants, themes with their history, applications, API clients and the OpenID provider's records. */
export default ({ text, blob }: Dialect): string[] => [
  `create table tenants (
    id ${text} primary key,
    name ${text} not null,
    name_key ${text} not null unique,
    host ${text} unique,
    public_url ${text},
    locale ${text},
    created_at bigint not null
  )`,
  `create table blobs (
    digest ${text} primary key,
    size bigint not null,
    crc bigint not null,
    deflated_size bigint not null,
    deflated ${blob} not null
  )`,
  `create table masters (id ${text} primary key, first_seen bigint not null)`,
  `create table master_files (
    master ${text} not null references masters (id) on delete cascade,
    path ${text} not null,
    digest ${text} not null,
    primary key (master, path),
    constraint master_files_blob foreign key (digest) references blobs (digest)
  )`,
  'create index master_files_by_digest on master_files (digest)',
  `create table themes (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    name ${text} not null,
    name_key ${text} not null,
    description ${text},
    head bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (tenant, id),
    unique (tenant, name_key)
  )`,
  `create table revisions (
    tenant ${text} not null,
    theme ${text} not null,
    revision bigint not null,
    at bigint not null,
    author ${text} not null,
    cause ${text} not null,
    master ${text} not null references masters (id),
    changes ${text} not null,
    primary key (tenant, theme, revision),
    foreign key (tenant, theme) references themes (tenant, id) on delete cascade
  )`,
  `create table theme_files (
    tenant ${text} not null,
    theme ${text} not null,
    path ${text} not null,
    digest ${text} not null,
    base ${text},
    opened bigint not null,
    closed bigint,
    primary key (tenant, theme, path, opened),
    foreign key (tenant, theme) references themes (tenant, id) on delete cascade,
    constraint theme_files_blob foreign key (digest) references blobs (digest)
  )`,
  'create index theme_files_by_digest on theme_files (digest)',
  'create index theme_files_open on theme_files (tenant, theme) where closed is null',
  `create table applications (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    name ${text} not null,
    theme ${text},
    created_at bigint not null,
    primary key (tenant, id),
    constraint applications_theme foreign key (tenant, theme) references themes (tenant, id) on delete restrict
  )`,
  'create index applications_by_theme on applications (tenant, theme)',
  `create table api_clients (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    name ${text} not null,
    secret_hash ${text} not null,
    entitlements ${text} not null,
    replace_status bigint not null,
    created_at bigint not null,
    primary key (tenant, id)
  )`,
  `create table short_lived (
    tenant ${text} not null references tenants (id) on delete cascade,
    kind ${text} not null,
    id_hash ${text} not null,
    client ${text},
    payload ${text} not null,
    expires_at bigint,
    primary key (tenant, kind, id_hash)
  )`,
  'create index short_lived_by_client on short_lived (tenant, client)',
  'create index short_lived_by_expiry on short_lived (expires_at)',
]
