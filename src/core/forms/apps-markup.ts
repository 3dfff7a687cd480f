import type { RequestState } from '../flows/access-request.ts'
import { escapedHtml } from '../template/template.ts'
import {
  buttonMarkup,
  dayMarkup,
  formMarkup,
  isolated,
  joined,
  lastDay,
  linkMarkup,
  named,
  type Posting,
  stateMarkup,
  titleMarkup,
  type Wording,
} from './access-parts.ts'

/** An application on the page of somebody's applications. */
export interface ShownApplication {
  readonly name: string
  readonly description: string | null
  /** The URL where it is opened or requested; undefined if it has no page in a browser. */
  readonly href: string | undefined
  /** When the person's access ends; null if it does not end. */
  readonly endsAt: number | null
}

/** A request on the page of somebody's applications. */
export interface ShownEntry {
  readonly id: string
  readonly href: string
  readonly application: string
  /** The name of the person who would get access, if that is somebody else. */
  readonly person: string | undefined
  readonly state: RequestState
  readonly askedAt: number
  readonly canWithdraw: boolean
}

/** A review of access on the page of somebody's applications. */
export interface ShownReviewEntry {
  readonly href: string
  readonly application: string
  readonly campaign: string
  readonly endsAt: number
  readonly decided: number
  readonly items: number
  /** The reviewer, if the reader is a deputy. */
  readonly standsInFor?: string | undefined
}

/** Everything that a person may open, request and decide about. */
export interface ShownApps {
  readonly open: readonly ShownApplication[]
  readonly requestable: readonly ShownApplication[]
  readonly toDecide: readonly ShownEntry[]
  /** Reviews of access that wait for the person. */
  readonly reviews: readonly ShownReviewEntry[]
  readonly asked: readonly ShownEntry[]
  readonly accountHref: string
}

/** The content of the page of somebody's applications. */
export function appsMarkup(apps: ShownApps, posting: Posting, wording: Wording): string {
  const { word } = wording
  const { open, requestable, toDecide, reviews, asked, accountHref } = apps
  return joined([
    titleMarkup(word('APPS_TITLE')),
    open.length === 0
      ? `<p>${escapedHtml(word('APPS_NONE'))}</p>`
      : tiles(open.map(app => applicationMarkup(app, wording))),
    section(
      word('APPS_DECIDE'),
      toDecide.map(entry => entryMarkup(entry, posting, wording, entry.person)),
    ),
    section(
      word('APPS_REVIEWS'),
      reviews.map(review => reviewMarkup(review, wording)),
    ),
    section(
      word('APPS_REQUESTABLE'),
      requestable.map(app => applicationMarkup(app, wording)),
    ),
    section(
      word('APPS_REQUESTS'),
      asked.map(entry => entryMarkup(entry, posting, wording, entry.application)),
    ),
    `<p class="after">${linkMarkup(word('APPS_ACCOUNT'), accountHref)}</p>`,
  ])
}

function section(title: string, items: readonly string[]): string | undefined {
  return items.length === 0
    ? undefined
    : `<section>\n<h2>${escapedHtml(title)}</h2>\n${tiles(items)}\n</section>`
}

function tiles(items: readonly string[]): string {
  return `<ul class="tiles">\n${items.map(item => `<li>${item}</li>`).join('\n')}\n</ul>`
}

function applicationMarkup(app: ShownApplication, wording: Wording): string {
  const { name, description, href, endsAt } = app
  const until = endsAt === null ? undefined : wording.times.day(lastDay(endsAt))
  const inside = [
    `<strong>${named(name)}</strong>`,
    description === null || description === '' ? '' : `<span dir="auto">${escapedHtml(description)}</span>`,
    until === undefined ? '' : `<small>${escapedHtml(wording.word('APPS_UNTIL', { DATE: until }))}</small>`,
  ].join('')
  return href === undefined
    ? `<div class="tile">${inside}</div>`
    : `<a class="tile" href="${escapedHtml(href)}">${inside}</a>`
}

function reviewMarkup(review: ShownReviewEntry, wording: Wording): string {
  const { href, application, campaign, endsAt, decided, items, standsInFor } = review
  const { word } = wording
  const done = word('REVIEW_PROGRESS', { DONE: String(decided), TOTAL: String(items) })
  const deputy =
    standsInFor === undefined
      ? ''
      : `<small>${escapedHtml(word('REVIEW_DEPUTY', { PERSON: isolated(standsInFor) }))}</small>`
  return `<a class="tile" href="${escapedHtml(href)}"><strong>${named(application)}</strong><span>${named(campaign)}</span><small>${escapedHtml(word('EMAIL_CAMPAIGN_END'))} · ${dayMarkup(lastDay(endsAt), wording)}</small><small>${escapedHtml(done)}</small>${deputy}</a>`
}

/** A request. The name that distinguishes it from others comes first. */
function entryMarkup(
  { id, href, application, person, state, askedAt, canWithdraw }: ShownEntry,
  posting: Posting,
  wording: Wording,
  first: string | undefined,
): string {
  const others = [application, person].filter(other => other !== undefined && other !== first)
  const tile = `<a class="tile" href="${escapedHtml(href)}"><strong>${named(first ?? application)}</strong>${others
    .map(other => `<span>${named(other!)}</span>`)
    .join('')}<small>${dayMarkup(askedAt, wording)}</small>${stateMarkup(state, wording)}</a>`
  if (!canWithdraw) return tile
  const text = wording.word('APPS_WITHDRAW', { APPLICATION: isolated(application) })
  const fields = [
    `<input type="hidden" name="request" value="${escapedHtml(id)}">`,
    buttonMarkup(text, 'withdraw', 'link'),
  ]
  return `${tile}\n${formMarkup(posting, fields)}`
}
