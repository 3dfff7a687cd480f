import { isReviewing, openItems, type ReviewProblem } from '../core/flows/campaign.ts'
import { isolated } from '../core/forms/access-parts.ts'
import {
  passedOnMarkup,
  progressMarkup,
  reviewMarkup,
  type ShownFilter,
} from '../core/forms/review-markup.ts'
import { Refusal } from '../core/refusal.ts'
import { MASTER } from '../core/theme.ts'
import {
  type Answer,
  APPS,
  type Flow,
  type Form,
  type Journey,
  pageAddress,
  personValues,
  type Query,
  reviewAddress,
  type Visit,
} from '../identity/identity.ts'
import type { Account } from '../store/store.ts'
import { type AccessPageParts, participant, prefixOf, typed, wordingOf } from './access-page.ts'
import { pagedItems } from './review-paging.ts'
import type { Reviews, SeenProgress, SeenReview, ShownDecisions } from './reviews.ts'
import {
  filterOf,
  itemFilter,
  NO_FILTER,
  pageOf,
  REVIEW_PROBLEM_LABELS,
  shownHead,
  shownItem,
  shownProgress,
} from './shown-reviews.ts'
import { signOffPage } from './sign-off-page.ts'

/** What the page of a review works with. */
export interface ReviewPageParts extends Pick<AccessPageParts, 'identity' | 'now'> {
  readonly reviews: Reviews
}

/** What was typed and not taken. */
interface Untaken {
  readonly account: string
  readonly comment?: string
  readonly pass?: { readonly to: string; readonly reason: string }
  /** Undefined where the session had ended meanwhile. */
  readonly problem?: ReviewProblem | 'none-chosen'
}

/** By whom and when the last step was asked for, and what it shows. */
interface Signing extends ShownDecisions {
  readonly account: string
}

const LISTED = 50

/**
 * A review of who has access to an application, in the theme of that application.
 *
 * Decisions become final in a last step without anything of a theme: styles and labels of a theme could make one button
 * look like the other. Its form has a verifier of its own.
 */
export class ReviewPage implements Flow {
  readonly #parts: ReviewPageParts
  readonly #id: string
  readonly #address: string

  constructor(parts: ReviewPageParts, id: string) {
    this.#parts = parts
    this.#id = id
    this.#address = reviewAddress(id)
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const account = await signedIn.account(visit)
    if (account === undefined) return { redirect: await signedIn.signInFor(visit, this.#address, query) }
    const { reviews } = this.#parts
    const seen = await reviews.seen(visit.tenant, this.#id, account.id)
    if (seen === undefined) {
      const progress = await reviews.progress(visit.tenant, this.#id, account.id)
      return progress === undefined
        ? await this.#missing(visit, account)
        : await this.#progress(visit, progress)
    }
    if (seen.part === 'former') return await this.#passedOn(visit, seen)
    const signing = await signedIn.opened(visit, query, 'access-approval', this.#address)
    if (
      signing !== undefined &&
      (await signedIn.kept<Signing>(visit, signing, account)) &&
      canSign(seen, this.#now)
    ) {
      const proof = await signedIn.proofAddress(visit, signing, account)
      return proof === undefined
        ? await signOffPage(this.#parts, visit, signing, seen, query)
        : { redirect: proof }
    }
    const journey =
      (await signedIn.opened(visit, query, 'access', this.#address)) ??
      signedIn.begun('access', signedIn.purpose(visit, applicationOf(seen)), this.#address)
    return await this.#review(visit, journey, seen, account, query)
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const account = await signedIn.account(visit)
    const late = () => signedIn.late(visit, account, { query, form }, this.#address, typedBefore(form))
    if (account === undefined) return await late()
    const seen = await this.#parts.reviews.seen(visit.tenant, this.#id, account.id)
    if (seen === undefined) return await this.#missing(visit, account)
    const signing = await signedIn.opened(visit, query, 'access-approval', this.#address)
    const journey = signing ?? (await signedIn.opened(visit, query, 'access', this.#address))
    if (journey === undefined || !(await signedIn.isVerified(visit, journey, form))) return await late()
    const operation = form.get('operation') ?? ''
    if (signing !== undefined) return await this.#confirmed(visit, signing, account, operation)
    switch (operation) {
      case 'keep':
      case 'revoke':
      case 'undo':
        return await this.#decide(visit, journey, account, form, operation)
      case 'sign':
        return await this.#sign(visit, journey, account, seen)
      case 'pass':
        return await this.#pass(visit, journey, account, form)
      default:
        return { redirect: pageAddress(this.#address, journey) }
    }
  }

  async #decide(
    visit: Visit,
    journey: Journey,
    account: Account,
    form: Form,
    operation: 'keep' | 'revoke' | 'undo',
  ): Promise<Answer> {
    const shown = filterOf(form)
    const comment = typed(form, 'comment')
    const chosen = [...form].filter(([name]) => name.startsWith('item-')).map(([, value]) => value)
    const everyone = form.get('everyone') === '1'
    if (!everyone && chosen.length === 0)
      return await this.#again(
        visit,
        journey,
        { account: account.id, comment, problem: 'none-chosen' },
        shown,
      )
    const filter = everyone ? itemFilter(shown, this.#now()) : { accounts: chosen }
    const decision = operation === 'undo' ? null : operation
    const problem = await attempted(() =>
      this.#parts.reviews.decide(visit.tenant, participant(visit, account), this.#id, {
        filter,
        decision,
        comment,
      }),
    )
    return problem === undefined
      ? { redirect: pageOf(this.#id, shown, { ui_locales: journey.locale, notice: 'saved' }) }
      : await this.#again(visit, journey, { account: account.id, comment, problem }, shown)
  }

  /** Leads to the last step. */
  async #sign(visit: Visit, journey: Journey, account: Account, { review }: SeenReview): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const purpose = { themeId: MASTER, applicationId: null, locale: journey.locale }
    const signing = signedIn.begun('access-approval', purpose, this.#address)
    const { kept, revoked } = review
    await signedIn.keep<Signing>(visit, signing, { account: account.id, at: this.#now(), kept, revoked })
    return { redirect: await signedIn.address(visit, signing) }
  }

  async #confirmed(visit: Visit, signing: Journey, account: Account, operation: string): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const kept = await signedIn.kept<Signing>(visit, signing, account)
    if (operation !== 'confirm' || kept === undefined)
      return { redirect: pageAddress(this.#address, signing) }
    const proof = await signedIn.proofAddress(visit, signing, account)
    if (proof !== undefined) return { redirect: proof, idle: true }
    const by = participant(visit, account)
    let isCurrent = true
    await attempted(async () => {
      isCurrent = await this.#parts.reviews.signOff(visit.tenant, by, this.#id, kept)
    })
    // Something was decided meanwhile, for instance in another tab: it is shown before it becomes final.
    const seen = isCurrent ? undefined : await this.#parts.reviews.seen(visit.tenant, this.#id, account.id)
    if (seen !== undefined) return await this.#sign(visit, signing, account, seen)
    return { redirect: pageAddress(this.#address, signing) }
  }

  async #pass(visit: Visit, journey: Journey, account: Account, form: Form): Promise<Answer> {
    const [to, reason] = [typed(form, 'reviewer'), typed(form, 'reason')]
    const problem = await attempted(() =>
      this.#parts.reviews.reassign(visit.tenant, participant(visit, account), this.#id, to, reason),
    )
    return problem === undefined
      ? { redirect: pageAddress(this.#address, journey) }
      : await this.#again(visit, journey, { account: account.id, pass: { to, reason }, problem })
  }

  /** Leads to the same page, as it was typed. */
  async #again(
    visit: Visit,
    journey: Journey,
    untaken: Untaken,
    shown: ShownFilter = NO_FILTER,
  ): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    await signedIn.keep(visit, journey, untaken)
    const flow = new URLSearchParams((await signedIn.address(visit, journey)).split('?')[1]).get('flow')
    return { redirect: pageOf(this.#id, shown, { flow }), idle: true }
  }

  async #review(
    visit: Visit,
    journey: Journey,
    seen: SeenReview,
    account: Account,
    query: Query,
  ): Promise<Answer> {
    const { identity, reviews } = this.#parts
    const { signedIn, surfaces } = identity
    const wording = await wordingOf(identity, visit, journey)
    const { audience, word } = wording
    const untaken = await signedIn.kept<Untaken>(visit, journey, account)
    const shown = filterOf(query)
    const filter = itemFilter(shown, this.#now())
    const which = { tenant: visit.tenant, review: this.#id }
    const { items, before, after } = await pagedItems(reviews, which, filter, query, LISTED)
    const link = (place: Readonly<Record<string, string>>) =>
      pageOf(this.#id, shown, { ui_locales: journey.locale, ...place })
    const isRunning = shownHead(seen, this.#now()).state === 'open'
    const canDecide = isReviewing(seen.part) && isRunning
    const wrong = problemOf(untaken?.problem)
    const said = wrong && word(wrong.label)
    const markup = reviewMarkup(
      {
        ...shownHead(seen, this.#now()),
        people: items.map(shownItem),
        filter: shown,
        found: await reviews.count(visit.tenant, this.#id, filter),
        address: this.#address,
        previousHref: before && link({ before }),
        nextHref: after && link({ after }),
        canDecide,
        canSign: canSign(seen, this.#now),
        wantsSign: seen.campaign.signOff,
        canPass: isRunning,
        comment: untaken?.comment,
        pass: untaken?.pass,
        problems: wrong?.field === undefined ? {} : { [wrong.field]: said! },
        notice: query.get('notice') === 'saved' && said === undefined ? word('REVIEW_SAVED') : undefined,
        error: wrong?.field === undefined ? said : undefined,
        appsHref: APPS,
      },
      await signedIn.posting(visit, journey),
      wording,
    )
    const page = await surfaces.page(audience, 'access-review', {
      REVIEW_PAGE_TITLE: word('REVIEW_TITLE', { APPLICATION: seen.application.name }),
      REVIEW_FORM: markup,
      ERROR_PREFIX: prefixOf(wording, said !== undefined),
    })
    return { page, status: 200 }
  }

  async #progress(visit: Visit, progress: SeenProgress): Promise<Answer> {
    const { identity, now } = this.#parts
    const { application } = progress
    const purpose = identity.signedIn.purpose(visit, application.removed ? null : application.application)
    const wording = await wordingOf(identity, visit, purpose)
    const page = await identity.surfaces.page(wording.audience, 'access-review', {
      REVIEW_PAGE_TITLE: wording.word('REVIEWS_TITLE', { APPLICATION: application.name }),
      REVIEW_FORM: progressMarkup({ ...shownProgress(progress, now()), appsHref: APPS }, wording),
    })
    return { page, status: 200 }
  }

  async #passedOn(visit: Visit, seen: SeenReview): Promise<Answer> {
    const { identity } = this.#parts
    const wording = await wordingOf(identity, visit, identity.signedIn.purpose(visit, applicationOf(seen)))
    const { word, audience } = wording
    const { name } = seen.application
    const title = word('REVIEW_TITLE', { APPLICATION: isolated(name) })
    const text = word('REVIEW_PASSED_ON', { PERSON: isolated(seen.review.reviewer?.userName ?? '') })
    const page = await identity.surfaces.page(audience, 'access-review', {
      REVIEW_PAGE_TITLE: word('REVIEW_TITLE', { APPLICATION: name }),
      REVIEW_FORM: passedOnMarkup({ title, text }, undefined, { appsHref: APPS }, wording),
    })
    return { page, status: 200 }
  }

  /** The page for a review that does not exist, or does not concern the signed-in person; in the default theme. */
  async #missing(visit: Visit, account: Account): Promise<Answer> {
    const { identity } = this.#parts
    const { signedIn, surfaces } = identity
    const wording = await wordingOf(identity, visit, signedIn.purpose(visit))
    const { audience, word, language } = wording
    const { NAME: name, PREFERRED_USERNAME: userName } = personValues(account, language)
    const title = word('REVIEW_MISSING_TITLE')
    const links = { otherHref: await signedIn.signInFor(visit, this.#address), appsHref: APPS }
    const page = await surfaces.page(audience, 'access-review', {
      REVIEW_PAGE_TITLE: title,
      REVIEW_FORM: passedOnMarkup(
        { title, text: word('DECISION_MISSING') },
        { name, userName },
        links,
        wording,
      ),
    })
    return { page, status: 404 }
  }

  get #now(): () => number {
    return this.#parts.now
  }
}

function canSign(seen: SeenReview, now: () => number): boolean {
  const { part, campaign, review } = seen
  return (
    isReviewing(part) &&
    campaign.signOff &&
    openItems(review) === 0 &&
    shownHead(seen, now()).state === 'open'
  )
}

/** The application whose theme applies; the default one where it was removed. */
function applicationOf({ application }: SeenReview): string | null {
  return application.removed ? null : application.application
}

/** What somebody has typed into a page that was open for too long; undefined where that is nothing. */
function typedBefore(form: Form): Omit<Untaken, 'account'> | undefined {
  const [comment, to, reason] = [typed(form, 'comment'), typed(form, 'reviewer'), typed(form, 'reason')]
  if (comment === '' && to === '' && reason === '') return undefined
  return { comment, pass: { to, reason } }
}

function problemOf(
  problem: Untaken['problem'] | undefined,
): (typeof REVIEW_PROBLEM_LABELS)[ReviewProblem] | undefined {
  if (problem === undefined) return undefined
  return problem === 'none-chosen' ? { label: 'REVIEW_NONE_CHOSEN' } : REVIEW_PROBLEM_LABELS[problem]
}

/** Does something with a review; answers with the problem where that is refused. */
async function attempted(act: () => Promise<unknown>): Promise<ReviewProblem | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'review_unknown') return 'review-not-yours'
    if (error.code !== 'review_refused') throw error
    return (error as Refusal<'review_refused'>).details.why
  }
}
