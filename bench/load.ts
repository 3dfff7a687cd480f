import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { EVERYTHING } from '../test/support/everything.ts'
import { inTurn, medians, type Pair, type Row, TINY } from './measure.ts'
import { onLoadCore, processorMicroseconds } from './pin.ts'
import { startAlone } from './process.ts'
import { versionOf } from './tools.ts'

// Many short rounds, not few long ones: what disturbs one then disturbs its neighbour too.
const ROUNDS = TINY ? 1 : 9
// The engine compiles what is hot during the first seconds.
const WARM_UP = TINY ? 0 : 5
const CONNECTIONS = 32
const SECONDS = 2
/** As many requests show that a measurement works. */
const FEW = 200
/** It asks for whole seconds, in which it takes both cores: where nothing is measured, only `npm run test:full` uses it. */
const USES_WRK = (!TINY || EVERYTHING) && versionOf('wrk') !== undefined
/** On a busy machine an answer may take longer than the two seconds after which wrk counts a failure. */
const TIMEOUT = '30s'

const run = promisify(execFile)

/** What is asked of a server, over and over. */
export interface Target {
  readonly url: string
  readonly pid: number
  readonly headers?: Readonly<Record<string, string>>
  /** Asked for in turn, below the address. */
  readonly paths?: readonly string[]
  /** Sent by POST. */
  readonly body?: string
}

/** What a server did with it. */
export interface Rate {
  readonly perSecond: number
  /** Processor time of a request, in microseconds. */
  readonly cpu: number
}

/** A claim that a server answers a share of the requests that a peer does; without a bound it claims nothing. */
export async function rateRow(name: string, ours: Target, peer: Target, bound?: number): Promise<Row> {
  const [load, other] = [() => loaded(ours), () => loaded(peer)]
  await inTurn(WARM_UP, load, other)
  return rowOf(name, await inTurn(ROUNDS, load, other), bound)
}

/** The same claim, and how Node's HTTP server alone compares with that peer: no service on Node can do better. */
export async function rateRows(
  what: string,
  beside: string,
  ours: Target,
  peer: Target,
  bound: number,
): Promise<Row[]> {
  const row = await rateRow(`${what} (${beside})`, ours, peer, bound)
  const alone = await startAlone(ours.url, ours.headers)
  try {
    const name = `${what}, Node alone (${beside})`
    return [row, await rateRow(name, { ...ours, url: alone.url, pid: alone.pid }, peer)]
  } finally {
    await alone.stop()
  }
}

function rowOf(name: string, pairs: readonly Pair<Rate>[], bound: number | undefined): Row {
  const of = (figure: (rate: Rate) => number) =>
    medians(pairs.map(({ ours, peer }) => ({ ours: figure(ours), peer: figure(peer) })))
  const [rate, cpu] = [of(({ perSecond }) => perSecond), of(({ cpu }) => 1 / cpu)]
  const shown = (who: 'ours' | 'peer') =>
    `${rate[who].toFixed(0)} /s, ${(1 / cpu[who]).toFixed(0).padStart(3)} µs CPU`
  return {
    name,
    ours: shown('ours'),
    peer: shown('peer'),
    ratio: `${percent(rate.ratio)} (CPU ${percent(cpu.ratio)})`,
    bound: bound === undefined ? '–' : `≥ ${percent(bound)}`,
    holds: bound === undefined ? undefined : rate.ratio >= bound,
    figures: { ...rate, cpu: { ours: 1 / cpu.ours, peer: 1 / cpu.peer, ratio: cpu.ratio } },
  }
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)} %`
}

/** How many requests a second a server answers, and what each of them costs it. */
export async function loaded(target: Target): Promise<Rate> {
  const before = processorMicroseconds(target.pid)
  let [requests, seconds, taken] = [0, 0, 0]
  // A machine that is very busy may not get to a single one, and a few may take less than the kernel counts.
  while (requests === 0 || taken === 0) {
    const asked = await (USES_WRK ? askedByWrk : askedByAutocannon)(target)
    requests += asked.requests
    seconds += asked.seconds
    taken = processorMicroseconds(target.pid) - before
  }
  return { perSecond: requests / seconds, cpu: taken / requests }
}

interface Asked {
  readonly requests: number
  readonly seconds: number
}

async function askedByWrk({ url, headers = {}, ...more }: Target): Promise<Asked> {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-bench-wrk-'))
  try {
    const script = join(folder, 'requests.lua')
    writeFileSync(script, scriptOf(more))
    const words = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '--timeout', TIMEOUT]
    for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}: ${value}`)
    const { stdout } = await run(...onLoadCore('wrk', [...words, '-s', script, url]))
    const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
    const failures = /^\s*(?:Socket errors|Non-2xx).*$/gm.exec(stdout)
    if (requests === undefined || failures !== null)
      throw new Error(`${url}: ${failures?.[0].trim() ?? stdout}`)
    return { requests: Number(requests), seconds: Number(seconds) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Where there is no wrk. It costs more than most servers, so that only the processor time of a request tells anything. */
async function askedByAutocannon({ url, headers = {}, paths = [], body }: Target): Promise<Asked> {
  const began = performance.now()
  const { errors, non2xx, requests } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    ...(TINY ? { amount: FEW } : { duration: SECONDS }),
    ...(body !== undefined && { method: 'POST', body }),
    setupClient(client) {
      if (paths.length > 0) client.setRequests(paths.map(path => ({ path })))
    },
  })
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals`)
  return { requests: requests.total, seconds: (performance.now() - began) / 1000 }
}

function scriptOf({ paths = [], body }: Pick<Target, 'paths' | 'body'>): string {
  if (body !== undefined) return `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`
  if (paths.length === 0) return ''
  return `local paths = { ${paths.map(path => JSON.stringify(path)).join(', ')} }
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
`
}
