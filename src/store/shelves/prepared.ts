import { isDeepStrictEqual } from 'node:util'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { Schema } from '../schema.ts'
import type { Scope } from './scope.ts'

type Value = string | number

interface Query<Row> {
  compile(): CompiledQuery<Row>
}

/**
 * A query that is built once for each engine and lengths of lists. Building one takes longer than SQLite needs to answer
 * it, so this is for queries of nearly every request. The tenant and the values must appear in the query once, in order,
 * and `build` must not depend on anything else about them.
 */
export function prepared<Values extends readonly (Value | readonly Value[])[], Row>(
  build: (db: Kysely<Schema>, tenant: string, ...values: Values) => Query<Row>,
): (scope: Scope, ...values: Values) => Promise<Row[]> {
  const built = new WeakMap<Engine, Map<string, CompiledQuery<Row>>>()
  return async ({ db, engine, tenant }, ...values) => {
    const parameters = [tenant, ...values.flat()]
    const shapes = built.get(engine) ?? new Map<string, CompiledQuery<Row>>()
    built.set(engine, shapes)
    const shape = values.map(lengthOf).join()
    let query = shapes.get(shape)
    if (query === undefined) {
      query = build(db, tenant, ...values).compile()
      if (!isDeepStrictEqual(query.parameters, parameters))
        throw new Error(`a prepared query has its values in another order: ${query.sql}`)
      shapes.set(shape, query)
    }
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function lengthOf(value: Value | readonly Value[]): number {
  return typeof value === 'object' ? value.length : 1
}
