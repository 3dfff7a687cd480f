import type { Campaign, TenantTransaction } from '../store/store.ts'
import type { HowEnded } from './campaign-mails.ts'
import { CAMPAIGN } from './campaign-parts.ts'
import { FIRST, type StartPlace } from './campaign-start.ts'
import type { HandingCause, HandingPlace } from './handing-over.ts'

/** What the job of a campaign does next. */
export type CampaignStep =
  | ({ readonly step: 'start' } & StartPlace)
  | { readonly step: 'begin' | 'wait' }
  | { readonly step: 'tell-reviewers' | 'remind'; readonly after: string }
  | ({ readonly step: HandingCause } & HandingPlace)
  | { readonly step: 'tell-supervisors'; readonly position: number }
  | { readonly step: 'end' | 'seal'; readonly how: HowEnded }
  | { readonly step: 'tell-end'; readonly how: HowEnded; readonly after: string }
  | { readonly step: 'tell-end-supervisors'; readonly how: HowEnded; readonly position: number }

/** The payload of the job of a campaign. */
export type Task = CampaignStep & { readonly campaign: string }

/** Has the job of a campaign do something; whatever it did before is given up. */
export async function scheduleStep(
  tx: TenantTransaction,
  campaign: string,
  step: CampaignStep,
  dueAt: number,
): Promise<void> {
  const payload: Task = { ...step, campaign }
  await tx.jobs.schedule({ id: `${CAMPAIGN} ${campaign}`, kind: CAMPAIGN, dueAt, payload })
}

export async function scheduleStart(tx: TenantTransaction, { id, startsAt }: Campaign): Promise<void> {
  await scheduleStep(tx, id, { step: 'start', ...FIRST }, startsAt)
}
