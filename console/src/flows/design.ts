import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { type Edit, edited, type FieldPlace } from './edits.ts'

/** The selected part of a flow. */
export type Place =
  | { readonly of: 'flow' }
  | { readonly of: 'step'; readonly step: number }
  | ({ readonly of: 'field' } & FieldPlace)
  | { readonly of: 'end' }

interface Moment {
  readonly document: FlowDocument
  readonly place: Place
}

/** A flow in the designer, with undo and redo. */
export interface Design extends Moment {
  readonly past: readonly Moment[]
  readonly future: readonly Moment[]
  /** What was changed last, and when. Further typing in the same place extends this change. */
  readonly last: { readonly key: string; readonly at: number } | null
}

export type Move =
  /** `at` is in milliseconds, on any clock; `place` is selected afterwards. */
  | { readonly do: 'edit'; readonly edit: Edit; readonly at: number; readonly place?: Place }
  | { readonly do: 'look'; readonly place: Place }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' }

const MOST_MOMENTS = 200
/** After a pause of this length, typing starts a new change. */
const PAUSE_MS = 1_000

/** A design at its start. */
export function begun(document: FlowDocument): Design {
  return { document, place: { of: 'step', step: 0 }, past: [], future: [], last: null }
}

/** A design after a move. */
export function designed(design: Design, move: Move): Design {
  const { document, place, past, future, last } = design
  const now = { document, place }
  switch (move.do) {
    case 'look':
      return { ...design, place: within(document, move.place), last: null }
    case 'undo': {
      const before = past.at(-1)
      if (before === undefined) return design
      return { ...before, past: past.slice(0, -1), future: [now, ...future], last: null }
    }
    case 'redo': {
      const [next, ...rest] = future
      if (next === undefined) return design
      return { ...next, past: [...past, now], future: rest, last: null }
    }
    case 'edit': {
      const next = edited(document, move.edit)
      if (JSON.stringify(next) === JSON.stringify(document)) return design
      const key = keyOf(move.edit)
      const goesOn = key !== undefined && last?.key === key && move.at - last.at < PAUSE_MS
      return {
        document: next,
        place: within(next, move.place ?? place),
        past: goesOn ? past : [...past, now].slice(-MOST_MOMENTS),
        future: [],
        last: key === undefined ? null : { key, at: move.at },
      }
    }
  }
}

/** The place, or the nearest existing one. */
function within({ steps }: FlowDocument, place: Place): Place {
  if (place.of === 'flow' || place.of === 'end') return place
  const step = Math.min(place.step, steps.length - 1)
  if (step < 0) return { of: 'flow' }
  if (place.of === 'step') return { of: 'step', step }
  const count = steps[step]!.fields.length
  if (count === 0 || step !== place.step) return { of: 'step', step }
  return { of: 'field', step, field: Math.min(place.field, count - 1) }
}

/** Identifies what a change is about, if later changes can extend it. */
function keyOf(edit: Edit): string | undefined {
  if (edit.what === 'name step') return `name step ${edit.at}`
  if (!('change' in edit)) return undefined
  const at = 'at' in edit ? JSON.stringify(edit.at) : ''
  return `${edit.what} ${at} ${Object.keys(edit.change).join()}`
}
