import { isGiven, isKnownMacro, SECRET_MACROS } from '../core/catalogue/catalogue.ts'
import { isAddress } from '../core/template/address.ts'
import { tokens } from '../core/template/template.ts'
import type { LintedFile } from './file.ts'
import { imbalance, tagsOf } from './label-balance.ts'
import type { LintedTheme } from './theme.ts'
import { labelLines, labelsIn, labelsNamed } from './theme-labels.ts'

/** Tags that make another page: with forms, scripts, or parts that are not shown. */
const STRUCTURE =
  /<(?:form|input|button|select|textarea|fieldset|script|style|iframe|template|noscript|dialog|title|link|base|meta|!--)/i
const MARKUP = /<[a-z/!?]/i
/** Text that may be an address, or a part of one that leads to another host. */
const ADDRESS = /^\S*[.:/\\@]/
const LONGEST = 10_000

interface Shaping {
  /** Labels that are more than text. */
  readonly everywhere: ReadonlySet<string>
  /** Labels that may be addresses. */
  readonly inAddresses: ReadonlySet<string>
}

const known = new WeakMap<LintedFile, Shaping>()

/** Whether a label file makes another page of templates: by a label that they show and that is more than text. */
export function shapes(labels: LintedFile, templates: readonly LintedFile[], theme: LintedTheme): boolean {
  const { everywhere, inAddresses } = known.get(labels) ?? read(labels)
  known.set(labels, { everywhere, inAddresses })
  const isAmong = (names: ReadonlySet<string>, shaping: ReadonlySet<string>) =>
    shaping.size > 0 && [...names].some(name => shaping.has(name))
  if (templates.some(template => isAmong(labelsNamed(template), everywhere))) return true
  // No label of the master is an address.
  if (theme.own.get(labels.path) !== labels || theme.isMasters(labels)) return false
  return templates.some(
    template => isAmong(labelsNamed(template), inAddresses) && isAmong(addressLabels(template), inAddresses),
  )
}

function read(file: LintedFile): Shaping {
  const lines = labelLines(file)
  const named = (is: (value: string) => boolean) =>
    new Set(lines.flatMap(({ name, value }) => (is(value) ? [name] : [])))
  return {
    everywhere: named(value => reachesOut(value) || hasUnknownMacro(value) || hasSecret(value)),
    inAddresses: named(value => ADDRESS.test(value)),
  }
}

const addressesIn = new WeakMap<LintedFile, ReadonlySet<string>>()

/** The labels of a template in addresses, event handlers and scripts. There, every language may lead elsewhere. */
function addressLabels(template: LintedFile): ReadonlySet<string> {
  const found = addressesIn.get(template) ?? new Set(readAddresses(template))
  addressesIn.set(template, found)
  return found
}

function readAddresses({ markup, text }: LintedFile): string[] {
  return markup.flatMap(({ kind, name: tag, start, end, attributes }) => {
    if (kind === 'text') return tag === 'script' ? labelsIn(tokens(text.slice(start, end))) : []
    return attributes.flatMap(({ name, value }) =>
      name.startsWith('on') || isAddress(tag, name) ? labelsIn(tokens(value)) : [],
    )
  })
}

/** Whether the markup of a label runs, or changes what is around it: most elements that it closes itself do neither. */
function reachesOut(value: string): boolean {
  if (!MARKUP.test(value)) return false
  return (
    STRUCTURE.test(value) ||
    /javascript:/i.test(value) ||
    value.length > LONGEST ||
    imbalance(value) !== undefined ||
    hasHandler(value)
  )
}

function hasHandler(value: string): boolean {
  if (!/[\s"'/]on[a-z]/i.test(value)) return false
  return (tagsOf(value) ?? []).some(({ attributes }) => attributes.some(({ name }) => name.startsWith('on')))
}

/** Whether a label has a code or a link, which a mail must not have everywhere. */
function hasSecret(value: string): boolean {
  return value.includes('@') && SECRET_MACROS.some(name => value.includes(`@${name}@`))
}

function hasUnknownMacro(value: string): boolean {
  if (!value.includes('@')) return false
  for (const token of tokens(value))
    if (token.kind === 'macro' && !isGiven(token.name) && !isKnownMacro(token.name)) return true
  return false
}
