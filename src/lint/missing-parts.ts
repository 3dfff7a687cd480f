import type { PageEntry } from '../core/catalogue/catalogue.ts'
import { macrosOfPart } from '../core/catalogue/contract.ts'
import { partsMissing } from '../core/made-page.ts'
import type { PageFacts } from '../core/template/template.ts'

/** A part without which a page cannot work in some of its states. */
export interface MissingPart {
  readonly part: string
  /** The macros of which one would be the part; none where it is something else. */
  readonly macros: readonly string[]
  /** In which states it is missing, for the end of a sentence; empty for all of them. */
  readonly when: string
  /** One for each of these states; a single one without a state for all of them. */
  readonly states: readonly { readonly state?: string }[]
}

const known = new WeakMap<PageFacts, readonly MissingPart[]>()

/** What a page lacks, each part once. */
export function missingParts(entry: PageEntry, facts: PageFacts): readonly MissingPart[] {
  const found = known.get(facts) ?? read(entry, facts)
  known.set(facts, found)
  return found
}

function read(entry: PageEntry, facts: PageFacts): MissingPart[] {
  const { contract = {}, states } = entry
  const groups = Map.groupBy(partsMissing(entry, facts), ({ part }) => part)
  return Array.from(groups, ([part, found]) => {
    const everywhere = found.length === Object.keys(states).length
    const when = found.map(({ state }) => states[state]!.meaning).join(', ')
    return {
      part,
      macros: macrosOfPart(contract, part),
      when: everywhere ? '' : ` (${when})`,
      states: everywhere ? [{}] : found.map(({ state }) => ({ state })),
    }
  })
}
