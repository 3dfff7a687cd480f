/** Red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number]

/** The pairs of text and background that must be readable. */
export type Pair = 'button' | 'link' | 'page'

export type Scheme = 'light' | 'dark'

/** A text and the color behind it, as a browser shows them; null if the background is an image. */
export interface Reading {
  readonly pair: Pair
  readonly scheme: Scheme
  readonly colors: Colors | null
  /** The text color that would be readable on all backgrounds, if there is one. */
  readonly better: 'dark' | 'light' | null
}

/** The contrast that WCAG AA requires. */
export const ENOUGH = 4.5

export const PAIR_NAMES: Readonly<Record<Pair, string>> = {
  button: 'Text on buttons',
  link: 'Links on the panel',
  page: 'Text on the page background',
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

export function contrast(one: Color, other: Color): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

/** A text color and the color behind it. */
export interface Colors {
  readonly text: Color
  readonly behind: Color
}

/** The pair that is hardest to read. */
export function hardest(pairs: readonly Colors[]): Colors {
  const ratio = ({ text, behind }: Colors) => contrast(text, behind)
  return pairs.reduce((worst, pair) => (ratio(pair) < ratio(worst) ? pair : worst))
}

const BLACK: Color = [0, 0, 0]
const WHITE: Color = [255, 255, 255]

/** Whether black or white is readable on all of these backgrounds. */
export function betterOn(behind: readonly Color[]): Reading['better'] {
  const worst = (text: Color) => Math.min(...behind.map(color => contrast(text, color)))
  const [black, white] = [worst(BLACK), worst(WHITE)]
  if (Math.max(black, white) < ENOUGH) return null
  return black > white ? 'dark' : 'light'
}

export function holds({ colors }: Reading): boolean {
  return colors === null || contrast(colors.text, colors.behind) >= ENOUGH
}

/** A ratio for people. It is rounded down, so that 4.49 does not look sufficient. */
export function ratioName(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`
}

/** Advice on what to change. Advice that applies to both modes is given once. */
export function advices(bad: readonly Reading[], tokens: ReadonlyMap<string, string>): string[] {
  const modes = new Map<string, string>()
  for (const reading of bad) {
    const words = advice(reading, tokens)
    modes.set(words, modes.has(words) ? 'In both modes' : `In ${reading.scheme} mode`)
  }
  return Array.from(modes, ([words, mode]) => `${mode}, ${words}`)
}

function advice({ pair, scheme, better }: Reading, tokens: ReadonlyMap<string, string>): string {
  if (pair === 'page') {
    if (better === null)
      return 'no text is readable on all of the page background. Make its colors all darker, or all lighter.'
    const example = better === 'dark' ? '#1f2937' : '#ffffff'
    return `the text on the page background must be ${better}. Set it to ${example}, for instance.`
  }
  const what = pair === 'button' ? 'buttons' : 'links'
  const byHand = BY_HAND[pair].find(name => tokens.has(name))
  if (byHand !== undefined)
    return `${what} are hard to read. The style sheet sets ${byHand}. Remove that in the editor, and a readable color is derived from the brand color.`
  return `${what} are hard to read. Choose a ${scheme === 'light' ? 'darker' : 'lighter'}, opaque brand color.`
}

const BY_HAND = {
  button: ['--color-on-button', '--color-button', '--color-button-hover'],
  link: ['--color-link', '--color-surface'],
} as const
