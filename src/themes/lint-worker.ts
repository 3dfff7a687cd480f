import { parentPort, workerData } from 'node:worker_threads'
import { shortened } from '../core/text.ts'
import { type Finding, LintedMaster, Linter, type LintReport } from '../lint/lint.ts'
import { type Answer, type Pace, takePace } from '../pages/pages.ts'
import type { LintRequest, LintThreadData } from './lint-thread.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker thread only')

const { pace, master } = workerData as LintThreadData & { pace: Pace }
takePace(pace)
const original = new LintedMaster(master)

/** Texts of a theme are in messages and fixes: what goes to the main thread stays small. */
const LONGEST_MESSAGE = 500
const LONGEST_FIX = 4_000

port.on('message', ({ files, settings }: LintRequest) => {
  try {
    const { findings, counts } = new Linter(files, original, settings).report()
    answer({ kind: 'done', answered: { findings: findings.map(bounded), counts } })
  } catch (error) {
    answer({ kind: 'error', error: error instanceof Error ? error : new Error(String(error)) })
  }
})
answer({ kind: 'ready' })

function bounded({ message, fix, ...rest }: Finding): Finding {
  const length =
    fix === undefined || fix.edits === 'remove'
      ? 0
      : fix.edits.reduce((sum, { text }) => sum + text.length, 0)
  return {
    ...rest,
    message: shortened(message, LONGEST_MESSAGE),
    ...(fix !== undefined &&
      length <= LONGEST_FIX && { fix: { ...fix, title: shortened(fix.title, LONGEST_MESSAGE) } }),
  }
}

function answer(message: Answer<LintReport>): void {
  port!.postMessage(message)
}
