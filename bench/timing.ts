import { addAccount, PASSWORD } from '../test/support/people.ts'
import { type TestService, testService } from '../test/support/service.ts'
import type { Row } from './measure.ts'

const PAIRS = 1_000
const WARM_UP = 20
/** Welch's t above which two samples are said to differ. */
const BOUND = 4.5
/** The slowest tenth is mostly other work of the machine: a difference has to be invisible without it as well. */
const KEPT = 0.9
const KNOWN = 'alex@example.com'
const UNKNOWN = 'nobody@example.com'
const SIGN_IN = '/idaas/mtfim/sps/idaas/login?runtime=true'
const REGISTRATION = '/flows/?reference=registration'

type Fields = Readonly<Record<string, string>>

/** Whether the time of an answer tells if an account exists: the same requests for a name that has one, and one that has none. */
export async function timingRows(): Promise<Row[]> {
  const service = await testService('SQLite', { TABARD_TRUSTED_PROXIES: 'loopback' })
  try {
    await addAccount(service, { email: KNOWN })
    const details = { given_name: 'Alex', family_name: 'Moreau', password: PASSWORD }
    return [
      await timingRow(service, 'forgotten password', `${SIGN_IN}&operation=forgot_password`, username => ({
        operation: 'verify',
        username,
      })),
      await timingRow(service, 'sign-in', SIGN_IN, username => ({
        operation: 'verify',
        username,
        password: 'wrong password',
      })),
      await timingRow(service, 'registration', REGISTRATION, email => ({
        operation: 'submit',
        ...details,
        email,
      })),
    ]
  } finally {
    await service.stop()
  }
}

async function timingRow(
  service: TestService,
  name: string,
  page: string,
  fields: (name: string) => Fields,
): Promise<Row> {
  const times: Record<string, number[]> = { [KNOWN]: [], [UNKNOWN]: [] }
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    // In any order, so that neither of the two always comes after the other.
    for (const who of Math.random() < 0.5 ? [KNOWN, UNKNOWN] : [UNKNOWN, KNOWN]) {
      const time = await timed(service, page, fields(who))
      if (pair >= 0) times[who]!.push(time)
    }
  }
  const [known, unknown] = [times[KNOWN]!, times[UNKNOWN]!]
  const t = welch(known, unknown)
  const trimmed = welch(fastest(known), fastest(unknown))
  return {
    name: `time of ${name}, known and unknown (${PAIRS} pairs, Welch's t)`,
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
