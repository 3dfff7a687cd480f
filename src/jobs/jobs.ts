import { setTimeout as sleep } from 'node:timers/promises'

/** A job that this node has claimed. */
export interface TakenJob {
  readonly tenant: string
  readonly id: string
  readonly kind: string
  readonly dueAt: number
  /** Including the current try. */
  readonly tries: number
  readonly payload: unknown
}

/** The queue of jobs. The store implements it. */
export interface JobQueue<Taken extends TakenJob = TakenJob> {
  /** Claims a due job of one of these kinds; no other node gets it until `until`. */
  claimJob(kinds: readonly string[], now: number, until: number): Promise<Taken | undefined>
  /** Extends the claim; false if another node has claimed the job in the meantime. */
  extendClaim(job: Taken, until: number): Promise<boolean>
  /** Ends the job: it is due again at `dueAt`, or removed. */
  jobDone(job: Taken, dueAt: number | undefined): Promise<boolean>
  jobFailed(job: Taken, problem: string, dueAt: number): Promise<void>
}

/**
 * Does a job, and returns when it is due again, if ever. It may run again after a node was killed. Therefore, changes
 * that must happen only once belong in the write that ends the job.
 */
export type JobHandler<Taken extends TakenJob> = (
  job: Taken,
  isStopped: () => boolean,
) => Promise<number | undefined>

export interface JobOptions<Taken extends TakenJob> {
  readonly queue: JobQueue<Taken>
  readonly handlers: Readonly<Record<string, JobHandler<Taken>>>
  /** The kinds of jobs that are done before all others, the most urgent first. */
  readonly urgent?: readonly string[]
  readonly now: () => number
  /** Called with the error of a failed job, which will be retried. */
  readonly failed?: (job: Taken | undefined, fault: unknown) => void
  /** How often the queue is polled unless something wakes it. */
  readonly idleMs?: number
  /** For how long a job is claimed at a time. */
  readonly claimMs?: number
}

export interface Jobs {
  /** Looks for jobs at once. */
  wake(): void
  /** Claims no more jobs, and waits a short time for the running one. */
  stop(): Promise<void>
}

const SECOND = 1000
const CLAIM = 60 * SECOND
/** A job that takes longer is abandoned, so that one that hangs does not block this node for ever. */
const LONGEST = 30 * 60 * SECOND
const FIRST_WAIT = 5 * SECOND
const LONGEST_WAIT = 3600 * SECOND
/** Shorter than the time in which the service stops, because more has to be done afterwards. */
const PATIENCE = 7 * SECOND

/** Runs due jobs, one at a time, for as long as the process runs. */
export function startJobs<Taken extends TakenJob>({
  queue,
  handlers,
  urgent = [],
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
    // If the claim cannot be extended, it expires, and another node takes the job.
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

  const claim = async () => {
    for (const some of [...urgent.map(kind => [kind]), kinds]) {
      const job = await queue.claimJob(some, now(), now() + claimMs)
      if (job !== undefined) return job
    }
    return undefined
  }

  const work = async () => {
    do {
      again = false
      while (!stopped) {
        const job = await claim()
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
          // Reported only once, until the queue works again.
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
