import type { Dialect } from './migrations.ts'

/** The role of theme developers, who manage only themes. */
export default (_: Dialect): string[] => [
  'alter table accounts add column theme_developer bigint not null default 0',
]
