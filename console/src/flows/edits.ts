import type { FieldRule, FlowDocument, FlowField, FlowStep } from '../../../src/core/user-flows/document.ts'
import { mappedTexts, textByLanguage, withoutLanguage } from './texts.ts'

/** The position of a field: the index of its step, and its index within the step. */
export interface FieldPlace {
  readonly step: number
  readonly field: number
}

/** Members to set; undefined removes one. */
export type Change<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/** A change of a flow by its designer. */
export type Edit =
  | { readonly what: 'flow'; readonly change: Change<Omit<FlowDocument, 'steps' | 'end'>> }
  | { readonly what: 'end'; readonly change: Change<FlowDocument['end']> }
  | { readonly what: 'step'; readonly at: number; readonly change: Change<Omit<FlowStep, 'fields' | 'id'>> }
  | { readonly what: 'field'; readonly at: FieldPlace; readonly change: Change<FlowField> }
  | { readonly what: 'rule'; readonly at: FieldPlace; readonly change: Change<FieldRule> }
  | { readonly what: 'add step'; readonly at: number }
  | { readonly what: 'move step'; readonly from: number; readonly to: number }
  | { readonly what: 'remove step'; readonly at: number }
  | { readonly what: 'name step'; readonly at: number; readonly id: string }
  | { readonly what: 'add field'; readonly step: number; readonly field: FlowField }
  | { readonly what: 'move field'; readonly from: FieldPlace; readonly to: FieldPlace }
  | { readonly what: 'remove field'; readonly at: FieldPlace }
  | { readonly what: 'add language' }
  | { readonly what: 'remove language'; readonly locale: string }
  | { readonly what: 'replace'; readonly document: FlowDocument }

/** A flow after an edit. */
export function edited(document: FlowDocument, edit: Edit): FlowDocument {
  const { steps } = document
  switch (edit.what) {
    case 'flow':
      return changed(document, edit.change)
    case 'end':
      return { ...document, end: changed(document.end, edit.change) }
    case 'step':
      return withStep(document, edit.at, step => changed(step, edit.change))
    case 'field':
      return withField(document, edit.at, field => changed(field, edit.change))
    case 'rule':
      return withField(document, edit.at, field => {
        const rule = changed(field.rule ?? {}, edit.change)
        return changed(field, { rule: Object.keys(rule).length === 0 ? undefined : rule })
      })
    case 'add step':
      return { ...document, steps: steps.toSpliced(edit.at, 0, newStep(document)) }
    case 'move step':
      return { ...document, steps: moved(steps, edit.from, edit.to) }
    case 'remove step':
      return withoutStep(document, edit.at)
    case 'name step':
      return renamed(document, edit.at, edit.id)
    case 'add field':
      return withStep(document, edit.step, step => ({ ...step, fields: [...step.fields, edit.field] }))
    case 'move field':
      return withMovedField(document, edit.from, edit.to)
    case 'remove field':
      return withFields(document, edit.at.step, fields => fields.toSpliced(edit.at.field, 1))
    case 'add language':
      return mappedTexts(document, textByLanguage)
    case 'remove language':
      return mappedTexts(document, text => withoutLanguage(text, edit.locale))
    case 'replace':
      return edit.document
  }
}

function changed<T extends object>(before: T, change: Change<Partial<T>>): T {
  const members = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(members) as T
}

function withStep(document: FlowDocument, at: number, change: (step: FlowStep) => FlowStep): FlowDocument {
  return { ...document, steps: document.steps.with(at, change(document.steps[at]!)) }
}

function withFields(
  document: FlowDocument,
  at: number,
  change: (fields: readonly FlowField[]) => readonly FlowField[],
): FlowDocument {
  return withStep(document, at, step => ({ ...step, fields: change(step.fields) }))
}

function withField(
  document: FlowDocument,
  { step, field }: FieldPlace,
  change: (field: FlowField) => FlowField,
): FlowDocument {
  return withFields(document, step, fields => fields.with(field, change(fields[field]!)))
}

function withMovedField(document: FlowDocument, from: FieldPlace, to: FieldPlace): FlowDocument {
  const field = document.steps[from.step]!.fields[from.field]!
  const taken = withFields(document, from.step, fields => fields.toSpliced(from.field, 1))
  return withFields(taken, to.step, fields => fields.toSpliced(to.field, 0, field))
}

function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
}

function newStep({ steps }: FlowDocument): FlowStep {
  const ids = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (ids.has(`step-${number}`)) number += 1
  return { id: `step-${number}`, title: 'New step', fields: [] }
}

/** Removes a step, and the rules that lead to it. */
function withoutStep(document: FlowDocument, at: number): FlowDocument {
  const gone = document.steps[at]!.id
  const steps = document.steps.toSpliced(at, 1).map(step => {
    const next = step.next?.filter(({ to }) => to !== gone)
    return next === undefined ? step : changed(step, { next: next.length === 0 ? undefined : next })
  })
  return { ...document, steps }
}

/** Renames a step, and updates the rules that lead to it. */
function renamed(document: FlowDocument, at: number, id: string): FlowDocument {
  const before = document.steps[at]!.id
  const steps = document.steps.map((step, index) => {
    const named = index === at ? { ...step, id } : step
    const next = named.next?.map(rule => (rule.to === before ? { ...rule, to: id } : rule))
    return next === undefined ? named : { ...named, next }
  })
  return { ...document, steps }
}
