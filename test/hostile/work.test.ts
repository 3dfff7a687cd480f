import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { refusal } from '../support/answers.ts'
import { type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { clientToken, mainStore } from '../support/tenants.ts'
import { childService } from './child.ts'

const PREVIEW = '/v1.0/tabard/preview/login'
const REPORTS = '/v1.0/tabard/reports/policy?page=login&themeId=default'
const MiB = 1024 * 1024

describe('a preview obeys the limits of a package', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const preview = async (body: string) => await service.call('POST', PREVIEW, body)
  const files = (count: number, content = '""') =>
    `{"files":{${Array.from({ length: count }, (_, index) => `"common/${index}.css":${content}`).join()}}}`

  test('more files than a package may have are refused, and as many as it may have are not', async () => {
    assert.deepEqual(await refusal(await preview(files(5_001))), [413, 'TABRD0406E'])
    assert.equal((await preview(files(5_000))).status, 201)
    assert.equal((await preview(files(5_000, '{"base64":"YXt9"}'))).status, 201)
  })

  test('a body of more than 4 MiB is refused, and one below is not', async () => {
    const style = (length: number) => `{"files":{"common/a.css":"${'x'.repeat(length)}"}}`
    assert.deepEqual(await refusal(await preview(style(4 * MiB))), [413, 'TABRD0406E'])
    assert.equal((await preview(style(3.5 * MiB))).status, 201)
  })

  test('a body that is nested deeply, or has more values than files can be, is refused unbuilt', async () => {
    assert.deepEqual(await refusal(await preview('['.repeat(MiB))), [400, 'TABRD0402E'])
    assert.deepEqual(await refusal(await preview(`{"a":[${'0,'.repeat(MiB)}0]}`)), [413, 'TABRD0406E'])
    assert.equal((await preview('{"files":{"common/a.css":"\\",\\",[[[[[["}}')).status, 201)
    assert.equal((await preview(`{"files":{"common/a.css":"${'\\",'.repeat(MiB)}"}}`)).status, 201)
  })

  test('the largest one is kept in memory: its files are not read from the database again', async () => {
    const id = ((await (await preview(files(5_000, `"${'x'.repeat(700)}"`))).json()) as { id: string }).id
    await mainStore(service).records.remove('Preview', hash('sha256', id))
    const answer = await fetch(`${service.url}/template/v1.0/static/4999.css?themeId=${id}`)
    assert.equal((await answer.text()).length, 700)
  })

  test('of large ones fewer are kept', async () => {
    const { token } = await clientToken(service, ['readTemplates'])
    const body = `{"files":{"common/a.css":"${'x'.repeat(3.5 * MiB)}"}}`
    const ids: string[] = []
    for (let count = 0; count < 8; count++) {
      const answer = await service.call('POST', PREVIEW, body, { authorization: `Bearer ${token}` })
      assert.equal(answer.status, 201)
      ids.push(((await answer.json()) as { id: string }).id)
    }
    const kept = await Promise.all(
      ids.map(id => mainStore(service).records.get('Preview', hash('sha256', id))),
    )
    assert.deepEqual(
      kept.map(record => record !== undefined),
      [false, false, true, true, true, true, true, true],
    )
  })
})

test('hundreds of thousands of files in a preview are refused without building them', async () => {
  const child = await childService()
  try {
    const authorization = `Bearer ${await child.token()}`
    const body = `{"files":{${Array.from({ length: 300_000 }, (_, index) => `"${index}":""`).join()}}}`
    const resident = child.residentBytes()
    for (let time = 0; time < 5; time++) {
      const answer = await fetch(`${child.url}${PREVIEW}`, {
        method: 'POST',
        headers: { authorization },
        body,
      })
      assert.deepEqual(await refusal(answer), [413, 'TABRD0406E'])
    }
    assert.ok(child.residentBytes() - resident < 150 * MiB)
  } finally {
    await child.stop()
  }
})

describe('work is limited for each caller', () => {
  let service: TestService
  let other: { authorization: string }

  before(async () => {
    service = await testService('SQLite', { TABARD_TRUSTED_PROXIES: '127.0.0.1' })
    other = { authorization: `Bearer ${(await clientToken(service, ['readTemplates'])).token}` }
  })
  after(() => service.stop())

  /** Calls, some at once, until one is refused; answers with how many were not. */
  const admitted = async (most: number, call: () => Promise<Response>): Promise<number> => {
    let [count, refused] = [0, false]
    const calling = async () => {
      while (!refused && count < most) {
        const answer = await call()
        if (answer.status !== 429) {
          await answer.bytes()
          count += 1
          continue
        }
        refused = true
        assert.match(answer.headers.get('retry-after')!, /^[1-9]\d?$/)
        assert.deepEqual(await refusal(answer), [429, 'TABRD0111E'])
      }
    }
    await Promise.all(Array.from({ length: 8 }, calling))
    assert.ok(refused, `all of ${most} calls were admitted`)
    return count
  }

  test('previews', async () => {
    const call = (headers?: Record<string, string>) =>
      service.call('POST', '/v1.0/tabard/preview/none', '{}', headers)
    assert.ok((await admitted(3_000, () => call())) >= 300)
    assert.equal((await call(other)).status, 404)
  })

  test('previews count by their size', async () => {
    // Read, and refused for what it is: it costs nothing else.
    const body = 'x'.repeat(4 * MiB - 1)
    assert.ok((await admitted(100, () => service.call('POST', PREVIEW, body, other))) < 60)
  })

  test('explanations and samples', async () => {
    const call = (path: string, headers?: Record<string, string>) =>
      service.call('GET', `/v1.0/tabard${path}`, undefined, headers)
    assert.ok((await admitted(6_000, () => call('/explain?page=none'))) >= 1_200)
    assert.ok((await admitted(1_200, () => call('/preview/none'))) < 600, 'both count together')
    assert.equal((await call('/explain?page=none', other)).status, 404)
  })

  test('views of a preview, for each preview', async () => {
    const kept = async () =>
      (
        (await (
          await service.call('POST', PREVIEW, '{}', {
            authorization: `Bearer ${(await clientToken(service, ['readTemplates'])).token}`,
          })
        ).json()) as { id: string }
      ).id
    const [one, another] = [await kept(), await kept()]
    const view = (id: string) => fetch(`${service.url}/preview/${id}/none`)
    assert.ok((await admitted(4_000, () => view(one))) >= 600)
    assert.equal((await view(another)).status, 404)
  })

  test('reports of browsers, for each network', async () => {
    const report = (network: string) =>
      fetch(`${service.url}${REPORTS}`, {
        method: 'POST',
        body: '{}',
        headers: { 'x-forwarded-for': network },
      })
    assert.ok((await admitted(240, () => report('203.0.113.7'))) >= 60)
    assert.equal((await report('203.0.113.8')).status, 204)
    assert.ok((await admitted(240, () => report('2001:db8:1:2::1'))) >= 60)
    assert.ok((await admitted(60, () => report('2001:db8:1:2:3::1'))) < 30, 'it is the same network')
    assert.equal((await report('2001:db8:1:3::1')).status, 204)
  })
})

test('reports of browsers write a bounded number of lines to the log, and all are counted', async () => {
  const child = await childService({ TABARD_LOG_LEVEL: 'warn' })
  try {
    for (let time = 0; time < 40; time++)
      assert.equal((await fetch(`${child.url}${REPORTS}`, { method: 'POST', body: '{}' })).status, 204)
    const headers = { authorization: `Bearer ${await child.token()}` }
    const explained = await fetch(`${child.url}/v1.0/tabard/explain?page=login`, { headers })
    const { policy } = (await explained.json()) as { policy: { violations: number } }
    assert.equal(policy.violations, 40)
    const lines = () => child.output().match(/a page tried what its policy forbids/g)?.length ?? 0
    // An answer may come sooner than the lines that were written before it.
    await within(60_000, () => lines() >= 6)
    assert.ok(lines() < 20, `${lines()} lines`)
  } finally {
    await child.stop()
  }
})
