import type { Dialect } from './migrations.ts'

/** The linter settings of a tenant: levels of rules and origins of scripts, as JSON. */
export default ({ text }: Dialect): string[] => [
  `create table lint_settings (
    tenant ${text} not null primary key references tenants (id) on delete cascade,
    rules ${text} not null,
    script_origins ${text} not null,
    tag_manager bigint not null
  )`,
]
