import { REGISTRATION_FLOW } from './defaults.ts'
import { type Condition, END, type FlowDocument, type FlowRule, type FlowStep, PASSWORD } from './document.ts'

/** The registration of a tenant that has designed none, for somebody who signs in elsewhere. */
export const REGISTRATION_WITHOUT_PASSWORD = stripped(REGISTRATION_FLOW)

/** A registration for somebody who signs in elsewhere. A step that asks for nothing but a password is left out. */
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

/** Steps without one of them: whatever led to it leads to where it led. */
function withoutStep(steps: readonly FlowStep[], gone: number): FlowStep[] {
  const { id } = steps[gone]!
  const onward = rulesOf(steps, gone)
  const left = steps.map((step, index) => ({
    ...step,
    next: rulesOf(steps, index).flatMap(rule =>
      rule.to === id ? onward.map(({ when, to }) => ruleFor(both(rule.when, when), to)) : [rule],
    ),
  }))
  // Nothing was answered before the first step, so it leads to one other.
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
