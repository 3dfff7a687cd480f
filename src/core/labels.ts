import { countIn, type PluralForm } from './plurals.ts'
import { counter, TEMPLATE_BOUNDS } from './template/bounds.ts'

/** The text of a label, and its position in the file. */
export interface LabelLine {
  readonly text: string
  readonly offset: number
}

/** A label: its plain text, and its plural forms. */
export interface Label extends LabelLine {
  readonly forms?: ReadonlyMap<PluralForm, LabelLine>
}

const NAME = /^\$([A-Z][A-Z0-9_]*)(?:\.(zero|one|two|few|many|other))?\$$/

/** The key of a line `$NAME$=text` or `$NAME.one$=text`, and the label that it is for; undefined for any other line. */
export function labelKey(line: string): { readonly key: string; readonly name: string } | undefined {
  const key = line.slice(0, Math.max(0, line.indexOf('='))).trim()
  const name = NAME.exec(key)?.[1]
  return name === undefined ? undefined : { key, name }
}

/**
 * The labels of a file: lines `$NAME$=text`, and lines such as `$NAME.one$=text` for plural forms. If a name occurs
 * twice, the last line counts. A label without a plain text uses its form `other`. A label with neither is ignored,
 * like every other line.
 */
export function labelsOf(text: string): Map<string, Label> {
  const plain = new Map<string, LabelLine>()
  const forms = new Map<string, Map<PluralForm, LabelLine>>()
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]+/g)) {
    const equals = line.indexOf('=')
    const key = line.slice(0, Math.max(0, equals)).trim()
    const [, name, form] = NAME.exec(key) ?? []
    if (name === undefined) continue
    const value = line.slice(equals + 1)
    const offset = start + equals + 1 + (value.length - value.trimStart().length)
    const said = { text: value.trim(), offset }
    if (form === undefined) plain.set(name, said)
    else forms.set(name, (forms.get(name) ?? new Map()).set(form as PluralForm, said))
  }
  const labels = new Map<string, Label>(plain)
  for (const [name, of] of forms) {
    const usual = plain.get(name) ?? of.get('other')
    if (usual !== undefined) labels.set(name, { ...usual, forms: of })
  }
  return labels
}

/** The line of a label for a plural form: that form, otherwise `other`, otherwise the plain text. */
export function formOf(label: Label, form: PluralForm | undefined): LabelLine {
  return (form && (label.forms?.get(form) ?? label.forms?.get('other'))) ?? label
}

/** The lines of a label, without duplicates. */
export function linesOf(label: Label): readonly LabelLine[] {
  const { forms } = label
  if (forms === undefined) return [label]
  const lines = [...forms.values()]
  return lines.some(({ offset }) => offset === label.offset) ? lines : [label, ...lines]
}

/** The macro whose value selects the plural form of a label; undefined for a label without forms. */
export function countOf(label: Label): string | undefined {
  if (label.forms === undefined) return undefined
  for (const { text } of linesOf(label)) {
    const count = countIn(text)
    if (count !== undefined) return count
  }
  return undefined
}

interface LabelChain {
  readonly file: string
  readonly labels: ReadonlyMap<string, Label>
}

/** Throws if the label files of a language have too many labels, or too much text in total. */
export function checkLabels(chain: readonly LabelChain[]): void {
  const sizes = chain.map(({ labels }) => sizeOf(labels))
  const sum = (key: keyof LabelsSize) => sizes.reduce((total, size) => total + size[key], 0)
  if (sum('count') <= TEMPLATE_BOUNDS.labels && sum('length') <= TEMPLATE_BOUNDS.labelTexts) return
  const [count, length] = [counter('labels'), counter('labelTexts')]
  for (const { file, labels } of chain) {
    for (const [name, label] of labels) {
      for (const { text, offset } of linesOf(label)) {
        count(1, { file, offset })
        length(name.length + text.length, { file, offset })
      }
    }
  }
}

interface LabelsSize {
  readonly count: number
  readonly length: number
}

/** Cached, because every page of a language uses the same files. */
const sizes = new WeakMap<ReadonlyMap<string, Label>, LabelsSize>()

function sizeOf(labels: ReadonlyMap<string, Label>): LabelsSize {
  const known = sizes.get(labels)
  if (known !== undefined) return known
  let [count, length] = [0, 0]
  for (const [name, label] of labels) {
    for (const { text } of linesOf(label)) {
      count += 1
      length += name.length + text.length
    }
  }
  sizes.set(labels, { count, length })
  return { count, length }
}

/** Decodes a file: UTF-8, UTF-16 if it has a byte order mark, otherwise the Western encoding of old editors. */
export function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Some editors have put the mark of UTF-8 before it.
    const isMarked = first === 0xef && second === 0xbb && bytes[2] === 0xbf
    return new TextDecoder('windows-1252').decode(isMarked ? bytes.subarray(3) : bytes)
  }
}
