import { auditEntry } from '../../core/audit-events.ts'
import type { Tenant } from '../../store/store.ts'
import type { EndedBy } from '../provider/provider-pages.ts'
import { endConsoleSessions } from '../sessions/console-sessions.ts'
import type { Session, SessionCookies } from '../sessions/sessions.ts'
import { accountPurpose } from '../surfaces/account-purpose.ts'
import { askedAgainAddress } from '../surfaces/addresses.ts'
import type { Leaving } from '../surfaces/leaving.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Flow, Form, Query } from './flow.ts'
import { type FlowParts, isVerified } from './flow-parts.ts'
import type { SignInViews } from './sign-in-views.ts'

/** The state of a sign-out that continues somewhere else after the source. */
export interface SignOut {
  readonly to: string
}

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
      await this.#end(tenant, visit.browser, session, by)
    }
    await providers.forget(tenant, visit.providerSession)
    const cookies = { session: null, steps: null } as const
    const leaves = session && (await this.#leaving(() => this.#leave(tenant, session, flow)))
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
    to: string,
  ): Promise<Leaving | undefined> {
    const { store, seals, sessions, flows } = this.#parts
    const { browser } = cookies
    const session = await sessions.find(tenant.id, cookies)
    if (session === undefined || browser === undefined) return undefined
    await this.#end(tenant, browser, session, by)
    const journey = seals.journey({ kind: 'sign-out', applicationId: by.application })
    return await this.#leaving(async () => {
      const leaves = await this.#leave(tenant, session, await seals.sealed(tenant.id, browser, journey))
      const state: SignOut = { to }
      if (leaves !== undefined)
        await store.tenant(tenant.id).write(tx => flows.keep(tx, journey, state), 'quiet')
      return leaves
    })
  }

  async #end(tenant: Tenant, browser: string, session: Session, by: EndedBy): Promise<void> {
    const { store, sessions, flows, now } = this.#parts
    const { account } = session
    await store.tenant(tenant.id).write(async tx => {
      await flows.signOut(tx, browser)
      await sessions.end(tx, session)
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
    { account, source: from }: Session,
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
