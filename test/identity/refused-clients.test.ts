import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusedClients } from '../../src/identity/guards/refused-clients.ts'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { CLIENT_ID, testService } from '../support/service.ts'

test('failures of an hour are one entry, and one sum at its end', async () => {
  const { service, stop } = await testService('SQLite')
  try {
    let now = Date.now()
    const refused = new RefusedClients(service.store, () => now, assert.fail)
    const since = new Date(now).toISOString()
    const fail = async (client: string, address: string) => {
      refused.add({ tenant: FIRST_TENANT, client, address })
      await refused.settled()
    }
    for (const host of [1, 1, 2, 3]) await fail(CLIENT_ID, `192.0.2.${host}`)
    for (const name of ['a', 'b', 'c']) await fail(name, '192.0.2.9')
    const entries = async () =>
      (await service.store.tenant(FIRST_TENANT).audit.list({ limit: 100, event: 'client-refused' })).map(
        ({ application, address, details }) => ({ application, address, ...details }),
      )
    assert.equal((await entries()).length, 2)
    now += 59 * 60_000
    await refused.flush()
    assert.equal((await entries()).length, 2)
    now += 60_000
    await refused.flush()
    await refused.flush()
    assert.deepEqual((await entries()).slice(0, 2), [
      { application: null, address: '192.0.2.9', times: '2', addresses: '1', since },
      { application: CLIENT_ID, address: null, times: '3', addresses: '3', since },
    ])
    await fail(CLIENT_ID, '192.0.2.1')
    assert.equal((await entries()).length, 5, 'the next hour begins')
    await refused.stop()
    assert.equal((await entries()).length, 5, 'a sum of nothing is not written')
  } finally {
    await stop()
  }
})
