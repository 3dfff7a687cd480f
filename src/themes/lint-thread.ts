import { Refusal } from '../core/refusal.ts'
import { TemplateFault } from '../core/template/template.ts'
import {
  type Content,
  type Contents,
  contentOf,
  type Finding,
  type LintReport,
  type LintSettings,
  refusedFinding,
} from '../lint/lint.ts'
import { CompileThread, type Master } from '../pages/pages.ts'
import { unpacked } from '../zip/zip.ts'

/** What the thread checks. */
export interface LintRequest {
  readonly files: Contents
  readonly settings: LintSettings
}

/** What the thread is given when it starts. */
export interface LintThreadData {
  readonly master: Contents
}

/** What checking a theme may cost. */
const BOUNDS = { seconds: 10, memory: 256 }
const MOST_WAITING = 5
// As .ts from the sources and as .js when built.
const FILE = new URL(`./lint-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Checks themes off the event loop, one at a time; tenants and their authors take turns. */
export class LintThread {
  readonly #master: Master
  #thread: Promise<CompileThread<LintRequest, LintReport>> | undefined

  constructor(master: Master) {
    this.#master = master
  }

  async report(tenant: string, author: string, request: LintRequest): Promise<LintReport> {
    this.#thread ??= this.#start()
    const thread = await this.#thread
    if (thread.waiting(tenant, author) >= MOST_WAITING) throw new Refusal('busy', {})
    try {
      return await thread.ask(tenant, author, request)
    } catch (error) {
      if (error instanceof TemplateFault) return refusedReport({ ...tooMuch(error), severity: 'error' })
      throw error
    }
  }

  async close(): Promise<void> {
    await (await this.#thread)?.close()
  }

  async #start(): Promise<CompileThread<LintRequest, LintReport>> {
    const master = new Map<string, Content>()
    for (const [path, blob] of this.#master.files) master.set(path, contentOf(path, await unpacked(blob)))
    return new CompileThread(BOUNDS, 'patient', { file: FILE, name: 'lint', data: () => ({ master }) })
  }
}

/** A report of one finding, where nothing else can be checked. */
export function refusedReport(finding: Finding): LintReport {
  const counts = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
  return { findings: [finding], counts: { ...counts, [finding.severity]: 1 } }
}

function tooMuch({ bound }: TemplateFault): Finding {
  const what =
    bound === 'memory'
      ? `needs more than ${BOUNDS.memory} MB of memory`
      : `takes more than ${BOUNDS.seconds} seconds`
  return refusedFinding(
    'package/limits',
    `Checking the theme ${what}. Its templates are too large or too many.`,
  )
}
