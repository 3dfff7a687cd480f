import { type DragEvent, useState } from 'react'
import { useDesigning } from './context.ts'
import type { Place } from './design.ts'
import { fieldTo, pathOf, type Shift, stepTo } from './places.ts'

type Movable = Place & { readonly of: 'step' | 'field' }

/** The drag and drop handlers for the lines of the outline. */
export interface Dragging {
  from(place: Place): object
  over(place: Movable): object
}

/** Moves steps and fields with the mouse. The keyboard has separate commands. */
export function useDragging(): Dragging {
  const { document, askable, change, say } = useDesigning()
  const [dragged, setDragged] = useState<Movable>()
  const [target, setTarget] = useState<Movable>()
  const landed = (to: Movable): Shift | undefined => {
    if (dragged === undefined || pathOf(dragged) === pathOf(to)) return undefined
    if (dragged.of === 'step') return stepTo(dragged.step, to.step, document)
    const end = { step: to.step, field: document.steps[to.step]!.fields.length }
    return fieldTo(
      dragged,
      to.of === 'field' ? to : { ...end, field: endOf(dragged, end) },
      document,
      askable,
    )
  }
  const stop = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  return {
    from: place => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        // Firefox does not drag elements without data.
        event.dataTransfer.setData('text/plain', pathOf(place))
        if (place.of === 'step' || place.of === 'field') setDragged(place)
      },
      onDragEnd: stop,
    }),
    over: place => ({
      'data-target': target !== undefined && pathOf(target) === pathOf(place) ? '' : undefined,
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined || (dragged.of === 'step' && place.of === 'field')) return
        event.preventDefault()
        event.stopPropagation()
        if (target === undefined || pathOf(target) !== pathOf(place)) setTarget(place)
      },
      onDrop: (event: DragEvent) => {
        if (dragged === undefined || (dragged.of === 'step' && place.of === 'field')) return
        event.preventDefault()
        event.stopPropagation()
        const shift = landed(place)
        stop()
        if (shift === undefined) return
        change(shift.edit, shift.place)
        say(shift.says)
      },
    }),
  }
}

/** The last position in a step for a field, which may come from the same step. */
function endOf(dragged: Movable, end: { readonly step: number; readonly field: number }): number {
  return dragged.step === end.step ? end.field - 1 : end.field
}
