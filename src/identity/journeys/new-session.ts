import { hasFactor, type Proofs, proofNames } from '../../core/flows/proof.ts'
import { folded } from '../../core/path.ts'
import type { Account } from '../../store/store.ts'
import { isUnchangedAccount } from '../sessions/flows.ts'
import type { Visit } from '../surfaces/visit.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import type { Journey } from '../tenancy/seals.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { arrived } from './source-accounts.ts'

/** The cookies of somebody who has signed in. */
interface NewSession {
  readonly session: string
  readonly device: string
}

/**
 * Ends a journey whose proofs are complete, with a session for them; undefined if they no longer count. If only a second
 * factor was missing, the existing session continues with it, because the person has not signed in again.
 */
export async function newSession(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
  account: Account,
  proofs: Proofs,
): Promise<NewSession | undefined> {
  const { store, flows, sessions, seals, throttle, now } = parts
  const { tenant, browser, session: before } = visit
  const names = { proofs: proofNames(proofs).join(' ') }
  const entry = audited(visit, journey, 'signed-in', account.id, now(), names)
  const hadFactor = hasFactor(proofs)
  const networks = await throttle.knownNetwork(tenant, account, visit.address, hadFactor)
  const session = await store.tenant(tenant.id).write(
    async tx => {
      // The proofs do not count if the account was disabled, or its password changed, in the meantime.
      if (!(await isUnchangedAccount(tx, account))) return undefined
      if (!admits(journey.applicationId, account.id) || !(await flows.end(tx, journey))) return undefined
      const source = await arrived(parts, tx, visit, journey, account, proofs)
      if (source === 'taken') return undefined
      const begun =
        journey.session === null
          ? await sessions.begin(tx, { account: account.id, proofs, browser, before, ...source })
          : before?.account === account.id && before.family === journey.session
            ? await sessions.renew(tx, before, proofs)
            : undefined
      if (begun === undefined) return undefined
      await tx.audit.record(entry)
      for (const network of networks) await tx.records.keep(network)
      return begun
    },
    // Without an earlier session in this browser, no node has anything cached that must be invalidated.
    before === undefined ? 'quiet' : undefined,
  )
  if (session === undefined) return undefined
  const known = { before: visit.device, hadFactor }
  return { session, device: await seals.device(tenant.id, folded(account.userName), known) }
}
