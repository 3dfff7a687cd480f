import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { configFrom, settingWarnings } from '../../src/config.ts'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { samplerOf } from '../../src/trace/sampler.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { parsed } from '../support/prometheus.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const traced = (flags = '01', trace = TRACE) => ({ traceparent: `00-${trace}-${PARENT}-${flags}` })

const attributesOf = ({ attributes }: CollectedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe('traces', () => {
  let collector: Collector
  let service: TestService

  before(async () => {
    collector = await startCollector()
    service = await testService('SQLite', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
      OTEL_SERVICE_NAME: 'brand-pages',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      TABARD_METRICS_PORT: '0',
    })
  })
  after(async () => {
    await service.stop()
    await collector.stop()
  })

  /** The spans of a trace, when there are so many. */
  const spansOf = async (trace: string, least = 1): Promise<CollectedSpan[]> => {
    const found = () => collector.spans().filter(({ traceId }) => traceId === trace)
    await within(60_000, () => found().length >= least)
    return found()
  }

  test('a request is a span of the trace of its caller', async () => {
    const answer = await service.call('GET', '/v1.0/branding/themes?limit=5', undefined, traced())
    const [span] = await spansOf(TRACE)
    assert.equal(span!.name, 'GET /v1.0/branding/themes')
    assert.equal(span!.parentSpanId, PARENT)
    assert.match(span!.spanId, /^[\da-f]{16}$/)
    assert.equal(span!.kind, 2)
    assert.equal(span!.status, undefined)
    assert.ok(BigInt(span!.endTimeUnixNano) > BigInt(span!.startTimeUnixNano))
    assert.deepEqual(attributesOf(span!), {
      'http.request.method': 'GET',
      'http.route': '/v1.0/branding/themes',
      'http.response.status_code': '200',
      'url.scheme': 'http',
      'tabard.request_id': answer.headers.get('x-request-id'),
      'tabard.tenant': 'main',
      'tabard.client': CLIENT_ID,
    })
  })

  test('the collector is told what the settings say', async () => {
    await service.call('GET', '/v1.0/tabard/limits', undefined, traced())
    await within(60_000, () => collector.bodies.length > 0)
    const { resource } = JSON.parse(collector.bodies[0]!).resourceSpans[0]
    const told = attributesOf({ attributes: resource.attributes } as CollectedSpan)
    assert.equal(told['service.name'], 'brand-pages')
    assert.equal(told['deployment.environment.name'], 'test')
    assert.equal(collector.headers[0]!['x-key'], 'a secret')
    assert.equal(collector.headers[0]!['content-type'], 'application/json')
  })

  test('no span has a query, an address of a page, or a secret', async () => {
    const trace = '1'.repeat(32)
    await fetch(`${service.url}${SIGN_IN}?runtime=true&token=hidden-1`, { headers: traced('01', trace) })
    const secret = new URLSearchParams({
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      grant_type: 'client_credentials',
    })
    const got = await fetch(`${service.url}/oauth2/token`, {
      method: 'POST',
      body: secret,
      headers: traced('01', trace),
    })
    const { access_token } = (await got.json()) as { access_token: string }
    await fetch(`${service.url}/hidden-2/hidden-3`, { headers: traced('01', trace) })
    await fetch(`${service.url}/preview/preview-hidden-4/login`, { headers: traced('01', trace) })
    const spans = await spansOf(trace, 4)
    assert.deepEqual(
      spans.map(({ name }) => name).toSorted(),
      ['GET', 'GET /preview/:id/:page', `GET ${SIGN_IN}`, 'POST /oauth2/token'].toSorted(),
    )
    const all = collector.bodies.join()
    for (const hidden of ['hidden-', CLIENT_SECRET, access_token, 'token=', '?'])
      assert.ok(!all.includes(hidden), hidden)
  })

  test('what is asked for health is not traced, nor what the caller does not trace', async () => {
    const trace = '2'.repeat(32)
    await fetch(`${service.url}/healthz`, { headers: traced('01', trace) })
    await fetch(`${service.url}/readyz`, { headers: traced('01', trace) })
    await fetch(`${service.url}/v1.0/tabard/limits`, { headers: traced('00', trace) })
    await fetch(`${service.url}/openapi.json`, { headers: traced('01', trace) })
    assert.deepEqual(
      (await spansOf(trace)).map(({ name }) => name),
      ['GET /openapi.json'],
    )
  })

  test('a collector that takes longer than spans wait still gets those that come meanwhile', async () => {
    collector.delay = 200
    const traces = ['4', '5', '6'].map(digit => digit.repeat(32))
    for (const trace of traces) {
      await service.call('GET', '/v1.0/tabard/limits', undefined, traced('01', trace))
      await sleep(50)
    }
    for (const trace of traces) await spansOf(trace)
    collector.delay = 0
  })

  test('a collector that is away costs spans and nothing else, and is found again', async () => {
    const counts = async () => {
      const told = parsed(await (await fetch(service.service.metricsUrl!)).text())
      const { samples } = told.get('tabard_trace_spans_total')!
      return Object.fromEntries(samples.map(({ labels, value }) => [labels.outcome, value]))
    }
    const before = await counts()
    assert.equal(before.dropped, 0)
    assert.ok(before.sent! > 0)
    collector.status = 503
    for (let index = 0; index < 3; index += 1)
      assert.equal((await service.call('GET', '/openapi.json')).status, 200)
    await within(60_000, async () => (await counts()).dropped! >= 3)
    collector.status = 200
    const trace = '3'.repeat(32)
    await service.call('GET', '/openapi.json', undefined, traced('01', trace))
    await spansOf(trace)
  })
})

test('spans that find no room are dropped, and a stop sends what waits', async () => {
  const collector = await startCollector()
  const service = await testService('SQLite', {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    OTEL_BSP_MAX_QUEUE_SIZE: '5',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  collector.status = 503
  for (let index = 0; index < 9; index += 1) await fetch(`${service.url}/openapi.json`)
  collector.status = 200
  await service.stop()
  await collector.stop()
  assert.equal(collector.spans().length, 5)
})

test('a stop does not wait for a collector that does not answer', async () => {
  const collector = await startCollector()
  const service = await testService('SQLite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '1',
    OTEL_TRACES_SAMPLER: 'always_on',
  })
  collector.delay = 12_000
  await fetch(`${service.url}/openapi.json`)
  await sleep(100)
  const begun = performance.now()
  await service.stop()
  assert.ok(performance.now() - begun < 6_000)
  collector.delay = 0
  await collector.stop()
})

test('a share of nothing is nothing, whatever a stranger says', async () => {
  const collector = await startCollector()
  const service = await testService('SQLite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  for (let index = 0; index < 3; index += 1) await fetch(`${service.url}/openapi.json`, { headers: traced() })
  await service.stop()
  await collector.stop()
  assert.deepEqual(collector.spans(), [])
})

test('without an address of a collector there are no traces', () => {
  assert.equal(configFrom({}).tracing, undefined)
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  assert.equal(configFrom(endpoint).tracing!.url, 'http://127.0.0.1:4318/v1/traces')
  assert.equal(configFrom({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing, undefined)
  assert.equal(configFrom({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing, undefined)
})

test('a variable that cannot be used turns traces off and is told, and the service still starts', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@127.0.0.1'],
  ] as const) {
    const environment = { ...endpoint, [name]: value }
    assert.equal(configFrom(environment).tracing, undefined, name)
    const [warning, ...more] = settingWarnings(environment)
    assert.match(warning!, new RegExp(`^${name} must be .+\\. Tracing is off until you correct it\\.$`))
    assert.deepEqual(more, [])
  }
})

test('strangers cannot have their requests recorded, and trusted callers can', () => {
  const half = 'f'.repeat(32)
  const caller = { traceId: half, spanId: PARENT, sampled: true }
  const sampler = samplerOf('parentbased_traceidratio', 0.5)
  assert.equal(sampler(half, { ...caller, trusted: false }), false)
  assert.equal(sampler(half, { ...caller, trusted: true }), true)
  assert.equal(sampler('0'.repeat(32), undefined), true)
  assert.equal(sampler('0'.repeat(32), { ...caller, sampled: false, trusted: true }), false)
  assert.equal(samplerOf('always_on', 1)(half, { ...caller, sampled: false, trusted: false }), true)
  assert.equal(samplerOf('parentbased_always_off', 1)(half, { ...caller, trusted: false }), false)
})
