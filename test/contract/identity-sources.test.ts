import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { newSource } from '../../src/core/federation/source-settings.ts'
import { encryptAnew } from '../../src/identity/identity.ts'
import { encryptionKeyId, openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, applicationOf, furnished, secondTenant } from '../support/store.ts'

const settings = newSource({ preset: 'google', clientId: 'tabard' })
const link = { source: 'google', subject: '1', account: 'ada', email: null, origin: 'given' } as const

for (const engine of ENGINES) {
  describe(`identity sources on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let second: TenantStore
    let now = 10_000

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore({ ...database, now: () => now })
      main = await furnished(store)
      second = await secondTenant(store)
      await main.write(async tx => {
        for (const id of ['ada', 'bob']) await tx.accounts.create(accountOf(id))
        await tx.identitySources.create('google', settings, 'a secret')
      })
    })

    after(async () => {
      await store.close()
      await database.remove()
    })

    test('belong to their tenant', async () => {
      const kept = { id: 'google', ...settings, hasSecret: true, createdAt: now, updatedAt: now }
      assert.deepEqual(await main.identitySources.get('google'), kept)
      assert.deepEqual(await main.identitySources.list(), [kept])
      assert.equal(await main.identitySources.secret('google'), 'a secret')
      assert.equal(await second.identitySources.get('google'), undefined)
      assert.equal(await second.identitySources.secret('google'), null)
      assert.equal(await main.identitySources.get('goo\0gle'), undefined)
    })

    test('keep their secret until another one is given', async () => {
      now += 1
      const changed = { ...settings, creates: true }
      assert.equal(await main.write(tx => tx.identitySources.update('google', changed)), true)
      assert.equal((await main.identitySources.get('google'))?.creates, true)
      assert.equal((await main.identitySources.get('google'))?.updatedAt, now)
      assert.equal(await main.identitySources.secret('google'), 'a secret')
      await main.write(tx => tx.identitySources.update('google', changed, null))
      assert.equal(await main.identitySources.secret('google'), null)
      await main.write(tx => tx.identitySources.update('google', settings, 'another'))
      assert.equal(await main.identitySources.secret('google'), 'another')
      assert.equal(await main.write(tx => tx.identitySources.update('none', settings)), false)
    })

    test('link a person with one account only', async () => {
      assert.equal(await main.write(tx => tx.identitySources.link(link)), true)
      assert.equal(await main.write(tx => tx.identitySources.link({ ...link, account: 'bob' })), false)
      assert.equal((await main.identitySources.linked('google', '1'))?.account, 'ada')
      assert.equal(await main.identitySources.linked('google', '2'), undefined)
      now += 5
      await main.write(tx => tx.identitySources.used('google', '1', 'ada@example.com'))
      assert.deepEqual(await main.identitySources.linksOf('ada'), [
        { ...link, email: 'ada@example.com', createdAt: now - 5, usedAt: now },
      ])
      assert.equal(await main.write(tx => tx.identitySources.unlink('bob', 'google', '1')), false)
      assert.equal(await main.write(tx => tx.identitySources.unlink('ada', 'google', '1')), true)
      assert.deepEqual(await main.identitySources.linksOf('ada'), [])
    })

    test('tell whether anybody is linked with them', async () => {
      const hasLinks = (of: TenantStore, source: string) =>
        of.write(tx => tx.identitySources.hasLinks(source))
      assert.equal(await hasLinks(main, 'google'), false)
      await main.write(tx => tx.identitySources.link(link))
      assert.equal(await hasLinks(main, 'google'), true)
      assert.equal(await hasLinks(main, 'another'), false)
      assert.equal(await hasLinks(main, 'goo\0gle'), false)
      assert.equal(await hasLinks(second, 'google'), false)
      await main.write(tx => tx.identitySources.unlink('ada', 'google', '1'))
      assert.equal(await hasLinks(main, 'google'), false)
    })

    test('of two that link the same person at once, one does', async () => {
      const tries = ['ada', 'bob'].map(account =>
        main.write(tx => tx.identitySources.link({ ...link, subject: 'race', account })),
      )
      assert.deepEqual((await Promise.all(tries)).sort(), [false, true])
    })

    test('links go with their account, and with their source', async () => {
      await main.write(async tx => {
        await tx.accounts.create(accountOf('eve'))
        await tx.identitySources.create('other', settings, null)
        await tx.identitySources.link({ ...link, source: 'other', subject: 'eve', account: 'eve' })
        await tx.identitySources.link({ ...link, source: 'other', subject: 'bob', account: 'bob' })
      })
      await main.write(tx => tx.accounts.remove('eve'))
      assert.equal(await main.identitySources.linked('other', 'eve'), undefined)
      assert.equal(await main.write(tx => tx.identitySources.remove('other')), true)
      assert.equal(await main.identitySources.linked('other', 'bob'), undefined)
      assert.equal(await main.write(tx => tx.identitySources.remove('other')), false)
    })

    test('whoever is linked with a source has nothing open once it is removed', async () => {
      const record = (owner: string) =>
        ({ kind: 'RefreshToken', idHash: owner, owner, payload: '{}', expiresAt: null }) as const
      await main.write(async tx => {
        for (const id of ['gone', 'stays']) await tx.identitySources.create(id, settings, null)
        await tx.identitySources.link({ ...link, source: 'gone', subject: 'ada', account: 'ada' })
        await tx.identitySources.link({ ...link, source: 'stays', subject: 'bob', account: 'bob' })
        for (const owner of ['ada', 'bob']) await tx.records.keep(record(owner))
      })
      await second.records.keep(record('ada'))
      const holds = async (tenant: TenantStore, owner: string) =>
        (await tenant.records.get('RefreshToken', owner)) !== undefined
      await second.write(tx => tx.identitySources.remove('gone'))
      assert.ok(await holds(main, 'ada'))
      await main.write(tx => tx.identitySources.remove('gone'))
      assert.deepEqual(
        [await holds(main, 'ada'), await holds(main, 'bob'), await holds(second, 'ada')],
        [false, true, true],
      )
      await main.write(tx => tx.identitySources.remove('stays'))
    })

    test('applications and tenants tell what they offer', async () => {
      await main.write(async tx => {
        await tx.applications.create(applicationOf('all'))
        await tx.applications.create(applicationOf('one', { sources: ['google'], directory: false }))
        await tx.tenant.update({ directory: false })
      })
      const offers = async (id: string) => {
        const found = await main.applications.get(id)
        return [found?.sources, found?.directory]
      }
      assert.deepEqual(await offers('all'), [null, true])
      assert.deepEqual(await offers('one'), [['google'], false])
      await main.write(tx => tx.applications.update('one', { sources: null, directory: true }))
      assert.deepEqual(await offers('one'), [null, true])
      assert.deepEqual(
        (await store.tenants()).map(({ directory }) => directory),
        [false, undefined],
      )
      await main.write(tx => tx.tenant.update({ directory: true }))
      assert.equal((await store.tenants())[0]?.directory, undefined)
    })

    test('secrets are encrypted with the key of the settings', async () => {
      const encryptionKey = createSecretKey(randomBytes(32))
      await store.close()
      store = await openStore({ ...database, encryptionKey, now: () => now })
      main = store.tenant('main')
      assert.equal(await main.identitySources.secret('google'), 'another')
      assert.ok((await encryptAnew(store, encryptionKeyId(encryptionKey))) > 0)
      assert.equal(await main.identitySources.secret('google'), 'another')
      const keyless = await openStore({ ...database, now: () => now })
      try {
        await assert.rejects(keyless.tenant('main').identitySources.secret('google'), /TABARD_ENCRYPTION_KEY/)
        await assert.rejects(keyless.assertReadable(), /TABARD_ENCRYPTION_KEY/)
        assert.equal((await keyless.tenant('main').identitySources.get('google'))?.hasSecret, true)
      } finally {
        await keyless.close()
      }
    })
  })
}
