import { type Flaw, MOST_FLAWS } from './flaw.ts'
import { labelKey } from './labels.ts'
import { nearest } from './nearest.ts'
import { shortened } from './text.ts'

const SHOWN = 60
/** Shorter names are too similar to many others. */
const SHORTEST = 6
const FARTHEST = 3
/** At most this many names are compared, because each is compared with all known ones. */
const MOST_COMPARED = 20

/**
 * What is wrong in a label file: lines that are not labels, duplicate names, and names that look like misspelled
 * `known` ones. Any other name may be a label of the theme's own.
 */
export function labelFlaws(text: string, known: ReadonlySet<string>): Flaw[] {
  const flaws: Flaw[] = []
  const seen = new Set<string>()
  let compared = 0
  const lines = text.split(/\r\n|\r|\n/)
  for (const [index, content] of lines.entries()) {
    const line = index + 1
    if (flaws.length === MOST_FLAWS) return flaws
    if (/^\uFEFF?\s*(?:[#!].*)?$/.test(content)) continue
    const found = labelKey(content)
    if (found === undefined) {
      flaws.push({ what: 'not a label', name: shortened(content.trim(), SHOWN), line })
      continue
    }
    const { key, name } = found
    if (seen.has(key)) flaws.push({ what: 'duplicate label', name: key, line })
    else if (!known.has(name) && name.length >= SHORTEST && compared++ < MOST_COMPARED) {
      const meant = nearest(name, [...known].filter(isAsLong(name)))
      if (meant !== undefined)
        flaws.push({ what: 'unknown label', name: `${key}, did you mean $${meant}$?`, line })
    }
    seen.add(key)
  }
  return flaws
}

function isAsLong(name: string): (other: string) => boolean {
  return other => Math.abs(other.length - name.length) <= FARTHEST
}
