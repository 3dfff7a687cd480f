import type { Construct, Item } from './expand.ts'
import type { Marked } from './marked.ts'
import type { ParsedPage } from './markup.ts'
import { type Place, placesOf, strictly, unknown } from './places.ts'

/**
 * The places of the marks. A page is parsed as if each repeat had one row. If the ends of a repeat do not match, zero
 * or several rows would shift what follows to another context. For example, a word between tags could become the name
 * of an attribute.
 */
export function slotPlaces(
  items: readonly Item[],
  text: Marked,
  page: ParsedPage,
  uneven: (repeat: Construct) => void,
): Place[] {
  const ends = items.flatMap((item, index) =>
    item.kind === 'repeat' || item.kind === 'endRepeat'
      ? [{ index, offset: text.starts[index]!, text: '' }]
      : [],
  )
  const marks = text.marks.map((mark, index) => ({ ...mark, index: text.items[index]! }))
  const sorted = [...marks, ...ends].sort((a, b) => a.index - b.index)
  const places = new Map(placesOf(page, sorted).map((place, at) => [sorted[at]!.index, place]))

  const strict = new Set<number>()
  const divided = new Set<number | undefined>()
  let [strictFrom, unknownFrom] = [items.length, items.length]
  for (let end = 0; end < ends.length; end += 2) {
    const [first, last] = [ends[end]!.index, ends[end + 1]!.index]
    const [before, after] = [places.get(first)!, places.get(last)!]
    const acting = /^(?:on|style$|srcdoc$)/.test(before.attribute?.name ?? '')
    if (before.context === after.context && !acting) continue
    uneven(items[first] as Construct)
    for (const { attribute } of [before, after]) if (attribute !== undefined) divided.add(attribute.start)
    // An error in a script or a style sheet ends with it.
    const confined = before.within === after.within && ['script', 'style'].includes(before.within)
    if (!confined) strictFrom = Math.min(strictFrom, first)
    if (!confined && before.context !== after.context) unknownFrom = Math.min(unknownFrom, first)
    for (let index = first; index < last; index++) strict.add(index)
  }
  return text.items.map(index => {
    const place = places.get(index)!
    if (index < strictFrom && !strict.has(index)) return place
    const { attribute, ...rest } = index < unknownFrom ? strictly(place) : unknown(place)
    // Quotes that are added around a part of a repeat would occur once for each row.
    return attribute === undefined || divided.has(attribute.start) ? rest : { ...rest, attribute }
  })
}

/** The repeat that contains each item. */
export function repeatsAround(items: readonly Item[]): (string | undefined)[] {
  let open: string | undefined
  return items.map(item => {
    if (item.kind === 'repeat') open = item.name
    if (item.kind === 'endRepeat') open = undefined
    return open
  })
}
