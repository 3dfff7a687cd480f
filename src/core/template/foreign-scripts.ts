// Finds the scripts that a page loads from other origins. It relies on the nonces of the compiled page: every element
// that may load or run a script has one, right after its name. Nothing without a nonce runs.
import { type Token, Tokenizer } from 'parse5'
import type { Part } from './part.ts'
import { importedAddresses } from './script.ts'

const NONCE = '\ue001'
const OPENED = /<(script|link)(?: [^<>]{0,60})? nonce="$/i
const OPENING = 100
const OWN = ['https://own.invalid', 'http://own.invalid']
const TAG_MANAGER = 'https://www.googletagmanager.com'
/** The placeholder for a macro's value while URLs are examined. No host name contains these characters. */
const VALUE = /\ue000(\w+)\ue002/g
const HOST = '\ue000TENANT\ue002'
/** Macros whose values are only a part of a URL. */
const PARTS = /^\ue000(?:LANG|LOCALE|TENANT|THEME_ID)\ue002/
const AUTHORITY = /^((?:https?:)?[\\/]{2})?([^\\/?#]*)/i

/**
 * The origins from which the scripts of a page are loaded, each once, in alphabetical order. If a macro is part of a
 * host name, the macro is shown in it.
 */
export function scriptOrigins(parts: readonly Part[], tagManager: boolean): string[] {
  const text = flattened(parts)
  const origins = new Set<string>(tagManager ? [TAG_MANAGER] : [])
  const textOf = scriptTexts(text)
  const elements = nonced(text)
  for (const [index, { element, at }] of elements.entries()) {
    const { attributes, end } = tagAt(text, at)
    const addresses =
      element === 'link'
        ? linked(attributes)
        : [...sourcesOf(attributes), ...named(attributes, textOf(at + end, elements[index + 1]?.at))]
    for (const address of addresses) {
      const origin = originOf(address)
      if (origin !== undefined) origins.add(origin)
    }
  }
  return [...origins].sort()
}

/** The elements that have a nonce, and its position. */
function nonced(text: string): { element: string; at: number }[] {
  const found: { element: string; at: number }[] = []
  for (let at = text.indexOf(NONCE); at !== -1; at = text.indexOf(NONCE, at + 1)) {
    const [, element] = OPENED.exec(text.slice(Math.max(0, at - OPENING), at)) ?? []
    if (element !== undefined) found.push({ element: element.toLowerCase(), at })
  }
  return found
}

function flattened(parts: readonly Part[]): string {
  return parts
    .map(part => {
      if (typeof part === 'string') return part
      if (typeof part === 'number') return NONCE
      return 'repeat' in part ? flattened(part.parts) : `\ue000${part.macro.replace(/\W/g, '_')}\ue002`
    })
    .join('')
}

type Attributes = ReadonlyMap<string, string>

/** Reads the tag with a nonce from its beginning only, so that the rest of the page is not copied. */
function tagAt(text: string, at: number): { attributes: Attributes; end: number } {
  for (let length = 1_000; ; length *= 4) {
    // The closing quote of the nonce is left out, so that the attributes keep their positions.
    const { attributes, end } = firstTag(`<a${text.slice(at + 2, at + 2 + length)}`)
    if (end !== undefined) return { attributes, end }
    if (at + 2 + length >= text.length) return { attributes, end: text.length - at }
  }
}

/** The first tag of a text, as a browser reads it. Its end is undefined if the text ends before. */
function firstTag(text: string): { attributes: Attributes; end: number | undefined } {
  const attributes = new Map<string, string>()
  let end: number | undefined
  const ignored = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag({ attrs, location }: Token.TagToken) {
        for (const { name, value, prefix } of attrs)
          attributes.set(prefix === undefined ? name : `${prefix}:${name}`, value)
        end = location!.endOffset
        tokenizer.pause()
      },
      onEndTag: ignored,
      onComment: ignored,
      onDoctype: ignored,
      onEof: ignored,
      onCharacter: ignored,
      onNullCharacter: ignored,
      onWhitespaceCharacter: ignored,
      onParseError: null,
    },
  )
  tokenizer.write(text, true)
  return { attributes, end }
}

/** The URLs of a script: `src` in HTML, `href` in SVG. */
function sourcesOf(attributes: Attributes): string[] {
  return ['src', 'href', 'xlink:href'].flatMap(name => attributes.get(name) ?? [])
}

function linked(attributes: Attributes): string[] {
  const rel = attributes.get('rel') ?? ''
  const loads =
    /(?:^|\s)modulepreload(?:\s|$)/i.test(rel) ||
    (/(?:^|\s)preload(?:\s|$)/i.test(rel) && attributes.get('as')?.toLowerCase() === 'script')
  return loads ? [attributes.get('href') ?? ''] : []
}

/**
 * Reads the text of scripts in ascending order. A script ends at the next element with a nonce at the latest: a
 * self-closing script in SVG has no end tag before that element.
 */
function scriptTexts(text: string): (from: number, next: number | undefined) => string {
  const close = /<\/script/gi
  let end = -1
  return (from, next = text.length) => {
    if (end < from) {
      close.lastIndex = from
      end = close.exec(text)?.index ?? text.length
    }
    return text.slice(from, Math.min(end, next))
  }
}

/** The script URLs in the text of a script: those of an import map, or those of imports. */
function named(attributes: Attributes, text: string): string[] {
  if (attributes.get('type')?.trim().toLowerCase() !== 'importmap') return importedAddresses(text)
  try {
    const { imports, scopes } = JSON.parse(text) as Record<string, Record<string, unknown> | undefined>
    return [imports, ...Object.values(scopes ?? {})]
      .flatMap(addresses => Object.values(addresses ?? {}))
      .filter(address => typeof address === 'string')
  } catch {
    // A browser ignores an invalid import map as well.
    return []
  }
}

function originOf(address: string): string | undefined {
  const text = address.trim().replace(/[\t\n\r]/g, '')
  const [, scheme, authority = ''] = AUTHORITY.exec(text)!
  const completes = authority.includes('\ue000')
  // A macro that is a whole URL leads to the service, unless text after it becomes part of the host.
  const leads =
    scheme === undefined ? !PARTS.test(authority) && !/\ue002$/.test(authority) : authority !== HOST
  if (completes && leads) return `${scheme ?? ''}${authority}`.replace(VALUE, '@$1@')
  if (completes) return undefined
  for (const own of OWN) {
    const url = URL.parse(text, `${own}/`)
    if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== 'own.invalid') return url.origin
  }
  return undefined
}
