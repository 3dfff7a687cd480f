import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { CommandLine } from '../support/command.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { startShared, tabard } from '../support/process.ts'
import { executed } from '../support/store.ts'

describe('a PostgreSQL database without an installation', () => {
  let database: TestDatabase
  let line: CommandLine

  beforeEach(async () => {
    database = await freshDatabase('PostgreSQL')
    line = new CommandLine(database)
  })
  afterEach(() => database.remove())

  /** The tables that are there, with the names of their schemas unless it is the usual one. */
  const tables = async () => {
    const client = new pg.Client({ connectionString: database.database })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select concat(nullif(schemaname, 'public') || '.', tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    await client.end()
    return rows.map(({ name }) => name)
  }
  /** As messages name it. */
  const place = () => {
    const { hostname, port, pathname } = new URL(database.database!)
    return String.raw`PostgreSQL \d[\w.]* at ${hostname}:${port}${pathname}`
  }

  test('is named by commands that read, which make nothing in it', async () => {
    const none = new RegExp(
      `^There is no installation of Tabard in ${place()}\\. Check DATABASE_URL, or start the service once to create one\\.\\n$`,
    )
    for (const words of [
      ['account', 'list'],
      ['outbox', 'list'],
      ['keys', 'rotate'],
    ])
      await line.refused(words, 2, none)
    await line.refused(['lint', 'my-brnd'], 2, /There is no installation of Tabard in /)
    assert.deepEqual(await tables(), [])
  })

  test('becomes one by the first client, which other commands then find', async () => {
    await line.printed(['client', 'create', '--name', 'First', '--entitlement', 'readTemplates'])
    assert.match(await line.printed(['client', 'list']), /First/)
  })

  test('is left alone by all that open it if it has tables of another program', async () => {
    await executed(database, 'create table invoices (id bigint primary key)')
    await executed(database, 'create table migrations (id serial primary key, migration text)')
    const others = new RegExp(
      `^${place()} has tables of another program \\(invoices, migrations\\)\\. Give Tabard a database of its own\\.\\n$`,
    )
    for (const words of [
      ['serve'],
      ['account', 'list'],
      ['client', 'create', '--name', 'First', '--entitlement', 'readTemplates'],
    ]) {
      const { code, stderr } = await tabard(words, { ...database.environment, PORT: '0' })
      assert.match(stderr, others)
      assert.equal(code, 2)
    }
    await line.refused(['backup', '/dev/null', '--force'], 2, /^There is no installation of Tabard in /)
    assert.deepEqual(await tables(), ['invoices', 'migrations'])
  })

  test('may have tables of an extension', async () => {
    // As PostGIS creates them; the extensions that come with PostgreSQL have none.
    await executed(database, 'create table spatial_ref_sys (srid integer primary key)')
    await executed(database, 'alter extension plpgsql add table spatial_ref_sys')
    await line.refused(['account', 'list'], 2, /^There is no installation of Tabard in /)
    await line.printed(['client', 'create', '--name', 'First', '--entitlement', 'readTemplates'])
    assert.match(await line.printed(['client', 'list']), /First/)
  })

  test('counts the first of many such tables, and no more', async () => {
    for (const name of 'abcdefgh') await executed(database, `create table ${name} (id bigint)`)
    await line.refused(['account', 'list'], 2, / \(a, b, c, d, e and 3 more\)\. /)
  })

  test('can have one in a schema of its own, beside tables of another program', async () => {
    await executed(database, 'create table invoices (id bigint primary key)')
    await executed(database, 'create schema brand')
    const url = new URL(database.database!)
    url.searchParams.set('options', '-c search_path=brand,public')
    const environment = { ...database.environment, DATABASE_URL: url.href }
    const own = new CommandLine({ environment })
    await own.refused(['account', 'list'], 2, /^There is no installation of Tabard in /)
    for (let start = 1; start <= 2; start += 1) await (await startShared(environment)).stop()
    assert.match(await own.printed(['account', 'list']), /admin/)
    const rest = (await tables()).filter(name => !name.startsWith('brand.'))
    assert.deepEqual(rest, ['invoices'])
  })

  test('may get tables of others later', async () => {
    await (await startShared(database.environment)).stop()
    await executed(database, 'create table exported (id bigint)')
    await (await startShared(database.environment)).stop()
    assert.match(await line.printed(['account', 'list']), /admin/)
  })
})
