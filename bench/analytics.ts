import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { median, type Row } from './measure.ts'
import { Paced, wired } from './paced.ts'
import { PAGE_TARGET, PAGE_WISH } from './page.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'
import type { Sending } from './sending.ts'

const ANALYTICS = '/v1.0/tabard/analytics'
const THEME_ANALYTICS = '/v1.0/tabard/themes/default/analytics'
const REGISTRATION = '/flows/?reference=registration'
const RATE = 2_000
/** What a page sends at once, on the average of a registration. */
const EVENTS = [{ name: 'age' }, { name: 'email' }]
/** A page sends 200 events at most. */
const JOURNEYS = 1_000
const PAGES_A_SECOND = 200
const ROUNDS = 9
const SECONDS = 4
const WITHIN = 1.2

/** Whether the sign-in page notices that the service, on one core, takes 2,000 events a second. */
export async function analyticsRows(): Promise<Row[]> {
  // Each batch comes from somebody else, as far as the service can tell.
  const service = await startServiceProcess('SQLite', { TABARD_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const tickets = await journeys(service)
    const [idle, busy, sent]: [number[], number[], Sent[]] = [[], [], []]
    await pageP99(service)
    await sentDuring(service, tickets, async () => await sleep(SECONDS * 1000))
    const before = await counted(service)
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(await pageP99(service))
      sent.push(await sentDuring(service, tickets, async () => void busy.push(await pageP99(service))))
    }
    const all = sent.reduce((sum, { answered }) => sum + answered, 0) * EVENTS.length
    const rate = median(sent.map(({ answered, seconds }) => (answered * EVENTS.length) / seconds))
    const kept = (await counted(service)) - before
    return [
      {
        name: 'registration events taken (and kept)',
        ours: `${rate.toFixed(0)} /s`,
        peer: `${RATE} /s`,
        ratio: `${((kept / all) * 100).toFixed(1)} %`,
        bound: `≥ ${RATE} /s`,
        holds: rate >= RATE * 0.98 && kept === all,
      },
      {
        name: `sign-in page beside ${RATE} events/s, p99 (idle)`,
        ours: `${median(busy).toFixed(2)} ms`,
        peer: `${median(idle).toFixed(2)} ms`,
        ratio: `${((median(busy) / median(idle)) * 100).toFixed(0)} %`,
        bound: `≤ ${WITHIN * 100} %`,
        holds: median(busy) <= median(idle) * WITHIN,
      },
    ]
  } finally {
    await service.stop()
  }
}

/** Tickets of as many registrations. */
async function journeys({ url, headers }: ServiceProcess): Promise<string[]> {
  const body = JSON.stringify({ container: null, eval: false, firstParty: true })
  const type = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}${THEME_ANALYTICS}`, {
    method: 'PUT',
    headers: { ...headers, ...type },
    body,
  })
  if (!answer.ok) throw new Error(`the switch was refused: ${await answer.text()}`)
  const tickets: string[] = []
  while (tickets.length < JOURNEYS) {
    const page = await (await fetch(`${url}${REGISTRATION}`)).text()
    const [, ticket] = /data-ticket="([^"]+)"/.exec(page) ?? []
    if (ticket === undefined) throw new Error('the registration page has no ticket')
    tickets.push(ticket)
  }
  return tickets
}

/** How long the sign-in page takes at worst, but for one in a hundred, in milliseconds. */
async function pageP99({ url }: ServiceProcess): Promise<number> {
  const times: number[] = []
  const request = wired(url, { method: 'GET', path: PAGE_TARGET, headers: PAGE_WISH })
  const paced = new Paced(
    url,
    () => request,
    ms => times.push(ms),
  )
  await paced.during(PAGES_A_SECOND, SECONDS)
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!
}

interface Sent {
  readonly answered: number
  readonly seconds: number
}

/** Sends events, from a thread of its own, while something else is done. */
async function sentDuring(
  { url }: ServiceProcess,
  tickets: readonly string[],
  work: () => Promise<void>,
): Promise<Sent> {
  const bodies = tickets.map(ticket => JSON.stringify({ ticket, events: EVENTS }))
  const workerData: Sending = { url, path: `${ANALYTICS}/collect`, bodies, rate: RATE / EVENTS.length }
  const worker = new Worker(new URL('./sending.ts', import.meta.url), { workerData })
  await once(worker, 'message')
  await work()
  worker.postMessage('stop')
  const [sent] = (await once(worker, 'message')) as [Sent]
  await worker.terminate()
  return sent
}

/** How many events the service has kept, once it has written them all. */
async function counted({ url, headers }: ServiceProcess): Promise<number> {
  await sleep(5_000)
  const { total } = (await (await fetch(`${url}${ANALYTICS}/funnel`, { headers })).json()) as {
    total: Record<'steps' | 'fields', { times: number }[]>
  }
  return [...total.steps, ...total.fields].reduce((sum, { times }) => sum + times, 0)
}
