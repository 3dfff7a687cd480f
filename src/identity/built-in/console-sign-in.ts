import type { AuditEvent, NewAuditEntry } from '../../core/audit-events.ts'
import { mailHeldUntil } from '../../core/flows/assurance.ts'
import { type ConsoleStep, nextInConsole } from '../../core/flows/console.ts'
import { type Message, waiting } from '../../core/flows/message.ts'
import { type AskingAt, hasStrong, type Proof, proofOf } from '../../core/flows/methods.ts'
import { folded } from '../../core/path.ts'
import type { Wish } from '../../pages/pages.ts'
import { randomText } from '../../random.ts'
import type { Account, Tenant } from '../../store/store.ts'
import { newPasswordMail, newPasswordProblem } from '../directory/new-password.ts'
import { enrolmentSecret, keepApp } from '../factors/app-enrolment.ts'
import { authenticatorApp } from '../factors/authenticator-app.ts'
import { factorAt } from '../factors/factor.ts'
import { factorMail } from '../factors/factor-mail.ts'
import { strongFactors } from '../factors/person.ts'
import { enrolmentCodes } from '../factors/recovery-codes.ts'
import { totpStep } from '../factors/totp.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { audited, type FlowParts } from '../journeys/flow-parts.ts'
import { type Console, operatorOf } from '../sessions/console-sessions.ts'
import { isUnchangedAccount } from '../sessions/flows.ts'
import { typedIn, verifiedAccount } from '../sources/directory.ts'
import type { Journey } from '../tenancy/seals.ts'
import { CONSOLE, type ConsoleAnswer, ConsoleViews } from './console-views.ts'

/** A request to the pages on which people sign in to the console. */
export interface ConsoleVisit {
  readonly tenant: Tenant
  /** The network address. */
  readonly address: string
  /** The value of the cookie that the steps after the password are bound to. */
  readonly browser: string | undefined
  readonly session: string | undefined
  /** The cookie that recognizes this device for an account. */
  readonly device: string | undefined
  /** The User-Agent of the browser. */
  readonly userAgent: string | undefined
}

export type ConsoleForm = ReadonlyMap<string, string>

/** How long the steps after the password may take. */
export const STEPS_MS = 15 * 60_000

/**
 * The sign-in to the console, on its own origin. The first page stores nothing and needs no cookie. The right password
 * begins a journey that is bound to a new cookie, so that a planted cookie is of no use.
 */
export class ConsoleSignIns {
  readonly #parts: FlowParts
  readonly #console: Console
  readonly views: ConsoleViews

  constructor(parts: FlowParts, console: Console) {
    this.#parts = parts
    this.#console = console
    this.views = new ConsoleViews(parts)
  }

  /**
   * The keys with which a browser encrypts unsaved input in the console: the first encrypts, all of them decrypt. Other
   * people who use the same browser do not get them.
   */
  async draftKeys({ id }: Tenant, account: Account): Promise<string[]> {
    return await this.#parts.seals.secrets(id, 'console drafts', account.id)
  }

  /** Checks the user name and the password. */
  async signIn(visit: ConsoleVisit, form: ConsoleForm): Promise<ConsoleAnswer> {
    const { userName, password } = typedIn(form)
    const again = (problem: Message, status = 422) =>
      this.views.credentials(visit.tenant, { userName, problem, status })
    if (userName === '' || password === '') return await again({ label: 'SIGNIN_INCOMPLETE' })
    const verified = await verifiedAccount(this.#parts, visit, {
      userName,
      password,
      applicationId: null,
      details: WHERE,
    })
    if (verified === undefined) return await again({ label: 'SIGNIN_WRONG' })
    if ('wait' in verified) return await again(waiting(verified.wait), 429)
    if ('ended' in verified) return await again({ label: 'SIGNIN_TEMPORARY_ENDED' })
    return await this.begin(visit, verified)
  }

  /** Continues with a person who has just proved that they know the password. */
  async begin(visit: ConsoleVisit, account: Account): Promise<ConsoleAnswer> {
    const journey = this.#parts.seals.journey({ kind: 'console' })
    return await this.#proceed({ ...visit, browser: randomText() }, journey, account, ['pwd'])
  }

  /** The page of a step. */
  async show(visit: ConsoleVisit, flow: string): Promise<ConsoleAnswer> {
    const found = await this.#found(visit, flow)
    if (found === undefined) return this.views.lost()
    return await this.#page(visit, found)
  }

  /** Handles the form of a step. */
  async submit(visit: ConsoleVisit, flow: string, form: ConsoleForm): Promise<ConsoleAnswer> {
    const found = await this.#found(visit, flow)
    if (found === undefined) return this.views.lost()
    const { journey, step, account } = found
    switch (step.at) {
      case 'new-password':
        return await this.#replacePassword(visit, found, form)
      case 'enrolment':
        return await this.#enrol(visit, found, form.get('code') ?? '')
      case 'recovery-codes':
        // The form that set up the app was sent twice: nobody has seen the codes yet.
        if (form.has('code')) return await this.#toStep(visit, journey)
        return await this.#proceed(visit, journey, account, step.proofs)
      case 'held':
        return await this.#proceed(visit, journey, account, step.proofs)
      default:
        return await this.#checkFactor(visit, found, step.at, form.get('code') ?? '')
    }
  }

  async #page(visit: ConsoleVisit, found: Found, problem?: Message): Promise<ConsoleAnswer> {
    const { tenant } = visit
    const { journey, step, account } = found
    switch (step.at) {
      case 'new-password':
        return await this.views.newPassword(tenant, account, problem)
      case 'enrolment':
        return await this.views.enrolment(
          tenant,
          account,
          await enrolmentSecret(this.#parts.seals, tenant.id, journey, account.id),
          problem,
        )
      case 'recovery-codes':
        return this.views.recoveryCodes(
          await enrolmentCodes(this.#parts.seals, tenant.id, journey, account.id),
        )
      case 'held':
        return await this.views.held(tenant, account, mailHeldUntil(account.recoveredAt, this.#parts.now()))
      default:
        return await this.views.code(tenant, account, problem)
    }
  }

  async #checkFactor(visit: ConsoleVisit, found: Found, at: AskingAt, typed: string): Promise<ConsoleAnswer> {
    const { journey, step, account } = found
    const { id, problem: problemWith } = factorAt(at).factor
    // A factor that cannot be verified here is not accepted.
    if (problemWith === undefined) return this.views.lost()
    const entry = (event: AuditEvent) => this.#entry(visit, event, account)
    const by = { ...visit, wish: agentOf(visit), purpose: CONSOLE, entry }
    const problem = await problemWith(this.#parts, by, account, typed)
    if (problem !== undefined) return await this.#page(visit, found, problem)
    return await this.#proceed(visit, journey, account, [...step.proofs, proofOf(id)])
  }

  async #replacePassword(visit: ConsoleVisit, found: Found, form: ConsoleForm): Promise<ConsoleAnswer> {
    const { journey, step, account } = found
    const { store, flows, sessions, passwords, mailQueued } = this.#parts
    const problem = await newPasswordProblem(this.#parts, visit.tenant, account, form)
    if (problem !== undefined) return await this.#page(visit, found, problem)
    const passwordHash = await passwords.hash(form.get('newpassword')!, ownTurn(account))
    const mail = await newPasswordMail(
      this.#parts,
      { ...visit, wish: agentOf(visit) },
      CONSOLE,
      account,
      false,
    )
    const done = await store.tenant(visit.tenant.id).write(async tx => {
      if ((await flows.take<'new-password', ConsoleStep>(tx, journey, 'new-password')) === undefined)
        return false
      await tx.accounts.update(account.id, { passwordHash, passwordTemporary: false })
      await sessions.endAll(tx, account.id, { address: visit.address, why: 'password-changed' })
      await tx.audit.record(this.#entry(visit, 'password-changed', account))
      if (mail !== undefined) await tx.outbox.queue(mail)
      return true
    })
    if (!done) return this.views.lost()
    mailQueued()
    const changed = { ...account, passwordHash, passwordTemporary: false }
    return await this.#proceed(visit, journey, changed, step.proofs)
  }

  async #enrol(visit: ConsoleVisit, found: Found, typed: string): Promise<ConsoleAnswer> {
    const { journey, step, account } = found
    const { store, flows, seals, sessions, now, mailQueued } = this.#parts
    const tenantStore = store.tenant(visit.tenant.id)
    if ((await strongFactors(tenantStore, account)).length > 0) {
      // The same form may have set it up a moment ago: the recovery codes come next.
      const current = await flows.state<ConsoleStep>(visit.tenant, journey)
      if (typeof current === 'object' && current.at !== step.at) return await this.#toStep(visit, journey)
      // The owner may have set up an app elsewhere in the meantime.
      return await this.#proceed(visit, journey, account, step.proofs)
    }
    const secret = await enrolmentSecret(seals, visit.tenant.id, journey, account.id)
    const usedStep = totpStep(secret, typed, now())
    if (usedStep === undefined)
      return await this.#page(visit, found, { label: typed.trim() === '' ? 'CODE_EMPTY' : 'CODE_WRONG' })
    const codes = await enrolmentCodes(seals, visit.tenant.id, journey, account.id)
    const mail = await factorMail(this.#parts, { ...visit, wish: agentOf(visit) }, CONSOLE, account, {
      label: 'ENROLLED',
    })
    const done = await tenantStore.write(async tx => {
      if (!(await isUnchangedAccount(tx, account))) return false
      if ((await flows.take<'enrolment', ConsoleStep>(tx, journey, 'enrolment')) === undefined) return false
      await keepApp(tx, account.id, { secret, usedStep, codes })
      await tx.audit.record(this.#entry(visit, 'factor-enrolled', account))
      if (mail !== undefined) await tx.outbox.queue(mail)
      await sessions.endAll(tx, account.id, { address: visit.address, why: 'second-factor-changed' })
      await flows.keep(tx, journey, {
        ...step,
        at: 'recovery-codes',
        proofs: [...step.proofs, proofOf(authenticatorApp.id)],
      })
      return true
    })
    if (done) mailQueued()
    // Otherwise, another step is due, or the sign-in has ended: the page shows which.
    return await this.#toStep(visit, journey)
  }

  /** Continues after a proof: with the next step, with a session, or with a refusal. */
  async #proceed(
    visit: ConsoleVisit,
    journey: Journey,
    account: Account,
    proofs: readonly Proof[],
  ): Promise<ConsoleAnswer> {
    const { store, flows, settings, now } = this.#parts
    const tenantStore = store.tenant(visit.tenant.id)
    const next = nextInConsole({
      account: account.id,
      proofs,
      methods: await strongFactors(tenantStore, account),
      required: settings.consoleSecondFactor,
      passwordTemporary: account.passwordTemporary,
      recovered: mailHeldUntil(account.recoveredAt, now()) !== undefined,
      admitted: operatorOf(account) !== undefined,
    })
    if (next === 'done') return await this.#done(visit, journey, account, proofs)
    if (next === 'forbidden') {
      await tenantStore.write(async tx => {
        await flows.end(tx, journey)
        await tx.audit.record(this.#entry(visit, 'console-refused', account))
      }, 'quiet')
      return this.views.forbidden()
    }
    const kept = await tenantStore.write(tx => flows.keepFor(tx, account, journey, next), 'quiet')
    if (!kept) return this.views.lost()
    return await this.#toStep(visit, journey)
  }

  /** Everything is proved: a new session begins. */
  async #done(
    visit: ConsoleVisit,
    journey: Journey,
    account: Account,
    proofs: readonly Proof[],
  ): Promise<ConsoleAnswer> {
    const { store, flows, seals, throttle } = this.#parts
    const { tenant, address, session: before } = visit
    const hadFactor = hasStrong(proofs)
    const networks = await throttle.knownNetwork(tenant, account, address, hadFactor)
    const session = await store.tenant(tenant.id).write(async tx => {
      // The proofs do not count if the account was disabled, lost its role, or got another password in the meantime.
      const current = await tx.accounts.get(account.id)
      if (operatorOf(current) === undefined || current?.passwordHash !== account.passwordHash)
        return undefined
      if (!(await flows.end(tx, journey))) return undefined
      for (const network of networks) await tx.records.keep(network)
      return await this.#console.begin(tx, { account: account.id, proofs, address, before })
    }, 'quiet')
    if (session === undefined) return this.views.lost()
    const known = { before: visit.device, hadFactor }
    const device = await seals.device(tenant.id, folded(account.userName), known)
    return { session, device }
  }

  async #toStep({ tenant, browser = '' }: ConsoleVisit, journey: Journey): Promise<ConsoleAnswer> {
    return { step: await this.#parts.seals.sealed(tenant.id, browser, journey), browser }
  }

  /** The journey of an address, its current step and its account. */
  async #found({ tenant, browser }: ConsoleVisit, flow: string): Promise<Found | undefined> {
    const { seals, flows, store, now } = this.#parts
    const journey = browser === undefined ? undefined : await seals.opened(tenant.id, browser, flow)
    if (journey?.kind !== 'console' || now() - journey.startedAt > STEPS_MS) return undefined
    const step = await flows.state<ConsoleStep>(tenant, journey)
    if (step === undefined || step === 'ended') return undefined
    const account = await store.tenant(tenant.id).accounts.get(step.account)
    // The account was read after its step, so it may be newer than the proofs.
    if (account?.status !== 'active' || (await flows.state(tenant, journey)) === undefined) return undefined
    return { journey, step, account }
  }

  #entry(visit: ConsoleVisit, event: AuditEvent, { id }: Account): NewAuditEntry {
    return audited(visit, undefined, event, id, this.#parts.now(), WHERE)
  }
}

interface Found {
  readonly journey: Journey
  readonly step: ConsoleStep
  readonly account: Account
}

/** Marks audit entries of the console, as opposed to those of the pages. */
export const WHERE = { at: 'console' }

/** Mails of the console use the language of the account, and name the browser. */
export function agentOf({ userAgent }: ConsoleVisit): Wish {
  return { userAgent }
}
