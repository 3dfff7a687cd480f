import type { Dialect } from './migrations.ts'

/** People who look after themes, and nothing else. */
export default (_: Dialect): string[] => [
  'alter table accounts add column theme_developer bigint not null default 0',
]
