import { endConsoleSessions } from '../sessions/console-sessions.ts'
import type { Session } from '../sessions/sessions.ts'
import { guardedPurpose } from '../surfaces/asked-purpose.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Flow, Form, Query } from './flow.ts'
import { audited, type FlowParts, isVerified } from './flow-parts.ts'
import type { SignInViews } from './sign-in-views.ts'

/** Signs out at one of our own pages. Applications use the provider instead. */
export class SignOuts implements Flow {
  readonly #parts: FlowParts
  readonly #views: SignInViews

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
  }

  /** Asks whether to sign out, or says that nobody is signed in. */
  async show(visit: Visit, query: Query): Promise<Answer> {
    const purpose = guardedPurpose(visit, query)
    return visit.session === undefined
      ? await this.#views.signedOut(visit, purpose)
      : await this.#views.signOut(visit, purpose)
  }

  /** Signs out in this browser. Proofs in its open flows no longer count. */
  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const flow = query.get('flow') ?? ''
    const { store, seals, sessions, flows, providers, now } = this.#parts
    const { tenant, session } = visit
    const journey = await seals.opened(tenant.id, visit.browser, flow)
    if (journey?.kind !== 'sign-out') return await this.#views.lost(visit, flow, 'FLOW_FOREIGN')
    if (session !== undefined && !(await isVerified(this.#parts, visit, journey, form.get('xsrf'))))
      return await this.#views.failed(visit, journey, 'FLOW_FOREIGN')
    // Without a session, nothing is written: proofs in open flows are bound to a cookie that the answer removes.
    if (session !== undefined)
      await store.tenant(tenant.id).write(async tx => {
        await flows.signOut(tx, visit.browser)
        await sessions.end(tx, session)
        const end = { at: now(), address: visit.address, why: 'signed-out-at-pages' } as const
        await endConsoleSessions(tx, session.account, end)
        await tx.audit.record(audited(visit, journey, 'signed-out', session.account, now()))
      })
    await providers.forget(tenant, visit.providerSession)
    const cookies = { session: null, steps: null } as const
    const leaves = session && (await this.#leave(visit, session, flow))
    if (leaves !== undefined) return { ...leaves, cookies }
    return { ...(await this.#views.signedOut(visit, journey)), cookies }
  }

  /** Continues at the source that the person came from, if it supports signing out there too. */
  async #leave(
    { tenant }: Visit,
    { account, source: from }: Session,
    flow: string,
  ): Promise<{ leaves: string; label: string } | undefined> {
    const { store, exchanges, arrivals } = this.#parts
    const source = from && (await store.tenant(tenant.id).identitySources.get(from.id))
    if (from === undefined || source?.signsOut !== true) return undefined
    const idToken = await arrivals.token(tenant, account, from)
    const leaves = await exchanges.leave(tenant, source, { idToken, state: flow })
    return leaves === undefined ? undefined : { leaves, label: source.name }
  }
}
