import { type AccessMode, endOfAccess } from '../core/access.ts'
import { invalidValue, Refusal } from '../core/refusal.ts'
import type { Holder, Named, TenantStore } from '../store/store.ts'
import { endAtOnce, endingOf, scheduleDate, scheduleEnding } from './endings.ts'
import { holderOf } from './holders.ts'
import { record, type Steward } from './steward.ts'

/** Whoever used an application within so many days may keep access when it is no longer open. */
export const RECENT_DAYS = 90
const DAY = 86_400_000
const MOST_APPROVERS = 100

export interface AccessSettings {
  readonly mode?: AccessMode | undefined
  /** Each is an account or a group, by id or name. */
  readonly approvers?: readonly string[] | undefined
  /** Whether those who signed in within 90 days keep access; has to be said when an application ceases to be open. */
  readonly keepRecent?: boolean | undefined
}

/** Who may use an application, and who approves requests for it. */
export interface AccessRules {
  readonly mode: AccessMode
  readonly approvers: readonly Named<Holder>[]
}

/** Whether the settings take access away from everybody who has not been given any. */
export async function leavesOpen(store: TenantStore, id: string, mode?: AccessMode): Promise<boolean> {
  return mode !== undefined && mode !== 'open' && (await rulesOf(store, id)).mode === 'open'
}

/** The rules of an application. */
export async function rulesOf(store: TenantStore, id: string): Promise<AccessRules> {
  const application = await store.applications.get(id)
  if (application === undefined) throw unknown(id)
  return { mode: application.access, approvers: await store.access.approvers(id) }
}

/** Changes the rules of an application; answers with how many people kept access because they used it recently. */
export async function changeRules(
  store: TenantStore,
  id: string,
  settings: AccessSettings,
  by: Steward,
): Promise<{ kept: number }> {
  const { mode, keepRecent } = settings
  const approvers = settings.approvers && (await approversOf(store, settings.approvers))
  const leaves = await leavesOpen(store, id, mode)
  if (leaves && keepRecent === undefined)
    throw invalidValue(
      `Say with keepRecent whether those who signed in within ${RECENT_DAYS} days keep access to the application.`,
    )
  // Before the application closes, so that nobody is shut out for a moment.
  const kept = leaves && keepRecent ? await keepAccess(store, id) : 0
  await store.write(async tx => {
    const before = await tx.access.lock(id)
    if (before === undefined) throw unknown(id)
    if (mode !== undefined && mode !== before) {
      await tx.applications.update(id, { access: mode })
      const recently = leaves ? { keptRecent: String(kept) } : {}
      await record(tx, by, 'access-mode-changed', { application: id, details: { mode, before, ...recently } })
      if (before === 'open') await scheduleEnding(tx, { what: 'application', application: id })
    }
    if (approvers !== undefined) {
      await tx.access.setApprovers(id, approvers)
      const names = approvers.map(({ kind, name }) => `${kind}:${name}`).join(' ')
      await record(tx, by, 'access-mode-changed', { application: id, details: { approvers: names } })
    }
  })
  return { kept }
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
    if (endsAt !== null) await scheduleDate(tx, endsAt)
    const end = endsAt === null ? 'never' : new Date(endsAt).toISOString()
    const event = before === undefined ? 'access-given' : 'access-changed'
    await record(tx, by, event, { application, ...about(holder, { ends: end }) })
  })
  return { endsAt }
}

/** Takes access away. What the application holds for those who have no other access ends. */
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

/** Gives access to whoever used an application recently, as the audit trail tells. */
async function keepAccess(store: TenantStore, id: string): Promise<number> {
  const from = store.now() - RECENT_DAYS * DAY
  let piece = await store.access.recentUsers(id, from)
  let kept = 0
  for (;;) {
    const { accounts, after } = piece
    kept += await store.write(async tx => {
      if ((await tx.access.lock(id)) === undefined) throw unknown(id)
      return await tx.access.giveMany(id, accounts, 'recent')
    })
    if (after === undefined) return kept
    piece = await store.access.recentUsers(id, from, after)
  }
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
