import type { Message } from '../../core/flows/message.ts'
import { shortened } from '../../core/text.ts'
import { type AnswerProblems, answersTo } from '../../core/user-flows/answers.ts'
import { MOST } from '../../core/user-flows/bounds.ts'
import { type Answers, END, type FlowStep, PASSWORD, stepOf } from '../../core/user-flows/document.ts'
import { shownAnswers } from '../../core/user-flows/person.ts'
import { askedFields, firstOpen, nextStep, walked } from '../../core/user-flows/walk.ts'
import type { PublishedFlow } from '../designs/published.ts'
import { passwordMinimum, refusedPassword } from '../directory/password-rules.ts'
import type { Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import type { Form } from './flow.ts'
import type { FlowParts } from './flow-parts.ts'

/** A flow that is filled in, step by step. */
export interface Filling {
  readonly step: string
  /** The answers to earlier steps, and to this one if the person came back to it. */
  readonly answers: Answers
  /** Null means that no password was chosen yet. */
  readonly passwordHash: string | null
  /** The values that the fields show. */
  readonly given: Readonly<Record<string, string>>
  readonly problems: AnswerProblems
}

/**
 * The hash of a password that was chosen in an earlier step, or a password that was just typed. The latter is hashed
 * only if the registration is not throttled.
 */
export type ChosenPassword = { readonly hash: string | null } | { readonly typed: string }

/** The result of a submitted step: the step where the flow continues, or all answers if it is complete. */
export type Filled =
  | { readonly filling: Filling; readonly wrong: boolean }
  | { readonly answers: Answers; readonly password: ChosenPassword; readonly last: Filling }

/** A flow at its first step, with the answers that are already known. */
export function firstFilling({ document }: PublishedFlow, known: Answers = {}): Filling {
  return at({ step: '', answers: known, passwordHash: null, given: {}, problems: {} }, document.steps[0]!.id)
}

/** The current step. */
export function fillingStep({ document }: PublishedFlow, filling: Filling | undefined): FlowStep {
  return (filling && stepOf(document, filling.step)) ?? document.steps[0]!
}

/** Handles the forms of the steps that an administrator has designed. */
export class DesignedSteps {
  readonly #parts: FlowParts

  constructor(parts: FlowParts) {
    this.#parts = parts
  }

  /**
   * The state of a flow after a step was submitted. `kept` lists language choices that are valid even if the page does
   * not list them.
   */
  async filled(
    visit: Visit,
    journey: Journey,
    flow: PublishedFlow,
    before: Filling,
    form: Form,
    kept: readonly string[] = [],
  ): Promise<Filled> {
    const { document, book } = flow
    const step = postedStep(flow, before, form.get('step'))
    const way = walked(document, before.answers, step.id)
    if (form.get('operation') === 'back')
      return { filling: at(before, way.steps.at(-1)?.id ?? step.id), wrong: false }
    const fields = askedFields(step, way.answers)
    const given = Object.fromEntries(
      fields.map(({ attribute }) => [attribute, shortened(form.get(attribute) ?? '', MOST.answer)]),
    )
    const { answers, problems } = answersTo(fields, given, book, await this.#listed(visit, journey, kept))
    const all = { ...before.answers, ...answers }
    const asksPassword = fields.some(({ attribute }) => attribute === PASSWORD)
    const typed = given[PASSWORD] ?? ''
    // A person who comes back to the step keeps the password that they chose.
    const chooses = asksPassword && (typed !== '' || before.passwordHash === null)
    const weak = chooses ? this.#refused(visit, typed, all) : undefined
    const wrong = weak === undefined ? problems : { ...problems, [PASSWORD]: weak }
    const { [PASSWORD]: _, ...shown } = given
    if (Object.keys(wrong).length > 0)
      return { filling: { ...before, step: step.id, given: shown, problems: wrong }, wrong: true }
    const next = nextStep(document, step, { ...way.answers, ...answers })
    const end = walked(document, all)
    // Somebody who went back and changed an answer may have to take steps that they have not seen.
    const hasPassword = chooses || before.passwordHash !== null
    const open = next === END ? firstOpen(end.steps, end.answers, hasPassword, book) : undefined
    if (next !== END || open !== undefined) {
      const { passwords } = this.#parts
      const passwordHash = chooses
        ? await passwords.hash(typed, { address: visit.address })
        : before.passwordHash
      return { filling: at({ ...before, answers: all, passwordHash }, open?.id ?? next), wrong: false }
    }
    const last = { ...before, step: step.id, answers: all, given: shown, problems: {} }
    return { answers: end.answers, password: chooses ? { typed } : { hash: before.passwordHash }, last }
  }

  #refused(visit: Visit, password: string, answers: Answers): Message | undefined {
    const { settings, tenancy } = this.#parts
    return refusedPassword(password, {
      tenant: visit.tenant,
      address: tenancy.address(visit.tenant),
      minimum: passwordMinimum(settings.passwordMinimum),
      words: ['given_name', 'family_name', 'email'].map(name => textOrNull(answers[name])),
    })
  }

  /** The choices that the page lists. */
  async #listed(
    visit: Visit,
    journey: Journey,
    kept: readonly string[],
  ): Promise<Record<string, readonly string[]>> {
    const { surfaces } = this.#parts
    const audience = await surfaces.audience(visit.tenant, journey, visit.wish)
    return { locale: [...surfaces.languages(audience).map(([locale]) => locale), ...kept] }
  }
}

/** The step that a form is about: the posted one if the person's answers lead to it, otherwise the current one. */
function postedStep(flow: PublishedFlow, before: Filling, posted: string | undefined): FlowStep {
  const { document } = flow
  const step = posted === undefined ? undefined : stepOf(document, posted)
  if (step === undefined) return fillingStep(flow, before)
  const { steps, answers, arrived } = walked(document, before.answers, step.id)
  const open = firstOpen(steps, answers, before.passwordHash !== null, flow.book)
  return arrived && open === undefined ? step : fillingStep(flow, before)
}

/** The flow at a step, with the answers that were given there before. */
function at(filling: Filling, step: string): Filling {
  return { ...filling, step, given: shownAnswers(filling.answers), problems: {} }
}

function textOrNull(value: Answers[string] | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}
