import { contentTag } from '../content-tag.ts'
import { type AccessMode, endOfAccess, outlasts } from '../core/access.ts'
import { checkPrecondition, type Precondition } from '../core/precondition.ts'
import { invalidValue, Refusal } from '../core/refusal.ts'
import type { Holder, Named, TenantStore, TenantTransaction } from '../store/store.ts'
import { endAtOnce, endingOf, scheduleDate, scheduleEnding } from './endings.ts'
import { holderOf } from './holders.ts'
import { scheduleNotice } from './notices.ts'
import { record, type Steward } from './steward.ts'

/** People who used an application within this many days may keep access when it is restricted. */
export const RECENT_DAYS = 90
const DAY = 86_400_000
/** An entry may be written a while after its time, and clocks of nodes differ a little. */
const OVERLAP_MS = 600_000
const MOST_APPROVERS = 100

export interface AccessSettings {
  readonly mode?: AccessMode | undefined
  /** Each is an account or a group, by id or name. */
  readonly approvers?: readonly string[] | undefined
  /** Whether those who signed in within 90 days keep access; has to be said when an application ceases to be open. */
  readonly keepRecent?: boolean | undefined
  /** Whether people may ask for access for others. */
  readonly requestsForOthers?: boolean | undefined
}

/** Who may use an application, and who approves requests for it. */
export interface AccessRules {
  readonly mode: AccessMode
  readonly approvers: readonly Named<Holder>[]
  readonly requestsForOthers: boolean
}

/** Whether the settings take access away from everybody who has not been given any. */
export async function leavesOpen(store: TenantStore, id: string, mode?: AccessMode): Promise<boolean> {
  return mode !== undefined && mode !== 'open' && (await rulesOf(store, id)).mode === 'open'
}

/** The rules of an application. */
export async function rulesOf(store: TenantStore, id: string): Promise<AccessRules> {
  const application = await store.applications.get(id)
  if (application === undefined) throw unknown(id)
  const requestsForOthers = (await store.requests.forOthers()).includes(id)
  return { mode: application.access, approvers: await store.access.approvers(id), requestsForOthers }
}

/** The ETag of the rules. Other names of approvers do not change it. */
export function rulesTag({ mode, approvers, requestsForOthers }: AccessRules): string {
  const ids = approvers.map(({ kind, id }) => `${kind}:${id}`).sort()
  return contentTag({ mode, approvers: ids, requestsForOthers })
}

/** Changes the rules of an application; answers with how many people kept access because they used it recently. */
export async function changeRules(
  store: TenantStore,
  id: string,
  settings: AccessSettings,
  by: Steward,
  precondition: Precondition = {},
): Promise<{ kept: number }> {
  const { mode, keepRecent, requestsForOthers } = settings
  checkPrecondition(precondition, 'access settings', rulesTag(await rulesOf(store, id)))
  const approvers = settings.approvers && (await approversOf(store, settings.approvers))
  // Many people may have used the application. Most of them get access before the write that restricts it, so that
  // this write is short.
  const early = keepRecent && (await leavesOpen(store, id, mode)) ? await keepEarly(store, id) : undefined
  return await store.write(async tx => {
    const before = await tx.access.lock(id)
    if (before === undefined) throw unknown(id)
    const rules = {
      mode: before,
      approvers: await tx.access.approvers(id),
      requestsForOthers: (await tx.requests.forOthers()).includes(id),
    }
    checkPrecondition(precondition, 'access settings', rulesTag(rules))
    let kept = early?.kept ?? 0
    if (mode !== undefined && mode !== before) {
      if (before === 'open') {
        if (keepRecent === undefined) throw undecided()
        if (keepRecent) kept += await keepLast(tx, id, early?.from)
        await scheduleEnding(tx, { what: 'application', application: id })
      }
      await tx.applications.update(id, { access: mode })
      const recently = before === 'open' ? { keptRecent: String(kept) } : {}
      await record(tx, by, 'access-mode-changed', { application: id, details: { mode, before, ...recently } })
    }
    if (approvers !== undefined) {
      await tx.access.setApprovers(id, approvers)
      const names = approvers.map(({ kind, name }) => `${kind}:${name}`).join(' ')
      await record(tx, by, 'access-approvers-changed', { application: id, details: { approvers: names } })
    }
    if (requestsForOthers !== undefined) {
      await tx.requests.allowForOthers(id, requestsForOthers)
      const details = { requestsForOthers: String(requestsForOthers) }
      await record(tx, by, 'access-approvers-changed', { application: id, details })
    }
    return { kept }
  })
}

/** Gives an account or a group access, until a date where one is given. */
export async function giveAccess(
  store: TenantStore,
  application: string,
  holder: Holder,
  until: string | undefined,
  by: Steward,
): Promise<{ endsAt: number | null }> {
  const endsAt = until === undefined ? null : endOfAccess(until, store.now())
  await store.write(async tx => {
    if ((await tx.access.lock(application)) === undefined) throw unknown(application)
    const exists =
      holder.kind === 'account' ? await tx.accounts.get(holder.id) : await tx.groups.get(holder.id)
    if (exists === undefined) throw gone(holder)
    const before = await tx.access.give({ application, holder, endsAt, origin: 'given' })
    await given(tx, application, holder, endsAt, before, by)
  })
  return { endsAt }
}

/** Gives an account that is held, as the application is, the access that was asked for. It never shortens access. */
export async function giveRequested(
  tx: TenantTransaction,
  application: string,
  account: string,
  wanted: number | null,
  by: Steward,
): Promise<void> {
  const holder = { kind: 'account', id: account } as const
  const access = { application, holder, origin: 'requested' } as const
  const before = await tx.access.give({ ...access, endsAt: wanted })
  const endsAt = before !== undefined && outlasts(before.endsAt, wanted) ? before.endsAt : wanted
  if (endsAt !== wanted) await tx.access.give({ ...access, endsAt })
  await given(tx, application, holder, endsAt, before, by)
}

/**
 * What follows after access is given: it ends at its date, the person is notified before, and the audit trail records
 * it.
 */
async function given(
  tx: TenantTransaction,
  application: string,
  holder: Holder,
  endsAt: number | null,
  before: { readonly endsAt: number | null } | undefined,
  by: Steward,
): Promise<void> {
  if (endsAt !== null) await scheduleDate(tx, endsAt)
  if (endsAt !== null && holder.kind === 'account') await scheduleNotice(tx, application, holder.id, endsAt)
  const end = endsAt === null ? 'never' : new Date(endsAt).toISOString()
  const event = before === undefined ? 'access-given' : 'access-changed'
  await record(tx, by, event, { application, ...about(holder, { ends: end }) })
}

/** Revokes access. Grants and tokens end for people who have no other access. */
export async function takeAccess(
  store: TenantStore,
  application: string,
  holder: Named<Holder>,
  by: Steward,
): Promise<void> {
  const ending = endingOf(application, holder)
  const job = await store.write(async tx => {
    if ((await tx.access.lock(application)) === undefined) throw unknown(application)
    if (!(await tx.access.take(application, holder)))
      throw new Refusal('access_unknown', { holder: holder.name })
    await record(tx, by, 'access-taken', { application, ...about(holder) })
    return await scheduleEnding(tx, ending)
  })
  await endAtOnce(store, ending, job)
}

async function approversOf(store: TenantStore, given: readonly string[]): Promise<Named<Holder>[]> {
  if (given.length > MOST_APPROVERS)
    throw invalidValue(
      `An application has at most ${MOST_APPROVERS} approvers. A group can have more members.`,
    )
  const found: Named<Holder>[] = []
  for (const one of given) found.push(await holderOf(store, one))
  return found
}

/** Gives access to those who used an application recently, before the write that closes it. */
async function keepEarly(store: TenantStore, id: string): Promise<{ kept: number; from: number }> {
  const begun = store.now()
  const kept = await keepSince(begun - RECENT_DAYS * DAY, id, store.access, accounts =>
    store.write(async tx => {
      if ((await tx.access.lock(id)) === undefined) throw unknown(id)
      return await tx.access.giveMany(id, accounts, 'recent')
    }),
  )
  return { kept, from: begun - OVERLAP_MS }
}

/**
 * Gives access to those who used an application since most others got theirs, in the write that closes it. Nobody is
 * missed: a use is recorded before the last look, or after the application is closed.
 */
async function keepLast(tx: TenantTransaction, id: string, from: number | undefined): Promise<number> {
  const begun = tx.now()
  const give = (accounts: readonly string[]) => tx.access.giveMany(id, accounts, 'recent')
  // Where somebody has opened it meanwhile. People who sign in do not wait for this look.
  const kept = from === undefined ? await keepSince(begun - RECENT_DAYS * DAY, id, tx.access, give) : 0
  await tx.access.settleUses(id)
  return kept + (await keepSince(from ?? begun - OVERLAP_MS, id, tx.access, give))
}

/** Gives access to everybody who used an application from a time on, as the audit trail tells, a piece at a time. */
async function keepSince(
  from: number,
  id: string,
  trail: Pick<TenantStore['access'], 'recentUsers'>,
  give: (accounts: readonly string[]) => Promise<number>,
): Promise<number> {
  let kept = 0
  let piece = await trail.recentUsers(id, from)
  for (;;) {
    kept += await give(piece.accounts)
    if (piece.after === undefined) return kept
    piece = await trail.recentUsers(id, from, piece.after)
  }
}

function undecided(): Refusal {
  return invalidValue(
    `Set keepRecent to say whether people who signed in within ${RECENT_DAYS} days keep access to the application.`,
  )
}

function about({ kind, id }: Holder, details: Readonly<Record<string, string>> = {}) {
  return kind === 'account' ? { account: id, details } : { details: { ...details, group: id } }
}

function unknown(applicationId: string): Refusal {
  return new Refusal('application_unknown', { applicationId })
}

function gone({ kind, id }: Holder): Refusal {
  return kind === 'account'
    ? new Refusal('account_unknown', { account: id })
    : new Refusal('group_unknown', { group: id })
}
