import { counter, type FaultPlace } from './bounds.ts'
import { labelsFor, tokens } from './grammar.ts'

/** A text with the file it comes from. */
export interface SourceText {
  readonly file: string
  readonly text: string
  /** Where the text begins in its file. */
  readonly offset?: number
}

interface Stretch {
  readonly text: string
  readonly file: string
  readonly offset: number
  /** The label that brought it in. */
  readonly label?: string
}

/** A macro, a label or an end of a repeat. */
export interface Construct extends Stretch {
  readonly kind: 'macro' | 'label' | 'repeat' | 'endRepeat'
  readonly name: string
}

/** A stretch of an expanded template; it knows the file and the offset that made it. */
export type Item = (Stretch & { readonly kind: 'text' }) | Construct

/** Counts what goes into a page, so that a few lines cannot grow into gigabytes. */
export type Spend = (item: Pick<Item, 'kind' | 'text'> & FaultPlace) => void

/** Counts from nothing. */
export function budget(): Spend {
  const page = counter('page')
  const constructs = counter('constructs')
  return ({ kind, text, file, offset }) => {
    page(text.length, { file, offset })
    if (kind !== 'text') constructs(1, { file, offset })
  }
}

const INCLUDES = new Set(['PAGE_HEADER', 'PAGE_FOOTER'])

/** The constructs of a text, as items. */
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

/** The labels that a text may show, each once. */
export function labelNames(source: SourceText): string[] {
  const names = itemsOf(source).flatMap(item =>
    item.kind === 'label' || isOldLabel(item) ? labelsFor(item.name) : [],
  )
  return [...new Set(names)]
}

/** Whether a macro has the name of a label, as old pages made for IBM Security Verify write labels. */
export function isOldLabel(item: Item): item is Construct {
  return item.kind === 'macro' && item.name.startsWith('LABEL_')
}

/** The page with its header and footer in place. An include within itself is dropped, and told to `cycle`. */
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

/** Markers that have no partner, or that stand around or inside another repeat, are text. */
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
