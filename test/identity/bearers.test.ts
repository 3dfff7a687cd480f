import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  createClient,
  entitleClient,
  type Identity,
  removeClient,
  rotateClient,
  rotateSealKey,
} from '../../src/identity/identity.ts'
import { type Store, StoreFault, type Tenant, type TenantStore } from '../../src/store/store.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES } from '../support/database.ts'
import { identityOf } from '../support/identity.ts'
import { type TestService, testService } from '../support/service.ts'
import { addTenant, mainStore } from '../support/tenants.ts'

const LIFE_MS = 2 * 3_600_000
const INVALID = { code: 'token_invalid', details: {} }

/** An object that differs in some of its members. */
function altered<T extends object>(object: T, change: object): T {
  return new Proxy(object, {
    get(own, name) {
      if (name in change) return Reflect.get(change, name)
      const value: unknown = Reflect.get(own, name, own)
      return typeof value === 'function' ? value.bind(own) : value
    },
  })
}

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
    const issued = async (id?: string) => {
      const { clientId, clientSecret } = await createClient(store, {
        id,
        name: 'Pipeline',
        entitlements: ['manageTemplates'],
      })
      const answer = (await identity.bearers.answer(tenant, clientId, clientSecret))!
      return { clientId, clientSecret, token: answer.access_token, end: now + LIFE_MS }
    }
    /** A node whose store differs in these methods. */
    const identityWith = async (change: Partial<Store>) => {
      const running = { ...service.service, store: altered(service.service.store, change) }
      return await identityOf({ ...service, service: running }, () => now)
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
      const { clientId, token, end } = await issued()
      const known = (value = token, at = tenant) => identity.bearers.known(at, value)?.id
      assert.equal(known(), undefined)
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

    test('it is nobody’s once its client has a new secret, or was added anew with the same one', async () => {
      const { clientId, clientSecret: secret, token } = await issued()
      const rotated = await rotateClient(store, clientId)
      await assert.rejects(clientOf(token), INVALID)
      const { access_token } = (await identity.bearers.answer(tenant, clientId, rotated.clientSecret))!
      assert.equal((await clientOf(access_token)).id, clientId)
      await removeClient(store, clientId)
      await createClient(store, { id: clientId, secret, name: 'Pipeline', entitlements: [] })
      for (const one of [token, access_token]) await assert.rejects(clientOf(one), INVALID)
    })

    test('a client gets it with its type, its life and an id that tells nothing of it, and has used it then', async () => {
      const { clientId, clientSecret } = await issued()
      const { bearers, lastUses } = await identityWith({})
      const answers = []
      for (let time = 0; time < 2; time++)
        answers.push((await bearers.answer(tenant, clientId, clientSecret))!)
      for (const { access_token, grant_id, ...rest } of answers) {
        assert.deepEqual(rest, { expires_in: 7200, token_type: 'Bearer' })
        const digest = createHash('sha256').update(`grant ${access_token}`).digest('hex')
        assert.match(grant_id, /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
        assert.equal(grant_id.replaceAll('-', ''), digest.slice(0, 32))
      }
      assert.notEqual(answers[0]!.access_token, answers[1]!.access_token)
      await lastUses.stop()
      const used = (await store.clients.list()).find(({ id }) => id === clientId)!
      assert.equal(used.lastUsedAt, now)
    })

    test('the provider gives none to a client whose secret has changed since it proved to have it', async () => {
      const { clientId } = await issued()
      const { Client, ClientCredentials } = await identity.providers.of(tenant)
      const saved = async (work: () => Promise<unknown>) => {
        const client = (await Client.find(clientId))!
        await work()
        return await new ClientCredentials({ client }).save()
      }
      assert.equal((await clientOf(await saved(async () => {}))).id, clientId)
      const refused = { error: 'invalid_client', status: 401 }
      await assert.rejects(
        saved(() => rotateClient(store, clientId)),
        refused,
      )
      await assert.rejects(
        saved(() => removeClient(store, clientId)),
        refused,
      )
    })

    test('nobody gets one with a wrong secret, or for a client that does not exist', async () => {
      const { clientId, clientSecret } = await issued()
      for (const [id, secret] of [
        [clientId, `${clientSecret}x`],
        [clientId, ''],
        [`${clientId}x`, clientSecret],
        ['nobody', 'nobody'],
        ['a\0b', clientSecret],
      ] as const)
        assert.equal(await identity.bearers.answer(tenant, id, secret), undefined, `${id} ${secret}`)
    })

    test('no character of it can be changed, and no other tenant takes it', async () => {
      const { token } = await issued('ein Wort: ä')
      assert.match(token, /^[\w-]{60,}$/)
      assert.equal((await clientOf(token)).id, 'ein Wort: ä')
      for (let at = 0; at < token.length; at++) {
        const other = token[at] === 'A' ? 'B' : 'A'
        await assert.rejects(clientOf(`${token.slice(0, at)}${other}${token.slice(at + 1)}`), INVALID)
      }
      for (const wrong of [token.slice(0, -1), `${token}A`, `${token}=`, token.slice(0, 22), token.slice(22)])
        await assert.rejects(clientOf(wrong), INVALID, wrong)
      const { id } = await addTenant(service, `other-${engine}`, `${engine}.example.com`.toLowerCase())
      await createClient(service.service.store.tenant(id), {
        id: 'ein Wort: ä',
        name: 'Theirs',
        entitlements: ['manageTemplates'],
      })
      const other = (await service.service.store.tenants()).find(one => one.id === id)!
      await assert.rejects(clientOf(token, other), INVALID)
    })

    test('it outlives a new sealing key, unless the old ones were removed', async () => {
      const { clientId, token } = await issued()
      await rotateSealKey(store, now, false)
      assert.equal((await clientOf(token)).id, clientId)
      await rotateSealKey(store, now, true)
      await assert.rejects(clientOf(token), INVALID)
    })

    test('whoever knows a sealing key makes none that lives longer, and none once the key was replaced', async () => {
      const { clientId } = await issued()
      const { secretHash, createdAt } = (await store.clients.get(clientId))!
      const forged = async (material: string, end: number) => {
        const content = Buffer.from(`x ${end.toString(36)} ${clientId}`).toString('base64url')
        const text = JSON.stringify(['client-token', secretHash, String(createdAt), content])
        const digest = createHmac('sha256', Buffer.from(material, 'base64url')).update(text).digest()
        return await clientOf(`${digest.toString('base64url', 0, 16)}${content}`)
      }
      const keyed = async () => (await store.keys.list('seal'))[0]!.material
      const [before, former] = [now, await keyed()]
      await rotateSealKey(store, now, false)
      assert.equal((await forged(former, now + LIFE_MS)).id, clientId)
      await assert.rejects(forged(former, now + LIFE_MS + 60_001), INVALID)
      now += LIFE_MS + 59_000
      assert.equal((await forged(former, now + LIFE_MS)).id, clientId)
      now += 2_000
      await assert.rejects(forged(former, now + LIFE_MS), INVALID)
      assert.equal((await forged(await keyed(), now + LIFE_MS)).id, clientId)
      now = before
    })

    test('keys from memory verify none while the store is away', async () => {
      const { store: all } = service.service
      let isAway = false
      const list = async () => {
        throw new StoreFault('unavailable', 'The database is away.')
      }
      const tenantStore = (id: string) =>
        isAway ? altered(all.tenant(id), { keys: { list } }) : all.tenant(id)
      const { bearers, lastUses } = await identityWith({ tenant: tenantStore })
      const { token } = await issued()
      await bearers.client(tenant, (await issued()).token)
      await rotateSealKey(store, now, true)
      isAway = true
      await assert.rejects(bearers.client(tenant, token), { kind: 'unavailable' })
      isAway = false
      await assert.rejects(bearers.client(tenant, token), INVALID)
      await lastUses.stop()
    })

    test('a client that another node has changed is read again before it is refused', async () => {
      const { bearers, lastUses } = await identityWith({ epoch: () => 0 })
      const { clientId, clientSecret } = await issued()
      await bearers.answer(tenant, clientId, clientSecret)
      const { clientSecret: next } = await rotateClient(store, clientId)
      const { access_token } = (await bearers.answer(tenant, clientId, next))!
      assert.equal((await clientOf(access_token)).id, clientId)
      assert.equal(await bearers.answer(tenant, clientId, clientSecret), undefined)
      await lastUses.stop()
    })

    test('it ends at its millisecond, remembered or not', async () => {
      const { token, end } = await issued()
      const before = now
      now = end - 1
      await clientOf(token)
      now = end
      await assert.rejects(clientOf(token), INVALID)
      now = before
    })
  })
