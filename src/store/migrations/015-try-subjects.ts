import type { Dialect } from './migrations.ts'

/** Whom counted tries are about, so that waits can be lifted. */
export default ({ text }: Dialect): string[] => [
  `alter table tries add column subject ${text}`,
  'create index tries_by_subject on tries (tenant, subject)',
]
