import { type Kysely, sql } from 'kysely'
import { StoreFault } from '../fault.ts'
import first from './001-first.ts'
import people from './002-people.ts'
import consent from './003-consent.ts'
import roles from './004-roles.ts'
import lastUse from './005-last-use.ts'
import watch from './006-watch.ts'

/** The two words in which the engines' definitions differ. */
export interface Dialect {
  /** Compares and sorts by code point. */
  readonly text: string
  readonly blob: string
}

/** Forward only; the position in the list is the schema's version. A released step is never edited. */
const STEPS: readonly ((dialect: Dialect) => string[])[] = [first, people, consent, roles, lastUse, watch]

/** Brings the schema up to date in one transaction, which `lock` makes wait for any other node doing the same. */
export async function migrate<S>(
  writer: Kysely<S>,
  dialect: Dialect,
  lock: string | undefined,
): Promise<void> {
  await writer.transaction().execute(async tx => {
    if (lock !== undefined) await sql.raw(lock).execute(tx)
    await sql`create table if not exists migrations (version bigint primary key, at bigint not null)`.execute(
      tx,
    )
    const found = await sql<{
      version: number | null
    }>`select max(version) as version from migrations`.execute(tx)
    const version = found.rows[0]?.version ?? 0
    if (version > STEPS.length) {
      throw new StoreFault(
        'unusable',
        `The database has schema ${version} and this version of Tabard knows ${STEPS.length}: start the newer Tabard that wrote it, or restore a backup.`,
      )
    }
    for (const [index, step] of STEPS.entries()) {
      if (index < version) continue
      for (const statement of step(dialect)) await sql.raw(statement).execute(tx)
      await sql`insert into migrations (version, at) values (${index + 1}, ${Date.now()})`.execute(tx)
    }
  })
}
