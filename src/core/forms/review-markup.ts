import { endInWords } from '../access.ts'
import type { ItemDecision } from '../flows/campaign.ts'
import { escapedHtml } from '../template/template.ts'
import {
  buttonMarkup,
  errorMarkup,
  formMarkup,
  isolated,
  joined,
  linkMarkup,
  named,
  noticeMarkup,
  type Posting,
  readerMarkup,
  type ShownPerson,
  titleMarkup,
  typedField,
  type Wording,
} from './access-parts.ts'

/** The progress of a review, for everybody involved in it. */
export interface ShownReviewHead {
  readonly campaign: string
  readonly description: string | null
  readonly application: string
  readonly state: 'open' | 'signed' | 'ended'
  readonly endsAt: number
  /** What happens to access that nobody decides about. */
  readonly openItems: 'keep' | 'revoke'
  readonly decided: number
  readonly items: number
  /** The reviewer, if the reader is a deputy. */
  readonly standsInFor?: string | undefined
}

/** One way in which somebody has access: through a group, or because somebody gave it or approved a request. */
export interface ShownWay {
  readonly group?: string | undefined
  readonly by?: string | undefined
  readonly isRequested?: boolean
}

/** A person whose access is reviewed. */
export interface ShownItem {
  readonly account: string
  readonly person: ShownPerson
  readonly since: number
  readonly ways: readonly ShownWay[]
  readonly lastSignIn: number | null
  readonly lastDecision: {
    readonly decision: 'keep' | 'revoke'
    readonly at: number
    readonly by: string
  } | null
  readonly decision: ItemDecision | null
  readonly comment: string
}

/** The filter of a review's list. */
export interface ShownFilter {
  readonly search: string
  readonly shown: '' | 'open' | 'keep' | 'revoke'
  readonly unused: boolean
}

/** A review, for its reviewer or a supervisor of its campaign. */
export interface ShownReview extends ShownReviewHead {
  readonly people: readonly ShownItem[]
  readonly filter: ShownFilter
  /** The number of people that match the filter. */
  readonly found: number
  readonly address: string
  readonly previousHref: string | undefined
  readonly nextHref: string | undefined
  readonly canDecide: boolean
  readonly canSign: boolean
  readonly wantsSign: boolean
  readonly canPass: boolean
  readonly comment?: string | undefined
  readonly pass?: { readonly to: string; readonly reason: string } | undefined
  readonly problems: Readonly<Partial<Record<'comment' | 'reviewer' | 'reason', string>>>
  readonly notice?: string | undefined
  readonly error?: string | undefined
  readonly appsHref: string
}

const STATES = { open: 'REVIEW_STATE_OPEN', signed: 'REVIEW_STATE_SIGNED', ended: 'REVIEW_STATE_ENDED' }
const DECISIONS: Readonly<Record<ItemDecision, string>> = {
  keep: 'REVIEW_KEPT',
  revoke: 'REVIEW_REVOKED',
  gone: 'REVIEW_GONE',
}

export function reviewMarkup(review: ShownReview, posting: Posting, wording: Wording): string {
  const { word } = wording
  const { people, canDecide, filter, found, notice, error } = review
  const list = people.map((item, index) => itemMarkup(item, index, canDecide, wording))
  return joined([
    headMarkup(review, word('REVIEW_TITLE', { APPLICATION: isolated(review.application) }), wording),
    noticeMarkup(notice),
    errorMarkup(error),
    filterMarkup(filter, review.address, wording),
    people.length === 0
      ? `<p>${escapedHtml(word('REVIEW_NOBODY'))}</p>`
      : canDecide
        ? formMarkup(posting, [...hidden(filter), tiles(list), ...decidingMarkup(review, found, wording)])
        : tiles(list),
    pagesMarkup(review, wording),
    signMarkup(review, posting, wording),
    passMarkup(review, posting, wording),
    `<p class="after">${linkMarkup(word('APPS_TITLE'), review.appsHref)}</p>`,
  ])
}

/** What is reviewed, until when, and the progress. */
function headMarkup(head: ShownReviewHead, title: string, wording: Wording): string {
  const { word, times } = wording
  const { state, description, decided, items, standsInFor } = head
  const deputy = standsInFor && word('REVIEW_DEPUTY', { PERSON: isolated(standsInFor) })
  const progress = word('REVIEW_PROGRESS', { DONE: String(decided), TOTAL: String(items) })
  const left = word(head.openItems === 'keep' ? 'CAMPAIGN_OPEN_KEEP' : 'CAMPAIGN_OPEN_REVOKE')
  const facts: readonly (readonly [string, string])[] = [
    ['EMAIL_CAMPAIGN_NAME', named(head.campaign)],
    ['EMAIL_CAMPAIGN_END', escapedHtml(endInWords(head.endsAt, times))],
    ['EMAIL_CAMPAIGN_OVERDUE', escapedHtml(left)],
  ]
  const rows = facts.map(([what, value]) => `<div><dt>${escapedHtml(word(what))}</dt><dd>${value}</dd></div>`)
  return joined([
    `<p class="over"><span class="state" data-state="${state}">${escapedHtml(word(STATES[state]))}</span></p>`,
    titleMarkup(title),
    deputy && `<p>${escapedHtml(deputy)}</p>`,
    description === null ? '' : `<p dir="auto">${escapedHtml(description)}</p>`,
    `<dl class="facts">\n${rows.join('\n')}\n</dl>`,
    `<p><label>${escapedHtml(progress)} <progress value="${decided}" max="${Math.max(items, 1)}"></progress></label></p>`,
  ])
}

function itemMarkup(item: ShownItem, index: number, canDecide: boolean, wording: Wording): string {
  const { word } = wording
  const { person, account, decision, comment } = item
  const name =
    person.name === person.userName
      ? named(person.name)
      : `${named(person.name)} <small>${named(person.userName)}</small>`
  const isOpen = canDecide && decision !== 'gone'
  const box = `<input type="checkbox" name="item-${index}" value="${escapedHtml(account)}">`
  const who = isOpen
    ? `<label class="check">${box} <strong>${name}</strong></label>`
    : `<strong>${name}</strong>`
  const state =
    decision === null
      ? ''
      : `<span class="state" data-state="${decision}">${escapedHtml(word(DECISIONS[decision]))}</span>`
  const said = comment === '' ? '' : `<blockquote dir="auto">${escapedHtml(comment)}</blockquote>`
  const facts = factsOf(item, wording).map(fact => `<small>${fact}</small>`)
  return `<div class="tile">${who}${facts.join('')}${state}${said}</div>`
}

function factsOf({ since, ways, lastSignIn, lastDecision }: ShownItem, wording: Wording): string[] {
  const { word, times } = wording
  const through = ways.map(({ group, by, isRequested }) => {
    if (group !== undefined) return word('REVIEW_VIA_GROUP', { GROUP: isolated(group) })
    if (by === undefined) return word('REVIEW_VIA_OWN')
    return word(isRequested ? 'REVIEW_VIA_REQUEST' : 'REVIEW_VIA_GIVEN', { PERSON: isolated(by) })
  })
  const last = lastDecision && {
    label: lastDecision.decision === 'keep' ? 'REVIEW_LAST_KEPT' : 'REVIEW_LAST_REVOKED',
    values: { DATE: times.day(lastDecision.at), PERSON: isolated(lastDecision.by) },
  }
  return [
    word('REVIEW_SINCE', { DATE: times.day(since) }),
    ...through,
    lastSignIn === null
      ? word('REVIEW_NEVER_USED')
      : word('REVIEW_LAST_USED', { DATE: times.day(lastSignIn) }),
    ...(last === null ? [] : [word(last.label, last.values)]),
  ].map(text => escapedHtml(text))
}

function filterMarkup({ search, shown, unused }: ShownFilter, address: string, { word }: Wording): string {
  const choices = [
    ['', 'REVIEW_ALL'],
    ['open', 'REVIEW_OPEN'],
    ['keep', 'REVIEW_KEPT'],
    ['revoke', 'REVIEW_REVOKED'],
  ] as const
  const options = choices.map(([value, label]) => {
    const selected = value === shown ? ' selected' : ''
    return `<option value="${value}"${selected}>${escapedHtml(word(label))}</option>`
  })
  return `<form method="get" action="${escapedHtml(address)}" role="search">
<div class="field">
<label for="review-search">${escapedHtml(word('REVIEW_SEARCH'))}</label>
<input id="review-search" name="search" type="search" autocomplete="off" maxlength="200" value="${escapedHtml(search)}">
</div>
<div class="field">
<label for="review-shown">${escapedHtml(word('REVIEW_SHOWN'))}</label>
<select id="review-shown" name="shown">${options.join('')}</select>
</div>
<label class="check"><input type="checkbox" name="unused" value="1"${unused ? ' checked' : ''}> ${escapedHtml(word('REVIEW_UNUSED'))}</label>
<button type="submit" class="secondary">${escapedHtml(word('REVIEW_FILTER'))}</button>
</form>`
}

/** The filter of the list that a form was posted from. */
function hidden({ search, shown, unused }: ShownFilter): string[] {
  const values = { search, shown, unused: unused ? '1' : '' }
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapedHtml(value)}">`)
}

function decidingMarkup(review: ShownReview, found: number, { word }: Wording): string[] {
  const everyone = word('REVIEW_EVERYONE', { NUMBER: String(found) })
  return [
    `<label class="check"><input type="checkbox" name="everyone" value="1"> ${escapedHtml(everyone)}</label>`,
    typedField({
      name: 'comment',
      label: word('DECISION_COMMENT'),
      hint: word('REVIEW_GROUP_HINT'),
      value: review.comment,
      problem: review.problems.comment,
      focused: true,
    }),
    buttonMarkup(word('REVIEW_KEEP'), 'keep'),
    buttonMarkup(word('REVIEW_REVOKE'), 'revoke', 'secondary'),
    buttonMarkup(word('REVIEW_UNDO'), 'undo', 'secondary'),
  ]
}

function pagesMarkup(
  { previousHref, nextHref }: Pick<ShownReview, 'previousHref' | 'nextHref'>,
  { word }: Wording,
): string {
  const links = [
    previousHref === undefined ? '' : linkMarkup(word('REVIEW_PREVIOUS'), previousHref),
    nextHref === undefined ? '' : linkMarkup(word('REVIEW_NEXT'), nextHref),
  ].filter(link => link !== '')
  return links.length === 0 ? '' : `<nav class="pages"><p>${links.join(' · ')}</p></nav>`
}

function signMarkup(
  { canSign, canDecide, wantsSign }: ShownReview,
  posting: Posting,
  { word }: Wording,
): string {
  if (!canDecide || !wantsSign) return ''
  return canSign
    ? formMarkup(posting, [buttonMarkup(word('REVIEW_SIGN'), 'sign')])
    : `<p>${escapedHtml(word('REVIEW_SIGN_HINT'))}</p>`
}

function passMarkup(review: ShownReview, posting: Posting, { word }: Wording): string {
  if (!review.canPass) return ''
  const { pass, problems } = review
  const isOpen = problems.reviewer !== undefined || problems.reason !== undefined
  const fields = [
    typedField({
      name: 'reviewer',
      label: word('REVIEW_PASS_TO'),
      hint: word('REQUEST_PERSON_HINT_OTHER'),
      value: pass?.to,
      problem: problems.reviewer,
      input: 'type="text" autocomplete="off"',
      focused: true,
      required: true,
    }),
    typedField({
      name: 'reason',
      label: word('EMAIL_ACCESS_REQUEST_REASON'),
      value: pass?.reason,
      problem: problems.reason,
      focused: problems.reviewer === undefined,
      required: true,
    }),
    buttonMarkup(word('REVIEW_PASS'), 'pass', 'secondary'),
  ]
  return `<details${isOpen ? ' open' : ''}>
<summary>${escapedHtml(word('REVIEW_PASS'))}</summary>
${formMarkup(posting, fields)}
</details>`
}

function tiles(items: readonly string[]): string {
  return `<ul class="tiles">\n${items.map(item => `<li>${item}</li>`).join('\n')}\n</ul>`
}

/** The last step before decisions are final. Nothing of a theme is part of this page. */
export interface ShownSignOff {
  readonly application: string
  readonly kept: number
  readonly revoked: number
  /** The people on this page who keep access, and those who lose it. */
  readonly keeping: readonly string[]
  readonly losing: readonly string[]
  readonly previousHref: string | undefined
  readonly nextHref: string | undefined
}

export function signOffMarkup(sign: ShownSignOff, posting: Posting, wording: Wording): string {
  const { word } = wording
  const part = (label: string, number: number, names: readonly string[]) => {
    const title = escapedHtml(word(label, { NUMBER: String(number) }))
    const items = names.map(name => `<li>${named(name)}</li>`).join('')
    return `<section><h2>${title}</h2>${items === '' ? '' : `<ul>${items}</ul>`}</section>`
  }
  return joined([
    titleMarkup(word('SIGN_OFF_TITLE', { APPLICATION: isolated(sign.application) })),
    `<p>${escapedHtml(word('SIGN_OFF_INTRO'))}</p>`,
    part('SIGN_OFF_REVOKE', sign.revoked, sign.losing),
    part('SIGN_OFF_KEEP', sign.kept, sign.keeping),
    pagesMarkup(sign, wording),
    formMarkup(posting, [
      buttonMarkup(word('REVIEW_SIGN'), 'confirm'),
      buttonMarkup(word('APPROVAL_BACK'), 'back', 'secondary'),
    ]),
  ])
}

/** The reviews of an application, for the supervisors of its campaign. */
export interface ShownProgress extends ShownReviewHead {
  readonly reviews: readonly {
    readonly href: string
    readonly reviewer: string | undefined
    readonly decided: number
    readonly items: number
    readonly state: ShownReviewHead['state']
  }[]
  readonly appsHref: string
}

export function progressMarkup(progress: ShownProgress, wording: Wording): string {
  const { word } = wording
  const items = progress.reviews.map(({ href, reviewer, decided, items, state }) => {
    const name = reviewer === undefined ? escapedHtml(word('REVIEW_UNASSIGNED')) : named(reviewer)
    const done = word('REVIEW_PROGRESS', { DONE: String(decided), TOTAL: String(items) })
    return `<a class="tile" href="${escapedHtml(href)}"><strong>${name}</strong><span>${escapedHtml(done)}</span><span class="state" data-state="${state}">${escapedHtml(word(STATES[state]))}</span></a>`
  })
  return joined([
    headMarkup(progress, word('REVIEWS_TITLE', { APPLICATION: isolated(progress.application) }), wording),
    items.length === 0 ? '' : tiles(items),
    `<p class="after">${linkMarkup(word('APPS_TITLE'), progress.appsHref)}</p>`,
  ])
}

/** A review that was passed on to somebody else, or that does not concern the reader. */
export function passedOnMarkup(
  { title, text }: { readonly title: string; readonly text: string },
  reader: ShownPerson | undefined,
  { otherHref, appsHref }: { readonly otherHref?: string; readonly appsHref: string },
  { word }: Wording,
): string {
  return joined([
    titleMarkup(title),
    `<p>${escapedHtml(text)}</p>`,
    reader && readerMarkup(reader),
    otherHref === undefined ? '' : `<p>${linkMarkup(word('USE_ANOTHER_ACCOUNT'), otherHref, 'button')}</p>`,
    `<p class="after">${linkMarkup(word('APPS_TITLE'), appsHref)}</p>`,
  ])
}
