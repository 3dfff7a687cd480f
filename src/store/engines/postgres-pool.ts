import { Socket } from 'node:net'
import pg from 'pg'
import type { Connections } from '../kept.ts'

const CONNECTING = 5_000
const IDLE = 30_000
/** How much longer than the server's own time limit to wait for an answer. */
const ON_THE_WAY = 1_000
type Ask = (...given: unknown[]) => unknown

/**
 * A connection that can be closed at once, even if neither the server nor the network responds. It also closes if an
 * answer takes longer than `patience`. Its pending queries fail, and the pool drops it.
 */
export class SocketClient extends pg.Client {
  readonly socket: Socket
  #deadline: NodeJS.Timeout | undefined

  constructor({ patience, ...config }: pg.ClientConfig & { readonly patience: number }) {
    const socket = new Socket()
    super({ ...config, stream: () => socket, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
    this.socket = socket
    const ask = this.query.bind(this) as Ask
    this.query = ((...given: unknown[]) => {
      const callback = given.at(-1)
      this.#endIn(patience)
      if (typeof callback === 'function')
        given[given.length - 1] = (...answer: unknown[]) => {
          this.#answered()
          callback(...answer)
        }
      const answer = ask(...given)
      return answer instanceof Promise ? answer.finally(() => this.#answered()) : answer
    }) as pg.Client['query']
    socket.on('close', () => this.#answered())
  }

  /** Closes the connection at once. During a query, it first waits this many milliseconds for the answer. */
  abandon(grace = 0): void {
    if (grace > 0 && this.#deadline !== undefined) this.#endIn(grace)
    else
      this.socket.destroy(
        Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' }),
      )
  }

  #endIn(milliseconds: number): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => this.abandon(), milliseconds)
  }

  #answered(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }
}

interface PoolOptions {
  readonly connectionString: string
  readonly max: number
  readonly statement_timeout: number
  readonly lock_timeout?: number
  readonly idle_in_transaction_session_timeout?: number
  /** Whether the server is known not to answer. If so, nobody waits for a new connection. */
  readonly isSilent?: () => boolean
}

/** A pool in which no query waits forever. A connection that does not answer in time is closed and never reused. */
export interface ConnectionPool {
  readonly pool: pg.Pool
  figures(): Connections
  /** Closes all connections at once. Pending queries fail. */
  endAll(): void
  /** Closes all connections. Those with a pending query have this many milliseconds to answer. */
  endUnlessAnswered(ms: number): void
  close(): Promise<void>
}

export function connectionPool({ isSilent = () => false, ...options }: PoolOptions): ConnectionPool {
  const clients = new Set<SocketClient>()
  // The server enforces the time limit for statements, unless the server itself hangs.
  const patience = options.statement_timeout + ON_THE_WAY
  class TrackedClient extends SocketClient {
    constructor(config: pg.ClientConfig) {
      super({ ...config, patience })
      clients.add(this)
      this.socket.on('close', () => clients.delete(this))
      // Set after the connection attempt has started.
      if (isSilent()) process.nextTick(() => this.abandon())
    }
  }
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: CONNECTING,
    idleTimeoutMillis: IDLE,
    application_name: 'tabard',
    types: { getTypeParser },
    Client: TrackedClient as unknown as new () => pg.ClientBase,
  })
  // Without listeners, a connection that the server closes would end the process. This can happen to an idle
  // connection, or to a lent one between two statements. The next statement fails, and reports it.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return {
    pool,
    figures: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    endAll() {
      for (const client of clients) client.abandon()
    },
    endUnlessAnswered(ms) {
      for (const client of clients) client.abandon(ms)
    },
    close: async () => await pool.end(),
  }
}

export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}
