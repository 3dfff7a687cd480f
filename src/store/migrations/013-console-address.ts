import type { Dialect } from './migrations.ts'

/** The console address of tenants other than the first one. */
export default ({ text }: Dialect): string[] => [
  `alter table tenants add column console_url ${text}`,
  'create unique index tenants_by_console on tenants (console_url)',
]
