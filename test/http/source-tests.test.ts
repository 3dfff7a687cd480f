import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { usually } from '../support/database.ts'
import { type TestService, testService } from '../support/service.ts'
import { SourceProvider } from '../support/source-provider.ts'

const AT = '/v1.0/tabard/sources'

interface Told {
  readonly id: string
  readonly address: string | null
  readonly steps: readonly { step: string; details: Record<string, string> }[]
  readonly problem: string | null
  readonly subject: string | null
  readonly person: Record<string, string>
}

for (const engine of usually('PostgreSQL')) {
  describe(`tests of identity sources on ${engine}`, () => {
    let service: TestService
    let administrator: TestOperator
    let provider: SourceProvider
    let source: string

    before(async () => {
      service = await testService(engine)
      administrator = await operatorOf(service, 'administrator')
      provider = await SourceProvider.start()
      const settings = { ...provider.settings, name: 'Tried', enabled: false }
      ;({ id: source } = await administrator.json<{ id: string }>('POST', AT, settings))
    })
    after(async () => {
      await provider.stop()
      await service.stop()
    })

    const begin = async () => await administrator.json<Told>('POST', `${AT}/Tried/tests`)
    const told = async ({ id }: Told) => await administrator.json<Told>('GET', `${AT}/Tried/tests/${id}`)
    const back = async (address: string) => await fetch(address, { redirect: 'manual' })

    test('show each step without secrets, sign nobody in and lead back to the console', async () => {
      const begun = await begin()
      assert.deepEqual(
        begun.steps.map(({ step }) => step),
        ['discovery', 'authorization'],
      )
      const { redirect } = provider.grant(begun.address!)
      const answer = await back(redirect)
      const { consoleUrl } = service.service
      assert.equal(answer.headers.get('refresh'), `0;url=${consoleUrl}/sources/${source}?test=${begun.id}`)
      assert.doesNotMatch(answer.headers.getSetCookie().join(), /session/)
      const ended = await told(begun)
      assert.deepEqual(
        [ended.problem, ended.subject, ended.person.email],
        [null, 'ada-there', 'ada@example.com'],
      )
      assert.ok(ended.steps.some(({ step }) => step === 'token'))
      const query = new URL(redirect).searchParams
      for (const secret of [provider.settings.secret, query.get('code')!, query.get('state')!])
        assert.ok(!JSON.stringify(ended).includes(secret), secret)
      // Its state was used up: the answer cannot be brought again.
      assert.equal((await back(redirect)).status, 403)
    })

    test('tell why the source failed, at the beginning and at the end', async () => {
      const begun = await begin()
      provider.lie = { nonce: 'another one' }
      await back(provider.grant(begun.address!).redirect)
      provider.lie = {}
      const ended = await told(begun)
      assert.notEqual(ended.problem, null)
      assert.equal(ended.subject, null)
      // What the source says about itself is asked for anew.
      await administrator.json('PUT', `${AT}/Tried`, { creates: true })
      provider.failing = 500
      const failed = await begin()
      provider.failing = undefined
      assert.equal(failed.address, null)
      assert.notEqual(failed.problem, null)
    })

    test('are for the source that they were made for, and are audited', async () => {
      const begun = await begin()
      await administrator.json('POST', AT, { preset: 'google', clientId: 'x', secret: 'x' })
      assert.equal((await administrator.call('GET', `${AT}/Google/tests/${begun.id}`)).status, 404)
      assert.equal((await administrator.call('GET', `${AT}/Tried/tests/none`)).status, 404)
      const { entries } = await administrator.json<{ entries: { event: string }[] }>(
        'GET',
        '/v1.0/tabard/audit?event=source-tested',
      )
      assert.equal(entries.length, 4)
    })
  })
}
