import { type Message, waiting } from '../../core/flows/message.ts'
import type { SignIn } from '../../core/flows/sign-in.ts'
import { folded } from '../../core/path.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Account } from '../../store/store.ts'
import { newPasswordMail, newPasswordProblem } from '../directory/new-password.ts'
import { expiryValues } from '../directory/password-links.ts'
import { isRequested, RECOVERY } from '../directory/recovery-records.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { isUnchangedAccount } from '../sessions/flows.ts'
import { userNameIn } from '../sources/directory.ts'
import { homeAddress } from '../surfaces/addresses.ts'
import { friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { keepLink, type RecoveryLink, recoveryLink } from './recovery-links.ts'
import type { Form, SignIns } from './sign-in.ts'

/** The steps in which a password is forgotten, replaced or changed. */
export class PasswordSteps {
  readonly #parts: FlowParts
  readonly #signIns: SignIns

  constructor(parts: FlowParts, signIns: SignIns) {
    this.#parts = parts
    this.#signIns = signIns
  }

  /** Sends a link if there is an account. Nothing reveals whether there is one, not even the response time. */
  async forgotten(visit: Visit, journey: Journey, form: Form): Promise<Answer> {
    const { throttle, store, now } = this.#parts
    const userName = userNameIn(form)
    if (userName === '')
      return { redirect: `${await this.#signIns.address(visit, journey, 'forgot')}&empty=1`, idle: true }
    const { tenant } = visit
    const wait = await throttle.wait(tenant, await throttle.recovery('recovery', visit, userName))
    if (wait !== undefined) {
      const page = await this.#signIns.address(visit, journey, 'forgot')
      return { redirect: `${page}&wait=${Math.ceil(wait / 1000)}`, idle: true }
    }
    const redirect = await this.#signIns.address(visit, journey, 'sent')
    const found = await store.tenant(tenant.id).accounts.meantBy(userName)
    const account = found?.status === 'active' && found.email !== null ? found : undefined
    const { themeId, applicationId, locale } = journey
    const purpose = { themeId, applicationId, locale }
    // In the same browser, the person continues to the waiting application afterwards.
    const more = { interaction: journey.interaction, browser: secretHash(visit.browser) }
    for (let sent = false; !sent; ) {
      const wanted = { kind: RECOVERY, account: account?.id, typed: folded(userName), purpose, more } as const
      const link = await recoveryLink(this.#parts, tenant, wanted)
      const mail = await this.#recoveryMail(visit, journey, account, link)
      sent = await store.tenant(tenant.id).write(async tx => {
        await tx.audit.record(audited(visit, journey, 'password-forgotten', account?.id ?? null, now()))
        return await keepLink(tx, link, mail)
      }, 'quiet')
    }
    this.#parts.mailQueued()
    return { redirect }
  }

  /** Also rendered if there is no such account, so that both cases take the same time. */
  async #recoveryMail(
    visit: Visit,
    journey: Journey,
    account: Account | undefined,
    { secret, record }: RecoveryLink,
  ) {
    const { surfaces, tenancy, now } = this.#parts
    const purpose = mailPurpose(journey, account)
    const audience = await surfaces.audience(visit.tenant, purpose, visit.wish)
    const address = tenancy.address(visit.tenant)
    return await surfaces.mail(
      audience,
      'mail-password-recovery',
      account?.email ?? 'nobody@example.com',
      {
        PASSWORD_RECOVERY_LINK: `${address}${homeAddress(audience, surfaces.mailed(audience, purpose))}&recover=${secret}`,
        ...expiryValues(surfaces.times(audience), record.expiresAt!, now()),
        USER_FRIENDLY_NAME: account === undefined ? '' : friendlyName(account, surfaces.tag(audience)),
      },
      record.expiresAt,
    )
  }

  /**
   * Opens the link of a mail. It is used up by the new password, not by opening the link: mail scanners follow links
   * too. The parameters of its URL determine only the look of the page for an unknown link.
   */
  async recover(visit: Visit, secret: string, address: Purpose): Promise<Answer> {
    const { store, seals, now } = this.#parts
    const idHash = secretHash(secret)
    const record = await store.tenant(visit.tenant.id).records.get(RECOVERY.name, idHash)
    const kept = record && RECOVERY.heldIn(record)
    const { themeId = null, applicationId = null, locale = null } = kept ?? {}
    const purpose = kept && { themeId, applicationId, locale }
    if (record?.owner == null || purpose === undefined || (record.expiresAt ?? 0) <= now()) {
      return await this.#linkLost(visit, purpose ?? address)
    }
    const here = kept?.browser === secretHash(visit.browser)
    const interaction = here ? (kept.interaction ?? null) : null
    const journey = seals.journey({ kind: 'sign-in', ...purpose, interaction })
    const state = { at: 'new-password', account: record.owner, proofs: {}, recovery: idHash } as const
    return await this.#signIns.step(visit, journey, state)
  }

  async #linkLost(visit: Visit, purpose: Purpose): Promise<Answer> {
    const again = (audience: Audience) => `${homeAddress(audience, purpose)}&operation=forgot_password`
    return await this.#signIns.views.linkLost(visit, purpose, again)
  }

  /** Sets the password that is required at the first sign-in, or after a forgotten one. */
  async replace(
    visit: Visit,
    journey: Journey,
    state: SignIn & { at: 'new-password' },
    account: Account,
    form: Form,
  ): Promise<Answer> {
    const problem = await newPasswordProblem(this.#parts, visit.tenant, account, form)
    if (problem !== undefined) return await this.#signIns.step(visit, journey, { ...state, problem }, account)
    const { store, flows, passwords, sessions, now } = this.#parts
    const passwordHash = await passwords.hash(form.get('newpassword')!, ownTurn(account))
    const { recovery } = state
    const mail = await newPasswordMail(this.#parts, visit, journey, account, recovery !== undefined)
    const done = await store.tenant(visit.tenant.id).write(async tx => {
      const taken = recovery === undefined ? undefined : await tx.records.take(RECOVERY.name, recovery)
      if (recovery !== undefined) {
        if (taken === undefined) return false
        await flows.end(tx, journey)
      } else if ((await flows.take(tx, journey, 'new-password')) === undefined) return false
      // An administrator who sent the link vouches for the person.
      const recovered = taken !== undefined && isRequested(RECOVERY.heldIn(taken)) && { recoveredAt: now() }
      await tx.accounts.update(account.id, { passwordHash, passwordTemporary: false, ...recovered })
      const event = recovery === undefined ? 'password-changed' : 'password-recovered'
      await sessions.endAll(tx, account.id, { address: visit.address, why: event })
      await tx.audit.record(audited(visit, journey, event, account.id, now()))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return true
    })
    if (!done)
      return recovery === undefined
        ? await this.#signIns.views.failed(visit, journey, 'FLOW_EXPIRED')
        : await this.#linkLost(visit, journey)
    this.#parts.mailQueued()
    if (recovery !== undefined) return { redirect: await this.#signIns.address(visit, journey, 'changed') }
    const changed = { ...account, passwordHash, passwordTemporary: false }
    // The sessions of the account have just ended, including that of this browser if it had one.
    const session = visit.session?.account === account.id ? undefined : visit.session
    // Continues under a new address, because scripts of the theme have seen this one. They do not run on the page that
    // sets up an app.
    const on = { ...journey, holder: null }
    return await this.#signIns.proceed({ ...visit, session }, on, changed, state.proofs)
  }

  /** Changes the password on request. All other sessions of the account end, and this one continues under a new id. */
  async change(
    visit: Visit,
    journey: Journey,
    state: SignIn & { at: 'change-password' },
    account: Account,
    form: Form,
  ): Promise<Answer> {
    const { store, flows, passwords, sessions, throttle, now } = this.#parts
    const again = (problem: Message) => this.#signIns.step(visit, journey, { ...state, problem })
    const current = form.get('oldpassword') ?? ''
    if (current === '') return await again({ label: 'PASSWORD_CURRENT_EMPTY' })
    const tries = throttle.currentPassword(account.id)
    const wait = await throttle.wait(visit.tenant, tries)
    if (wait !== undefined) return await again(waiting(wait))
    const { right } = await passwords.verify(current, account.passwordHash, ownTurn(account))
    if (!right) {
      const entry = audited(visit, journey, 'proof-refused', account.id, now())
      await store.tenant(visit.tenant.id).write(tx => tx.audit.record(entry), 'quiet')
      return await again({ label: 'PASSWORD_CURRENT_WRONG' })
    }
    await throttle.forgive(visit.tenant, tries)
    const problem = await newPasswordProblem(this.#parts, visit.tenant, account, form)
    if (problem !== undefined) return await again(problem)

    const passwordHash = await passwords.hash(form.get('newpassword')!, ownTurn(account))
    const mail = await newPasswordMail(this.#parts, visit, journey, account, false)
    const proofs = { ...state.proofs, pwd: now() }
    const end = { address: visit.address, why: 'password-changed' } as const
    const session = await store.tenant(visit.tenant.id).write(async tx => {
      // First, because no step may be stored between the end of everything else and the new password.
      if (!(await isUnchangedAccount(tx, account))) return undefined
      if (visit.session === undefined || !(await flows.end(tx, journey))) return undefined
      const renewed = await sessions.isolate(tx, visit.session, proofs, end)
      if (renewed === undefined) return undefined
      await tx.accounts.update(account.id, { passwordHash, passwordTemporary: false })
      await tx.audit.record(audited(visit, journey, 'password-changed', account.id, now()))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return renewed
    })
    if (session === undefined) return await this.#signIns.views.failed(visit, journey, 'FLOW_EXPIRED')
    this.#parts.mailQueued()
    return { redirect: await this.#signIns.home(visit, journey, 'changed'), cookies: { session } }
  }
}
