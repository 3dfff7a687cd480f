import type { Dialect } from './migrations.ts'

/** Tenants after the first one have a console at an address of their own. */
export default ({ text }: Dialect): string[] => [
  `alter table tenants add column console_url ${text}`,
  'create unique index tenants_by_console on tenants (console_url)',
]
