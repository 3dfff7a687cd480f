import { useCallback, useEffect, useReducer, useState } from 'react'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { begun, type Design, designed, type Place } from './design.ts'
import type { Edit } from './edits.ts'

/** The version that a design is compared with: the newest one that its designer has seen. */
export interface Base {
  /** Null for a flow that has never been published. */
  readonly version: number | null
  readonly document: FlowDocument
}

export interface DesignState {
  readonly design: Design
  readonly base: Base
  readonly dirty: boolean
  readonly change: (edit: Edit, place?: Place) => void
  readonly look: (place: Place) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly rebase: (base: Base) => void
}

/** A flow in the designer, with undo by buttons and keys. */
export function useDesign(start: Base): DesignState {
  const [base, rebase] = useState(start)
  const [design, move] = useReducer(designed, start.document, begun)
  const change = useCallback(
    (edit: Edit, place?: Place) =>
      move({ do: 'edit', edit, at: performance.now(), ...(place !== undefined && { place }) }),
    [],
  )
  const look = useCallback((place: Place) => move({ do: 'look', place }), [])
  const undo = useCallback(() => move({ do: 'undo' }), [])
  const redo = useCallback(() => move({ do: 'redo' }), [])
  useUndoKeys(undo, redo)
  const dirty = base.version === null || JSON.stringify(design.document) !== JSON.stringify(base.document)
  return { design, base, dirty, change, look, undo, redo, rebase }
}

function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if ((!ctrlKey && !metaKey) || altKey) return
      if (target instanceof Element && target.closest('[role=dialog]') !== null) return
      const letter = key.toLowerCase()
      if (letter !== 'z' && letter !== 'y') return
      event.preventDefault()
      if (letter === 'y' || shiftKey) redo()
      else undo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo])
}
