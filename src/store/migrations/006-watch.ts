import type { Dialect } from './migrations.ts'

/** Indexes for monitoring and searches, so that neither reads whole tables. */
export default (_: Dialect): string[] => [
  "create index outbox_waiting on outbox (created_at) where state = 'waiting'",
  "create index outbox_given_up on outbox (created_at) where state = 'given-up'",
  'create index audit_by_application on audit (tenant, application, at, turn)',
  'create index audit_by_event on audit (tenant, event, at, turn)',
]
