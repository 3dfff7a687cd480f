import { comparisonsIn, isImpossible, opposite } from './condition.ts'
import { type Condition, END, type FlowDocument } from './document.ts'

/** What is true on every way to a step. */
type Known = readonly Condition[]

/** Each condition is compared with all that is known, so what is known beyond this many comparisons is not used. */
const MOST_KNOWN = 100

export interface Ways {
  /** By the id of a step. A step that no answers lead to is absent. */
  readonly at: ReadonlyMap<string, Known>
  /** By the paths of rules with a condition. A rule of a step that no answers lead to is absent. */
  readonly before: ReadonlyMap<string, Known>
}

/**
 * What is true of the answers on the ways through a flow. Rules only lead forward, and an attribute is asked for once, so
 * what was true at an earlier step stays true.
 */
export function waysThrough({ steps }: FlowDocument): Ways {
  const at = new Map<string, Known>([[steps[0]!.id, []]])
  const before = new Map<string, Known>()
  const arrive = (id: string, known: Known) => {
    const others = at.get(id)?.map(text)
    at.set(id, others === undefined ? known : known.filter(one => others.includes(text(one))))
  }
  for (const [index, { id, next }] of steps.entries()) {
    let known = at.get(id)
    if (known === undefined) continue
    if (next === undefined) arrive(steps[index + 1]?.id ?? END, known)
    for (const [place, { when, to }] of (next ?? []).entries()) {
      if (when !== undefined) before.set(`/steps/${index}/next/${place}`, known)
      if (!isImpossible(when, known)) arrive(to, when === undefined ? known : extended(known, when))
      if (when === undefined) break
      const unmet = opposite(when)
      if (unmet !== undefined) known = extended(known, unmet)
    }
  }
  return { at, before }
}

function extended(known: Known, more: Condition): Known {
  const all = [...known, more]
  return comparisonsIn({ all }, '').length > MOST_KNOWN ? known : all
}

function text(condition: Condition): string {
  return JSON.stringify(condition)
}
