import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Refusal } from '../../core/refusal.ts'
import type { Engine } from '../engines/engine.ts'
import type { Schema } from '../schema.ts'

/** The rows of one tenant, outside a transaction or inside one. */
export interface Scope {
  readonly db: Kysely<Schema>
  readonly engine: Engine
  readonly tenant: string
}

/** The current rows, locked until the transaction ends. */
export function held<T extends keyof Schema, O>(
  { engine }: Scope,
  rows: SelectQueryBuilder<Schema, T, O>,
): SelectQueryBuilder<Schema, T, O> {
  return engine.concurrent ? rows.forNoKeyUpdate() : rows
}

/** The result of a statement. If it violates a constraint, the given refusal is thrown. */
export async function refusing<T>(
  { engine }: Scope,
  on: 'duplicate' | 'reference',
  refusal: Refusal,
  statement: Promise<T>,
): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw engine.meaning(error) === on ? refusal : error
  }
}
