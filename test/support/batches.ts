import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isPure } from './needs.ts'

/** Test files that run in one process. */
export interface Batch {
  readonly name: string
  readonly files: readonly string[]
}

/** How a batch ended. */
export interface Outcome {
  readonly batch: Batch
  readonly passed: boolean
  /** What the reporter counted: tests, suites, pass, fail, cancelled, skipped, todo. */
  readonly counts: Readonly<Record<string, number>>
  readonly output: string
  readonly seconds: number
}

/** One process, which reports every test; a test that takes longer than five minutes hangs. */
const FLAGS = ['--test', '--test-isolation=none', '--test-reporter=spec', '--test-timeout=300000']
const INSPECT = ['--inspect-brk', '--test-timeout=0']
/** A process that takes longer hangs. */
const BATCH_MS = 15 * 60_000
const COUNT = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/gm
const FAILING = /^✖ failing tests:$/m
const TIMES = join(import.meta.dirname, '../../node_modules/.cache/tabard-tests/seconds.json')
const QUICK = 'test/ (all that need no database and no other program)'
/** Where no times are known, these folders go first, the last one before all others. */
const SLOW_FIRST = ['journeys', 'hostile', 'nodes', 'browser', 'console', 'process', 'master', 'attacks']

/** Pure tests that run apart from the others: they take long, or measure time and memory of their process. */
const APART = [
  'test/core/analytics/snippet.test.ts',
  'test/core/contract.test.ts',
  'test/core/forms/form-markup.test.ts',
  'test/identity/passwords.test.ts',
  'test/mail/smtp.test.ts',
  'test/pages/compiling.test.ts',
  'test/pages/folder.test.ts',
  'test/pages/plan-deadline.test.ts',
  'test/template/bounds.test.ts',
  'test/template/grammar.test.ts',
  'test/template/properties.test.ts',
  'test/zip/mutation.test.ts',
  'test/zip/write.test.ts',
]

/**
 * Folders whose files share processes, and how many at most: a process that has loaded and compiled the service once
 * runs the next file in less time. Each file has services and databases of its own all the same.
 */
const SHARED: Readonly<Record<string, number>> = {
  analytics: 6,
  browser: 5,
  console: 5,
  contract: 13,
  http: 5,
  identity: 6,
  interface: 13,
  journeys: 9,
  pages: 10,
}

/** Whether a file may share its process with all others of its kind. */
export function isQuick(file: string): boolean {
  return !APART.includes(file) && isPure(file)
}

/** Puts files into batches that can run in one process; the slowest come first. */
export function batchesOf(files: readonly string[]): Batch[] {
  const times = knownTimes()
  const quick = files.filter(isQuick)
  const folders = Map.groupBy(
    files.filter(file => !quick.includes(file)),
    file => (APART.includes(file) ? file : dirname(file)),
  )
  const batches = [...folders].flatMap(([folder, members]) => shared(folder, members))
  if (quick.length > 0) batches.push({ name: quick.length > 1 ? QUICK : quick[0]!, files: quick })
  const weight = ({ name }: Batch) => times[name] ?? SLOW_FIRST.indexOf(name.split('/')[1] ?? '')
  return batches.toSorted((one, other) => weight(other) - weight(one))
}

/** Batches of about the same size from the files of a folder. */
function shared(folder: string, files: readonly string[]): Batch[] {
  const most = SHARED[basename(folder)] ?? 1
  const count = Math.ceil(files.length / most)
  return Array.from({ length: count }, (_, nth) => {
    // Neighbours often take about as long: each goes to another batch.
    const members = files.filter((_, index) => index % count === nth)
    const [first] = members
    const name = members.length > 1 ? `${first} and ${members.length - 1} more of its folder` : first!
    return { name, files: members }
  })
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
  const child = spawn(process.execPath, [...FLAGS, ...(inspect ? INSPECT : []), ...batch.files], {
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
  return { batch, passed, counts, output, seconds: (performance.now() - begun) / 1000 }
}

function knownTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8'))
  } catch {
    return {}
  }
}

/** Remembers how long batches took, for the order of the next run. */
export function keepTimes(outcomes: readonly Outcome[]): void {
  const times = {
    ...knownTimes(),
    ...Object.fromEntries(outcomes.map(({ batch, seconds }) => [batch.name, seconds])),
  }
  mkdirSync(dirname(TIMES), { recursive: true })
  writeFileSync(TIMES, JSON.stringify(times, null, 2))
}
