import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type AccountOffice,
  createAccount,
  removeAccount,
  setRoles,
  setStatus,
} from '../../src/identity/identity.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { addTenant } from '../support/tenants.ts'

const LAST = { code: 'last_administrator' }

for (const engine of ENGINES) {
  describe(`the last administrator on ${engine}`, () => {
    let service: TestService
    let office: AccountOffice
    let made = 0

    before(async () => {
      service = await testService(engine)
      // A tenant of its own: the first one has an administrator already.
      office = {
        ...(await quietOffice(service)),
        tenant: await addTenant(service, 'Other', 'other.example.com'),
      }
    })
    after(() => service.stop())

    const administrator = async () => {
      made += 1
      const { account } = await createAccount(
        office,
        { userName: `administrator-${made}` },
        { password: PASSWORD, administrator: true },
      )
      return account.id
    }
    const active = () =>
      office.store.tenant(office.tenant.id).write(tx => tx.accounts.countAdministrators('active'), 'quiet')

    test('is neither removed nor disabled, and does not lose the role', async () => {
      const id = await administrator()
      await assert.rejects(removeAccount(office, id), LAST)
      await assert.rejects(setStatus(office, id, 'disabled'), LAST)
      await assert.rejects(setRoles(office, id, { administrator: false }), LAST)
      assert.equal(await active(), 1)
      await setRoles(office, id, { themeDeveloper: true })
      const disabled = await administrator()
      await setStatus(office, disabled, 'disabled')
      await assert.rejects(removeAccount(office, id), LAST, 'one who cannot sign in does not count')
      await removeAccount(office, disabled)
      const second = await administrator()
      await removeAccount(office, id)
      await setRoles(office, second, { administrator: true })
      assert.equal(await active(), 1)
    })

    test('stays, of several who are taken away at the same moment', async () => {
      for (let time = 0; time < 5; time++) {
        const ids = [await administrator(), await administrator(), await administrator()] as const
        await Promise.allSettled([
          removeAccount(office, ids[0]),
          setStatus(office, ids[1], 'disabled'),
          setRoles(office, ids[2], { administrator: false }),
          ...(await others(ids)).map(id => removeAccount(office, id)),
        ])
        assert.equal(await active(), 1)
      }
    })

    const others = async (ids: readonly string[]) => {
      const { accounts } = await office.store
        .tenant(office.tenant.id)
        .accounts.list({ limit: 100, offset: 0 })
      return accounts.map(({ id }) => id).filter(id => !ids.includes(id))
    }
  })
}
