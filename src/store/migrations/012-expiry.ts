import type { Dialect } from './migrations.ts'

/** When temporary passwords expire, and when the code or link in a mail does. */
export default (_: Dialect): string[] => [
  'alter table accounts add column password_expires_at bigint',
  'alter table outbox add column expires_at bigint',
]
