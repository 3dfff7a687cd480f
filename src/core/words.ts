import { checkLabels, countOf, formOf, type Label, type LabelLine } from './labels.ts'
import { lineFinder } from './lines.ts'
import { labelFolder } from './places.ts'
import { type PluralForm, pluralForm } from './plurals.ts'
import { type Finding, plainText, TemplateFault } from './template/template.ts'

/** The label with the sender of mails: a mailbox such as `Name <name@example.com>`, and no markup. */
export const MAIL_SENDER = 'EMAIL_SENDER'

/** The labels of a file, with its text. */
export interface LabelSource {
  readonly file: string
  readonly text: string
  readonly labels: ReadonlyMap<string, Label>
}

/** A label file, or one of its labels, that exceeds a limit. */
export type WordFault = Omit<Finding, 'offset'> & { readonly line: number; readonly why: string }

/** The plural forms of a label, with the folder of the language whose rules select among them. */
interface Counted {
  readonly folder: string
  /** The macro that selects the form. */
  readonly count: string
  readonly forms: ReadonlyMap<PluralForm, string>
}

/** The texts of labels as plain text, and the faults of labels that could not be used. */
export interface Words {
  readonly texts: ReadonlyMap<string, string>
  /** The labels that have plural forms. */
  readonly counted: ReadonlyMap<string, Counted>
  readonly faults: readonly WordFault[]
  /** The approximate memory in bytes. */
  readonly weight: number
}

/** The texts of all labels, from the closest file first. If its markup exceeds a limit, the next file is used. */
export function wordsOf(chain: readonly LabelSource[]): Words {
  checkLabels(chain)
  const lineOf = lineFinder(name => chain.find(({ file }) => file === name)?.text)
  const texts = new Map<string, string>()
  const counted = new Map<string, Counted>()
  const faults: WordFault[] = []
  let weight = 0
  const read = (file: string, label: string, { text, offset }: LabelLine): string | undefined => {
    try {
      const plain = label !== MAIL_SENDER && /[<&]/.test(text) ? plainText(text) : text
      weight += 2 * (label.length + plain.length) + 100
      return plain
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error
      if (faults.length === MOST_FAULTS) return undefined
      const [name, line] = [error.bound, lineOf(file, offset)]
      faults.push({ what: 'over a bound', name, file, line, why: `$${label}$: ${error.message}` })
      return undefined
    }
  }
  for (const { file, labels } of chain) {
    for (const [name, label] of labels) {
      const plain = texts.has(name) ? undefined : read(file, name, label)
      if (plain === undefined) continue
      texts.set(name, plain)
      const count = countOf(label)
      if (label.forms === undefined || count === undefined) continue
      const forms = Array.from(label.forms, ([form, line]) => [form, read(file, name, line)] as const)
      const readable = forms.filter((entry): entry is [PluralForm, string] => entry[1] !== undefined)
      counted.set(name, { folder: labelFolder(file), count, forms: new Map(readable) })
    }
  }
  return { texts, counted, faults, weight }
}

/** The text of a label with these values for its macros, in the plural form for the count among them. */
export function worded(
  { texts, counted }: Pick<Words, 'texts' | 'counted'>,
  label: string,
  values: Readonly<Record<string, string>>,
): string {
  const plain = texts.get(label) ?? label
  const { folder, count, forms } = counted.get(label) ?? {}
  const form =
    count !== undefined && Object.hasOwn(values, count) ? pluralForm(folder!, values[count]!) : undefined
  const text = (form && (forms?.get(form) ?? forms?.get('other'))) ?? plain
  return text.replace(/@([A-Z_]+)@/g, (all, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : all,
  )
}

/** The maximum number of findings of a kind. The rest appear once these are fixed. */
const MOST_FAULTS = 100

/** The labels whose texts differ between two chains of label files. */
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
  return new Map(files.flatMap(({ labels }) => Array.from(labels, ([name, label]) => [name, said(label)])))
}

/** All texts of a label, for comparing it. */
function said(label: Label): string {
  const forms = [...(label.forms?.keys() ?? [])].sort().map(form => `${form}=${formOf(label, form).text}`)
  return [label.text, ...forms].join('\n')
}
