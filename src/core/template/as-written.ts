// Normally, a page is parsed twice. The first time, a word replaces each label, to find the context of the label. The
// second time, the texts of the labels are inserted. Most labels are words between tags or quotes, which fit unchanged.
// Checks read hundreds of pages, so they insert such labels at once. One parse then shows where they are, and that none
// had to be changed.
import { TemplateFault } from './bounds.ts'
import type { Item } from './expand.ts'
import { withoutLabel } from './fitted.ts'
import { type Marked, marked } from './marked.ts'
import type { MarkupAttribute, MarkupToken, ParsedPage } from './markup.ts'

interface Written {
  /** The items, with the texts of labels. */
  readonly items: readonly Item[]
  readonly text: Marked
  readonly parsed: ParsedPage
}

/** Elements that labels may contain. They do not change how the rest of a page is parsed. */
const HARMLESS = new Set('a abbr b bdi br code em i kbd mark small span strong sub sup time u wbr'.split(' '))
/** Elements whose text is code, or is parsed differently without scripts. */
const RAW = new Set('script style noscript xmp iframe noembed noframes plaintext'.split(' '))
/** Attributes that contain words, and neither code nor URLs. */
const WORDS = /^(?:title|alt|placeholder|value|label|content|(?:aria|data)-[a-z-]+)$/

/**
 * The page with the texts of its labels inserted unchanged. Undefined if a text may need to be changed to fit, or may
 * change what follows. `final` converts an item to its form in the page.
 */
export function asWritten(
  before: readonly Item[],
  texts: ReadonlyMap<number, readonly Item[]>,
  secret: string,
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
  const text = marked(items, secret, ({ kind }) => kind === 'macro')
  try {
    const parsed = parse(text.source)
    if (parsed.scripted !== parsed.scriptless) return undefined
    const { tokens, sureUntil } = parsed.scripted
    const stretches = labels.map(({ first, last }) => [text.starts[first]!, text.starts[last]!] as const)
    if (stretches.some(([, end]) => end > sureUntil)) return undefined
    return fitsAll(text.source, tokens, stretches) ? { items, text, parsed } : undefined
  } catch (error) {
    // Parsing in two steps finds the fault and its place.
    if (error instanceof TemplateFault) return undefined
    throw error
  }
}

/** Whether parts of a page, in ascending order, fit unchanged. */
function fitsAll(
  source: string,
  tokens: readonly MarkupToken[],
  stretches: readonly (readonly [start: number, end: number])[],
): boolean {
  let at = 0
  for (const [start, end] of stretches) {
    // An empty text could change how its surroundings are parsed.
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

/** Whether a part consists only of text and harmless elements. */
function isNeutral(tokens: readonly MarkupToken[], from: number, start: number, end: number): boolean {
  // An unclosed tag does not become a token.
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
