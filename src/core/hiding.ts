import { past } from './style-sheet.ts'

const GLOBAL = 'inherit initial unset revert revert-layer'
const DISPLAYS = new Set(
  `${GLOBAL} none contents block inline flow flow-root table flex grid ruby math list-item inline-block inline-table
inline-flex inline-grid table-row-group table-header-group table-footer-group table-row table-cell table-column-group
table-column table-caption -webkit-box -webkit-inline-box -webkit-flex`.split(/\s+/),
)
const VISIBILITIES = new Set(`${GLOBAL} visible hidden collapse`.split(' '))
const OPACITY = /^[+-]?(?:\d{1,99}\.?\d{0,99}|\.\d{1,99})(?:e[+-]?\d{1,9})?%?$/

/** For each property: whether a browser accepts a value, and whether the value hides the element. */
const PROPERTIES: ReadonlyMap<
  string,
  { readonly takes: (value: string) => boolean; readonly hides: (value: string) => boolean }
> = new Map([
  [
    'display',
    {
      takes: value => value.split(/\s+/).every(word => DISPLAYS.has(word)),
      hides: value => value === 'none',
    },
  ],
  [
    'visibility',
    {
      takes: value => VISIBILITIES.has(value),
      hides: value => value === 'hidden' || value === 'collapse',
    },
  ],
  [
    'opacity',
    {
      takes: value => OPACITY.test(value) || GLOBAL.split(' ').includes(value),
      hides: value => OPACITY.test(value) && Number.parseFloat(value) <= 0,
    },
  ],
])

/** A quick test, because most styles hide nothing and a page may have very many. */
const NAMES = /display|visibility|opacity|\\/i
const VALUES = /none|hidden|collapse|opacity|\\/i

/** Whether the style of an element hides it. The last declaration of a property wins, as in a browser. */
export function hides(style: string): boolean {
  if (!NAMES.test(style) || !VALUES.test(style)) return false
  const hidden = new Map<string, { readonly hides: boolean; readonly important: boolean }>()
  for (const { name, value, important } of declarationsIn(style)) {
    const property = PROPERTIES.get(name)
    if (property === undefined || !property.takes(value)) continue
    if (important || !hidden.get(name)?.important)
      hidden.set(name, { hides: property.hides(value), important })
  }
  return Array.from(hidden.values()).some(one => one.hides)
}

interface Declaration {
  /** The name and the value are in lower case. */
  readonly name: string
  readonly value: string
  readonly important: boolean
}

function declarationsIn(style: string): Declaration[] {
  return piecesOf(style).flatMap(piece => {
    const colon = piece.indexOf(':')
    if (colon === -1) return []
    const name = unescaped(piece.slice(0, colon)).trim().toLowerCase()
    const written = unescaped(piece.slice(colon + 1))
      .trim()
      .toLowerCase()
    const value = written.replace(/!\s*important$/, '')
    return [{ name, value: value.trimEnd(), important: value !== written }]
  })
}

/** The declarations of a style, with a space in place of each comment. */
function piecesOf(style: string): string[] {
  const pieces: string[] = []
  let piece: string[] = []
  for (let at = 0; at < style.length; ) {
    const next = past(style, at)
    if (style[at] === ';') {
      pieces.push(piece.join(''))
      piece = []
    } else piece.push(style.startsWith('/*', at) ? ' ' : style.slice(at, next))
    at = next
  }
  return [...pieces, piece.join('')]
}

const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\n\r\f]))/gi

function unescaped(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(ESCAPE, (_, code: string | undefined, char: string | undefined) => {
    const point = Number.parseInt(code ?? '', 16)
    if (code === undefined) return char!
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
  })
}
