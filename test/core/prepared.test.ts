import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine } from '../../src/store/engines/engine.ts'
import type { Schema } from '../../src/store/schema.ts'
import { prepared } from '../../src/store/shelves/prepared.ts'

/** Answers every query with itself. */
class Echo extends DummyDriver {
  override async acquireConnection() {
    return {
      executeQuery: async <R>(query: CompiledQuery) => ({ rows: [query as R] }),
      async *streamQuery() {},
    }
  }
}

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new Echo(),
    createIntrospector: of => new SqliteIntrospector(of),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
const scope = { db, engine: {} as Engine, tenant: 'main' }

describe('prepared queries', () => {
  test('a query fits the lengths of all its lists, and has the values of its call', async () => {
    const between = prepared((from, tenant, ids: readonly string[], names: readonly string[], at: number) =>
      from
        .selectFrom('accounts')
        .select('id')
        .where('tenant', '=', tenant)
        .where('id', 'in', ids)
        .where('user_name', 'in', names)
        .where('created_at', '<', at),
    )
    for (const [ids, names] of [
      [['a'], ['b', 'c']],
      [['a', 'b'], ['c']],
      [['d'], ['e', 'f']],
    ]) {
      const [query] = (await between(scope, ids!, names!, 7)) as unknown as CompiledQuery[]
      const marks = (list: readonly string[]) => list.map(() => '?').join(', ')
      assert.ok(query!.sql.includes(`"id" in (${marks(ids!)}) and "user_name" in (${marks(names!)})`))
      assert.deepEqual(query!.parameters, ['main', ...ids!, ...names!, 7])
    }
  })

  test('a query is built once for each shape', async () => {
    let times = 0
    const one = prepared((from, tenant, id: string) => {
      times += 1
      return from.selectFrom('accounts').select('id').where('tenant', '=', tenant).where('id', '=', id)
    })
    await one(scope, 'a')
    await one(scope, 'b')
    assert.equal(times, 1)
  })

  test('a query whose values come in another order is refused', async () => {
    const swapped = prepared((from, tenant, id: string, name: string) =>
      from
        .selectFrom('accounts')
        .select('id')
        .where('tenant', '=', tenant)
        .where('user_name', '=', name)
        .where('id', '=', id),
    )
    await assert.rejects(swapped(scope, 'a', 'b'), /in another order/)
  })
})
