import { escapedHtml } from '../template/template.ts'
import {
  buttonMarkup,
  errorMarkup,
  factsMarkup,
  formMarkup,
  isolated,
  joined,
  linkMarkup,
  type Posting,
  readerMarkup,
  type ShownPerson,
  type ShownRequest,
  stateMarkup,
  timelineMarkup,
  titleMarkup,
  typedField,
  type Wording,
} from './access-parts.ts'

/** A request as approvers see it. */
export interface ShownDecision extends ShownRequest {
  readonly canApprove: boolean
  readonly canReject: boolean
  readonly canAskMore: boolean
  readonly comment?: string | undefined
  /** What is wrong with the comment. */
  readonly problem?: string | undefined
  /** What is wrong with the decision as a whole, such as that somebody else has decided first. */
  readonly error?: string | undefined
  readonly appsHref: string
}

export function decisionMarkup(decision: ShownDecision, posting: Posting, wording: Wording): string {
  const { word } = wording
  const { application, state, canApprove, canReject, canAskMore } = decision
  // Somebody has changed who may use the application since the request was made.
  const isLate = canReject && !canApprove
  const note = state === 'closed' ? 'REQUEST_CLOSED' : isLate ? 'REQUEST_NOT_TAKEN' : undefined
  const buttons = [
    ...(canApprove ? [buttonMarkup(word('DECISION_APPROVE'), 'approve')] : []),
    ...(canAskMore ? [buttonMarkup(word('DECISION_MORE'), 'more', 'secondary')] : []),
    ...(canReject ? [buttonMarkup(word('DECISION_REJECT'), 'reject', 'secondary')] : []),
  ]
  return joined([
    `<p class="over">${stateMarkup(state, wording)}</p>`,
    titleMarkup(word('ACCESS_TITLE', { APPLICATION: isolated(application) })),
    errorMarkup(decision.error),
    note === undefined ? '' : `<p>${escapedHtml(word(note))}</p>`,
    factsMarkup(decision, wording),
    timelineMarkup(decision, wording),
    buttons.length === 0
      ? ''
      : formMarkup(posting, [
          typedField({
            name: 'comment',
            label: word('DECISION_COMMENT'),
            hint: word('DECISION_COMMENT_HINT'),
            value: decision.comment,
            problem: decision.problem,
            focused: true,
          }),
          ...buttons,
        ]),
    `<p class="after">${linkMarkup(word('APPS_TITLE'), decision.appsHref)}</p>`,
  ])
}

/** The last step before access is given. */
export interface ShownApproval extends ShownRequest {
  readonly comment: string
}

/** Who gets which access, and the button that gives it. Nothing of a theme is part of this page. */
export function approvalMarkup(approval: ShownApproval, posting: Posting, wording: Wording): string {
  const { word } = wording
  const { application, person, comment } = approval
  const values = { PERSON: isolated(person.name), APPLICATION: isolated(application) }
  return joined([
    titleMarkup(word('APPROVAL_TITLE', values)),
    factsMarkup(approval, wording),
    comment === '' ? '' : `<blockquote dir="auto">${escapedHtml(comment)}</blockquote>`,
    formMarkup(posting, [
      buttonMarkup(word('APPROVAL_CONFIRM'), 'confirm'),
      buttonMarkup(word('APPROVAL_BACK'), 'back', 'secondary'),
    ]),
  ])
}

/**
 * The page for an unknown request, or one that does not concern the reader. Both look the same, so that nobody can
 * probe for requests.
 */
export function missingMarkup(
  reader: ShownPerson,
  { otherHref, appsHref }: { readonly otherHref: string; readonly appsHref: string },
  { word }: Wording,
): string {
  return joined([
    titleMarkup(word('DECISION_MISSING_TITLE')),
    `<p>${escapedHtml(word('DECISION_MISSING'))}</p>`,
    readerMarkup(reader),
    `<p>${linkMarkup(word('USE_ANOTHER_ACCOUNT'), otherHref, 'button')}</p>`,
    `<p class="after">${linkMarkup(word('APPS_TITLE'), appsHref)}</p>`,
  ])
}
