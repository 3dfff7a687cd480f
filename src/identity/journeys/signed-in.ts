import type { Account } from '../../store/store.ts'
import { personOf } from '../factors/person.ts'
import { flowAddress, flowAt, pageAddress, signInAddress } from '../surfaces/addresses.ts'
import { guardedPurpose } from '../surfaces/asked-purpose.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { isTestAccount } from '../tenancy/built-in-applications.ts'
import type { Journey, JourneyKind } from '../tenancy/seals.ts'
import type { Form, Query } from './flow.ts'
import { type FlowParts, isVerified, verifierOf } from './flow-parts.ts'
import { FreshProofs } from './fresh-proofs.ts'
import type { SignInViews } from './sign-in-views.ts'

/**
 * Longer addresses are not those of our pages, and would make the redirect to the sign-in longer than proxies accept.
 */
const LONGEST = 2_000

/** Helpers for pages of other modules that are for signed-in people and have their own addresses. */
export class SignedIn {
  readonly #parts: FlowParts
  readonly #views: SignInViews
  readonly #fresh: FreshProofs

  constructor(parts: FlowParts, views: SignInViews) {
    this.#parts = parts
    this.#views = views
    this.#fresh = new FreshProofs(parts, views)
  }

  /** The signed-in account, if it is still active. Test accounts are only for the demo. */
  async account({ tenant, session }: Visit): Promise<Account | undefined> {
    if (session === undefined || isTestAccount(session.account)) return undefined
    const account = await this.#parts.store.tenant(tenant.id).accounts.get(session.account)
    return account?.status === 'active' ? account : undefined
  }

  /**
   * The address where a person signs in before they get to a page, on the journey that the query names. The sign-in is
   * in the default theme. An application's theme would reveal which application the page is about, and its scripts
   * would see the password of approvers.
   */
  async signInFor(visit: Visit, to: string, query: Query = new Map()): Promise<string> {
    const { seals } = this.#parts
    const { tenant, browser } = visit
    const { locale } = this.purpose(visit)
    const open = await seals.opened(tenant.id, browser, query.get('flow') ?? '')
    const page = open?.to === to ? await this.address(visit, open) : to
    const back = pageAddress(page, { locale })
    const journey = seals.journey({ kind: 'sign-in', locale, to: back.length > LONGEST ? null : back })
    return flowAddress(await seals.sealed(tenant.id, browser, journey))
  }

  /** The address where people see their own account. */
  home(visit: Visit): string {
    return signInAddress(this.purpose(visit))
  }

  /** The purpose of a page: the default theme, or that of an application. */
  purpose(visit: Visit, applicationId: string | null = null): Purpose {
    return { ...guardedPurpose(visit, new Map()), applicationId }
  }

  /** Begins a journey for a page. */
  begun(kind: JourneyKind, purpose: Purpose, to: string): Journey {
    return this.#parts.seals.journey({ ...purpose, kind, to })
  }

  /** The journey that a query names, if it has this kind and belongs to this page. */
  async opened(
    { tenant, browser }: Visit,
    query: Query,
    kind: JourneyKind,
    to: string,
  ): Promise<Journey | undefined> {
    const journey = await this.#parts.seals.opened(tenant.id, browser, query.get('flow') ?? '')
    return journey?.kind === kind && journey.to === to ? journey : undefined
  }

  /** The address of a journey's page. */
  async address({ tenant, browser }: Visit, journey: Journey): Promise<string> {
    return flowAt(journey.to ?? '', await this.#parts.seals.sealed(tenant.id, browser, journey))
  }

  /** The address and the token for the forms of a page. */
  async posting(visit: Visit, journey: Journey): Promise<{ action: string; verifier: string }> {
    const account = visit.session?.account ?? ''
    const reader = await this.#parts.seals.mac(visit.tenant.id, ...readerOf(visit, journey, account))
    return {
      action: await this.address(visit, journey),
      verifier: `${await verifierOf(this.#parts, visit, journey)}.${reader}`,
    }
  }

  /** Whether a form was posted from a page that the signed-in person has seen. */
  async isVerified(visit: Visit, journey: Journey, form: Form): Promise<boolean> {
    return await isVerified(this.#parts, visit, journey, verifierIn(form)[0])
  }

  /**
   * Answers a form of a page that was open for too long, or until the session had ended. It leads back to the page,
   * after a new sign-in if necessary. Until then, the input is stored, and has no effect before it is sent again. Only
   * the account for which the page was shown can see the input.
   */
  async late(
    visit: Visit,
    account: Account | undefined,
    { query, form }: { readonly query: Query; readonly form: Form },
    to: string,
    typed: object | undefined,
  ): Promise<Answer> {
    const { seals, store, flows } = this.#parts
    const { tenant, browser } = visit
    const before = await seals.recognized(tenant.id, browser, query.get('flow') ?? '')
    const [, reader = ''] = verifierIn(form)
    const isOurs =
      before?.kind === 'access' &&
      before.to === to &&
      (account === undefined ? reader !== '' : await this.#isReader(visit, before, account.id, reader))
    if (!isOurs || typed === undefined)
      return account === undefined
        ? { redirect: await this.signInFor(visit, to, query) }
        : await this.lost(visit, query)
    const journey = this.begun('access', before, to)
    await store.tenant(tenant.id).write(tx => flows.keep(tx, journey, { ...typed, reader }), 'quiet')
    const page = await this.address(visit, journey)
    return { redirect: account === undefined ? await this.signInFor(visit, page) : page, idle: true }
  }

  /** Where the person first has to prove again who they are; undefined when every proof is fresh. */
  async proofAddress(visit: Visit, journey: Journey, account: Account): Promise<string | undefined> {
    const person = await personOf(this.#parts.store.tenant(visit.tenant.id), account)
    const due = await this.#fresh.due(visit, journey, person)
    return due === undefined ? undefined : await this.#fresh.address(visit, journey)
  }

  /** The input that an account typed into a page of a journey. */
  async kept<S extends { readonly account: string }>(
    visit: Visit,
    journey: Journey,
    { id: account }: Account,
  ): Promise<S | undefined> {
    const state = await this.#parts.flows.state<S | Late>(visit.tenant, journey)
    if (typeof state !== 'object') return undefined
    if (!('reader' in state)) return state.account === account ? state : undefined
    const { reader, ...typed } = state
    return (await this.#isReader(visit, journey, account, reader)) ? ({ ...typed, account } as S) : undefined
  }

  async keep<S extends { readonly account: string }>(
    { tenant }: Visit,
    journey: Journey,
    state: S,
  ): Promise<void> {
    await this.#parts.store.tenant(tenant.id).write(tx => this.#parts.flows.keep(tx, journey, state), 'quiet')
  }

  /** The page for a form that came from the wrong page, or too late. */
  async lost(visit: Visit, query: Query): Promise<Answer> {
    return await this.#views.lost(visit, query.get('flow') ?? '', 'FLOW_FOREIGN')
  }

  /** Whether a page was shown to an account. */
  async #isReader(visit: Visit, journey: Journey, account: string, reader: string): Promise<boolean> {
    return await this.#parts.seals.isMac(visit.tenant.id, reader, ...readerOf(visit, journey, account))
  }
}

/** Input from a person who has to sign in again, with a MAC of the account for which the page was shown. */
interface Late {
  readonly reader: string
}

/** The parts of that MAC: the account, the page and this browser. */
function readerOf({ browser }: Visit, { kind, to }: Journey, account: string): string[] {
  return ['reader', browser, kind, to ?? '', account]
}

/** The verifier in a form, and the MAC of the account for which the page was shown. */
function verifierIn(form: Form): string[] {
  return (form.get('form_verifier') ?? '').split('.', 2)
}
