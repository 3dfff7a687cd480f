import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { FLOODS, LANGUAGES } from './floods.ts'
import type { Row } from './measure.ts'
import { residentMegabytes } from './memory.ts'
import { PAGE_TARGET } from './page.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'

/** How much later the page may come than without a flood. */
const LATER_MS = 50
const MEMORY_MB = 700
const SECONDS = 10
const RATE = 100
const WATCH_MS = 50

/** How long the sign-in page takes at worst beside each flood, and how much memory the service takes at most. */
export async function besideRows(): Promise<Row[]> {
  const quiet = await measured()
  const rows: Row[] = []
  for (const name of Object.keys(FLOODS)) {
    const beside = await measured(name)
    const { refused, largest, answers } = beside
    const row = { peer: answers, ratio: '–' }
    const later = (what: string, figure: 'p99' | 'max' | 'cold') => ({
      ...row,
      name: `${what} beside ${name}, ${figure === 'p99' ? 'p99' : 'at most'}`,
      ours: `${beside[figure].toFixed(0)} ms${refused > 0 ? `, ${refused} refused` : ''}`,
      bound: `< ${quiet[figure].toFixed(0)} + ${LATER_MS} ms`,
      holds: beside[figure] < quiet[figure] + LATER_MS && refused === 0,
    })
    rows.push(
      later('sign-in page', 'p99'),
      later('sign-in page', 'max'),
      later('sign-in page in a new language', 'cold'),
      {
        ...row,
        name: `memory beside ${name}, at most`,
        ours: `${largest.toFixed(0)} MB`,
        bound: `< ${MEMORY_MB} MB`,
        holds: largest < MEMORY_MB,
      },
    )
  }
  return rows
}

interface Measured {
  readonly p99: number
  readonly max: number
  readonly cold: number
  readonly refused: number
  readonly largest: number
  readonly answers: string
}

/** Opens the sign-in page at a steady rate, beside a flood if one is named. */
async function measured(flood?: string): Promise<Measured> {
  const service = await startServiceProcess('SQLite')
  let largest = 0
  const watch = setInterval(() => {
    largest = Math.max(largest, residentMegabytes(service.pid))
  }, WATCH_MS)
  try {
    // Compiled once, as it is soon after a start.
    await (await fetch(`${service.url}${PAGE_TARGET}`)).bytes()
    const flooding = flood === undefined ? undefined : startFlood(flood, service)
    const [{ latency, errors, non2xx }, cold] = await Promise.all([
      autocannon({
        url: `${service.url}${PAGE_TARGET}`,
        connections: 4,
        workers: 1,
        overallRate: RATE,
        duration: SECONDS,
      }),
      slowestCold(service),
    ])
    const answers = (await flooding?.end()) ?? ''
    const { p99, max } = latency
    return { p99, max, cold, refused: errors + non2xx, largest, answers }
  } finally {
    clearInterval(watch)
    await service.stop()
  }
}

function startFlood(name: string, { url, headers }: ServiceProcess): { end(): Promise<string> } {
  const script = join(import.meta.dirname, 'flood.ts')
  const child = spawn(process.execPath, [script, name, url, headers.authorization], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said = text(child.stdout)
  return {
    async end() {
      child.stdin.end()
      return (await said).trim()
    },
  }
}

/** How long the sign-in page takes at most in languages that it was not compiled for yet. */
async function slowestCold({ url }: ServiceProcess): Promise<number> {
  let slowest = 0
  for (const language of LANGUAGES) {
    await sleep((SECONDS * 1000) / (LANGUAGES.length + 2))
    const start = performance.now()
    const answer = await fetch(`${url}${PAGE_TARGET}&locale=${language}`)
    await answer.bytes()
    slowest = Math.max(slowest, performance.now() - start)
  }
  return slowest
}
