import { Refusal } from '../../core/refusal.ts'
import type { Load } from './load.ts'

const SAMPLE_MS = 500

/** The load from which on work is refused; 0 ms and a share of 1 are never reached. */
export type ShedBounds = Load

const STATES = ['calm', 'strained', 'overloaded'] as const
type State = (typeof STATES)[number]

/**
 * What people who sign in do not need: themes, their files, previews, the documentation and the rest of the management.
 */
const DEFERRABLE = /^\/(?:(?:template\/)?v1\.0\/(?:branding|tabard)|preview|docs)\//
/** The addresses of health checks. */
export const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/

/** Sheds load before the process is overloaded: first requests that can wait, then all but health checks. */
export class Shed {
  readonly #bounds: ShedBounds
  readonly #load: () => Load
  readonly #changed: (state: State, load: Load) => void
  #state: State = 'calm'
  #looked = Number.NEGATIVE_INFINITY
  #refusals = 0

  constructor(bounds: ShedBounds, load: () => Load, changed: (state: State, load: Load) => void) {
    this.#bounds = bounds
    this.#load = load
    this.#changed = changed
  }

  /** How many requests were refused. */
  get refusals(): number {
    return this.#refusals
  }

  /** The state as a number: 0 calm, 1 strained, 2 overloaded. */
  get level(): number {
    return STATES.indexOf(this.state())
  }

  /** The state, measured at most twice a second. */
  state(): State {
    const now = performance.now()
    if (now - this.#looked < SAMPLE_MS) return this.#state
    this.#looked = now
    const load = this.#load()
    const state = stateOf(load, this.#bounds)
    if (state !== this.#state) this.#changed(state, load)
    this.#state = state
    return state
  }

  /** The refusal of a request, if it must be shed. */
  refusal(target: string): Refusal | undefined {
    const state = this.state()
    if (state === 'calm' || HEALTH.test(target)) return undefined
    if (state !== 'overloaded' && !DEFERRABLE.test(target)) return undefined
    this.#refusals += 1
    return new Refusal('overloaded', {})
  }
}

/** Overloaded is twice the delay, or halfway from the bound to the end of the memory. */
function stateOf(load: Load, bounds: ShedBounds): State {
  const delay = bounds.delayMs === 0 ? 0 : level(load.delayMs, bounds.delayMs, 2 * bounds.delayMs)
  const heap = level(load.heap, bounds.heap, (1 + bounds.heap) / 2)
  const memory = level(load.memory, bounds.memory, (1 + bounds.memory) / 2)
  return STATES[Math.max(delay, heap, memory)]!
}

function level(value: number, first: number, second: number): number {
  return Number(value > first) + Number(value > second)
}
