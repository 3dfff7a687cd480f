import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { DESIGNER_AT_COMMAND_LINE as BY, keepAttribute, publishFlow } from '../../src/identity/identity.ts'
import { Tickets } from '../../src/identity/measuring/tickets.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { Seals } from '../../src/identity/tenancy/seals.ts'
import { newcomer } from '../journeys/registration-checks.ts'
import { json, ownPaths, refusal } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { Person } from '../support/person.ts'
import { parsed } from '../support/prometheus.ts'
import { type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { addTenant, mainStore } from '../support/tenants.ts'
import { COLLECT, countedBy, FUNNEL, type FunnelAnswer, REGISTRATION, senderOn, switched } from './pages.ts'

for (const engine of ENGINES) {
  describe(`events that pages send to the service on ${engine}`, () => {
    let service: TestService
    let theme: string
    let networks = 0

    before(async () => {
      service = await testService(engine, {
        TABARD_METRICS_PORT: '0',
        TABARD_TRUSTED_PROXIES: '127.0.0.1',
      })
      theme = await service.createTheme('Counted', packageOf({ 'common/own.txt': 'own' }))
      await switched(service, theme, true)
    })
    after(() => service.stop())

    const page = async (query = `&themeId=${theme}`, headers: Record<string, string> = {}) =>
      await new Person(service.url, headers).visit(`${REGISTRATION}${query}`)
    const ticket = async () => senderOn(await page())!.ticket
    /** A batch as a browser sends it, from a network of its own unless told. */
    const post = async (body: unknown, headers: Record<string, string> = {}, from = `10.0.${networks++}.1`) =>
      await fetch(`${service.url}${COLLECT}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': from, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const outcomes = async () => {
      const families = parsed(await (await fetch(service.service.metricsUrl!)).text())
      const { samples } = families.get('tabard_analytics_events_total')!
      return Object.fromEntries(samples.map(({ labels, value }) => [labels.outcome!, value]))
    }
    /** What became of events in the meantime. */
    const grown = async (work: () => Promise<unknown>) => {
      const before = await outcomes()
      await work()
      const now = await outcomes()
      return Object.fromEntries(
        Object.entries(now).flatMap(([name, value]) =>
          value === before[name] ? [] : [[name, value - before[name]!]],
        ),
      )
    }
    const funnel = async (query = '') =>
      await json<FunnelAnswer>(await service.call('GET', `${FUNNEL}?${query}`))
    const sums = async (query = `themeId=${theme}`) => countedBy((await funnel(query)).total)
    /** What holds once the sums are written. */
    const soon = async (holds: () => Promise<void>) => {
      let failure: unknown
      const held = async () => {
        try {
          await holds()
          return true
        } catch (error) {
          failure = error
          return false
        }
      }
      await within(60_000, held).catch(() => {
        throw failure
      })
    }
    const named = (...names: unknown[]) => names.map(name => ({ name }))

    test('what a page sends is in the funnel soon after, with no cookie and nothing of the person', async () => {
      const sent = await ticket()
      const answer = await post({ ticket: sent, events: named('registration_started', 'email', 'email') })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.get('set-cookie'), null)
      assert.equal(
        (await post({ ticket: sent, events: named('password') }, { 'content-type': 'application/json' }))
          .status,
        204,
      )
      await soon(async () => {
        const { registration_started, email, password } = await sums()
        assert.deepEqual(
          [registration_started, email, password],
          [
            [1, 1],
            [2, 1],
            [1, 1],
          ],
        )
      })
      const [group, ...others] = (await funnel(`by=application&themeId=${theme}`)).groups
      assert.equal(group!.group, '')
      assert.deepEqual(others, [])
      assert.equal((await funnel(`by=locale&themeId=${theme}`)).groups[0]!.group, 'default')
    })

    test('designed steps and fields are counted, each on its own page only', async () => {
      const store = mainStore(service)
      await keepAttribute(store, 'company', { name: 'company', kind: 'text', label: 'Company' }, BY)
      const [start] = REGISTRATION_FLOW.steps
      const firm = { id: 'firm', title: 'Your company', fields: [{ attribute: 'company' }] }
      const steps = [{ ...start!, title: 'Join us' }, firm]
      await publishFlow(store, 'designed', { ...REGISTRATION_FLOW, steps }, BY)
      const person = new Person(service.url)
      const first = await person.visit(`/flows/?reference=designed&themeId=${theme}`)
      assert.match(first.html, /data-shown="registration_started step_start"/)
      const second = await person.submit(newcomer())
      assert.match(second.html, /data-shown="step_firm" data-fields="company"/)
      const before = await sums()
      const count = (name: string, all: typeof before) => all[name] ?? [0, 0]
      const events = named('step_start', 'registration_started', 'step_start', 'field_company', 'step_firm')
      assert.deepEqual(await grown(() => post({ ticket: senderOn(first)!.ticket, events })), {
        accepted: 2,
        repeated: 1,
        misplaced: 2,
      })
      const clicks = named('step_firm', 'field_company', 'field_company', 'field_other', 'step_<b>')
      assert.deepEqual(await grown(() => post({ ticket: senderOn(second)!.ticket, events: clicks })), {
        accepted: 3,
        misplaced: 1,
        unknown: 1,
      })
      await soon(async () => {
        const now = await sums()
        for (const [name, times, journeys] of [
          ['registration_started', 1, 1],
          ['step_start', 1, 1],
          ['step_firm', 1, 1],
          ['field_company', 2, 1],
        ] as const) {
          const [is, was] = [count(name, now), count(name, before)]
          assert.deepEqual([is[0] - was[0], is[1] - was[1]], [times, journeys], name)
        }
      })
      const csv = await (await service.call('GET', `${FUNNEL}?format=csv&themeId=${theme}`)).text()
      assert.match(csv, /,field_company,2,1,/)
    })

    test('a page tells of its step once, and of a field as often as it is clicked, within bounds', async () => {
      const before = await sums()
      const again = await ticket()
      const steps = async () => {
        for (const suffix of ['', '.', '.x'])
          await post({ ticket: `${again}${suffix}`, events: named('registration_started', 'age') })
      }
      const clicks = async () => {
        for (let round = 0; round < 11; round++)
          await post({ ticket: again, events: named(...Array(20).fill('mobile_number')) })
      }
      assert.deepEqual(await grown(steps), { accepted: 4, repeated: 2 })
      assert.deepEqual(await grown(clicks), { accepted: 197, repeated: 23 })
      await soon(async () => {
        const { registration_started, age } = await sums()
        assert.equal(registration_started![0] - before.registration_started![0], 1)
        assert.equal(registration_started![1] - before.registration_started![1], 1)
        assert.deepEqual([age![0] - before.age![0], age![1] - before.age![1]], [3, 1])
      })
    })

    test('a step that is shown again is no further journey', async () => {
      const before = await sums()
      const person = new Person(service.url)
      await person.visit(`${REGISTRATION}&themeId=${theme}`)
      await person.submit({ given_name: 'Kim' })
      const { ticket } = senderOn(person.shown!)!
      await post({ ticket, events: named('registration_started', 'last_name') })
      await soon(async () => {
        const { registration_started, last_name } = await sums()
        assert.equal(registration_started![0] - before.registration_started![0], 1)
        assert.equal(registration_started![1], before.registration_started![1])
        assert.equal(last_name![1] - before.last_name![1], 1)
      })
    })

    test('nothing that was made up is counted, and all of it is told of', async () => {
      const good = await ticket()
      const [body, mac] = good.split('.') as [string, string]
      const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[]
      const other = Buffer.from(JSON.stringify(fields.with(0, 'default'))).toString('base64url')
      const stored = service.service.store
      const at = (now: number) => {
        const clock = () => now
        return new Tickets(new Seals(new TenantKeys(stored, clock), clock), clock)
      }
      const of = {
        theme,
        application: '',
        locale: 'default',
        step: 'created',
        again: false,
        designed: [],
      } as const
      const old = await at(Date.now() - 3_700_000).issued('main', of, 'journey')
      const second = await addTenant(service, `Second ${engine}`, 'second.example')
      const foreign = await at(Date.now()).issued(second.id, of, 'journey')
      const batch = { events: named('registration_started', 'reg_complete') }
      const forged = [
        '',
        '.',
        body,
        `${body}.`,
        `${other}.${mac}`,
        `${body}.${mac.slice(1)}`,
        `x${good}`,
        old,
        foreign,
      ]
      assert.deepEqual(
        await grown(async () => {
          for (const ticket of forged) await refused(await post({ ...batch, ticket }), 400, 'TABRD0701E')
        }),
        { forged: forged.length - 1, expired: 1 },
      )
      assert.deepEqual(
        await grown(async () => {
          const events = [
            ...named('email_verified', 'reg_complete'),
            ...named('page_view', 'toString', '__proto__'),
          ]
          const wrong = [...named(1, null, {}), null, 'email', 7, [], [['name', 'email']]]
          assert.equal((await post({ ticket: good, events: [...events, ...wrong] })).status, 204)
        }),
        { misplaced: 2, unknown: 3, invalid: 8 },
      )
    })

    test('a body that no page sends is refused, and counted', async () => {
      const good = await ticket()
      const many = { ticket: good, events: Array.from({ length: 21 }, () => ({ name: 'email' })) }
      const bodies = [
        '',
        '{',
        'null',
        '7',
        '"x"',
        '[]',
        '{}',
        `${'['.repeat(4_000)}`,
        `{"a":${'['.repeat(1_500)}${']'.repeat(1_500)}}`,
      ]
      const wrong = [
        ...bodies,
        { ticket: good },
        { events: [] },
        { ticket: 1, events: [] },
        { ticket: good, events: {} },
        many,
      ]
      assert.deepEqual(
        await grown(async () => {
          for (const body of wrong) await refused(await post(body), 400, 'TABRD0402E')
        }),
        { malformed: wrong.length },
      )
      assert.deepEqual(
        await grown(async () => {
          await refused(await post({ ticket: good, events: [], more: 'x'.repeat(5_000) }), 413, 'TABRD0406E')
          await refused(await post('{}', { 'content-type': 'text/html' }), 415, 'TABRD0401E')
        }),
        { malformed: 2 },
      )
      const got = await fetch(`${service.url}${COLLECT}`)
      assert.equal(got.headers.get('allow'), 'POST')
      await refused(got, 405, 'TABRD0102E')
    })

    test('a browser that does not want to be counted is not', async () => {
      const good = await ticket()
      for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
        assert.equal(senderOn(await page(`&themeId=${theme}`, headers)), undefined)
        assert.deepEqual(
          await grown(async () => {
            const answer = await post({ ticket: good, events: named('registration_started') }, headers)
            assert.equal(answer.status, 204)
          }),
          { declined: 1 },
        )
      }
    })

    test('one network sends a hundred and twenty batches a minute at most', async () => {
      const good = await ticket()
      const events = named('mobile_number')
      assert.deepEqual(
        await grown(async () => {
          for (let batch = 0; batch < 120; batch++)
            assert.equal((await post({ ticket: good, events }, {}, '2001:db8:1:2::7')).status, 204)
          const answer = await post({ ticket: good, events }, {}, '2001:db8:1:2:ffff::8')
          assert.match(answer.headers.get('retry-after')!, /^[1-6]?\d$/)
          await refused(answer, 429, 'TABRD0702E')
          assert.equal((await post({ ticket: good, events }, {}, '2001:db8:1:3::7')).status, 204)
        }),
        { accepted: 121, limited: 1 },
      )
    })

    test('a page of another theme carries nothing and keeps its policy; switched off, neither does this one', async () => {
      const policyOf = ({ headers }: { headers: Headers }) =>
        headers
          .get('content-security-policy')!
          .replace(/nonce-[\w-]+/g, 'nonce')
          .replace(/themeId=[\w-]+/, '')
      const quiet = await page('')
      assert.equal(senderOn(quiet), undefined)
      const other = await service.createTheme(
        'Bare',
        packageOf({
          'user_flows/registration/default/registration.html':
            '<!doctype html><title>x</title>@REGISTRATION_FORM@',
        }),
      )
      const without = await page(`&themeId=${other}`)
      assert.match(policyOf(without), /script-src 'none'/)
      assert.doesNotMatch(policyOf(without), /connect-src/)
      await switched(service, other, true)
      const carrying = await page(`&themeId=${other}`)
      const sender = senderOn(carrying)!
      assert.ok(carrying.html.startsWith('<!doctype html><script defer nonce="'))
      assert.equal(
        policyOf(carrying),
        policyOf(without)
          .replace("script-src 'none'", "script-src 'nonce'")
          .replace('; form-action', `; connect-src ${ownPaths(service.url)}; form-action`),
      )
      const script = await fetch(`${service.url}${sender.src}`)
      assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8')
      const passing = await fetch(`${service.url}${sender.src.replace(/v=.*/, 'v=1')}`)
      assert.equal(passing.headers.get('cache-control'), 'public, no-cache')
      assert.match(await script.text(), /sendBeacon/)
      await switched(service, other, false)
      assert.equal(policyOf(await page(`&themeId=${other}`)), policyOf(without))
      await refused(await fetch(`${service.url}${sender.src}`), 404, 'TABRD0301E')
      assert.deepEqual(await grown(() => post({ ticket: sender.ticket, events: named('email', 'age') })), {
        off: 2,
      })
    })

    test('the script knows the titles of the language of its page', async () => {
      const german = senderOn(await page(`&themeId=${theme}&ui_locales=de`))!
      assert.match(german.src, /locale=de/)
      assert.match(await (await fetch(`${service.url}${german.src}`)).text(), /"Konto erstellen"/)
      await post({ ticket: german.ticket, events: named('registration_started') })
      await soon(async () => {
        const { groups } = await funnel(`by=locale&themeId=${theme}`)
        assert.deepEqual(countedBy(groups.find(({ group }) => group === 'de')!).registration_started, [1, 1])
      })
    })

    test('the collector is at the pages, not at the console', async () => {
      const answer = await fetch(`${service.service.consoleUrl}${COLLECT}`, { method: 'POST', body: '{}' })
      assert.equal(answer.status, 404)
    })

    test('what was accepted is in the store, and nothing else', async () => {
      const { accepted, lost } = await outcomes()
      assert.equal(lost, 0)
      await soon(async () => {
        const times = Object.values(await sums('')).map(([times]) => times)
        assert.equal(
          times.reduce((sum, next) => sum + next, 0),
          accepted,
        )
      })
    })
  })
}

async function refused(answer: Response, ...expected: [status: number, id: string]): Promise<void> {
  assert.deepEqual(await refusal(answer), expected)
}
