import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, furnished, secondTenant, TENANT } from '../support/store.ts'

/** With all that an account can have. */
const FULL: Account = {
  id: 'full',
  userName: 'Full.Person@example.com',
  email: 'full@example.com',
  emailVerified: true,
  givenName: 'Full',
  familyName: 'Person',
  age: 42,
  mobileNumber: '+49 30 123',
  locale: 'de',
  status: 'disabled',
  administrator: true,
  themeDeveloper: true,
  passwordHash: 'hash',
  passwordTemporary: true,
  recoveredAt: 1_500,
  passwordExpiresAt: 7_000,
  createdAt: 1_000,
  updatedAt: 2_000,
}

for (const engine of ENGINES) {
  describe(`people on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    /** Another node of the same installation. */
    let other: Store
    let main: TenantStore
    let second: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      other = await openStore(database)
      main = await furnished(store)
      second = await secondTenant(store)
    })
    after(async () => {
      await store.close()
      await other.close()
      await database.remove()
    })

    const add = (...accounts: Account[]) =>
      main.write(async tx => {
        for (const account of accounts) await tx.accounts.create(account)
      })

    describe('a search for accounts', () => {
      const named = async (search: string, limit = 10) => {
        const { total, accounts } = await second.accounts.list({ limit, offset: 0, filter: { search } })
        return [total, ...accounts.map(({ id }) => id)]
      }

      test('looks in user name, e-mail address and name, in any case, and counts all that match', async () => {
        await second.write(async tx => {
          await tx.accounts.create(accountOf('s1', { userName: 'Straße_1', email: 'ONE@example.com' }))
          await tx.accounts.create(accountOf('s2', { givenName: 'Zoë', familyName: 'Möller' }))
          await tx.accounts.create(accountOf('s3', { userName: 'strasse%', status: 'disabled' }))
        })
        assert.deepEqual(await named('STRAß'), [2, 's3', 's1'])
        assert.deepEqual(await named('STRAß', 1), [2, 's3'])
        assert.deepEqual(await named('one@EX'), [1, 's1'])
        assert.deepEqual(await named('zoë mö'), [1, 's2'])
        for (const [text, id] of [
          ['_', 's1'],
          ['%', 's3'],
        ] as const)
          assert.deepEqual(await named(text), [1, id], 'no character has another meaning')
        assert.deepEqual(await named("'"), [0])
        assert.deepEqual(await named('a\0b'), [0])
        const disabled = await second.accounts.list({ limit: 9, offset: 0, filter: { status: 'disabled' } })
        assert.deepEqual(
          disabled.accounts.map(({ id }) => id),
          ['s3'],
        )
        await second.write(async tx => {
          for (const id of ['s1', 's2', 's3']) await tx.accounts.remove(id)
        })
      })
    })

    describe('accounts', () => {
      test('are kept as they were given, and found by id and by name in any case', async () => {
        const bare = accountOf('bare', { userName: 'Straße' })
        await add(FULL, bare)
        assert.deepEqual(await main.accounts.get('full'), FULL)
        assert.deepEqual(await main.accounts.get('bare'), bare)
        assert.deepEqual(await main.accounts.named('fULL.person@EXAMPLE.com'), FULL)
        assert.deepEqual(await main.accounts.named('STRASSE'), bare)
        await main.write(async tx => {
          assert.deepEqual(await tx.accounts.get('full'), FULL)
          assert.deepEqual(await tx.accounts.named('FULL.PERSON@example.com'), FULL)
        })
      })

      test('are found by several ids at once, without those that are not there', async () => {
        const found = await main.accounts.withIds(['full', 'nobody', 'full', 'bare', 'fu\0ll'])
        assert.deepEqual([...found.keys()].sort(), ['bare', 'full'])
        assert.deepEqual(found.get('full'), FULL)
        assert.equal((await main.accounts.withIds([])).size, 0)
        assert.equal((await second.accounts.withIds(['full'])).size, 0)
      })

      test('are found by what people type: the user name, else an address that only one has', async () => {
        const typed = async (text: string) => (await main.accounts.meantBy(text))?.id
        await add(
          accountOf('one', { email: 'One@example.com' }),
          accountOf('two', { email: 'both@example.com' }),
          accountOf('three', { email: 'BOTH@example.com' }),
          accountOf('four', { userName: 'one-more@example.com', email: 'other@example.com' }),
          accountOf('five', { email: 'one-more@example.com' }),
        )
        assert.equal(await typed('ONE'), 'one')
        assert.equal(await typed('one@EXAMPLE.com'), 'one')
        assert.equal(await typed('both@example.com'), undefined)
        assert.equal(await typed('one-more@example.com'), 'four')
        assert.equal(await typed('five'), 'five')
        for (const text of ['', 'nobody', 'fu\0ll', '\ud800']) assert.equal(await typed(text), undefined)
        await main.write(async tx => {
          for (const id of ['one', 'two', 'three', 'four', 'five']) await tx.accounts.remove(id)
        })
      })

      test('one that is not there is undefined, even under a name that no database can hold', async () => {
        for (const name of ['nobody', 'FULL', 'fu\0ll', '\ud800']) {
          assert.equal(await main.accounts.get(name), undefined)
          assert.equal(await main.accounts.named(name), undefined)
          assert.equal(await main.factors.authenticator(name), undefined)
          assert.equal(await main.factors.recoveryCodesLeft(name), 0)
          await main.write(async tx => {
            assert.equal(await tx.accounts.get(name), undefined)
            assert.equal(await tx.accounts.named(name), undefined)
            assert.equal(await tx.accounts.update(name, { age: 1 }), false)
            assert.equal(await tx.accounts.remove(name), false)
            assert.equal(await tx.factors.useStep(name, 1), false)
            assert.equal(await tx.factors.useRecoveryCode(name, 'h'), false)
          })
        }
      })

      test('a user name is unique without regard to case', async () => {
        for (const userName of ['straße', 'STRASSE'])
          await assert.rejects(add(accountOf('other', { userName })), {
            code: 'user_name_taken',
            details: { userName },
          })
        await assert.rejects(
          main.write(tx => tx.accounts.update('full', { userName: 'STRASSE' })),
          { code: 'user_name_taken', details: { userName: 'STRASSE' } },
        )
        assert.deepEqual(await main.accounts.get('full'), FULL)
        assert.equal(await main.accounts.get('other'), undefined)
      })

      test('of two that want names which differ by case at the same moment, one gets it', async () => {
        const wanted = await Promise.allSettled(
          ['Race', 'rACE'].map((userName, index) =>
            [store, other]
              [index]!.tenant(TENANT)
              .write(tx => tx.accounts.create(accountOf(userName, { userName }))),
          ),
        )
        const refused = wanted.flatMap(result => (result.status === 'rejected' ? [result.reason.code] : []))
        assert.deepEqual(refused, ['user_name_taken'])
        await main.write(async tx => void (await tx.accounts.remove((await tx.accounts.named('race'))!.id)))
      })

      test('a change leaves the rest alone, and is dated', async () => {
        const changes = [
          { userName: 'FULL.person@example.com' },
          { email: null },
          { givenName: 'Whole' },
          { familyName: null },
          { age: null },
          { mobileNumber: '1' },
          { locale: null },
          { status: 'active' as const },
          { administrator: false },
          { passwordHash: 'new hash' },
          { passwordTemporary: false, passwordExpiresAt: null },
        ]
        const start = Date.now()
        for (const change of [{}, ...changes])
          assert.equal(await main.write(tx => tx.accounts.update('full', change)), true)
        const { updatedAt, ...found } = (await main.accounts.get('full'))!
        const { updatedAt: _, ...expected } = Object.assign({}, FULL, ...changes) as Account
        assert.deepEqual(found, expected)
        assert.ok(updatedAt >= start && updatedAt <= Date.now())
        assert.equal((await main.accounts.named('full.person@example.com'))?.id, 'full')
      })

      test('are listed a page at a time by user name, whatever its case, with how many there are', async () => {
        await add(accountOf('b', { userName: 'Bea' }), accountOf('a', { userName: 'anna' }))
        const listed = async (limit: number, offset: number) => {
          const { total, accounts } = await main.accounts.list({ limit, offset })
          return [total, accounts.map(({ id }) => id)]
        }
        assert.deepEqual(await listed(10, 0), [4, ['a', 'b', 'full', 'bare']])
        assert.deepEqual(await listed(2, 1), [4, ['b', 'full']])
        assert.deepEqual(await listed(2, 9), [4, []])
      })

      test('administrators are counted', async () => {
        assert.equal(await main.write(tx => tx.accounts.countAdministrators()), 0)
        await add(
          accountOf('chief', { administrator: true }),
          accountOf('chief too', { administrator: true }),
        )
        assert.equal(await main.write(tx => tx.accounts.countAdministrators()), 2)
      })

      test('of two that each remove another administrator at the same moment, the second sees the first', async () => {
        const remove = (node: Store, id: string) =>
          node.tenant(TENANT).write(async tx => {
            if ((await tx.accounts.countAdministrators()) < 2) return false
            return await tx.accounts.remove(id)
          })
        const removed = await Promise.all([remove(store, 'chief'), remove(other, 'chief too')])
        assert.deepEqual(removed.toSorted(), [false, true])
        assert.equal(await main.write(tx => tx.accounts.countAdministrators()), 1)
      })

      test('a look inside a write holds until it ends', async () => {
        const order: string[] = []
        const looked = Promise.withResolvers<void>()
        const holding = main.write(async tx => {
          await tx.accounts.get('bare')
          looked.resolve()
          await sleep(100)
          order.push('first ends')
        })
        await looked.promise
        const waiting = other.tenant(TENANT).write(async tx => {
          await tx.accounts.named('straße')
          order.push('second begins')
        })
        await Promise.all([holding, waiting])
        assert.deepEqual(order, ['first ends', 'second begins'])
      })
    })

    describe('second factors', () => {
      test('an authenticator is enrolled, replaced and taken away', async () => {
        const set = (authenticator: { secret: string; usedStep: number } | null) =>
          main.write(tx => tx.factors.setAuthenticator('bare', authenticator))
        assert.equal(await main.factors.authenticator('bare'), undefined)
        await set({ secret: 'one', usedStep: 0 })
        assert.deepEqual(await main.factors.authenticator('bare'), { secret: 'one', usedStep: 0 })
        await set({ secret: 'two', usedStep: 7 })
        assert.deepEqual(await main.factors.authenticator('bare'), { secret: 'two', usedStep: 7 })
        await set(null)
        assert.equal(await main.factors.authenticator('bare'), undefined)
        await set(null)
      })

      test('a time step works once, and none before it afterwards', async () => {
        const use = (step: number) => main.write(tx => tx.factors.useStep('bare', step))
        assert.equal(await use(1), false)
        await main.write(tx => tx.factors.setAuthenticator('bare', { secret: 's', usedStep: 10 }))
        assert.equal(await use(10), false)
        assert.equal(await use(12), true)
        assert.equal(await use(12), false)
        assert.equal(await use(11), false)
        assert.equal(await use(13), true)
        assert.equal((await main.factors.authenticator('bare'))?.usedStep, 13)
      })

      test('of two that use a time step at the same moment, one may', async () => {
        for (let step = 20; step < 30; step += 1) {
          const used = await Promise.all(
            [store, other].map(node => node.tenant(TENANT).write(tx => tx.factors.useStep('bare', step))),
          )
          assert.deepEqual(used.toSorted(), [false, true])
        }
      })

      test('recovery codes work once each', async () => {
        const use = (hash: string) => main.write(tx => tx.factors.useRecoveryCode('bare', hash))
        await main.write(tx => tx.factors.setRecoveryCodes('bare', ['r1', 'r2', 'r3', 'r3']))
        assert.equal(await main.factors.recoveryCodesLeft('bare'), 3)
        assert.equal(await use('r1'), true)
        assert.equal(await use('r1'), false)
        assert.equal(await use('R2'), false)
        assert.equal(await use('\0'), false)
        assert.equal(await main.factors.recoveryCodesLeft('bare'), 2)
      })

      test('new recovery codes end those before', async () => {
        await main.write(tx => tx.factors.setRecoveryCodes('bare', ['n1', 'r3']))
        assert.equal(await main.factors.recoveryCodesLeft('bare'), 2)
        assert.equal(await main.write(tx => tx.factors.useRecoveryCode('bare', 'r2')), false)
        assert.equal(await main.write(tx => tx.factors.useRecoveryCode('bare', 'r3')), true)
        await main.write(tx => tx.factors.setRecoveryCodes('bare', []))
        assert.equal(await main.factors.recoveryCodesLeft('bare'), 0)
      })

      test('of two that use a recovery code at the same moment, one may', async () => {
        for (let round = 0; round < 10; round += 1) {
          await main.write(tx => tx.factors.setRecoveryCodes('bare', ['raced']))
          const used = await Promise.all(
            [store, other].map(node =>
              node.tenant(TENANT).write(tx => tx.factors.useRecoveryCode('bare', 'raced')),
            ),
          )
          assert.deepEqual(used.toSorted(), [false, true])
        }
      })

      test('of two that set recovery codes at the same moment, one sets them all', async () => {
        for (let round = 0; round < 10; round += 1) {
          await Promise.all(
            [store, other].map((node, index) =>
              node
                .tenant(TENANT)
                .write(tx => tx.factors.setRecoveryCodes('bare', [`${index} a`, `${index} b`])),
            ),
          )
          assert.equal(await main.factors.recoveryCodesLeft('bare'), 2)
        }
      })

      test('an account that does not exist is refused', async () => {
        const refused = { code: 'account_unknown', details: { account: 'nobody' } }
        await assert.rejects(
          main.write(tx => tx.factors.setAuthenticator('nobody', { secret: 's', usedStep: 0 })),
          refused,
        )
        await assert.rejects(
          main.write(tx => tx.factors.setRecoveryCodes('nobody', ['r'])),
          refused,
        )
      })

      test('go with their account', async () => {
        await main.write(tx => tx.factors.setRecoveryCodes('bare', ['last']))
        assert.equal(await main.write(tx => tx.accounts.remove('bare')), true)
        assert.equal(await main.write(tx => tx.accounts.remove('bare')), false)
        await add(accountOf('bare', { userName: 'Straße' }))
        assert.equal(await main.factors.authenticator('bare'), undefined)
        assert.equal(await main.factors.recoveryCodesLeft('bare'), 0)
      })
    })

    describe('tenants', () => {
      test('see and change nothing of each other’s people, and may use the same names', async () => {
        await main.write(async tx => {
          await tx.factors.setAuthenticator('a', { secret: 'mine', usedStep: 0 })
          await tx.factors.setRecoveryCodes('a', ['mine'])
        })
        assert.deepEqual(await second.accounts.list({ limit: 10, offset: 0 }), { total: 0, accounts: [] })
        assert.equal(await second.accounts.get('a'), undefined)
        assert.equal(await second.accounts.named('anna'), undefined)
        assert.equal(await second.factors.authenticator('a'), undefined)
        assert.equal(await second.factors.recoveryCodesLeft('a'), 0)
        await second.write(async tx => {
          assert.equal(await tx.accounts.get('a'), undefined)
          assert.equal(await tx.accounts.countAdministrators(), 0)
          assert.equal(await tx.accounts.update('a', { age: 1 }), false)
          assert.equal(await tx.accounts.remove('a'), false)
          assert.equal(await tx.factors.useStep('a', 1), false)
          assert.equal(await tx.factors.useRecoveryCode('a', 'mine'), false)
          await tx.factors.setAuthenticator('a', null)
          await tx.accounts.create(accountOf('a', { userName: 'Anna' }))
        })
        assert.deepEqual(await main.factors.authenticator('a'), { secret: 'mine', usedStep: 0 })
        assert.equal(await main.factors.recoveryCodesLeft('a'), 1)
        assert.equal((await main.accounts.get('a'))?.userName, 'anna')
      })
    })
  })
}
