import type { Dialect } from './migrations.ts'

/** Applications that ask people for consent. */
export default (_: Dialect): string[] => [
  'alter table applications add column consent bigint not null default 0',
]
