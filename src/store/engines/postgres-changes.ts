import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Schema } from '../schema.ts'
import { SocketClient } from './postgres-pool.ts'

const CHANNEL = 'tabard'
/** The name of this connection. It shows others that a service is running. */
export const LISTENER = 'tabard listener'
const BEAT = 500
const PATIENCE = 2_000
/** A restored connection is noticed after at most this time plus half a heartbeat. */
const CONNECTING = 3_000
/** Without an answer for this long, a node no longer trusts its caches. A busy node may miss one heartbeat. */
const DOUBT = 1_200

/**
 * Counts a change, and notifies all nodes of its number. The number is a row, not a sequence, so that a transaction
 * that sees the number also sees the change. The row is locked last, so that nobody waits for longer than a commit, and
 * no deadlock is possible.
 */
export async function announce(transaction: Kysely<Schema>): Promise<void> {
  await sql`with change as (
      insert into changes (id, number) values (1, 1)
      on conflict (id) do update set number = changes.number + 1
      returning number
    ) select pg_notify(${CHANNEL}, number::text) from change`.execute(transaction)
}

/**
 * Listens for changes by other nodes. A lost connection may have missed some, so reconnecting counts as a change. A
 * connection that seems fine may get no notifications, for example through a pooler, so the number is also polled. If
 * the server neither answers nor refuses, `silenced` is called, and `isSilent` returns true until it answers.
 */
export function listen(connectionString: string, silenced: () => void) {
  let epoch = 0
  /** The number of the newest change that has moved the epoch. */
  let known = 0
  let closed = false
  let silent = false
  let client: SocketClient | undefined
  let retry: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<void>()

  /** Waits for an answer, and marks the server as silent if none comes in time. */
  const timed = async <T>(question: Promise<T>): Promise<T> => {
    let pending = true
    const patience = setTimeout(() => {
      // An answer that arrived while this process was busy is read before this callback.
      setImmediate(() => {
        if (!pending || silent || closed) return
        silent = true
        epoch += 1
        silenced()
      })
    }, DOUBT)
    patience.unref()
    try {
      const answer = await question
      if (silent) epoch += 1
      silent = false
      return answer
    } catch (error) {
      // A refusal is an answer: further requests are refused at once, too.
      if (isRefusal(error)) silent = false
      throw error
    } finally {
      pending = false
      clearTimeout(patience)
    }
  }

  const connect = async (): Promise<void> => {
    const attempt = new SocketClient({
      connectionString,
      connectionTimeoutMillis: CONNECTING,
      patience: PATIENCE,
      application_name: LISTENER,
    })
    client = attempt
    const lost = () => {
      if (closed || client !== attempt) return
      client = undefined
      // Changes are missed from now on.
      epoch += 1
      attempt.abandon()
      retry = setTimeout(connect, BEAT / 2)
      retry.unref()
    }
    attempt.on('error', lost)
    attempt.on('end', lost)
    attempt.on('notification', ({ payload }) => {
      epoch += 1
      // Nodes of older versions notify without a number.
      known = Math.max(known, Number(payload))
    })
    try {
      await timed(
        (async () => {
          await attempt.connect()
          await attempt.query(`listen ${CHANNEL}`)
          known = await newest(attempt)
        })(),
      )
      answered = performance.now()
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
      const number = await timed(newest(current))
      answered = at
      // A lower number than `known` was overtaken by a notification; one lower than `before` is from a restored
      // database.
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
    isSilent: () => silent,
    note: () => {
      epoch += 1
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      if (silent) client?.abandon()
      else await client?.end().catch(() => {})
    },
  }
}

/** Whether the server or its machine refused the connection, as opposed to not answering at all. */
function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code !== undefined && !/^(?:ETIMEDOUT|EHOST|ENET|EAI)/.test(code)
}

async function newest(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('select number from changes')
  return Number(rows[0]?.number ?? 0)
}
