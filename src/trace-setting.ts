import { Mistake, type Option, oneOf, option, text, whole } from './setting.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof SAMPLERS)[number]

/** The OpenTelemetry settings that Tabard supports, with the names from the OpenTelemetry specification. */
export const TRACE_OPTIONS = {
  endpoint: option(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    endpoint,
    'Where [traces](monitoring.md#traces) are sent by OTLP over HTTP, such as `http://127.0.0.1:4318`; `/v1/traces` is appended. Unset: no traces.',
  ),
  tracesEndpoint: option(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    '',
    endpoint,
    'The complete URL for traces. It replaces the endpoint above.',
  ),
  headers: option(
    'OTEL_EXPORTER_OTLP_HEADERS',
    '',
    pairs,
    'Headers for the collector: `name=value`, separated by commas, values percent-encoded.',
  ),
  tracesHeaders: option(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    '',
    pairs,
    'Headers for traces only. They replace the headers above.',
  ),
  protocol: option(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'http/json',
    oneOf('http/json', 'http/protobuf'),
    'Either `http/json` or `http/protobuf`. Traces are always sent as JSON, which collectors accept at the same URL. `grpc` is not supported.',
  ),
  timeoutMs: option(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    '10000',
    whole(1, 600_000),
    'Milliseconds that the collector has to answer.',
  ),
  exporter: option(
    'OTEL_TRACES_EXPORTER',
    'otlp',
    oneOf('otlp', 'none'),
    'The exporter: `otlp`, or `none` for no traces.',
  ),
  disabled: option(
    'OTEL_SDK_DISABLED',
    'false',
    value => value.toLowerCase() === 'true',
    'Set to `true` to turn traces off.',
  ),
  serviceName: option('OTEL_SERVICE_NAME', '', text, 'The name of the service in traces. Unset: `tabard`.'),
  resource: option(
    'OTEL_RESOURCE_ATTRIBUTES',
    '',
    pairs,
    'Further attributes of this node: `name=value`, separated by commas, values percent-encoded.',
  ),
  sampler: option(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    oneOf(...SAMPLERS),
    `Which requests are traced: ${SAMPLERS.map(name => `\`${name}\``).join(', ')}.`,
  ),
  ratio: option('OTEL_TRACES_SAMPLER_ARG', '1', share, 'The ratio for samplers that have one, from 0 to 1.'),
  delayMs: option(
    'OTEL_BSP_SCHEDULE_DELAY',
    '5000',
    whole(1, 600_000),
    'Milliseconds between two batches of spans.',
  ),
  queue: option(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    '2048',
    whole(1, 100_000),
    'Spans that wait for the collector; further ones are dropped.',
  ),
  batch: option('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '512', whole(1, 10_000), 'Spans in a batch.'),
} satisfies Record<string, Option<unknown>>

/** How requests are traced, and where the spans go. */
export interface Tracing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerName
  readonly ratio: number
  readonly delayMs: number
  readonly queue: number
  readonly batch: number
}

type Values = { readonly [K in keyof typeof TRACE_OPTIONS]: ReturnType<(typeof TRACE_OPTIONS)[K]['parse']> }

/** The tracing configuration from the settings; undefined if tracing is off. */
export function tracingOf(values: Values): Tracing | undefined {
  const { endpoint: base, tracesEndpoint, exporter, disabled, serviceName, resource } = values
  const url = tracesEndpoint ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (url === undefined || exporter === 'none' || disabled) return undefined
  const { headers, tracesHeaders, timeoutMs, sampler, ratio, delayMs, queue, batch } = values
  return {
    url,
    headers: tracesHeaders ?? headers ?? {},
    timeoutMs,
    resource: { 'service.name': 'tabard', ...resource, ...(serviceName && { 'service.name': serviceName }) },
    sampler,
    ratio,
    delayMs,
    queue,
    batch: Math.min(batch, queue),
  }
}

function endpoint(value: string): string | undefined {
  if (value === '') return undefined
  const url = URL.parse(value)
  const usable = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  if (usable) return value
  throw new Mistake('must be an address such as http://127.0.0.1:4318, without a user or password')
}

function pairs(value: string): Record<string, string> | undefined {
  if (value.trim() === '') return undefined
  const found = value.split(',').flatMap(item => (item.trim() === '' ? [] : [pair(item)]))
  return Object.fromEntries(found)
}

function pair(item: string): [string, string] {
  const [, name, given] = /^\s*([\w.!#$%&'*+^`|~-]+)\s*=\s*(.*?)\s*$/.exec(item) ?? []
  try {
    const value = decodeURIComponent(given ?? '')
    if (name !== undefined && !/[\r\n\0]/.test(value)) return [name, value]
  } catch {
    // An invalid percent escape makes the value invalid.
  }
  throw new Mistake('must be name=value, separated by commas')
}

function share(value: string): number {
  const number = /^(?:0|1|0?\.\d+|[01]\.\d+)$/.test(value) ? Number(value) : Number.NaN
  if (number >= 0 && number <= 1) return number
  throw new Mistake('must be a number from 0 to 1')
}
