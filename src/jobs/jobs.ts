import { setTimeout as sleep } from 'node:timers/promises'

/** A job that this node has taken to do. */
export interface TakenJob {
  readonly tenant: string
  readonly id: string
  readonly kind: string
  readonly dueAt: number
  /** This try included. */
  readonly tries: number
  readonly payload: unknown
}

/** Where jobs wait; the store is one. */
export interface JobQueue<Taken extends TakenJob = TakenJob> {
  /** A job of one of these kinds that is due, kept from every other node until `until`. */
  claimJob(kinds: readonly string[], now: number, until: number): Promise<Taken | undefined>
  /** Keeps it for longer; false where another node has taken it meanwhile. */
  extendClaim(job: Taken, until: number): Promise<boolean>
  /** It is due again at `dueAt`, or gone. */
  jobDone(job: Taken, dueAt: number | undefined): Promise<boolean>
  jobFailed(job: Taken, problem: string, dueAt: number): Promise<void>
}

/**
 * Does a job, and tells when it is due again, if ever. It may run again after a node was killed: what must happen once
 * happens in one write with the job's end.
 */
export type JobHandler<Taken extends TakenJob> = (
  job: Taken,
  isStopped: () => boolean,
) => Promise<number | undefined>

export interface JobOptions<Taken extends TakenJob> {
  readonly queue: JobQueue<Taken>
  readonly handlers: Readonly<Record<string, JobHandler<Taken>>>
  readonly now: () => number
  /** Told why a job failed; it is tried again. */
  readonly failed?: (job: Taken | undefined, fault: unknown) => void
  /** How often the queue is asked unless something wakes it. */
  readonly idleMs?: number
  /** For how long a job is claimed at a time. */
  readonly claimMs?: number
}

export interface Jobs {
  /** Looks for jobs at once. */
  wake(): void
  /** Takes no more jobs, and waits for the one being done, but not for long. */
  stop(): Promise<void>
}

const SECOND = 1000
const CLAIM = 60 * SECOND
/** A job that takes longer is given up, so that one that hangs does not keep its claim, and this node, for ever. */
const LONGEST = 30 * 60 * SECOND
const FIRST_WAIT = 5 * SECOND
const LONGEST_WAIT = 3600 * SECOND
const PATIENCE = 10 * SECOND

/** Does what is due, one job at a time, for as long as the process runs. */
export function startJobs<Taken extends TakenJob>({
  queue,
  handlers,
  now,
  failed = () => {},
  idleMs = 2 * SECOND,
  claimMs = CLAIM,
}: JobOptions<Taken>): Jobs {
  const kinds = Object.keys(handlers)
  let working: Promise<void> | undefined
  let again = false
  let stopped = false
  let away = false

  const attempt = async (job: Taken) => {
    let lost = false
    const givenUp = Promise.withResolvers<never>()
    const latest = now() + LONGEST
    const extend = async () => {
      if (now() < latest) lost = !(await queue.extendClaim(job, now() + claimMs))
      else {
        lost = true
        givenUp.reject(new Error(`it took longer than ${LONGEST / SECOND / 60} minutes`))
      }
    }
    // A claim that cannot be extended ends by itself, and another node takes the job.
    const beat = setInterval(() => void extend().catch(() => {}), claimMs / 4).unref()
    try {
      const dueAt = await Promise.race([handlers[job.kind]!(job, () => stopped || lost), givenUp.promise])
      await queue.jobDone(job, dueAt)
    } catch (fault) {
      failed(job, fault)
      const problem = fault instanceof Error ? fault.message : String(fault)
      await queue.jobFailed(job, problem, now() + Math.min(FIRST_WAIT * 2 ** (job.tries - 1), LONGEST_WAIT))
    } finally {
      clearInterval(beat)
    }
  }

  const work = async () => {
    do {
      again = false
      while (!stopped) {
        const job = await queue.claimJob(kinds, now(), now() + claimMs)
        if (job === undefined) break
        await attempt(job)
      }
    } while (again && !stopped)
  }

  const wake = () => {
    if (stopped) return
    again = true
    working ??= work()
      .then(
        () => {
          away = false
        },
        fault => {
          // Told once, until the queue can be used again.
          if (!away) failed(undefined, fault)
          away = true
        },
      )
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, idleMs).unref()
  wake()

  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      const patience = new AbortController()
      await Promise.race([working, sleep(PATIENCE, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
    },
  }
}
