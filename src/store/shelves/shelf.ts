import type { Scope } from './scope.ts'

/** Runs work on the rows of one tenant. */
export type Run = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** Runs each piece of work in its own transaction. A `quiet` one changes nothing that other nodes cache. */
export type Write = (quiet?: 'quiet') => Run

/** The methods of a shelf, as functions that get the rows to work on. */
type Unbound<Shelf> = {
  readonly [K in keyof Shelf]: Shelf[K] extends (...args: infer Args) => infer Result
    ? (scope: Scope, ...args: Args) => Result
    : never
}

/** Creates shelves from such functions. Each method runs in the transaction of its shelf, or outside one. */
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

type Shelves = Readonly<Record<string, (read: Run, write: Write) => object>>

/** The shelves of a store or of a write, by name. */
export type Standing<All extends Shelves> = { readonly [Name in keyof All]: ReturnType<All[Name]> }

/** A class whose objects have these shelves, each created on first use. */
export function standing<All extends Shelves>(shelves: All): new (read: Run, write: Write) => Standing<All> {
  class Stand {
    readonly #read: Run
    readonly #write: Write

    constructor(read: Run, write: Write) {
      this.#read = read
      this.#write = write
    }

    static shelf(stand: Stand, name: string): object {
      return shelves[name]!(stand.#read, stand.#write)
    }
  }
  for (const name of Object.keys(shelves)) {
    Object.defineProperty(Stand.prototype, name, {
      get(this: Stand) {
        return Stand.shelf(this, name)
      },
    })
  }
  return Stand as unknown as new (
    read: Run,
    write: Write,
  ) => Standing<All>
}
