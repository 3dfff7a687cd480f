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

/** Rows as they are now, which nobody else changes before the transaction ends. */
export function held<T extends keyof Schema, O>(
  { engine }: Scope,
  rows: SelectQueryBuilder<Schema, T, O>,
): SelectQueryBuilder<Schema, T, O> {
  return engine.concurrent ? rows.forNoKeyUpdate() : rows
}

/** The result of a statement. A violated constraint becomes the given refusal. */
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
