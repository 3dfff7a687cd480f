// Measures what the service promises about its speed and size, each beside a peer in the same run.
// Names of measurements as arguments choose among them.
import { ENGINES, type EngineName } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { analyticsRows } from './analytics.ts'
import { besideRows } from './beside.ts'
import { consoleRows } from './console.ts'
import { contentionRows, tenantsRows } from './contention.ts'
import { fileRow } from './file.ts'
import { fuzzRows } from './fuzz.ts'
import { lintRows } from './lint.ts'
import { type Row, table } from './measure.ts'
import { memoryRow } from './memory.ts'
import { nodesRows } from './nodes.ts'
import { packageRows } from './package.ts'
import { pageRow, themesRows } from './page.ts'
import { renderRows } from './render.ts'
import { siegeRows } from './siege.ts'
import { hashingRow, sessionRow } from './sign-in.ts'
import { timingRows } from './timing.ts'

const MEASUREMENTS: Record<string, () => Promise<Row[]>> = {
  package: async () => [...(await packageRows(600)), ...(await packageRows(300))],
  render: renderRows,
  lint: lintRows,
  page: async () => [await pageRow()],
  'sign-in': async () => [await sessionRow(), await hashingRow()],
  themes: themesRows,
  file: () => onEach(fileRow),
  memory: () => onEach(memoryRow),
  console: consoleRows,
  nodes: nodesRows,
  contention: contentionRows,
  tenants: tenantsRows,
  analytics: analyticsRows,
  beside: besideRows,
  fuzz: () => fuzzRows(number ?? FUZZED),
  timing: () => timingRows(number ?? TIMED),
  siege: () => siegeRows(number ?? SIEGE_MINUTES),
}
/** What a number behind the names replaces: requests, pairs of requests, minutes. */
const FUZZED = 60_000
const TIMED = 1_000
const SIEGE_MINUTES = 60
/** Takes an hour, so it runs only when it is named. */
const ONLY_NAMED = ['siege']
/** How often a measurement that takes long says that it goes on. */
const TELL_MS = 30_000
const ON_POSTGRES = ['file', 'memory', 'nodes']

function isNumber(argument: string): boolean {
  return /^\d+$/.test(argument)
}

async function onEach(measured: (engine: EngineName) => Promise<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of ENGINES) rows.push(await measured(engine))
  return rows
}

const [number] = process.argv.slice(2).filter(isNumber).map(Number)
const named = process.argv.slice(2).filter(argument => !isNumber(argument))
const wanted = named.length > 0 ? named : Object.keys(MEASUREMENTS).filter(name => !ONLY_NAMED.includes(name))
const unknown = wanted.filter(name => !Object.hasOwn(MEASUREMENTS, name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: choose among ${Object.keys(MEASUREMENTS).join(', ')}.`)
  process.exit(2)
}
const postgres = ON_POSTGRES.some(name => wanted.includes(name)) ? await startPostgres() : undefined
if (postgres !== undefined) process.env.TABARD_TEST_DATABASE = postgres.url
const rows: Row[] = []
try {
  for (const [nth, name] of wanted.entries()) {
    // On standard error, so that the table can be sent to a file.
    console.error(`${nth + 1} of ${wanted.length}: measuring ${name}`)
    const begun = performance.now()
    const seconds = () => ((performance.now() - begun) / 1000).toFixed(0)
    const waiting = setInterval(() => console.error(`   still measuring after ${seconds()} s`), TELL_MS)
    rows.push(...(await MEASUREMENTS[name]!()))
    clearInterval(waiting)
    console.error(`   took ${seconds()} s`)
  }
} finally {
  await postgres?.stop()
}
console.log(table(rows))
// Not exitCode: a hook of the PostgreSQL package would end the process with 0.
process.exit(rows.some(row => row.holds === false) ? 1 : 0)
