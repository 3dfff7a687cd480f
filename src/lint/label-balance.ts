import { markupOf, TemplateFault } from '../core/template/template.ts'
import { type TagFlaw, tagFlaws } from './broken-tags.ts'

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose end tag may be left out. */
const IMPLIED = new Set('p li dt dd option tr td th'.split(' '))

/** Flaws that let a label run on into the page around it. */
const RUNS_ON: Readonly<Partial<Record<TagFlaw['kind'], string>>> = {
  quote: 'A quote is not closed',
  tag: 'A tag is not closed',
  comment: 'A comment is not closed',
}

/** A tag without its partner, or what else of a label does not end in it. */
interface Imbalance {
  readonly what: string
  readonly start: number
  readonly end: number
}

/** Elements that labels mostly have, and that need no parser: none of them moves or closes others. */
const PLAIN = new Set('a b bdi code em i kbd small span strong sub sup u'.split(' '))
const PLAIN_TAG = /<(\/?)([a-z]{1,6})((?: [a-z-]{1,30}="[^"<>]{0,500}"){0,9})>/y

/** Whether a label has simple tags only, each with its partner. */
function isPlainlyBalanced(text: string): boolean {
  const open: string[] = []
  let at = text.indexOf('<')
  for (; at !== -1; at = text.indexOf('<', PLAIN_TAG.lastIndex)) {
    PLAIN_TAG.lastIndex = at
    const [, slash, name = '', attributes] = PLAIN_TAG.exec(text) ?? []
    if (!PLAIN.has(name)) return false
    if (slash === '') open.push(name)
    else if (attributes !== '' || open.pop() !== name) return false
  }
  return open.length === 0
}

/** What of a label does not end in it, or the first tag without its partner; undefined where there is nothing. */
export function imbalance(text: string): Imbalance | undefined {
  if (isPlainlyBalanced(text)) return undefined
  const tokens = tagsOf(text)
  if (tokens === undefined) return undefined
  for (const { kind, start, end } of tagFlaws(tokens, text)) {
    const what = RUNS_ON[kind]
    if (what !== undefined) return { what, start, end }
  }
  const open: { name: string; start: number; end: number }[] = []
  for (const { kind, name, start, end, foreign } of tokens) {
    // Only in drawings a slash closes an element.
    const isClosed = (foreign || name === 'svg') && text.slice(start, end).endsWith('/>')
    if (kind === 'startTag' && !VOID.has(name) && !isClosed) open.push({ name, start, end })
    if (kind !== 'endTag') continue
    const from = open.findLastIndex(one => one.name === name)
    if (from === -1)
      return name === 'p' || name === 'br' ? undefined : { what: `</${name}> closes nothing`, start, end }
    const inner = open
      .splice(from)
      .slice(1)
      .find(one => !IMPLIED.has(one.name))
    if (inner !== undefined) return unclosed(inner)
  }
  const first = open.find(one => !IMPLIED.has(one.name))
  return first && unclosed(first)
}

function unclosed({ name, start, end }: { name: string; start: number; end: number }): Imbalance {
  return { what: `<${name}> is not closed`, start, end }
}

/** The tags of a label; undefined where a bound is passed. */
export function tagsOf(text: string) {
  try {
    return markupOf(text, true).tokens
  } catch (error) {
    if (error instanceof TemplateFault) return undefined
    throw error
  }
}
