import { waiting } from '../../core/flows/message.ts'
import { folded } from '../../core/path.ts'
import type { Account } from '../../store/store.ts'
import { newPasswordMail, newPasswordProblem } from '../directory/new-password.ts'
import { expiryValues } from '../directory/password-links.ts'
import { CONSOLE_RECOVERY } from '../directory/recovery-records.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { audited, type FlowParts } from '../journeys/flow-parts.ts'
import { keepLink, type RecoveryLink, recoveryLink } from '../journeys/recovery-links.ts'
import { operatorOf } from '../sessions/console-sessions.ts'
import { userNameIn } from '../sources/directory.ts'
import { CONSOLE_PATHS } from '../surfaces/addresses.ts'
import { friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import { isTestAccount } from '../tenancy/built-in-applications.ts'
import { secretHash } from '../tenancy/secrets.ts'
import {
  agentOf,
  type ConsoleForm,
  type ConsoleSignIns,
  type ConsoleVisit,
  WHERE,
} from './console-sign-in.ts'
import { CONSOLE, type ConsoleAnswer } from './console-views.ts'

const NO_WISH = {}

/**
 * Recovers forgotten passwords of people who use the console. The link in the mail leads to the console's own origin.
 */
export class ConsoleRecovery {
  readonly #parts: FlowParts
  readonly #signIns: ConsoleSignIns

  constructor(parts: FlowParts, signIns: ConsoleSignIns) {
    this.#parts = parts
    this.#signIns = signIns
  }

  /** Sends a link to a person with a role in the console. Nothing reveals whether there is such an account. */
  async ask(visit: ConsoleVisit, form: ConsoleForm): Promise<ConsoleAnswer> {
    const { store, throttle, now, mailQueued } = this.#parts
    const { views } = this.#signIns
    const { tenant } = visit
    const userName = userNameIn(form)
    if (userName === '') return await views.forgotten(tenant, '', { label: 'FORGOT_PASSWORD_ERROR' })
    const wait = await throttle.wait(tenant, await throttle.recovery('console recovery', visit, userName))
    if (wait !== undefined) return await views.forgotten(tenant, userName, waiting(wait))
    const found = await store.tenant(tenant.id).accounts.meantBy(userName)
    const account = isEligible(found) && found.email !== null ? found : undefined
    const event = audited(visit, undefined, 'password-forgotten', account?.id ?? null, now(), WHERE)
    for (let sent = false; !sent; ) {
      const wanted = {
        kind: CONSOLE_RECOVERY,
        account: account?.id,
        typed: folded(userName),
        purpose: {},
      } as const
      const link = await recoveryLink(this.#parts, tenant, wanted)
      const mail = await this.#mail(visit, account, link)
      sent = await store.tenant(tenant.id).write(async tx => {
        await tx.audit.record(event)
        return await keepLink(tx, link, mail)
      }, 'quiet')
    }
    mailQueued()
    return views.forgottenSent()
  }

  /** The page of a link. Opening it does not use it up, because mail scanners follow links too. */
  async show(visit: ConsoleVisit, secret: string): Promise<ConsoleAnswer> {
    const { views } = this.#signIns
    const account = await this.#accountOf(visit, secret)
    if (account === undefined) return views.linkInvalid()
    return await views.newPassword(visit.tenant, account, undefined, true)
  }

  /** Sets the new password, and continues as after a typed password: a second factor is still required. */
  async replace(visit: ConsoleVisit, secret: string, form: ConsoleForm): Promise<ConsoleAnswer> {
    const { store, passwords, sessions, now, mailQueued } = this.#parts
    const { views } = this.#signIns
    const { tenant, address } = visit
    const account = await this.#accountOf(visit, secret)
    if (account === undefined) return views.linkInvalid()
    const problem = await newPasswordProblem(this.#parts, tenant, account, form)
    if (problem !== undefined) return await views.newPassword(tenant, account, problem, true)
    const passwordHash = await passwords.hash(form.get('newpassword')!, ownTurn(account))
    const mail = await newPasswordMail(this.#parts, { tenant, wish: agentOf(visit) }, CONSOLE, account, true)
    const done = await store.tenant(tenant.id).write(async tx => {
      if ((await tx.records.take(CONSOLE_RECOVERY.name, secretHash(secret))) === undefined) return false
      const recoveredAt = now()
      await tx.accounts.update(account.id, { passwordHash, passwordTemporary: false, recoveredAt })
      await sessions.endAll(tx, account.id, { address, why: 'password-recovered' })
      await tx.audit.record(audited(visit, undefined, 'password-recovered', account.id, now(), WHERE))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return true
    })
    if (!done) return views.linkInvalid()
    mailQueued()
    const recovered = { passwordHash, passwordTemporary: false, recoveredAt: now() }
    return await this.#signIns.begin(visit, { ...account, ...recovered })
  }

  async #accountOf({ tenant }: ConsoleVisit, secret: string): Promise<Account | undefined> {
    const store = this.#parts.store.tenant(tenant.id)
    const record = await store.records.get(CONSOLE_RECOVERY.name, secretHash(secret))
    if (record?.owner == null || (record.expiresAt ?? 0) <= this.#parts.now()) return undefined
    const account = await store.accounts.get(record.owner)
    return isEligible(account) ? account : undefined
  }

  /** Also rendered if there is no such account, so that both cases take the same time. */
  async #mail({ tenant }: ConsoleVisit, account: Account | undefined, { secret, record }: RecoveryLink) {
    const { surfaces, tenancy, now } = this.#parts
    const audience = await surfaces.audience(tenant, mailPurpose(CONSOLE, account), NO_WISH)
    return await surfaces.mail(
      audience,
      'mail-password-recovery',
      account?.email ?? 'nobody@example.com',
      {
        PASSWORD_RECOVERY_LINK: `${tenancy.console(tenant)}${CONSOLE_PATHS.recover}?link=${secret}`,
        ...expiryValues(surfaces.times(audience), record.expiresAt!, now()),
        USER_FRIENDLY_NAME: account === undefined ? '' : friendlyName(account, surfaces.tag(audience)),
      },
      record.expiresAt,
    )
  }
}

function isEligible(account: Account | undefined): account is Account {
  return operatorOf(account) !== undefined && !isTestAccount(account!.id)
}
