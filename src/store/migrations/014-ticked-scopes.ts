import type { Dialect } from './migrations.ts'

/** Whether a tenant has the boxes of a consent page ticked for people. */
export default (_: Dialect): string[] => ['alter table tenants add column ticks_scopes bigint']
