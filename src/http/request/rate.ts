import type { FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { Refusal } from '../../core/refusal.ts'
import { authorOf } from './auth.ts'

const MINUTE_MS = 60_000
const CALLERS = 20_000

/** A rate limit for each caller. */
export interface Rate {
  /** The sustained rate. */
  readonly aMinute: number
  /** The burst. */
  readonly burst: number
}

/**
 * Limits how often callers do something, in the memory of this node. Each caller has its own limit, so that nobody can
 * use up somebody else's. It keeps one number for each caller: the time at which the whole burst is available again.
 */
class RateLimit {
  readonly #intervalMs: number
  readonly #toleranceMs: number
  readonly #freeAt = new BoundedCache<string, number>(CALLERS)

  constructor({ aMinute, burst }: Rate) {
    this.#intervalMs = MINUTE_MS / aMinute
    this.#toleranceMs = this.#intervalMs * (burst - 1)
  }

  /** The milliseconds that the caller has to wait; undefined when it is admitted, and counted. */
  wait(caller: string): number | undefined {
    const now = performance.now()
    const freeAt = Math.max(this.#freeAt.get(caller) ?? now, now)
    const wait = freeAt - now - this.#toleranceMs
    if (wait > 0) return wait
    this.#freeAt.set(caller, freeAt + this.#intervalMs)
    return undefined
  }

  /** Counts more than one for what has just been admitted, because it is that much more work. */
  spend(caller: string, more: number): void {
    const now = performance.now()
    const freeAt = Math.max(this.#freeAt.get(caller) ?? now, now)
    this.#freeAt.set(caller, freeAt + more * this.#intervalMs)
  }

  /** Rejects a caller that exceeds the limit. */
  admit(caller: string): void {
    const wait = this.wait(caller)
    if (wait !== undefined) throw new Refusal('too_many_requests', { retryAfter: Math.ceil(wait / 1000) })
  }
}

/** The limits of this node, shared by the pages and the console. */
export function createRates() {
  return {
    /** Previews of unsaved files, for each caller: an editor asks with every key. */
    previews: new RateLimit({ aMinute: 600, burst: 300 }),
    /** Views of a preview, for each preview. */
    frames: new RateLimit({ aMinute: 1200, burst: 600 }),
    /** Mails with sample values, for each caller. */
    sampleMails: new RateLimit({ aMinute: 10, burst: 10 }),
    plans: new RateLimit({ aMinute: 60, burst: 30 }),
    /** Explanations, and samples of stored pages, for each caller. */
    samples: new RateLimit({ aMinute: 1200, burst: 1200 }),
    /** Reports of browsers, for each network. */
    reports: new RateLimit({ aMinute: 120, burst: 60 }),
    /** Lines of the log about reports, for each page. */
    reportLines: new RateLimit({ aMinute: 6, burst: 6 }),
    /** Lines of the log about pages of themes that fail, for each page. */
    failureLines: new RateLimit({ aMinute: 6, burst: 6 }),
    /** Sign-ins that applications begin, for each network: an office of thousands stays below. */
    authorizations: new RateLimit({ aMinute: 1200, burst: 1200 }),
    /** Forms about access, for each network. */
    accessForms: new RateLimit({ aMinute: 300, burst: 300 }),
  }
}

export type Rates = ReturnType<typeof createRates>

/** The API client or the person in the console behind a request. */
export function callerOf(request: FastifyRequest): string {
  return `${request.tenant.id} ${authorOf(request)}`
}
