import type { Config } from './config.ts'
import { dayOf, MOST_DAYS } from './core/analytics/days.ts'
import { type Console, FIRST_TENANT, rotateAgedKeys } from './identity/identity.ts'
import type { JobHandler } from './jobs/jobs.ts'
import type { ClaimedJob, Store } from './store/store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The first run is delayed, because a node that has just started is busy. */
const FIRST_MS = 5_000
const DUTIES = ['sweep', 'rotate-keys'] as const

/** Recurring work that one of the nodes does for all of them. */
export function duties(
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
export async function ensureDuties(store: Store): Promise<void> {
  const first = store.tenant(FIRST_TENANT)
  // A clock that was temporarily wrong may have scheduled them years ahead.
  const soon = (await first.jobs.list()).filter(({ dueAt }) => dueAt <= store.now() + 2 * HOUR)
  const known = new Set(soon.map(({ id }) => id))
  const missing = DUTIES.filter(kind => !known.has(kind))
  // If nothing has to change, nothing is written, so that the service can start on a full disk.
  if (missing.length === 0) return
  await first.write(async tx => {
    for (const kind of missing) await tx.jobs.schedule({ id: kind, kind, dueAt: store.now() + FIRST_MS })
  }, 'quiet')
}
