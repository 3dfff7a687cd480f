import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { dayOf, MOST_DAYS } from './core/analytics/days.ts'
import { ENDING_JOBS, governanceJobs } from './governance/governance.ts'
import { type Console, FIRST_TENANT, type Identity, rotateAgedKeys } from './identity/identity.ts'
import { type JobHandler, type Jobs, startJobs } from './jobs/jobs.ts'
import type { ClaimedJob, Store } from './store/store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The first run is delayed, because a node that has just started is busy. */
const FIRST_MS = 5_000
const DUTIES = ['sweep', 'rotate-keys'] as const

/** Recurring work that one of the nodes does for all of them. */
function duties(
  store: Store,
  console: Pick<Console, 'sweep'>,
  { mailDays, auditDays }: Pick<Config, 'mailDays' | 'auditDays'>,
): Record<(typeof DUTIES)[number], JobHandler<ClaimedJob>> {
  return {
    async sweep(_, isStopped) {
      // Runs before the store drops expired records, because the end of a session is recorded in the audit trail.
      await console.sweep()
      const now = store.now()
      const analytics = dayOf(now - MOST_DAYS * DAY)
      await store.sweep(
        { mails: now - mailDays * DAY, audit: now - auditDays * DAY, analytics, now },
        isStopped,
      )
      return isStopped() ? now : now + HOUR
    },
    async 'rotate-keys'(_, isStopped) {
      await rotateAgedKeys(store, isStopped)
      return isStopped() ? store.now() : store.now() + HOUR
    },
  }
}

/** Adds the duties to the jobs of the installation. They belong to the first tenant, which cannot be removed. */
async function ensureDuties(store: Store): Promise<void> {
  const first = store.tenant(FIRST_TENANT)
  const missing: string[] = []
  for (const kind of DUTIES) {
    const [job] = await first.jobs.list(kind)
    // A clock that was temporarily wrong may have scheduled it years ahead.
    if (job === undefined || job.dueAt > store.now() + 2 * HOUR) missing.push(kind)
  }
  // If nothing has to change, nothing is written, so that the service can start on a full disk.
  if (missing.length === 0) return
  await first.write(async tx => {
    for (const kind of missing) await tx.jobs.schedule({ id: kind, kind, dueAt: store.now() + FIRST_MS })
  }, 'quiet')
}

export interface DutyParts {
  readonly store: Store
  readonly identity: Identity
  readonly config: Config
  readonly log: FastifyBaseLogger
  /** How often to look whether the duties are scheduled; an hour unless given. */
  readonly lookMs?: number | undefined
}

/**
 * Does the jobs of the installation for as long as the process runs. Every hour, it looks whether the duties are scheduled,
 * because the clock can be wrong for a while at any time.
 */
export async function startDuties({ store, identity, config, log, lookMs = HOUR }: DutyParts): Promise<Jobs> {
  await ensureDuties(store)
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= ensureDuties(store)
      .catch(err => log.error({ err }, 'the recurring jobs could not be scheduled'))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, lookMs).unref()
  const jobs = startJobs({
    queue: store,
    handlers: { ...duties(store, identity.console, config), ...governanceJobs(store, identity) },
    urgent: ENDING_JOBS,
    now: store.now,
    failed: (job, err) => log.warn({ job: job?.id, err }, 'a job failed, and will be retried'),
  })
  return {
    wake: jobs.wake,
    async stop() {
      clearInterval(timer)
      await Promise.all([jobs.stop(), looking])
    },
  }
}
