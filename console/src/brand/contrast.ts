/** Red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number]

/** What has to be readable. */
export type Pair = 'button' | 'link' | 'page'

export type Scheme = 'light' | 'dark'

/** A text and the color behind it, as a browser shows them; null where an image is behind it. */
export interface Reading {
  readonly pair: Pair
  readonly scheme: Scheme
  readonly colors: Colors | null
}

/** The contrast that WCAG AA asks for. */
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

/** A text and what is behind it. */
export interface Colors {
  readonly text: Color
  readonly behind: Color
}

/** The one of several pairs that is hardest to read. */
export function hardest(pairs: readonly Colors[]): Colors {
  const ratio = ({ text, behind }: Colors) => contrast(text, behind)
  return pairs.reduce((worst, pair) => (ratio(pair) < ratio(worst) ? pair : worst))
}

export function holds({ colors }: Reading): boolean {
  return colors === null || contrast(colors.text, colors.behind) >= ENOUGH
}

/** A ratio for people: cut off, so that 4.49 does not look like enough. */
export function ratioName(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1`
}

/** What to change where a text is too hard to read. */
export function advice({ pair, scheme, colors }: Reading, tokens: ReadonlyMap<string, string>): string {
  const set = (names: readonly string[]) => names.find(name => tokens.has(name))
  const mode = `In ${scheme} mode`
  if (pair === 'page') {
    const onDark =
      colors !== null && contrast([255, 255, 255], colors.behind) > contrast([0, 0, 0], colors.behind)
    const text = onDark ? 'lighter' : 'darker'
    return set(['--color-on-page'])
      ? `${mode}, make the text on the page background ${text}, or the background ${onDark ? 'darker' : 'lighter'}.`
      : `${mode}, the text on the page background needs a color of its own: set it to a ${text} one.`
  }
  const names =
    pair === 'button' ? ['--color-on-button', '--color-button'] : ['--color-link', '--color-surface']
  const byHand = set(names)
  const what = pair === 'button' ? 'buttons' : 'links'
  if (byHand !== undefined) {
    return `${mode}, the style sheet sets ${byHand} by hand. Take it out with the editor: the color of ${what} then follows from the brand color.`
  }
  return `${mode}, ${what} are hard to read. Choose a ${scheme === 'light' ? 'darker' : 'lighter'} brand color that is not see-through.`
}
