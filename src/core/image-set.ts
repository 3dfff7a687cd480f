/** A stretch of a text. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The number of addresses in one set of images that are checked. */
const MOST = 50

/**
 * Where the addresses of a set of images stand, as browsers read `srcset`: an address may hold commas, not end with
 * one.
 */
export function imageSet(text: string): Stretch[] {
  const found: Stretch[] = []
  for (let at = 0; at < text.length && found.length < MOST; ) {
    while (at < text.length && /[\s,]/.test(text[at]!)) at += 1
    const from = at
    while (at < text.length && !/\s/.test(text[at]!)) at += 1
    let to = at
    while (to > from && text[to - 1] === ',') to -= 1
    if (to > from) found.push({ from, to })
    // Sizes follow, up to the next comma.
    if (to === at) at = after(text, at)
  }
  return found
}

function after(text: string, at: number): number {
  const comma = text.indexOf(',', at)
  return comma === -1 ? text.length : comma + 1
}
