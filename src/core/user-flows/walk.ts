import { meets } from './answers.ts'
import type { AttributeBook } from './attribute-book.ts'
import { holds } from './condition.ts'
import {
  type Answers,
  END,
  type FlowDocument,
  type FlowField,
  type FlowStep,
  PASSWORD,
  stepOf,
} from './document.ts'

/** The step that follows one, given the answers so far; `end` after the last. */
export function nextStep({ steps }: FlowDocument, { id, next }: FlowStep, answers: Answers): string {
  const rule = next?.find(({ when }) => holds(when, answers))
  return rule?.to ?? steps[steps.findIndex(step => step.id === id) + 1]?.id ?? END
}

/** The fields of a step that are asked for, given the answers to the steps before it. */
export function askedFields({ fields }: FlowStep, answers: Answers): readonly FlowField[] {
  return fields.filter(({ when }) => holds(when, answers))
}

/**
 * The first of these steps that the person has yet to complete: an answer is missing, or breaks the rule of its field.
 * Answers that come from an identity source have not been through a form, so this is where they are checked.
 */
export function firstOpen(
  steps: readonly FlowStep[],
  answers: Answers,
  hasPassword: boolean,
  book: AttributeBook,
): FlowStep | undefined {
  return steps.find(step =>
    askedFields(step, answers).some(({ attribute, required = false, rule }) => {
      if (attribute === PASSWORD) return !hasPassword
      // The attribute was removed after the flow was published, so no form asks for it.
      if (!book.has(attribute)) return false
      const value = answers[attribute]
      if (value === undefined || value === null) return value === undefined || required
      return rule !== undefined && !meets(rule, value)
    }),
  )
}

/** Whether a required answer of a person is missing, or the person has agreed to an earlier version of the terms. */
export function isLacking(document: FlowDocument, known: Answers, book: AttributeBook): boolean {
  const { steps, answers } = walked(document, known)
  return steps.some(step =>
    askedFields(step, answers).some(({ attribute, required = false }) => {
      const value = answers[attribute] ?? null
      const { kind, rule } = book.get(attribute) ?? {}
      if (!required || kind === undefined) return false
      return value === null || (kind === 'consent' && rule?.(String(value)) === undefined)
    }),
  )
}

/** Whether every answer that a document asks for satisfies the rule of its field. */
export function isFitting(document: FlowDocument, known: Answers): boolean {
  const { steps, answers } = walked(document, known)
  return steps.every(step =>
    askedFields(step, answers).every(({ attribute, rule }) => {
      const value = answers[attribute] ?? null
      return value === null || rule === undefined || meets(rule, value)
    }),
  )
}

/**
 * The steps from the first one on, in the order that the answers determine. Answers to other steps, or to fields that
 * are no longer asked for, are ignored, because the person went back and changed an answer. The walk stops at the given
 * step.
 */
export function walked(
  document: FlowDocument,
  answers: Answers,
  until: string = END,
): { readonly steps: readonly FlowStep[]; readonly answers: Answers; readonly arrived: boolean } {
  const steps: FlowStep[] = []
  const counted: Record<string, Answers[string]> = {}
  let at = document.steps[0]!.id
  // Rules only lead forward, so each step occurs once.
  while (at !== until && at !== END && steps.length < document.steps.length) {
    const step = stepOf(document, at)
    // A flow that is still being designed may have rules that lead nowhere.
    if (step === undefined) break
    steps.push(step)
    const asked = askedFields(step, counted).map(({ attribute }) => attribute)
    for (const name of asked) if (Object.hasOwn(answers, name)) counted[name] = answers[name]!
    at = nextStep(document, step, counted)
  }
  return { steps, answers: counted, arrived: at === until }
}
