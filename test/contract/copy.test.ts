import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBulk, openStore, SCHEMA_VERSION, tablesOf } from '../../src/store/store.ts'
import { ENGINES, freshDatabase } from '../support/database.ts'

for (const engine of ENGINES) {
  test(`every table of a database on ${engine} is one that is copied, with every column`, async () => {
    const database = await freshDatabase(engine)
    try {
      await (await openStore(database)).close()
      const bulk = await openBulk(database)
      await bulk.beginReading()
      const layout = new Map(await bulk.layout())
      await bulk.close()
      layout.delete('migrations')
      const tables = await tablesOf(SCHEMA_VERSION)
      assert.deepEqual(
        Object.fromEntries(Array.from(layout, ([table, columns]) => [table, columns.toSorted()])),
        Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map(of => of.name).sort()])),
      )
    } finally {
      await database.remove()
    }
  })
}

test('each table comes after those that it refers to', async () => {
  for (let version = 1; version <= SCHEMA_VERSION; version += 1) {
    const seen = new Set<string>()
    for (const { name, references } of await tablesOf(version)) {
      for (const { table } of references) assert.ok(seen.has(table), `${name} after ${table}`)
      seen.add(name)
    }
    assert.ok(seen.has('blobs') && seen.has('theme_files'))
  }
})
