import { assetName } from '../asset.ts'
import type { CompileOptions } from './compile.ts'
import type { Item } from './expand.ts'
import type { Marked } from './marked.ts'
import type { MarkupAttribute, MarkupToken } from './markup.ts'
import { NONCE, needsNonce, type Part, type Slot } from './part.ts'
import type { Place } from './places.ts'
import type { Stretch } from './tag-manager.ts'

/** A replacement for `length` characters. */
interface Cut {
  readonly at: number
  readonly length: number
  readonly parts: readonly (Part | Item)[]
}

/**
 * Slices of the text, with slots and additions between them, and without omitted parts. Nothing is ever serialized
 * back.
 */
export function assembled(
  items: readonly Item[],
  text: Marked,
  slots: readonly Slot[],
  places: readonly Place[],
  markup: readonly MarkupToken[],
  options: CompileOptions,
  omitted: readonly Stretch[],
): Part[] {
  const marks = new Map(text.items.map((item, mark) => [item, mark]))
  const all: Cut[] = [
    ...names(markup, options),
    ...quotes(text, places),
    ...items.flatMap((item, index): Cut[] => {
      const at = text.starts[index]!
      if (item.kind === 'repeat' || item.kind === 'endRepeat') return [{ at, length: 0, parts: [item] }]
      const mark = marks.get(index)
      return mark === undefined ? [] : [{ at, length: text.marks[mark]!.text.length, parts: [slots[mark]!] }]
    }),
    ...generations(markup, text.source, options),
    ...lightSheets(markup, text.source, options),
  ]
  const cuts = without(
    omitted,
    all.sort((a, b) => a.at - b.at),
  )
  const flat: (Part | Item)[] = []
  let at = 0
  for (const cut of cuts) {
    if (cut.at > at) flat.push(text.source.slice(at, cut.at))
    flat.push(...cut.parts)
    at = Math.max(at, cut.at + cut.length)
  }
  flat.push(text.source.slice(at))
  return joined(flat)
}

/** Applies the omissions: inside an omitted part, only the ends of repeats stay. */
function without(omitted: readonly Stretch[], cuts: readonly Cut[]): readonly Cut[] {
  let next = 0
  const kept = cuts.filter(({ at, parts }) => {
    while (next < omitted.length && omitted[next]!.end <= at) next++
    const inside = next < omitted.length && omitted[next]!.start <= at
    return !inside || parts.some(part => typeof part === 'object' && 'file' in part)
  })
  const gone = omitted.map(({ start, end }) => ({ at: start, length: end - start, parts: [] }))
  return [...kept, ...gone].sort((a, b) => a.at - b.at)
}

/** Merges neighbouring constants. The content between repeat markers becomes a separate part. */
function joined(flat: readonly (Part | Item)[]): Part[] {
  const done: Part[] = []
  let parts = done
  for (const part of flat) {
    if (typeof part === 'object' && 'file' in part) {
      if (part.kind === 'repeat') {
        const body: Part[] = []
        done.push({ repeat: part.name, parts: body })
        parts = body
      } else parts = done
      continue
    }
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else if (part !== '') parts.push(part)
  }
  return done
}

/** Adds quotes to an unquoted attribute: with an empty value, it would take the next attribute as its value. */
function quotes(text: Marked, places: readonly Place[]): Cut[] {
  const bare = new Map<number, MarkupAttribute>()
  for (const { attribute } of places) if (attribute?.quote === '') bare.set(attribute.start, attribute)
  return [...bare.values()].flatMap(({ valueStart, valueEnd }) => {
    const inside = Array.from(text.source.slice(valueStart, valueEnd).matchAll(/"/g), ({ index }) => ({
      at: valueStart + index,
      length: 1,
      parts: ['&#34;'],
    }))
    return [{ at: valueStart, length: 0, parts: ['"'] }, ...inside, { at: valueEnd, length: 0, parts: ['"'] }]
  })
}

const FIELD_SHEET =
  /^\/?(?:usc\/css\/stateless|idaas\/mtfim\/static\/styles|profile\/static\/registration|ui\/assets\/css\/[^?#]+)\.css(?:\?[^#]*)?$/
const STATIC = /^\/?template\/v1\.0\/static\/[^?#]+(\?[^#]*)?$/

function names(markup: readonly MarkupToken[], { numbered }: CompileOptions): Cut[] {
  let number = 0
  return markup.flatMap(({ kind, name, start, attributes }) => {
    if (kind !== 'startTag') return []
    const parts: Part[] = numbered ? [` data-tabard-n="${number++}"`] : []
    // The preview frame has no origin, so it would get no details of errors in the service's files without CORS.
    if (numbered && name === 'script' && isOwnFile(attributes)) parts.push(' crossorigin="anonymous"')
    if (needsNonce(name, attributes)) parts.push(' nonce="', NONCE, '"')
    return [{ at: start + 1 + name.length, length: 0, parts }]
  })
}

function isOwnFile(attributes: readonly MarkupAttribute[]): boolean {
  return (
    attributes.some(({ name, value }) => name === 'src' && STATIC.test(value)) &&
    !attributes.some(({ name }) => name === 'crossorigin')
  )
}

/** The end of a URL in an attribute, before the blanks that browsers ignore. */
function addressEnd(source: string, { valueStart, valueEnd }: MarkupAttribute): number {
  return valueStart + source.slice(valueStart, valueEnd).trimEnd().length
}

function generations(markup: readonly MarkupToken[], source: string, { generation }: CompileOptions): Cut[] {
  if (generation === undefined) return []
  return markup.flatMap(({ attributes }) =>
    attributes.flatMap(attribute => {
      const { name, value, valueStart, quote } = attribute
      if ((name !== 'href' && name !== 'src') || quote === '' || !STATIC.test(value)) return []
      const pinned = {
        at: addressEnd(source, attribute),
        length: 0,
        parts: [`${value.includes('?') ? '&amp;' : '?'}v=${generation}`],
      }
      // Some relative URLs are written for pages at the root, but occur in snippets of other pages.
      return value.startsWith('template/') ? [{ at: valueStart, length: 0, parts: ['/'] }, pinned] : [pinned]
    }),
  )
}

/**
 * Turns off the dark mode of the service's sheets if the theme's colors are for light pages, because they would clash.
 */
function lightSheets(
  markup: readonly MarkupToken[],
  source: string,
  { light = false, lightOnly = false, generation }: CompileOptions,
): Cut[] {
  if (!light && !lightOnly) return []
  const isMeant = (address: string) =>
    FIELD_SHEET.test(address) || (lightOnly && assetName(address) === 'css/base.css')
  return markup.flatMap(({ name: tag, attributes }) =>
    attributes.flatMap(attribute => {
      const { name, value, quote } = attribute
      if (tag !== 'link' || name !== 'href' || quote === '' || !isMeant(value)) return []
      // The generation comes before it.
      const hasQuery = value.includes('?') || (generation !== undefined && STATIC.test(value))
      return [
        { at: addressEnd(source, attribute), length: 0, parts: [`${hasQuery ? '&amp;' : '?'}scheme=light`] },
      ]
    }),
  )
}
