import { type Compiled, escapedHtml, joined, type Values } from '../core/template/template.ts'

type Parts = Compiled['parts']

/**
 * The script that sends the events of a page, what it may send them with, and which events of its own a designed page
 * has: in letters, digits, blanks and `-_.`.
 */
export interface Sender {
  readonly src: string
  readonly ticket: string
  readonly shown?: string
  readonly fields?: string
}

const encoded = new WeakMap<Parts, Parts>()

/**
 * A page with its values as UTF-8, in a string of one character a byte (to be written as latin1). Constants are
 * encoded once; joining strings is the fastest way to join, and the answer's headers and body become one write.
 */
export function pageBytes(parts: Parts, values: Values, nonce: string): string {
  return joined(encodedParts(parts), values, nonce, byteString)
}

/** What may be before a doctype. Browsers read an XML declaration as a comment. */
const PROLOGUE = /[\t\n\f\r ]+|<!---?>|<!--[\s\S]*?--!?>|<\?[^>]*>|(<!doctype[^>]*>)/iy
const BYTE_ORDER_MARK = '\xef\xbb\xbf'

/** The bytes of a page with a script right behind its doctype, where it comes first and makes no page a quirky one. */
export function withScript(bytes: string, script: string, nonce: string): string {
  return inserted(bytes, `<script nonce="${nonce}">${byteString(script)}</script>`)
}

/** The bytes of a page with the script that sends its events, at the same place: it runs once the page is parsed. */
export function withSender(
  bytes: string,
  { src, ticket, shown = '', fields = '' }: Sender,
  nonce: string,
): string {
  const data = Object.entries({ ticket, shown, fields }).filter(([, value]) => value !== '')
  const attributes = [
    `defer nonce="${nonce}" src="${escapedHtml(src)}"`,
    ...data.map(([name, value]) => `data-${name}="${escapedHtml(value)}"`),
  ].join(' ')
  return inserted(bytes, `<script ${attributes}></script>`)
}

/** The bytes of a page that leads browsers which run no scripts to another address, at the same place. */
export function withBareAddress(bytes: string, address: string): string {
  const refresh = `<meta http-equiv="refresh" content="0;url=${escapedHtml(address)}">`
  return inserted(bytes, byteString(`<noscript>${refresh}</noscript>`))
}

/** The bytes of a page whose tag manager is an empty script, so that nobody is told of a page that is only looked at. */
export function withoutTagManager(bytes: string): string {
  return bytes.replace(/(?:https?:)?\/\/www\.googletagmanager\.com\b/gi, 'data:text/javascript,//tag-manager')
}

/** The bytes of a numbered page whose scripts say in which line of it they begin: errors in them are told by line. */
export function withScriptLines(bytes: string): string {
  let line = 1
  let counted = 0
  return bytes.replace(/<script data-tabard-n="\d+"/gi, (tag, at: number) => {
    for (let end = bytes.indexOf('\n', counted); end !== -1 && end < at; end = bytes.indexOf('\n', counted)) {
      line += 1
      counted = end + 1
    }
    return `${tag} data-tabard-line="${line}"`
  })
}

function inserted(bytes: string, markup: string): string {
  const start = bytes.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const at = doctypeEnd(bytes, start) ?? start
  return `${bytes.slice(0, at)}${markup}${bytes.slice(at)}`
}

function doctypeEnd(bytes: string, start: number): number | undefined {
  PROLOGUE.lastIndex = start
  for (;;) {
    const found = PROLOGUE.exec(bytes)
    if (found === null) return undefined
    if (found[1] !== undefined) return PROLOGUE.lastIndex
  }
}

function encodedParts(parts: Parts): Parts {
  let ready = encoded.get(parts)
  if (ready === undefined) {
    ready = parts.map(part => {
      if (typeof part === 'string') return oneByte(Buffer.from(part))
      return typeof part === 'object' && 'repeat' in part
        ? { repeat: part.repeat, parts: encodedParts(part.parts) }
        : part
    })
    encoded.set(parts, ready)
  }
  return ready
}

function byteString(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return oneByte(Buffer.from(text))
  }
  return text
}

/**
 * A string that takes one byte a character. A slice of a text with other characters takes two, even where it has none
 * of them, and so does everything that it is joined with: writing that costs three times as much.
 */
export function oneByte(bytes: Buffer): string {
  return bytes.toString('latin1')
}
