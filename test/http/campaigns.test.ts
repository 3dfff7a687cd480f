import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { changeRules, giveAccess } from '../../src/governance/governance.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { json, refusal } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

interface Campaign {
  readonly id: string
  readonly state: string
  readonly digest: string | null
  readonly totals: { items: number; reviews: number }
}

interface Listed {
  readonly total: number
  readonly reviews: { id: string; reviewer: string | null; items: number }[]
}

const BY = { by: 'test', address: null }

for (const engine of usually('SQLite')) {
  describe(`the calls for campaigns on ${engine}`, () => {
    let service: TestService
    let token: string
    let wanted: object

    before(async () => {
      service = await testService(engine)
      ;({ token } = await clientToken(service, ['manageAccess']))
      const { id: shop } = await addApplication(service, { name: 'Shop' })
      const store = mainStore(service)
      await changeRules(store, shop, { mode: 'assigned', keepRecent: false }, BY)
      for (const userName of ['ada', 'bob', 'eve']) {
        const id = await addAccount(service, { userName, email: `${userName}@example.com` })
        await giveAccess(store, shop, { kind: 'account', id }, undefined, BY)
      }
      wanted = {
        ...{ name: 'Yearly review', applications: [shop] },
        ...{ reviewers: ['ada'], supervisors: ['bob'] },
        end: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      }
    })
    after(async () => await service.stop())

    const call = async (method: string, path: string, body?: object, by = token) =>
      await fetch(`${service.url}/v1.0/tabard${path}`, {
        method,
        headers: { authorization: `Bearer ${by}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const told = async <T>(...given: Parameters<typeof call>): Promise<T> => {
      const answer = await call(...given)
      assert.ok(answer.ok, `${given.slice(0, 2).join(' ')}: ${answer.status} ${await answer.clone().text()}`)
      return await json<T>(answer)
    }
    const refused = async (code: keyof typeof MESSAGES, ...given: Parameters<typeof call>) => {
      const { status, id } = MESSAGES[code]
      assert.deepEqual(await refusal(await call(...given)), [status, id], given.slice(0, 2).join(' '))
    }
    const reached = async (id: string, state: string): Promise<Campaign> => {
      for (;;) {
        const found = await told<Campaign>('GET', `/campaigns/${id}`)
        if (found.state === state) return found
        service.service.wake()
        await new Promise(done => setTimeout(done, 10))
      }
    }

    test('plan, watch, reassign, remind and end a campaign, and give its report', async () => {
      const preview = await told<{ items: number; reviewers: object[] }>('POST', '/campaigns/preview', wanted)
      assert.equal(preview.items, 3)
      const { id } = await told<Campaign>('POST', '/campaigns', wanted)
      const running = await reached(id, 'running')
      // Ada's own access is reviewed by the supervisor.
      assert.deepEqual([running.totals.items, running.totals.reviews], [3, 2])
      const { reviews, total } = await told<Listed>('GET', `/campaigns/${id}/reviews`)
      assert.equal(total, 2)
      assert.deepEqual(
        reviews.map(({ reviewer, items }) => [reviewer, items]),
        [
          ['ada', 2],
          ['bob', 1],
        ],
      )
      const review = reviews[0]!.id
      const at = `/campaigns/${id}/reviews/${review}`
      assert.deepEqual(await told('POST', `${at}/reminder`), { sent: true })
      assert.deepEqual(await told('POST', `${at}/reminder`), { sent: false })
      await refused('review_refused', 'PUT', `${at}/reviewer`, { reviewer: 'eve', reason: '' })
      await refused('review_refused', 'PUT', `${at}/reviewer`, { reviewer: 'eve', reason: '\0' })
      const passed = await told<Record<'reviewer' | 'former' | 'reason' | 'items', unknown>>(
        'PUT',
        `${at}/reviewer`,
        { reviewer: 'eve', reason: 'On\0 leave.\ud800' },
      )
      // Eve's own access stays with Ada.
      assert.deepEqual([passed.reviewer, passed.former, passed.items], ['eve', 'ada', 1])
      assert.equal(passed.reason, 'On leave.\ufffd')
      assert.deepEqual(await told('GET', `/campaigns/${id}/comparison`), {})
      await told('POST', `/campaigns/${id}/end`)
      const { digest } = await reached(id, 'ended')
      const report = await call('GET', `/campaigns/${id}/report`)
      assert.match(report.headers.get('content-type')!, /^text\/csv/)
      assert.match(report.headers.get('content-disposition')!, /access-review-yearly-review\.csv/)
      const text = await report.text()
      assert.equal(createHash('sha256').update(text).digest('hex'), digest)
      assert.equal(text.trim().split('\r\n').length, 4)
      const page = await call('GET', `/campaigns/${id}/report?format=html`)
      assert.match(page.headers.get('content-security-policy')!, /sandbox/)
      assert.match(await page.text(), /left-kept/)
      const listed = await told<{ campaigns: Campaign[] }>('GET', '/campaigns?limit=1')
      assert.equal(listed.campaigns[0]?.id, id)
      await refused('campaign_state', 'DELETE', `/campaigns/${id}`)
    })

    test('call off what has not started', async () => {
      const start = new Date(Date.now() + 5 * 86_400_000).toISOString()
      const { id } = await told<Campaign>('POST', '/campaigns', { ...wanted, start })
      assert.equal((await call('DELETE', `/campaigns/${id}`)).status, 204)
      assert.equal((await told<Campaign>('GET', `/campaigns/${id}`)).state, 'cancelled')
      await refused('campaign_state', 'POST', `/campaigns/${id}/end`)
    })

    test('previews, which read everybody, have a limit for each caller', async () => {
      const { token: busy } = await clientToken(service, ['manageAccess'])
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => call('POST', '/campaigns/preview', wanted, busy)),
      )
      const limited = answers.filter(({ status }) => status !== 200)
      assert.ok(limited.length > 0 && limited.length < 40, String(limited.length))
      for (const { status } of limited) assert.ok(status === 429 || status === 503, String(status))
      assert.equal((await call('POST', '/campaigns/preview', wanted)).status, 200, 'another caller')
    })

    test('need the entitlement, and a campaign of the tenant', async () => {
      const { token: other } = await clientToken(service, ['manageTemplates'])
      await refused('entitlement_missing', 'GET', '/campaigns', undefined, other)
      await refused('entitlement_missing', 'POST', '/campaigns', wanted, other)
      await refused('campaign_unknown', 'GET', '/campaigns/none')
      await refused('campaign_unknown', 'GET', '/campaigns/none/report')
      await refused('query_invalid', 'GET', '/campaigns/none/report?format=pdf')
      await refused('review_unknown', 'PUT', '/campaigns/none/reviews/none/reviewer', {
        reviewer: 'eve',
        reason: 'x',
      })
      await refused('value_invalid', 'POST', '/campaigns', { ...wanted, supervisors: [] })
      await refused('application_unknown', 'POST', '/campaigns', { ...wanted, applications: ['none'] })
    })
  })
}
