import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type NewApiClient,
  openStore,
  type ShortLived,
  type Store,
  type TenantStore,
} from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import {
  applicationOf,
  commitOf,
  created,
  digestOf,
  furnished,
  kept,
  MASTER_ID,
  secondTenant,
  TENANT,
  textsAt,
  written,
} from '../support/store.ts'

const client = (id: string, more: Partial<NewApiClient> = {}): NewApiClient => ({
  id,
  name: `Client ${id}`,
  secretHash: `hash of ${id}`,
  entitlements: ['readTemplates'],
  replaceStatus: 201,
  themes: null,
  ...more,
})

const record = (idHash: string, more: Partial<ShortLived> = {}): ShortLived => ({
  kind: 'ClientCredentials',
  idHash,
  owner: null,
  handle: null,
  payload: `{"jti":"${idHash}"}`,
  expiresAt: null,
  ...more,
})

for (const engine of ENGINES) {
  describe(`the store of a tenant on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let second: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      main = await furnished(store)
      second = await secondTenant(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    describe('themes', () => {
      const names = async (limit = 100, offset = 0) =>
        (await main.themes.list({ limit, offset })).themes.map(theme => theme.name)

      test('are ordered by code points, the default theme last', async () => {
        for (const name of ['zebra', '\u{1f600}', 'Ärger', 'default colours', 'Zulu', '\ufb00', 'apple'])
          await created(main, `ordered ${name}`, {}, name)
        assert.deepEqual(await names(), [
          'Zulu',
          'apple',
          'default colours',
          'zebra',
          'Ärger',
          '\ufb00',
          '\u{1f600}',
          'default',
        ])
      })

      test('are listed a page at a time, with how many there are', async () => {
        assert.deepEqual(await names(2, 1), ['apple', 'default colours'])
        assert.deepEqual(await names(2, 7), ['default'])
        assert.deepEqual(await main.themes.list({ limit: 2, offset: 99 }), { total: 8, themes: [] })
      })

      test('a name is unique without regard to case', async () => {
        await created(main, 'named', {}, 'Straße')
        for (const name of ['Straße', 'STRASSE', 'straße'])
          await assert.rejects(created(main, 'other', {}, name), {
            code: 'theme_name_taken',
            details: { name },
          })
        assert.equal(await main.themes.get('other'), undefined)
      })

      test('a theme may write its own name in another case, and not take that of another', async () => {
        const renamed = (name: string) =>
          main.write(async tx => {
            const theme = await tx.themes.lock('named')
            return await tx.themes.commit(theme!, commitOf(theme!, {}, name), 100)
          })
        assert.equal((await renamed('sTraße')).name, 'sTraße')
        await assert.rejects(renamed('ZEBRA'), { code: 'theme_name_taken', details: { name: 'ZEBRA' } })
        assert.equal((await main.themes.get('named'))?.name, 'sTraße')
      })

      test('one that is not there is undefined', async () => {
        assert.equal(await main.themes.get('nowhere'), undefined)
        assert.equal(await main.write(tx => tx.themes.lock('nowhere')), undefined)
        assert.deepEqual(await main.themes.files('nowhere', 1), [])
        assert.deepEqual(await main.themes.revisions('nowhere'), [])
      })
    })

    describe('the history of a theme', () => {
      const shown = async (id: string) => (await main.themes.revisions(id)).map(({ revision }) => revision)

      test('holds the files of each revision, whatever comes later', async () => {
        await created(main, 'history', { 'a.css': 'a1', 'b.css': 'b1' })
        await written(main, 'history', { 'a.css': 'a2', 'c.css': 'c2' })
        await written(main, 'history', { 'b.css': null })
        await written(main, 'history', { 'a.css': 'a1', 'b.css': 'b4' })
        assert.deepEqual(await textsAt(store, 'history', 1), { 'a.css': 'a1', 'b.css': 'b1' })
        assert.deepEqual(await textsAt(store, 'history', 2), { 'a.css': 'a2', 'b.css': 'b1', 'c.css': 'c2' })
        assert.deepEqual(await textsAt(store, 'history', 3), { 'a.css': 'a2', 'c.css': 'c2' })
        assert.deepEqual(await textsAt(store, 'history', 4), { 'a.css': 'a1', 'b.css': 'b4', 'c.css': 'c2' })
      })

      test('is told newest first, with who did what', async () => {
        const revisions = await main.themes.revisions('history')
        assert.deepEqual(
          revisions.map(({ revision, author, cause, master, changes }) => ({
            revision,
            author,
            cause,
            master,
            changes: changes.length,
          })),
          [4, 3, 2, 1].map((revision, index) => ({
            revision,
            author: 'tester',
            cause: 'replace',
            master: MASTER_ID,
            changes: [2, 1, 2, 2][index],
          })),
        )
        assert.deepEqual(revisions[1]?.changes, [{ path: 'b.css', kind: 'removed' }])
        assert.equal((await main.themes.get('history'))?.updatedAt, revisions[0]?.at)
      })

      test('a file keeps the base it was made from', async () => {
        await main.write(async tx => {
          const theme = await tx.themes.lock('history')
          const commit = commitOf(theme!, { 'page.html': 'my page' })
          const opened = new Map(
            Array.from(commit.opened, ([path, file]) => [
              path,
              { ...file, base: digestOf('the original page') },
            ]),
          )
          await tx.themes.commit(theme!, { ...commit, opened }, 100)
          // Within the write the new state is seen already.
          const files = await tx.themes.files((await tx.themes.lock('history'))!)
          assert.equal(files.find(({ path }) => path === 'page.html')?.base, digestOf('the original page'))
        })
        const files = await main.themes.files('history', 5)
        assert.equal(files.find(({ path }) => path === 'page.html')?.base, digestOf('the original page'))
        assert.equal(files.find(({ path }) => path === 'a.css')?.base, null)
      })

      test('beyond what is to be kept is dropped, and with it the contents that nothing uses', async () => {
        await created(main, 'short', { 'a.css': 'short 1', 'b.css': 'stays' })
        for (const number of [2, 3, 4, 5]) await written(main, 'short', { 'a.css': `short ${number}` }, 2)
        assert.deepEqual(await shown('short'), [5, 4])
        assert.deepEqual(await textsAt(store, 'short', 5), { 'a.css': 'short 5', 'b.css': 'stays' })
        assert.deepEqual(await textsAt(store, 'short', 4), { 'a.css': 'short 4', 'b.css': 'stays' })
        assert.deepEqual(await kept(store, 'short 1', 'short 2', 'short 3', 'short 4', 'short 5', 'stays'), [
          'short 4',
          'short 5',
          'stays',
        ])
      })

      test('a content that something else uses stays', async () => {
        const shared = ['by another theme', 'by another tenant', 'by an older revision', 'the original page']
        const files = Object.fromEntries(shared.map((text, index) => [`${index}.css`, text]))
        await created(main, 'sharing', files)
        await created(main, 'sharing too', { 'x.css': 'by another theme' })
        await created(second, 'sharing', { 'x.css': 'by another tenant' })
        await created(main, 'sharing three', { 'x.css': 'by an older revision' })
        await written(main, 'sharing three', { 'x.css': null })
        await main.write(tx => tx.themes.remove('sharing'))
        assert.deepEqual(await kept(store, ...shared), shared)
      })

      test('fewer may be kept than before', async () => {
        await written(main, 'history', { 'a.css': 'a6' }, 1)
        assert.deepEqual(await shown('history'), [6])
        assert.deepEqual(await kept(store, 'a1', 'a2', 'b1'), [])
        assert.deepEqual((await textsAt(store, 'history', 6))['b.css'], 'b4')
      })
    })

    describe('a theme and the applications that use it', () => {
      const themeOf = async (id: string) =>
        (await main.applications.list()).find(found => found.id === id)?.themeId

      test('a theme that is used cannot be deleted, and loses nothing', async () => {
        await created(main, 'used', { 'a.css': 'used' })
        await main.write(tx => tx.applications.create(applicationOf('shop', { themeId: 'used' })))
        await assert.rejects(
          main.write(tx => tx.themes.remove('used')),
          { code: 'theme_in_use', details: { themeId: 'used' } },
        )
        assert.deepEqual(await textsAt(store, 'used', 1), { 'a.css': 'used' })
      })

      test('a theme that is used no more goes with its history and its contents', async () => {
        assert.equal(await main.write(tx => tx.applications.update('shop', { themeId: null })), true)
        await main.write(tx => tx.themes.remove('used'))
        assert.equal(await main.themes.get('used'), undefined)
        assert.deepEqual(await main.themes.revisions('used'), [])
        assert.deepEqual(await main.themes.files('used', 1), [])
        assert.deepEqual(await kept(store, 'used'), [])
      })

      test('a theme that does not exist is refused', async () => {
        await assert.rejects(
          main.write(tx => tx.applications.create(applicationOf('lost', { themeId: 'nowhere' }))),
          { code: 'theme_unknown' },
        )
        await assert.rejects(
          main.write(tx => tx.applications.update('shop', { themeId: 'nowhere' })),
          { code: 'theme_unknown' },
        )
        assert.deepEqual(await main.applications.list(), [applicationOf('shop')])
      })

      test('an application is kept as it was given, and found by its id', async () => {
        const given = applicationOf('portal', {
          name: 'Portal',
          description: 'For everyone',
          secretHash: 'hash',
          redirects: ['https://portal.example/in', 'https://portal.example/in?again'],
          logoutRedirects: ['https://portal.example/out'],
          secondFactor: true,
          factors: ['app'],
          formPost: true,
        })
        await main.write(tx => tx.applications.create(given))
        assert.deepEqual(await main.applications.get('portal'), given)
        assert.equal(await main.applications.get('Portal'), undefined)
        assert.equal(await main.applications.get('por\0tal'), undefined)
        assert.equal(await second.applications.get('portal'), undefined)
      })

      test('a change leaves the rest of an application alone', async () => {
        const before = await main.applications.get('portal')
        const changes = [
          { name: 'Gate' },
          { description: null },
          { secretHash: null },
          { redirects: [] },
          { logoutRedirects: ['https://gate.example/'] },
          { secondFactor: false },
          { factors: ['app', 'mail'] as const },
          { formPost: false },
        ]
        for (const change of [{}, ...changes])
          assert.equal(await main.write(tx => tx.applications.update('portal', change)), true)
        assert.deepEqual(await main.applications.get('portal'), Object.assign({}, before, ...changes))
        assert.equal(await main.write(tx => tx.applications.remove('portal')), true)
        assert.equal(await main.applications.get('portal'), undefined)
      })

      test('an application that does not exist is told', async () => {
        assert.equal(await main.write(tx => tx.applications.update('nobody', { themeId: null })), false)
        assert.equal(await main.write(tx => tx.applications.update('nobody', {})), false)
        assert.equal(await main.write(tx => tx.applications.remove('nobody')), false)
      })

      test('those with a theme of their own are counted', async () => {
        await created(main, 'counted')
        await main.write(tx => tx.applications.create(applicationOf('desk', { themeId: 'counted' })))
        assert.equal(await main.write(tx => tx.applications.countThemed()), 1)
        assert.equal(await main.write(tx => tx.applications.remove('desk')), true)
        assert.equal(await main.write(tx => tx.applications.countThemed()), 0)
      })

      test('a delete against an assignment never leaves an application without its theme', async () => {
        const other = await openStore(database)
        try {
          for (let round = 0; round < 10; round += 1) {
            const id = `race ${round}`
            await created(main, id)
            const race = await Promise.allSettled([
              main.write(tx => tx.themes.remove(id)),
              other.tenant(TENANT).write(tx => tx.applications.update('shop', { themeId: id })),
            ])
            const refused = race.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
            const used = (await themeOf('shop')) === id
            assert.deepEqual(refused, [used ? 'theme_in_use' : 'theme_unknown'])
            assert.equal((await main.themes.get(id)) !== undefined, used)
          }
        } finally {
          await other.close()
        }
      })
    })

    describe('API clients', () => {
      test('are kept as they were given', async () => {
        const given = client('c1', { entitlements: ['manageTemplates', 'readTemplates'], replaceStatus: 204 })
        await main.write(tx => tx.clients.create(given))
        const kept = (await main.clients.get('c1'))!
        const { createdAt } = kept
        assert.deepEqual(kept, { ...given, createdAt, lastUsedAt: null, misreadAt: null })
        assert.ok(Math.abs(createdAt - main.now()) < 60_000)
        assert.deepEqual(await main.clients.list(), [kept])
        assert.equal(await main.clients.get('C1'), undefined)
      })

      test('an id that is taken is refused', async () => {
        await assert.rejects(
          main.write(tx => tx.clients.create(client('c1'))),
          { code: 'client_id_taken', details: { clientId: 'c1' } },
        )
      })

      test('a change leaves the rest alone', async () => {
        const before = await main.clients.get('c1')
        assert.equal(await main.write(tx => tx.clients.update('c1', { secretHash: 'rotated' })), true)
        assert.deepEqual(await main.clients.get('c1'), { ...before, secretHash: 'rotated' })
        assert.equal(await main.write(tx => tx.clients.update('c1', { entitlements: [] })), true)
        assert.deepEqual(await main.clients.get('c1'), { ...before, secretHash: 'rotated', entitlements: [] })
      })

      test('a change of name and answer is kept', async () => {
        const before = await main.clients.get('c1')
        const change = { name: 'Renamed', replaceStatus: 201 } as const
        assert.equal(await main.write(tx => tx.clients.update('c1', change)), true)
        assert.deepEqual(await main.clients.get('c1'), { ...before, ...change })
      })

      test('the latest use is kept, in whatever order uses are told', async () => {
        for (const at of [2_000, 3_000, 1_000]) await main.write(tx => tx.clients.used('c1', at), 'quiet')
        await main.write(tx => tx.clients.used('nobody', 4_000), 'quiet')
        assert.deepEqual(
          (await main.clients.list()).map(({ id, lastUsedAt }) => [id, lastUsedAt]),
          [['c1', 3_000]],
        )
      })

      test('one that does not exist is told', async () => {
        assert.equal(await main.write(tx => tx.clients.update('nobody', { entitlements: [] })), false)
        assert.equal(await main.write(tx => tx.clients.remove('nobody')), false)
      })

      test('are counted, and gone when removed', async () => {
        await main.write(tx => tx.clients.create(client('c2')))
        assert.equal(await main.write(tx => tx.clients.count()), 2)
        assert.equal(await main.write(tx => tx.clients.remove('c2')), true)
        assert.equal(await main.write(tx => tx.clients.count()), 1)
        assert.equal(await main.clients.get('c2'), undefined)
      })
    })

    describe('tenants', () => {
      test('see nothing of each other', async () => {
        await created(main, 'mine', { 'a.css': 'mine' })
        await main.write(async tx => {
          await tx.clients.create(client('mine'))
          await tx.applications.create(applicationOf('mine', { themeId: 'mine' }))
        })
        await main.records.keep(record('mine'))
        assert.equal(await second.themes.get('mine'), undefined)
        assert.deepEqual(await second.themes.files('mine', 1), [])
        assert.deepEqual(await second.themes.revisions('mine'), [])
        assert.deepEqual(await second.applications.list(), [])
        assert.deepEqual(await second.clients.list(), [])
        assert.equal(await second.clients.get('mine'), undefined)
        assert.equal(await second.records.get('ClientCredentials', 'mine'), undefined)
        await second.write(async tx => {
          assert.equal(await tx.themes.lock('mine'), undefined)
          assert.equal(
            (await tx.themes.lockAll()).some(({ id }) => id === 'mine'),
            false,
          )
          assert.equal(await tx.applications.countThemed(), 0)
          assert.equal(await tx.clients.count(), 0)
        })
      })

      test('change nothing of each other', async () => {
        await second.write(async tx => {
          await tx.themes.remove('mine')
          await tx.records.removeOwned('mine')
          assert.equal(await tx.applications.update('mine', { themeId: null }), false)
          assert.equal(await tx.applications.remove('mine'), false)
          assert.equal(await tx.clients.update('mine', { entitlements: [] }), false)
          assert.equal(await tx.clients.remove('mine'), false)
        })
        await second.records.remove('ClientCredentials', 'mine')
        assert.deepEqual(await textsAt(store, 'mine', 1), { 'a.css': 'mine' })
        const kept = (await main.clients.get('mine'))!
        const { createdAt } = kept
        assert.deepEqual(kept, { ...client('mine'), createdAt, lastUsedAt: null, misreadAt: null })
        assert.notEqual(await main.records.get('ClientCredentials', 'mine'), undefined)
      })

      test('cannot use each other’s themes', async () => {
        await assert.rejects(
          second.write(tx => tx.applications.create(applicationOf('theirs', { themeId: 'mine' }))),
          { code: 'theme_unknown' },
        )
      })

      test('may use the same ids and names', async () => {
        await created(second, 'mine', { 'a.css': 'theirs' })
        await second.write(tx => tx.clients.create(client('mine', { name: 'Theirs' })))
        assert.deepEqual(await textsAt(store, 'mine', 1, 'second'), { 'a.css': 'theirs' })
        assert.deepEqual(await textsAt(store, 'mine', 1), { 'a.css': 'mine' })
        assert.equal((await main.clients.get('mine'))?.name, 'Client mine')
      })
    })
  })
}
