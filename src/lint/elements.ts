import { hides } from '../core/hiding.ts'
import type { MarkupAttribute, MarkupToken } from '../core/template/template.ts'
import type { LintedFile } from './file.ts'
import type { Edit, Fix } from './finding.ts'
import type { LintedPage } from './page.ts'

const starting = new WeakMap<readonly MarkupToken[], readonly MarkupToken[]>()

/** The start tags among tokens; with names, those alone. */
export function startTags(markup: readonly MarkupToken[], ...names: string[]): readonly MarkupToken[] {
  const all = starting.get(markup) ?? markup.filter(({ kind }) => kind === 'startTag')
  starting.set(markup, all)
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}

export function attributeOf(token: MarkupToken, name: string): MarkupAttribute | undefined {
  return token.attributes.find(attribute => attribute.name === name)
}

/** The value of an attribute, without blanks around it; empty where there is none. */
export function textOf(token: MarkupToken, name: string): string {
  return attributeOf(token, name)?.value.trim() ?? ''
}

/** The text that follows a token, up to the next tag. */
export function insideOf(
  markup: readonly MarkupToken[],
  index: number,
): { readonly start: number; readonly end: number } {
  let next = index + 1
  while (markup[next]?.kind === 'text') next += 1
  const { end } = markup[index]!
  return { start: end, end: markup[next]?.start ?? markup[next - 1]?.end ?? end }
}

/** Adds an attribute to a tag. */
export function added({ start, name }: Pick<MarkupToken, 'start' | 'name'>, attribute: string): Edit {
  const at = start + 1 + name.length
  return { start: at, end: at, text: ` ${attribute}` }
}

/** Sets an attribute of a tag. */
export function set(token: MarkupToken, name: string, value: string): Edit {
  const given = attributeOf(token, name)
  if (given === undefined) return added(token, `${name}="${value}"`)
  return { start: given.start, end: given.end, text: `${name}="${value}"` }
}

/** A fix, where the tag stands in the file as it was read: in a mail whose markup is escaped it does not. */
export function fixOf(file: Pick<LintedFile, 'text'>, { start, end }: MarkupToken, fix: Fix): { fix?: Fix } {
  return file.text[start] === '<' && file.text[end - 1] === '>' ? { fix } : {}
}

/** Whether people cannot see an element, unless a script shows it. */
export function isHidden(token: MarkupToken): boolean {
  return (
    textOf(token, 'type').toLowerCase() === 'hidden' ||
    attributeOf(token, 'hidden') !== undefined ||
    hides(textOf(token, 'style'))
  )
}

/** The place in a file of a stretch of a page. */
export function placeOn(
  page: LintedPage,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly file: string; readonly start: number; readonly end: number } {
  const first = page.at(start)
  const last = page.at(Math.max(start, end - 1))
  return { file: first.file, start: first.start, end: last.file === first.file ? last.end : first.start }
}
