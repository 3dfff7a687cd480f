import type { Tracing } from '../trace-setting.ts'
import { otlpOf, type Span } from './otlp.ts'

const TRIES = 4
const STOP_MS = 2_000
/** Status codes that may be retried, as specified in OTLP. */
const RETRYABLE = new Set([429, 502, 503, 504])

export interface ExporterEvents {
  /** Told when the collector stops taking spans, and when it takes them again. */
  readonly lost: (why: string) => void
  readonly found: () => void
}

/**
 * Sends spans to a collector, a batch at a time. Requests never wait for it: spans that find no room, and batches that
 * the collector refuses or misses several times, are dropped and counted.
 */
export class SpanExporter {
  readonly #tracing: Tracing
  readonly #version: string
  readonly #events: ExporterEvents
  readonly #waiting: Span[] = []
  readonly counts = { sent: 0, dropped: 0 }
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #tries = 0
  #isLost = false

  constructor(tracing: Tracing, version: string, events: ExporterEvents) {
    this.#tracing = tracing
    this.#version = version
    this.#events = events
  }

  add(span: Span): void {
    if (this.#waiting.length >= this.#tracing.queue) {
      this.counts.dropped += 1
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= this.#tracing.batch && this.#tries === 0) this.#send()
    this.#timer ??= setTimeout(() => this.#send(), this.#tracing.delayMs).unref()
  }

  /** Sends what waits, for as long as a service that stops may take. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    const deadline = AbortSignal.timeout(STOP_MS)
    await this.#sending
    while (this.#waiting.length > 0 && !deadline.aborted) await this.#batch(deadline)
    this.counts.dropped += this.#waiting.splice(0).length
  }

  #send(): void {
    // First, because a timer that has fired while a batch is sent must not keep the next one from being set.
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#sending !== undefined) return
    this.#sending = this.#batch().finally(() => {
      this.#sending = undefined
      if (this.#waiting.length === 0) return
      const full = this.#waiting.length >= this.#tracing.batch && this.#tries === 0
      this.#timer ??= setTimeout(() => this.#send(), full ? 0 : this.#tracing.delayMs).unref()
    })
  }

  async #batch(deadline?: AbortSignal): Promise<void> {
    const spans = this.#waiting.slice(0, this.#tracing.batch)
    if (spans.length === 0) return
    const why = await this.#posted(spans, deadline)
    this.#tries = why?.again && deadline === undefined ? this.#tries + 1 : 0
    // Later spans were appended after the batch, never before it.
    if (this.#tries === 0 || this.#tries >= TRIES) {
      this.#tries = 0
      this.#waiting.splice(0, spans.length)
      this.counts[why === undefined ? 'sent' : 'dropped'] += spans.length
    }
    if (why !== undefined && !this.#isLost) this.#events.lost(why.text)
    if (why === undefined && this.#isLost) this.#events.found()
    this.#isLost = why !== undefined
  }

  /** Why the collector did not take spans; undefined where it did. */
  async #posted(
    spans: readonly Span[],
    deadline: AbortSignal | undefined,
  ): Promise<{ text: string; again: boolean } | undefined> {
    const { url, headers, timeoutMs, resource } = this.#tracing
    const own = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: otlpOf(resource, this.#version, spans),
        // The headers may hold a credential, which is for this address and no other.
        redirect: 'error',
        signal: deadline === undefined ? own : AbortSignal.any([own, deadline]),
      })
      await answer.body?.cancel()
      if (answer.ok) return undefined
      return { text: `it answered ${answer.status}`, again: RETRYABLE.has(answer.status) }
    } catch (error) {
      const { message, cause } = error as Error
      const { code } = (cause ?? {}) as { code?: string }
      return { text: code ?? message, again: true }
    }
  }
}
