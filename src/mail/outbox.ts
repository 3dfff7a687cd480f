import { setTimeout as sleep } from 'node:timers/promises'
import type { Transport } from './smtp.ts'
import { Undelivered } from './undelivered.ts'

/** A mail that this node has claimed. */
export interface ClaimedMail {
  readonly tenant: string
  readonly id: string
  readonly recipient: string
  readonly sender: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Including the current try. */
  readonly tries: number
  readonly createdAt: number
  /** When somebody asked to try it again. */
  readonly retriedAt: number | null
  /** When the code or the link in it expires. */
  readonly expiresAt: number | null
  /** Why the last try failed. */
  readonly problem: string | null
}

/** The queue of mails. The store implements it. */
export interface MailQueue {
  /** Claims a due mail; no other node gets it until `until`. */
  claimMail(now: number, until: number): Promise<ClaimedMail | undefined>
  /** Extends the claim of a try, by its number, unless another node has the mail by now. */
  extendMailClaim(tenant: string, id: string, tries: number, until: number): Promise<void>
  mailSent(tenant: string, id: string): Promise<void>
  /** Records a failed try. Without a time for the next one, the mail is given up. */
  mailFailed(
    tenant: string,
    id: string,
    tries: number,
    problem: string,
    dueAt: number | undefined,
  ): Promise<void>
  /** The code or link in the mail has expired, so it is not sent. */
  mailExpired(tenant: string, id: string, tries: number): Promise<void>
}

export interface OutboxOptions {
  readonly queue: MailQueue
  readonly transport: Transport
  readonly now: () => number
  /** Called once with the error when the queue fails, and again only after it has worked in between. */
  readonly failed?: (fault: unknown) => void
  /** How often the queue is polled unless something wakes the outbox. */
  readonly idleMs?: number
  /** After this time a mail that is being sent is slow: it keeps its claim, and no others waiting. */
  readonly slowMs?: number
  /** A random number from 0 to 1, such as Math.random. */
  readonly random?: () => number
}

export interface Outbox {
  /** Looks for mails at once. */
  wake(): void
  /** Claims no more mails, waits a short time for those being sent, and closes the transport. */
  stop(): Promise<void>
}

const SECOND = 1000
const AT_ONCE = 4
/** Including those that are slow. */
const AT_MOST = 20
/** It is extended while a mail is being sent, so that another node soon gets the mails of one that has died. */
const CLAIM = 120 * SECOND
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 3600 * SECOND
const OLDEST = 24 * 3600 * SECOND
/** Shorter than the time in which the service stops, because more has to be done afterwards. */
const PATIENCE = 7 * SECOND

/** Sends due mails for as long as the process runs. */
export function startOutbox({
  queue,
  transport,
  now,
  failed = () => {},
  idleMs = 5 * SECOND,
  slowMs = 30 * SECOND,
  random = Math.random,
}: OutboxOptions): Outbox {
  const sending = new Set<Promise<void>>()
  const slow = new Set<ClaimedMail>()
  /** Mails that were sent but could not be marked as sent, because the queue failed. */
  const untold = new Set<ClaimedMail>()
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false
  let away = false

  /** Asks the queue. Returns false if the queue failed. */
  const asked = async (question: () => Promise<void>): Promise<boolean> => {
    try {
      await question()
      away = false
      return true
    } catch (fault) {
      if (!away) failed(fault)
      away = true
      return false
    }
  }

  const deliver = async (mail: ClaimedMail) => {
    const { tenant, id, sender, recipient, subject, html, text } = mail
    const since = mail.retriedAt ?? mail.createdAt
    const fail = async (problem: string, dueAt?: number) => {
      // If the queue fails here, the claim expires and the mail is sent again.
      await asked(async () => await queue.mailFailed(tenant, id, mail.tries, problem, dueAt))
    }
    if (mail.expiresAt !== null && mail.expiresAt <= now()) {
      await asked(async () => await queue.mailExpired(tenant, id, mail.tries))
      return
    }
    if (now() - since > OLDEST) return await fail(tooOld(mail.problem))
    try {
      await transport.send({ from: sender, to: recipient, subject, html, text, messageId: id })
    } catch (error) {
      if (!(error instanceof Undelivered)) failed(error)
      const { kind, message } =
        error instanceof Undelivered ? error : new Undelivered('temporary', 'The mail could not be rendered.')
      const dueAt = now() + wait(mail.tries, random())
      if (kind === 'permanent') return await fail(message)
      return dueAt - since > OLDEST ? await fail(tooOld(message)) : await fail(message, dueAt)
    }
    if (!(await asked(async () => await queue.mailSent(tenant, id)))) untold.add(mail)
  }

  const kept = async (mail: ClaimedMail) => {
    const extending = setInterval(() => {
      slow.add(mail)
      wake()
      void asked(async () => await queue.extendMailClaim(mail.tenant, mail.id, mail.tries, now() + CLAIM))
    }, slowMs).unref()
    try {
      await deliver(mail)
    } finally {
      clearInterval(extending)
      slow.delete(mail)
    }
  }

  const look = async () => {
    do {
      again = false
      // Sent mails are marked first; otherwise they would be claimed and sent again.
      for (const mail of untold) {
        await queue.mailSent(mail.tenant, mail.id)
        untold.delete(mail)
      }
      while (!stopped && sending.size < Math.min(AT_ONCE + slow.size, AT_MOST)) {
        const mail = await queue.claimMail(now(), now() + CLAIM)
        if (mail === undefined) break
        const delivery = kept(mail).finally(() => {
          sending.delete(delivery)
          wake()
        })
        sending.add(delivery)
      }
    } while (again && !stopped)
  }

  const wake = () => {
    if (stopped) return
    again = true
    looking ??= asked(look).then(usable => {
      looking = undefined
      if (usable && again) wake()
    })
  }

  const timer = setInterval(wake, idleMs)
  timer.unref()
  wake()

  const finished = async () => {
    await looking
    await Promise.all(sending)
  }

  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      const patience = new AbortController()
      await Promise.race([
        finished(),
        sleep(PATIENCE, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      transport.close()
    },
  }
}

function wait(tries: number, random: number): number {
  const full = Math.min(FIRST_WAIT * 2 ** Math.max(tries - 1, 0), LONGEST_WAIT)
  return Math.round(full * (0.8 + 0.4 * random))
}

function tooOld(problem: string | null): string {
  return problem === null
    ? 'Given up, because it could not be sent within a day.'
    : `Given up, because it could not be sent within a day. ${problem}`
}
