import type { ConsentForm } from '../../core/flows/consent.ts'
import { countsAs } from '../../core/flows/methods.ts'
import { next } from '../../core/flows/sign-in.ts'
import { shortened } from '../../core/text.ts'
import { untouched } from '../../core/theme.ts'
import type { Account } from '../../store/store.ts'
import type { Asked } from '../provider/provider.ts'
import { askingAddress, type IssuerPath, pageAddress, waitingAddress } from '../surfaces/addresses.ts'
import { NO_PURPOSE } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import type { Journey, WaitedFor } from '../tenancy/seals.ts'
import { Consents } from './consents.ts'
import { type FlowParts, isVerified } from './flow-parts.ts'
import type { Form, SignIns } from './sign-in.ts'
import { withHint } from './sign-in-address.ts'
import { formAtSignIn } from './sign-in-forms.ts'
import type { Standings } from './standing.ts'

/** Requests of applications that wait until somebody has signed in, chosen an account or agreed to something. */
export class Interactions {
  readonly #parts: FlowParts
  readonly #signIns: SignIns
  readonly #standings: Standings
  readonly #consents: Consents

  constructor(parts: FlowParts, signIns: SignIns, standings: Standings) {
    this.#parts = parts
    this.#signIns = signIns
    this.#standings = standings
    this.#consents = new Consents(parts, signIns.views)
  }

  /** Opens the request with which the provider sent the browser here. */
  async open(visit: Visit, uid: string, by: { key: string; issuer: IssuerPath }): Promise<Answer> {
    const { providers } = this.#parts
    const { views } = this.#signIns
    const belongs = await providers.belongs(visit, uid, by)
    const asked = belongs ? await providers.waiting(visit.tenant, uid) : undefined
    if (asked === undefined) return await this.#over(visit, belongs ? uid : '')
    if (asked.consent !== undefined) return await this.#consents.show(visit, asked)
    const present = await this.#present(visit, asked)
    if (asked.refused && present !== undefined) return await this.#refused(visit, asked, present)
    if (asked.formDue && present !== undefined) return await this.#form(visit, asked, present, by)
    if (asked.choose && present !== undefined)
      return await views.accountChoice(visit, this.#journey('account-choice', asked), present)
    // The theme gets to see the name of the signed-in person only once they have chosen that account.
    const hint = (asked.chosen && present?.userName) || asked.hint
    return await this.#begin(visit, this.#journey('sign-in', asked), asked.fresh ? undefined : present, hint)
  }

  /**
   * The page for a request that no longer waits. People who come back from the application can continue to it again, as
   * long as the answered request is stored.
   */
  async #over(visit: Visit, uid: string): Promise<Answer> {
    const { views } = this.#signIns
    const anew = await this.#parts.providers.anew(visit.tenant, uid)
    if (anew === undefined) return await views.failed(visit, NO_PURPOSE, 'OIDC_EXPIRED')
    const parameters = new URLSearchParams(anew.slice(anew.indexOf('?')))
    const [themeId, locale] = ['themeId', 'ui_locales'].map(name => parameters.get(name))
    const applicationId = parameters.get('client_id')
    const purpose = {
      themeId: untouched(themeId ?? null),
      applicationId,
      locale: shortened(locale ?? '', 200) || null,
    }
    return await views.failed(visit, purpose, 'FLOW_EXPIRED', { again: anew })
  }

  /** Handles the form of a page of a waiting request. */
  async answer(visit: Visit, flow: string, form: Form & ConsentForm): Promise<Answer> {
    const journey = await this.#parts.seals.opened(visit.tenant.id, visit.browser, flow)
    if (isWaitedFor(journey) && journey.kind === 'consent')
      return await this.#consents.submit(visit, journey, form)
    if (isWaitedFor(journey) && journey.kind === 'account-choice')
      return await this.#choose(visit, journey, form)
    if (isWaitedFor(journey) && journey.kind === 'no-access') return await this.#leave(visit, journey, form)
    return await this.#signIns.views.lost(visit, flow, 'FLOW_FOREIGN')
  }

  /** Shows that the person has no access to the application, unless they got it in the meantime. */
  async #refused(visit: Visit, asked: Asked, present: Account): Promise<Answer> {
    const { accesses, providers } = this.#parts
    if (await accesses.allows(visit.tenant.id, asked.applicationId ?? '', present.id)) {
      const redirect = await providers.repeated(visit, asked.interaction)
      if (redirect !== undefined) return { redirect }
    }
    return await this.#signIns.views.noAccess(visit, this.#journey('no-access', asked), present)
  }

  /** Asks a person for missing details. Once they are there, the request continues. */
  async #form(
    visit: Visit,
    asked: Asked,
    present: Account,
    by: { key: string; issuer: IssuerPath },
  ): Promise<Answer> {
    const { interaction } = asked
    const here = waitingAddress(interaction, by)
    const redirect =
      (await formAtSignIn(this.#parts, visit, asked, present, here)) ??
      (await this.#parts.providers.repeated(visit, interaction))
    return redirect === undefined
      ? await this.#signIns.views.failed(visit, asked, 'OIDC_EXPIRED')
      : { redirect }
  }

  /**
   * Continues from the page about missing access: back to the application, to a request for access, or to another
   * account.
   */
  async #leave(visit: Visit, journey: WaitedFor, form: Form): Promise<Answer> {
    const { providers } = this.#parts
    const { views } = this.#signIns
    const asked = await providers.waiting(visit.tenant, journey.interaction)
    if (asked?.refused !== true) return await views.failed(visit, journey, 'OIDC_EXPIRED')
    if (form.get('operation') === 'other_account')
      return await this.#begin(visit, this.#journey('sign-in', asked), undefined, asked.hint)
    if (!(await isVerified(this.#parts, visit, journey, form.get('form_verifier'))))
      return await views.failed(visit, journey, 'FLOW_FOREIGN')
    if (form.get('operation') === 'request')
      return { redirect: pageAddress(askingAddress(asked.applicationId ?? ''), journey) }
    const redirect = await providers.refuse(visit, journey.interaction)
    return redirect === undefined ? await views.failed(visit, journey, 'OIDC_EXPIRED') : { redirect }
  }

  /** Continues with the signed-in account, or with another one. */
  async #choose(visit: Visit, journey: WaitedFor, form: Form): Promise<Answer> {
    const { providers } = this.#parts
    const { views } = this.#signIns
    const asked = await providers.waiting(visit.tenant, journey.interaction)
    if (asked?.choose !== true) return await views.failed(visit, journey, 'OIDC_EXPIRED')
    const present = await this.#present(visit, asked)
    if (present === undefined || form.get('operation') === 'other_account')
      return await this.#begin(visit, this.#journey('sign-in', asked), undefined, asked.hint)
    if (!(await isVerified(this.#parts, visit, journey, form.get('form_verifier'))))
      return await views.failed(visit, journey, 'FLOW_FOREIGN')
    const redirect = await providers.chosen(visit, journey.interaction)
    return redirect === undefined ? await views.failed(visit, journey, 'OIDC_EXPIRED') : { redirect }
  }

  /** The account that is signed in in the browser, if it may be used at the application of the request. */
  async #present(visit: Visit, { applicationId }: Asked): Promise<Account | undefined> {
    const { session } = visit
    if (session === undefined || !admits(applicationId, session.account)) return undefined
    return (await this.#standings.person(visit, session.account))?.account
  }

  #journey(kind: Journey['kind'], { themeId, applicationId, interaction, locale }: Asked): Journey {
    return this.#parts.seals.journey({ kind, themeId, applicationId, interaction, locale })
  }

  /**
   * Begins a sign-in for an application. If the session is sufficient, the person continues at once. If only the second
   * factor is missing, only that is asked for.
   */
  async #begin(visit: Visit, journey: Journey, present: Account | undefined, hint: string): Promise<Answer> {
    const { session } = visit
    const address = await this.#signIns.address(visit, journey)
    if (session === undefined || present === undefined) return { redirect: withHint(address, hint) }
    // The application may want people to sign in in another way than they did.
    const { tenant } = visit
    if (!(await this.#parts.offers.includes(tenant, journey.applicationId, session)))
      return { redirect: withHint(address, hint) }
    const facts = await this.#standings.facts(visit, journey, present, session.proofs)
    const to = next(facts)
    if (to !== 'done') {
      // Opening a link must not send a mail. Therefore the choice page is shown first, even with a single method,
      // because it is a form.
      const { account, proofs, demand } = facts
      const state = 'begin' in to ? ({ at: 'choice', account, proofs } as const) : to
      // Changes to the account need a new sign-in. If a mailed code does not count, the person would have to set up an
      // app after it.
      const changes = 'begin' in to ? !demand.factors.includes(countsAs(to.begin)) : state.at === 'enrolment'
      if (changes || state.at === 'new-password') return { redirect: address }
      return await this.#signIns.step(visit, { ...journey, session: session.family }, state)
    }
    const login = {
      account: session.account,
      proofs: session.proofs,
      at: session.startedAt,
      before: visit.providerSession,
    }
    const redirect = await this.#parts.providers.finish(visit, journey.interaction ?? '', login)
    return redirect === undefined
      ? await this.#signIns.views.failed(visit, journey, 'OIDC_EXPIRED')
      : { redirect }
  }
}

function isWaitedFor(journey: Journey | undefined): journey is WaitedFor {
  return journey !== undefined && journey.interaction !== null
}
