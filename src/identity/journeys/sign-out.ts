import { endConsoleSessions } from '../sessions/console-sessions.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { audited, type FlowParts, isVerified } from './flow-parts.ts'
import type { Form } from './sign-in.ts'
import type { SignInViews } from './sign-in-views.ts'

/** Signing out at a page of ours; applications do it by the provider. */
export class SignOuts {
  readonly #parts: FlowParts
  readonly #views: SignInViews

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
  }

  /** Signs out, in this browser. What was proved in flows that are open there counts no more. */
  async submit(visit: Visit, flow: string, form: Form): Promise<Answer> {
    const { store, seals, sessions, flows, providers, now } = this.#parts
    const { tenant, session } = visit
    const journey = await seals.opened(tenant.id, visit.browser, flow)
    if (journey?.kind !== 'sign-out') return await this.#views.lost(visit, flow, 'FLOW_FOREIGN')
    if (session !== undefined && !(await isVerified(this.#parts, visit, journey, form.get('xsrf'))))
      return await this.#views.failed(visit, journey, 'FLOW_FOREIGN')
    // Without a session nothing is written: what was proved in open flows is bound to a cookie that the answer removes.
    if (session !== undefined)
      await store.tenant(tenant.id).write(async tx => {
        await flows.signOut(tx, visit.browser)
        await sessions.end(tx, session)
        const end = { at: now(), address: visit.address, why: 'signed-out-at-pages' } as const
        await endConsoleSessions(tx, session.account, end)
        await tx.audit.record(audited(visit, journey, 'signed-out', session.account, now()))
      })
    await providers.forget(tenant, visit.providerSession)
    return { ...(await this.#views.signedOut(visit, journey)), cookies: { session: null, steps: null } }
  }
}
