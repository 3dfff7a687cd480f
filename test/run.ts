// Runs tests: those of the files and folders that are named, else all. `npm test -- --help` lists the options.
import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Batch, batchesOf, isBusy, isIdle, isQuick, type Outcome, runBatch } from './support/batches.ts'
import { needsConsole } from './support/needs.ts'
import { openProvisions } from './support/provisions.ts'
import { processorTime } from './support/usage.ts'
import { isHeavy, keepWeights } from './support/weights.ts'

const HELP = `npm test [-- options] [files or folders]

  --quick       only tests that need no database, no browser and no other program, in files that take seconds at most
  --full        every combination of the tests that usually try a selection
  --watch       run the files again when something that they import changes
  --inspect     wait for a debugger to attach, with one file
  --jobs <n>    how many processes run at once (default: two for each core)
  --verbose     list every test
  --weigh       keep how long each file takes: the runs to come group and order the files by it
`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    inspect: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism() * 2) },
    verbose: { type: 'boolean', default: false },
    weigh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(HELP)
  process.exit(0)
}

const files = wanted(positionals).filter(file => !options.quick || (isQuick(file) && !isHeavy(file)))
if (files.length === 0) {
  console.error('No test file matches. Name files that end with .test.ts, or folders that have some.')
  process.exit(2)
}
if (!existsSync('console/dist/index.html') && files.some(needsConsole)) {
  // Each of them would wait for a screen that never comes.
  console.error('The console is not built. Run npm run build first: these tests show it in a browser.')
  process.exit(2)
}
const provisions = await openProvisions()
const environment = {
  // What was compiled by one process of the tests is there for the next one.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  ...(options.full && { TABARD_TEST_FULL: 'yes' }),
  ...process.env,
  ...provisions.environment,
}
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())
const passed = await (options.watch ? watched() : files.length === 1 ? shown() : scheduled())
await provisions.stop()
if (!options.watch)
  console.log(`ℹ cpu_ms ${Math.round(processorTime())} in all, with databases and preparation`)
process.exit(passed ? 0 : 1)

/** The test files that the arguments name. */
function wanted(names: readonly string[]): string[] {
  const all = globSync('test/**/*.test.ts').sort()
  if (names.length === 0) return all
  return names.flatMap(name => {
    const found = statSync(name, { throwIfNoEntry: false })
    if (found === undefined) {
      console.error(`There is no file or folder ${name}.`)
      process.exit(2)
    }
    if (!found.isDirectory()) return relative('.', name)
    const folder = `${relative('.', name)}/`
    return all.filter(file => file.startsWith(folder))
  })
}

/** Runs files again and again, each in a process of its own. */
async function watched(): Promise<boolean> {
  const flags = ['--test', '--watch', '--test-timeout=300000']
  const child = spawn(process.execPath, [...flags, ...files], { stdio: 'inherit', env: environment })
  stopped.signal.addEventListener('abort', () => child.kill())
  return await new Promise(resolve => child.on('exit', code => resolve(code === 0)))
}

/** Runs one file, and shows every test. */
async function shown(): Promise<boolean> {
  const [batch] = batchesOf(files)
  const write = (text: string) => void process.stdout.write(text)
  const { inspect } = options
  const how = { signal: stopped.signal, shown: write, inspect }
  const { passed, counts } = await runBatch(batch!, environment, how)
  if (counts.tests === undefined) console.log('✖ The process ended before its tests did.')
  return passed
}

/** Runs the files in several processes at once, and tells how far it is. */
async function scheduled(): Promise<boolean> {
  const batches = batchesOf(files, options.quick ? availableParallelism() : 1)
  const outcomes: Outcome[] = []
  const begun = performance.now()
  let done = 0
  console.log(`${files.length} test files, ${options.jobs} processes at a time.`)
  const worker = async (...queues: Batch[][]) => {
    const next = () => queues.find(queue => queue.length > 0)?.shift()
    for (let batch = next(); batch !== undefined && !stopped.signal.aborted; batch = next()) {
      const outcome = await runBatch(batch, environment, { signal: stopped.signal })
      outcomes.push(outcome)
      done += batch.files.length
      const at = `${String(done).padStart(String(files.length).length)}/${files.length} ${clock(begun)}`
      const { tests = 0, cpu_ms = 0 } = outcome.counts
      const figures = `${tests} tests, ${outcome.seconds.toFixed(1)} s, processor ${(cpu_ms / 1000).toFixed(1)} s`
      console.log(`${at} ${outcome.passed ? '✔' : '✖'} ${batch.name} (${figures})`)
      if (options.verbose || !outcome.passed) console.log(outcome.output)
    }
  }
  const jobs = Math.max(1, Number(options.jobs))
  const beside = jobs === 1 ? [] : batches.filter(isIdle)
  const busy = batches.filter(batch => isBusy(batch) && !beside.includes(batch))
  const waiting = batches.filter(batch => ![...busy, ...beside].includes(batch))
  // Every other process prefers tests that mostly wait, so that there is work for the cores all the time and no crowd.
  const workers = Array.from({ length: jobs }, (_, at) =>
    at % 2 === 0 ? worker(busy, waiting) : worker(waiting, busy),
  )
  await Promise.all([worker(beside), ...workers])
  if (options.weigh) keepWeights(new Map(outcomes.flatMap(outcome => [...secondsOf(outcome)])))
  for (const what of ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'])
    console.log(`ℹ ${what} ${outcomes.reduce((sum, { counts }) => sum + (counts[what] ?? 0), 0)}`)
  console.log(`ℹ duration_ms ${performance.now() - begun}`)
  const failed = outcomes.filter(outcome => !outcome.passed)
  for (const { batch, output } of failed)
    console.log(`\n✖ ${batch.name}\n${output.slice(Math.max(0, output.indexOf('✖ failing tests:')))}`)
  return failed.length === 0
}

/** How long each file took. Tests can be in a module that the only file of a process imports. */
function secondsOf({ batch, seconds, fileSeconds }: Outcome): Iterable<[string, number]> {
  const [file, ...others] = batch.files
  return file !== undefined && others.length === 0 ? [[file, seconds]] : fileSeconds
}

/** The time since a moment, in minutes and seconds. */
function clock(since: number): string {
  const seconds = Math.floor((performance.now() - since) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
