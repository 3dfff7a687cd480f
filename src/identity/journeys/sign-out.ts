import { auditEntry } from '../../core/audit-events.ts'
import { RecordKind, type Tenant } from '../../store/store.ts'
import type { EndedBy, SignOutForm } from '../provider/provider-pages.ts'
import { endConsoleSessions } from '../sessions/console-sessions.ts'
import type { Session, SessionCookies, SessionSource } from '../sessions/sessions.ts'
import { accountPurpose } from '../surfaces/account-purpose.ts'
import { askedAgainAddress } from '../surfaces/addresses.ts'
import type { Leaving } from '../surfaces/leaving.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { Flow, Form, Query } from './flow.ts'
import { type FlowParts, isVerified } from './flow-parts.ts'
import type { SignInViews } from './sign-in-views.ts'

/** The state of a sign-out that continues somewhere else after the source. */
export interface SignOut {
  readonly to: string
}

/** The session that a form has ended, if it came from a source, and the flow with which people return from there. */
interface Ended {
  readonly account: string
  readonly source: SessionSource
  readonly flow: string
}

const ENDED = new RecordKind<Ended>('SignedOutBy')
/** How long a second click on a form that signs out leads to the same place as the first one. */
const ENDED_MS = 30_000

/** Signs out, at one of our own pages or through an application. */
export class SignOuts implements Flow {
  readonly #parts: FlowParts
  readonly #views: SignInViews
  readonly #failed: (error: Error) => void

  constructor(parts: FlowParts, views: SignInViews, failed: (error: Error) => void) {
    this.#parts = parts
    this.#views = views
    this.#failed = failed
  }

  /** Asks whether to sign out, or says that nobody is signed in. */
  async show(visit: Visit, query: Query): Promise<Answer> {
    const purpose = await accountPurpose(this.#parts.seals, visit, query)
    if (visit.session !== undefined) return await this.#views.signOut(visit, purpose)
    const page = await this.#views.signedOut(visit, purpose)
    // With the cookie of a former session, the form that renewed it could be sent again.
    return visit.endedSession === undefined ? page : { ...page, cookies: { session: null } }
  }

  /** Signs out in this browser. Proofs in its open flows no longer count. */
  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const flow = query.get('flow') ?? ''
    const { seals, providers } = this.#parts
    const { tenant, session } = visit
    // A page that was open for long still signs out: the form has a token of the session.
    const journey = await seals.recognized(tenant.id, visit.browser, flow)
    if (journey?.kind !== 'sign-out') return await this.#views.lost(visit, flow, 'FLOW_FOREIGN')
    // The page of a session before, such as of one before a new password. Other pages than ours cannot answer for people.
    if (session !== undefined && !(await isVerified(this.#parts, visit, journey, form.get('xsrf'))))
      return { redirect: askedAgainAddress(flow, journey), idle: true }
    // Without a session, nothing is written: proofs in open flows are bound to a cookie that the answer removes.
    if (session !== undefined) {
      const by = { application: journey.applicationId, address: visit.address }
      await this.#end(tenant, visit.browser, session, by, { flow, token: form.get('xsrf') })
    }
    await providers.forget(tenant, visit.providerSession)
    const cookies = { session: null, steps: null } as const
    const leaves =
      session === undefined
        ? await this.#again(tenant, visit.browser, form.get('xsrf'))
        : await this.#leaving(() => this.#leave(tenant, session, flow))
    if (leaves !== undefined) return { ...leaves, cookies }
    return { ...(await this.#views.signedOut(visit, journey)), cookies }
  }

  /**
   * Signs out in a browser for an application. Returns the source where people continue to sign out there too, if there
   * is one. From there, they continue to the final address.
   */
  async through(
    tenant: Tenant,
    cookies: SessionCookies,
    by: EndedBy,
    { token, to }: SignOutForm,
  ): Promise<Leaving | undefined> {
    const { store, seals, sessions, flows } = this.#parts
    const { browser } = cookies
    if (browser === undefined) return undefined
    const session = await sessions.find(tenant.id, cookies)
    if (session === undefined) return await this.#again(tenant, browser, token)
    const journey = seals.journey({ kind: 'sign-out', applicationId: by.application })
    const flow = await seals.sealed(tenant.id, browser, journey)
    await this.#end(tenant, browser, session, by, { flow, token })
    return await this.#leaving(async () => {
      const leaves = await this.#leave(tenant, session, flow)
      const state: SignOut = { to }
      if (leaves !== undefined)
        await store.tenant(tenant.id).write(tx => flows.keep(tx, journey, state), 'quiet')
      return leaves
    })
  }

  /** The source to which a form has just led that signed out in a browser, if nobody is signed in there any more. */
  async throughAgain(
    tenant: Tenant,
    cookies: SessionCookies,
    token: string | undefined,
  ): Promise<Leaving | undefined> {
    const { browser } = cookies
    if (browser === undefined || (await this.#parts.sessions.find(tenant.id, cookies)) !== undefined)
      return undefined
    return await this.#again(tenant, browser, token)
  }

  async #again(tenant: Tenant, browser: string, token: string | undefined): Promise<Leaving | undefined> {
    if (token === undefined) return undefined
    const { store, now } = this.#parts
    const record = await store.tenant(tenant.id).records.get(ENDED.name, formHash(browser, token))
    if (record === undefined || record.expiresAt! <= now()) return undefined
    const ended = ENDED.heldIn(record)
    return await this.#leaving(() => this.#leave(tenant, ended, ended.flow))
  }

  async #end(
    tenant: Tenant,
    browser: string,
    session: Session,
    by: EndedBy,
    { flow, token }: { readonly flow: string; readonly token: string | undefined },
  ): Promise<void> {
    const { store, sessions, flows, now } = this.#parts
    const { account, source } = session
    await store.tenant(tenant.id).write(async tx => {
      await flows.signOut(tx, browser)
      await sessions.end(tx, session)
      if (source !== undefined && token !== undefined)
        await tx.records.keep({
          ...ENDED.holding({ account, source, flow }),
          idHash: formHash(browser, token),
          owner: account,
          expiresAt: now() + ENDED_MS,
        })
      await endConsoleSessions(tx, account, { at: now(), address: by.address, why: 'signed-out-at-pages' })
      await tx.audit.record(auditEntry('signed-out', now(), { account, ...by }))
    })
  }

  /** The session has ended here already. A fault on the way to the source must not show people anything else. */
  async #leaving(leave: () => Promise<Leaving | undefined>): Promise<Leaving | undefined> {
    try {
      return await leave()
    } catch (error) {
      this.#failed(error as Error)
      return undefined
    }
  }

  /** Continues at the source that the person came from, if it supports signing out there too. */
  async #leave(
    tenant: Tenant,
    { account, source: from }: Pick<Session, 'account' | 'source'>,
    flow: string,
  ): Promise<Leaving | undefined> {
    const { store, exchanges, arrivals } = this.#parts
    const source = from && (await store.tenant(tenant.id).identitySources.get(from.id))
    if (from === undefined || source?.signsOut !== true) return undefined
    const idToken = await arrivals.token(tenant, account, from)
    const leaves = await exchanges.leave(tenant, source, { idToken, state: flow })
    return leaves === undefined ? undefined : { leaves, label: source.name }
  }
}

function formHash(browser: string, token: string): string {
  return secretHash(`${browser} ${token}`)
}
