import { type DesignedEvents, designedEvents } from '../../core/analytics/designed.ts'
import type { Challenge } from '../../core/flows/challenge.ts'
import { inWords, type Message } from '../../core/flows/message.ts'
import type { Step } from '../../core/forms/form.ts'
import type { Frame, Shown } from '../../core/forms/form-markup.ts'
import { REGISTRATION, type RegistrationStep } from '../../core/forms/registration.ts'
import { urlComponent } from '../../core/text.ts'
import { type Answers, END } from '../../core/user-flows/document.ts'
import { endStep, type FormStep, formStep } from '../../core/user-flows/form-step.ts'
import type { RegistrationDetails } from '../../core/user-flows/person.ts'
import { askedFields } from '../../core/user-flows/walk.ts'
import type { Word } from '../../core/word.ts'
import type { PublishedFlow } from '../designs/published.ts'
import { passwordMinimum } from '../directory/password-rules.ts'
import { signInFor } from '../surfaces/account-purpose.ts'
import { designedAddress, flowAddress, seenTheme } from '../surfaces/addresses.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { registrationValues } from './designed-page.ts'
import { type Filling, fillingStep } from './designed-steps.ts'
import type { FlowParts } from './flow-parts.ts'
import { languageOptions } from './language-options.ts'

/** The state of a registration. */
export type Registration =
  | (Filling & { readonly at: 'start' })
  | (Pending & { readonly at: 'verify'; readonly problem?: Message; readonly notice?: Message })
  /** The link of the mail was opened in another browser. */
  | { readonly at: 'confirm'; readonly link: string; readonly email: string; readonly problem?: Message }
  | { readonly at: 'verified' }
  | { readonly at: 'created' }
  | { readonly at: 'waiting' }

/** A registration that waits for its address to be verified. */
export interface Pending {
  readonly details: RegistrationDetails
  /** Attributes that the tenant has added. */
  readonly own: Answers
  /** Null for a person who came from an identity source: they sign in by the link to it. */
  readonly passwordHash: string | null
  readonly challenge: Challenge
  /** The hash of the link that was mailed last. Earlier links are not valid. */
  readonly link: string
  /** The hash of the cookie that was set in the browser that sent the registration. */
  readonly browser: string
  /** Whether the address has an account. Only its owner is told, and no code is accepted. */
  readonly taken: boolean
}

/** What the person chose in a registration. */
export type Chosen = Pick<Pending, 'details' | 'own' | 'passwordHash' | 'browser'>

/** The pages of a registration. */
export class RegistrationViews {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /** The page of a step; `from` is the sign-in from which the registration began. */
  async page(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    state: Registration | undefined,
    from: string | undefined,
  ): Promise<Answer> {
    const { surfaces, settings, analytics } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    const at = { step: countedStep(state), again: isAgain(flow, state), designed: eventsOf(flow, state) }
    const sender = visit.declines ? undefined : await analytics.sender(visit.tenant, audience, journey, at)
    const { step: asked, worded } = stepFor(flow, state)
    const word = worded(await surfaces.words(audience))
    const origin = await this.#origin(visit, journey, state, word)
    const shown = { ...shownOf(state, word), ...origin }
    // The source may have verified the address, and then no code is sent.
    const step = origin.notice !== undefined && asked.text === 'REG_INTRO' ? textless(asked) : asked
    const filling = state?.at === 'start' ? state : undefined
    const isFilling = state === undefined || filling !== undefined
    const frame: Frame = {
      action: await this.address(visit, journey, flow, from),
      links: {
        start: designedAddress(flow.reference, { themeId: seenTheme(audience), from }),
        'sign-in':
          from === undefined
            ? await signInFor(this.#parts.seals, visit, journey, audience)
            : flowAddress(urlComponent(from)),
      },
      minimum: passwordMinimum(settings.passwordMinimum),
      options: { locale: languageOptions(surfaces.languages(audience), word) },
      // If a form of an earlier step is sent again, this says which step it belongs to.
      ...(isFilling && flow.document.steps.length > 1 && { hidden: { step: fillingStep(flow, filling).id } }),
    }
    return {
      status: 200,
      page: await surfaces.page(
        audience,
        'registration',
        registrationValues({ reference: flow.reference, version: flow.version, step, shown, frame, word }),
        // A person who opens the link in another browser may not have chosen the theme.
        { sender, scriptless: state?.at === 'confirm' },
      ),
    }
  }

  /** The notice that explains why the form has no password: the person came from an identity source. */
  async #origin(
    { tenant }: Visit,
    { came }: Journey,
    state: Registration | undefined,
    word: Word,
  ): Promise<Shown> {
    const arrival =
      came === null || state?.at !== 'start' ? undefined : await this.#parts.arrivals.get(tenant, came)
    return arrival === undefined
      ? {}
      : { notice: word('FEDERATION_REGISTER', { SOURCE: arrival.sourceName }) }
  }

  async address(
    visit: Visit,
    journey: Journey,
    { reference }: Pick<PublishedFlow, 'reference'>,
    from: string | undefined,
  ): Promise<string> {
    const flow = await this.#parts.seals.sealed(visit.tenant.id, visit.browser, journey)
    return designedAddress(reference, { flow, from })
  }
}

function textless({ text: _, ...step }: Step): Step {
  return step
}

function stepFor(flow: PublishedFlow, state: Registration | undefined): FormStep {
  const { document, book } = flow
  if (state === undefined || state.at === 'start')
    return formStep(document, fillingStep(flow, state), book, state?.answers)
  const page = REGISTRATION[state.at]
  if (state.at === 'created' || state.at === 'waiting') return endStep(document, page)
  return { step: page, worded: word => word }
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

/** The step that analytics counts. */
function countedStep(state: Registration | undefined): RegistrationStep {
  return state === undefined ? 'start' : state.at
}

/** The analytics events of a designed page. */
function eventsOf(flow: PublishedFlow, state: Registration | undefined): DesignedEvents | undefined {
  const { document } = flow
  if (state?.at === 'created' || state?.at === 'waiting') return designedEvents(document, END)
  if (state !== undefined && state.at !== 'start') return undefined
  const step = fillingStep(flow, state)
  return designedEvents(document, step, askedFields(step, state?.answers ?? {}))
}

/**
 * Whether this is not the first view: the page shows a problem or a notice, is a later step, or was opened by a link.
 */
function isAgain({ document }: PublishedFlow, state: Registration | undefined): boolean {
  if (state?.at === 'verify') return state.problem !== undefined || state.notice !== undefined
  if (state?.at !== 'start') return state?.at === 'confirm'
  return state.step !== document.steps[0]!.id || Object.keys(state.problems).length > 0
}
