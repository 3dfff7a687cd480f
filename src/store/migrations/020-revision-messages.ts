import type { Dialect } from './migrations.ts'

/** The message that the author of a revision wrote. */
export default ({ text }: Dialect): string[] => [`alter table revisions add column message ${text}`]
