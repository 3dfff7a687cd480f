import type { AskingAt, Method } from '../../core/flows/methods.ts'
import type { StateAt } from '../../core/flows/sign-in.ts'
import { personValues } from '../surfaces/mail-words.ts'
import { type Purpose, unforced } from '../surfaces/surfaces.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { Asked } from './factor.ts'

/** What all pages that ask for a factor share. */
export async function askingFrame({
  parts,
  views,
  visit,
  journey,
  account,
  methods,
  state,
}: Asked<StateAt<AskingAt>>) {
  const { audience, action } = await views.frame(visit, journey, provingLook(journey))
  const values = {
    ...personValues(account, parts.surfaces.tag(audience)),
    ACTION: action,
    ERROR_MESSAGE: await views.text(audience, state.problem),
    ...otherMethods(methods),
    ...otherAccount(journey),
  }
  return { audience, values, origins: await views.origins(visit, journey) }
}

function otherMethods({ length }: readonly Method[]) {
  return {
    SHOW_USE_ANOTHER_METHOD: length > 1 ? 'block' : 'none',
    HAS_OTHER_METHODS: String(length > 1),
  }
}

/** Whether a page offers to sign in with another account. */
export function otherAccount({ kind }: Journey) {
  return { SHOW_OTHER_ACCOUNT: kind === 'sign-in' ? 'block' : 'none' }
}

/**
 * The look of a page on which a signed-in person proves who they are. It shows their name, so no URL can force its
 * theme.
 */
export function provingLook(journey: Journey): Purpose {
  return journey.kind === 'sign-in' ? journey : unforced(journey)
}
