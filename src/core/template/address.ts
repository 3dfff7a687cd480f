import { imageSet } from '../image-set.ts'
import type { EncoderName } from './encode.ts'
import { type Mark, offsetsIn } from './marked.ts'
import type { MarkupAttribute } from './markup.ts'

const ADDRESSES = new Set(
  'href src action formaction poster cite data background ping srcset imagesrcset manifest longdesc usemap codebase classid archive profile lowsrc dynsrc xlink:href'.split(
    ' ',
  ),
)
const ANIMATION = new Set(['animate', 'set', 'animatetransform', 'animatemotion'])
/** Elements that load active content. Their URL may begin only with a value that the service made itself. */
const ACTIVE = new Set('script base iframe frame embed object applet link use param portal'.split(' '))

/** Elements whose URL is a script, or the base URL of scripts. */
const RUNNING = new Set(['script', 'base'])

/** Whether the value of an attribute is a URL. */
export function isAddress(tag: string, name: string): boolean {
  return (
    ADDRESSES.has(name) ||
    (ANIMATION.has(tag) && /^(?:to|from|by|values)$/.test(name)) ||
    (tag === 'param' && name === 'value')
  )
}

/** The code of a `javascript:` URL, as a browser hashes it; undefined for any other URL. */
export function scriptAddress(tag: string, { name, value }: MarkupAttribute): string | undefined {
  if (!/^[\0-\x20]*j/i.test(value) || !isAddress(tag, name)) return undefined
  const address = URL.parse(value)
  if (address?.protocol !== 'javascript:') return undefined
  try {
    return decodeURIComponent(address.href)
  } catch {
    return address.href
  }
}

// No scheme or host that a browser accepts is longer. The limit keeps the time linear.
const LONGEST = 2_048

/** The encoder for each mark in a URL, or in a set of them. */
export function addressEncoders(tag: string, attribute: MarkupAttribute, marks: readonly Mark[]) {
  const { name, value } = attribute
  if (!name.endsWith('srcset')) return encodersIn(tag, attribute, marks)
  const encoders = marks.map((): EncoderName => 'url-part')
  const offsets = offsetsIn(value, marks)
  for (const { from, to } of imageSet(value)) {
    const inside = [...marks.keys()].filter(mark => from <= offsets[mark]! && offsets[mark]! < to)
    const image = { name, value: value.slice(from, to) }
    for (const [index, encoder] of encodersIn(
      tag,
      image,
      inside.map(mark => marks[mark]!),
    ).entries())
      encoders[inside[index]!] = encoder
  }
  return encoders
}

function encodersIn(
  tag: string,
  { name, value }: Pick<MarkupAttribute, 'name' | 'value'>,
  marks: readonly Mark[],
): EncoderName[] {
  const runs = RUNNING.has(tag)
  const restricted = runs || ACTIVE.has(tag) || ANIMATION.has(tag) || name.endsWith('srcset')
  // Browsers ignore these characters.
  const seen = value.replace(/[\0-\x20]/g, '')
  const [delimiter, query] = [seen.search(/[/\\?#:]/), seen.search(/[?#]/)]
  return offsetsIn(seen, marks).map((at, index): EncoderName => {
    if (at === -1) return 'strict'
    if (seen[delimiter] === ':' && at < delimiter) return !runs && at === 0 ? 'url-scheme' : 'none'
    const inQuery = query !== -1 && query < at
    const encoder = inAddress(restricted, inQuery, seen.slice(0, Math.min(at, LONGEST)))
    if (runs) return OF_SCRIPTS[encoder] ?? encoder
    const after = at + marks[index]!.text.length
    const isFirst = at === 1 && /^[/\\]$/.test(seen[0]!) && /^[/\\]$/.test(seen.slice(after, after + 1))
    if (encoder === 'url-segment' && isFirst) return 'url-first'
    return isAfterHost(seen.slice(0, at), marks[index - 1]) ? (ROOTED[encoder] ?? encoder) : encoder
  })
}

/** Whether a URL consists so far of a mark for its host, or for its scheme and host. */
function isAfterHost(before: string, mark: Mark | undefined): boolean {
  return mark !== undefined && before.replace(/^(?:https?:)?[/\\]{2}/i, '') === mark.text
}

/** For a value that may be a path from the root, which follows a host without a slash between them. */
const ROOTED: Readonly<Partial<Record<EncoderName, EncoderName>>> = {
  'url-segment': 'url-segment-rooted',
  'url-authority': 'url-authority-rooted',
}

/** Every part of a script's URL decides what runs: a callback in the query as well as the path. */
const OF_SCRIPTS: Readonly<Partial<Record<EncoderName, EncoderName>>> = {
  'url-segment': 'url-segment-trusted',
  'url-part': 'url-part-trusted',
  'js-escaped': 'none',
  strict: 'none',
}

function inAddress(restricted: boolean, inQuery: boolean, before: string): EncoderName {
  if (before === '') return restricted ? 'url-trusted' : 'url-start'
  const scheme = /^([^/\\?#:]*):/.exec(before)?.[1]?.toLowerCase()
  if (scheme === 'javascript') return 'js-escaped'
  if (scheme !== undefined && !/^(?:https?|mailto|tel)$/.test(scheme))
    return !restricted && /^data:image\/[\w.+-]+;base64,$/i.test(before) ? 'base64' : 'strict'
  if (inQuery) return 'url-part'
  if (!/^(?:https?:[/\\]*|[/\\]{2,})[^/\\?#]*$/i.test(before)) return 'url-segment'
  return restricted ? 'url-authority-trusted' : 'url-authority'
}
