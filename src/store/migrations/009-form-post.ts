import type { Dialect } from './migrations.ts'

/** Applications that may receive their answers by a posted form. */
export default (_: Dialect): string[] => [
  'alter table applications add column form_post bigint not null default 0',
]
