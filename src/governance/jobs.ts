import type { AccountOffice } from '../identity/identity.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import type { ClaimedJob, Store } from '../store/store.ts'
import { applyJobs } from './campaign-apply.ts'
import { campaignJobs } from './campaign-jobs.ts'
import { endingJobs } from './endings.ts'
import { groupMailJobs } from './group-mails.ts'
import { noticeJobs } from './notices.ts'
import { requestJobs } from './request-jobs.ts'
import type { MailRoom } from './request-mails.ts'

/** What the jobs of this folder do. */
export function governanceJobs(
  store: Store,
  parts: Pick<AccountOffice, 'tenancy' | 'surfaces'>,
): Record<string, JobHandler<ClaimedJob>> {
  const room = async (id: string): Promise<MailRoom | undefined> => {
    const tenant = await store.tenantWithId(id)
    return tenant && { ...parts, tenant }
  }
  return {
    ...endingJobs(store),
    ...requestJobs(store, room),
    ...noticeJobs(store, room),
    ...groupMailJobs(store, room),
    ...campaignJobs(store, room),
    ...applyJobs(store, room),
  }
}
