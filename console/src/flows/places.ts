import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import type { Place } from './design.ts'
import type { Edit, FieldPlace } from './edits.ts'
import { type Askable, stepName } from './names.ts'

/** The JSON pointer of a place. */
export function pathOf(place: Place): string {
  switch (place.of) {
    case 'flow':
      return ''
    case 'end':
      return '/end'
    case 'step':
      return `/steps/${place.step}`
    case 'field':
      return `/steps/${place.step}/fields/${place.field}`
  }
}

/** The place where the target of a JSON pointer is edited. */
export function placeOf(path: string): Place {
  const [, step, field] = /^\/steps\/(\d+)(?:\/fields\/(\d+))?/.exec(path) ?? []
  if (path === '/steps') return { of: 'step', step: 0 }
  if (step === undefined) return path.startsWith('/end') ? { of: 'end' } : { of: 'flow' }
  if (field === undefined) return { of: 'step', step: Number(step) }
  return { of: 'field', step: Number(step), field: Number(field) }
}

/** The name of a place, for people. */
export function placeName(place: Place, { steps }: FlowDocument, { name }: Askable): string {
  if (place.of === 'flow') return 'Flow settings'
  if (place.of === 'end') return 'After the last step'
  const step = steps[place.step]!
  return place.of === 'step' ? stepName(step) : name(step.fields[place.field]!.attribute)
}

/** A moved step or field: its new place, the edit, and the announcement. */
export interface Shift {
  readonly edit: Edit
  readonly place: Place
  readonly says: string
}

/** Moves a step or field up or down by one. A field at the edge of its step moves to the neighbouring step. */
export function shifted(
  place: Place,
  by: 1 | -1,
  document: FlowDocument,
  askable: Askable,
): Shift | undefined {
  const { steps } = document
  if (place.of === 'step') {
    const to = place.step + by
    return to < 0 || to >= steps.length ? undefined : stepTo(place.step, to, document)
  }
  if (place.of !== 'field') return undefined
  const field = place.field + by
  if (field >= 0 && field < steps[place.step]!.fields.length)
    return fieldTo(place, { step: place.step, field }, document, askable)
  const neighbour = steps[place.step + by]
  if (neighbour === undefined) return undefined
  const to = { step: place.step + by, field: by === 1 ? 0 : neighbour.fields.length }
  return fieldTo(place, to, document, askable)
}

/** Moves a step to another position in the list. */
export function stepTo(from: number, to: number, { steps }: FlowDocument): Shift {
  return {
    edit: { what: 'move step', from, to },
    place: { of: 'step', step: to },
    says: `Step “${stepName(steps[from]!)}” is now ${to + 1} of ${steps.length}.`,
  }
}

/** Moves a field to another position in its step, or to another step. */
export function fieldTo(
  { step, field }: FieldPlace,
  to: FieldPlace,
  { steps }: FlowDocument,
  { name }: Askable,
): Shift {
  const target = steps[to.step]!
  const count = target.fields.length + (to.step === step ? 0 : 1)
  const what = name(steps[step]!.fields[field]!.attribute)
  return {
    edit: { what: 'move field', from: { step, field }, to },
    place: { of: 'field', ...to },
    says: `${what} is now ${to.field + 1} of ${count} in “${stepName(target)}”.`,
  }
}
