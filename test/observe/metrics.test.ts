import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { parse } from 'yaml'
import { ALL_METRICS } from '../../src/http/server/metric-table.ts'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES, freshDatabase } from '../support/database.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { busyPort } from '../support/ports.ts'
import { tabard } from '../support/process.ts'
import { type Family, parsed } from '../support/prometheus.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { executed, within } from '../support/store.ts'
import { talk } from '../support/wire.ts'

const LOGIN = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
/** No page is nested so deeply. */
const BOTTOMLESS = '<div>'.repeat(100_000)
const POSTGRES_ONLY = ['tabard_database_connections', 'tabard_database_waiting_requests']
/** What this service has nothing to tell of: a certificate, a backup, guesses. */
const ABSENT = [
  'tabard_certificate_end_timestamp_seconds',
  'tabard_last_backup_timestamp_seconds',
  'tabard_throttled_tries_total',
]

for (const engine of ENGINES) {
  describe(`metrics on ${engine}`, () => {
    let service: TestService
    let stoppedAt: number | undefined
    const began = Math.floor(Date.now() / 1000)
    before(async () => {
      const now = () => stoppedAt ?? Date.now()
      service = await testService(engine, { TABARD_METRICS_PORT: '0' }, { now })
    })
    after(async () => await service.stop())

    /** The metrics of a scrape for which the database has answered in time, which it may not on a busy machine. */
    const scrape = async (): Promise<Map<string, Family>> => {
      let found: Map<string, Family>
      await within(60_000, async () => {
        const answer = await fetch(service.service.metricsUrl!)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
        found = parsed(await answer.text())
        return found.get('tabard_database_up')!.samples[0]!.value === 1
      })
      return found!
    }
    const told = async (name: string, labels: Record<string, string> = {}) =>
      (await scrape())
        .get(name)
        ?.samples.find(
          sample =>
            !sample.name.endsWith('_bucket') &&
            Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
        )?.value

    test('are all in the table, with its types and labels, and nothing else is', async () => {
      await service.call('GET', '/v1.0/branding/themes')
      const found = await scrape()
      assert.deepEqual([...found.keys()].toSorted(), Object.keys(ALL_METRICS).toSorted())
      const monitoring = readFileSync('docs/monitoring.md', 'utf8')
      for (const [name, { type, samples }] of found) {
        const { type: kind, labels = [] } = ALL_METRICS[name]!
        assert.equal(type, kind, name)
        assert.ok(monitoring.includes(`| \`${name}\` |`), `${name} is in docs/monitoring.md`)
        for (const sample of samples) {
          const { le: _, ...own } = sample.labels
          assert.deepEqual(Object.keys(own).toSorted(), labels.toSorted(), name)
        }
        const isPostgresOnly = engine === 'SQLite' && POSTGRES_ONLY.includes(name)
        const isSqliteOnly = engine === 'PostgreSQL' && name === 'tabard_database_unused_bytes'
        if (isPostgresOnly || isSqliteOnly || ABSENT.includes(name)) assert.deepEqual(samples, [], name)
        // Garbage is collected, and old records are swept, whenever the time comes.
        else if (!/_gc_|_last_sweep_/.test(name)) assert.ok(samples.length > 0, name)
      }
    })

    test('count requests by the pattern of their route, and how long they took', async () => {
      const labels = { server: 'pages', route: '/template/v1.0/static/*', method: 'GET' }
      const count = async (status: string) =>
        (await told('tabard_http_requests_total', { ...labels, status })) ?? 0
      const before = await count('404')
      for (const name of ['one', 'two', 'three'])
        await service.call('GET', `/template/v1.0/static/nothing/${name}.png`)
      await service.call('GET', '/template/v1.0/static/assets/icon/favicon.svg')
      assert.equal((await count('404')) - before, 3)
      const durations = (await scrape()).get('tabard_http_request_duration_seconds')!.samples
      const counted = durations.find(
        ({ name, labels: { route } }) => name.endsWith('_count') && route === labels.route,
      )
      assert.equal(counted!.value, (await count('404')) + (await count('200')))
      await fetch(`${service.service.consoleUrl}/session`)
      const session = { server: 'console', route: '/session', method: 'GET', status: '403' }
      assert.equal(await told('tabard_http_requests_total', session), 1)
    })

    test('stay bounded whatever is asked for', async () => {
      const series = async () =>
        [...(await scrape())].flatMap(([name, { samples }]) =>
          name.startsWith('tabard_http_') ? samples : [],
        ).length
      const hostile = (index: number) => [
        `/nowhere-${index}`,
        `/v1.0/branding/themes/${index}`,
        `/v1.0/branding/themes/default/%22%0A${index}.html`,
        `/v1.0/tabard/preview/${index}?x=${index}`,
        `/template/v1.0/static/${index}/\u009b.css`,
      ]
      const ask = async (from: number, to: number) => {
        for (let index = from; index < to; index += 1)
          for (const path of hostile(index)) {
            const method = ['GET', 'POST', 'PUT', 'PROPFIND', 'QUERY'][index % 5]!
            const bytes = `${method} ${path} HTTP/1.1\r\nHost: x${index}\r\nConnection: close\r\n\r\n`
            await talk(service.url, Buffer.from(bytes, 'latin1'))
          }
      }
      await ask(0, 10)
      const few = await series()
      await ask(10, 200)
      assert.ok(
        (await series()) <= few + 40,
        'nothing was added but what happened to come for the first time',
      )
      const labels = new Set(
        [...(await scrape()).values()].flatMap(({ samples }) =>
          samples.flatMap(sample => Object.values(sample.labels)),
        ),
      )
      for (const label of labels) assert.ok(!/nowhere|\d{3,}\.|19\d\b/.test(label), label)
    })

    test('tell of themes that break, and of pages that try too much', async () => {
      await service.call('PUT', `/v1.0/branding/themes/default/${LOGIN}`, fileForm(BOTTOMLESS))
      await fetch(`${service.url}${SIGN_IN}?runtime=true`)
      assert.equal(await told('tabard_render_fallbacks_total'), 1)
      const report = JSON.stringify({ 'csp-report': { 'blocked-uri': 'https://evil.example/x' } })
      await service.call('POST', '/v1.0/tabard/reports/policy?page=login&themeId=default', report)
      await service.call('POST', '/v1.0/tabard/reports/policy?page=nothing&themeId=default', report)
      assert.equal(await told('tabard_policy_violations_total'), 1)
      await service.call('DELETE', `/v1.0/branding/themes/default/${LOGIN}`)
    })

    test('tell how the caches do', async () => {
      const hits = async () => await told('tabard_cache_hits_total', { cache: 'tokens' })
      const before = (await hits())!
      for (let index = 0; index < 5; index += 1) await service.call('GET', '/v1.0/tabard/pages')
      assert.equal((await hits())! - before, 5)
      assert.ok((await told('tabard_cache_entries', { cache: 'pages' }))! > 0)
      assert.ok((await told('tabard_cache_fill_ratio', { cache: 'contents' }))! > 0)
    })

    test('tell what waits in the outbox, and for how long', async () => {
      const mail = { event: 'x', recipient: 'a@example.com', sender: '', subject: 's', html: 'h', text: 't' }
      const { store } = service.service
      for (const id of ['m1', 'm2', 'm3'])
        await store.tenant('main').write(tx => tx.outbox.queue({ id, ...mail }))
      await store.mailFailed('main', 'm3', 0, 'no such mailbox', undefined)
      const now = Date.now()
      await executed(service.database, `update outbox set created_at = ${now - 90_000} where id = 'm1'`)
      stoppedAt = now
      try {
        assert.equal(await told('tabard_outbox_mails', { state: 'waiting' }), 2)
        assert.equal(await told('tabard_outbox_mails', { state: 'given-up' }), 1)
        assert.equal(await told('tabard_outbox_oldest_waiting_seconds'), 90)
      } finally {
        stoppedAt = undefined
      }
    })

    test('count sign-ins by outcome, guesses that had to wait, and refused clients', async () => {
      const outcome = async (name: string) => await told('tabard_sign_ins_total', { outcome: name })
      await addAccount(service, { email: 'pat@example.com' })
      const before = (await outcome('signed-in'))!
      const typed = async (password: string) => {
        const person = new Person(service.url)
        await person.visit(`${SIGN_IN}?runtime=true`)
        await person.submit({ username: 'pat@example.com', password })
      }
      // The wait after the fifth is a second, which a busy machine may need for the sixth.
      stoppedAt = Date.now()
      for (let index = 0; index < 6; index += 1) await typed('wrong password')
      stoppedAt = undefined
      assert.equal(await outcome('failed'), 5)
      assert.ok((await told('tabard_throttled_tries_total', { what: 'password' }))! >= 1)
      await addAccount(service, { email: 'kim@example.com' })
      const kim = new Person(service.url)
      await kim.visit(`${SIGN_IN}?runtime=true`)
      await kim.submit({ username: 'kim@example.com', password: PASSWORD })
      assert.equal((await outcome('signed-in'))! - before, 1)
      assert.equal(await told('tabard_audit_entries_total', { event: 'signed-in' }), before + 1)
      await service.token('nobody', 'wrong')
      assert.equal(await told('tabard_client_refusals_total'), 1)
      assert.equal(await told('tabard_password_hashes_waiting'), 0)
    })

    test('tell when old records were swept', async () => {
      const swept = async () => await told('tabard_last_sweep_timestamp_seconds')
      await within(60_000, async () => (await swept()) !== undefined)
      const at = (await swept())!
      assert.ok(at >= began && at <= Date.now() / 1000, String(at))
    })

    test('tell how much room there is, and when the last backup was', async () => {
      const { database } = service
      assert.ok((await told('tabard_database_size_bytes'))! > 100_000)
      assert.ok((await told('tabard_disk_free_bytes'))! > 0)
      const began = Date.now() / 1000
      const line = new CommandLine(database)
      const { code, stderr } = await line.run(['backup', join(database.data, 'metrics.backup')])
      assert.equal(code, 0, stderr)
      const at = (await told('tabard_last_backup_timestamp_seconds'))!
      assert.ok(at >= Math.floor(began) && at <= Date.now() / 1000, String(at))
    })

    test('have every name that the rules and the board use', async () => {
      await service.token('nobody', 'wrong')
      const found = await scrape()
      const suffixes: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'] }
      const known = new Set(
        [...found].flatMap(([name, { type }]) => (suffixes[type] ?? ['']).map(end => `${name}${end}`)),
      )
      const { groups } = parse(readFileSync('deploy/observability/prometheus-rules.yaml', 'utf8')) as {
        groups: { rules: { alert: string; expr: string }[] }[]
      }
      const board = JSON.parse(readFileSync('deploy/observability/grafana-dashboard.json', 'utf8')) as {
        panels: { targets?: { expr: string }[] }[]
      }
      const alerts = new Map(groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr])))
      assert.match(alerts.get('TabardNoBackup')!, /or \(absent\(/, 'tells that there never was a backup')
      const isSqlite = `tabard_build_info{database="${ENGINES[0]}"}`
      assert.ok(alerts.get('TabardDiskFull')!.includes(isSqlite), 'PostgreSQL has a disk of its own')
      const rules = [...alerts.values()]
      const queries = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      assert.ok(rules.length > 10 && queries.length > 20)
      for (const expression of [...rules, ...queries]) {
        const names = expression.match(/\btabard_\w+/g) ?? []
        for (const name of names) assert.ok(known.has(name), `${name} in ${expression}`)
        for (const [, name, labels] of expression.matchAll(/\b(tabard_\w+?)(?:_bucket)?\{([^}]*)\}/g))
          for (const [, label] of labels!.matchAll(/(\w+)(?:=~?|!~?)"/g))
            if (label !== 'instance')
              assert.ok(ALL_METRICS[name!]!.labels!.includes(label!), `${label} of ${name}`)
      }
    })

    test('are nowhere but on their own port', async () => {
      for (const origin of [service.url, service.service.consoleUrl])
        for (const path of ['/metrics', '/v1.0/tabard/metrics', '/metrics/'])
          assert.doesNotMatch(await (await fetch(`${origin}${path}`)).text(), /tabard_|# HELP/)
      const { origin } = new URL(service.service.metricsUrl!)
      for (const path of ['/', SIGN_IN, '/healthz', '/v1.0/branding/themes', '/session'])
        assert.equal((await fetch(`${origin}${path}`)).status, 404, path)
      assert.equal((await fetch(service.service.metricsUrl!, { method: 'POST' })).status, 405)
    })
  })
}

test('a scrape succeeds while the database does not answer, and leaves out what that would tell', async () => {
  const service = await testService('PostgreSQL', { TABARD_METRICS_PORT: '0' })
  const other = new pg.Client({ connectionString: service.database.database })
  try {
    const scrape = async () => parsed(await (await fetch(service.service.metricsUrl!)).text())
    const isUp = async () => (await scrape()).get('tabard_database_up')!.samples[0]!.value
    const away = async () => {
      const found = await scrape()
      assert.equal(found.get('tabard_database_up')!.samples[0]!.value, 0)
      for (const name of ['tabard_outbox_mails', 'tabard_outbox_oldest_waiting_seconds'])
        assert.deepEqual(found.get(name)!.samples, [], name)
      return found
    }
    await within(60_000, async () => (await isUp()) === 1)
    await other.connect()
    await other.query('begin; lock table outbox in access exclusive mode')
    await away()
    const busy = (await away()).get('tabard_database_connections')!.samples
    assert.ok(busy.find(({ labels }) => labels.state === 'busy')!.value <= 1, 'it is asked once')
    await other.query('rollback')
    await within(60_000, async () => (await isUp()) === 1)
    await executed(service.database, 'alter table outbox rename to elsewhere')
    await away()
  } finally {
    await other.end()
    await service.stop()
  }
})

test('without a port there are none', async () => {
  const service = await testService('SQLite')
  assert.equal(service.service.metricsUrl, undefined)
  await service.stop()
})

test('a port that is taken is told by the name of its setting', async () => {
  const database = await freshDatabase('SQLite')
  const busy = await busyPort()
  const settings = { ...database.environment, PORT: '0', TABARD_METRICS_PORT: String(busy.port) }
  const { code, stderr } = await tabard(['serve'], settings)
  await busy.free()
  await database.remove()
  assert.equal(code, 1)
  assert.match(stderr, /^Port \d+ on 127\.0\.0\.1 is in use\. .*set TABARD_METRICS_PORT to another port\.\n$/)
})
