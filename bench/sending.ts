// A thread that sends batches of events until it is told to stop, and then tells how many were taken.
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Paced, wired } from './paced.ts'

export interface Sending {
  readonly url: string
  readonly path: string
  readonly bodies: readonly string[]
  /** Batches a second. */
  readonly rate: number
}

const LONGEST_SECONDS = 60
/** A network may send two batches a second. */
const NETWORKS = 5_000

// The thread that measures shares the core: it must not wait for this one. Linux knows threads by numbers of their own.
if (process.platform === 'linux')
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW)

const { url, path, bodies, rate } = workerData as Sending
let [answered, sent, stopped] = [0, 0, false]
const next = () => {
  const network = sent++ % NETWORKS
  const headers = {
    'content-type': 'text/plain;charset=UTF-8',
    'x-forwarded-for': `10.${network >> 8}.${network & 255}.1`,
  }
  return wired(url, { method: 'POST', path, headers }, bodies[sent % bodies.length]!)
}
const paced = new Paced(url, next, () => {
  answered += 1
})
parentPort!.on('message', () => {
  stopped = true
})
parentPort!.postMessage('begun')
const begun = performance.now()
await paced.during(rate, LONGEST_SECONDS, () => stopped)
parentPort!.postMessage({ answered, seconds: (performance.now() - begun) / 1000 })
