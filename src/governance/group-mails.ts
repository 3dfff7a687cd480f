import type { JobHandler } from '../jobs/jobs.ts'
import type { ClaimedJob, NewMail, Store, TenantTransaction } from '../store/store.ts'
import type { MailRoom } from './request-mails.ts'

const GROUP_MAILS = 'group-mails'
/** Mails of one job: making them takes a while, and a job that was cut off makes all of its mails again. */
const PIECE = 100

/** Mails to people about their groups. */
type GroupEvent = 'added' | 'joined' | 'left' | 'deleted'

interface GroupMails {
  readonly event: GroupEvent
  readonly name: string
  readonly accounts: readonly string[]
}

/** Notifies people that they created a group, were added or removed, or that the group was deleted. */
export async function tellOfGroup(
  tx: TenantTransaction,
  event: GroupEvent,
  name: string,
  accounts: readonly string[],
): Promise<void> {
  for (let start = 0; start < accounts.length; start += PIECE) {
    const payload: GroupMails = { event, name, accounts: accounts.slice(start, start + PIECE) }
    const id = `${GROUP_MAILS} ${tx.newId()}`
    await tx.jobs.schedule({ id, kind: GROUP_MAILS, dueAt: tx.now(), payload })
  }
}

/** Writes the mails about groups, and queues them in the write that ends their job. */
export function groupMailJobs(
  store: Store,
  roomOf: (tenant: string) => Promise<MailRoom | undefined>,
): Record<typeof GROUP_MAILS, JobHandler<ClaimedJob>> {
  return {
    async [GROUP_MAILS](job) {
      const room = await roomOf(job.tenant)
      if (room === undefined) return undefined
      const tenant = store.tenant(job.tenant)
      const { event, name, accounts } = job.payload as GroupMails
      const mails: NewMail[] = []
      for (const id of accounts) {
        const account = await tenant.accounts.get(id)
        if (account === undefined || account.email === null || account.status !== 'active') continue
        const { surfaces } = room
        const purpose = { themeId: null, applicationId: null, locale: account.locale }
        const audience = await surfaces.audience(room.tenant, purpose, {})
        const values = { USERNAME: account.userName, GROUPNAME: name }
        mails.push(await surfaces.mail(audience, `mail-group-${event}`, account.email, values))
      }
      await tenant.write(async tx => {
        if (!(await tx.jobs.finish(job))) return
        for (const mail of mails) await tx.outbox.queue(mail)
      }, 'quiet')
      return undefined
    },
  }
}
