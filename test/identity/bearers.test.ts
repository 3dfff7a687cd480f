import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, entitleClient, type Identity, removeClient } from '../../src/identity/identity.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import type { Tenant, TenantStore } from '../../src/store/store.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES } from '../support/database.ts'
import { identityOf } from '../support/identity.ts'
import { type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

const INVALID = { code: 'token_invalid', details: {} }

for (const engine of ENGINES)
  describe(`whose access token it is on ${engine}`, () => {
    let service: TestService
    let store: TenantStore
    let tenant: Tenant
    let identity: Identity
    let now = Date.now()

    before(async () => {
      service = await testService(engine)
      store = mainStore(service)
      tenant = (await service.service.store.tenants())[0]!
      identity = await identityOf(service, () => now)
    })
    after(async () => {
      await identity.lastUses.stop()
      await service.stop()
    })

    /** A new client, and a token of it. */
    const issued = async () => {
      const { clientId, clientSecret } = await createClient(store, {
        name: 'Pipeline',
        entitlements: ['manageTemplates'],
      })
      return { clientId, token: await service.token(clientId, clientSecret) }
    }
    const clientOf = async (token: string, at = tenant) => await identity.bearers.client(at, token)

    test('it is the client’s, with the entitlements that it holds now', async () => {
      const { clientId, token } = await issued()
      const { id, name, entitlements } = await clientOf(token)
      assert.deepEqual([id, name, entitlements], [clientId, 'Pipeline', ['manageTemplates']])
      await entitleClient(store, clientId, ['readTemplates'])
      assert.deepEqual((await clientOf(token)).entitlements, ['readTemplates'])
    })

    test('it is known without a look at the store once it was looked up, until something changes or it ends', async () => {
      const { clientId, token } = await issued()
      const known = (value = token, at = tenant) => identity.bearers.known(at, value)?.id
      assert.equal(known(), undefined)
      const { exp } = (await (await identity.providers.of(tenant)).ClientCredentials.find(token))!
      const before = now
      // What was written before may still be on its way to the node that wrote it: then it is looked up once more.
      const lookedUp = async (times: readonly number[]) => {
        now = before
        await clientOf(token)
        return times.map(time => {
          now = time
          return known()
        })
      }
      const end = exp! * 1000
      await becomes(() => lookedUp([end - 1, end]), [clientId, undefined])
      await becomes(() => lookedUp([before + 240_000]), [clientId])
      assert.deepEqual([known('unknown'), known(token, { ...tenant, id: 'other' })], [undefined, undefined])
      const usedAt = async () => (await store.clients.list()).find(({ id }) => id === clientId)!.lastUsedAt
      await becomes(usedAt, end - 1)
      now = before
      await entitleClient(store, clientId, ['readTemplates'])
      await becomes(async () => known(), undefined)
    })

    test('it is remembered while the store does not change, and its use is noted', async () => {
      const { clientId, token } = await issued()
      now += 120_000
      await clientOf(token)
      await identity.lastUses.stop()
      const used = (await store.clients.list()).find(({ id }) => id === clientId)!
      assert.equal(used.lastUsedAt, now)
      assert.ok(identity.bearers.cache.entries > 0)
      const grown = async () => {
        const { hits, entries } = identity.bearers.cache
        await clientOf(token)
        const { hits: after, entries: kept } = identity.bearers.cache
        return [after - hits, kept - entries]
      }
      // What was written before may still be on its way to the node that wrote it.
      await becomes(grown, [1, 0])
    })

    test('it is nobody’s if it is unknown, and that is not remembered', async () => {
      const { entries } = identity.bearers.cache
      await assert.rejects(clientOf('unknown'), INVALID)
      assert.equal(identity.bearers.cache.entries, entries)
    })

    test('it is nobody’s once its client is removed, although it was remembered', async () => {
      const { clientId, token } = await issued()
      await clientOf(token)
      const { entries } = identity.bearers.cache
      await removeClient(store, clientId)
      await assert.rejects(clientOf(token), INVALID)
      assert.equal(identity.bearers.cache.entries, entries - 1)
    })

    test('it is nobody’s if its client is gone while its record is still there', async () => {
      const { clientId, token } = await issued()
      await store.write(tx => tx.clients.remove(clientId))
      await assert.rejects(clientOf(token), INVALID)
    })

    test('it is nobody’s if its record names no client or no end', async () => {
      for (const missing of ['clientId', 'exp']) {
        const { token } = await issued()
        const record = (await store.records.get('ClientCredentials', secretHash(token)))!
        const payload = JSON.stringify({ ...JSON.parse(record.payload), [missing]: undefined })
        await store.records.keep({ ...record, payload })
        await assert.rejects(clientOf(token), INVALID, missing)
      }
    })

    test('it ends at its second, remembered or not', async () => {
      const { token } = await issued()
      const record = (await store.records.get('ClientCredentials', secretHash(token)))!
      const end = (JSON.parse(record.payload) as { exp: number }).exp * 1000
      const before = now
      now = end - 1
      await clientOf(token)
      now = end
      await assert.rejects(clientOf(token), INVALID)
      now = before
    })
  })
