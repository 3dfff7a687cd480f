import type { Tracing } from '../trace-setting.ts'
import { otlpOf, type Span } from './otlp.ts'

const TRIES = 4
const STOP_MS = 2_000
/** Status codes that may be retried, as specified in OTLP. */
const RETRYABLE = new Set([429, 502, 503, 504])

export interface ExporterEvents {
  /** Called when the collector stops accepting spans, and when it accepts them again. */
  readonly lost: (why: string) => void
  readonly found: () => void
}

/**
 * Sends spans to a collector in batches. Requests never wait for it. Spans are dropped and counted if the buffer is
 * full, or if the collector rejects or misses a batch several times.
 */
export class SpanExporter {
  readonly #tracing: Tracing
  readonly #version: string
  readonly #events: ExporterEvents
  readonly #waiting: Span[] = []
  readonly #deadline = new AbortController()
  readonly counts = { sent: 0, dropped: 0 }
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #stopping = false
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

  /** Sends the waiting spans, within the time limit for stopping the service. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stopping = true
    // It also ends a batch that is being sent.
    const timer = setTimeout(() => this.#deadline.abort(), STOP_MS)
    await this.#sending
    while (this.#waiting.length > 0 && !this.#deadline.signal.aborted) await this.#batch()
    clearTimeout(timer)
    this.counts.dropped += this.#waiting.splice(0).length
  }

  #send(): void {
    // Cleared first: a timer that fires while a batch is being sent must not prevent the next one from being set.
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

  async #batch(): Promise<void> {
    const spans = this.#waiting.slice(0, this.#tracing.batch)
    if (spans.length === 0) return
    const why = await this.#posted(spans)
    this.#tries = why?.again && !this.#stopping ? this.#tries + 1 : 0
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

  /** Why the collector did not accept the spans; undefined if it did. */
  async #posted(spans: readonly Span[]): Promise<{ text: string; again: boolean } | undefined> {
    const { url, headers, timeoutMs, resource } = this.#tracing
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: otlpOf(resource, this.#version, spans),
        // The headers may contain a credential, which must not be sent to another address.
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#deadline.signal]),
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
