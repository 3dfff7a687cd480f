import { errorPrefix } from '../../core/flows/message.ts'
import { linksMarkup, type ShownLinks } from '../../core/forms/links-markup.ts'
import type { Account } from '../../store/store.ts'
import { nameIn } from '../sources/offers.ts'
import { accountPurpose } from '../surfaces/account-purpose.ts'
import { SOURCES } from '../surfaces/addresses.ts'
import type { Answer, AnswerCookies, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { Flow, Form, Query } from './flow.ts'
import { audited, type FlowParts } from './flow-parts.ts'
import { listedSources } from './offered-sources.ts'
import type { SignIns } from './sign-in.ts'
import { SignedIn } from './signed-in.ts'

/** The page on which people see, add and remove the accounts elsewhere that are linked to theirs. */
export class AccountLinks implements Flow {
  readonly #parts: FlowParts
  readonly #signedIn: SignedIn

  constructor(parts: FlowParts, signIns: SignIns) {
    this.#parts = parts
    this.#signedIn = new SignedIn(parts, signIns.views)
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const account = await this.#signedIn.account(visit)
    if (account === undefined) return { redirect: await this.#signedIn.signInFor(visit, SOURCES, query) }
    const journey =
      (await this.#signedIn.opened(visit, query, 'links', SOURCES)) ??
      this.#signedIn.begun('links', await accountPurpose(this.#parts.seals, visit, query), SOURCES)
    return await this.#page(visit, journey, account)
  }

  /**
   * Removes a link, after a fresh proof. Somebody who gets hold of a browser for a moment must not lock its owner out.
   * All other sessions of the account end, because somebody else may have come in through that link.
   */
  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const account = await this.#signedIn.account(visit)
    if (account === undefined) return { redirect: await this.#signedIn.signInFor(visit, SOURCES, query) }
    const journey = await this.#signedIn.opened(visit, query, 'links', SOURCES)
    if (journey === undefined || !(await this.#signedIn.isVerified(visit, journey, form)))
      return await this.#signedIn.lost(visit, query)
    const due = await this.#signedIn.proofAddress(visit, journey, account)
    // After the proof, people press the same button again.
    if (due !== undefined) return { redirect: due, idle: true }
    const removed = await this.#remove(visit, journey, account, form)
    if (removed === 'ended') return { redirect: await this.#signedIn.signInFor(visit, SOURCES, query) }
    if (removed === 'last') return await this.#page(visit, journey, account, 'LINKS_LAST')
    return { redirect: await this.#signedIn.address(visit, journey), cookies: removed }
  }

  /**
   * Removes a link, and returns the cookie with which this session continues. Removes nothing if nobody could sign in to
   * the account afterwards, or if the session has ended in the meantime.
   */
  async #remove(
    { tenant, address, session }: Visit,
    journey: Journey,
    account: Account,
    form: Form,
  ): Promise<AnswerCookies | 'last' | 'ended'> {
    const { store, sessions, now } = this.#parts
    const [source, subject] = [form.get('source') ?? '', form.get('subject') ?? '']
    return await store.tenant(tenant.id).write(async tx => {
      // Two requests at once must not remove one link each.
      await tx.tenant.lock()
      const current = await tx.accounts.get(account.id)
      const links = await tx.identitySources.linksOf(account.id)
      const rest = links.filter(one => one.source !== source || one.subject !== subject)
      const open = (await tx.identitySources.list()).filter(({ enabled }) => enabled).map(({ id }) => id)
      // A password that people still have from before is of no use where the tenant offers identity sources only.
      const byPassword = (tenant.directory ?? true) && current?.passwordHash != null
      if (!byPassword && !rest.some(one => open.includes(one.source))) return 'last'
      if (rest.length === links.length) return {}
      const end = { address, why: 'source-unlinked' } as const
      const renewed = session && (await sessions.isolate(tx, session, session.proofs, end))
      if (renewed === undefined) return 'ended'
      await tx.identitySources.unlink(account.id, source, subject)
      const entry = audited({ address }, journey, 'source-unlinked', account.id, now(), { source })
      await tx.audit.record(entry)
      return { session: renewed }
    })
  }

  async #page(visit: Visit, journey: Journey, account: Account, problem?: string): Promise<Answer> {
    const { surfaces, store } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const tag = surfaces.tag(audience)
    const wording = { word: await surfaces.words(audience), times: surfaces.times(audience) }
    const sources = await store.tenant(visit.tenant.id).identitySources.list()
    const posting = await this.#signedIn.posting(visit, journey)
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    const links = await store.tenant(visit.tenant.id).identitySources.linksOf(account.id)
    const open = sources.filter(({ enabled, links: can }) => enabled && can)
    const listed = await listedSources(this.#parts, visit, audience, { sources: open }, flow)
    const shown: ShownLinks = {
      links: links.map(({ source: id, subject, email, createdAt }) => {
        const source = sources.find(one => one.id === id)
        return { source: id, subject, email, createdAt, name: source ? nameIn(source, tag) : id }
      }),
      others: listed.map(({ name = '', loginUrl, icon = '' }) => ({ name, href: loginUrl, icon })),
      accountHref: this.#signedIn.home(visit),
      ...(problem !== undefined && { problem }),
    }
    const LINKS_LIST = linksMarkup(shown, posting, wording)
    const ERROR_PREFIX = problem === undefined ? '' : errorPrefix(wording.word)
    return { page: await surfaces.page(audience, 'account-links', { LINKS_LIST, ERROR_PREFIX }), status: 200 }
  }
}
