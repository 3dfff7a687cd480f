// Measures what the service promises about its speed and size, each beside a peer in the same run. See README.md.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { bundleProgram, DIST } from '../build/program.ts'
import { ENGINES, type EngineName } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Row, TINY, table } from './measure.ts'
import { keepResults, moved, RESULTS, readResults } from './results.ts'
import { installPeers, installPrograms } from './tools.ts'

// Each is loaded when it is measured: the peers are installed by then.
const MEASUREMENTS: Record<string, () => Promise<Row[]>> = {
  list: async () => await (await import('./served.ts')).listRows(),
  asset: async () => await (await import('./served.ts')).assetRows(),
  page: async () => await (await import('./page.ts')).pageRows(),
  session: async () => await (await import('./sign-in.ts')).sessionRows(),
  themes: async () => await (await import('./page.ts')).themesRows(),
  sources: async () => await (await import('./page.ts')).sourcesRows(),
  analytics: async () => await (await import('./analytics.ts')).analyticsRows(),
  render: async () => await (await import('./render.ts')).renderRows(),
  package: async () => {
    const { packageRows } = await import('./package.ts')
    return [...(await packageRows(600)), ...(await packageRows(300))]
  },
  start: async () => [await (await import('./start.ts')).startRow()],
  memory: async () => await onEach((await import('./memory.ts')).memoryRows),
  file: async () => await onEach((await import('./file.ts')).fileRow),
  token: async () => await (await import('./token.ts')).tokenRows(),
  'two-nodes': async () => [await (await import('./two-nodes.ts')).twoNodesRow()],
  scale: async () => await (await import('./scale.ts')).scaleRows(),
  hashing: async () => [await (await import('./sign-in.ts')).hashingRow()],
  lint: async () => await (await import('./lint.ts')).lintRows(),
  command: async () => await (await import('./command.ts')).commandRows(),
  access: async () => await (await import('./access.ts')).accessRows(number ?? PEOPLE),
  campaigns: async () => {
    const { campaignRows } = await import('./campaigns.ts')
    return await onEach(engine => campaignRows(engine, number ?? REVIEWED))
  },
  console: async () => await (await import('./console.ts')).consoleRows(),
  nodes: async () => await (await import('./nodes.ts')).nodesRows(),
  contention: async () => await (await import('./contention.ts')).contentionRows(),
  tenants: async () => await (await import('./contention.ts')).tenantsRows(),
  beside: async () => await (await import('./beside.ts')).besideRows(),
  fuzz: async () => await (await import('./fuzz.ts')).fuzzRows(number ?? FUZZED),
  timing: async () => await (await import('./timing.ts')).timingRows(number ?? TIMED),
  siege: async () => await (await import('./siege.ts')).siegeRows(number ?? SIEGE_MINUTES),
}
/** What a number behind the names replaces: people, requests, pairs of requests, minutes. */
const PEOPLE = 200_000
const REVIEWED = 10_000
const FUZZED = 60_000
const TIMED = 1_000
const SIEGE_MINUTES = 60
/** Takes an hour, so it runs only when it is named. */
const ONLY_NAMED = ['siege']
/** Measured beside a program that cannot always be installed. */
const BESIDE_NGINX = ['list', 'asset']
const ON_POSTGRES = ['file', 'memory', 'two-nodes', 'nodes', 'campaigns']
/** How often a measurement that takes long says that it goes on. */
const TELL_MS = 15_000
/** With more than that on each processor, figures by the clock say little. */
const QUIET_LOAD = 0.3

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'string' }, tiny: { type: 'boolean', default: false } },
})
const [number] = positionals.filter(isNumber).map(Number)
const named = positionals.filter(argument => !isNumber(argument))
const wanted = named.length > 0 ? named : Object.keys(MEASUREMENTS).filter(name => !ONLY_NAMED.includes(name))
const unknown = wanted.filter(name => !Object.hasOwn(MEASUREMENTS, name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: choose among ${Object.keys(MEASUREMENTS).join(', ')}.`)
  process.exit(2)
}
// Read first: a comparison with the last results is one with those before this run.
const before = options.compare === undefined ? undefined : readResults(options.compare)
const missing = TINY ? [] : installPrograms()
installPeers()
// What people run. It is made anew, because a bundle of other sources would not be used.
if (!TINY) await bundleProgram(DIST)
if (missing.length > 0)
  console.error(`${missing.join(' and ')} cannot be installed here: install them as root (Debian: apt-get).`)
const [load] = loadavg()
if (!TINY && load! > QUIET_LOAD)
  console.error(
    `The machine is busy (load ${load!.toFixed(1)}): go by the processor times, not by the rates.`,
  )

const rows = await measured(wanted)
console.log(table(rows))
if (before !== undefined) console.log(`\n${moved(before, rows)}`)
if (!TINY) console.error(`The figures are in ${RESULTS}.`)
// Not exitCode: a hook of the PostgreSQL package would end the process with 0.
process.exit(!TINY && rows.some(row => row.holds === false) ? 1 : 0)

async function measured(names: readonly string[]): Promise<Row[]> {
  const isPostgresNeeded = ON_POSTGRES.some(name => names.includes(name))
  const postgres =
    isPostgresNeeded && process.env.TABARD_TEST_DATABASE === undefined ? await startPostgres() : undefined
  if (postgres !== undefined) process.env.TABARD_TEST_DATABASE = postgres.url
  const all: Row[] = []
  try {
    for (const [nth, name] of names.entries()) {
      // On standard error, so that the table can be sent to a file.
      console.error(`${nth + 1} of ${names.length}: measuring ${name}`)
      const begun = performance.now()
      const seconds = () => ((performance.now() - begun) / 1000).toFixed(0)
      const waiting = setInterval(() => console.error(`   still measuring after ${seconds()} s`), TELL_MS)
      const isMissing = BESIDE_NGINX.includes(name) && missing.includes('nginx')
      const found = isMissing ? [notMeasured(name)] : await MEASUREMENTS[name]!()
      all.push(...found)
      // At once, so that a measurement that fails does not take the figures of an hour with it.
      if (!TINY) keepResults(found)
      clearInterval(waiting)
      for (const row of found) console.error(`   ${row.name}: ${row.ours}, ${row.ratio} (goal ${row.bound})`)
      console.error(`   took ${seconds()} s`)
    }
  } finally {
    await postgres?.stop()
  }
  return all
}

function notMeasured(name: string): Row {
  return { name, ours: 'needs nginx', peer: '–', ratio: '–', bound: '–', holds: undefined }
}

function isNumber(argument: string): boolean {
  return /^\d+$/.test(argument)
}

async function onEach(measure: (engine: EngineName) => Promise<Row | Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (const engine of ENGINES) all.push(...[await measure(engine)].flat())
  return all
}
