import type { Kysely } from 'kysely'
import type { ValueCipher } from '../cipher.ts'
import type { Meaning } from '../fault.ts'
import type { Connections } from '../kept.ts'
import type { Schema } from '../schema.ts'

/** The database of the store: SQLite in a folder, or PostgreSQL. */
export interface Engine {
  /** Name and version, shown to operators. */
  readonly name: string
  /** The clock for all stored times. */
  readonly now: () => number
  readonly newId: () => string
  /** For single statements; never waits for a write. */
  readonly reader: Kysely<Schema>
  /** For transactions, each of which sees the effects of all before it. */
  readonly writer: Kysely<Schema>
  /** Whether rows must be locked, because transactions run concurrently. */
  readonly concurrent: boolean
  /** Encrypts keys and secrets before they are written. */
  readonly cipher: ValueCipher
  /** Called with the event of every new entry of an audit trail. */
  recorded(event: string): void
  /** Changes whenever any process may have changed something that callers cache. */
  epoch(): number
  /** Whether the database is known to hang, so that callers can fail at once. */
  isSilent?(): boolean
  /** Runs inside a transaction that changes what other nodes may have cached. */
  announce(transaction: Kysely<Schema>): Promise<void>
  /** Called when such a transaction has been committed. */
  announced(): void
  /** The connections, if the engine has a pool. */
  connections?(): Connections
  /** Classifies an error of this engine. */
  meaning(error: unknown): Meaning
  close(): Promise<void>
}

/** An engine as first opened, before encryption, clock and ids are added. */
export type PlainEngine = Omit<Engine, 'cipher' | 'now' | 'newId' | 'recorded'>
