import type { Dialect } from './migrations.ts'

/** When temporary passwords end, and when the code or the link of a mail does. */
export default (_: Dialect): string[] => [
  'alter table accounts add column password_expires_at bigint',
  'alter table outbox add column expires_at bigint',
]
