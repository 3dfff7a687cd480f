import type { JobHandler } from '../jobs/jobs.ts'
import type { ClaimedJob, Store, TenantStore, TenantTransaction } from '../store/store.ts'
import { tellOfGroup } from './group-mails.ts'
import { BY_CLOCK, record } from './steward.ts'

/** Who may have lost access: what applications hold for them is removed unless they still have it some other way. */
export type Ending =
  | { readonly what: 'account'; readonly application: string; readonly account: string }
  | { readonly what: 'group'; readonly application: string; readonly group: string }
  | { readonly what: 'application'; readonly application: string }
  | { readonly what: 'member'; readonly group: string; readonly account: string }
  | { readonly what: 'removed-group'; readonly group: string; readonly name: string }

/** Access that was given until a date has ended; there is one such job for each tenant that has any. */
export const DATES = 'end-access'
const ISSUED = 'end-issued'
/** These jobs take access away, so they do not wait for jobs that write mails. */
export const ENDING_JOBS: readonly string[] = [ISSUED, DATES]
const PIECE = 500
const FAR = 8_640_000_000_000_000

/** Has what was issued removed, by this process or by another one if it does not get that far. */
export async function scheduleEnding(tx: TenantTransaction, ending: Ending): Promise<string> {
  const id = `${ISSUED} ${tx.newId()}`
  await tx.jobs.schedule({ id, kind: ISSUED, dueAt: tx.now(), payload: ending })
  return id
}

/** Removes what was issued at once, where that is little work; a job does the rest. */
export async function endAtOnce(store: TenantStore, ending: Ending, job: string): Promise<void> {
  if (ending.what !== 'account' && ending.what !== 'member') return
  await end(store, ending)
  await store.write(async tx => void (await tx.jobs.cancel(job)), 'quiet')
}

/** Has access ended at its date. */
export async function scheduleDate(tx: TenantTransaction, dueAt: number): Promise<void> {
  await tx.jobs.advance({ id: DATES, kind: DATES, dueAt })
}

/** What ends access, and what was issued through it. Each job can be done again from its beginning. */
export function endingJobs(store: Store): Record<string, JobHandler<ClaimedJob>> {
  return {
    async [ISSUED](job, isStopped) {
      await end(store.tenant(job.tenant), job.payload as Ending, isStopped)
      return isStopped() ? store.now() : undefined
    },
    async [DATES](job, isStopped) {
      const tenant = store.tenant(job.tenant)
      while (!isStopped() && (await endDates(tenant))) {
        // Each piece is a write of its own.
      }
      await again(tenant, job)
      return store.now()
    },
  }
}

/** Revokes a batch of expired access. Returns whether there was any. */
async function endDates(store: TenantStore): Promise<boolean> {
  const ended = await store.write(async tx => {
    const taken = await tx.access.takeEnded()
    for (const { application, holder } of taken) {
      const { kind, id } = holder
      const ending = endingOf(application, holder)
      await scheduleEnding(tx, ending)
      const about = kind === 'account' ? { account: id } : { details: { group: id } }
      await record(tx, BY_CLOCK, 'access-ended', { application, ...about })
    }
    return taken.length > 0
  })
  return ended
}

/**
 * Sets when the job is due next. It is held before the next date is looked for, so that nobody brings it forward in
 * between; the claim ends here, and what the caller does with it afterwards counts for nothing.
 */
async function again(store: TenantStore, job: ClaimedJob): Promise<void> {
  await store.write(async tx => {
    if (!(await tx.jobs.finish(job, FAR))) return
    const next = await tx.access.nextEnd()
    if (next === undefined) await tx.jobs.cancel(job.id)
    else await tx.jobs.advance({ id: job.id, kind: job.kind, dueAt: next })
  }, 'quiet')
}

/** The ending that follows when a holder loses access to an application. */
export function endingOf(
  application: string,
  { kind, id }: { kind: 'account' | 'group'; id: string },
): Ending {
  return kind === 'account'
    ? { what: 'account', application, account: id }
    : { what: 'group', application, group: id }
}

/** Removes what applications hold for those who have lost access, a piece at a time. */
async function end(store: TenantStore, ending: Ending, isStopped = () => false): Promise<void> {
  switch (ending.what) {
    case 'account':
      return await endFor(store, ending.application, [ending.account])
    case 'member':
      for (const application of await store.access.applicationsOf(ending.group))
        await endFor(store, application, [ending.account])
      return
    case 'group':
      return await eachPiece(store, ending.group, isStopped, async accounts => {
        await endFor(store, ending.application, accounts)
      })
    case 'application':
      return await endEverywhere(store, ending.application, isStopped)
    case 'removed-group':
      return await dropGroup(store, ending, isStopped)
  }
}

async function endFor(store: TenantStore, application: string, accounts: readonly string[]): Promise<void> {
  const lost = await store.access.withoutAccess(application, accounts)
  if (lost.length === 0) return
  await store.write(async tx => void (await tx.records.removeIssued(application, lost)), 'quiet')
}

async function endEverywhere(
  store: TenantStore,
  application: string,
  isStopped: () => boolean,
): Promise<void> {
  let after: string | undefined
  do {
    const piece = await store.records.issuedTo(application, after)
    await endFor(store, application, piece.accounts)
    after = piece.after
  } while (after !== undefined && !isStopped())
}

/** Drops a group that was removed, once nothing is left that its members had through it. */
async function dropGroup(
  store: TenantStore,
  { group, name }: { group: string; name: string },
  isStopped: () => boolean,
): Promise<void> {
  const applications = await store.access.applicationsOf(group)
  await eachPiece(store, group, isStopped, async accounts => {
    for (const application of applications) await endFor(store, application, accounts)
    await store.write(async tx => {
      // Another node may have dropped and told some of them, if this one has lost its claim.
      await tellOfGroup(tx, 'deleted', name, await tx.groups.dropMembers(group, accounts))
    }, 'quiet')
  })
  if (!isStopped()) await store.write(tx => tx.groups.drop(group), 'quiet')
}

async function eachPiece(
  store: TenantStore,
  group: string,
  isStopped: () => boolean,
  work: (accounts: readonly string[]) => Promise<void>,
): Promise<void> {
  let accounts = await store.groups.accountsAfter(group, '', PIECE)
  while (accounts.length > 0 && !isStopped()) {
    await work(accounts)
    accounts = await store.groups.accountsAfter(group, accounts.at(-1)!, PIECE)
  }
}
