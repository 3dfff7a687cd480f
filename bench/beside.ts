import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { packageOf } from '../test/support/packages.ts'
import { packageForm } from '../test/support/service.ts'
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
  // The first run finds the files of the service not yet in memory, so the second one counts.
  await measured()
  const quiet = await measured()
  const rows: Row[] = []
  for (const name of Object.keys(FLOODS)) {
    const beside = await measured(name)
    const { refused, largest, answers } = beside
    const row = { peer: answers, ratio: '–' }
    const later = (what: string, figure: 'p99' | 'max' | 'language' | 'revision') => ({
      ...row,
      name: `${what} beside ${name}, ${figure === 'p99' ? 'p99' : 'at most'}`,
      ours: `${beside[figure].toFixed(0)} ms${refused > 0 ? `, ${refused} refused` : ''}`,
      bound: `< ${quiet[figure].toFixed(0)} + ${LATER_MS} ms`,
      holds: beside[figure] < quiet[figure] + LATER_MS && refused === 0,
    })
    rows.push(
      later('sign-in page', 'p99'),
      later('sign-in page', 'max'),
      later('sign-in page in a new language', 'language'),
      later('sign-in page of a new revision', 'revision'),
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

interface Measured extends Slowest {
  readonly p99: number
  readonly max: number
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
    const flooding = flood === undefined ? undefined : await startFlood(flood, service)
    const [{ latency, errors, non2xx }, slowest] = await Promise.all([
      autocannon({
        url: `${service.url}${PAGE_TARGET}`,
        connections: 4,
        workers: 1,
        overallRate: RATE,
        duration: SECONDS,
      }),
      slowestNew(service),
    ])
    const answers = (await flooding?.end()) ?? ''
    const { p99, max } = latency
    return { p99, max, ...slowest, refused: errors + non2xx, largest, answers }
  } finally {
    clearInterval(watch)
    await service.stop()
  }
}

/** Floods a service at a low priority from the start: those who flood a service do not run on its machine. */
async function startFlood(
  name: string,
  { url, headers }: ServiceProcess,
): Promise<{ end(): Promise<string> }> {
  const script = join(import.meta.dirname, 'flood.ts')
  const command = [process.execPath, script, name, url, headers.authorization]
  const child = spawn('nice', ['-n', '19', ...command], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  return {
    async end() {
      child.stdin.end()
      return String((await lines.next()).value)
    },
  }
}

/** How long pages take at most that nobody has opened before. */
interface Slowest {
  /** In a language, of a theme that is compiled in all of its languages after the first visit. */
  readonly language: number
  /** Of a theme that was just written: nothing of it can have been compiled. */
  readonly revision: number
}

async function slowestNew(service: ServiceProcess): Promise<Slowest> {
  const theme = await service.createTheme('New', revised(0))
  const slowest = { language: 0, revision: 0 }
  for (const [index, language] of LANGUAGES.entries()) {
    await sleep((SECONDS * 1000) / (LANGUAGES.length + 2) / 2)
    slowest.language = Math.max(slowest.language, await opened(service, `&locale=${language}`))
    const written = sleep((SECONDS * 1000) / (LANGUAGES.length + 2) / 2)
    await rewrite(service, theme, index + 1)
    await written
    const took = await opened(service, `&locale=${language}&themeId=${theme}`)
    slowest.revision = Math.max(slowest.revision, took)
  }
  return slowest
}

/** How many milliseconds the sign-in page takes. */
async function opened({ url }: ServiceProcess, wish: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${url}${PAGE_TARGET}${wish}`)
  await answer.bytes()
  return performance.now() - start
}

async function rewrite({ url, headers }: ServiceProcess, theme: string, number: number): Promise<void> {
  const body = packageForm(revised(number))
  const answer = await fetch(`${url}/v1.0/branding/themes/${theme}`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`the package was refused: ${await answer.text()}`)
}

function revised(number: number): Uint8Array<ArrayBuffer> {
  return packageOf({ 'common/static/number.css': `.number { order: ${number} }` })
}
