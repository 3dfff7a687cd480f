import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClaimedMail,
  type MailQueue,
  type Message,
  type Outbox,
  smtpTransport,
  startOutbox,
  type Transport,
  Undelivered,
} from '../../src/mail/mail.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { within } from '../support/store.ts'

const SENDER = { name: '', address: 'no-reply@id.example.com' }
const SECOND = 1000
const HOUR = 3600 * SECOND

type Entry = { -readonly [K in keyof ClaimedMail]: ClaimedMail[K] } & {
  state: 'waiting' | 'sent' | 'given-up' | 'expired'
  dueAt: number
}

/** A queue as the store keeps it, in memory, with a clock that is set by hand. */
function memoryQueue() {
  const entries: Entry[] = []
  const queue = {
    at: 1_000_000,
    /** What the database says while it is away. */
    fault: undefined as Error | undefined,
    /** Ids of mails, once for each time that the claim was extended. */
    extended: [] as string[],
    entries,
    now: () => queue.at,
    add(parts: Partial<Entry> = {}): Entry {
      const entry: Entry = {
        tenant: 'main',
        id: randomUUID(),
        recipient: 'ann@example.com',
        sender: '',
        subject: 'Hello',
        html: '<p>Hello</p>',
        text: 'Hello',
        tries: 0,
        createdAt: queue.at,
        retriedAt: null,
        expiresAt: null,
        problem: null,
        state: 'waiting',
        dueAt: queue.at,
        ...parts,
      }
      entries.push(entry)
      return entry
    },
    async claimMail(now: number, until: number) {
      await sleep(1)
      if (queue.fault) throw queue.fault
      const entry = entries.find(({ state, dueAt }) => state === 'waiting' && dueAt <= now)
      if (entry === undefined) return undefined
      entry.tries++
      entry.dueAt = until
      return { ...entry }
    },
    async extendMailClaim(_tenant: string, id: string, tries: number, until: number) {
      queue.extended.push(id)
      const entry = entries.find(candidate => candidate.id === id && candidate.tries === tries)!
      entry.dueAt = until
    },
    async mailSent(_tenant: string, id: string) {
      if (queue.fault) throw queue.fault
      entries.find(entry => entry.id === id)!.state = 'sent'
    },
    async mailExpired(_tenant: string, id: string, tries: number) {
      entries.find(entry => entry.id === id && entry.tries === tries)!.state = 'expired'
    },
    async mailFailed(_tenant: string, id: string, tries: number, problem: string, dueAt: number | undefined) {
      if (queue.fault) throw queue.fault
      const entry = entries.find(candidate => candidate.id === id && candidate.tries === tries)!
      Object.assign(entry, { problem }, dueAt === undefined ? { state: 'given-up' } : { dueAt })
    },
  }
  return queue satisfies MailQueue
}

/** A transport that only counts. */
function countingTransport(work: (message: Message) => Promise<void> = async () => {}) {
  const transport = {
    messages: [] as Message[],
    now: 0,
    most: 0,
    closed: false,
    async send(message: Message) {
      transport.messages.push(message)
      transport.most = Math.max(transport.most, ++transport.now)
      try {
        await work(message)
      } finally {
        transport.now--
      }
    },
    close() {
      transport.closed = true
    },
  }
  return transport satisfies Transport
}

describe('the outbox', () => {
  let smtp: TestSmtp
  let queue: ReturnType<typeof memoryQueue>
  const running: Outbox[] = []

  const start = (transport: Transport, more: Partial<Parameters<typeof startOutbox>[0]> = {}) => {
    const outbox = startOutbox({ queue, transport, now: queue.now, idleMs: 10, random: () => 0.5, ...more })
    running.push(outbox)
    return outbox
  }
  const overSmtp = () => smtpTransport({ url: smtp.url, sender: SENDER })
  const settled = async (entry: Entry) => await within(60_000, () => entry.state !== 'waiting')

  beforeEach(async () => {
    smtp = await startSmtp()
    queue = memoryQueue()
  })
  afterEach(async () => {
    for (const outbox of running.splice(0)) await outbox.stop()
    await smtp.stop()
  })

  test('sends what waits, with the same id at every try', async () => {
    const entry = queue.add({ recipient: 'bob@example.com', sender: 'Shop <shop@books.example>' })
    start(overSmtp())
    const mail = await smtp.next()
    assert.equal(mail.to, 'bob@example.com')
    assert.equal(mail.from, 'Shop <shop@books.example>')
    assert.equal(mail.headers['message-id'], `<${entry.id}@books.example>`)
    await settled(entry)
    assert.equal(entry.state, 'sent')
  })

  test('sends at once when it is woken', async () => {
    const outbox = start(overSmtp(), { idleMs: 3_600_000 })
    await sleep(20)
    queue.add()
    outbox.wake()
    await smtp.next()
  })

  test('misses nothing that is queued while it looks', async () => {
    const transport = countingTransport()
    const outbox = start(transport, { idleMs: 3_600_000 })
    for (let count = 0; count < 50; count++) {
      queue.add()
      outbox.wake()
      if (count % 5 === 0) await sleep(1)
    }
    await within(60_000, () => queue.entries.every(({ state }) => state === 'sent'))
    assert.equal(transport.messages.length, 50)
  })

  test('sends four at a time', async () => {
    for (let count = 0; count < 12; count++) queue.add()
    const held = Promise.withResolvers<void>()
    const transport = countingTransport(() => held.promise)
    start(transport)
    await within(60_000, () => transport.now === 4)
    await sleep(50)
    held.resolve()
    await within(60_000, () => queue.entries.every(({ state }) => state === 'sent'))
    assert.equal(transport.most, 4)
    assert.equal(transport.messages.length, 12)
  })

  test('does not keep other mails waiting for slow ones, of which it sends twenty at most', async () => {
    for (let count = 0; count < 30; count++) queue.add()
    const held = Promise.withResolvers<void>()
    const transport = countingTransport(() => held.promise)
    start(transport, { slowMs: 20 })
    await within(60_000, () => transport.now === 20)
    await sleep(60)
    held.resolve()
    await within(60_000, () => queue.entries.every(({ state }) => state === 'sent'))
    assert.equal(transport.most, 20)
  })

  test('keeps its claim on a mail for as long as it is being sent', async () => {
    const entry = queue.add()
    const held = Promise.withResolvers<void>()
    const transport = countingTransport(() => held.promise)
    start(transport, { slowMs: 20 })
    await within(60_000, () => transport.messages.length === 1)
    for (let minute = 0; minute < 10; minute++) {
      const { dueAt } = entry
      queue.at += 60 * SECOND
      await within(60_000, () => entry.dueAt > dueAt)
    }
    assert.equal(transport.messages.length, 1)
    held.resolve()
    await settled(entry)
    assert.equal(entry.tries, 1)
  })

  test('counts a mail as slow only for as long as it is being sent', async () => {
    for (let count = 0; count < 4; count++) queue.add()
    let held = Promise.withResolvers<void>()
    let beyond = 0
    const transport = countingTransport(async () => {
      // On a busy machine, a mail may become slow that was not meant to.
      if (transport.now > 4 + new Set(queue.extended).size) beyond++
      await held.promise
    })
    const outbox = start(transport, { slowMs: 20 })
    const isEverySent = () => queue.entries.every(({ state }) => state === 'sent')
    await within(60_000, () => new Set(queue.extended).size === 4)
    held.resolve()
    await within(60_000, isEverySent)
    queue.extended = []
    await sleep(60)
    assert.deepEqual(queue.extended, [])
    held = Promise.withResolvers<void>()
    for (let count = 0; count < 12; count++) queue.add()
    outbox.wake()
    await within(60_000, () => transport.now >= 4)
    await sleep(15)
    held.resolve()
    await within(60_000, isEverySent)
    assert.equal(beyond, 0, 'four at a time again')
  })

  test('tries again after a temporary failure', async () => {
    smtp.refuse({ code: 450, times: 1 })
    const entry = queue.add()
    start(overSmtp())
    await within(60_000, () => entry.problem !== null)
    assert.equal(entry.problem, 'The mail server rejected the recipient (450 not today).')
    assert.equal(entry.dueAt, queue.at + 30 * SECOND)
    assert.equal(smtp.mails.length, 0)
    queue.at += 30 * SECOND
    await smtp.next()
    await settled(entry)
    assert.equal(entry.state, 'sent')
    assert.equal(entry.tries, 2)
  })

  test('waits longer after each failure, up to an hour', async () => {
    for (const [random, factor] of [
      [0, 0.8],
      [0.5, 1],
      [1, 1.2],
    ] as const) {
      queue = memoryQueue()
      const entry = queue.add()
      const transport = countingTransport(async () => {
        throw new Undelivered('temporary', 'Not now.')
      })
      const outbox = start(transport, { random: () => random })
      const waits: number[] = []
      for (let tries = 1; tries <= 10; tries++) {
        await within(60_000, () => entry.tries === tries && entry.problem === 'Not now.')
        waits.push((entry.dueAt - queue.at) / SECOND / factor)
        entry.problem = null
        queue.at = entry.dueAt
      }
      assert.deepEqual(waits.map(Math.round), [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
      await outbox.stop()
    }
  })

  test('gives up at once what the server will never take', async () => {
    smtp.refuse({ code: 550, times: 1 })
    const entry = queue.add()
    start(overSmtp())
    await settled(entry)
    assert.equal(entry.state, 'given-up')
    assert.equal(entry.tries, 1)
    assert.match(entry.problem!, /^The mail server rejected the recipient \(550/)
  })

  test('gives up after a day, with what the server said', async () => {
    smtp.refuse({ code: 450 })
    const entry = queue.add({ createdAt: queue.at - 23.9 * HOUR, tries: 20 })
    start(overSmtp())
    await settled(entry)
    assert.equal(entry.state, 'given-up')
    assert.match(
      entry.problem!,
      /^Given up, because it could not be sent within a day\. The mail server rejected the recipient/,
    )
  })

  test('sends what nobody has tried for hours, and nothing that has expired', async () => {
    const old = queue.add({ createdAt: queue.at - 10 * HOUR })
    const expired = queue.add({ expiresAt: queue.at })
    const retried = queue.add({ createdAt: queue.at - 50 * HOUR, retriedAt: queue.at, tries: 1 })
    const fresh = queue.add({ createdAt: queue.at - HOUR, expiresAt: queue.at + 1 })
    const transport = countingTransport()
    start(transport)
    for (const entry of [old, expired, retried, fresh]) await settled(entry)
    assert.deepEqual(
      [old, expired, retried, fresh].map(({ state }) => state),
      ['sent', 'expired', 'sent', 'sent'],
    )
    assert.equal(transport.messages.length, 3)
  })

  test('does not send what is older than a day', async () => {
    const never = queue.add({ createdAt: queue.at - 24 * HOUR - 1, tries: 1 })
    const problem = 'The mail server was not reached.'
    const failed = queue.add({ createdAt: queue.at - 25 * HOUR, tries: 1, problem })
    const fresh = queue.add({ createdAt: queue.at - 24 * HOUR, tries: 1 })
    const transport = countingTransport()
    start(transport)
    for (const entry of [never, failed, fresh]) await settled(entry)
    assert.equal(never.state, 'given-up')
    assert.equal(never.problem, 'Given up, because it could not be sent within a day.')
    assert.equal(
      failed.problem,
      'Given up, because it could not be sent within a day. The mail server was not reached.',
    )
    assert.equal(fresh.state, 'sent')
    assert.equal(transport.messages.length, 1)
  })

  test('outlives a queue that is away, and says so once', async () => {
    const faults: unknown[] = []
    queue.fault = new Error('the database is away')
    const entry = queue.add()
    start(overSmtp(), { failed: fault => faults.push(fault) })
    await within(60_000, () => faults.length > 0)
    await sleep(100)
    assert.deepEqual(faults, [queue.fault])
    queue.fault = undefined
    await settled(entry)
    assert.equal(entry.state, 'sent')
  })

  test('does not send twice what the queue could not be told of', async () => {
    const entry = queue.add()
    const transport = countingTransport(async () => {
      queue.fault = new Error('the database is away')
    })
    start(transport)
    await within(60_000, () => transport.messages.length === 1)
    await sleep(50)
    queue.at += HOUR
    queue.fault = undefined
    await settled(entry)
    assert.equal(entry.state, 'sent')
    assert.equal(transport.messages.length, 1)
  })

  test('treats a fault of its own as temporary, and tells it', async () => {
    const faults: unknown[] = []
    const fault = new TypeError('a secret in here')
    const entry = queue.add()
    start(
      countingTransport(async () => {
        throw fault
      }),
      { failed: told => faults.push(told) },
    )
    await within(60_000, () => entry.problem !== null)
    assert.equal(entry.problem, 'The mail could not be rendered.')
    assert.equal(entry.state, 'waiting')
    assert.deepEqual(faults, [fault])
  })

  test('and a second one on the same queue send each mail once', async () => {
    for (let count = 0; count < 30; count++) queue.add({ recipient: `user${count}@example.com` })
    start(overSmtp())
    start(overSmtp())
    await within(60_000, () => queue.entries.every(({ state }) => state === 'sent'))
    assert.equal(new Set(smtp.mails.map(({ to }) => to)).size, 30)
    assert.equal(smtp.mails.length, 30)
  })

  test('finishes what it is sending when it stops, and takes no more', async () => {
    for (let count = 0; count < 6; count++) queue.add()
    const held = Promise.withResolvers<void>()
    const transport = countingTransport(() => held.promise)
    const outbox = start(transport)
    await within(60_000, () => transport.now === 4)
    const stopping = outbox.stop()
    held.resolve()
    await stopping
    assert.equal(transport.closed, true)
    assert.equal(queue.entries.filter(({ state }) => state === 'sent').length, 4)
    outbox.wake()
    await sleep(30)
    assert.equal(transport.messages.length, 4)
  })
})
