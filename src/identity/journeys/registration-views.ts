import type { Challenge } from '../../core/flows/challenge.ts'
import { errorPrefix, type Message } from '../../core/flows/message.ts'
import type { RegistrationDetails } from '../../core/flows/registration.ts'
import {
  type Given,
  type RegistrationField,
  type RegistrationPage,
  registrationForm,
  registrationTitle,
} from '../../core/flows/registration-form.ts'
import { urlComponent } from '../../core/text.ts'
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
      readonly given: Given
      readonly problems: Partial<Record<RegistrationField, Message>>
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

  async #shown(visit: Visit, journey: Journey, state: Registration | undefined): Promise<RegistrationPage> {
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const word = await surfaces.words(audience)
    const text = (message: Message | undefined) => message && word(message.label, message.values)
    if (state === undefined) return { step: 'start', values: {}, problems: {} }
    switch (state.at) {
      case 'start': {
        const problems = Object.entries(state.problems).map(([field, message]) => [field, text(message)!])
        return { step: 'start', values: state.given, problems: Object.fromEntries(problems) }
      }
      case 'verify':
        return {
          step: 'verify',
          email: state.details.email,
          problem: text(state.problem),
          notice: text(state.notice),
        }
      case 'confirm':
        return { step: 'confirm', email: state.email, problem: text(state.problem) }
      case 'verified':
      case 'created':
        return { step: state.at }
    }
  }

  /** The page of a step; `from` is the sign-in that it was begun from. */
  async page(
    visit: Visit,
    journey: Journey,
    state: Registration | undefined,
    from: string | undefined,
  ): Promise<Answer> {
    const page = await this.#shown(visit, journey, state)
    const { surfaces, settings, analytics } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const at = { step: page.step, again: isAgain(state) }
    const sender = visit.declines ? undefined : await analytics.sender(visit.tenant, audience, journey, at)
    const word = await surfaces.words(audience)
    const addresses = {
      action: await this.address(visit, journey, from),
      startUrl: registrationAddress({ themeId: seenTheme(audience), from }),
      signInUrl:
        from === undefined
          ? await signInFor(this.#parts.seals, visit, journey, audience)
          : flowAddress(urlComponent(from)),
      passwordMinimum: passwordMinimum(settings.passwordMinimum),
    }
    return {
      status: 200,
      page: await surfaces.page(
        audience,
        'registration',
        {
          FLOW_URL_NAME: 'registration',
          REGISTRATION_VERSION: '1',
          REGISTRATION_TITLE: registrationTitle(page, word),
          ERROR_PREFIX: isWrong(page) ? errorPrefix(word) : '',
          REGISTRATION_FORM: registrationForm(page, addresses, word),
        },
        // Whoever opens the link elsewhere need not have chosen the theme.
        { sender, scriptless: page.step === 'confirm' },
      ),
    }
  }

  async address(visit: Visit, journey: Journey, from: string | undefined): Promise<string> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return registrationAddress({ flow, from })
  }
}

/** Whether a page says that something is wrong. */
function isWrong(page: RegistrationPage): boolean {
  if (page.step === 'start') return Object.keys(page.problems).length > 0
  return 'problem' in page && page.problem !== undefined
}

/** Whether somebody has seen a step before: it tells what is wrong or was done, or they came to it elsewhere. */
function isAgain(state: Registration | undefined): boolean {
  if (state?.at === 'verify') return state.problem !== undefined || state.notice !== undefined
  return state?.at === 'start' || state?.at === 'confirm'
}
