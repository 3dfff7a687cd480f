import { parentPort, workerData } from 'node:worker_threads'
import { shortened } from '../core/text.ts'
import { type Finding, LintedMaster, Linter } from '../lint/lint.ts'
import { type Answer, type Pace, takePace } from '../pages/pages.ts'
import type { LintAnswer, LintRequest, LintThreadData } from './lint-thread.ts'

const port = parentPort
if (port === null) throw new Error('this module runs in a worker thread only')

const { pace, master } = workerData as LintThreadData & { pace: Pace }
takePace(pace)
const original = new LintedMaster(master)

/** Texts of a theme are in messages and fixes: what goes to the main thread stays small. */
const LONGEST_MESSAGE = 500
const LONGEST_FIX = 4_000
/** Bytes of all themes that are remembered. What is known of a file takes many times its size. */
const MOST_REMEMBERED = 4 * 1024 * 1024

/** A theme that was checked. */
interface Remembered {
  readonly settings: string
  readonly linter: Linter
  /** Digests and sizes by path. */
  readonly files: Map<string, { readonly digest: string; readonly size: number }>
}

/** The last ones, the latest at the end. */
const remembered = new Map<string, Remembered>()

port.on('message', (request: LintRequest) => {
  try {
    answer({ kind: 'done', answered: checked(request) })
  } catch (error) {
    answer({ kind: 'error', error: error instanceof Error ? error : new Error(String(error)) })
  }
})
answer({ kind: 'ready' })

function checked(request: LintRequest): LintAnswer {
  const { key, digests, contents } = request
  const known = key === undefined ? undefined : remembered.get(key)
  const settings = settingsKey(request)
  const before = known?.settings === settings ? known : undefined
  const missing = [...digests].flatMap(([path, digest]) =>
    before?.files.get(path)?.digest === digest || contents.has(path) ? [] : [path],
  )
  if (missing.length > 0) return { missing }
  const theme = before ?? {
    settings,
    linter: new Linter(new Map(), original, request.settings),
    files: new Map(),
  }
  // While it is changed, and for good where checking it fails.
  if (key !== undefined) remembered.delete(key)
  bring(theme, request)
  makeRoom(weightOf(theme))
  const { findings, counts } = theme.linter.report()
  if (key !== undefined && weightOf(theme) <= MOST_REMEMBERED) remembered.set(key, theme)
  return { findings: findings.map(bounded), counts }
}

/** Makes a theme what the request says that it is. */
function bring({ linter, files }: Remembered, { digests, contents }: LintRequest): void {
  for (const path of files.keys()) {
    if (digests.has(path)) continue
    linter.change(path, undefined)
    files.delete(path)
  }
  for (const [path, digest] of digests) {
    if (files.get(path)?.digest === digest) continue
    const { bytes, size } = contents.get(path)!
    linter.change(path, bytes, size)
    files.set(path, { digest, size: bytes.length })
  }
}

/** Forgets the themes that were checked the longest ago, before the next one needs the memory. */
function makeRoom(weight: number): void {
  let total = weight
  for (const theme of remembered.values()) total += weightOf(theme)
  for (const [key, theme] of remembered) {
    if (total <= MOST_REMEMBERED) return
    total -= weightOf(theme)
    remembered.delete(key)
  }
}

function weightOf({ files }: Remembered): number {
  let sum = 0
  for (const { size } of files.values()) sum += size
  return sum
}

function settingsKey({ settings: { rules = {}, allowed, outdated = new Set() } }: LintRequest): string {
  return JSON.stringify([Object.entries(rules).sort(), allowed, [...outdated].sort()])
}

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

function answer(message: Answer<LintAnswer>): void {
  port!.postMessage(message)
}
