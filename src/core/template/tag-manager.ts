import type { MarkupToken } from './markup.ts'
import { scriptStrings } from './script.ts'

/** The origin of a tag manager's script and frame. */
export const TAG_MANAGER = 'https://www.googletagmanager.com'

/** The marks around a snippet that the service has inserted, by which it finds the snippet again. */
export const BEGIN_MARK = '<!-- tag manager: begin -->'
export const END_MARK = '<!-- tag manager: end -->'

/** A tag manager on a page. */
export interface CarriedTag {
  /** Undefined if the page does not say. */
  readonly container: string | undefined
  /** Whether the service has inserted it, and not a person. */
  readonly marked: boolean
}

/** A stretch of a page. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const ADDRESS = /^\s*(?:(?:https?:)?\/\/)?www\.googletagmanager\.com(?:[/?#]|$)/i
const CONTAINER = /(?:^|[?&]id=)(GTM-[A-Z0-9]{4,12})(?=[&#]|$)/
const INSIDE = new Set(['script', 'noscript', 'iframe'])

/** Whether a URL is that of a tag manager's script or frame. */
export function isTagManager(address: string): boolean {
  return ADDRESS.test(address)
}

/** The tag managers that a page loads. Comments load nothing. */
export function carriedTags(markup: readonly MarkupToken[], source: string): CarriedTag[] {
  const marked = markedStretches(markup, source)
  const found = new Map<string, CarriedTag>()
  for (const [index, token] of markup.entries()) {
    if (token.kind !== 'startTag' || (token.name !== 'script' && token.name !== 'iframe')) continue
    const address = token.attributes.find(({ name }) => name === 'src')?.value
    const texts = address === undefined ? scriptStrings(insideOf(markup, index, source)) : [address]
    if (!texts.some(isTagManager)) continue
    const containers = texts.flatMap(text => CONTAINER.exec(text)?.[1] ?? [])
    const ours = marked.some(({ start, end }) => start <= token.start && token.end <= end)
    for (const container of containers.length > 0 ? containers : [undefined])
      found.set(`${container} ${ours}`, { container, marked: ours })
  }
  return [...found.values()]
}

/** The text inside a script that begins with a token. */
export function insideOf(markup: readonly MarkupToken[], index: number, source: string): string {
  let next = index + 1
  while (markup[next]?.kind === 'text') next++
  return source.slice(markup[index]!.end, markup[next]?.start ?? source.length)
}

/**
 * The snippets including their marks. A mark without its counterpart is an ordinary comment. A snippet inside another
 * one belongs to it.
 */
export function markedStretches(markup: readonly MarkupToken[], source: string): Stretch[] {
  const found: Stretch[] = []
  let begun: { start: number; foundBefore: number }[] = []
  let inElement = false
  for (const { kind, name, start, end } of markup) {
    const text = kind === 'comment' ? source.slice(start, end) : ''
    if (text === BEGIN_MARK) begun.push({ start, foundBefore: found.length })
    else if (text === END_MARK && begun.length > 0) {
      const { start, foundBefore } = begun.pop()!
      found.splice(foundBefore, Infinity, { start, end })
    } else if (kind === 'text') {
      if (!inElement && source.slice(start, end).trim() !== '') begun = []
    } else if (!INSIDE.has(name)) begun = []
    // A marked snippet contains nothing else, so that nothing else is removed with it.
    if (kind !== 'text') inElement = kind === 'startTag' && INSIDE.has(name)
  }
  return found
}
