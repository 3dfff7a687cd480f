import type { Mistake } from '../mistake.ts'
import type { AttributeBook } from './attribute-book.ts'
import { MOST } from './bounds.ts'
import { isImpossible } from './condition.ts'
import { conditionMistakes } from './condition-mistakes.ts'
import { type Condition, END, type FlowDocument, PASSWORD } from './document.ts'
import { fieldMistakes } from './field-mistakes.ts'
import { reachable } from './graph.ts'
import { FLOW_SCHEMA } from './schema.ts'
import { shapeMistakes } from './shape.ts'
import { textMistakes } from './text-mistakes.ts'
import { waysThrough } from './ways.ts'

/** A document that was read. If it has a mistake that is not a warning, it cannot be used. */
export interface ReadFlow {
  /** Absent if the document cannot be used. */
  readonly document?: FlowDocument
  readonly mistakes: readonly Mistake[]
}

/** Reads a flow from JSON, and finds all its mistakes. `offered` are the locales that themes have texts in. */
export function readFlow(value: unknown, book: AttributeBook, offered: readonly string[] = []): ReadFlow {
  const shape = shapeMistakes(FLOW_SCHEMA, value)
  if (shape.length > 0) return { mistakes: shape }
  const document = value as FlowDocument
  const found = [
    ...stepMistakes(document),
    ...kindMistakes(document),
    ...fieldMistakes(document, book),
    ...conditionMistakes(document, book),
  ]
  // The paths through a flow can be checked only if every rule leads to an existing step.
  const sound = !found.some(isError)
  const mistakes = [...found, ...(sound ? wayMistakes(document) : []), ...textMistakes(document, offered)]
  const told = mistakes.slice(0, MOST.mistakes)
  return told.some(isError) ? { mistakes: told } : { document, mistakes: told }
}

/** Whether a mistake prevents the use of a document. */
export function isError({ warning }: Mistake): boolean {
  return !warning
}

function stepMistakes({ steps }: FlowDocument): Mistake[] {
  const ids = steps.map(({ id }) => id)
  return steps.flatMap(({ id, next = [] }, index) => {
    const path = `/steps/${index}`
    const mistakes: Mistake[] = []
    if (id === END)
      mistakes.push({
        path: `${path}/id`,
        reason: `"${END}" stands for the end of the flow. Choose another id.`,
      })
    if (ids.indexOf(id) !== index)
      mistakes.push({ path: `${path}/id`, reason: `There is another step with the id "${id}".` })
    const sure = next.findIndex(({ when }) => when === undefined)
    if (next.length > 0 && sure === -1)
      mistakes.push({
        path: `${path}/next`,
        reason: 'This step leads nowhere if no condition is met. Add a rule without a condition at the end.',
      })
    for (const [at, { to }] of next.entries()) {
      const rule = `${path}/next/${at}`
      const target = to === END ? steps.length : ids.indexOf(to)
      if (target === -1)
        mistakes.push({ path: `${rule}/to`, reason: `There is no step with the id "${to}".` })
      else if (target <= index)
        mistakes.push({
          path: `${rule}/to`,
          reason: `This leads back to "${to}", and people could go in circles. Rules only lead to later steps.`,
        })
      if (sure !== -1 && at > sure)
        mistakes.push({
          path: rule,
          reason: 'This rule never applies, because the one before it always does.',
          warning: true,
        })
    }
    return mistakes
  })
}

function kindMistakes({ kind, verification, invitationOnly, atSignIn, end, steps }: FlowDocument): Mistake[] {
  const mistakes: Mistake[] = []
  const only = (path: string, what: string) =>
    mistakes.push({ path, reason: `This is only possible in a ${what}.` })
  if (kind === 'registration') {
    if (atSignIn !== undefined) only('/atSignIn', 'user form')
    if (verification === 'none' && end.outcome === 'signed_in')
      mistakes.push({
        path: '/end/outcome',
        reason:
          'Signing people in without verifying their address would reveal which addresses have an account. Verify the address, or choose another outcome.',
      })
    if (verification === 'none')
      mistakes.push({
        path: '/verification',
        reason: 'The e-mail address is never verified, so people can register with somebody else’s.',
        warning: true,
      })
  } else {
    if (verification !== undefined) only('/verification', 'registration')
    if (invitationOnly !== undefined) only('/invitationOnly', 'registration')
    if (end.outcome === 'approval') only('/end/outcome', 'registration')
    if (atSignIn && !steps.some(({ fields }) => fields.some(({ required }) => required)))
      mistakes.push({
        path: '/atSignIn',
        reason: 'People never see this form when they sign in, because no field is required.',
        warning: true,
      })
  }
  return mistakes
}

/** The mistakes in the paths through a flow. */
function wayMistakes(document: FlowDocument): Mistake[] {
  const all = reachable(document)
  const unreached = document.steps.flatMap(({ id, fields }, index): Mistake[] => {
    if (all.has(id)) return []
    const path = `/steps/${index}`
    return [
      { path, reason: 'No rule leads to this step.', warning: true },
      ...fields.flatMap(({ required }, at) =>
        required
          ? [
              {
                path: `${path}/fields/${at}`,
                reason: 'This required field is never reached.',
                warning: true,
              } as const,
            ]
          : [],
      ),
    ]
  })
  if (!all.has(END))
    return [...unreached, { path: '/steps', reason: 'No way through the steps leads to the end.' }]
  return [
    ...unreached,
    ...contradictions(document, all),
    ...(document.kind === 'registration' ? essentialMistakes(document) : []),
  ]
}

/** The steps, fields and rules whose conditions contradict the conditions on the way to them. */
function contradictions(document: FlowDocument, linked: ReadonlySet<string>): Mistake[] {
  const { at, before } = waysThrough(document)
  const warned = (path: string, reason: string): Mistake => ({ path, reason, warning: true })
  return document.steps.flatMap(({ id, fields, next = [] }, index) => {
    if (!linked.has(id)) return []
    const path = `/steps/${index}`
    const known = at.get(id)
    if (known === undefined)
      return [
        warned(
          path,
          'People never reach this step, because the conditions on the way to it contradict each other.',
        ),
      ]
    const isLost = (when: Condition | undefined, facts: readonly Condition[] | undefined) =>
      facts !== undefined && !isImpossible(when) && isImpossible(when, facts)
    return [
      ...fields.flatMap(({ when }, place) =>
        isLost(when, known)
          ? [
              warned(
                `${path}/fields/${place}`,
                'This field is never asked for, because its condition contradicts those on the way to this step.',
              ),
            ]
          : [],
      ),
      ...next.flatMap(({ when }, place) =>
        isLost(when, before.get(`${path}/next/${place}`))
          ? [
              warned(
                `${path}/next/${place}`,
                'This rule never applies, because its condition contradicts the rules before it or those on the way to this step.',
              ),
            ]
          : [],
      ),
    ]
  })
}

/** An account needs an address and a password, so every path through a registration must ask for both. */
function essentialMistakes(document: FlowDocument): Mistake[] {
  return ['email', PASSWORD].flatMap((name): Mistake[] => {
    const index = document.steps.findIndex(({ fields }) => fields.some(({ attribute }) => attribute === name))
    const step = document.steps[index]
    if (step === undefined) return [{ path: '/steps', reason: `A registration must ask for "${name}".` }]
    const at = step.fields.findIndex(({ attribute }) => attribute === name)
    const path = `/steps/${index}/fields/${at}`
    const { required, when } = step.fields[at]!
    if (!required || when !== undefined)
      return [
        {
          path,
          reason: `A registration must always ask for "${name}". Make the field required, without a condition.`,
        },
      ]
    return reachable(document, step.id).has(END)
      ? [{ path, reason: `There is a way to the end that does not ask for "${name}".` }]
      : []
  })
}
