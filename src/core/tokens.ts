/** The brand's color, and black or white, whichever reads better on it. */
export interface BrandColors {
  readonly brand: string
  readonly onBrand: string
}

/** What a theme has that sets no brand color: the base sheet's. */
const DEFAULT_BRAND = '#3450b4'

/** The custom properties that a style sheet sets for the whole page, whatever the screen. */
export function tokensOf(css: string): Map<string, string> {
  const tokens = new Map<string, string>()
  let depth = 0
  let selector = ''
  const bare = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  for (const [piece] of bare.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|[^{};"']+|[{};]/g)) {
    if (piece === '{') depth++
    else if (piece === '}') {
      depth = Math.max(0, depth - 1)
      if (depth === 0) selector = ''
    } else if (depth === 0) selector = piece === ';' ? '' : selector + piece
    else if (depth === 1 && /^\s*(?:(?::root|html)\s*,?\s*)+$/.test(selector)) {
      const [, name, value] = /^\s*(--[\w-]+)\s*:\s*([\s\S]*?)\s*$/.exec(piece) ?? []
      if (name !== undefined && value !== undefined) tokens.set(name, value)
    }
  }
  return tokens
}

/** The colors of a theme for places that no style sheet reaches. A brand color counts as hex digits or rgb(…). */
export function brandColors(css: string): BrandColors {
  const brand = hexOf(tokensOf(css).get('--color-brand') ?? '') ?? DEFAULT_BRAND
  const [red, green, blue] = [1, 3, 5].map(at => linear(Number.parseInt(brand.slice(at, at + 2), 16) / 255))
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  // Where black and white stand out alike.
  return { brand, onBrand: luminance > 0.179 ? '#000000' : '#ffffff' }
}

function hexOf(color: string): string | undefined {
  const text = color.toLowerCase()
  if (/^#[\da-f]{6}$/.test(text)) return text
  if (/^#[\da-f]{3}$/.test(text)) return `#${[...text.slice(1)].map(digit => digit + digit).join('')}`
  const channels = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(text)?.slice(1).map(Number)
  if (channels === undefined || channels.some(channel => channel > 255)) return undefined
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
