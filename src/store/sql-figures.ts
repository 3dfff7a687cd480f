import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'
import type { OutboxFigures } from './store.ts'

/** Counting stops here: whoever watches need not know more, and it stays quick. */
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

/** The state is written into the statement: SQLite uses its partial indexes only where it can read it. */
function ofState(db: Kysely<Schema>, state: 'waiting' | 'given-up') {
  return db.selectFrom('outbox').where('state', '=', sql.lit(state))
}
