import type { Dialect } from './migrations.ts'

/** When an API client was answered 201 by way of a tool that takes only 204 for a success. */
export default (_: Dialect): string[] => ['alter table api_clients add column misread_at bigint']
