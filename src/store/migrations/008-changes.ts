import type { Dialect } from './migrations.ts'

/** The number of changes, in a single row that the first change creates. */
export default (_: Dialect): string[] => [
  'create table changes (id bigint primary key, number bigint not null)',
]
