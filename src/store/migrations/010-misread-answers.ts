import type { Dialect } from './migrations.ts'

/** When an API client was last answered 201 although its tool accepts only 204. */
export default (_: Dialect): string[] => ['alter table api_clients add column misread_at bigint']
