import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../core/refusal.ts'
import { TemplateFault } from '../core/template/template.ts'
import {
  type Content,
  type Contents,
  contentOf,
  type Finding,
  HEAD_BYTES,
  isTextPath,
  type LintReport,
  type LintSettings,
  refusedFinding,
} from '../lint/lint.ts'
import { type Master, ThreadFault } from '../pages/pages.ts'
import { unpacked } from '../zip/zip.ts'
import { LintLanes } from './lint-lanes.ts'

/** A file to check: its path, and the digest that stands for its content. */
export interface LintEntry {
  readonly path: string
  readonly digest: string
  readonly size: number
}

/** A theme to check. */
export interface LintAsked<E extends LintEntry = LintEntry> {
  /** What the thread remembers the theme by: the next time it looks only at what has changed. */
  readonly key?: string
  readonly entries: readonly E[]
  readonly settings: LintSettings
  readonly read: (entry: E) => Promise<Uint8Array>
}

/** What the thread is asked. */
export interface LintRequest extends Pick<LintAsked, 'key' | 'settings'> {
  /** Digests by path. */
  readonly digests: ReadonlyMap<string, string>
  /** The contents that the thread does not have. */
  readonly contents: Contents
}

/** What the thread answers: a report, or the paths of contents that it needs for one. */
export type LintAnswer = LintReport | { readonly missing: readonly string[] }

/** What the thread is given when it starts. */
export interface LintThreadData {
  readonly master: Contents
}

/** How checks ended: with a report, over a bound, refused because too many wait, or with a fault. */
const OUTCOMES = ['done', 'bounded', 'busy', 'failed'] as const

export type LintOutcome = (typeof OUTCOMES)[number]

/** What checking a theme may cost. */
const BOUNDS = { seconds: 10, memory: 256 }
const MOST_WAITING = 5
/** Bytes that are checked: they are copied to another thread. */
const MOST_LINTED = 16 * 1024 * 1024
/** Checks themes off the event loop; tenants and their authors take turns. */
export class LintThread {
  readonly #start: () => Promise<LintLanes>
  readonly #isShared: boolean
  readonly #outcomes = new Map<LintOutcome, number>(OUTCOMES.map(outcome => [outcome, 0]))
  #thread: Promise<LintLanes> | undefined
  #isClosed = false
  #seconds = 0

  /** `shared`: a thread that others in this process use as well, and that outlives this one. */
  constructor(master: Master, shared?: () => Promise<LintLanes>) {
    this.#start = shared ?? (() => startLintThread(master))
    this.#isShared = shared !== undefined
  }

  /** How many checks ended in which way. */
  get outcomes(): ReadonlyMap<LintOutcome, number> {
    return this.#outcomes
  }

  /** How long checks took together, with the time in which they waited. */
  get seconds(): number {
    return this.#seconds
  }

  async report<E extends LintEntry>(
    tenant: string,
    author: string,
    asked: LintAsked<E>,
  ): Promise<LintReport> {
    const began = performance.now()
    let outcome: LintOutcome = 'failed'
    try {
      if (weightOf(asked.entries) > MOST_LINTED) {
        outcome = 'bounded'
        return tooLarge()
      }
      const report = await this.#ask(tenant, author, asked)
      outcome = 'done'
      return report
    } catch (error) {
      if (error instanceof TemplateFault) {
        outcome = 'bounded'
        return tooMuch(error)
      }
      if (error instanceof Refusal && error.code === 'busy') outcome = 'busy'
      throw error
    } finally {
      this.#seconds += (performance.now() - began) / 1000
      this.#outcomes.set(outcome, this.#outcomes.get(outcome)! + 1)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#isShared) await (await this.#thread)?.close()
  }

  /** Asks with no contents first. What was missing is added, so that the thread has everything at last. */
  async #ask<E extends LintEntry>(
    tenant: string,
    author: string,
    { key, entries, settings, read }: LintAsked<E>,
  ): Promise<LintReport> {
    // A thread that starts after the end would keep the process from ending.
    this.#assertOpen()
    this.#thread ??= this.#start()
    const thread = await this.#thread
    const digests = new Map(entries.map(({ path, digest }) => [path, digest]))
    const contents = new Map<string, Content>()
    for (;;) {
      this.#assertOpen()
      if (thread.waiting(tenant, author) >= MOST_WAITING) throw new Refusal('busy', {})
      const answer = await thread.ask(tenant, author, {
        ...(key !== undefined && { key: `${tenant} ${key}` }),
        settings,
        digests,
        contents,
      })
      if (!('missing' in answer)) return answer
      const missing = new Set(answer.missing)
      for (const entry of entries) {
        if (!missing.has(entry.path)) continue
        contents.set(entry.path, contentOf(entry.path, await read(entry)))
        // Small contents are inflated on the event loop, and others are waiting.
        if (contents.size % 50 === 0) await setImmediate()
      }
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new ThreadFault('the service is stopping')
  }
}

/** Threads that check themes over a master. Each starts with its first job. */
export async function startLintThread({ files }: Master): Promise<LintLanes> {
  const master = new Map<string, Content>()
  for (const [path, blob] of files) master.set(path, contentOf(path, await unpacked(blob)))
  return new LintLanes(BOUNDS, master)
}

/** A report of one finding, where nothing else can be checked. */
export function refusedReport(finding: Finding): LintReport {
  const counts = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
  return { findings: [finding], counts: { ...counts, [finding.severity]: 1 } }
}

/** The bytes of a theme that are looked at. */
function weightOf(entries: readonly LintEntry[]): number {
  return entries.reduce(
    (sum, { path, size }) => sum + (isTextPath(path) ? size : Math.min(size, HEAD_BYTES)),
    0,
  )
}

/** The service stores such a theme, so the finding is no fatal one. */
function unchecked(message: string): LintReport {
  return refusedReport({ ...refusedFinding('package/limits', message), severity: 'error' })
}

function tooLarge(): LintReport {
  const most = MOST_LINTED / 1024 / 1024
  return unchecked(
    `The theme is too large to check: its texts have more than ${most} MiB. Make them smaller.`,
  )
}

function tooMuch({ bound }: TemplateFault): LintReport {
  const what =
    bound === 'memory'
      ? `needs more than ${BOUNDS.memory} MB of memory`
      : `takes more than ${BOUNDS.seconds} seconds`
  return unchecked(`Checking the theme ${what}. Its templates are too large or too many.`)
}
