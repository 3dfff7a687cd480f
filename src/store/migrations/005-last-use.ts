import type { Dialect } from './migrations.ts'

/** When API clients were last used, and when somebody retried a mail. */
export default (_: Dialect): string[] => [
  'alter table api_clients add column last_used_at bigint',
  'alter table outbox add column retried_at bigint',
  'create index outbox_by_state on outbox (tenant, state, created_at)',
]
