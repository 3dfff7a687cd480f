import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { ENGINES } from '../support/database.ts'
import { addApplication } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

const REDIRECT = 'https://app.example/callback'
/** How many requests may wait for one network. */
const MOST = 2_000

for (const engine of ENGINES) {
  describe(`what /authorize keeps for anybody on ${engine}`, () => {
    let service: TestService
    let clientId: string

    before(async () => {
      service = await testService(engine, { TABARD_TRUSTED_PROXIES: '127.0.0.1' })
      ;({ clientId } = await addApplication(service, { name: 'Shop', redirects: [REDIRECT] }))
    })
    after(() => service.stop())

    const asked = async (parameters: Record<string, string> = {}, network = '198.51.100.1') => {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: REDIRECT,
        ...parameters,
      })
      return await fetch(`${service.url}${ISSUER_PATH}/authorize?${query}`, {
        redirect: 'manual',
        headers: { accept: 'text/html', 'x-forwarded-for': network },
      })
    }
    const begun = async (network?: string) => {
      const answer = await asked({}, network)
      assert.equal(answer.status, 303)
      return /interaction\/([\w-]+)/.exec(answer.headers.get('location')!)![1]!
    }
    const kept = async (uid: string) => await mainStore(service).records.get('Interaction', secretHash(uid))

    test('has a bound for each parameter and for all of them; a person sees a page', async () => {
      assert.equal((await asked({ state: 'x'.repeat(4_096) })).status, 303)
      for (const [parameters, status] of [
        [{ state: 'x'.repeat(4_097) }, 400],
        [{ state: 'x'.repeat(3_000), nonce: 'x'.repeat(3_000), login_hint: 'x'.repeat(3_000) }, 413],
        [{ unknown: 'x'.repeat(9_000) }, 413],
      ] as const) {
        const answer = await asked(parameters)
        assert.equal(answer.status, status)
        assert.match(answer.headers.get('content-type')!, /^text\/html/)
        assert.match(await answer.text(), /<html/)
      }
    })

    test('has a bound for each network: the oldest gives way, and no other network is touched', async () => {
      const [elsewhere, first] = [await begun('198.51.100.2'), await begun()]
      const { owner } = (await kept(first))!
      assert.doesNotMatch(owner!, /198\.51/, 'the address itself is not kept')
      await mainStore(service).write(async tx => {
        for (let count = 0; count < MOST; count++) {
          const expiresAt = Date.now() + 7_200_000
          await tx.records.keep({
            kind: 'Interaction',
            idHash: `${count}`,
            owner,
            payload: '{}',
            expiresAt,
          })
        }
      }, 'quiet')
      assert.ok((await kept(elsewhere)) !== undefined && (await kept(first)) !== undefined)
      await begun('198.51.100.2')
      assert.ok((await kept(first)) !== undefined)
      await begun()
      assert.equal(await kept(first), undefined)
      assert.ok((await kept(elsewhere)) !== undefined)
    })

    test('is swept away once it has expired, with the next one', async () => {
      // Not by the sweep that is due soon after a start.
      await mainStore(service).write(tx => tx.jobs.cancel('sweep'))
      const old = { kind: 'Interaction', owner: null, payload: '{}', expiresAt: Date.now() - 1 }
      await mainStore(service).write(tx => tx.records.keep({ ...old, idHash: 'old' }), 'quiet')
      assert.ok((await mainStore(service).records.get('Interaction', 'old')) !== undefined)
      await begun()
      assert.equal(await mainStore(service).records.get('Interaction', 'old'), undefined)
    })
  })
}

describe('requests of anybody', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite', { TABARD_TRUSTED_PROXIES: '127.0.0.1' })
  })
  after(() => service.stop())

  test('at /authorize are limited for each network, and a person sees a page', async () => {
    const ask = (network: string, query: string, accept: string) =>
      fetch(`${service.url}${ISSUER_PATH}/authorize?${query}`, {
        headers: { accept, 'x-forwarded-for': network },
      })
    // Too large, which costs the least.
    const large = `state=${'x'.repeat(9_000)}`
    let [count, refused] = [0, false]
    const asking = async () => {
      while (!refused && count < 6_000) {
        const { status } = await ask('203.0.113.1', large, 'application/json')
        if (status === 429) refused = true
        else count += 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, asking))
    assert.ok(refused, 'all are admitted')
    // Some are admitted again by now.
    let answer = await ask('203.0.113.1', large, 'text/html')
    for (let time = 0; time < 500 && answer.status !== 429; time++) {
      await answer.bytes()
      answer = await ask('203.0.113.1', large, 'text/html')
    }
    assert.equal(answer.status, 429)
    assert.ok(count >= 1_200, `${count} are admitted`)
    assert.match(answer.headers.get('retry-after')!, /^\d+$/)
    assert.match(await answer.text(), /<html/)
    assert.equal((await ask('203.0.113.2', large, 'text/html')).status, 413)
  })

  for (const path of [
    '/idaas/mtfim/sps/idaas/login',
    '/flows/?reference=registration',
    `${ISSUER_PATH}/interaction/abc`,
    `${ISSUER_PATH}/authorize`,
    `${ISSUER_PATH}/logout`,
    `${ISSUER_PATH}/logout/confirm`,
  ])
    test(`with a form that is too large get a page at ${path}`, async () => {
      for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
        const answer = await fetch(`${service.url}${path}`, {
          method: 'POST',
          headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
          body: `username=${'x'.repeat(70_000)}`,
        })
        assert.equal(answer.status, 413)
        assert.match(answer.headers.get('content-type')!, /^text\/html/)
        assert.match(await answer.text(), /<html/)
      }
    })
})
