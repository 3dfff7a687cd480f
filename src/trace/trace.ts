import { randomBytes } from 'node:crypto'
import type { Tracing } from '../trace-setting.ts'
import { type ExporterEvents, SpanExporter } from './exporter.ts'
import type { Attribute, Span } from './otlp.ts'
import { type Caller, type Sampler, samplerOf } from './sampler.ts'

export { type Parent, parentOf } from './context.ts'
export type { Caller } from './sampler.ts'

/** A piece of work that is being traced. */
export interface Begun {
  readonly traceId: string
  end(
    name: string,
    attributes: Readonly<Record<string, Attribute | undefined>>,
    outcome: { failed: boolean },
  ): void
}

/** Records the spans of the traces that the sampler selects. */
export class Tracer {
  readonly #sampler: Sampler
  readonly #exporter: SpanExporter

  constructor(tracing: Tracing, version: string, events: ExporterEvents) {
    this.#sampler = samplerOf(tracing.sampler, tracing.ratio)
    const resource = {
      'telemetry.sdk.name': 'tabard',
      'telemetry.sdk.language': 'nodejs',
      'service.version': version,
      ...tracing.resource,
    }
    this.#exporter = new SpanExporter({ ...tracing, resource }, version, events)
  }

  /** How many spans were sent, and how many dropped. */
  get counts(): Readonly<Record<'sent' | 'dropped', number>> {
    return this.#exporter.counts
  }

  /** Begins a span; undefined if the trace is not recorded. */
  begin(kind: Span['kind'], caller?: Caller): Begun | undefined {
    const traceId = caller?.traceId ?? newId(16)
    if (!this.#sampler(traceId, caller)) return undefined
    const begun = BigInt(Date.now()) * 1_000_000n
    const since = process.hrtime.bigint()
    return {
      traceId,
      end: (name, attributes, { failed }) => {
        const ended = begun + (process.hrtime.bigint() - since)
        const ids = { traceId, spanId: newId(8), parentSpanId: caller?.spanId }
        this.#exporter.add({ ...ids, name, kind, begun, ended, attributes, failed })
      },
    }
  }

  async stop(): Promise<void> {
    await this.#exporter.stop()
  }
}

/** A random id, never all zeros. */
function newId(bytes: number): string {
  const id = randomBytes(bytes)
  if (id.every(byte => byte === 0)) id[0] = 1
  return id.toString('hex')
}
