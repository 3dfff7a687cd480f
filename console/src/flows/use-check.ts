import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { type ApiError, errorOf } from '../api.ts'
import { checkFlow, type FlowMistake } from './calls.ts'

const PAUSE_MS = 250

interface Checked {
  readonly mistakes: readonly FlowMistake[]
  readonly failure: ApiError | null
}

/** The mistakes in a flow while it is being designed, as the service reports them. */
export function useCheck(reference: string, document: FlowDocument): Checked {
  const [settled] = useDebouncedValue(document, PAUSE_MS)
  const [checked, setChecked] = useState<Checked>({ mistakes: [], failure: null })
  useEffect(() => {
    let isOld = false
    checkFlow(reference, settled).then(
      ({ mistakes }) => {
        if (!isOld) setChecked({ mistakes, failure: null })
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
