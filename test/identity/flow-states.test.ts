import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SignIn } from '../../src/core/flows/sign-in.ts'
import { Flows } from '../../src/identity/sessions/flows.ts'
import type { Journey } from '../../src/identity/tenancy/seals.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { openStore, type Store, type Tenant, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, freshDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, furnished } from '../support/store.ts'

const HOUR = 60 * 60_000
const BROWSER = 'the browser'

for (const engine of ENGINES)
  describe(`the states of flows on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let tenant: Tenant
    let flows: Flows
    let now = Date.now()
    let count = 0

    before(async () => {
      database = await freshDatabase(engine)
      store = await openStore({ ...database, now: () => now })
      main = await furnished(store)
      tenant = (await store.tenants())[0]!
      flows = new Flows(store, () => now)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const journey = (kind: Journey['kind'] = 'sign-in'): Journey => ({
      id: `journey ${++count}`,
      kind,
      themeId: null,
      to: null,
      flow: null,
      invitation: null,
      came: null,
      applicationId: null,
      interaction: null,
      locale: null,
      session: null,
      holder: null,
      startedAt: now,
    })
    const step = (at: string, more: object = {}) => ({ at, ...more }) as unknown as SignIn
    const keep = async (flow: Journey, state: object) => await main.write(tx => flows.keep(tx, flow, state))

    test('a flow has none on its first page, and then the one that was kept last', async () => {
      const flow = journey()
      assert.equal(await flows.state(tenant, flow), undefined)
      await keep(flow, step('password', { account: 'ada' }))
      await keep(flow, step('totp', { account: 'ada' }))
      assert.deepEqual(await flows.state(tenant, flow), { at: 'totp', account: 'ada' })
      assert.equal(await flows.state(tenant, journey()), undefined)
    })

    test('one belongs to the account that it is about, and ends with everything else of it', async () => {
      const [owned, free] = [journey(), journey()]
      await keep(owned, step('totp', { account: 'ada' }))
      await keep(free, step('password'))
      await main.write(tx => tx.records.removeOwned('ada'))
      assert.equal(await flows.state(tenant, owned), undefined)
      assert.deepEqual(await flows.state(tenant, free), { at: 'password' })
    })

    test('one is kept for an hour since its flow began', async () => {
      const flow = journey()
      now += HOUR / 2
      await keep(flow, step('password'))
      const kept = await main.write(tx => tx.records.takeExpiring('Flow', flow.startedAt + HOUR + 1))
      assert.ok(kept.some(({ expiresAt }) => expiresAt === flow.startedAt + HOUR))
    })

    test('one is taken at its own step only, and once', async () => {
      const flow = journey()
      const take = async (at: string) => await main.write(tx => flows.take(tx, flow, at))
      assert.equal(await take('totp'), undefined)
      await keep(flow, step('totp', { account: 'ada' }))
      assert.equal(await take('code'), undefined)
      assert.deepEqual(await take('totp'), { at: 'totp', account: 'ada' })
      assert.equal(await take('totp'), undefined)
      assert.equal(await flows.state(tenant, flow), undefined)
    })

    test('whoever is signed in proves something beside the state of the flow', async () => {
      const flow = journey('profile')
      await keep(flow, { draft: 'of a profile' })
      await keep(flow, step('totp', { account: 'ada' }))
      assert.deepEqual(await flows.state(tenant, flow), { draft: 'of a profile' })
      assert.deepEqual(await flows.proof(tenant, flow), { at: 'totp', account: 'ada' })
      assert.equal(await flows.proof(tenant, journey('profile')), undefined)
      // A kind of record that other versions find as well.
      assert.notEqual(await main.records.get('FlowProof', secretHash(flow.id)), undefined)
      await main.write(tx => flows.proved(tx, flow))
      assert.equal(await flows.proof(tenant, flow), undefined)
      assert.deepEqual(await flows.state(tenant, flow), { draft: 'of a profile' })
    })

    test('a step that proves is taken from beside the state as well', async () => {
      const flow = journey('profile')
      await keep(flow, step('totp', { account: 'ada' }))
      const taken = await main.write(tx => flows.take(tx, flow, 'totp'))
      assert.deepEqual(taken, { at: 'totp', account: 'ada' })
      assert.equal(await flows.proof(tenant, flow), undefined)
    })

    for (const kind of ['sign-in', 'console'] as const)
      test(`at the ${kind === 'console' ? 'sign-in of the console' : kind}, a proof is the state`, async () => {
        const flow = journey(kind)
        await keep(flow, step('totp'))
        assert.deepEqual(await flows.state(tenant, flow), { at: 'totp' })
        assert.equal(await flows.proof(tenant, flow), undefined)
      })

    test('a step that depends on proofs is kept while its account stays as it was', async () => {
      const account = accountOf('grace', { passwordHash: 'the first' })
      await main.write(tx => tx.accounts.create(account))
      const kept = async (who: typeof account | undefined) => {
        const flow = journey()
        const isKept = await main.write(tx => flows.keepFor(tx, who, flow, step('totp')))
        return [isKept, await flows.state(tenant, flow)]
      }
      const [done, refused] = [
        [true, { at: 'totp' }],
        [false, undefined],
      ]
      assert.deepEqual(await kept(account), done)
      assert.deepEqual(await kept(undefined), done)
      assert.deepEqual(await kept(accountOf('nobody')), refused)
      await main.write(tx => tx.accounts.update(account.id, { passwordHash: 'another' }))
      assert.deepEqual(await kept(account), refused)
      const changed = { ...account, passwordHash: 'another' }
      assert.deepEqual(await kept(changed), done)
      await main.write(tx => tx.accounts.update(account.id, { status: 'disabled' }))
      assert.deepEqual(await kept(changed), refused)
    })

    test('a flow ends once, and what is kept afterwards does not revive it', async () => {
      const flow = journey()
      await keep(flow, step('password'))
      assert.equal(await main.write(tx => flows.end(tx, flow)), true)
      assert.equal(await flows.state(tenant, flow), 'ended')
      assert.equal(await main.write(tx => flows.end(tx, flow)), false)
      await keep(flow, step('password'))
      assert.equal(await flows.state(tenant, flow), 'ended')
    })

    test('an ended flow leaves nothing of its state', async () => {
      const flow = journey()
      await keep(flow, step('password', { account: 'eve' }))
      await main.write(tx => flows.end(tx, flow))
      assert.equal(await main.write(tx => tx.records.removeOwned('eve')), 0)
    })

    test('it is known whether a flow has ended since a moment', async () => {
      const flow = journey()
      assert.equal(await flows.endedAt(tenant.id, flow), undefined)
      await main.write(tx => flows.end(tx, flow))
      assert.equal(await flows.endedAt(tenant.id, flow), now)
    })

    test('ends and sign-outs are remembered for as long as a flow lasts', async () => {
      now += 1_000
      const flow = journey()
      now += 1_000
      await main.write(tx => flows.end(tx, flow))
      await main.write(tx => flows.signOut(tx, 'a browser of its own'))
      const taken = async (kind: string, before: number) =>
        (await main.write(tx => tx.records.takeExpiring(kind, before))).filter(
          ({ expiresAt }) => expiresAt! >= flow.startedAt + HOUR,
        ).length
      assert.equal(await taken('FlowEnd', flow.startedAt + HOUR), 0)
      assert.equal(await taken('FlowEnd', flow.startedAt + HOUR + 1), 1)
      assert.equal(await taken('SignedOut', now + HOUR), 0)
      assert.equal(await taken('SignedOut', now + HOUR + 1), 1)
    })

    test('a sign-out counts for the flows that began before it in the same browser', async () => {
      const flow = journey()
      assert.equal(await flows.outlived(tenant, BROWSER, flow), false)
      now += 1
      await main.write(tx => flows.signOut(tx, BROWSER))
      assert.equal(await flows.outlived(tenant, BROWSER, flow), true)
      assert.equal(await flows.outlived(tenant, 'another browser', flow), false)
      assert.equal(await flows.outlived(tenant, BROWSER, journey()), false)
    })
  })
