import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import first from '../../src/store/migrations/001-first.ts'
import { openStore } from '../../src/store/store.ts'
import { ENGINES, type EngineName, freshDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, applicationOf, executed } from '../support/store.ts'

const DIALECTS = {
  SQLite: { text: 'text', blob: 'blob' },
  PostgreSQL: { text: 'text collate "C"', blob: 'bytea' },
}

const ROWS = [
  "insert into tenants (id, name, name_key, created_at) values ('main', 'Main', 'main', 1)",
  `insert into themes (tenant, id, name, name_key, head, created_at, updated_at)
    values ('main', 'default', 'default', 'default', 1, 1, 1), ('main', 't', 'Theme', 'theme', 1, 1, 1)`,
  "insert into applications (tenant, id, name, theme, created_at) values ('main', 'shop', 'Shop', 't', 1)",
  `insert into api_clients (tenant, id, name, secret_hash, entitlements, replace_status, created_at)
    values ('main', 'c1', 'Client', 'hash', '["readTemplates"]', 204, 1)`,
  `insert into short_lived (tenant, kind, id_hash, client, payload, expires_at)
    values ('main', 'ClientCredentials', 'h1', 'c1', '{}', 99), ('main', 'Session', 'h2', null, '{}', null)`,
]

/** Makes a database as the first version of Tabard did. */
async function withFirstSchema(database: TestDatabase, engine: EngineName): Promise<void> {
  for (const statement of [
    'create table migrations (version bigint primary key, at bigint not null)',
    ...first(DIALECTS[engine]),
    'insert into migrations (version, at) values (1, 1)',
    ...ROWS,
  ])
    await executed(database, statement)
}

for (const engine of ENGINES) {
  test(`a database of the first schema keeps all it has on ${engine}`, async () => {
    const database = await freshDatabase(engine)
    try {
      await withFirstSchema(database, engine)
      const store = await openStore(database)
      try {
        const main = store.tenant('main')
        assert.equal((await main.themes.list({ limit: 10, offset: 0 })).total, 2)
        assert.deepEqual(await main.applications.list(), [
          applicationOf('shop', { name: 'Shop', themeId: 't' }),
        ])
        assert.equal((await main.clients.get('c1'))?.replaceStatus, 204)
        assert.equal((await main.clients.list())[0]?.lastUsedAt, null)
        const record = { kind: 'ClientCredentials', idHash: 'h1', owner: 'c1', handle: null, payload: '{}' }
        assert.deepEqual(await main.records.get('ClientCredentials', 'h1'), { ...record, expiresAt: 99 })
        await main.write(tx => tx.records.removeOwned('c1'))
        assert.equal(await main.records.get('ClientCredentials', 'h1'), undefined)
        assert.equal((await main.records.get('Session', 'h2'))?.owner, null)
        await main.write(tx => tx.accounts.create(accountOf('a')))
        assert.deepEqual(await main.accounts.get('a'), accountOf('a'))
      } finally {
        await store.close()
      }
    } finally {
      await database.remove()
    }
  })
}

test('an upgrade does not wait for a table that is read for long, because other reads would wait too', async () => {
  const database = await freshDatabase('PostgreSQL')
  const backup = new pg.Client({ connectionString: database.database })
  try {
    await withFirstSchema(database, 'PostgreSQL')
    await backup.connect()
    await backup.query('begin')
    await backup.query('select count(*) from applications')
    await assert.rejects(openStore(database), {
      kind: 'unavailable',
      message: /cannot be upgraded while a table is in use, for example by "tabard backup"\.$/,
    })
    await backup.query('rollback')
    await (await openStore(database)).close()
  } finally {
    await backup.end()
    await database.remove()
  }
})
