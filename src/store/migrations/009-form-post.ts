import type { Dialect } from './migrations.ts'

/** Applications that may use the response mode `form_post`. */
export default (_: Dialect): string[] => [
  'alter table applications add column form_post bigint not null default 0',
]
