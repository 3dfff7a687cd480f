import { ASK_FIELDS, type AskField, askMarkup } from '../core/forms/request-markup.ts'
import {
  type Answer,
  APPS,
  accessRequestAddress,
  askingAddress,
  type Flow,
  type Form,
  type Journey,
  pageAddress,
  type Query,
  type Visit,
} from '../identity/identity.ts'
import type { Account } from '../store/store.ts'
import { type AccessPageParts, attempted, participant, prefixOf, typed, wordingOf } from './access-page.ts'
import type { OfferedApplication } from './request-types.ts'
import { ASK_PROBLEMS } from './shown-requests.ts'

/** A request that was not sent, as it was typed. */
interface Unsent {
  readonly account: string
  readonly values: Readonly<Record<AskField, string>>
  readonly problem: keyof typeof ASK_PROBLEMS | 'late'
}

const PROBLEMS = { ...ASK_PROBLEMS, late: { field: undefined, label: 'ACCESS_NOT_SENT' } }

/** Asking for access to an application, in its theme. */
export class AskingPage implements Flow {
  readonly #parts: AccessPageParts

  constructor(parts: AccessPageParts) {
    this.#parts = parts
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const { identity, requests } = this.#parts
    const { signedIn } = identity
    const application = query.get('application') ?? ''
    const address = askingAddress(application)
    const account = await signedIn.account(visit)
    if (account === undefined) return { redirect: await signedIn.signInFor(visit, address, query) }
    const offer = await requests.offer(visit.tenant, account.id, application)
    const { locale } = signedIn.purpose(visit)
    // An application that cannot be requested looks the same as one that does not exist.
    if (offer === undefined) return { redirect: pageAddress(APPS, { locale }) }
    const { mayAsk, mayAskForOthers, request } = offer
    if (request !== undefined && !mayAskForOthers)
      return { redirect: pageAddress(accessRequestAddress(request), { locale }) }
    if (!mayAsk && !mayAskForOthers) return { redirect: pageAddress(APPS, { locale }) }
    const journey =
      (await signedIn.opened(visit, query, 'access', address)) ??
      signedIn.begun('access', signedIn.purpose(visit, application), address)
    return await this.#page(visit, journey, account, offer)
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { identity, requests } = this.#parts
    const { signedIn } = identity
    const application = query.get('application') ?? ''
    const address = askingAddress(application)
    const account = await signedIn.account(visit)
    const values = Object.fromEntries(ASK_FIELDS.map(name => [name, typed(form, name)])) as Unsent['values']
    const journey = await signedIn.opened(visit, query, 'access', address)
    if (
      account === undefined ||
      journey === undefined ||
      !(await signedIn.isVerified(visit, journey, form))
    ) {
      const unsent = Object.values(values).some(value => value !== '')
        ? { values, problem: 'late' }
        : undefined
      return await signedIn.late(visit, account, { query, form }, address, unsent)
    }
    const { person, justification, until } = values
    const wish = {
      application,
      justification,
      ...(person !== '' && { person }),
      ...(until !== '' && { until }),
    }
    const asked = await attempted(() => requests.ask(visit.tenant, participant(visit, account), wish))
    if ('done' in asked) {
      const sent = { ...journey, notice: 'sent' }
      return { redirect: pageAddress(accessRequestAddress(asked.done.id), sent) }
    }
    const problem = asked.problem === 'unknown' ? 'access-not-requestable' : asked.problem
    const unsent: Unsent = { account: account.id, values, problem }
    await signedIn.keep(visit, journey, unsent)
    return { redirect: await signedIn.address(visit, journey), idle: true }
  }

  async #page(
    visit: Visit,
    journey: Journey,
    account: Account,
    { application, mayAsk, mayAskForOthers }: OfferedApplication,
  ): Promise<Answer> {
    const { identity, now } = this.#parts
    const { signedIn, surfaces } = identity
    const wording = await wordingOf(identity, visit, journey)
    const { audience, word } = wording
    const unsent = await signedIn.kept<Unsent>(visit, journey, account)
    const wrong = unsent && PROBLEMS[unsent.problem]
    const said = wrong && word(wrong.label)
    const ask = {
      application: application.name,
      description: application.description,
      values: unsent?.values ?? {},
      problems: wrong?.field === undefined ? {} : { [wrong.field]: said },
      problem: wrong?.field === undefined ? said : undefined,
      forOneself: mayAsk,
      forOthers: mayAskForOthers,
      today: new Date(now()).toISOString().slice(0, 10),
      appsHref: APPS,
    }
    const page = await surfaces.page(audience, 'access-request', {
      REQUEST_TITLE: word('REQUEST_TITLE', { APPLICATION: application.name }),
      REQUEST_FORM: askMarkup(ask, await signedIn.posting(visit, journey), wording),
      ERROR_PREFIX: prefixOf(wording, wrong !== undefined),
    })
    return { page, status: 200 }
  }
}
