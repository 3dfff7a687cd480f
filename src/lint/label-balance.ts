import { markupOf, TemplateFault } from '../core/template/template.ts'

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose end tag may be left out. */
const IMPLIED = new Set('p li dt dd option tr td th'.split(' '))

/** A tag without its partner. */
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

/** The first tag of a label that has no partner in it; undefined where all have theirs. */
export function imbalance(text: string): Imbalance | undefined {
  if (isPlainlyBalanced(text)) return undefined
  const open: { name: string; start: number; end: number }[] = []
  for (const { kind, name, start, end, foreign } of tagsOf(text)) {
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

/** The tags of a label; none where a bound is passed. */
export function tagsOf(text: string) {
  try {
    return markupOf(text, true).tokens
  } catch (error) {
    if (error instanceof TemplateFault) return []
    throw error
  }
}
