import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { FLOW_SCHEMA } from '../../../src/core/user-flows/schema.ts'
import { shapeMistakes } from '../../../src/core/user-flows/shape.ts'
import { type ApiError, errorOf } from '../api.ts'
import { checkFlow, type FlowMistake } from './calls.ts'

const PAUSE_MS = 250

interface Checked {
  /** Whether the document is well-formed, even if it has other mistakes. */
  readonly sound: boolean
  readonly mistakes: readonly FlowMistake[]
  readonly failure: ApiError | null
}

/** The mistakes in a flow while it is being designed, as the service reports them. */
export function useCheck(reference: string, document: FlowDocument): Checked {
  const [settled] = useDebouncedValue(document, PAUSE_MS)
  const [checked, setChecked] = useState<Checked>({ sound: true, mistakes: [], failure: null })
  useEffect(() => {
    let isOld = false
    checkFlow(reference, settled).then(
      ({ mistakes }) => {
        if (!isOld)
          setChecked({ sound: shapeMistakes(FLOW_SCHEMA, settled).length === 0, mistakes, failure: null })
      },
      thrown => {
        if (!isOld) setChecked(before => ({ ...before, failure: errorOf(thrown) }))
      },
    )
    return () => {
      isOld = true
    }
  }, [reference, settled])
  return checked
}
