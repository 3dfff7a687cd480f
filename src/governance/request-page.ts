import { LONGEST_COMMENT, type PersonalTurn } from '../core/flows/access-request.ts'
import { approvalMarkup, decisionMarkup, missingMarkup } from '../core/forms/decision-markup.ts'
import { ownRequestMarkup } from '../core/forms/request-markup.ts'
import { MASTER } from '../core/theme.ts'
import {
  type Answer,
  APPS,
  accessRequestAddress,
  askingAddress,
  type Flow,
  type Form,
  type Journey,
  pageAddress,
  personValues,
  type Query,
  type Visit,
} from '../identity/identity.ts'
import type { Account } from '../store/store.ts'
import { type AccessPageParts, attempted, participant, prefixOf, typed, wordingOf } from './access-page.ts'
import type { SeenRequest } from './request-types.ts'
import { COMMENT_PROBLEMS, openAddress, shownRequest } from './shown-requests.ts'

/** A turn that was not taken, as it was typed; on the way to an approval, nothing is wrong with it. */
interface Untaken {
  readonly account: string
  readonly comment: string
  readonly problem?: keyof typeof COMMENT_PROBLEMS
  /** Whether it came too late to be used. */
  readonly late?: true
}

/** Turns that a form of the page takes at once. An approval has a page of its own before it. */
const DIRECT: readonly PersonalTurn[] = ['reject', 'more', 'answer', 'withdraw']
const DECIDING: readonly PersonalTurn[] = ['approve', 'reject', 'more']

/**
 * A request for access, for those who asked and for those who decide, in the theme of its application.
 *
 * Giving access takes a last step without anything of a theme: styles and labels of a theme could make one button look
 * like another. Its form has a verifier of its own, so that no form of the page before can take its place.
 */
export class RequestPage implements Flow {
  readonly #parts: AccessPageParts
  readonly #id: string
  readonly #address: string

  constructor(parts: AccessPageParts, id: string) {
    this.#parts = parts
    this.#id = id
    this.#address = accessRequestAddress(id)
  }

  async show(visit: Visit, query: Query): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const account = await signedIn.account(visit)
    if (account === undefined) return { redirect: await signedIn.signInFor(visit, this.#address, query) }
    const seen = await this.#parts.requests.seen(visit.tenant, this.#id, account.id)
    if (seen === undefined) return await this.#missing(visit, account)
    const approval = await signedIn.opened(visit, query, 'access-approval', this.#address)
    const approving = approval && (await signedIn.kept<Untaken>(visit, approval, account))
    if (approval !== undefined && approving !== undefined && seen.can.includes('approve')) {
      const proof = await signedIn.proofAddress(visit, approval, account)
      return proof === undefined
        ? await this.#approval(visit, approval, seen, approving.comment)
        : { redirect: proof }
    }
    const journey = (await signedIn.opened(visit, query, 'access', this.#address)) ?? this.#begun(visit, seen)
    const untaken = await signedIn.kept<Untaken>(visit, journey, account)
    const asks = seen.parts.some(part => part === 'requester' || part === 'person')
    return asks
      ? await this.#own(visit, journey, seen, untaken, query.get('notice'))
      : await this.#decision(visit, journey, seen, untaken, query.get('notice'))
  }

  async submit(visit: Visit, query: Query, form: Form): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const account = await signedIn.account(visit)
    const comment = typed(form, 'comment')
    const late = async () => {
      const untaken = comment === '' ? undefined : ({ comment, late: true } satisfies Partial<Untaken>)
      return await signedIn.late(visit, account, { query, form }, this.#address, untaken)
    }
    if (account === undefined) return await late()
    const seen = await this.#parts.requests.seen(visit.tenant, this.#id, account.id)
    if (seen === undefined) return await this.#missing(visit, account)
    const approval = await signedIn.opened(visit, query, 'access-approval', this.#address)
    const journey = approval ?? (await signedIn.opened(visit, query, 'access', this.#address))
    if (journey === undefined || !(await signedIn.isVerified(visit, journey, form))) return await late()
    const operation = form.get('operation') ?? ''
    if (approval !== undefined) return await this.#confirmed(visit, approval, account, seen, operation)
    if (operation === 'approve') return await this.#approve(visit, journey, account, comment)
    const turn = DIRECT.find(direct => direct === operation)
    return turn === undefined
      ? { redirect: pageAddress(this.#address, journey) }
      : await this.#take(visit, journey, account, turn, comment)
  }

  /** A journey of the page, in the theme of the application; in the default one where it was removed. */
  #begun(visit: Visit, { application: { id, removed } }: SeenRequest): Journey {
    const { signedIn } = this.#parts.identity
    return signedIn.begun('access', signedIn.purpose(visit, removed ? null : id), this.#address)
  }

  /** Leads to the last step of an approval. */
  async #approve(visit: Visit, journey: Journey, account: Account, comment: string): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const untaken: Untaken = { account: account.id, comment }
    if ([...comment].length > LONGEST_COMMENT)
      return await this.#again(visit, journey, { ...untaken, problem: 'comment-too-long' })
    const purpose = { themeId: MASTER, applicationId: null, locale: journey.locale }
    const approval = signedIn.begun('access-approval', purpose, this.#address)
    await signedIn.keep(visit, approval, untaken)
    return { redirect: await signedIn.address(visit, approval) }
  }

  /** Gives access, or goes back to the page before with the comment. */
  async #confirmed(
    visit: Visit,
    approval: Journey,
    account: Account,
    seen: SeenRequest,
    operation: string,
  ): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    const approving = await signedIn.kept<Untaken>(visit, approval, account)
    if (approving === undefined) return { redirect: pageAddress(this.#address, approval) }
    if (operation !== 'confirm') {
      const journey = { ...this.#begun(visit, seen), locale: approval.locale }
      return await this.#again(visit, journey, approving)
    }
    const proof = await signedIn.proofAddress(visit, approval, account)
    if (proof !== undefined) return { redirect: proof, idle: true }
    return await this.#take(visit, approval, account, 'approve', approving.comment)
  }

  async #take(
    visit: Visit,
    journey: Journey,
    account: Account,
    turn: PersonalTurn,
    comment: string,
  ): Promise<Answer> {
    const { requests } = this.#parts
    const by = participant(visit, account)
    const taken = await attempted(() => requests.act(visit.tenant, by, this.#id, turn, comment))
    if ('done' in taken) return { redirect: pageAddress(this.#address, journey) }
    const { problem } = taken
    if (problem === 'unknown') return await this.#missing(visit, account)
    if (COMMENT_PROBLEMS[problem] === undefined)
      return { redirect: pageAddress(this.#address, { ...journey, notice: 'overtaken' }) }
    return await this.#again(visit, journey, { account: account.id, comment, problem })
  }

  /** Leads to the same page, as it was typed. */
  async #again(visit: Visit, journey: Journey, untaken: Untaken): Promise<Answer> {
    const { signedIn } = this.#parts.identity
    await signedIn.keep(visit, journey, untaken)
    return { redirect: await signedIn.address(visit, journey), idle: true }
  }

  async #own(
    visit: Visit,
    journey: Journey,
    seen: SeenRequest,
    untaken: Untaken | undefined,
    notice: string | undefined,
  ): Promise<Answer> {
    const { identity, requests } = this.#parts
    const { signedIn, surfaces } = identity
    const wording = await wordingOf(identity, visit, journey)
    const { audience, word, language } = wording
    const { state, can, parts, application, person } = seen
    const reader = visit.session?.account ?? ''
    const offer = await requests.offer(visit.tenant, reader, application.id)
    const label = untaken?.problem && COMMENT_PROBLEMS[untaken.problem]
    const request = {
      ...shownRequest(seen, language),
      canAnswer: can.includes('answer'),
      canWithdraw: can.includes('withdraw'),
      couldDecide: can.length > 0 && parts.some(part => part === 'approver' || part === 'deputy'),
      answer: untaken?.comment,
      problem: label && word(label),
      notice:
        notice === 'sent' && state === 'waiting'
          ? word('REQUEST_SENT')
          : untaken?.late && can.includes('answer')
            ? word('ACCESS_NOT_SENT')
            : undefined,
      openHref:
        state === 'approved' && person.id === reader && offer?.mayUse === true
          ? openAddress(offer.application.redirects)
          : undefined,
      againHref:
        can.length === 0 && state !== 'approved' && offer?.mayAsk === true && offer.request === undefined
          ? askingAddress(application.id)
          : undefined,
      appsHref: APPS,
    }
    const page = await surfaces.page(audience, 'access-request', {
      REQUEST_TITLE: word('ACCESS_TITLE', { APPLICATION: application.name }),
      REQUEST_FORM: ownRequestMarkup(request, await signedIn.posting(visit, journey), wording),
      ERROR_PREFIX: prefixOf(wording, label !== undefined),
    })
    return { page, status: 200 }
  }

  async #decision(
    visit: Visit,
    journey: Journey,
    seen: SeenRequest,
    untaken: Untaken | undefined,
    notice: string | undefined,
  ): Promise<Answer> {
    const { identity } = this.#parts
    const wording = await wordingOf(identity, visit, journey)
    const { audience, word, language } = wording
    const { can, application } = seen
    const [canApprove, canReject, canAskMore] = DECIDING.map(turn => can.includes(turn))
    const label = untaken?.problem && COMMENT_PROBLEMS[untaken.problem]
    const wrong = notice === 'overtaken' ? 'DECISION_OVERTAKEN' : 'ACCESS_NOT_SENT'
    const decision = {
      ...shownRequest(seen, language),
      canApprove: canApprove === true,
      canReject: canReject === true,
      canAskMore: canAskMore === true,
      comment: untaken?.comment,
      problem: label && word(label),
      error: notice === 'overtaken' || (untaken?.late && can.length > 0) ? word(wrong) : undefined,
      appsHref: APPS,
    }
    const page = await identity.surfaces.page(audience, 'access-decision', {
      DECISION_TITLE: word('ACCESS_TITLE', { APPLICATION: application.name }),
      DECISION_FORM: decisionMarkup(decision, await identity.signedIn.posting(visit, journey), wording),
      ERROR_PREFIX: prefixOf(wording, label !== undefined || decision.error !== undefined),
    })
    return { page, status: 200 }
  }

  /** The last step before access is given. */
  async #approval(visit: Visit, approval: Journey, seen: SeenRequest, comment: string): Promise<Answer> {
    const { identity } = this.#parts
    const wording = await wordingOf(identity, visit, approval)
    const { audience, word, language } = wording
    const shown = { ...shownRequest(seen, language), comment }
    const values = { PERSON: shown.person.name, APPLICATION: shown.application }
    const page = await identity.surfaces.page(audience, 'access-decision', {
      DECISION_TITLE: word('APPROVAL_TITLE', values),
      DECISION_FORM: approvalMarkup(shown, await identity.signedIn.posting(visit, approval), wording),
    })
    return { page, status: 200 }
  }

  /** The page for a request that does not exist, or does not concern the signed-in person; in the default theme. */
  async #missing(visit: Visit, account: Account): Promise<Answer> {
    const { identity } = this.#parts
    const { signedIn, surfaces } = identity
    const wording = await wordingOf(identity, visit, signedIn.purpose(visit))
    const { audience, word, language } = wording
    const { NAME: name, PREFERRED_USERNAME: userName } = personValues(account, language)
    const links = { otherHref: await signedIn.signInFor(visit, this.#address), appsHref: APPS }
    const page = await surfaces.page(audience, 'access-decision', {
      DECISION_TITLE: word('DECISION_MISSING_TITLE'),
      DECISION_FORM: missingMarkup({ name, userName }, links, wording),
    })
    return { page, status: 404 }
  }
}
