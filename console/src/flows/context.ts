import { createContext, useContext } from 'react'
import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import type { FlowMistake } from './calls.ts'
import type { Place } from './design.ts'
import type { Edit } from './edits.ts'
import type { Askable } from './names.ts'

/** The context of all parts of the designer. */
export interface Designing {
  readonly document: FlowDocument
  readonly place: Place
  readonly askable: Askable
  readonly mistakes: readonly FlowMistake[]
  /** Changes the flow; `place` is selected afterwards. */
  readonly change: (edit: Edit, place?: Place) => void
  readonly look: (place: Place) => void
  /** Announces a change to screen readers. */
  readonly say: (text: string) => void
}

export const DesigningContext = createContext<Designing | null>(null)

export function useDesigning(): Designing {
  const designing = useContext(DesigningContext)
  if (designing === null) throw new Error('used outside of the designer')
  return designing
}

/** The language of the texts that are being typed, and whether there are others. */
export interface Typing {
  readonly locale: string
  readonly several: boolean
}

export const TypingContext = createContext<Typing>({ locale: DEFAULT_LOCALE, several: false })

/** The mistakes by path. Each is shown beside its field. */
export const MistakesContext = createContext<readonly FlowMistake[]>([])
