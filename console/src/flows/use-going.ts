import { useCallback, useEffect, useState } from 'react'
import type { Place } from './design.ts'
import { placeOf } from './places.ts'

const FIELDS = 'input:not([type=hidden]), textarea, button'

/** Goes to the target of a JSON pointer, and focuses its field. */
export function useGoing(look: (place: Place) => void): (path: string) => void {
  const [wanted, setWanted] = useState<{ readonly path: string }>()
  useEffect(() => {
    if (wanted === undefined) return
    const field = fieldFor(wanted.path)
    field?.focus()
    field?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  return useCallback(
    (path: string) => {
      look(placeOf(path))
      setWanted({ path })
    },
    [look],
  )
}

/** The field for a path, or for the nearest enclosing part that has one. */
function fieldFor(path: string): HTMLElement | null {
  for (let around = path; ; around = around.slice(0, around.lastIndexOf('/'))) {
    const part = document.querySelector(`[data-path="${CSS.escape(around)}"]`)
    const field = part?.querySelector<HTMLElement>(FIELDS)
    if (field != null) return field
    if (around === '') return null
  }
}
