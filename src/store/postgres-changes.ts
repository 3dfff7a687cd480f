import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

const CHANNEL = 'tabard'
/** By this connection a running service is known. */
export const LISTENER = 'tabard listener'
const BEAT = 500
const PATIENCE = 2_000
/** Without an answer for so long, a node no longer believes what it remembers: a busy one may miss a beat. */
const DOUBT = 1_200

/**
 * Counts a change, and tells its number to all nodes. A row and no sequence: whoever sees the number sees the change.
 * It is the last thing that a transaction locks, so that nobody waits for longer than a commit, or for each other.
 */
export async function announce(transaction: Kysely<Schema>): Promise<void> {
  await sql`with change as (
      insert into changes (id, number) values (1, 1)
      on conflict (id) do update set number = changes.number + 1
      returning number
    ) select pg_notify(${CHANNEL}, number::text) from change`.execute(transaction)
}

/**
 * Hears of other nodes' changes. A connection that was lost may have missed some, so its return counts as one. Because
 * one that seems to live may hear nothing, such as through a pool that lends connections, it also looks by itself.
 */
export function listen(connectionString: string) {
  let epoch = 0
  /** The newest change that the epoch has moved for. */
  let known = 0
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<void>()

  const connect = async (): Promise<void> => {
    const attempt = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      query_timeout: PATIENCE,
      keepAlive: true,
      application_name: LISTENER,
    })
    client = attempt
    const lost = () => {
      if (closed || client !== attempt) return
      client = undefined
      attempt.end().catch(() => {})
      retry = setTimeout(connect, BEAT / 2)
      retry.unref()
    }
    attempt.on('error', lost)
    attempt.on('end', lost)
    attempt.on('notification', ({ payload }) => {
      epoch += 1
      // Nodes of older versions tell of changes, and do not count them.
      known = Math.max(known, Number(payload))
    })
    try {
      await attempt.connect()
      await attempt.query(`listen ${CHANNEL}`)
      known = await newest(attempt)
      epoch += 1
      first.resolve()
    } catch {
      lost()
    }
  }

  let answered = performance.now()
  let asked: pg.Client | undefined
  const look = async (current: pg.Client): Promise<void> => {
    asked = current
    try {
      const [before, at] = [known, performance.now()]
      const number = await newest(current)
      answered = at
      // What was told meanwhile is newer; a number that went back is that of another past.
      if (number <= known && number >= before) return
      known = number
      epoch += 1
    } catch {
      current.emit('error', new Error('no heartbeat'))
    } finally {
      if (asked === current) asked = undefined
    }
  }
  const heartbeat = setInterval(() => {
    if (performance.now() - answered > DOUBT) epoch += 1
    if (client !== undefined && client !== asked) look(client)
  }, BEAT)
  heartbeat.unref()
  connect()

  return {
    ready: first.promise,
    seen: () => epoch,
    note: () => {
      epoch += 1
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

async function newest(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('select number from changes')
  return Number(rows[0]?.number ?? 0)
}
