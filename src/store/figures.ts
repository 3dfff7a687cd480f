import { type Kysely, sql } from 'kysely'
import type { DatabaseSize } from './contract.ts'
import type { Engine } from './engines/engine.ts'
import type { OutboxFigures } from './kept-mail.ts'
import type { Schema } from './schema.ts'

/** Counting stops here: monitoring does not need exact numbers above it, and the query stays fast. */
const MOST = 10_000

/** How full the outbox is. */
export async function outboxFigures(db: Kysely<Schema>): Promise<OutboxFigures> {
  const oldest = await ofState(db, 'waiting')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return {
    waiting: await counted(db, 'waiting'),
    givenUp: await counted(db, 'given-up'),
    oldestWaiting: oldest?.created_at,
  }
}

async function counted(db: Kysely<Schema>, state: 'waiting' | 'given-up'): Promise<number> {
  const some = ofState(db, state).select('created_at').limit(MOST).as('some')
  const { number } = await db
    .selectFrom(some)
    .select(eb => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return number
}

/** The mails in a state. The state is a literal in the statement, because SQLite needs that to use a partial index. */
function ofState(db: Kysely<Schema>, state: 'waiting' | 'given-up') {
  return db.selectFrom('outbox').where('state', '=', sql.lit(state))
}

/** The size of the database. PostgreSQL cannot cheaply report how much of it is unused. */
export async function databaseSize(db: Kysely<Schema>, { concurrent }: Engine): Promise<DatabaseSize> {
  if (concurrent) {
    const { rows } = await sql<{
      bytes: number
    }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return { bytes: Number(rows[0]?.bytes), unused: undefined }
  }
  const { rows } = await sql<{ pages: number; free: number; size: number }>`
    select page_count as pages, freelist_count as free, page_size as size
    from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`.execute(db)
  const { pages = 0, free = 0, size = 0 } = rows[0] ?? {}
  return { bytes: pages * size, unused: free * size }
}
