import type { RequestProblem } from '../core/flows/access-request.ts'
import type { ShownPerson, ShownRequest } from '../core/forms/access-parts.ts'
import type { ShownApplication, ShownEntry } from '../core/forms/apps-markup.ts'
import type { AskField } from '../core/forms/request-markup.ts'
import { fullName } from '../core/full-name.ts'
import { accessRequestAddress, askingAddress } from '../identity/identity.ts'
import type { ListedRequest, NamedPerson, OfferedApplication, SeenRequest } from './request-types.ts'

/** A person as a page in a language names them. */
export function shownPerson({ userName, account }: NamedPerson, language: string): ShownPerson {
  return { name: (account && fullName(language, account)) || userName, userName }
}

export function shownRequest(seen: SeenRequest, language: string): ShownRequest {
  const { application, state, requester, person, justification, until, askedAt, turns } = seen
  return {
    application: application.name,
    state,
    requester: shownPerson(requester, language),
    person: shownPerson(person, language),
    forOther: requester.id !== person.id,
    until,
    askedAt,
    turns: turns.map(({ turn, at, by, comment }) => ({
      turn,
      at,
      by: by === null ? undefined : shownPerson(by, language).name,
      comment: turn === 'ask' ? justification : comment,
    })),
  }
}

/** A request in a list. */
export function shownEntry(seen: ListedRequest, language: string, reader: string): ShownEntry {
  const { id, application, state, person, askedAt, can } = seen
  return {
    id,
    href: accessRequestAddress(id),
    application: application.name,
    person: person.id === reader ? undefined : shownPerson(person, language).name,
    state,
    askedAt,
    canWithdraw: can.includes('withdraw'),
  }
}

export function openApplication({ application, endsAt }: OfferedApplication): ShownApplication {
  const { name, description } = application
  return { name, description, href: openAddress(application.redirects), endsAt }
}

export function requestableApplication({ application, endsAt }: OfferedApplication): ShownApplication {
  const { id, name, description } = application
  return { name, description, href: askingAddress(id), endsAt }
}

/** The front page of an application: that of the first website which people are sent to after signing in. */
export function openAddress(redirects: readonly string[]): string | undefined {
  const site = redirects
    .map(redirect => URL.parse(redirect))
    .find(url => /^https?:$/.test(url?.protocol ?? ''))
  return site ? `${site.origin}/` : undefined
}

/** Which field of the form for asking has a problem, and the label that says what is wrong. */
export const ASK_PROBLEMS: Readonly<
  Partial<Record<RequestProblem, { readonly field?: AskField; readonly label: string }>>
> = {
  'access-not-requestable': { label: 'REQUEST_NOT_TAKEN' },
  'access-already-given': { label: 'REQUEST_ALREADY_GIVEN' },
  'already-requested': { label: 'REQUEST_ALREADY_ASKED' },
  'too-many-requests': { label: 'REQUEST_TOO_MANY' },
  'person-unknown': { field: 'person', label: 'REQUEST_PERSON_UNKNOWN' },
  'not-for-others': { field: 'person', label: 'REQUEST_NOT_FOR_OTHERS' },
  'justification-missing': { field: 'justification', label: 'REQUEST_WHY_EMPTY' },
  'justification-too-long': { field: 'justification', label: 'ACCESS_TEXT_TOO_LONG' },
  'until-invalid': { field: 'until', label: 'REQUEST_UNTIL_INVALID' },
  'until-past': { field: 'until', label: 'REQUEST_UNTIL_PAST' },
}

/** The label for what is wrong with the comment of a turn. */
export const COMMENT_PROBLEMS: Readonly<Partial<Record<RequestProblem, string>>> = {
  'comment-missing': 'DECISION_COMMENT_EMPTY',
  'comment-too-long': 'ACCESS_TEXT_TOO_LONG',
}
