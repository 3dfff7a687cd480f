import { counter, type FaultPlace } from './bounds.ts'
import { labelsFor, tokens } from './grammar.ts'

/** A text and its file. */
export interface SourceText {
  readonly file: string
  readonly text: string
  /** The offset of the text in its file. */
  readonly offset?: number
}

interface Stretch {
  readonly text: string
  readonly file: string
  readonly offset: number
  /** The label that inserted it. */
  readonly label?: string
}

/** A macro, a label or an end of a repeat. */
export interface Construct extends Stretch {
  readonly kind: 'macro' | 'label' | 'repeat' | 'endRepeat'
  readonly name: string
}

/** A piece of an expanded template. It knows the file and the offset that it comes from. */
export type Item = (Stretch & { readonly kind: 'text' }) | Construct

/** Counts what is inserted into a page, so that a few lines cannot grow into gigabytes. */
export type Spend = (item: Pick<Item, 'kind' | 'text'> & FaultPlace) => void

/** A budget that starts at zero. */
export function budget(): Spend {
  const page = counter('page')
  const constructs = counter('constructs')
  return ({ kind, text, file, offset }) => {
    page(text.length, { file, offset })
    if (kind !== 'text') constructs(1, { file, offset })
  }
}

const INCLUDES = new Set(['PAGE_HEADER', 'PAGE_FOOTER'])

/** Splits a text into items. */
export function itemsOf({ file, text, offset: start = 0 }: SourceText, label?: string): Item[] {
  const from = label === undefined ? {} : { label }
  const items: Item[] = []
  const constructs = counter('constructs')
  counter('page')(text.length, { file, offset: start })
  for (const token of tokens(text)) {
    const place = { text: text.slice(token.start, token.end), file, offset: start + token.start, ...from }
    if (token.kind === 'text') items.push({ kind: 'text', ...place })
    else {
      constructs(1, { file, offset: place.offset })
      items.push({ kind: token.kind, name: token.name, ...place })
    }
  }
  return items
}

/** The labels that a text may show, without duplicates. */
export function labelNames(source: SourceText): string[] {
  const names = itemsOf(source).flatMap(item =>
    item.kind === 'label' || isOldLabel(item) ? labelsFor(item.name) : [],
  )
  return [...new Set(names)]
}

/** Whether a macro has the name of a label. Old pages made for IBM Security Verify write labels like that. */
export function isOldLabel(item: Item): item is Construct {
  return item.kind === 'macro' && item.name.startsWith('LABEL_')
}

/** The page with its header and footer inserted. An include inside itself is dropped, and reported to `cycle`. */
export function included(
  page: SourceText,
  snippet: (name: string) => SourceText | undefined,
  cycle: (item: Construct) => void,
  spend: Spend,
  open: readonly string[] = [],
): Item[] {
  return itemsOf(page).flatMap(item => {
    spend(item)
    if (item.kind !== 'macro' || !INCLUDES.has(item.name)) return [item]
    if (open.includes(item.name)) {
      cycle(item)
      return []
    }
    const inner = snippet(item.name)
    return inner === undefined ? [] : included(inner, snippet, cycle, spend, [...open, item.name])
  })
}

/** Turns markers into text if they have no partner, or if they are nested in another repeat or around it. */
export function paired(items: readonly Item[]): Item[] {
  const partners = new Set<number>()
  const open = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    if (item.kind === 'repeat') open.set(item.name, index)
    const start = item.kind === 'endRepeat' ? open.get(item.name) : undefined
    if (start === undefined) continue
    partners.add(start).add(index)
    open.clear()
  }
  return items.map((item, index) => {
    if ((item.kind !== 'repeat' && item.kind !== 'endRepeat') || partners.has(index)) return item
    const { text, file, offset } = item
    return { kind: 'text', text, file, offset }
  })
}
