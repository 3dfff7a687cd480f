import type { Challenge } from '../../core/flows/challenge.ts'
import { errorPrefix, inWords, type Message } from '../../core/flows/message.ts'
import type { Given, Problems } from '../../core/forms/form.ts'
import { type Frame, formMarkup, isWrong, type Shown } from '../../core/forms/form-markup.ts'
import {
  REGISTRATION,
  type RegistrationDetails,
  type RegistrationField,
  type RegistrationStep,
} from '../../core/forms/registration.ts'
import { urlComponent } from '../../core/text.ts'
import type { Word } from '../../core/word.ts'
import { passwordMinimum } from '../directory/password-rules.ts'
import { signInFor } from '../surfaces/account-purpose.ts'
import { flowAddress, registrationAddress, seenTheme } from '../surfaces/addresses.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { FlowParts } from './flow-parts.ts'

/** Where a registration stands. */
export type Registration =
  | {
      readonly at: 'start'
      readonly given: Partial<Given<RegistrationField>>
      readonly problems: Problems<RegistrationField>
    }
  | (Pending & { readonly at: 'verify'; readonly problem?: Message; readonly notice?: Message })
  /** In another browser, by the link of the mail. */
  | { readonly at: 'confirm'; readonly link: string; readonly email: string; readonly problem?: Message }
  | { readonly at: 'verified' }
  | { readonly at: 'created' }

/** A registration that waits for its address to be verified. */
export interface Pending {
  readonly details: RegistrationDetails
  readonly passwordHash: string
  readonly challenge: Challenge
  /** The hash of the link that was mailed last: the only one that counts. */
  readonly link: string
  /** The hash of the cookie that the browser got in which it was sent. */
  readonly browser: string
  /** The address has an account: nobody is told but its owner, and no code is right. */
  readonly taken: boolean
}

/** The pages of a registration. */
export class RegistrationViews {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /** The page of a step; `from` is the sign-in that it was begun from. */
  async page(
    visit: Visit,
    journey: Journey,
    state: Registration | undefined,
    from: string | undefined,
  ): Promise<Answer> {
    const { surfaces, settings, analytics } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const at = { step: state?.at ?? ('start' satisfies RegistrationStep), again: isAgain(state) }
    const sender = visit.declines ? undefined : await analytics.sender(visit.tenant, audience, journey, at)
    const word = await surfaces.words(audience)
    const step = REGISTRATION[at.step]
    const shown = shownOf(state, word)
    const frame: Frame = {
      action: await this.address(visit, journey, from),
      links: {
        start: registrationAddress({ themeId: seenTheme(audience), from }),
        'sign-in':
          from === undefined
            ? await signInFor(this.#parts.seals, visit, journey, audience)
            : flowAddress(urlComponent(from)),
      },
      minimum: passwordMinimum(settings.passwordMinimum),
    }
    return {
      status: 200,
      page: await surfaces.page(
        audience,
        'registration',
        {
          FLOW_URL_NAME: 'registration',
          REGISTRATION_VERSION: '1',
          REGISTRATION_TITLE: word(step.title),
          ERROR_PREFIX: isWrong(shown) ? errorPrefix(word) : '',
          REGISTRATION_FORM: formMarkup(step, shown, frame, word),
        },
        // Whoever opens the link elsewhere need not have chosen the theme.
        { sender, scriptless: at.step === 'confirm' },
      ),
    }
  }

  async address(visit: Visit, journey: Journey, from: string | undefined): Promise<string> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return registrationAddress({ flow, from })
  }
}

/** What the page of a step shows. */
function shownOf(state: Registration | undefined, word: Word): Shown {
  switch (state?.at) {
    case 'start':
      return { values: state.given, problems: inWords(state.problems, word) }
    case 'verify': {
      const { problem, notice, details } = state
      return {
        facts: { EMAIL: details.email },
        problems: inWords({ code: problem }, word),
        notice: notice && word(notice.label, notice.values),
      }
    }
    case 'confirm':
      return { facts: { EMAIL: state.email }, problems: inWords({ password: state.problem }, word) }
    default:
      return {}
  }
}

/** Whether somebody has seen a step before: it tells what is wrong or was done, or they came to it elsewhere. */
function isAgain(state: Registration | undefined): boolean {
  if (state?.at === 'verify') return state.problem !== undefined || state.notice !== undefined
  return state?.at === 'start' || state?.at === 'confirm'
}
