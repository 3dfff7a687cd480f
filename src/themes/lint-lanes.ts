import { BoundedCache } from '../core/bounded-cache.ts'
import { TemplateFault } from '../core/template/template.ts'
import type { Contents } from '../lint/lint.ts'
import { CompileThread } from '../pages/pages.ts'
import { threadFile } from '../program.ts'
import type { LintAnswer, LintRequest, LintThreadData } from './lint-thread.ts'

/** Checks that take longer go to the slow lane. A theme of 600 files takes about as long the first time. */
const QUICK_SECONDS = 2
/** Themes that are known to take long, and authors of such themes. */
const MOST_KNOWN = 1_000
const FILE = threadFile('themes/lint-worker')

/**
 * Two threads, so that slow themes delay only each other. A check starts in the quick lane. If it takes too long, it is
 * stopped and starts again in the slow lane. Later checks of that theme and of its author then start in the slow lane.
 */
export class LintLanes {
  readonly #quick: CompileThread<LintRequest, LintAnswer>
  readonly #slow: CompileThread<LintRequest, LintAnswer>
  readonly #known = new BoundedCache<string, true>(MOST_KNOWN)

  constructor({ seconds, memory }: { readonly seconds: number; readonly memory: number }, master: Contents) {
    const data = (): LintThreadData => ({ master })
    this.#quick = new CompileThread({ seconds: QUICK_SECONDS, memory }, 'patient', {
      file: FILE,
      name: 'lint',
      data,
    })
    this.#slow = new CompileThread({ seconds, memory }, 'patient', { file: FILE, name: 'lint-slow', data })
  }

  /** How many checks of an author have not begun. */
  waiting(tenant: string, author: string): number {
    return this.#quick.waiting(tenant, author) + this.#slow.waiting(tenant, author)
  }

  async ask(tenant: string, author: string, request: LintRequest): Promise<LintAnswer> {
    // A package has no key. An author with one slow theme may have more.
    const names = [
      `author ${tenant} ${author}`,
      ...(request.key === undefined ? [] : [`theme ${request.key}`]),
    ]
    if (names.some(name => this.#known.get(name))) return await this.#slow.ask(tenant, author, request)
    try {
      return await this.#quick.ask(tenant, author, request)
    } catch (error) {
      if (!(error instanceof TemplateFault && error.bound === 'seconds')) throw error
      for (const name of names) this.#known.set(name, true)
      return await this.#slow.ask(tenant, author, request)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#slow.close()])
  }
}
