import type { RequestState, RequestTurn } from '../flows/access-request.ts'
import { escapedHtml } from '../template/template.ts'
import type { Times } from '../times.ts'
import type { Word } from '../word.ts'

/** A person as a page shows them. */
export interface ShownPerson {
  readonly name: string
  readonly userName: string
}

/** An entry in the history of a request. */
export interface ShownTurn {
  readonly turn: RequestTurn
  readonly at: number
  /** The name of the person who did it; undefined for a deadline. */
  readonly by?: string | undefined
  readonly comment: string
}

/** What everybody involved in a request can see of it. */
export interface ShownRequest {
  /** The name of the application. */
  readonly application: string
  readonly state: RequestState
  readonly requester: ShownPerson
  readonly person: ShownPerson
  /** Whether the requester asks for somebody else. */
  readonly forOther: boolean
  /** When the access would end; null means never. */
  readonly until: number | null
  readonly askedAt: number
  readonly turns: readonly ShownTurn[]
}

/** Words and formats for the markup of a page. */
export interface Wording {
  readonly word: Word
  readonly times: Times
}

/** The URL and the verifier with which the forms of a page are posted. */
export interface Posting {
  readonly action: string
  readonly verifier: string
}

export const STATE_LABELS: Readonly<Record<RequestState, string>> = {
  waiting: 'ACCESS_STATE_WAITING',
  'more-wanted': 'ACCESS_STATE_MORE_WANTED',
  approved: 'ACCESS_STATE_APPROVED',
  rejected: 'ACCESS_STATE_REJECTED',
  withdrawn: 'ACCESS_STATE_WITHDRAWN',
  expired: 'ACCESS_STATE_EXPIRED',
  closed: 'ACCESS_STATE_CLOSED',
}

const TURN_LABELS: Readonly<Record<RequestTurn, string>> = {
  ask: 'ACCESS_TURN_ASK',
  more: 'ACCESS_TURN_MORE',
  answer: 'ACCESS_TURN_ANSWER',
  approve: STATE_LABELS.approved,
  reject: STATE_LABELS.rejected,
  withdraw: STATE_LABELS.withdrawn,
  expire: STATE_LABELS.expired,
  close: STATE_LABELS.closed,
}

/** A value inside the text of a label, isolated so that its writing direction does not affect the text. */
export function isolated(value: string): string {
  return `\u2068${value}\u2069`
}

/** A name in a separate element, so that it keeps its writing direction. */
export function named(name: string): string {
  return `<bdi>${escapedHtml(name)}</bdi>`
}

/** The person who is signed in: the name, and the username if it differs. */
export function readerMarkup({ name, userName }: ShownPerson): string {
  const more = name === userName ? '' : ` <span>${named(userName)}</span>`
  return `<p class="person"><strong>${named(name)}</strong>${more}</p>`
}

export function stateMarkup(state: RequestState, { word }: Wording): string {
  return `<span class="state" data-state="${state}">${escapedHtml(word(STATE_LABELS[state]))}</span>`
}

/** The last day of access that ends at a time. */
export function lastDay(until: number): number {
  return until - 1
}

export function dayMarkup(at: number, { times }: Wording): string {
  return `<time datetime="${new Date(at).toISOString().slice(0, 10)}">${escapedHtml(times.day(at))}</time>`
}

function momentMarkup(at: number, { times }: Wording): string {
  return `<time datetime="${new Date(at).toISOString()}">${escapedHtml(times.moment(at))}</time>`
}

/** The facts of a request: who asks for what, and until when. */
export function factsMarkup(request: ShownRequest, wording: Wording): string {
  const { word } = wording
  const { requester, person, forOther, until } = request
  const who = ({ name, userName }: ShownPerson) =>
    name === userName ? named(name) : `${named(name)} <small>${named(userName)}</small>`
  const rows: readonly (readonly [string, string])[] = [
    ...(forOther ? [[word('ACCESS_FACT_REQUESTER'), who(requester)] as const] : []),
    [word('ACCESS_FACT_PERSON'), who(person)],
    [
      word('ACCESS_FACT_UNTIL'),
      until === null ? escapedHtml(word('ACCESS_FACT_FOR_GOOD')) : dayMarkup(lastDay(until), wording),
    ],
  ]
  const written = rows.map(([what, value]) => `<div><dt>${escapedHtml(what)}</dt><dd>${value}</dd></div>`)
  return `<dl class="facts">\n${written.join('\n')}\n</dl>`
}

/** The history of a request, from the beginning. */
export function timelineMarkup({ turns }: ShownRequest, wording: Wording): string {
  const items = turns.map(({ turn, at, by, comment }) => {
    const what = `<strong>${escapedHtml(wording.word(TURN_LABELS[turn]))}</strong>`
    const who = by === undefined ? '' : ` ${named(by)}`
    const said = comment === '' ? '' : `\n<blockquote dir="auto">${escapedHtml(comment)}</blockquote>`
    return `<li data-turn="${turn}"><p>${what}${who} <small>${momentMarkup(at, wording)}</small></p>${said}</li>`
  })
  return `<ol class="timeline">\n${items.join('\n')}\n</ol>`
}

/**
 * A form. Neither it nor its buttons have an id: otherwise, a button or a label elsewhere on the page could submit it.
 */
export function formMarkup({ action, verifier }: Posting, inside: readonly string[], look?: string): string {
  const shown = look === undefined ? '' : ` class="${look}"`
  return `<form method="post" action="${escapedHtml(action)}" novalidate${shown}>
<input type="hidden" name="form_verifier" value="${escapedHtml(verifier)}">
${inside.join('\n')}
</form>`
}

/** A button that posts an operation. */
export function buttonMarkup(text: string, operation: string, look?: string): string {
  const shown = look === undefined ? '' : ` class="${look}"`
  return `<button type="submit" name="operation" value="${operation}"${shown}>${escapedHtml(text)}</button>`
}

/** A field for a text of several lines, or for one line with the attributes of an input. */
export function typedField(field: {
  readonly name: string
  readonly label: string
  readonly value?: string | undefined
  readonly hint?: string
  readonly problem?: string | undefined
  /** The attributes of an input; if absent, the text can have several lines. */
  readonly input?: string
  readonly focused?: boolean
  /** Whether the form is refused without it. Screen readers say so. */
  readonly required?: boolean
}): string {
  const { name, label, value = '', hint = '', problem = '', input, focused = false, required = false } = field
  const id = `access-${name}`
  const described = hint === '' ? `${id}-error` : `${id}-error ${id}-hint`
  const invalid = problem === '' ? '' : ` aria-invalid="true"${focused ? ' autofocus' : ''}`
  const all = `id="${id}" name="${name}" aria-describedby="${described}"${invalid}${required ? ' required' : ''}`
  const control =
    input === undefined
      ? `<textarea ${all} rows="4" dir="auto">\n${escapedHtml(value)}</textarea>`
      : `<input ${all} ${input} value="${escapedHtml(value)}">`
  const help = hint === '' ? '' : `\n<p class="field-hint" id="${id}-hint">${escapedHtml(hint)}</p>`
  return `<div class="field">
<label for="${id}">${escapedHtml(label)}</label>
${control}
<p class="field-error" id="${id}-error"${problem === '' ? '' : ' role="alert"'}>${escapedHtml(problem)}</p>${help}
</div>`
}

/** A title, in an element that is part of the content, so that no template can leave it out. */
export function titleMarkup(text: string): string {
  return `<h1 id="title">${escapedHtml(text)}</h1>`
}

export function noticeMarkup(text: string | undefined): string {
  return text === undefined ? '' : `<p class="notice" role="status">${escapedHtml(text)}</p>`
}

export function errorMarkup(text: string | undefined): string {
  return text === undefined ? '' : `<p class="error" role="alert">${escapedHtml(text)}</p>`
}

export function linkMarkup(text: string, href: string, look?: string): string {
  const shown = look === undefined ? '' : ` class="${look}"`
  return `<a${shown} href="${escapedHtml(href)}">${escapedHtml(text)}</a>`
}

/** The parts of a page, without empty ones. */
export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part !== undefined && part !== '').join('\n')
}
