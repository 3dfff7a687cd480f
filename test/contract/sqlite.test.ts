import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { openBulk, openStore, type Store, StoreFault, type TenantStore } from '../../src/store/store.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { applicationOf, commitOf, created, executed, furnished, textsAt } from '../support/store.ts'

describe('SQLite in a folder', () => {
  let folder: TestDatabase
  let data: string
  let store: Store
  let main: TenantStore

  before(async () => {
    folder = await freshDatabase('SQLite')
    data = join(folder.data, 'made by the store')
    const umask = process.umask(0)
    store = await openStore({ database: undefined, data })
    process.umask(umask)
    main = await furnished(store)
  })
  after(async () => {
    await store.close()
    await folder.remove()
  })

  test('nobody else may read the folder or any file in it', () => {
    assert.equal(statSync(data).mode & 0o777, 0o700)
    const files = readdirSync(data)
    assert.ok(files.includes('tabard.db') && files.includes('tabard.db-wal'), files.join())
    for (const file of files) assert.equal(statSync(join(data, file)).mode & 0o777, 0o600, file)
  })

  test('is in WAL mode, so that readers and the writer do not wait for each other', () => {
    const database = new DatabaseSync(join(data, 'tabard.db'), { readOnly: true })
    assert.equal(database.prepare('pragma journal_mode').get()?.journal_mode, 'wal')
    database.close()
  })

  test('foreign keys are in force', async () => {
    await assert.rejects(
      main.write(tx => tx.applications.create(applicationOf('a', { themeId: 'nowhere' }))),
      { code: 'theme_unknown' },
    )
    await created(main, 'cascade', { 'a.css': 'goes along' })
    await main.write(tx => tx.themes.remove('cascade'))
    const database = new DatabaseSync(join(data, 'tabard.db'), { readOnly: true })
    assert.deepEqual(database.prepare("select * from theme_files where theme = 'cascade'").all(), [])
    assert.deepEqual(database.prepare('pragma foreign_key_check').all(), [])
    database.close()
  })

  test('reads are answered while a write is under way, from the state before it', async () => {
    await created(main, 'read', { 'a.css': 'before' })
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const writing = main.write(async tx => {
      const theme = await tx.themes.lock('read')
      await tx.themes.commit(theme!, commitOf(theme!, { 'a.css': 'after' }), 100)
      await tx.themes.create('half', 'half', null)
      entered.resolve()
      await release.promise
    })
    await entered.promise
    try {
      await store.ping()
      const epoch = store.epoch()
      assert.equal((await main.themes.get('read'))?.revision, 1)
      assert.equal(await main.themes.get('half'), undefined)
      assert.deepEqual(await textsAt(store, 'read', 2), { 'a.css': 'before' })
      assert.equal((await main.themes.list({ limit: 10, offset: 0 })).total, 2)
      assert.equal(store.epoch(), epoch)
    } finally {
      release.resolve()
      await writing
    }
    assert.deepEqual(await textsAt(store, 'read', 2), { 'a.css': 'after' })
  })

  test('writes take turns, in the order in which they came', async () => {
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => main.write(async () => void order.push(index))),
    )
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('SQLite that cannot be opened', () => {
  let folder: TestDatabase

  before(async () => {
    folder = await freshDatabase('SQLite')
  })
  after(() => folder.remove())

  const saying = (expected: RegExp) => (error: Error) => {
    assert.ok(error instanceof StoreFault, error.stack)
    assert.equal(error.kind, 'unusable')
    assert.match(error.message, expected)
    assert.match(error.message, /^[A-Z][^\n]*[^.]\.$/, 'it is one sentence')
    return true
  }

  test('a folder that cannot be made is told in a sentence', async () => {
    const file = join(folder.data, 'file')
    writeFileSync(file, '')
    const data = join(file, 'data')
    await assert.rejects(
      openStore({ database: undefined, data }),
      saying(new RegExp(`^The data folder ${data} cannot be written: `)),
    )
  })

  const notRoot = process.getuid?.() !== 0
  test('a file or a folder of another user is named, with what to do', { skip: notRoot }, async () => {
    const data = join(folder.data, 'of root')
    const place = { database: undefined, data }
    await (await openStore(place)).close()
    // Loads the module while this user may read it.
    await (await openBulk(place)).close()
    chmodSync(folder.data, 0o755)
    for (const [mode, named] of [
      [0o755, `The file ${join(data, 'tabard.db')}`],
      [0o700, `The folder ${data}`],
    ] as const) {
      chmodSync(data, mode)
      const expected = saying(
        new RegExp(
          `^${named} belongs to user 0, and this process runs as user 65534\\. Run commands as the user of the service\\. If this is the service, run "chown -R 65534 ${data}" as root\\.$`,
        ),
      )
      process.seteuid!(65_534)
      try {
        await assert.rejects(openStore(place), expected)
        const bulk = await openBulk(place)
        await assert.rejects(bulk.beginReading(), expected)
        await assert.rejects(bulk.beginFilling(), expected)
      } finally {
        process.seteuid!(0)
      }
    }
  })

  test('a folder in the place of the file is told in a sentence', async () => {
    const data = join(folder.data, 'taken')
    mkdirSync(join(data, 'tabard.db'), { recursive: true })
    await assert.rejects(
      openStore({ database: undefined, data }),
      saying(new RegExp(`^The data folder ${data} cannot be written: `)),
    )
  })

  test('a file that is not a database is told in a sentence, and left as it is', async () => {
    const data = join(folder.data, 'letter')
    mkdirSync(data)
    writeFileSync(join(data, 'tabard.db'), 'Dear database, '.repeat(1_000))
    await assert.rejects(
      openStore({ database: undefined, data }),
      saying(
        new RegExp(
          `^The database ${join(data, 'tabard.db')} cannot be opened: file is not a database\\. Restore a backup`,
        ),
      ),
    )
    assert.equal(statSync(join(data, 'tabard.db')).size, 15_000)
  })

  test('a migration that was made by half leaves nothing, and the next start makes it whole', async () => {
    const data = join(folder.data, 'half')
    mkdirSync(data)
    // The last table of the first step stands in its way.
    await executed({ ...folder, data }, 'create table short_lived (id text)')
    await assert.rejects(openStore({ database: undefined, data }), saying(/already exists/))
    await executed({ ...folder, data }, 'drop table short_lived')
    const store = await openStore({ database: undefined, data })
    await furnished(store)
    assert.equal((await store.tenants()).length, 1)
    await store.close()
  })
})
