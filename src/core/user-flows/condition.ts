import { MOST } from './bounds.ts'
import type { Answers, Condition, Value } from './document.ts'

const COMPARISONS = ['is', 'isNot', 'oneOf', 'given', 'atLeast', 'atMost'] as const

/** Whether the answers meet a condition. A field that was not asked for counts as empty. */
export function holds(condition: Condition | undefined, answers: Answers): boolean {
  if (condition === undefined) return true
  if (condition.all !== undefined) return condition.all.every(one => holds(one, answers))
  if (condition.any !== undefined) return condition.any.some(one => holds(one, answers))
  const value = Object.hasOwn(answers, condition.field!) ? answers[condition.field!]! : null
  if (condition.given !== undefined) return (value !== null) === condition.given
  if (condition.isNot !== undefined) return value === null || !same(value, condition.isNot)
  if (value === null) return false
  if (condition.is !== undefined) return same(value, condition.is)
  if (condition.oneOf !== undefined) return condition.oneOf.some(one => same(value, one))
  if (condition.atLeast !== undefined) return Number(value) >= condition.atLeast
  return Number(value) <= condition.atMost!
}

/** The comparisons with fields in a condition, each with its path. */
export function comparisonsIn(
  condition: Condition | undefined,
  path: string,
): { readonly at: Condition; readonly path: string }[] {
  if (condition === undefined) return []
  const { all, any } = condition
  if (all !== undefined) return all.flatMap((one, index) => comparisonsIn(one, `${path}/all/${index}`))
  if (any !== undefined) return any.flatMap((one, index) => comparisonsIn(one, `${path}/any/${index}`))
  return [{ at: condition, path }]
}

/** The mistakes in the form of a condition: it must have exactly one form, and must not be nested too deeply. */
export function formMistakes(
  condition: Condition | undefined,
  path: string,
  depth = 1,
): { path: string; reason: string }[] {
  if (condition === undefined) return []
  const { all, any, field } = condition
  if (depth > MOST.conditionDepth)
    return [{ path, reason: `Conditions can be nested at most ${MOST.conditionDepth} levels deep.` }]
  const used = COMPARISONS.filter(name => condition[name] !== undefined)
  const one =
    Number(all !== undefined) + Number(any !== undefined) + Number(field !== undefined || used.length > 0) ===
    1
  if (!one || ((field !== undefined || used.length > 0) && (field === undefined || used.length !== 1)))
    return [
      {
        path,
        reason: `A condition is "all", "any", or a "field" with exactly one of ${COMPARISONS.join(', ')}.`,
      },
    ]
  const [name, below] = all === undefined ? (['any', any ?? []] as const) : (['all', all] as const)
  return below.flatMap((inner, index) => formMistakes(inner, `${path}/${name}/${index}`, depth + 1))
}

/** Whether no answers can satisfy a condition, because its parts contradict each other or what is known to be true. */
export function isImpossible(condition: Condition | undefined, known: readonly Condition[] = []): boolean {
  const parts = [...known, ...(condition === undefined ? [] : [condition])].flatMap(partsOf)
  const comparisons = parts.filter(({ field }) => field !== undefined)
  const groups = Map.groupBy(comparisons, ({ field }) => field!)
  return (
    [...groups.values()].some(contradict) ||
    parts.some(({ any }) => any?.every(one => isImpossible(one, comparisons)) ?? false)
  )
}

/** The conditions that must all be met, without those that only group others. */
function partsOf(condition: Condition): readonly Condition[] {
  return condition.all?.flatMap(partsOf) ?? [condition]
}

/** What is true if a condition is not met; undefined if no condition says so. */
export function opposite({ field, is, isNot, oneOf, given, all, any }: Condition): Condition | undefined {
  const each = (all ?? any)?.map(opposite)
  if (each !== undefined) {
    const known = each.filter(one => one !== undefined)
    // Of several conditions that are all unmet, each is worth knowing.
    if (any !== undefined) return { all: known }
    return known.length === each.length ? { any: known } : undefined
  }
  if (is !== undefined) return { field: field!, isNot: is }
  if (isNot !== undefined) return { field: field!, is: isNot }
  if (oneOf !== undefined) return { all: oneOf.map(one => ({ field: field!, isNot: one })) }
  if (given !== undefined) return { field: field!, given: !given }
  return undefined
}

function contradict(comparisons: readonly Condition[]): boolean {
  const listed = comparisons.flatMap(({ is, oneOf }) => (is === undefined ? (oneOf ? [oneOf] : []) : [[is]]))
  const possible = listed[0]?.filter(value => comparisons.every(one => holds(one, { [one.field!]: value })))
  if (possible !== undefined) return possible.length === 0
  const given = comparisons.flatMap(one => one.given ?? (one.atLeast ?? one.atMost) !== undefined)
  if (given.includes(true) && comparisons.some(one => one.given === false)) return true
  const least = Math.max(...comparisons.map(({ atLeast = Number.NEGATIVE_INFINITY }) => atLeast))
  const most = Math.min(...comparisons.map(({ atMost = Number.POSITIVE_INFINITY }) => atMost))
  return least > most
}

function same(value: Value, other: Value): boolean {
  return String(value) === String(other)
}
