import { checkLabels, type Label } from './labels.ts'
import { lineFinder } from './lines.ts'
import { type Finding, plainText, TemplateFault } from './template/template.ts'

/** The labels of a file, with its text. */
export interface LabelSource {
  readonly file: string
  readonly text: string
  readonly labels: ReadonlyMap<string, Label>
}

/** A label file that is over a bound, or one of its labels. */
export type WordFault = Omit<Finding, 'offset'> & { readonly line: number; readonly why: string }

/** The texts of labels as plain text, and what kept some of them from being used. */
export interface Words {
  readonly texts: ReadonlyMap<string, string>
  readonly faults: readonly WordFault[]
  /** Bytes of memory, roughly. */
  readonly weight: number
}

/** The texts of all labels, those of closer files first; one whose markup is over a bound gives way to the next. */
export function wordsOf(chain: readonly LabelSource[]): Words {
  checkLabels(chain)
  const lineOf = lineFinder(name => chain.find(({ file }) => file === name)?.text)
  const texts = new Map<string, string>()
  const faults: WordFault[] = []
  let weight = 0
  for (const { file, labels } of chain) {
    for (const [label, { text, offset }] of labels) {
      if (texts.has(label)) continue
      try {
        const plain = /[<&]/.test(text) ? plainText(text) : text
        texts.set(label, plain)
        weight += 2 * (label.length + plain.length) + 100
      } catch (error) {
        if (!(error instanceof TemplateFault)) throw error
        if (faults.length === MOST_FAULTS) continue
        const [name, line] = [error.bound, lineOf(file, offset)]
        faults.push({ what: 'over a bound', name, file, line, why: `$${label}$: ${error.message}` })
      }
    }
  }
  return { texts, faults, weight }
}

/** Further ones are found when these are gone. */
const MOST_FAULTS = 100

/** The labels whose texts differ between two chains of files, as they stand there, other than between two shared ones. */
export function changedLabels(
  was: readonly LabelSource[],
  is: readonly LabelSource[],
  shared?: { readonly was: readonly LabelSource[]; readonly is: readonly LabelSource[] },
): string[] {
  const [before, after] = [closest(was), closest(is)]
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter(name => before.get(name) !== after.get(name))
  if (shared === undefined) return changed
  const [wasShared, isShared] = [closest(shared.was), closest(shared.is)]
  return changed.filter(
    name => before.get(name) !== wasShared.get(name) || after.get(name) !== isShared.get(name),
  )
}

function closest(chain: readonly LabelSource[]): Map<string, string> {
  checkLabels(chain)
  const files = chain.toReversed()
  return new Map(files.flatMap(({ labels }) => Array.from(labels, ([name, { text }]) => [name, text])))
}
