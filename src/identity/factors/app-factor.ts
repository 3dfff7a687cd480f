import type { AuditEvent } from '../../core/audit-events.ts'
import { type Message, waiting } from '../../core/flows/message.ts'
import type { Wish } from '../../pages/pages.ts'
import type { Account, AuditEntry, NewMail, Store, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Throttle } from '../guards/throttle.ts'
import { changeFacts } from '../surfaces/change-facts.ts'
import { changedRows, friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Purpose, Surfaces } from '../surfaces/surfaces.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey, Seals } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { newRecoveryCode, newTotpSecret, recoveryCodeKey, totpStep } from './totp.ts'

const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 16

/** What verifying a code works with. */
export interface FactorParts {
  readonly store: Store
  readonly surfaces: Surfaces
  readonly throttle: Throttle
  readonly now: () => number
  /** Tells that there is a mail to send. */
  readonly mailQueued: () => void
}

/** Whom a mail is for, and in which language if the account has none of its own. */
interface Recipient {
  readonly tenant: Tenant
  readonly wish: Wish
}

/**
 * Verifies a code of the authenticator app, or a recovery code; each works once. The try is counted and recorded, and
 * a recovery code that was used is told by mail. Answers with what is wrong.
 */
export async function appCodeProblem(
  parts: FactorParts,
  { tenant, device, address, wish }: Recipient & Pick<Visit, 'device' | 'address'>,
  purpose: Purpose,
  account: Account,
  typed: string,
  entry: (event: AuditEvent) => AuditEntry,
): Promise<Message | undefined> {
  const { store, throttle, now, mailQueued } = parts
  if (typed.trim() === '') return { label: 'CODE_EMPTY' }
  const tries = await throttle.code(account, { tenant, device, address })
  const wait = await throttle.wait(tenant, tries)
  if (wait !== undefined) return waiting(wait)
  const tenantStore = store.tenant(tenant.id)
  const app = await tenantStore.factors.authenticator(account.id)
  const step = app && totpStep(app.secret, typed, now())
  const isRecovery = step === undefined && recoveryCodeKey(typed).length === RECOVERY_LENGTH
  const left = isRecovery ? (await tenantStore.factors.recoveryCodesLeft(account.id)) - 1 : 0
  const told = { label: 'RECOVERY_CODE_USED', values: { LEFT: String(Math.max(0, left)) } }
  const mail = isRecovery ? await factorMail(parts, { tenant, wish }, purpose, account, told) : undefined
  const right = await tenantStore.write(async tx => {
    const used =
      step === undefined
        ? await tx.factors.useRecoveryCode(account.id, secretHash(recoveryCodeKey(typed)))
        : await tx.factors.useStep(account.id, step)
    const event = used ? (step === undefined ? 'recovery-code-used' : undefined) : 'code-refused'
    if (event !== undefined) await tx.audit.record(entry(event))
    if (used && step === undefined && mail !== undefined) await tx.outbox.queue(mail)
    // Something else than the mailbox has confirmed who it is.
    if (used && account.recoveredAt !== null) await tx.accounts.update(account.id, { recoveredAt: null })
    return used
  }, 'quiet')
  if (!right) return { label: 'CODE_WRONG' }
  if (mail !== undefined) mailQueued()
  await throttle.forgive(tenant, tries)
  return undefined
}

/** The secret of an enrolment. It follows from the journey, so that the page can be shown again and nothing is kept. */
export async function enrolmentSecret(seals: Seals, tenant: string, journey: Journey): Promise<string> {
  return newTotpSecret(await seals.bytes(tenant, journey, 'totp'))
}

/** The recovery codes of an enrolment, which follow from the journey as well. */
export async function enrolmentCodes(seals: Seals, tenant: string, journey: Journey): Promise<string[]> {
  const codes: string[] = []
  for (let index = 0; index < RECOVERY_CODES; index++)
    codes.push(newRecoveryCode(await seals.bytes(tenant, journey, `recovery ${index}`)))
  return codes
}

/** Gives an account an app in place of the one before, with new recovery codes. */
export async function keepApp(
  tx: TenantTransaction,
  account: string,
  { secret, usedStep, codes }: { secret: string; usedStep: number; codes: readonly string[] },
): Promise<void> {
  await tx.factors.setAuthenticator(account, { secret, usedStep })
  await tx.factors.setRecoveryCodes(
    account,
    codes.map(code => secretHash(recoveryCodeKey(code))),
  )
}

/** The mail that tells somebody what became of their second factor. */
export async function factorMail(
  { surfaces, now }: Pick<FactorParts, 'surfaces' | 'now'>,
  { tenant, wish }: Recipient,
  purpose: Purpose,
  account: Account,
  { label, values }: Message,
): Promise<NewMail | undefined> {
  if (account.email === null) return undefined
  const audience = await surfaces.audience(tenant, mailPurpose(purpose, account), wish)
  const word = await surfaces.words(audience)
  return await surfaces.mail(audience, 'mail-profile-modified', account.email, {
    USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
    ...changeFacts(account, surfaces.times(audience), now(), wish),
    ATTRS_TABLEROWS: changedRows([[word('OTP_DELIVERY_SELECTION_TITLE'), word(label, values)]]),
  })
}
