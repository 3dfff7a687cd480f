// A page is parsed once with a word in place of each label, to see what a label has to fit into, and again with the texts
// of the labels. Most labels are words between tags or between quotes, which fit as they are written. Checks read hundreds
// of pages, and put such labels in at once: one parse then tells where they are, and that none of them had to be changed.
import { TemplateFault } from './bounds.ts'
import type { Item } from './expand.ts'
import { withoutLabel } from './fitted.ts'
import { type Marked, marked } from './marked.ts'
import type { MarkupAttribute, MarkupToken, ParsedPage } from './markup.ts'

interface Written {
  /** With the texts of labels. */
  readonly items: readonly Item[]
  readonly text: Marked
  readonly parsed: ParsedPage
}

/** Elements that labels may bring along: they change nothing about how the rest of a page is read. */
const HARMLESS = new Set('a abbr b bdi br code em i kbd mark small span strong sub sup time u wbr'.split(' '))
/** Elements whose text is code, or is read in another way without scripts. */
const RAW = new Set('script style noscript xmp iframe noembed noframes plaintext'.split(' '))
/** Attributes that are words, and neither code nor addresses. */
const WORDS = /^(?:title|alt|placeholder|value|label|content|(?:aria|data)-[a-z-]+)$/

/**
 * The page with the texts of its labels inserted unchanged; undefined if a text may need to be changed to fit, or may
 * change what follows. `final` makes an item in the form that it has in the page.
 */
export function asWritten(
  before: readonly Item[],
  texts: ReadonlyMap<number, readonly Item[]>,
  final: (item: Item) => Item,
  parse: (source: string) => ParsedPage,
): Written | undefined {
  const labels: { first: number; last: number }[] = []
  const items: Item[] = []
  for (const [index, item] of before.entries()) {
    const inside = texts.get(index)
    if (inside === undefined) items.push(final(withoutLabel(item)))
    else {
      labels.push({ first: items.length, last: items.length + inside.length })
      for (const one of inside) items.push(final(one))
    }
  }
  const text = marked(items, ({ kind }) => kind === 'macro')
  try {
    const parsed = parse(text.source)
    if (parsed.scripted !== parsed.scriptless) return undefined
    const { tokens, sureUntil } = parsed.scripted
    const stretches = labels.map(({ first, last }) => [text.starts[first]!, text.starts[last]!] as const)
    if (stretches.some(([, end]) => end > sureUntil)) return undefined
    return fitsAll(text.source, tokens, stretches) ? { items, text, parsed } : undefined
  } catch (error) {
    // Parsing it in two steps tells what the fault is and where.
    if (error instanceof TemplateFault) return undefined
    throw error
  }
}

/** Whether stretches of a page, in ascending order, fit as they are written. */
function fitsAll(
  source: string,
  tokens: readonly MarkupToken[],
  stretches: readonly (readonly [start: number, end: number])[],
): boolean {
  let at = 0
  for (const [start, end] of stretches) {
    // Without a text, what is around it may be read in another way than with a word.
    if (!/\S/.test(source.slice(start, end))) return false
    while (at < tokens.length && tokens[at]!.end <= start) at++
    const token = tokens[at]
    if (token?.kind === 'startTag' && token.start < start) {
      if (!fitsAttribute(source, token, start, end)) return false
    } else if (!isNeutral(tokens, at, start, end)) return false
  }
  return true
}

function fitsAttribute(source: string, { attributes }: MarkupToken, start: number, end: number): boolean {
  const isAround = ({ valueStart, valueEnd }: MarkupAttribute) => valueStart <= start && end <= valueEnd
  const attribute = attributes.find(isAround)
  if (attribute === undefined || attribute.quote === '' || !WORDS.test(attribute.name)) return false
  return !source.slice(start, end).includes(attribute.quote)
}

/** Whether a stretch is text, with harmless elements at most, from its beginning to its end. */
function isNeutral(tokens: readonly MarkupToken[], from: number, start: number, end: number): boolean {
  // A tag that the page does not end is no token.
  let covered = start
  for (let at = from; at < tokens.length && tokens[at]!.start < end; at++) {
    const { kind, name, foreign, start: begin, end: close } = tokens[at]!
    if (begin > covered) return false
    covered = close
    if (kind === 'text') {
      if (RAW.has(name) || foreign) return false
      continue
    }
    if (begin < start || close > end || !HARMLESS.has(name) || foreign) return false
    if (kind !== 'startTag' && kind !== 'endTag') return false
  }
  return covered >= end
}
