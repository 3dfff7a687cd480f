import type { Scope } from './scope.ts'

/** Runs work on the rows of one tenant. */
export type Run = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** The methods of a shelf, as functions of the rows that they work on. */
type Unbound<Shelf> = {
  readonly [K in keyof Shelf]: Shelf[K] extends (...args: infer Args) => infer Result
    ? (scope: Scope, ...args: Args) => Result
    : never
}

/** Makes shelves of such functions: each method runs where its shelf stands, in a transaction or outside one. */
export function shelf<Shelf extends object>(functions: Unbound<Shelf>): (run: Run) => Shelf {
  class Bound {
    readonly run: Run

    constructor(run: Run) {
      this.run = run
    }
  }
  for (const [name, work] of Object.entries(functions) as [string, Work][]) {
    Object.defineProperty(Bound.prototype, name, {
      value(this: Bound, ...args: unknown[]) {
        return this.run(scope => work(scope, ...args))
      },
    })
  }
  return run => new Bound(run) as object as Shelf
}

type Work = (scope: Scope, ...args: unknown[]) => Promise<unknown>
