import { type Message, waiting } from '../../core/flows/message.ts'
import type { StateAt } from '../../core/flows/sign-in.ts'
import type { Account } from '../../store/store.ts'
import type { Answer } from '../surfaces/visit.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { Asked, Brought, FactorParts, Typist } from './factor.ts'
import { factorMail } from './factor-mail.ts'
import { recoveryCodeKey, totpStep } from './totp.ts'

const RECOVERY_LENGTH = 16

/**
 * Verifies a code of the authenticator app, or a recovery code; each works once. Counts the attempt, and records
 * failures and used recovery codes. The owner gets a mail about a used recovery code. Returns what is wrong.
 */
export async function appCodeProblem(
  parts: FactorParts,
  by: Typist,
  account: Account,
  typed: string,
): Promise<Message | undefined> {
  const { store, throttle, now, mailQueued } = parts
  const { tenant, purpose, entry } = by
  if (typed.trim() === '') return { label: 'CODE_EMPTY' }
  const tries = await throttle.code(account, by)
  const wait = await throttle.wait(tenant, tries)
  if (wait !== undefined) return waiting(wait)
  const tenantStore = store.tenant(tenant.id)
  const app = await tenantStore.factors.authenticator(account.id)
  const step = app && totpStep(app.secret, typed, now())
  const isRecovery = step === undefined && recoveryCodeKey(typed).length === RECOVERY_LENGTH
  const left = isRecovery ? (await tenantStore.factors.recoveryCodesLeft(account.id)) - 1 : 0
  const told = { label: 'RECOVERY_CODE_USED', values: { LEFT: String(Math.max(0, left)) } }
  const mail = isRecovery ? await factorMail(parts, by, purpose, account, told) : undefined
  const right = await tenantStore.write(async tx => {
    const used =
      step === undefined
        ? await tx.factors.useRecoveryCode(account.id, secretHash(recoveryCodeKey(typed)))
        : await tx.factors.useStep(account.id, step)
    const event = used ? (step === undefined ? 'recovery-code-used' : undefined) : 'code-refused'
    if (event !== undefined) await tx.audit.record(entry(event))
    if (used && step === undefined && mail !== undefined) await tx.outbox.queue(mail)
    // The person has confirmed who they are by something other than the mailbox.
    if (used && account.recoveredAt !== null) await tx.accounts.update(account.id, { recoveredAt: null })
    return used
  }, 'quiet')
  if (!right) return { label: 'CODE_WRONG' }
  if (mail !== undefined) mailQueued()
  await throttle.forgive(tenant, tries)
  return undefined
}

/** Handles a submitted code. The pages for app codes and for recovery codes accept either kind. */
export async function submitAppCode(
  { parts, way, visit, journey, account, state, entry }: Asked<StateAt<'totp' | 'recovery-code'>>,
  { code }: Brought,
): Promise<Answer> {
  const problem = await appCodeProblem(parts, { ...visit, purpose: journey, entry }, account, code)
  if (problem !== undefined) return await way.step(visit, journey, { ...state, problem }, account)
  return await way.proceed(visit, journey, account, { ...state.proofs, totp: parts.now() })
}
