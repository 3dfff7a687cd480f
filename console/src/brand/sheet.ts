import {
  type Declaration,
  effective,
  isSound,
  type PageRule,
  parsedSheet,
} from '../../../src/core/style-sheet.ts'

/** The new value of a token; null for the master's value. */
export type Changes = Readonly<Record<string, string | null>>

const MOST_CHARACTERS = 2000

/** The tokens that a sheet sets for the whole page, as written. */
export function readTokens(css: string): Map<string, string> {
  return new Map(Array.from(effective(parsedSheet(css)), ([name, there]) => [name, written(css, there)]))
}

function written(css: string, { valueFrom, valueTo }: Declaration): string {
  return css.slice(valueFrom, valueTo)
}

/** The names of custom properties that a sheet also sets under a condition, or for a part of the page. */
export function setElsewhere(css: string): Set<string> {
  const blocks = parsedSheet(css).others.map(([from, to]) => css.slice(from, to))
  const plain = blocks.join('\n').replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  return new Set(Array.from(plain.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g), match => match[1]!))
}

/** The line of a declaration with an unclosed quote or bracket. Changing it would also change what follows. */
export function brokenLine(css: string): number | undefined {
  const broken = parsedSheet(css)
    .rules.flatMap(rule => rule.declarations)
    .find(({ from, to }) => !isSound(css, from, to))
  return broken && css.slice(0, broken.from).split('\n').length
}

/** The sheet with new values of some tokens. Nothing else changes. The sheet must have no broken line. */
export function withTokens(css: string, changes: Changes): string {
  return Object.entries(changes).reduce(
    (sheet, [name, value]) => (value === null ? withoutToken(sheet, name) : withToken(sheet, name, value)),
    css,
  )
}

function withToken(css: string, name: string, value: string): string {
  const sheet = parsedSheet(css)
  const there = effective(sheet).get(name)
  if (there !== undefined) {
    if (written(css, there) === value) return css
    return replaced(css, there.valueFrom, there.valueTo, value)
  }
  const [rule] = sheet.rules
  if (rule === undefined) return withRule(css, `${name}: ${value};`)
  const last = rule.declarations.findLast(({ ended }) => ended)
  const at = last?.to ?? rule.inside[0]
  return replaced(css, at, at, `${gapIn(css, rule)}${name}: ${value};`)
}

/** The whitespace between the declarations of a rule. */
function gapIn(css: string, { inside: [from, to], declarations }: PageRule): string {
  const own = declarations.map(({ from: at }) => css.slice(gapBefore(css, at), at))
  const usual = own.find(gap => gap.includes('\n')) ?? own[0]
  if (usual !== undefined && usual !== '') return usual
  return declarations.length === 0 && css.slice(from, to).includes('\n') ? `${lineEnd(css)}  ` : ' '
}

function withRule(css: string, declaration: string): string {
  const { at, after } = parsedSheet(css).end
  const end = lineEnd(css)
  const rule = `:root {${end}  ${declaration}${end}}`
  const atLine = css.slice(0, at).replace(/\r/g, '\n').endsWith('\n')
  if (after === '' && (at < css.length || css === '' || atLine)) return replaced(css, at, at, `${rule}${end}`)
  return `${css}${after}${end}${rule}`
}

/** Removes a token wherever it is set for the whole page, and the rule if it becomes empty. */
function withoutToken(css: string, name: string): string {
  const edits = parsedSheet(css).rules.flatMap(rule => {
    const mine = rule.declarations.filter(declaration => declaration.name === name)
    const parts = mine.map(({ from, to }) => [gapBefore(css, from), to] as const)
    if (mine.length > 0 && isEmptied(rest(css, rule, parts))) return [ruleWithLine(css, rule)]
    return parts
  })
  return edits.reduceRight((sheet, [from, to]) => replaced(sheet, from, to, ''), css)
}

function rest(css: string, { from, to }: PageRule, parts: readonly (readonly [number, number])[]): string {
  return parts.reduceRight(
    (text, [start, end]) => replaced(text, start - from, end - from, ''),
    css.slice(from, to),
  )
}

/** Whether a rule is empty and was created by this form. */
function isEmptied(rule: string): boolean {
  return /^:root \{\r?\n\}$/.test(rule)
}

function ruleWithLine(css: string, { from, to }: PageRule): readonly [number, number] {
  const follows = /^\r?\n/.exec(css.slice(to, to + 2))?.[0] ?? ''
  if (follows !== '' || from === 0) return [from, to + follows.length]
  const before = /\r?\n$/.exec(css.slice(Math.max(0, from - 2), from))?.[0] ?? ''
  return [from - before.length, to]
}

/** Where the whitespace before a declaration starts, including the preceding line break. */
function gapBefore(css: string, from: number): number {
  let at = from
  while (css[at - 1] === ' ' || css[at - 1] === '\t') at -= 1
  if (css[at - 1] !== '\n') return at
  return css[at - 2] === '\r' ? at - 2 : at - 1
}

function lineEnd(css: string): string {
  return /\r\n/.test(css) ? '\r\n' : '\n'
}

function replaced(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to)
}

/** Why a typed value cannot be written: it could end its declaration and begin another. */
export function valueProblem(value: string): string | undefined {
  if (value.trim() === '') return 'Type a value, or use the master’s.'
  if (value.length > MOST_CHARACTERS)
    return 'This value is too long. Write it into the style sheet with the editor.'
  if (/[;{}]/.test(value)) return 'A value cannot contain ; { or }. Type only the value.'
  if (/\/\*|\*\//.test(value)) return 'A value cannot contain a comment. Type only the value.'
  if (/[\p{Cc}<!\\@]/u.test(value)) return 'A value cannot contain < ! @ \\ or a line break.'
  if (!isSound(value, 0, value.length)) return 'A quote or bracket is not closed. Close it, or remove it.'
  return undefined
}
