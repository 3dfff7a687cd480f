import type { Label } from './labels.ts'
import { type Finding, plainText, TemplateFault } from './template/template.ts'

/** The labels of a file, with its text. */
export interface LabelSource {
  readonly file: string
  readonly text: string
  readonly labels: ReadonlyMap<string, Label>
}

/** The texts of labels as plain text, and what kept some of them from being used. */
export interface Words {
  readonly texts: ReadonlyMap<string, string>
  readonly faults: readonly (Omit<Finding, 'offset'> & { readonly line: number; readonly why: string })[]
}

/** The texts of all labels, those of closer files first; one whose markup is over a bound gives way to the next. */
export function wordsOf(chain: readonly LabelSource[]): Words {
  const texts = new Map<string, string>()
  const faults: Words['faults'][number][] = []
  for (const { file, text: whole, labels } of chain) {
    for (const [label, { text, offset }] of labels) {
      if (texts.has(label)) continue
      try {
        texts.set(label, /[<&]/.test(text) ? plainText(text) : text)
      } catch (error) {
        if (!(error instanceof TemplateFault)) throw error
        if (faults.length === MOST_FAULTS) continue
        const line = whole.slice(0, offset).split('\n').length
        faults.push({
          what: 'over a bound',
          name: error.bound,
          file,
          line,
          why: `$${label}$: ${error.message}`,
        })
      }
    }
  }
  return { texts, faults }
}

/** Further ones are found when these are gone. */
const MOST_FAULTS = 100
