import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { json, refusal } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { type TestService, testService } from '../support/service.ts'
import { addTenant, clientToken, mainStore } from '../support/tenants.ts'
import { send } from '../support/wire.ts'
import { FUNNEL, type FunnelAnswer } from './pages.ts'

for (const engine of ENGINES) {
  describe(`the funnel of registrations on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const funnel = async (query = '') =>
      await json<FunnelAnswer>(await service.call('GET', `${FUNNEL}?${query}`))

    test('needs a token of the tenant that may read themes', async () => {
      assert.deepEqual(await refusal(await fetch(`${service.url}${FUNNEL}`)), [401, 'TABRD0201E'])
      const { token } = await clientToken(service, [])
      const answer = await service.call('GET', FUNNEL, undefined, { authorization: `Bearer ${token}` })
      assert.deepEqual(await refusal(answer), [403, 'TABRD0204E'])
      await addTenant(service, `Second ${engine}`, 'second.example')
      const authorization = `Bearer ${await service.token()}`
      const { body } = await send(service.url, 'GET', FUNNEL, { host: 'second.example', authorization })
      assert.match(body.toString(), /TABRD0203E/)
    })

    test('is empty where nothing was sent', async () => {
      const { groups, total } = await funnel()
      assert.deepEqual(groups, [])
      assert.deepEqual(total.steps[1], {
        event: 'registration_submitted',
        times: 0,
        journeys: 0,
        dropOff: null,
      })
    })

    test('days, groups and formats that there are not are refused', async () => {
      for (const query of [
        'from=2026-02-30',
        'to=yesterday',
        'from=2026-1-1',
        'from=2026-02-02&to=2026-02-01',
        'from=2020-01-01&to=2026-01-01',
        'by=person',
        'format=xml',
        'from=2026-01-01&from=2026-01-02',
      ])
        assert.deepEqual(await refusal(await service.call('GET', `${FUNNEL}?${query}`)), [400, 'TABRD0107E'])
    })

    test('the funnel by theme, as JSON and as CSV, tells what is lost at each step', async () => {
      const day = (event: string, times: number, journeys: number, of = {}) => ({
        day: '2026-01-10',
        theme: 'one',
        application: '=shop',
        locale: 'de',
        event,
        times,
        journeys,
        ...of,
      })
      await mainStore(service).write(tx =>
        tx.analytics.count([
          day('registration_started', 12, 10),
          day('registration_submitted', 9, 8),
          day('email_verified', 4, 4),
          day('reg_complete', 5, 5),
          day('email', 30, 9),
          day('registration_started', 3, 2, { theme: 'two', day: '2026-01-11' }),
        ]),
      )
      const range = 'from=2026-01-10&to=2026-01-11'
      const found = await funnel(`${range}&by=theme`)
      assert.deepEqual([found.from, found.to, found.by], ['2026-01-10', '2026-01-11', 'theme'])
      assert.deepEqual(
        found.total.steps.map(({ event, times, journeys, dropOff }) => [event, times, journeys, dropOff]),
        [
          ['registration_started', 15, 12, null],
          ['registration_submitted', 9, 8, 0.3333],
          ['email_verified', 4, 4, 0.5],
          ['reg_complete', 5, 5, 0],
        ],
      )
      const [one, two] = found.groups
      assert.deepEqual(
        one!.fields.find(({ event }) => event === 'email'),
        { event: 'email', times: 30, journeys: 9, dropOff: 0.1 },
      )
      assert.equal(two!.group, 'two')
      assert.deepEqual(
        two!.steps.map(({ dropOff }) => dropOff),
        [null, 1, null, null],
      )
      assert.deepEqual((await funnel(`${range}&application=none`)).groups, [])
      assert.deepEqual(
        (await funnel(`${range}&themeId=two`)).groups.map(({ group }) => group),
        ['2026-01-11'],
      )
      const csv = await service.call('GET', `${FUNNEL}?${range}&by=application&format=csv`)
      assert.match(
        csv.headers.get('content-disposition')!,
        /filename="registrations-by-application-2026-01-10-2026-01-11\.csv"/,
      )
      const lines = (await csv.text()).split('\r\n')
      assert.deepEqual(lines.slice(0, 3), [
        'application,event,times,journeys,dropOff',
        "'=shop,registration_started,15,12,",
        "'=shop,registration_submitted,9,8,0.3333",
      ])
      assert.equal(lines.length, 12)
      const asked = await service.call('GET', `${FUNNEL}?${range}`, undefined, { accept: 'text/csv' })
      assert.equal(asked.headers.get('content-type'), 'text/csv; charset=utf-8')
    })

    test('a roll-up goes when its time has come', async () => {
      const range = 'from=2026-01-01&to=2026-01-31'
      assert.equal((await funnel(range)).groups.length, 2)
      const { store } = service.service
      await store.sweep({ mails: 0, audit: 0, analytics: '2026-01-11', now: 0 })
      assert.deepEqual(
        (await funnel(range)).groups.map(({ group }) => group),
        ['2026-01-11'],
      )
    })
  })
}
