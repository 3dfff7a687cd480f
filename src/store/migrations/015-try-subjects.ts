import type { Dialect } from './migrations.ts'

/** The subjects of throttled attempts, so that operators can end a wait. */
export default ({ text }: Dialect): string[] => [
  `alter table tries add column subject ${text}`,
  'create index tries_by_subject on tries (tenant, subject)',
]
