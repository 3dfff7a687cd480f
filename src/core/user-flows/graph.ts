import { isImpossible } from './condition.ts'
import { END, type FlowDocument, type FlowStep } from './document.ts'

/** Where a step can lead, for any answers. */
function waysOn({ steps }: FlowDocument, step: FlowStep): string[] {
  const following = steps[steps.indexOf(step) + 1]?.id ?? END
  if (step.next === undefined) return [following]
  const sure = step.next.findIndex(({ when }) => when === undefined)
  const possible = sure === -1 ? step.next : step.next.slice(0, sure + 1)
  return possible.filter(({ when }) => !isImpossible(when)).map(({ to }) => to)
}

/** The ids of all steps that answers can lead to, and `end`. The step `without` is treated as if it led nowhere. */
export function reachable(document: FlowDocument, without?: string): ReadonlySet<string> {
  const byId = new Map(document.steps.map(step => [step.id, step]))
  const reached = new Set([document.steps[0]!.id])
  for (const id of reached) {
    const step = byId.get(id)
    if (step === undefined || id === without) continue
    for (const to of waysOn(document, step)) reached.add(to)
  }
  return reached
}
