/** A custom property that a rule sets, and its position in the sheet. */
export interface Declaration {
  readonly name: string
  /** Without comments, and without `!important`. */
  readonly value: string
  readonly important: boolean
  /** The start of the name. */
  readonly from: number
  readonly valueFrom: number
  readonly valueTo: number
  /** The position after the semicolon, or after the value if there is none. */
  readonly to: number
  readonly ended: boolean
}

/** A top-level rule that applies to the whole page. */
export interface PageRule {
  readonly from: number
  /** The range between its braces. */
  readonly inside: readonly [from: number, to: number]
  readonly to: number
  readonly declarations: readonly Declaration[]
}

export interface StyleSheet {
  readonly rules: readonly PageRule[]
  /** The blocks that apply only under a condition, or to other elements, from brace to brace. */
  readonly others: readonly (readonly [from: number, to: number])[]
  /** Where another rule can be added, and what must precede it. */
  readonly end: { readonly at: number; readonly after: '' | ';' }
}

/** The closing bracket for each opening one. */
export const PARTNERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const BLANK = /[ \t\n\r\f]/
const NAME = /--(?:[\w-]|[^\0-\x7f])*/y

/** Parses a sheet like a browser, as far as it matters for custom properties of the whole page. */
export function parsedSheet(css: string): StyleSheet {
  const rules: PageRule[] = []
  const others: [number, number][] = []
  let at = 0
  while (at < css.length) {
    const start = at
    if (BLANK.test(css[at]!) || css.startsWith('/*', at)) {
      at = past(css, at)
      if (isSound(css, start, at)) continue
      return { rules, others, end: { at: start, after: '' } }
    }
    const statement = css[at] === '@'
    at = found(css, at, statement ? ';{' : '{')
    if (at === css.length) {
      const lacksEnd = statement && found(`${css};`, start, ';{') === css.length
      return { rules, others, end: lacksEnd ? { at, after: ';' } : { at: start, after: '' } }
    }
    if (css[at] === ';') at += 1
    else if (!statement && isPage(plain(css, start, at).text)) {
      const { declarations, close } = contents(css, at + 1, others)
      const to = Math.min(close + 1, css.length)
      rules.push({ from: start, inside: [at + 1, close], to, declarations })
      if (close === css.length) return { rules, others, end: { at: start, after: '' } }
      at = to
    } else {
      const close = found(css, at + 1, '}')
      others.push([at, close])
      if (close === css.length) return { rules, others, end: { at: start, after: '' } }
      at = close + 1
    }
  }
  return { rules, others, end: { at: css.length, after: '' } }
}

/** The effective declarations: the last one of each name, or the last important one. */
export function effective({ rules }: StyleSheet): Map<string, Declaration> {
  const tokens = new Map<string, Declaration>()
  for (const declaration of rules.flatMap(rule => rule.declarations)) {
    const { name, important } = declaration
    if (important || !tokens.get(name)?.important) tokens.set(name, declaration)
  }
  return tokens
}

/** Whether every quote, bracket and comment in a part of a sheet is closed in that part. */
export function isSound(css: string, from: number, to: number): boolean {
  const open: string[] = []
  for (let at = from; at < to; ) {
    const char = css[at]!
    const next = past(css, at)
    if (next > to || (next > at + 1 && !isClosed(css, at, next))) return false
    if (next === at + 1) {
      if (char === '\\' || char === '"' || char === "'") return false
      if (char in PARTNERS) open.push(PARTNERS[char]!)
      else if (')]}'.includes(char) && open.pop() !== char) return false
    }
    at = next
  }
  return open.length === 0
}

/** Whether a comment, a string or a URL is closed. */
export function isClosed(css: string, from: number, to: number): boolean {
  const char = css[from]!
  if (char === '\\') return true
  if (char === '/') return to - from >= 4 && css.startsWith('*/', to - 2)
  let escapes = 0
  while (css[to - 2 - escapes] === '\\') escapes += 1
  return escapes % 2 === 0 && css[to - 1] === (PARTNERS[char] ?? char)
}

/** The declarations of a rule, and the position of its closing brace. */
function contents(
  css: string,
  open: number,
  others: [number, number][],
): { declarations: Declaration[]; close: number } {
  const declarations: Declaration[] = []
  let at = open
  while (at < css.length && css[at] !== '}') {
    if (css[at] === ';' || BLANK.test(css[at]!) || css.startsWith('/*', at)) {
      at = past(css, at)
      continue
    }
    const colon = css.startsWith('--', at) ? colonAfter(css, at) : undefined
    if (colon !== undefined) {
      const end = found(css, colon.at + 1, ';}')
      const ended = css[end] === ';'
      declarations.push(declaration(css, colon.name, at, colon.at + 1, end, ended))
      at = ended ? end + 1 : end
    } else {
      at = found(css, at, ';{}')
      if (css[at] !== '{') continue
      const close = found(css, at + 1, '}')
      others.push([at, close])
      at = Math.min(close + 1, css.length)
    }
  }
  return { declarations, close: at }
}

function colonAfter(css: string, from: number): { name: string; at: number } | undefined {
  NAME.lastIndex = from
  const name = NAME.exec(css)![0]
  let at = from + name.length
  while (at < css.length && (BLANK.test(css[at]!) || css.startsWith('/*', at))) at = past(css, at)
  return css[at] === ':' ? { name, at } : undefined
}

function declaration(
  css: string,
  name: string,
  from: number,
  colon: number,
  end: number,
  ended: boolean,
): Declaration {
  const whole = plain(css, colon, end)
  const bang = whole.bang
  const important = bang !== undefined && /^!\s*important$/i.test(whole.text.slice(bang.length).trimStart())
  const { text, from: valueFrom, to: valueTo } = important ? plain(css, colon, bang.at) : whole
  const to = ended ? end + 1 : whole.to
  return { name, value: text, important, from, valueFrom, valueTo, to, ended }
}

interface Plain {
  /** The text without comments and surrounding blanks. */
  readonly text: string
  readonly from: number
  readonly to: number
  /** The last exclamation mark, and the length of the text before it. */
  readonly bang: { readonly at: number; readonly length: number } | undefined
}

function plain(css: string, from: number, end: number): Plain {
  let text = ''
  let length = 0
  let first = from
  let to = from
  let bang: Plain['bang']
  for (let at = from; at < end; ) {
    const next = Math.min(past(css, at), end)
    const blank = BLANK.test(css[at]!)
    if (!css.startsWith('/*', at) && (!blank || text !== '')) {
      if (text === '') first = at
      if (css[at] === '!') bang = { at, length: text.length }
      text += css.slice(at, next)
      if (!blank) {
        length = text.length
        to = next
      }
    }
    at = next
  }
  return { text: text.slice(0, length), from: first, to: text === '' ? first : to, bang }
}

/** The position of the first of these characters outside brackets, strings, comments and URLs; otherwise the end. */
function found(css: string, from: number, wanted: string): number {
  const open: string[] = []
  let at = from
  while (at < css.length) {
    const char = css[at]!
    if (open.length === 0 && wanted.includes(char)) return at
    const next = past(css, at)
    if (next === at + 1) {
      if (char === open.at(-1)) open.pop()
      else if (char in PARTNERS) open.push(PARTNERS[char]!)
    }
    at = next
  }
  return css.length
}

/** The position after the comment, string, unquoted URL, escape or single character that begins here. */
export function past(css: string, at: number): number {
  const char = css[at]!
  if (char === '/' && css[at + 1] === '*') {
    const close = css.indexOf('*/', at + 2)
    return close === -1 ? css.length : close + 2
  }
  if (char === '"' || char === "'") return pastString(css, at + 1, char)
  if (char === '\\') return Math.min(at + (css.startsWith('\r\n', at + 1) ? 3 : 2), css.length)
  if (char === '(' && /(?:^|[^\w\\-])url$/i.test(css.slice(Math.max(0, at - 4), at)))
    return pastAddress(css, at + 1)
  return at + 1
}

/** A string ends at the end of its line at the latest. */
function pastString(css: string, from: number, quote: string): number {
  for (let at = from; at < css.length; at++) {
    const char = css[at]!
    if (char === quote) return at + 1
    if (char === '\n' || char === '\r' || char === '\f') return at
    if (char === '\\') at = past(css, at) - 1
  }
  return css.length
}

/** A quoted URL is an ordinary string in brackets. */
function pastAddress(css: string, from: number): number {
  let at = from
  while (at < css.length && BLANK.test(css[at]!)) at++
  if (css[at] === '"' || css[at] === "'") return from
  for (; at < css.length; at++) {
    if (css[at] === ')') return at + 1
    if (css[at] === '\\') at = past(css, at) - 1
  }
  return css.length
}

/**
 * Whether a selector means the whole page. `html` does not count: the base sheet uses `:root`, which is more specific.
 */
function isPage(selector: string): boolean {
  const parts = selector.split(',').map(one => one.trim().toLowerCase())
  return parts.includes(':root') && parts.every(one => one === ':root' || one === 'html')
}
