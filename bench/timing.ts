import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { addAccount, PASSWORD } from '../test/support/people.ts'
import { type TestService, testService } from '../test/support/service.ts'
import type { Row } from './measure.ts'

const WARM_UP = 20
/** Welch's t above which two samples are said to differ. */
const BOUND = 4.5
/** The slowest tenth is mostly other work of the machine: a difference has to be invisible without it as well. */
const KEPT = 0.9
/** Until what a request leaves behind, such as a mail to be sent, is done: it must not count for the next one. */
const SETTLED_MS = 10
const KNOWN = 'alex@example.com'
const KNOWN_ADDRESS = 'alex.moreau@example.com'
const UNKNOWN = 'nobody@example.com'
const SIGN_IN = '/idaas/mtfim/sps/idaas/login?runtime=true'
const REGISTRATION = '/flows/?reference=registration'

type Fields = Readonly<Record<string, string>>

/** Whether the time of an answer tells if an account exists: the same requests for a name that has one, and one that has none. */
export async function timingRows(pairs: number): Promise<Row[]> {
  const sink = new Worker(new URL('./sink.ts', import.meta.url))
  const [port] = (await once(sink, 'message')) as [number]
  const service = await testService('SQLite', {
    TABARD_TRUSTED_PROXIES: 'loopback',
    TABARD_SMTP_URL: `smtp://127.0.0.1:${port}`,
  })
  const row = async (name: string, page: string, known: string, fields: (name: string) => Fields) =>
    await timingRow(service, { name, page, known, fields, pairs })
  const forgotten = (username: string) => ({ operation: 'verify', username })
  const signIn = (username: string) => ({ operation: 'verify', username, password: 'wrong password' })
  const register = (email: string) => ({
    operation: 'submit',
    given_name: 'Alex',
    family_name: 'Moreau',
    password: PASSWORD,
    email,
  })
  try {
    await addAccount(service, { email: KNOWN })
    await addAccount(service, { userName: 'alex', email: KNOWN_ADDRESS })
    const forgot = `${SIGN_IN}&operation=forgot_password`
    return [
      await row('forgotten password', forgot, KNOWN, forgotten),
      await row('forgotten password by the address', forgot, KNOWN_ADDRESS, forgotten),
      await row('sign-in', SIGN_IN, KNOWN, signIn),
      await row('sign-in by the address', SIGN_IN, KNOWN_ADDRESS, signIn),
      await row('registration', REGISTRATION, KNOWN, register),
      await row('registration of an address beside a user name', REGISTRATION, KNOWN_ADDRESS, register),
    ]
  } finally {
    await service.stop()
    await sink.terminate()
  }
}

interface Compared {
  readonly name: string
  readonly page: string
  /** A name or an address that has an account. */
  readonly known: string
  readonly fields: (name: string) => Fields
  readonly pairs: number
}

async function timingRow(
  service: TestService,
  { name, page, known: who, fields, pairs }: Compared,
): Promise<Row> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let pair = -WARM_UP; pair < pairs; pair++) {
    // In any order, so that neither of the two always comes after the other.
    for (const isKnown of Math.random() < 0.5 ? [true, false] : [false, true]) {
      const time = await timed(service, page, fields(isKnown ? who : UNKNOWN))
      if (pair >= 0) (isKnown ? known : unknown).push(time)
      await sleep(SETTLED_MS)
    }
  }
  const t = welch(known, unknown)
  const trimmed = welch(fastest(known), fastest(unknown))
  return {
    name: `time of ${name}, known and unknown (${pairs} pairs, Welch's t)`,
    ours: `${mean(known).toFixed(2)} ms, t ${t.toFixed(2)}`,
    peer: `${mean(unknown).toFixed(2)} ms`,
    ratio: `fastest 90 %: t ${trimmed.toFixed(2)}`,
    bound: `|t| < ${BOUND}`,
    holds: Math.abs(t) < BOUND && Math.abs(trimmed) < BOUND,
  }
}

let requests = 0

/** The milliseconds that the form of a page takes, sent from a network that nobody has sent from before. */
async function timed({ service: { app } }: TestService, page: string, fields: Fields): Promise<number> {
  requests += 1
  const address = `2001:${(requests >> 16).toString(16)}:${(requests & 0xffff).toString(16)}::1`
  const headers = { accept: 'text/html', host: 'localhost', 'x-forwarded-for': address }
  const first = await app.inject({ url: page, headers })
  const [, action] = /<form method="post" action="([^"]+)"/.exec(first.body)!
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const begun = performance.now()
  const answer = await app.inject({
    method: 'POST',
    url: action!.replaceAll('&amp;', '&'),
    headers: { ...headers, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams(fields)),
  })
  const time = performance.now() - begun
  if (answer.statusCode !== 303 || /[?&]wait=/.test(String(answer.headers.location)))
    throw new Error(`the form was refused: ${answer.statusCode} ${answer.headers.location}`)
  return time
}

function welch(one: readonly number[], other: readonly number[]): number {
  return (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length)
}

function fastest(times: readonly number[]): number[] {
  return times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * KEPT))
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

function variance(times: readonly number[]): number {
  const middle = mean(times)
  return times.reduce((sum, time) => sum + (time - middle) ** 2, 0) / (times.length - 1)
}
