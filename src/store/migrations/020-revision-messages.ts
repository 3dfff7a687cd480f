import type { Dialect } from './migrations.ts'

/** What the author of a revision said about it. */
export default ({ text }: Dialect): string[] => [`alter table revisions add column message ${text}`]
