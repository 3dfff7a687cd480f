import { setTimeout as pause } from 'node:timers/promises'
import { BoundedCache } from '../core/bounded-cache.ts'
import { FairQueue } from '../core/fair-queue.ts'
import { DEFAULT_LOCALE } from '../core/locale.ts'
import type { Asker, Compiler } from './compiler.ts'
import type { Wanted } from './gather.ts'

/** The pages that are compiled ahead: the first ones of most visits. */
const PAGES: ReadonlySet<string> = new Set(['login', 'login-choice'])
/** A pause before each page, so that this takes a small part of a processor and visitors find the thread idle. */
const PAUSE_MS = 100
/** A page that takes more processor time than this is compiled only on request, not ahead. */
const MOST_SECONDS = 0.25
/** How many themes of a tenant may wait; further ones are compiled when somebody asks. */
const MOST_WAITING = 20
const REMEMBERED = 1_000

type State = Compiler['state']

interface Plan {
  readonly asker: Asker
  readonly wanted: Omit<Wanted, 'locale'>
  readonly locales: string[]
}

/**
 * Compiles a page that somebody has visited in the other languages of its theme, one at a time while nobody waits. Each
 * revision of a theme is compiled ahead once. A page that fails or takes long ends it for its theme.
 */
export class Ahead {
  readonly #compile: (asker: Asker, wanted: Wanted) => Promise<unknown>
  readonly #state: () => State
  /** By tenant, theme and page: a newer revision replaces an older one. */
  readonly #plans = new Map<string, Plan>()
  /** The keys of plans: tenants take turns, and so do the themes of a tenant. */
  readonly #turns = new FairQueue<string>()
  readonly #begun = new BoundedCache<string, true>(REMEMBERED)
  #working = false

  constructor(parts: {
    compile: (asker: Asker, wanted: Wanted) => Promise<unknown>
    state: () => State
  }) {
    this.#compile = parts.compile
    this.#state = parts.state
  }

  /** Whether there is something left to compile. */
  get working(): boolean {
    return this.#working
  }

  /** Hears of a page that was compiled for visitors, and of the processor time that it took. */
  made(asker: Asker, wanted: Wanted, seconds: number): void {
    const { view, entry, locale, restored = false } = wanted
    if (asker.customer !== 'visitors' || !PAGES.has(entry.id)) return
    const key = `${asker.tenant} ${view.id} ${entry.id} ${restored}`
    const revision = `${key} ${view.generation}`
    if (seconds > MOST_SECONDS) this.#plans.delete(key)
    if (seconds > MOST_SECONDS || this.#begun.get(revision) !== undefined) return
    const waits = this.#plans.has(key)
    if (!waits && this.#turns.waiting(asker.tenant) >= MOST_WAITING) return
    this.#begun.set(revision, true)
    const locales = [DEFAULT_LOCALE, ...view.locales].filter(other => other !== locale)
    this.#plans.set(key, { asker, wanted: { view, entry, restored }, locales })
    if (!waits) this.#turns.push(asker.tenant, key, key)
    if (!this.#working) void this.#work()
  }

  async #work(): Promise<void> {
    this.#working = true
    while (this.#plans.size > 0) {
      await pause(PAUSE_MS, undefined, { ref: false })
      const state = this.#state()
      if (state === 'closed') this.#plans.clear()
      if (state === 'idle') await this.#step()
    }
    this.#turns.drain()
    this.#working = false
  }

  /** Compiles one page. */
  async #step(): Promise<void> {
    const key = this.#turns.take()
    const plan = key === undefined ? undefined : this.#plans.get(key)
    if (key === undefined || plan === undefined) return
    const locale = plan.locales.shift()
    const done = locale === undefined || !(await this.#compiled(plan, locale))
    // A newer revision may have taken its place meanwhile.
    if (done && this.#plans.get(key) === plan) this.#plans.delete(key)
    if (this.#plans.has(key)) this.#turns.push(plan.asker.tenant, key, key)
  }

  async #compiled({ asker, wanted }: Plan, locale: string): Promise<boolean> {
    try {
      await this.#compile(asker, { ...wanted, locale })
      return true
    } catch {
      // Nobody waits for this page. A visitor who requests it gets the error.
      return false
    }
  }
}
