import { addressEncoders, isAddress } from './address.ts'
import { TemplateFault } from './bounds.ts'
import type { EncoderName } from './encode.ts'
import { type Mark, offsetsIn } from './marked.ts'
import {
  type MarkupAttribute,
  type MarkupCount,
  type MarkupToken,
  type ParsedPage,
  parsedPage,
} from './markup.ts'
import { type ScriptState, scriptStates } from './script.ts'
import { type StyleState, styleStates } from './style.ts'

/** The context of a mark, and how a value must be encoded there. */
export interface Place {
  /** The encoders, innermost first. */
  readonly layers: readonly EncoderName[]
  /** Equal for two places if a repeated part may begin at one and end at the other. */
  readonly context: string
  readonly attribute?: MarkupAttribute
  /** The kind of text that a label must fit into. */
  readonly within: 'content' | 'attribute' | 'script' | 'style' | 'other'
  readonly script?: ScriptState
  readonly style?: StyleState
}

const STRICT: Place = { layers: ['strict'], context: 'unsure', within: 'other' }
/** In an unknown context, even a word could be the name of an element. */
const UNKNOWN: Place = { ...STRICT, layers: ['fixed'] }
const CONTENT: Place = { layers: ['markup'], context: 'content', within: 'content' }
const NOSCRIPT = 'text of noscript'

/** The context of each mark, in ascending order. If parsing with and without scripts disagree, the strictest one. */
export function placesOf(page: ParsedPage, marks: readonly Mark[]): Place[] {
  const withScripts = placesIn(page, 'scripted', marks)
  if (page.scripted === page.scriptless) return withScripts
  const withoutScripts = placesIn(page, 'scriptless', marks)
  return withScripts.map((place, index) => {
    const other = withoutScripts[index]!
    const context = place.context === other.context ? place.context : `${place.context}, ${other.context}`
    // With scripts, nobody reads the content of noscript. Only the encoder for markup could end it.
    if (place.context === NOSCRIPT)
      return { ...other, layers: other.layers[0] === 'markup' ? ['html'] : other.layers, context }
    const agreed =
      place.layers.join() === other.layers.join() && place.attribute?.start === other.attribute?.start
    return agreed ? { ...place, context } : { ...UNKNOWN, context }
  })
}

const STRICTER = new Set<EncoderName>(['fixed', 'none', 'switch', 'name'])

/** A context that allows letters only, and none of them as code. */
export function strictly(place: Place): Place {
  if (STRICTER.has(place.layers[0]!)) return place
  return { ...place, layers: place.within === 'script' ? ['js-escaped'] : STRICT.layers }
}

/** An unknown context, in which no value is allowed. */
export function unknown(place: Place): Place {
  return STRICTER.has(place.layers[0]!) ? place : { ...place, layers: UNKNOWN.layers }
}

/** The page that contains the marks, and its counts so far. */
interface Whole {
  readonly source: string
  readonly count: MarkupCount
  /** Whether it is a page inside an attribute of another one. */
  readonly nested: boolean
}

function placesIn(page: ParsedPage, way: 'scripted' | 'scriptless', marks: readonly Mark[]): Place[] {
  const { source, nested } = page
  const { tokens, sureUntil, count } = page[way]
  const whole = { source, count, nested }
  const raw = rawPlaces(whole, tokens, marks)
  const places: Place[] = []
  let at = 0
  while (places.length < marks.length) {
    const first = places.length
    const { offset } = marks[first]!
    while (at < tokens.length && tokens[at]!.end <= offset) at++
    const token = tokens[at]
    if (marks[first]!.text === '' && isBetween(tokens[at - 1], token, offset)) {
      places.push(raw.get(first) ?? closed(source, offset, between(tokens[at - 1], offset)))
      continue
    }
    if (token === undefined || token.start > offset) {
      places.push(UNKNOWN)
      continue
    }
    let last = first
    while (last < marks.length && marks[last]!.offset < token.end) last++
    const inside = marks.slice(first, last)
    const found = token.kind === 'startTag' ? inTag(whole, token, inside) : undefined
    for (let mark = first; mark < last; mark++) {
      const place =
        raw.get(mark) ?? found?.[mark - first] ?? closed(source, marks[mark]!.offset, inToken(token))
      places.push(marks[mark]!.offset < sureUntil ? place : strictly(place))
    }
  }
  return places
}

/** Whether a position is between two tokens, and not at the beginning of a text. */
function isBetween(before: MarkupToken | undefined, token: MarkupToken | undefined, offset: number): boolean {
  return token === undefined ? (before?.end ?? 0) === offset : token.start === offset && token.kind !== 'text'
}

function between(before: MarkupToken | undefined, offset: number): Place {
  return before?.kind === 'text' && before.end === offset ? inToken(before) : CONTENT
}

/**
 * Makes a context unique if something has been started before it, such as a tag or the end of a comment. Text that
 * follows could complete that.
 */
function closed(source: string, offset: number, place: Place): Place {
  const began = place.context === 'comment' ? /[-!]$/ : place.layers[0] === 'fixed' ? /$/ : /<\/?[A-Za-z]*$/
  return began.test(source.slice(Math.max(0, offset - 20), offset))
    ? { ...place, context: `${place.context} ${offset}` }
    : place
}

/** The places in scripts and style sheets. These span several tokens, so the whole text is examined. */
function rawPlaces(
  { source, count, nested }: Whole,
  tokens: readonly MarkupToken[],
  marks: readonly Mark[],
): Map<number, Place> {
  const places = new Map<number, Place>()
  let first = 0
  for (const [index, { kind, name, foreign, end, attributes }] of tokens.entries()) {
    if (kind !== 'startTag' || foreign || (name !== 'script' && name !== 'style')) continue
    let last = index + 1
    while (tokens[last]?.kind === 'text' && tokens[last]?.name === name) last++
    if (last === index + 1) continue
    const close = tokens[last]?.start ?? source.length
    while (first < marks.length && marks[first]!.offset < end) first++
    const inside: number[] = []
    while (first < marks.length && isBefore(marks[first]!, close)) inside.push(first++)
    if (inside.length === 0) continue
    const offsets = inside.map(mark => marks[mark]!.offset - end)
    const text = source.slice(end, close)
    if (name === 'style') {
      for (const [i, state] of styleStates(text, offsets).entries()) places.set(inside[i]!, styled(state, []))
    } else if (SCRIPT_TYPE.test(typeOf(attributes))) {
      for (const [i, state] of scriptStates(text, offsets).entries())
        places.set(inside[i]!, scripted(state, []))
    } else if (ADDRESSES_TYPE.test(typeOf(attributes))) {
      for (const [i, state] of scriptStates(text, offsets).entries()) places.set(inside[i]!, addressed(state))
    } else if (MARKUP_TYPE.test(typeOf(attributes))) {
      const inner = inside.map((mark, i) => ({ text: marks[mark]!.text, offset: offsets[i]! }))
      const found = nested
        ? inner.map(() => STRICT)
        : within(end, () => placesOf(parsedPage(text, count), inner))
      for (const [i, place] of found.entries()) places.set(inside[i]!, inserted(place, end))
    } else {
      // Another script may read it as code, like compilers of other languages.
      for (const mark of inside)
        places.set(mark, { layers: ['js-escaped'], context: 'data', within: 'other' })
    }
  }
  return places
}

/** A place in markup that a script inserts into the page later. Its element begins at an offset of the page. */
function inserted({ layers, context, attribute }: Place, offset: number): Place {
  // Markup could end the script, and unquoted attributes do not get quotes there.
  const safe = attribute?.quote === '' ? STRICT.layers : layers[0] === 'markup' ? (['html'] as const) : layers
  return { layers: safe, context: `data ${offset} ${context}`, within: 'other' }
}

function isBefore({ offset, text }: Mark, end: number): boolean {
  return offset < end || (offset === end && text === '')
}

const SCRIPT_TYPE =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|(?:text|application)\/(?:[\w.-]+\+)?json)$/
/** JSON with URLs that the browser uses, such as import maps. */
const ADDRESSES_TYPE = /^(?:importmap|speculationrules)$/
/** HTML for use by other scripts. */
const MARKUP_TYPE = /^text\/(?:html|(?:x-)?(?:[\w-]*template|tmpl|handlebars|mustache))$/

function typeOf(attributes: readonly MarkupAttribute[]): string {
  const type = attributes.find(({ name }) => name === 'type')?.value ?? ''
  return type.trim().toLowerCase()
}

const RAW_TEXT = new Set(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript'])

function inToken({ kind, name }: MarkupToken): Place {
  if (kind === 'comment') return { layers: ['none'], context: 'comment', within: 'other' }
  if (kind !== 'text') return { layers: ['fixed'], context: kind, within: 'other' }
  // Scripts and styles of SVG are parsed as markup and run as code, so no value is allowed in them. Those of HTML are
  // examined elsewhere. One that was missed there is treated in the same way.
  if (name === 'script')
    return { ...STRICT, layers: ['js-escaped'], context: `foreign ${name}`, within: 'script' }
  if (name === 'style') return { ...STRICT, context: `foreign ${name}` }
  if (name === 'title' || name === 'textarea' || RAW_TEXT.has(name)) {
    return { layers: ['html'], context: `text of ${name}`, within: 'other' }
  }
  return CONTENT
}

function inTag(whole: Whole, token: MarkupToken, marks: readonly Mark[]): Place[] {
  const { source } = whole
  const { start, name, attributes } = token
  const places: Place[] = []
  let next = 0
  while (places.length < marks.length) {
    const first = places.length
    const { offset, text } = marks[first]!
    while (next < attributes.length && attributes[next]!.end <= offset) next++
    const attribute = attributes[next]
    if (attribute === undefined || offset < attribute.start || (text === '' && offset === attribute.start)) {
      // Between attributes there is whitespace. Anything else is a tag's name or a duplicate attribute.
      const gap = source.slice(attributes[next - 1]?.end ?? start + 1 + name.length, offset)
      const open = gap === '' && attributes[next - 1]?.quote === ''
      const even = /^[\t\n\f\r /]*$/.test(gap) && offset > start + name.length && !open
      places.push({ layers: ['fixed'], context: even ? 'tag' : `tag ${offset}`, within: 'other' })
      continue
    }
    let last = first
    while (last < marks.length && marks[last]!.offset < attribute.end) last++
    for (const place of inAttribute(whole, token, attribute, marks.slice(first, last))) places.push(place)
  }
  return places
}

function inAttribute(
  whole: Whole,
  token: MarkupToken,
  attribute: MarkupAttribute,
  marks: readonly Mark[],
): Place[] {
  const { start, end, valueStart } = attribute
  const context = `attribute ${start}`
  if (marks[0]!.offset >= valueStart) {
    return inValue(whole, token, attribute, marks).map(place => ({ ...place, context, attribute }))
  }
  const bare = marks.reduce((length, { text }) => length + text.length, 0) === end - start
  return marks.map(({ offset }) =>
    offset < valueStart
      ? { layers: [bare ? 'switch' : 'name'], context: `name ${start}`, within: 'other' }
      : { ...STRICT, context, attribute },
  )
}

function inValue(
  { source, count, nested }: Whole,
  token: MarkupToken,
  attribute: MarkupAttribute,
  marks: readonly Mark[],
): Omit<Place, 'context'>[] {
  const { name, value } = attribute
  const offsets = offsetsIn(value, marks)
  if (offsets.includes(-1))
    return marks.map(() => (name.startsWith('on') ? { ...STRICT, layers: ['js-escaped'] } : STRICT))
  // A value must not complete a character reference that the template began.
  const outer = ({ offset }: Mark): EncoderName[] =>
    /&#?[A-Za-z0-9]*$/.test(source.slice(Math.max(0, offset - 300), offset)) ? ['html-apart'] : ['html']
  if (name.startsWith('on'))
    return scriptStates(value, offsets).map((state, index) => scripted(state, outer(marks[index]!)))
  if (name === 'style')
    return styleStates(value, offsets).map((state, index) => styled(state, outer(marks[index]!)))
  if (name === 'srcdoc') {
    const inner = marks.map(({ text }, index) => ({ text, offset: offsets[index]! }))
    const places = nested
      ? inner.map(() => STRICT)
      : within(attribute.start, () => placesOf(parsedPage(value, count), inner))
    return places.map(({ layers, attribute }, index) => ({
      // Unquoted attributes of the inner page do not get quotes.
      layers: [...(attribute?.quote === '' ? STRICT.layers : layers), ...outer(marks[index]!)],
      within: 'other',
    }))
  }
  if (isRefresh(token, name)) return offsets.map(at => refreshing(value, at))
  if (name === 'nonce') return marks.map(() => STRICT)
  const encoders = isAddress(token.name, name) ? addressEncoders(token.name, attribute, marks) : []
  return marks.map((_, index) => {
    const encoder = encoders[index]
    return { layers: encoder === undefined ? ['html'] : [encoder, 'html'], within: 'attribute' }
  })
}

/** Returns what `make` returns. A fault in the page inside an attribute or a script is reported where that begins. */
function within<T>(start: number, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw error instanceof TemplateFault ? new TemplateFault(error.bound, start) : error
  }
}

function isRefresh({ name: tag, attributes }: MarkupToken, name: string): boolean {
  if (tag !== 'meta' || name !== 'content') return false
  const equiv = attributes
    .find(attribute => attribute.name === 'http-equiv')
    ?.value.trim()
    .toLowerCase()
  return equiv !== undefined && equiv !== 'content-type'
}

function refreshing(value: string, at: number): Omit<Place, 'context'> {
  const begins = at < 100 && /^[\d.\s]*[;,\s]\s*url\s*=\s*["']?$/i.test(value.slice(0, at))
  return begins ? { layers: ['url-trusted', 'html'], within: 'attribute' } : STRICT
}

/** How a value is encoded in each state of a script. */
const IN_SCRIPT = {
  code: 'js-value',
  word: 'js-word',
  single: 'js-string',
  double: 'js-string',
  template: 'js-string',
  module: 'js-address',
  import: 'js-address-value',
  regex: 'js-string',
  comment: 'none',
  unsure: 'js-escaped',
} as const

function scripted(state: ScriptState, outer: readonly EncoderName[]): Place {
  return { layers: [IN_SCRIPT[state], ...outer], context: `script ${state}`, within: 'script', script: state }
}

/** A place in JSON whose strings are URLs. */
function addressed(state: ScriptState): Place {
  const place = scripted(state, [])
  const [encoder] = place.layers
  if (encoder === 'js-string') return { ...place, layers: ['js-address'] }
  return { ...place, layers: [encoder === 'js-value' ? 'js-address-value' : 'none'] }
}

const IN_STYLE = {
  value: 'css-value',
  string: 'css-string',
  comment: 'none',
  url: 'css-url',
  rest: 'css-url-rest',
  import: 'css-url-trusted',
  unsure: 'strict',
} as const

function styled(state: StyleState, outer: readonly EncoderName[]): Place {
  return { layers: [IN_STYLE[state], ...outer], context: `style ${state}`, within: 'style', style: state }
}
