import type { Mistake } from '../mistake.ts'
import type { AttributeBook } from './attribute-book.ts'
import { comparisonsIn, formMistakes, isImpossible } from './condition.ts'
import { type Condition, type FlowDocument, PASSWORD } from './document.ts'

/** The mistakes in the conditions of a flow. */
export function conditionMistakes({ steps }: FlowDocument, book: AttributeBook): Mistake[] {
  const asked = new Set<string>()
  return steps.flatMap(({ fields, next = [] }, index) => {
    const path = `/steps/${index}`
    const ofFields = fields.flatMap(({ when, required = false }, at): Mistake[] => {
      const below = `${path}/fields/${at}`
      const mistakes = mistakesOf(when, `${below}/when`, asked, book)
      if (mistakes.length > 0 || !isImpossible(when)) return mistakes
      const reason = `This ${required ? 'required ' : ''}field is never asked for, because its condition contradicts itself.`
      return [{ path: below, reason, warning: true }]
    })
    for (const { attribute } of fields) asked.add(attribute)
    const ofRules = next.flatMap(({ when }, at): Mistake[] => {
      const below = `${path}/next/${at}`
      const mistakes = mistakesOf(when, `${below}/when`, asked, book)
      if (mistakes.length > 0 || !isImpossible(when)) return mistakes
      return [
        {
          path: below,
          reason: 'This rule never applies, because its condition contradicts itself.',
          warning: true,
        },
      ]
    })
    return [...ofFields, ...ofRules]
  })
}

function mistakesOf(
  condition: Condition | undefined,
  path: string,
  asked: ReadonlySet<string>,
  book: AttributeBook,
): Mistake[] {
  const form = formMistakes(condition, path)
  if (form.length > 0) return form
  return comparisonsIn(condition, path).flatMap(({ at, path: below }) =>
    comparisonMistakes(at, below, asked, book),
  )
}

function comparisonMistakes(
  { field = '', is, isNot, oneOf, atLeast, atMost }: Condition,
  path: string,
  asked: ReadonlySet<string>,
  book: AttributeBook,
): Mistake[] {
  if (field === PASSWORD)
    return [{ path: `${path}/field`, reason: 'A condition cannot depend on the password.' }]
  if (!asked.has(field))
    return [
      {
        path: `${path}/field`,
        reason: `No earlier step asks for "${field}", so this condition is never met.`,
      },
    ]
  const { kind, choices } = book.get(field) ?? {}
  if ((atLeast !== undefined || atMost !== undefined) && kind !== 'number')
    return [
      {
        path,
        reason: `"${field}" is not a number, so it cannot be compared with a minimum or maximum.`,
      },
    ]
  const values = [is, isNot, ...(oneOf ?? [])].filter(value => value !== undefined)
  const odd = values.find(
    value => choices !== undefined && !choices.some(choice => choice.value === String(value)),
  )
  return odd === undefined ? [] : [{ path, reason: `"${field}" has no choice "${odd}".` }]
}
