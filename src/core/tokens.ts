import { effective, parsedSheet } from './style-sheet.ts'

/** The colors and radii that mails take from a theme. */
export interface BrandColors {
  readonly brand: string
  /** Black or white, whichever is easier to read on the brand color. */
  readonly onBrand: string
  /** The border of a button: the brand's color, darkened if it would hardly stand out on white. */
  readonly edge: string
  /** The radii of the panel and of the controls in it, in pixels. */
  readonly radius: number
  readonly radiusControl: number
  /** Whether the theme is for light pages only. */
  readonly lightOnly: boolean
}

/** The brand color of a theme that sets none: that of the base style sheet. */
export const DEFAULT_BRAND = '#3450b4'

/** Only this much of a style sheet is read, because tokens are at its beginning. */
const MOST_CHARACTERS = 256 * 1024

/** The custom properties that a style sheet sets for the whole page, regardless of the screen. */
export function tokensOf(css: string): Map<string, string> {
  const tokens = new Map<string, string>()
  for (const [name, { value }] of effective(parsedSheet(css.slice(0, MOST_CHARACTERS)))) {
    if (/^--[\w-]{1,100}$/.test(name)) tokens.set(name, value)
  }
  return tokens
}

/** The colors of a theme for places without style sheets. The brand color must be written as hex digits or rgb(…). */
export function brandColors(css: string): BrandColors {
  const tokens = tokensOf(css)
  const brand = hexOf(tokens.get('--color-brand') ?? '') ?? DEFAULT_BRAND
  const radius = pixelsOf(tokens.get('--radius') ?? '') ?? DEFAULT_RADIUS
  const [red, green, blue] = [1, 3, 5].map(at => linear(Number.parseInt(brand.slice(at, at + 2), 16) / 255))
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  const darkened = [red!, green!, blue!].map(channel => hexPair(channel * (EDGE / luminance))).join('')
  return {
    brand,
    // At this luminance, black and white contrast equally well.
    onBrand: luminance > 0.179 ? '#000000' : '#ffffff',
    edge: luminance > TOO_LIGHT ? `#${darkened}` : brand,
    radius,
    // The same ratio as in the base sheet.
    radiusControl: pixelsOf(tokens.get('--radius-control') ?? '') ?? Math.round(radius * 0.625),
    lightOnly: isLightOnly(css),
  }
}

/** The panel's radius in the base sheet, and the maximum radius in mails. */
const DEFAULT_RADIUS = 16
const ROUNDEST = 32

/** A length in pixels at the default font size; undefined if only a browser could compute it. */
function pixelsOf(length: string): number | undefined {
  const [, number, unit] = /^(\d{0,4}(?:\.\d{1,4})?)(px|rem|em)?$/.exec(length.trim().toLowerCase()) ?? []
  if (number === undefined || number === '' || (unit === undefined && Number(number) !== 0)) return undefined
  return Math.min(ROUNDEST, Math.round(Number(number) * (unit === 'px' ? 1 : 16)))
}

/** Above this luminance, a brand color hardly contrasts with white. Its border then gets the luminance `EDGE`. */
const TOO_LIGHT = 0.5
const EDGE = 0.13

function hexPair(linearChannel: number): string {
  const channel =
    linearChannel <= 0.0031308 ? 12.92 * linearChannel : 1.055 * linearChannel ** (1 / 2.4) - 0.055
  return Math.round(255 * channel)
    .toString(16)
    .padStart(2, '0')
}

/** Whether a sheet declares the whole page as light mode only. */
export function isLightOnly(css: string): boolean {
  const plain = css.slice(0, MOST_CHARACTERS).replace(/\/\*.*?(?:\*\/|$)/gs, '')
  return /(?:^|[}\s,]):root\s*\{[^{}]*?(?<![\w-])color-scheme\s*:\s*(?:only\s+light|light(?:\s+only)?)\s*[;}]/i.test(
    plain,
  )
}

/** A color as six hexadecimal digits without its alpha; undefined if only a browser could compute it. */
export function hexOf(color: string): string | undefined {
  const text = color.slice(0, 60).toLowerCase()
  const digits = /^#([\da-f]+)$/.exec(text)?.[1] ?? ''
  if (digits.length === 6 || digits.length === 8) return `#${digits.slice(0, 6)}`
  if (digits.length === 3 || digits.length === 4)
    return `#${[...digits.slice(0, 3)].map(digit => digit + digit).join('')}`
  const channels = /^rgb\((\d{1,3})[ ,]+(\d{1,3})[ ,]+(\d{1,3})\)$/.exec(text)?.slice(1).map(Number)
  if (channels === undefined || channels.some(channel => channel > 255)) return undefined
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** Whether a style sheet sets colors and does not mention dark mode, so it is made for light pages. */
export function hasFixedColors(sheet: string): boolean {
  const rules = sheet.replace(/\/\*.*?(?:\*\/|$)/gs, '')
  return (
    /(?:^|[\s;{])(?:background(?:-color)?|color)\s*:/i.test(rules) &&
    !/color-scheme|light-dark\(/i.test(rules)
  )
}
