import type { Dialect } from './migrations.ts'

/** Jobs that are due at a time. Only one node does each of them. */
export default ({ text }: Dialect): string[] => [
  `create table jobs (
    tenant ${text} not null references tenants (id) on delete cascade,
    id ${text} not null,
    kind ${text} not null,
    due_at bigint not null,
    payload ${text} not null,
    tries bigint not null,
    claim ${text},
    claimed_until bigint,
    problem ${text},
    done_at bigint,
    primary key (tenant, id)
  )`,
  'create index jobs_by_due_time on jobs (due_at)',
]
