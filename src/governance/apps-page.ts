import { appsMarkup } from '../core/forms/apps-markup.ts'
import {
  type Answer,
  APPS,
  type Flow,
  type Form,
  pageAddress,
  type Query,
  type Visit,
} from '../identity/identity.ts'
import { type AccessPageParts, attempted, participant, wordingOf } from './access-page.ts'
import type { Reviews } from './reviews.ts'
import { openApplication, requestableApplication, shownEntry } from './shown-requests.ts'
import { shownReviewEntry } from './shown-reviews.ts'

/** What the page of somebody's applications works with. */
interface AppsPageParts extends AccessPageParts {
  readonly reviews: Reviews
}

/** The applications that somebody may open or ask for, and the requests that concern them; in the default theme. */
export class AppsPage implements Flow {
  readonly #parts: AppsPageParts

  constructor(parts: AppsPageParts) {
    this.#parts = parts
  }

  async show(visit: Visit): Promise<Answer> {
    const { identity, requests } = this.#parts
    const { signedIn, surfaces } = identity
    const account = await signedIn.account(visit)
    if (account === undefined) return { redirect: await signedIn.signInFor(visit, APPS) }
    const offered = await requests.offered(visit.tenant, account.id)
    const { toDecide, asked } = await requests.concerning(visit.tenant, account.id)
    const reviews = await this.#parts.reviews.waitingFor(visit.tenant, account.id)
    const journey = signedIn.begun('access', signedIn.purpose(visit), APPS)
    const wording = await wordingOf(identity, visit, journey)
    const { audience, language } = wording
    const shown = {
      open: offered.filter(({ mayUse }) => mayUse).map(openApplication),
      // Also where access will end, or where others may need it.
      requestable: offered
        .filter(({ mayAsk, mayAskForOthers }) => mayAsk || mayAskForOthers)
        .map(requestableApplication),
      toDecide: toDecide.map(seen => shownEntry(seen, language, account.id)),
      reviews: reviews.map(shownReviewEntry),
      asked: asked.map(seen => shownEntry(seen, language, account.id)),
      accountHref: signedIn.home(visit),
    }
    const APPS_LIST = appsMarkup(shown, await signedIn.posting(visit, journey), wording)
    return { page: await surfaces.page(audience, 'apps', { APPS_LIST }), status: 200 }
  }

  /** Withdraws a request. */
  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { identity, requests } = this.#parts
    const { signedIn } = identity
    const account = await signedIn.account(visit)
    if (account === undefined) return { redirect: await signedIn.signInFor(visit, APPS) }
    const journey = await signedIn.opened(visit, query, 'access', APPS)
    if (journey === undefined || !(await signedIn.isVerified(visit, journey, form)))
      return await signedIn.lost(visit, query)
    // A request that somebody else has decided meanwhile stands in the list as what it has become.
    if (form.get('operation') === 'withdraw')
      await attempted(() =>
        requests.act(visit.tenant, participant(visit, account), form.get('request') ?? '', 'withdraw', ''),
      )
    return { redirect: pageAddress(APPS, journey) }
  }
}
