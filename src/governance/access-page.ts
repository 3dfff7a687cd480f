import { keptText, type RequestProblem } from '../core/flows/access-request.ts'
import { errorPrefix } from '../core/flows/message.ts'
import type { Wording } from '../core/forms/access-parts.ts'
import { Refusal } from '../core/refusal.ts'
import { shortened } from '../core/text.ts'
import type { Form, Identity, Purpose, Visit } from '../identity/identity.ts'
import type { Audience } from '../pages/pages.ts'
import type { Account } from '../store/store.ts'
import type { Participant } from './request-types.ts'
import type { AccessRequests } from './requests.ts'

/** What the pages about access work with. */
export interface AccessPageParts {
  readonly identity: Pick<Identity, 'surfaces' | 'signedIn'>
  readonly requests: Pick<AccessRequests, 'offered' | 'offer' | 'concerning' | 'seen' | 'ask' | 'act'>
  readonly now: () => number
}

/** More characters of a field than any valid value has. */
const LONGEST = 5_000

/** What somebody typed into a field. */
export function typed(form: Form, name: string): string {
  return shortened(keptText(form.get(name) ?? ''), LONGEST)
}

/** The theme, the language and the words of a page. */
export async function wordingOf(
  { surfaces }: Pick<Identity, 'surfaces'>,
  visit: Visit,
  purpose: Purpose,
): Promise<Wording & { readonly audience: Audience; readonly language: string }> {
  const audience = await surfaces.audience(visit.tenant, purpose, visit.wish)
  return {
    audience,
    language: surfaces.tag(audience),
    word: await surfaces.words(audience),
    times: surfaces.times(audience),
  }
}

/** What the title of a page begins with that says what is wrong. */
export function prefixOf({ word }: Wording, isWrong: boolean): string {
  return isWrong ? errorPrefix(word) : ''
}

export function participant({ address }: Visit, { id }: Account): Participant {
  return { account: id, address }
}

/** Does something with a request; answers with the problem where that is refused. */
export async function attempted<T>(
  act: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly problem: RequestProblem | 'unknown' }> {
  try {
    return { done: await act() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'request_unknown') return { problem: 'unknown' }
    if (isRefused(error)) return { problem: error.details.why }
    throw error
  }
}

function isRefused(error: Refusal): error is Refusal<'request_refused'> {
  return error.code === 'request_refused'
}
