import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineName } from '../test/support/database.ts'
import { packageOf } from '../test/support/packages.ts'
import { loaded } from './load.ts'
import { type Row, TINY } from './measure.ts'
import { page } from './page.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'
import { sample } from './sample.ts'

const FILES = 600
const DOWNLOADS = TINY ? 10 : 1_000
const AT_ONCE = 8
const IDLE_MS = TINY ? 100 : 15_000
const LOADS = TINY ? 1 : 10
const WATCH_MS = 50
const GOALS = { idle: 90, downloads: 130, load: 150 }

/** The memory that the service holds: after its start, after many downloads, and while many open the sign-in page. */
export async function memoryRows(engine: EngineName): Promise<Row[]> {
  const row = (when: string, megabytes: number, goal: number): Row => ({
    name: `memory ${when}, ${engine}`,
    ours: `${megabytes.toFixed(0)} MB`,
    peer: '–',
    ratio: '–',
    bound: `≤ ${goal} MB`,
    holds: megabytes <= goal,
    figures: { ours: megabytes },
  })
  const service = await startServiceProcess(engine)
  try {
    await sleep(IDLE_MS)
    const idle = residentMegabytes(service.pid)
    const load = await largest(service, async () => {
      for (let count = 0; count < LOADS; count++) await loaded(page(service))
    })
    await service.customize(packageOf(Object.fromEntries(sample(FILES))))
    let left = DOWNLOADS
    const client = async () => {
      while (left-- > 0) await download(service)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    const downloads = residentMegabytes(service.pid)
    return [
      row('after the start', idle, GOALS.idle),
      row('under load, at most', load, GOALS.load),
      row(`after ${DOWNLOADS} downloads as well`, downloads, GOALS.downloads),
    ]
  } finally {
    await service.stop()
  }
}

async function largest({ pid }: ServiceProcess, work: () => Promise<void>): Promise<number> {
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid))
  }, WATCH_MS)
  try {
    await work()
    return most
  } finally {
    clearInterval(watch)
  }
}

async function download({ url, headers }: ServiceProcess): Promise<void> {
  const response = await fetch(`${url}/v1.0/branding/themes/default`, { headers })
  const archive = await response.bytes()
  if (!response.ok || archive.length !== Number(response.headers.get('content-length'))) {
    throw new Error('a download failed')
  }
}

/** The memory that a process holds. */
export function residentMegabytes(pid: number): number {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return Number.NaN
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}
