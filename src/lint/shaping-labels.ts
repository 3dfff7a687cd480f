import { isGiven, isKnownMacro } from '../core/catalogue/catalogue.ts'
import { tokens } from '../core/template/template.ts'
import type { LintedFile } from './file.ts'
import { imbalance } from './label-balance.ts'
import { labelLines, labelsNamed } from './theme-labels.ts'

/** Tags that make another page: with forms, scripts, or parts that are not shown. */
const STRUCTURE =
  /<(?:form|input|button|select|textarea|fieldset|script|style|iframe|template|noscript|dialog|title|!--)/i
const MARKUP = /<[a-z/!?]/i
const LONGEST = 10_000

const known = new WeakMap<LintedFile, ReadonlySet<string>>()

/** Whether a label file makes another page of templates: by a label that they show and that is more than text. */
export function shapes(labels: LintedFile, templates: readonly LintedFile[]): boolean {
  const shaping = known.get(labels) ?? new Set(read(labels))
  known.set(labels, shaping)
  if (shaping.size === 0) return false
  return templates.some(template => [...labelsNamed(template)].some(name => shaping.has(name)))
}

function read(file: LintedFile): string[] {
  return labelLines(file).flatMap(({ name, value }) =>
    reachesOut(value) || hasUnknownMacro(value) ? [name] : [],
  )
}

/** Whether the markup of a label can change what is around it: elements that it closes itself cannot. */
function reachesOut(value: string): boolean {
  if (!MARKUP.test(value)) return false
  return (
    STRUCTURE.test(value) ||
    /javascript:/i.test(value) ||
    value.length > LONGEST ||
    imbalance(value) !== undefined
  )
}

function hasUnknownMacro(value: string): boolean {
  if (!value.includes('@')) return false
  for (const token of tokens(value))
    if (token.kind === 'macro' && !isGiven(token.name) && !isKnownMacro(token.name)) return true
  return false
}
