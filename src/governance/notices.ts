import { noticeOf } from '../core/access.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { ClaimedJob, Store, TenantTransaction } from '../store/store.ts'
import { endingMail, type MailRoom } from './request-mails.ts'

const NOTICE = 'access-notice'

interface Notice {
  readonly application: string
  readonly account: string
  readonly endsAt: number
}

/** Notifies a person before their access ends. A later end date replaces an earlier one. */
export async function scheduleNotice(
  tx: TenantTransaction,
  application: string,
  account: string,
  endsAt: number,
): Promise<void> {
  const payload: Notice = { application, account, endsAt }
  const dueAt = noticeOf(tx.now(), endsAt)
  await tx.jobs.schedule({ id: `${NOTICE} ${application} ${account}`, kind: NOTICE, dueAt, payload })
}

/** Tells people that their access will end, unless it has another end by now, or has ended. */
export function noticeJobs(
  store: Store,
  room: (tenant: string) => Promise<MailRoom | undefined>,
): Record<typeof NOTICE, JobHandler<ClaimedJob>> {
  return {
    async [NOTICE](job) {
      const tenant = store.tenant(job.tenant)
      const { application: id, account: who, endsAt } = job.payload as Notice
      const mails = await room(job.tenant)
      const [application, account] = [await tenant.applications.get(id), await tenant.accounts.get(who)]
      const access = await tenant.access.givenTo(who)
      const lasting = access.filter(given => given.application === id)
      const isEnding =
        lasting.length > 0 && lasting.every(given => given.endsAt !== null && given.endsAt <= endsAt)
      const tells =
        mails !== undefined &&
        application !== undefined &&
        application.access !== 'open' &&
        account?.status === 'active' &&
        isEnding &&
        endsAt > tenant.now()
      const mail = tells ? await endingMail(mails, account, application, endsAt) : undefined
      if (mail === undefined) return undefined
      await tenant.write(async tx => {
        if (await tx.jobs.finish(job)) await tx.outbox.queue(mail)
      }, 'quiet')
      return undefined
    },
  }
}
