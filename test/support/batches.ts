import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { isPure, needsBrowser } from './needs.ts'
import { weightOf } from './weights.ts'

/** Test files that run in one process. */
export interface Batch {
  readonly name: string
  readonly files: readonly string[]
}

/** How a batch ended. */
export interface Outcome {
  readonly batch: Batch
  readonly passed: boolean
  /** What the reporter counted: tests, suites, pass, fail, cancelled, skipped, todo; and the processor time. */
  readonly counts: Readonly<Record<string, number>>
  readonly output: string
  readonly seconds: number
  /** How long the tests of each file took. */
  readonly fileSeconds: ReadonlyMap<string, number>
}

const at = (file: string) => new URL(file, import.meta.url).href
const RUN_FILES = join(import.meta.dirname, 'run-files.ts')
/** One process, which reports every test; a test that takes longer than five minutes hangs. */
const FLAGS = [
  '--test-timeout=300000',
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...[`--test-reporter=${at('./report-files.ts')}`, '--test-reporter-destination=stdout'],
  ...['--import', at('./report-usage.ts')],
]
const INSPECT = ['--inspect-brk', '--test-timeout=0']
/** A process that takes longer hangs. */
const BATCH_MS = 30 * 60_000
const COUNT = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|cpu_ms) (\d+)$/gm
const FAILING = /^✖ failing tests:$/m
const FILE_TIME = /^ℹ file_ms (\d+) (.+)$/gm
const QUICK = 'test/ (all that need no database and no other program)'

/** Tests that run apart from the others: they take long, or measure time and memory of their process. */
const APART = [
  'test/attacks/hostile-theme-http.test.ts',
  'test/attacks/hostile-theme-tls.test.ts',
  'test/core/analytics/snippet.test.ts',
  'test/core/contract.test.ts',
  'test/core/forms/form-markup.test.ts',
  'test/hostile/shed.test.ts',
  'test/identity/passwords.test.ts',
  'test/lint/hostile.test.ts',
  'test/mail/smtp.test.ts',
  'test/master/browser.test.ts',
  'test/pages/compiling.test.ts',
  'test/pages/folder.test.ts',
  'test/template/bounds.test.ts',
  'test/template/grammar.test.ts',
  'test/template/properties.test.ts',
  'test/zip/mutation.test.ts',
  'test/zip/write.test.ts',
]

/**
 * Folders whose files share processes: a process that has loaded and compiled the service once runs the next file in less
 * time. Each file has services and databases of its own all the same.
 */
const SHARED = [
  'analytics',
  'browser',
  'console',
  'contract',
  'http',
  'identity',
  'interface',
  'journeys',
  'pages',
  'process',
]
/** Folders of a few files each, which share processes with one another. */
const TOGETHER = [
  'attacks',
  'client',
  'conformance',
  'governance',
  'hostile',
  'mail',
  'master',
  'nodes',
  'observe',
  'zip',
]
/** Files that mostly wait, for a deadline of the service or a limit that ends: they run beside the others. */
const IDLE = [
  'test/hostile/bounds.test.ts',
  'test/hostile/framing.test.ts',
  'test/hostile/token-requests.test.ts',
  'test/hostile/uploads.test.ts',
  'test/hostile/work.test.ts',
]
/** How many seconds files take that share a process, unless there is only one. */
const LONGEST = 120

/** Whether a file may share its process with all others of its kind. */
export function isQuick(file: string): boolean {
  return !APART.includes(file) && isPure(file)
}

/** Whether a batch leaves the processor to others most of the time. */
export function isIdle({ files }: Batch): boolean {
  return files.every(file => IDLE.includes(file))
}

/** Whether a batch uses a browser, which keeps a core busy. Others wait half of the time. */
export function isBusy({ files }: Batch): boolean {
  return files.some(needsBrowser)
}

/**
 * Puts files into batches that can run in one process; those that take longest come first. Tests that need nothing beside
 * Node are in `quickBatches` of them: where nothing else runs, several processes are through with them earlier.
 */
export function batchesOf(files: readonly string[], quickBatches = 1): Batch[] {
  const quick = files.filter(isQuick)
  const folders = Map.groupBy(
    files.filter(file => !quick.includes(file)),
    placeOf,
  )
  const batches = [...folders.values()].flatMap(inFolder => parted(inFolder, count(inFolder)))
  if (quickBatches > 1) batches.push(...parted(quick, quickBatches))
  else if (quick.length > 0) batches.push({ name: quick.length > 1 ? QUICK : quick[0]!, files: quick })
  return batches.toSorted((one, other) => total(other.files) - total(one.files))
}

/** What the files that may share a process have in common. */
function placeOf(file: string): string {
  if (APART.includes(file) || IDLE.includes(file)) return file
  const [top, folder = '', ...below] = dirname(file).split('/')
  if (top !== 'test' || below.length > 0) return file
  if (TOGETHER.includes(folder)) return top
  return SHARED.includes(folder) ? folder : file
}

function count(files: readonly string[]): number {
  return Math.ceil(total(files) / LONGEST)
}

/** So many batches that take about the same time. */
function parted(files: readonly string[], count: number): Batch[] {
  const parts = Array.from({ length: count }, (): string[] => [])
  for (const file of files.toSorted((one, other) => weightOf(other) - weightOf(one)))
    parts.reduce((least, part) => (total(part) < total(least) ? part : least)).push(file)
  return parts.flatMap(members => {
    const [first] = members
    if (first === undefined) return []
    const name = members.length > 1 ? `${first} and ${members.length - 1} more` : first
    return [{ name, files: members }]
  })
}

function total(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + weightOf(file), 0)
}

interface RunOptions {
  readonly signal: AbortSignal
  /** Gets what is printed, as it is printed. */
  readonly shown?: (text: string) => void
  /** Whether it waits for a debugger; people who debug take as long as they want. */
  readonly inspect?: boolean
}

/** Runs the tests of a batch to their end. */
export async function runBatch(
  batch: Batch,
  environment: NodeJS.ProcessEnv,
  { signal, shown = () => {}, inspect = false }: RunOptions,
): Promise<Outcome> {
  const begun = performance.now()
  const flags = [...FLAGS, ...(inspect ? INSPECT : [])]
  const child = spawn(process.execPath, [...flags, RUN_FILES, ...batch.files], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(!inspect && { timeout: BATCH_MS }),
    signal,
  })
  // Told by the exit code as well.
  child.on('error', () => {})
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
      shown(text)
    })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  const counts = Object.fromEntries(
    [...output.matchAll(COUNT)].map(([, what, count]) => [what, Number(count)]),
  )
  // A process that left early has counted nothing, and a hook at the end of a file that fails is not counted.
  const passed = code === 0 && counts.tests !== undefined && !FAILING.test(output)
  const seconds = (performance.now() - begun) / 1000
  const times = [...output.matchAll(FILE_TIME)].map(([, ms, file]) => [file!, Number(ms) / 1000] as const)
  return { batch, passed, counts, output, seconds, fileSeconds: new Map(times) }
}
