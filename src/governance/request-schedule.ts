import { isOpen, type RequestState } from '../core/flows/access-request.ts'
import type { AccessRequest, TenantTransaction } from '../store/store.ts'

/** Reminds those who can decide about a request. */
export const REMINDER = 'access-reminder'
/** Ends a request that nobody has decided. */
export const EXPIRY = 'access-expiry'

const DAY = 86_400_000
/** Approvers are reminded every this many days. */
const FIRST_DAYS = 3
const LATER_DAYS = 7

type Scheduled = Pick<AccessRequest, 'id' | 'expiresAt'>

/** When approvers are reminded next; undefined where the request will have expired. */
export function nextReminder(now: number, expiresAt: number, days = LATER_DAYS): number | undefined {
  const at = now + days * DAY
  return at < expiresAt ? at : undefined
}

/** Has approvers reminded of a request that has begun to wait for them. */
export async function scheduleReminder(tx: TenantTransaction, request: Scheduled): Promise<void> {
  const dueAt = nextReminder(tx.now(), request.expiresAt, FIRST_DAYS)
  if (dueAt === undefined) return
  await tx.jobs.schedule({ id: `${REMINDER} ${request.id}`, kind: REMINDER, dueAt, payload: jobOf(request) })
}

export async function scheduleExpiry(tx: TenantTransaction, request: Scheduled): Promise<void> {
  const { id, expiresAt: dueAt } = request
  await tx.jobs.schedule({ id: `${EXPIRY} ${id}`, kind: EXPIRY, dueAt, payload: jobOf(request) })
}

/** Keeps the jobs of a request that it still needs: nobody is reminded of one that waits for its requester. */
export async function followJobs(
  tx: TenantTransaction,
  request: Scheduled,
  state: RequestState,
): Promise<void> {
  if (state === 'waiting') await scheduleReminder(tx, request)
  else await tx.jobs.cancel(`${REMINDER} ${request.id}`)
  if (!isOpen(state)) await tx.jobs.cancel(`${EXPIRY} ${request.id}`)
}

function jobOf({ id }: Scheduled): { request: string } {
  return { request: id }
}
