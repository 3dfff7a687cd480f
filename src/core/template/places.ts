import { addressEncoders, isAddress } from './address.ts'
import type { EncoderName } from './encode.ts'
import { type Mark, offsetsIn } from './marked.ts'
import { type MarkupAttribute, type MarkupToken, markupOf } from './markup.ts'
import { type ScriptState, scriptStates } from './script.ts'
import { type StyleState, styleStates } from './style.ts'

/** Where a mark stands, and how a value has to be written there. */
export interface Place {
  /** The encoders, the innermost first. */
  readonly layers: readonly EncoderName[]
  /** Equal for two places between which a repeated stretch may begin and end. */
  readonly context: string
  readonly attribute?: MarkupAttribute
  /** The kind of text that a label has to fit into. */
  readonly within: 'content' | 'attribute' | 'script' | 'style' | 'other'
  readonly script?: ScriptState
  readonly style?: StyleState
}

const STRICT: Place = { layers: ['strict'], context: 'unsure', within: 'other' }
/** Where nothing is known, even a word could be the name of an element. */
const UNKNOWN: Place = { ...STRICT, layers: ['fixed'] }
const CONTENT: Place = { layers: ['markup'], context: 'content', within: 'content' }
const NOSCRIPT = 'text of noscript'

/** The place of each mark, in ascending order: what both ways of parsing agree on, else the strictest. */
export function placesOf(source: string, marks: readonly Mark[], nested = false): Place[] {
  const withScripts = placesIn(source, marks, true, nested)
  const withoutScripts = placesIn(source, marks, false, nested)
  return withScripts.map((place, index) => {
    const other = withoutScripts[index]!
    const context = place.context === other.context ? place.context : `${place.context}, ${other.context}`
    // With scripts nobody reads what stands in noscript; no encoder but that of markup could end it.
    if (place.context === NOSCRIPT)
      return { ...other, layers: other.layers[0] === 'markup' ? ['html'] : other.layers, context }
    const agreed =
      place.layers.join() === other.layers.join() && place.attribute?.start === other.attribute?.start
    return agreed ? { ...place, context } : { ...UNKNOWN, context }
  })
}

const STRICTER = new Set<EncoderName>(['fixed', 'none', 'switch', 'name'])

/** A place in which only letters are let in. */
export function strictly(place: Place): Place {
  return STRICTER.has(place.layers[0]!) ? place : { ...place, layers: STRICT.layers }
}

function placesIn(source: string, marks: readonly Mark[], scripting: boolean, nested: boolean): Place[] {
  const { tokens, sureUntil } = markupOf(source, scripting)
  const raw = rawPlaces(source, tokens, marks)
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
    const found = token.kind === 'startTag' ? inTag(source, token, inside, nested) : undefined
    for (let mark = first; mark < last; mark++) {
      const place =
        raw.get(mark) ?? found?.[mark - first] ?? closed(source, marks[mark]!.offset, inToken(token))
      places.push(marks[mark]!.offset < sureUntil ? place : strictly(place))
    }
  }
  return places
}

/** Whether a point stands between two tokens, and not at the beginning of a text. */
function isBetween(before: MarkupToken | undefined, token: MarkupToken | undefined, offset: number): boolean {
  return token === undefined ? (before?.end ?? 0) === offset : token.start === offset && token.kind !== 'text'
}

function between(before: MarkupToken | undefined, offset: number): Place {
  return before?.kind === 'text' && before.end === offset ? inToken(before) : CONTENT
}

/** A place after which anything may follow; a tag or the end of a comment that was begun could be completed. */
function closed(source: string, offset: number, place: Place): Place {
  const began = place.context === 'comment' ? /[-!]$/ : place.layers[0] === 'fixed' ? /$/ : /<\/?[A-Za-z]*$/
  return began.test(source.slice(Math.max(0, offset - 20), offset))
    ? { ...place, context: `${place.context} ${offset}` }
    : place
}

/** Scripts and style sheets span several tokens; their marks are placed over the whole text. */
function rawPlaces(
  source: string,
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
    } else if (isScript(attributes)) {
      for (const [i, state] of scriptStates(text, offsets).entries())
        places.set(inside[i]!, scripted(state, []))
    } else {
      const encoder = isMarkup(attributes) ? 'html' : 'js-string'
      for (const mark of inside) places.set(mark, { layers: [encoder], context: 'data', within: 'other' })
    }
  }
  return places
}

function isBefore({ offset, text }: Mark, end: number): boolean {
  return offset < end || (offset === end && text === '')
}

const SCRIPT_TYPE =
  /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script|application\/(?:ld\+)?json)$/i

function isScript(attributes: readonly MarkupAttribute[]): boolean {
  return SCRIPT_TYPE.test(typeOf(attributes).trim())
}

/** Whether a script holds markup that another one takes from it. */
function isMarkup(attributes: readonly MarkupAttribute[]): boolean {
  return /^text\/(?:html|(?:x-)?(?:[\w-]*template|tmpl|handlebars|mustache))$/i.test(typeOf(attributes))
}

function typeOf(attributes: readonly MarkupAttribute[]): string {
  return attributes.find(({ name }) => name === 'type')?.value ?? ''
}

const RAW_TEXT = new Set(['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript'])

function inToken({ kind, name, foreign }: MarkupToken): Place {
  if (kind === 'comment') return { layers: ['none'], context: 'comment', within: 'other' }
  if (kind !== 'text') return { layers: ['fixed'], context: kind, within: 'other' }
  // Scripts and styles of SVG are parsed as markup and run as code: nothing of the sort is let in.
  if (foreign && (name === 'script' || name === 'style')) return { ...STRICT, context: `foreign ${name}` }
  if (name === 'title' || name === 'textarea' || RAW_TEXT.has(name)) {
    return { layers: ['html'], context: `text of ${name}`, within: 'other' }
  }
  return CONTENT
}

function inTag(source: string, token: MarkupToken, marks: readonly Mark[], nested: boolean): Place[] {
  const { start, name, attributes } = token
  const places: Place[] = []
  let next = 0
  while (places.length < marks.length) {
    const first = places.length
    const { offset, text } = marks[first]!
    while (next < attributes.length && attributes[next]!.end <= offset) next++
    const attribute = attributes[next]
    if (attribute === undefined || offset < attribute.start || (text === '' && offset === attribute.start)) {
      // Between attributes there are blanks; anything else is a tag's name or an attribute that came twice.
      const gap = source.slice(attributes[next - 1]?.end ?? start + 1 + name.length, offset)
      const open = gap === '' && attributes[next - 1]?.quote === ''
      const even = /^[\t\n\f\r /]*$/.test(gap) && offset > start + name.length && !open
      places.push({ layers: ['fixed'], context: even ? 'tag' : `tag ${offset}`, within: 'other' })
      continue
    }
    let last = first
    while (last < marks.length && marks[last]!.offset < attribute.end) last++
    for (const place of inAttribute(source, token, attribute, marks.slice(first, last), nested))
      places.push(place)
  }
  return places
}

function inAttribute(
  source: string,
  token: MarkupToken,
  attribute: MarkupAttribute,
  marks: readonly Mark[],
  nested: boolean,
): Place[] {
  const { start, end, valueStart } = attribute
  const context = `attribute ${start}`
  if (marks[0]!.offset >= valueStart) {
    return inValue(source, token, attribute, marks, nested).map(place => ({ ...place, context, attribute }))
  }
  const bare = marks.reduce((length, { text }) => length + text.length, 0) === end - start
  return marks.map(({ offset }) =>
    offset < valueStart
      ? { layers: [bare ? 'switch' : 'name'], context: `name ${start}`, within: 'other' }
      : { ...STRICT, context, attribute },
  )
}

function inValue(
  source: string,
  token: MarkupToken,
  attribute: MarkupAttribute,
  marks: readonly Mark[],
  nested: boolean,
): Omit<Place, 'context'>[] {
  const { name, value } = attribute
  const offsets = offsetsIn(value, marks)
  if (offsets.includes(-1)) return marks.map(() => STRICT)
  // A value must not become part of a reference that the template began.
  const outer = ({ offset }: Mark): EncoderName[] =>
    /&#?[A-Za-z0-9]*$/.test(source.slice(Math.max(0, offset - 300), offset)) ? ['html-apart'] : ['html']
  if (name.startsWith('on'))
    return scriptStates(value, offsets).map((state, index) => scripted(state, outer(marks[index]!)))
  if (name === 'style')
    return styleStates(value, offsets).map((state, index) => styled(state, outer(marks[index]!)))
  if (name === 'srcdoc') {
    const inner = marks.map(({ text }, index) => ({ text, offset: offsets[index]! }))
    const places = nested ? inner.map(() => STRICT) : placesOf(value, inner, true)
    return places.map(({ layers, attribute }, index) => ({
      // An attribute in there gets no quotes of ours.
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

function isRefresh({ name: tag, attributes }: MarkupToken, name: string): boolean {
  const equiv = attributes
    .find(attribute => attribute.name === 'http-equiv')
    ?.value.trim()
    .toLowerCase()
  return tag === 'meta' && name === 'content' && equiv !== undefined && equiv !== 'content-type'
}

function refreshing(value: string, at: number): Omit<Place, 'context'> {
  const begins = at < 100 && /^[\d.\s]*[;,\s]\s*url\s*=\s*["']?$/i.test(value.slice(0, at))
  return begins ? { layers: ['url-trusted', 'html'], within: 'attribute' } : STRICT
}

const IN_SCRIPT = {
  code: 'js-value',
  word: 'js-word',
  single: 'js-string',
  double: 'js-string',
  template: 'js-string',
  regex: 'js-string',
  comment: 'none',
  unsure: 'js-string',
} as const

function scripted(state: ScriptState, outer: readonly EncoderName[]): Place {
  return { layers: [IN_SCRIPT[state], ...outer], context: `script ${state}`, within: 'script', script: state }
}

const IN_STYLE = {
  value: 'css-value',
  string: 'css-string',
  comment: 'none',
  url: 'css-url',
  import: 'css-url-trusted',
  unsure: 'strict',
} as const

function styled(state: StyleState, outer: readonly EncoderName[]): Place {
  return { layers: [IN_STYLE[state], ...outer], context: `style ${state}`, within: 'style', style: state }
}
