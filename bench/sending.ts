// A thread that sends batches of events until it is told to stop, and then tells how many were taken.
import { parentPort, workerData } from 'node:worker_threads'
import { Paced } from './paced.ts'

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

const { url, path, bodies, rate } = workerData as Sending
const headers = { 'content-type': 'text/plain;charset=UTF-8' }
let [answered, sent, stopped] = [0, 0, false]
const next = () => {
  const network = sent++ % NETWORKS
  const from = `10.${network >> 8}.${network & 255}.1`
  return { body: bodies[sent % bodies.length]!, headers: { 'x-forwarded-for': from } }
}
const paced = new Paced(url, { method: 'POST', path, headers }, () => {
  answered += 1
})
parentPort!.on('message', () => {
  stopped = true
})
parentPort!.postMessage('begun')
const begun = performance.now()
await paced.during(rate, LONGEST_SECONDS, next, () => stopped)
parentPort!.postMessage({ answered, seconds: (performance.now() - begun) / 1000 })
