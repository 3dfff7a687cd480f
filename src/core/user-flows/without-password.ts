import { REGISTRATION_FLOW } from './defaults.ts'
import { type Condition, END, type FlowDocument, type FlowRule, type FlowStep, PASSWORD } from './document.ts'

/** The built-in registration, for a person who signs in at an identity source. */
export const REGISTRATION_WITHOUT_PASSWORD = stripped(REGISTRATION_FLOW)

/** A registration for a person who signs in at an identity source. A step that asks only for a password is left out. */
export function withoutPassword(document: FlowDocument): FlowDocument {
  return document === REGISTRATION_FLOW ? REGISTRATION_WITHOUT_PASSWORD : stripped(document)
}

function stripped(document: FlowDocument): FlowDocument {
  const gone = document.steps.findIndex(({ fields }) => fields.length > 0 && fields.every(isPassword))
  const steps = document.steps.map(step => ({
    ...step,
    fields: step.fields.filter(field => !isPassword(field)),
  }))
  return { ...document, steps: gone === -1 ? steps : withoutStep(steps, gone) }
}

/** Removes a step. Rules that led to it now lead to its successors. */
function withoutStep(steps: readonly FlowStep[], gone: number): FlowStep[] {
  const { id } = steps[gone]!
  const onward = rulesOf(steps, gone)
  const left = steps.map((step, index) => ({
    ...step,
    next: rulesOf(steps, index).flatMap(rule =>
      rule.to === id ? onward.map(({ when, to }) => ruleFor(both(rule.when, when), to)) : [rule],
    ),
  }))
  // Before the first step, there are no answers, so it can lead to only one other step.
  const first = gone === 0 ? left.findIndex(step => step.id === onward[0]!.to) : 0
  return left.filter((_, index) => index >= first && index !== gone)
}

function rulesOf(steps: readonly FlowStep[], index: number): readonly FlowRule[] {
  return steps[index]!.next ?? [{ to: steps[index + 1]?.id ?? END }]
}

function ruleFor(when: Condition | undefined, to: string): FlowRule {
  return { to, ...(when !== undefined && { when }) }
}

function both(one: Condition | undefined, other: Condition | undefined): Condition | undefined {
  return one === undefined || other === undefined ? (one ?? other) : { all: [one, other] }
}

function isPassword({ attribute }: { readonly attribute: string }): boolean {
  return attribute === PASSWORD
}
