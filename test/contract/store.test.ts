import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { configFrom } from '../../src/config.ts'
import { createFirstClient } from '../../src/identity/identity.ts'
import { openInstallation } from '../../src/installation.ts'
import { openStore, type Store, StoreFault, type TenantStore } from '../../src/store/store.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES, freshDatabase, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { startDeafWay } from '../support/deaf.ts'
import {
  accountOf,
  applicationOf,
  blobOf,
  commitOf,
  created,
  digestOf,
  executed,
  furnished,
  kept,
  MASTER_ID,
  masterOf,
  TENANT,
  textsAt,
  within,
  written,
} from '../support/store.ts'

const RECORD = { kind: 'Token', idHash: 'h', owner: null, handle: 'grant', payload: '{}', expiresAt: null }
const MAIL = { event: 'e', recipient: 'r', sender: '', subject: 's', html: 'h', text: 't' }
const ENTRY = { at: 1, event: 'e', account: null, application: null, address: null, details: {} }

for (const engine of ENGINES) {
  describe(`the store on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    /** Another node of the same installation. */
    let other: Store
    let main: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      other = await openStore(database)
      main = await furnished(store)
    })
    after(async () => {
      await store.close()
      await other.close()
      await database.remove()
    })

    test('is called after its engine', () => {
      assert.match(store.name, new RegExp(`^${engine} \\d+`))
    })

    test('answers while it can be read, and fails when it is closed', async () => {
      await store.ping()
      const closed = await openStore(database)
      await closed.close()
      await assert.rejects(() => closed.ping())
    })

    describe('the epoch', () => {
      const WRITES: Record<string, (by: Store) => Promise<unknown>> = {
        'a revision': by => written(by.tenant(TENANT), 'default', { 'epoch.css': 'moved' }),
        'a theme': by => created(by.tenant(TENANT), 'epoch'),
        'a client': by =>
          by.tenant(TENANT).write(tx =>
            tx.clients.create({
              id: 'epoch',
              name: 'e',
              secretHash: '',
              entitlements: [],
              replaceStatus: 201,
              themes: null,
            }),
          ),
        'the end of a token': by => by.tenant(TENANT).records.remove('Token', 'h'),
        'the end of a grant': by => by.tenant(TENANT).records.removeByHandle('grant'),
        'an account': by => by.tenant(TENANT).write(tx => tx.accounts.create(accountOf('epoch'))),
        'a tenant': by =>
          by.createTenant(
            {
              id: 'epoch',
              name: 'Epoch',
              host: 'epoch',
              publicUrl: null,
              consoleUrl: null,
              locale: null,
              factors: null,
            },
            MASTER_ID,
          ),
        'a master': by => by.keepMaster('epoch', masterOf({ 'page.html': 'another page' })),
      }

      for (const [what, write] of Object.entries(WRITES)) {
        test(`moves when another node writes ${what}, and at once for the writer`, async () => {
          await main.records.keep(RECORD)
          const [here, there] = [store.epoch(), other.epoch()]
          await write(other)
          assert.notEqual(other.epoch(), there)
          await within(60_000, () => store.epoch() !== here)
        })
      }

      /**
       * How far the epochs of two nodes move that start now: nothing that was written before is on its way to them. On
       * PostgreSQL they also move where a node hears nothing for a second, because the machine is busy: then it is tried
       * again.
       */
      const moved = async (meanwhile: (one: Store, two: Store) => Promise<void>) => {
        const [one, two] = [await openStore(database), await openStore(database)]
        try {
          const [here, there] = [one.epoch(), two.epoch()]
          await meanwhile(one, two)
          return [one.epoch() - here, two.epoch() - there]
        } finally {
          await one.close()
          await two.close()
        }
      }

      const assertStill = async (move: () => Promise<number[]>) => {
        if (engine === 'PostgreSQL') await becomes(move, [0, 0])
        else assert.deepEqual(await move(), [0, 0])
      }

      test('stays while nothing is written', async () => {
        const reading = () =>
          moved(async (one, two) => {
            await one.tenant(TENANT).themes.list({ limit: 10, offset: 0 })
            await two.tenants()
          })
        await assertStill(reading)
      })

      test('stays while another node starts', async () => {
        const config = configFrom(database.environment)
        const start = async () => {
          const { store: opened } = await openInstallation(config)
          await createFirstClient(opened.tenant(TENANT), {})
          await opened.close()
        }
        // The first one adds what is missing.
        await start()
        await assertStill(() => moved(start))
      })

      test('stays through writes that are quiet', async () => {
        const writing = () =>
          moved(async (_, two) => {
            const by = two.tenant(TENANT)
            await by.records.keep(RECORD)
            await by.tries.count([{ key: 'quiet', free: 1, longest: 1_000 }], 1)
            await by.tries.forgive(['quiet'])
            await by.write(async tx => {
              await tx.outbox.queue({ ...MAIL, id: 'quiet' })
              await tx.audit.record(ENTRY)
              await tx.records.take('Token', 'h')
            }, 'quiet')
            const now = Date.now()
            assert.equal((await two.claimMail(now, now + 1_000))?.id, 'quiet')
            await two.mailFailed(TENANT, 'quiet', 1, 'no', now)
            await two.mailSent(TENANT, 'quiet')
            await two.sweep({ mails: now + 1_000, audit: now, analytics: '', now })
            // A node also looks by itself, twice a second.
            await sleep(700)
          })
        await assertStill(writing)
      })

      const onPostgres = engine === 'PostgreSQL' ? test : () => {}
      onPostgres('moves for a node that hears nothing, once for each change', async () => {
        const way = await startDeafWay(database.database!)
        const deaf = await openStore({ ...database, database: way.url })
        try {
          let changes = 0
          const movedBy = async (path: string) => {
            const before = deaf.epoch()
            await written(main, 'default', { [path]: `unheard ${++changes}` })
            await within(60_000, () => deaf.epoch() !== before)
            await sleep(700)
            return deaf.epoch() - before
          }
          // Further than that where it hears nothing for a second, because the machine is busy.
          for (const path of ['a.css', 'b.css']) await becomes(() => movedBy(path), 1)
        } finally {
          await deaf.close()
          await way.stop()
        }
      })

      onPostgres(
        'moves when a node of an older version tells of a change, which it does not count',
        async () => {
          const before = store.epoch()
          await executed(database, "select pg_notify('tabard', '')")
          await within(60_000, () => store.epoch() !== before)
        },
      )

      onPostgres(
        'moves for each of many changes at once, none of which is in the way of another',
        async () => {
          const before = store.epoch()
          const ids = Array.from({ length: 20 }, (_, number) => `at-once-${number}`)
          await Promise.all(ids.map((id, number) => created((number % 2 ? store : other).tenant(TENANT), id)))
          await within(60_000, () => store.epoch() >= before + ids.length)
        },
      )
    })

    describe('a write', () => {
      test('that fails after its commit leaves nothing', async () => {
        await created(main, 'atomic', { 'a.css': 'before' })
        const look = async () => ({
          theme: await main.themes.get('atomic'),
          revisions: await main.themes.revisions('atomic'),
          files: await textsAt(store, 'atomic', 1),
          clients: await main.clients.list(),
          applications: await main.applications.list(),
          kept: await kept(store, 'before', 'torn', 'torn too'),
          accounts: await main.accounts.list({ limit: 100, offset: 0 }),
          mails: await main.outbox.list(100),
          audit: await main.audit.list({ limit: 100 }),
          keys: await main.keys.list('sign'),
          record: await main.records.get('Token', 'torn'),
        })
        const before = await look()
        const work = main.write(async tx => {
          const theme = await tx.themes.lock('atomic')
          await tx.themes.commit(theme!, commitOf(theme!, { 'a.css': 'torn', 'b.css': 'torn too' }), 1)
          await tx.themes.create('torn', 'torn', null)
          await tx.applications.create(applicationOf('torn', { themeId: 'torn' }))
          await tx.clients.create({
            id: 'torn',
            name: 't',
            secretHash: '',
            entitlements: [],
            replaceStatus: 201,
            themes: null,
          })
          await tx.accounts.create(accountOf('torn'))
          await tx.factors.setAuthenticator('torn', { secret: 's', usedStep: 0 })
          await tx.outbox.queue({ ...MAIL, id: 'torn' })
          await tx.audit.record({ ...ENTRY, account: 'torn' })
          await tx.keys.create({ id: 'torn', purpose: 'sign', material: 'm', createdAt: 1 })
          await tx.records.keep({ ...RECORD, idHash: 'torn' })
          throw new Error('the power fails')
        })
        await assert.rejects(work, /the power fails/)
        assert.deepEqual(await look(), before)
        assert.equal(await main.themes.get('torn'), undefined)
      })

      test('answers with what its work answered', async () => {
        assert.equal(await main.write(async () => 'done'), 'done')
      })

      test('follows on one that failed', async () => {
        await assert.rejects(main.write(() => Promise.reject(new Error('no'))))
        assert.equal((await written(main, 'atomic', { 'a.css': 'after' })).revision, 2)
      })

      test('waits for another that has locked the tenant, on any node', async () => {
        const order: string[] = []
        const first = Promise.withResolvers<void>()
        const holding = main.write(async tx => {
          await tx.tenant.lock()
          first.resolve()
          await sleep(100)
          order.push('first ends')
        })
        await first.promise
        const waiting = other.tenant(TENANT).write(async tx => {
          await tx.tenant.lock()
          order.push('second begins')
        })
        await Promise.all([holding, waiting])
        assert.deepEqual(order, ['first ends', 'second begins'])
      })

      test('twenty at once on one theme become twenty revisions in a row', async () => {
        await created(main, 'queue')
        const writes = Array.from({ length: 20 }, (_, index) =>
          written((index % 2 === 0 ? store : other).tenant(TENANT), 'queue', { 'a.css': `number ${index}` }),
        )
        const revisions = (await Promise.all(writes)).map(theme => theme.revision)
        const inARow = Array.from({ length: 20 }, (_, index) => index + 2)
        assert.deepEqual(
          revisions.toSorted((a, b) => a - b),
          inARow,
        )
        for (const [index, revision] of revisions.entries())
          assert.deepEqual(await textsAt(store, 'queue', revision), { 'a.css': `number ${index}` })
        assert.equal((await main.themes.get('queue'))?.revision, 21)
      })

      test('finds the content it needs, even while other writes drop the last use of it', async () => {
        const texts = ['flips', 'flops']
        for (const id of ['flip', 'flop']) await created(main, id)
        const flipping = async (node: Store, id: string) => {
          for (let round = 0; round < 30; round += 1)
            await written(node.tenant(TENANT), id, { 'a.css': texts[round % 2]! }, 1)
        }
        await Promise.all([flipping(store, 'flip'), flipping(other, 'flop')])
        for (const id of ['flip', 'flop'])
          assert.deepEqual(await textsAt(store, id, 31), { 'a.css': texts[1]! })
      })
    })

    describe('masters', () => {
      const shipped = masterOf({ 'page.html': 'the second page', 'common/logo.svg': '<svg/>' })

      test('each that was ever kept is found with its paths and contents', async () => {
        await store.keepMaster('shipped-2', shipped)
        const masters = await other.masters()
        assert.deepEqual(masters.get(MASTER_ID), new Map([['page.html', digestOf('the original page')]]))
        assert.deepEqual(
          masters.get('shipped-2'),
          new Map([
            ['common/logo.svg', digestOf('<svg/>')],
            ['page.html', digestOf('the second page')],
          ]),
        )
        assert.deepEqual(await kept(store, 'the original page', 'the second page', '<svg/>'), [
          'the original page',
          'the second page',
          '<svg/>',
        ])
      })

      test('the same one again changes nothing', async () => {
        const before = await store.masters()
        await store.keepMaster('shipped-2', shipped)
        await other.keepMaster('shipped-2', shipped)
        assert.deepEqual(await store.masters(), before)
      })

      test('one is kept whole while a write drops the last use of a content it has', async () => {
        await created(main, 'sweeping', { 'a.css': 'shipped next' })
        const swept = Promise.withResolvers<void>()
        const sweeping = main.write(async tx => {
          const theme = await tx.themes.lock('sweeping')
          await tx.themes.commit(theme!, commitOf(theme!, { 'a.css': null }), 1)
          swept.resolve()
          await sleep(200)
        })
        await swept.promise
        const keeping = other.keepMaster('shipped-3', masterOf({ 'page.html': 'shipped next' }))
        await Promise.all([sweeping, keeping])
        assert.deepEqual(await kept(store, 'shipped next'), ['shipped next'])
        assert.deepEqual(
          (await store.masters()).get('shipped-3'),
          new Map([['page.html', digestOf('shipped next')]]),
        )
      })
    })

    describe('contents', () => {
      test('are given back byte for byte, and one that is not there is left out', async () => {
        await created(main, 'contents', { 'a.css': 'some content' })
        const blob = blobOf('some content')
        const found = await store.blobs([blob.digest, digestOf('never stored')])
        assert.equal(found.size, 1)
        const { deflated, ...info } = found.get(blob.digest)!
        assert.deepEqual(
          { ...info, deflated: Buffer.from(deflated) },
          {
            ...blob,
            deflated: Buffer.from(blob.deflated),
          },
        )
        assert.equal((await store.blobs([])).size, 0)
      })

      test('a thousand can be asked for at once', async () => {
        const texts = Array.from({ length: 1_001 }, (_, index) => `content ${index}`)
        await created(main, 'many', Object.fromEntries(texts.map((text, index) => [`${index}.css`, text])))
        assert.equal((await store.blobs(texts.map(digestOf))).size, 1_001)
        assert.equal((await main.themes.files('many', 1)).length, 1_001)
      })
    })

    describe('tenants', () => {
      const tenant = (id: string, name = id, host: string | null = `${id}.example`) => ({
        id,
        name,
        host,
        publicUrl: `https://${id}.example`,
        consoleUrl: null,
        locale: null,
        factors: null,
      })
      const ids = async (by: Store = store) => (await by.tenants()).map(({ id }) => id)

      test('the first one comes first, whatever the others are called', async () => {
        for (let index = 0; index < 10; index += 1) await store.createTenant(tenant(`a${index}`), MASTER_ID)
        assert.equal((await ids())[0], TENANT)
      })

      test('a new one has its default theme', async () => {
        await store.createTenant(tenant('new', 'New'), MASTER_ID)
        const { total, themes } = await other.tenant('new').themes.list({ limit: 10, offset: 0 })
        assert.equal(total, 1)
        const { id, name, description, revision } = themes[0]!
        assert.deepEqual(
          { id, name, description, revision },
          { id: 'default', name: 'default', description: 'Default Theme', revision: 1 },
        )
        assert.deepEqual(
          (await store.tenants()).find(found => found.id === 'new'),
          tenant('new', 'New'),
        )
      })

      test('one that is there already stays as it is', async () => {
        const before = await store.tenants()
        await store.createTenant(tenant('new', 'Renamed', 'elsewhere.example'), MASTER_ID)
        assert.deepEqual(await store.tenants(), before)
      })

      test('a name or host that is taken is refused', async () => {
        await assert.rejects(store.createTenant(tenant('x', 'NEW'), MASTER_ID), {
          code: 'tenant_taken',
          details: { what: 'name', value: 'NEW' },
        })
        await assert.rejects(store.createTenant(tenant('x', 'X', 'new.example'), MASTER_ID), {
          code: 'tenant_taken',
          details: { what: 'host', value: 'new.example' },
        })
        assert.equal((await ids()).includes('x'), false)
      })

      test('of several that want one name at once, one gets it and the others are refused', async () => {
        const wanted = Array.from({ length: 6 }, (_, index) =>
          (index % 2 === 0 ? store : other).createTenant(tenant(`race${index}`, 'Race'), MASTER_ID),
        )
        const refused = (await Promise.allSettled(wanted)).flatMap(result =>
          result.status === 'rejected' ? [result.reason] : [],
        )
        assert.deepEqual(
          refused.map(reason => reason.code),
          Array(5).fill('tenant_taken'),
        )
      })
    })
  })

  describe(`opening the store on ${engine}`, () => {
    test('several nodes at once on an empty database all succeed', async () => {
      const database = await freshDatabase(engine)
      const stores: Store[] = []
      const opened = await Promise.allSettled(
        Array.from({ length: 5 }, async () => {
          const store = await openStore(database)
          stores.push(store)
          await furnished(store)
          return (await store.tenants()).length
        }),
      )
      for (const store of stores) await store.close()
      await database.remove()
      assert.deepEqual(
        opened.map(result => (result.status === 'fulfilled' ? result.value : result.reason)),
        [1, 1, 1, 1, 1],
      )
    })

    test('again finds everything as it was', async () => {
      const database = await freshDatabase(engine)
      const first = await openStore(database)
      await written(await furnished(first), 'default', { 'a.css': 'kept' })
      await first.close()
      const second = await openStore(database)
      try {
        assert.deepEqual(await textsAt(second, 'default', 2), { 'a.css': 'kept' })
      } finally {
        await second.close()
        await database.remove()
      }
    })

    test('a schema newer than this version is refused in a sentence that says what to do', async () => {
      const database = await freshDatabase(engine)
      try {
        await (await openStore(database)).close()
        await executed(database, 'insert into migrations (version, at) values (999, 0)')
        await assert.rejects(openStore(database), (error: Error) => {
          assert.ok(error instanceof StoreFault)
          assert.equal(error.kind, 'unusable')
          assert.match(
            error.message,
            /^The database has schema 999 and [^\n]+: start the newer Tabard[^\n]+\.$/,
          )
          return true
        })
      } finally {
        await database.remove()
      }
    })
  })
}
