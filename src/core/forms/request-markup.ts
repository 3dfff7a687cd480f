import { escapedHtml } from '../template/template.ts'
import {
  buttonMarkup,
  errorMarkup,
  factsMarkup,
  formMarkup,
  isolated,
  joined,
  linkMarkup,
  noticeMarkup,
  type Posting,
  type ShownRequest,
  stateMarkup,
  timelineMarkup,
  titleMarkup,
  typedField,
  type Wording,
} from './access-parts.ts'

/** The fields of a request. */
export const ASK_FIELDS = ['person', 'justification', 'until'] as const
export type AskField = (typeof ASK_FIELDS)[number]

/** The form to request access. Errors are already in the language of the page. */
export interface ShownAsk {
  readonly application: string
  readonly description: string | null
  readonly values: Readonly<Partial<Record<AskField, string>>>
  readonly problems: Readonly<Partial<Record<AskField, string>>>
  /** The error of the request as a whole. */
  readonly problem?: string | undefined
  /** Whether people may request access for themselves, and for others. */
  readonly forOneself: boolean
  readonly forOthers: boolean
  /** The first day that can be the last day of access, such as 2026-11-15. */
  readonly today: string
  readonly appsHref: string
}

export function askMarkup(ask: ShownAsk, posting: Posting, wording: Wording): string {
  const { word } = wording
  const { application, description, values, problems, forOneself, forOthers } = ask
  const first = ASK_FIELDS.find(field => problems[field] !== undefined)
  const field = (
    name: AskField,
    label: string,
    more: { hint?: string; input?: string; required?: boolean } = {},
  ) =>
    typedField({
      name,
      label: word(label),
      value: values[name],
      problem: problems[name],
      focused: first === name,
      ...more,
    })
  const hint = word(forOneself ? 'REQUEST_PERSON_HINT' : 'REQUEST_PERSON_HINT_OTHER')
  return joined([
    titleMarkup(word('REQUEST_TITLE', { APPLICATION: isolated(application) })),
    errorMarkup(ask.problem),
    description === null || description === '' ? '' : `<p dir="auto">${escapedHtml(description)}</p>`,
    `<p>${escapedHtml(word('REQUEST_INTRO'))}</p>`,
    formMarkup(posting, [
      ...(forOthers
        ? [
            field('person', 'REQUEST_PERSON', {
              hint,
              required: !forOneself,
              input:
                'type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="256"',
            }),
          ]
        : []),
      field('justification', 'REQUEST_WHY', { required: true }),
      field('until', 'REQUEST_UNTIL', {
        hint: word('REQUEST_UNTIL_HINT'),
        input: `type="date" min="${ask.today}"`,
      }),
      buttonMarkup(word('REQUEST_SEND'), 'ask'),
    ]),
    `<p class="after">${linkMarkup(word('APPS_TITLE'), ask.appsHref)}</p>`,
  ])
}

/** A request, for the requester and for the person who would get access. */
export interface ShownOwnRequest extends ShownRequest {
  readonly canAnswer: boolean
  readonly canWithdraw: boolean
  /** Whether they could decide about it if it were not their own. */
  readonly couldDecide: boolean
  readonly answer?: string | undefined
  readonly problem?: string | undefined
  readonly notice?: string | undefined
  /** The URL where the application is opened, once there is access. */
  readonly openHref: string | undefined
  /** The URL where access can be requested again. */
  readonly againHref: string | undefined
  readonly appsHref: string
}

export function ownRequestMarkup(request: ShownOwnRequest, posting: Posting, wording: Wording): string {
  const { word } = wording
  const { application, state, canAnswer, canWithdraw, couldDecide, openHref, againHref } = request
  const APPLICATION = isolated(application)
  return joined([
    `<p class="over">${stateMarkup(state, wording)}</p>`,
    titleMarkup(word('ACCESS_TITLE', { APPLICATION })),
    noticeMarkup(request.notice),
    state === 'waiting' ? `<p>${escapedHtml(word('REQUEST_NEXT'))}</p>` : '',
    state === 'closed' ? `<p>${escapedHtml(word('REQUEST_CLOSED'))}</p>` : '',
    couldDecide ? `<p>${escapedHtml(word('REQUEST_OWN'))}</p>` : '',
    factsMarkup(request, wording),
    timelineMarkup(request, wording),
    canAnswer
      ? formMarkup(posting, [
          typedField({
            name: 'comment',
            label: word('REQUEST_ANSWER'),
            value: request.answer,
            problem: request.problem,
            focused: true,
            required: true,
          }),
          buttonMarkup(word('REQUEST_ANSWER_SEND'), 'answer'),
        ])
      : '',
    openHref === undefined
      ? ''
      : `<p>${linkMarkup(word('REQUEST_OPEN', { APPLICATION }), openHref, 'button')}</p>`,
    againHref === undefined
      ? ''
      : `<p>${linkMarkup(word('REQUEST_AGAIN'), againHref, 'button secondary')}</p>`,
    canWithdraw
      ? formMarkup(
          posting,
          [buttonMarkup(word('REQUEST_WITHDRAW'), 'withdraw', 'secondary')],
          'after secondary-action',
        )
      : '',
    `<p class="after">${linkMarkup(word('APPS_TITLE'), request.appsHref)}</p>`,
  ])
}
