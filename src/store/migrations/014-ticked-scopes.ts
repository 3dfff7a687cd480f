import type { Dialect } from './migrations.ts'

/** Whether the boxes of a tenant's consent page are preselected. */
export default (_: Dialect): string[] => ['alter table tenants add column ticks_scopes bigint']
