import { existsSync, readFileSync } from 'node:fs'
import type { EngineName } from '../test/support/database.ts'
import { packageOf } from '../test/support/packages.ts'
import type { Row } from './measure.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'
import { sample } from './sample.ts'

const FILES = 600
const DOWNLOADS = 1_000
const AT_ONCE = 8
const BOUND = 150

/** The memory that the service holds on to after many downloads. */
export async function memoryRow(engine: EngineName): Promise<Row> {
  const row = {
    name: `memory after ${DOWNLOADS} downloads, ${engine}`,
    peer: '–',
    ratio: '–',
    bound: `< ${BOUND} MB`,
  }
  if (!existsSync('/proc/self/status')) return { ...row, ours: 'needs /proc', holds: undefined }
  const service = await startServiceProcess(engine)
  try {
    await service.customize(packageOf(Object.fromEntries(sample(FILES))))
    let left = DOWNLOADS
    const client = async () => {
      while (left-- > 0) await download(service)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    const resident = residentMegabytes(service.pid)
    return { ...row, ours: `${resident.toFixed(0)} MB`, holds: resident < BOUND }
  } finally {
    await service.stop()
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
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) / 1024
}
