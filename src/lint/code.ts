import { past } from '../core/style-sheet.ts'
import { isScriptType } from '../core/template/script-facts.ts'
import { attributeOf, insideOf, textOf } from './elements.ts'
import type { LintedFile } from './file.ts'

type MarkupText = Pick<LintedFile, 'path' | 'text' | 'markup'>

/** A stretch of script or style in a file. */
export interface Code {
  readonly text: string
  readonly start: number
  /** Whether it is the value of an attribute. */
  readonly attribute: boolean
}

/** The scripts of a file: the whole of a script file, inline scripts and event handlers. */
export function scriptsIn(file: MarkupText): Code[] {
  if (/\.m?js$/i.test(file.path)) return [{ text: file.text, start: 0, attribute: false }]
  return file.markup.flatMap((token, index) => {
    if (token.kind !== 'startTag') return []
    const handlers = token.attributes
      .filter(({ name }) => name.startsWith('on'))
      .map(({ valueStart, valueEnd }) => codeOf(file, valueStart, valueEnd, true))
    const isInline =
      token.name === 'script' &&
      attributeOf(token, 'src') === undefined &&
      isScriptType(textOf(token, 'type'))
    return isInline ? [...handlers, inside(file, index)] : handlers
  })
}

/** The styles of a file: the whole of a style sheet, style elements and style attributes. */
export function stylesIn(file: MarkupText): readonly Code[] {
  const known = styles.get(file) ?? readStyles(file)
  styles.set(file, known)
  return known
}

const styles = new WeakMap<MarkupText, readonly Code[]>()

function readStyles(file: MarkupText): Code[] {
  if (/\.css$/i.test(file.path)) return [{ text: file.text, start: 0, attribute: false }]
  return file.markup.flatMap((token, index) => {
    if (token.kind !== 'startTag') return []
    const style = attributeOf(token, 'style')
    const attribute = style === undefined ? [] : [codeOf(file, style.valueStart, style.valueEnd, true)]
    return token.name === 'style' ? [...attribute, inside(file, index)] : attribute
  })
}

function inside(file: MarkupText, index: number): Code {
  const { start, end } = insideOf(file.markup, index)
  return codeOf(file, start, end, false)
}

function codeOf(file: MarkupText, start: number, end: number, attribute: boolean): Code {
  return { text: file.text.slice(start, end), start, attribute }
}

/** A style sheet with blanks in place of its comments. */
export function withoutComments(css: string): string {
  if (!css.includes('/*')) return css
  const parts: string[] = []
  for (let at = 0; at < css.length; ) {
    const next = past(css, at)
    parts.push(css.startsWith('/*', at) ? ' '.repeat(next - at) : css.slice(at, next))
    at = next
  }
  return parts.join('')
}

/** A rule of a style sheet that holds declarations. */
export interface StyleRule {
  readonly selector: string
  readonly declarations: string
  readonly start: number
  readonly end: number
}

/** The rules of a style sheet that hold declarations, those inside of others too. */
export function rulesIn(css: string): StyleRule[] {
  const text = withoutComments(css)
  const found: StyleRule[] = []
  let from = 0
  let opened: number | undefined
  for (let at = 0; at < text.length; ) {
    const char = text[at]!
    const next = past(text, at)
    if (char === '{') {
      // What stood before it opens a group, or is a selector.
      if (opened !== undefined) from = opened + 1
      opened = at
    } else if (char === '}') {
      if (opened !== undefined)
        found.push({
          selector: text.slice(from, opened).trim(),
          declarations: text.slice(opened + 1, at),
          start: from + text.slice(from, opened).search(/\S|$/),
          end: at + 1,
        })
      opened = undefined
      from = next
    } else if (char === ';' && opened === undefined) from = next
    at = next
  }
  return found
}
