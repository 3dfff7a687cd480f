import type { Dialect } from './migrations.ts'

/**
 * Which second factors count in a tenant, where null stands for the service's setting, and in an application; and when a
 * password was last replaced through a mailed link.
 */
export default ({ text }: Dialect): string[] => [
  `alter table tenants add column factors ${text}`,
  `alter table applications add column factors ${text} not null default 'app,mail'`,
  'alter table accounts add column recovered_at bigint',
]
