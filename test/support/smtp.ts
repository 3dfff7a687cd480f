import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const PATIENCE_MS = 60_000

/** A mail as a mail server got it. */
export interface Received {
  /** The address that stands in the header, after the name if there is one. */
  readonly from: string
  /** Whom it was handed over for. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** By name in lower case, unfolded and still encoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly raw: string
}

export interface Refusal {
  readonly code: number
  /** How many are refused; without it, all. */
  readonly times?: number
  /** What is refused; without it, the recipient. */
  readonly at?: 'sender' | 'recipient' | 'mail'
  readonly words?: string
}

/** A real mail server. */
export interface TestSmtp {
  readonly url: string
  /** In the order they came. */
  readonly mails: readonly Received[]
  /** Drops the mails that came so far. */
  forget(): void
  /** The first mail that fits and was not answered before; waits for it. */
  next(fits?: (mail: Received) => boolean): Promise<Received>
  /** Makes it refuse from now on; without an argument, no more. */
  refuse(how?: Refusal): void
  /** Keeps everybody waiting who wants to send, until what it answers is called. */
  hold(): () => void
  stop(): Promise<void>
}

/** Starts a mail server on a free port, without TLS; with a user, it takes mails only from that one. */
export async function startSmtp(only?: { user: string; password: string }): Promise<TestSmtp> {
  const mails: Received[] = []
  const taken = new Set<Received>()
  let refusal: Refusal | undefined
  let left = 0
  let open = Promise.resolve()

  const refused = (at: Refusal['at']): Error | null => {
    if (refusal === undefined || (refusal.at ?? 'recipient') !== at || left <= 0) return null
    left--
    return Object.assign(new Error(refusal.words ?? 'not today'), { responseCode: refusal.code })
  }

  const server = new SMTPServer({
    authOptional: only === undefined,
    allowInsecureAuth: true,
    disabledCommands: only === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      if (auth.username === only?.user && auth.password === only?.password)
        return done(null, { user: auth.username })
      done(new Error(`no ${auth.username} with ${auth.password}`))
    },
    onMailFrom: (_address, _session, done) => void open.then(() => done(refused('sender'))),
    onRcptTo: (_address, _session, done) => done(refused('recipient')),
    async onData(stream, session, done) {
      const raw = await buffer(stream)
      const no = refused('mail')
      if (no !== null) return done(no)
      for (const { address } of session.envelope.rcptTo) mails.push(await received(raw, address))
      done()
    },
  })
  // A client that goes away is its own affair.
  server.on('error', () => {})
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const login =
    only === undefined ? '' : `${encodeURIComponent(only.user)}:${encodeURIComponent(only.password)}@`

  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    mails,
    forget() {
      mails.length = 0
      taken.clear()
    },
    async next(fits = () => true) {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const found = mails.find(mail => !taken.has(mail) && fits(mail))
        if (found !== undefined) {
          taken.add(found)
          return found
        }
        assert.ok(performance.now() < deadline, `a mail came within ${PATIENCE_MS} ms`)
        await sleep(5)
      }
    },
    refuse(how) {
      refusal = how
      left = how?.times ?? Number.POSITIVE_INFINITY
    },
    hold() {
      const held = Promise.withResolvers<void>()
      open = held.promise
      return held.resolve
    },
    stop: () => new Promise(resolve => void server.close(() => resolve())),
  }
}

async function received(raw: Buffer, to: string): Promise<Received> {
  const { from, subject = '', html = '', text = '', headers } = await PostalMime.parse(raw)
  const address = from?.address ?? ''
  return {
    from: from?.name ? `${from.name} <${address}>` : address,
    to,
    subject,
    html,
    text,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    raw: raw.toString('latin1'),
  }
}
