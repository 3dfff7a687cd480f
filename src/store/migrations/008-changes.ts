import type { Dialect } from './migrations.ts'

/** The number of changes, in one row that the first of them makes. */
export default (_: Dialect): string[] => [
  'create table changes (id bigint primary key, number bigint not null)',
]
