// Runs tests for Stryker: all mutants in one process, each with the tests that reach it. For a mutant in code that runs
// while a module is loaded, all modules are loaded once more. Stryker starts another process after a mutant that hangs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collecting, type Unit } from './collect.ts'

/** What of Stryker's options matters here. */
interface Options {
  readonly nodeTest: { readonly files: readonly string[]; readonly without: readonly string[] }
}

/** A mutant, and how to try it. */
interface Trial {
  readonly activeMutant: { readonly id: string }
  readonly testFilter?: readonly string[]
  readonly hitLimit?: number
  readonly reloadEnvironment: boolean
}

/** What the instrumented code shares with us. */
interface Instrumented {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  /** The instrumented code throws when it has run mutants more often: a mutant may make a loop endless. */
  hitLimit?: number | undefined
  hitCount?: number | undefined
  mutantCoverage?: unknown
}

interface Known extends Unit {
  readonly id: string
  readonly file: string
}

const COLLECT = pathToFileURL(resolve(import.meta.dirname, 'collect.ts')).href
/** How long each test took without a mutant, in the folder of the run: the quickest go first. */
const TIMES = 'mutate-times.json'
/** Workers and other processes find the mutant here. */
const ACTIVE = '__STRYKER_ACTIVE_MUTANT__'

class NodeTestRunner {
  readonly #files: readonly string[]
  readonly #without: readonly string[]
  readonly #instrumented: Instrumented = {}
  #units: readonly Known[] | undefined
  #loads = 0
  /** What failed outside the promises of a test. */
  #stray: unknown

  constructor({ nodeTest: { files, without } }: Options) {
    this.#files = files
    this.#without = without
    Object.assign(globalThis, { __stryker__: this.#instrumented })
    const sandbox = pathToFileURL(`${process.cwd()}/`).href
    registerHooks({
      resolve: (name, context, next) => {
        if (name === 'node:test') return { url: COLLECT, shortCircuit: true }
        const found = next(name, context)
        return found.url.startsWith(sandbox) ? { ...found, url: this.#loadedAs(found.url) } : found
      },
    })
    for (const event of ['uncaughtException', 'unhandledRejection'])
      process.on(event, (error: unknown) => {
        this.#stray ??= error
      })
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  /** Runs every test without a mutant, and notes which mutants it reaches. */
  async dryRun() {
    const tests = []
    const times: Record<string, number> = {}
    for (const { id, file, run } of await this.#loaded()) {
      const begun = performance.now()
      this.#instrumented.currentTestId = id
      const failure = await this.#failure(run)
      this.#instrumented.currentTestId = undefined
      if (failure !== undefined)
        return { status: 'error', errorMessage: `Without a mutant, ${id}: ${failure}` }
      times[id] = performance.now() - begun
      // Stryker's enumeration has 0 for a success.
      tests.push({ id, name: id, fileName: resolve(file), timeSpentMs: times[id], status: 0 })
    }
    writeFileSync(TIMES, JSON.stringify(times))
    return { status: 'complete', tests, mutantCoverage: this.#instrumented.mutantCoverage }
  }

  /** Runs the tests that reach a mutant until one fails. */
  async mutantRun({ activeMutant: { id: mutant }, testFilter, hitLimit, reloadEnvironment }: Trial) {
    process.env[ACTIVE] = mutant
    Object.assign(this.#instrumented, { activeMutant: mutant, hitLimit, hitCount: hitLimit && 0 })
    if (reloadEnvironment) this.#units = undefined
    let nrOfTests = 0
    try {
      for (const { id, run } of await this.#loaded()) {
        if (testFilter !== undefined && !testFilter.includes(id)) continue
        nrOfTests += 1
        const failureMessage = await this.#failure(run)
        if (failureMessage !== undefined)
          return { status: 'killed', killedBy: [id], failureMessage, nrOfTests }
      }
    } catch (error) {
      // The tests cannot even be loaded.
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests }
    } finally {
      delete process.env[ACTIVE]
      this.#instrumented.activeMutant = undefined
    }
    return { status: 'survived', nrOfTests }
  }

  async #failure(run: () => Promise<void>): Promise<string | undefined> {
    this.#stray = undefined
    try {
      await run()
    } catch (error) {
      return String(error)
    }
    return this.#stray === undefined ? undefined : String(this.#stray)
  }

  /** A module at an address of its own for each time that all are loaded. It ends in .ts, by which code finds its neighbours. */
  #loadedAs(url: string): string {
    return this.#loads > 1 && !url.includes('/node_modules/') ? `${url}?load=${this.#loads}.ts` : url
  }

  async #loaded(): Promise<readonly Known[]> {
    if (this.#units !== undefined) return this.#units
    this.#loads += 1
    const units: Known[] = []
    for (const file of this.#files) {
      const collected = collecting(file)
      await import(pathToFileURL(resolve(file)).href)
      const wanted = collected().filter(({ name }) => !this.#without.some(part => name.includes(part)))
      units.push(...wanted.map(({ name, run }) => ({ id: name, file, name, run })))
    }
    const times = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {}
    this.#units = units.toSorted((one, other) => (times[one.id] ?? 0) - (times[other.id] ?? 0))
    return this.#units
  }
}

function nodeTestRunner(options: Options): NodeTestRunner {
  return new NodeTestRunner(options)
}
nodeTestRunner.inject = ['options'] as const

/** How Stryker finds the runner in this file. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'node-test', factory: nodeTestRunner }]
