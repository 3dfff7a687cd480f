import { type Item, itemsOf, type Spend } from './expand.ts'
import { located, marked } from './marked.ts'
import { type ParsedPage, parsedPage } from './markup.ts'
import { type Place, placesOf } from './places.ts'

/** The text of a label in this theme and locale. */
export interface LabelText {
  readonly file: string
  readonly text: string
  readonly offset: number
}

/**
 * Inserts the texts of labels. In content they are markup. In an attribute or a script they are escaped for its
 * delimiters, so that an apostrophe in a French text cannot end a string.
 */
export function withLabels(
  items: readonly Item[],
  secret: string,
  texts: () => ReadonlyMap<number, readonly Item[]>,
  parse: (source: string) => ParsedPage = parsedPage,
): Item[] {
  const {
    source,
    starts,
    marks,
    items: chosen,
  } = marked(items, secret, ({ kind }) => kind === 'label' || kind === 'macro')
  const places = items.some(({ kind }) => kind === 'label')
    ? located(items, starts, () => placesOf(parse(source), marks))
    : []
  const placeOf = new Map(chosen.map((item, mark) => [item, places[mark]]))
  const insides = texts()
  return items.flatMap((item, index) => {
    const inside = insides.get(index)
    return inside === undefined ? [withoutLabel(item)] : fitted(inside, placeOf.get(index))
  })
}

/** Turns an unknown label into text. */
export function withoutLabel(item: Item): Item {
  if (item.kind !== 'label') return item
  const { text, file, offset } = item
  return { kind: 'text', text, file, offset }
}

/** The texts of labels as written, by the index of the label. Unknown labels are left out. */
export function labelTexts(
  items: readonly Item[],
  label: (name: string) => LabelText | undefined,
  spend: Spend,
): Map<number, readonly Item[]> {
  const texts = new Map<number, readonly Item[]>()
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'label') continue
    const found = label(item.name)
    if (found === undefined) continue
    const inside = itemsOf(found, item.name).map(nothingNested)
    for (const one of inside) spend(one)
    texts.set(index, inside)
  }
  return texts
}

/** The text of a label is not searched for further labels. */
function nothingNested(item: Item): Item {
  if (item.kind === 'text' || item.kind === 'macro') return item
  const { text, file, offset, label } = item
  return { kind: 'text', text, file, offset, ...(label !== undefined && { label }) }
}

function fitted(items: readonly Item[], place: Place | undefined): Item[] {
  const fit = fitting(place)
  const texts = items.map(item => (item.kind === 'text' ? { ...item, text: fit(item.text) } : item))
  if (place?.script !== 'code' && place?.script !== 'import') return texts
  const quote: Item = {
    kind: 'text',
    text: place.attribute === undefined ? '"' : '&#34;',
    file: '',
    offset: 0,
  }
  return [quote, ...texts, quote]
}

function fitting(place: Place | undefined): (text: string) => string {
  const inside =
    place?.within === 'script'
      ? scriptText(place.script ?? 'unsure')
      : place?.style === 'string'
        ? styleText
        : (text: string) => text
  if (place?.attribute === undefined) return inside
  const special = DELIMITERS[place.attribute.quote]
  // In an event handler, a reference would be decoded before the script is parsed.
  const whole = (text: string) =>
    place.within === 'script' ? inside(text).replaceAll('&', '&amp;') : inside(text)
  return text => whole(text).replace(special, c => `&#${c.charCodeAt(0)};`)
}

const DELIMITERS = { '"': /"/g, "'": /'/g, '': /[\t\n\f\r "'`=<>]/g }

function styleText(text: string): string {
  return text.replace(/["'<\n\r\f]/g, c => `\\${c.charCodeAt(0).toString(16)} `)
}

// Keeps valid escapes that the author wrote. Everything else that could end the string or the script is escaped.
const SCRIPT_SPECIAL =
  /\\(?:[nrtbfv0'"\\/`]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|[\\'"`\n\r\u2028\u2029]|\$(?=\{)|<(?=[/!s])/gi

function scriptText(state: NonNullable<Place['script']>): (text: string) => string {
  if (state === 'comment') return text => text.replace(/\*\/|[\n\r\u2028\u2029]|<(?=[/!s])/gi, ' ')
  return text =>
    text.replace(SCRIPT_SPECIAL, found =>
      found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}
