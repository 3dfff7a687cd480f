import type { Dialect } from './migrations.ts'

/**
 * The second factors that a tenant and an application accept; null in a tenant means the service's setting. Also when a
 * password was last reset through a mailed link.
 */
export default ({ text }: Dialect): string[] => [
  `alter table tenants add column factors ${text}`,
  `alter table applications add column factors ${text} not null default 'app,mail'`,
  'alter table accounts add column recovered_at bigint',
]
