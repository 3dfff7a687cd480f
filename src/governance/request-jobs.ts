import { stateAt, turned } from '../core/flows/access-request.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { AccessRequest, ClaimedJob, Store, TenantStore } from '../store/store.ts'
import { type MailRoom, reminderMails, turnMails } from './request-mails.ts'
import { EXPIRY, nextReminder, REMINDER } from './request-schedule.ts'
import { BY_CLOCK, record } from './steward.ts'

/**
 * Reminds approvers, and ends requests that nobody has decided. What is written ends the job in the same write, so each
 * mail is queued once, also where a node is killed; after a pause of the service one reminder stands for all it missed.
 */
export function requestJobs(
  store: Store,
  roomOf: (tenant: string) => Promise<MailRoom | undefined>,
): Record<typeof REMINDER | typeof EXPIRY, JobHandler<ClaimedJob>> {
  return {
    async [REMINDER](job) {
      const tenant = store.tenant(job.tenant)
      const request = await tenant.requests.get(requestOf(job))
      const room = await roomOf(job.tenant)
      if (request === undefined || room === undefined) return undefined
      if (stateAt(request, tenant.now()) !== 'waiting') return undefined
      const mails = (await isNeeded(tenant, request)) ? await reminderMails(room, tenant, request) : []
      const dueAt = nextReminder(tenant.now(), request.expiresAt)
      await tenant.write(async tx => {
        const current = await tx.requests.lock(request.id)
        if (!(await tx.jobs.finish(job, dueAt))) return
        if (current?.turns === request.turns) for (const mail of mails) await tx.outbox.queue(mail)
      }, 'quiet')
      return dueAt
    },
    async [EXPIRY](job) {
      const tenant = store.tenant(job.tenant)
      const request = await tenant.requests.get(requestOf(job))
      const room = await roomOf(job.tenant)
      const state = request && turned(request.state, 'expire')
      if (request === undefined || room === undefined || state === undefined) return undefined
      const told = { turn: 'expire', by: null, comment: '' } as const
      const mails = (await isNeeded(tenant, request)) ? await turnMails(room, tenant, request, told) : []
      return await tenant.write(async tx => {
        const current = await tx.requests.lock(request.id)
        // Somebody answered or decided meanwhile: the job looks again.
        if (current?.turns !== request.turns) return tx.now()
        if (!(await tx.jobs.finish(job))) return undefined
        const at = tx.now()
        await tx.requests.turn(request, { state, decidedAt: at }, { ...told, at, part: null })
        await tx.jobs.cancel(`${REMINDER} ${request.id}`)
        for (const mail of mails) await tx.outbox.queue(mail)
        const { application, person, id } = request
        const about = { account: person.id, application, details: { request: id } }
        await record(tx, BY_CLOCK, 'access-request-expired', about)
        return undefined
      })
    },
  }
}

/** Whether anybody needs a decision: not about an application that has become open to everybody. */
async function isNeeded(store: TenantStore, { application }: AccessRequest): Promise<boolean> {
  return (await store.applications.get(application))?.access !== 'open'
}

function requestOf(job: ClaimedJob): string {
  return (job.payload as { request: string }).request
}
