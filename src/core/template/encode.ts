import { urlComponent } from '../text.ts'

/** The value of a macro. Objects and lists are for scripts. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }

/** The kind of a macro's value, as the catalogue declares it. */
export type MacroKind = 'text' | 'number' | 'json' | 'address' | 'markup' | 'switch'

/** The encoders, each of which keeps a value inside its context. */
export type EncoderName =
  | 'html'
  | 'html-apart'
  | 'markup'
  | 'plain'
  | 'strict'
  | 'none'
  | 'fixed'
  | 'switch'
  | 'name'
  | 'base64'
  | 'url-start'
  | 'url-trusted'
  | 'url-scheme'
  | 'url-authority'
  | 'url-authority-trusted'
  | 'url-authority-rooted'
  | 'url-segment'
  | 'url-segment-rooted'
  | 'url-first'
  | 'url-part'
  | 'url-segment-trusted'
  | 'url-part-trusted'
  | 'js-string'
  | 'js-escaped'
  | 'js-address'
  | 'js-address-value'
  | 'js-value'
  | 'js-word'
  | 'css-string'
  | 'css-value'
  | 'css-url'
  | 'css-url-rest'
  | 'css-url-trusted'

type Encoder = (value: Value, kind: MacroKind) => string

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** Placeholder for a value where a name is required and no value is safe. No element or attribute has this name. */
const FIXED = 'x0'

const ENCODERS: Record<EncoderName, Encoder> = {
  html: value => html(text(value)),
  // Writes the first character as a reference, because the template has an ampersand before it.
  'html-apart': value => htmlApart(text(value)),
  markup: (value, kind) => (kind === 'markup' ? text(value) : html(text(value))),
  plain: value => text(value).replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
  strict: value => strict(text(value)),
  // A blank, because an empty value could join `--` and `>`, or `*` and `/`.
  none: () => ' ',
  fixed: () => FIXED,
  switch: (value, kind) => switched(text(value), kind),
  name: (value, kind) => switched(text(value), kind) || FIXED,
  base64: value => text(value).replace(/[^A-Za-z0-9+/=]/g, ''),
  'url-start': value => address(text(value)),
  'url-trusted': (value, kind) => trusted(text(value), kind),
  'url-scheme': value => (SCHEMES.has(text(value).toLowerCase()) ? text(value) : ''),
  'url-authority': value => authority(text(value)),
  'url-authority-trusted': (value, kind) => (kind === 'address' ? authority(text(value)) : ''),
  'url-authority-rooted': (value, kind) => rooted(text(value), kind) || authority(text(value)),
  'url-segment': value => segment(text(value)),
  'url-segment-rooted': (value, kind) => rooted(text(value), kind) || segment(text(value)),
  // A dot, because the slashes around an empty segment would begin a host.
  'url-first': value => segment(text(value)) || '.',
  'url-part': value => component(text(value)),
  'url-segment-trusted': (value, kind) => (kind === 'address' ? segment(text(value)) : ''),
  'url-part-trusted': (value, kind) => (kind === 'address' ? component(text(value)) : ''),
  'js-string': value => jsString(text(value)),
  'js-escaped': value => jsEscaped(text(value)),
  'js-address': (value, kind) => jsString(trusted(text(value), kind)),
  'js-address-value': (value, kind) => jsValue(trusted(text(value), kind)),
  'js-value': (value, kind) => jsValue(kind === 'number' ? numeric(value) : value),
  'js-word': value => text(value).replace(/\W/g, ''),
  'css-string': value => text(value).replace(/[^A-Za-z0-9]/gu, c => `\\${c.codePointAt(0)!.toString(16)} `),
  'css-value': value => (/^[-\w#.%]+$/.test(text(value)) ? text(value) : ''),
  'css-url': value => cssUrl(address(text(value))),
  // After a slash, no colon ends a scheme.
  'css-url-rest': value => cssUrl(text(value)),
  'css-url-trusted': (value, kind) => (kind === 'address' ? cssUrl(address(text(value))) : ''),
}

/** The encoder of a context: those of its layers, innermost first. */
export function encoder(layers: readonly EncoderName[]): Encoder {
  const [first = 'strict', ...outer] = layers
  if (outer.length === 0) return ENCODERS[first]
  return (value, kind) =>
    outer.reduce((encoded, name) => ENCODERS[name](encoded, 'text'), ENCODERS[first](value, kind))
}

function text(value: Value): string {
  if (typeof value === 'string') return value
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Encodes a text for use between tags or in a quoted attribute. */
export function html(value: string): string {
  let text = ''
  let done = 0
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    // Nearly every character is above these, and costs only one comparison.
    if (code > 62 || (code !== 38 && code !== 60 && code !== 62 && code !== 34 && code !== 39 && code !== 0))
      continue
    text += value.slice(done, at) + (HTML_ENTITIES[value[at]!] ?? '\ufffd')
    done = at + 1
  }
  return done === 0 ? value : text + value.slice(done)
}

function htmlApart(value: string): string {
  const [first = ''] = value
  return first === '' || HTML_ENTITIES[first] !== undefined || first === '\0'
    ? html(value)
    : `&#${first.codePointAt(0)};${html(value.slice(first.length))}`
}

// A value that is not empty stays so: an empty one could let the next attribute become the value.
function strict(value: string): string {
  return value === '' ? '' : value.replace(/[^A-Za-z0-9_-]/g, '') || FIXED
}

function switched(value: string, kind: MacroKind): string {
  return kind === 'switch' && /^[a-z-]{0,40}$/.test(value) ? value : ''
}

/** A whole URL. If its scheme could run code, a harmless URL replaces it. */
function address(value: string): string {
  // Browsers ignore these characters, so that a scheme could be hidden by them.
  const seen = value.replace(/[\0-\x20\x7f-\x9f]/g, '')
  const scheme = /^([^/?#:]*):/.exec(seen)?.[1]?.toLowerCase()
  return scheme === undefined || SCHEMES.has(scheme) ? seen : '#'
}

/** A URL that the service made itself and that does not leave its path. Any other value becomes empty. */
function trusted(value: string, kind: MacroKind): string {
  return kind === 'address' && !/(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\?#]|$)/i.test(value) ? address(value) : ''
}

/** A path from the root that the service made itself. Any other value becomes empty. */
function rooted(value: string, kind: MacroKind): string {
  const made = trusted(value, kind)
  return /^\/(?![/\\])/.test(made) ? made : ''
}

/** A path segment. Dots cannot be escaped there, because browsers also read `%2e%2e` as two dots. */
function segment(value: string): string {
  return /^\.+$/.test(value) ? '' : component(value)
}

function authority(value: string): string {
  return /^[\w.:[\]-]*$/.test(value) ? value : component(value)
}

function component(value: string): string {
  if (/^[\w.~-]*$/.test(value)) return value
  return urlComponent(value).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16)}`)
}

function cssUrl(value: string): string {
  return value.replace(/[^\w.~:/?#&=%-]/gu, component)
}

// Letters, digits and escapes mean the same in every kind of string, so that a wrong guess of the kind is harmless.
function jsString(value: string): string {
  return value.replace(/[^A-Za-z0-9]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * For places that may or may not be inside a string. Inside a string, it gives the value; outside, it is a syntax
 * error. `\x` is not allowed in a name, unlike `\u`; so a value that could be written with `\u` alone is left out.
 */
function jsEscaped(value: string): string {
  const escaped = value.replace(/[\s\S]/g, c => {
    const code = c.charCodeAt(0)
    return code > 0xff
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\x${code.toString(16).padStart(2, '0')}`
  })
  return escaped.includes('\\x') ? escaped : ''
}

function jsValue(value: Value): string {
  if (typeof value === 'string') return `"${jsString(value)}"`
  // The blank separates a minus sign from one before it.
  if (typeof value === 'number')
    return Number.isFinite(value) ? (value < 0 ? ` ${value}` : String(value)) : 'null'
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(jsValue).join(',')}]`
  const members = Object.entries(value).filter(([key]) => key !== '__proto__')
  return `{${members.map(([key, member]) => `"${jsString(key)}":${jsValue(member)}`).join(',')}}`
}

function numeric(value: Value): Value {
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value
}
