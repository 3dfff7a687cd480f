import type { PageEntry } from '../core/catalogue/catalogue.ts'
import type { TracedElement } from '../core/made-page.ts'
import type { LintedFile } from './file.ts'
import type { LintedTheme } from './theme.ts'

/** An element of a page in a browser. */
export interface SeenElement {
  /** Its number among the elements of the templates; that of the element around it, where a script made it. */
  readonly number: number
  /** How to recognize it, as a selector: `button.primary`. */
  readonly name: string
}

/** A text that differs too little from what is behind it. */
export interface FaintText extends SeenElement {
  readonly ratio: number
  readonly needed: number
  readonly color: string
  readonly background: string
}

/** A control that is smaller than a fingertip. */
export interface SmallTarget extends SeenElement {
  readonly width: number
  readonly height: number
}

/** What a page did that keeps people from using it. */
export interface Runaway {
  readonly what: 'hangs' | 'fails' | 'navigates' | 'opens a window' | 'downloads' | 'shows a dialog'
  /** Where it goes, or what it says. */
  readonly address: string
}

/** A page as a browser shows it, in a state and a language: what was measured there. */
export interface RenderedPage {
  readonly entry: PageEntry
  readonly state: string
  readonly locale: string
  /** The elements of its templates, by number. */
  readonly elements: readonly TracedElement[]
  /** The paths of the files that it was made from, its template first, and of those that it has loaded. */
  readonly files: readonly string[]
  readonly faint: Readonly<Record<'light' | 'dark', readonly FaintText[]>>
  readonly unmarked: readonly SeenElement[]
  readonly small: readonly SmallTarget[]
  /** What makes it wider than the screen, by the width of the screen in pixels. */
  readonly wide: ReadonlyMap<number, readonly SeenElement[]>
  readonly runaway: readonly Runaway[]
}

/**
 * Where a theme can change how an element looks: at the element itself, where its template is the theme's; else in
 * the theme's style sheet, in a label of the element, or in any file of the page. The page as a whole is told at the
 * first file that is the theme's. Undefined where all of it is the master's.
 */
export function placeOf(
  theme: LintedTheme,
  { elements, files }: Pick<RenderedPage, 'elements' | 'files'>,
  number?: number,
): { readonly file: string; readonly start: number; readonly end: number } | undefined {
  const own = (path: string | undefined): LintedFile | undefined => {
    const file = path === undefined ? undefined : theme.own.get(path)
    return file === undefined || theme.isMasters(file) ? undefined : file
  }
  const element = number === undefined ? undefined : elements[number]
  const template = own(element?.file)
  if (element !== undefined && template !== undefined) return tagIn(template, element)
  const sheet = own(files.findLast(path => /\.css$/i.test(path) && own(path) !== undefined))
  if (sheet !== undefined && number !== undefined) return { file: sheet.path, start: 0, end: 0 }
  const label = element?.labels.find(({ file }) => own(file) !== undefined)
  if (label !== undefined) {
    const start = own(label.file)!.offset({ line: label.line, column: 1 })
    return { file: label.file, start, end: start }
  }
  const other = files.find(path => own(path) !== undefined)
  return other === undefined ? undefined : { file: other, start: 0, end: 0 }
}

function tagIn(file: LintedFile, { tag, line }: TracedElement) {
  const from = file.offset({ line, column: 1 })
  const next = file.text.indexOf('\n', from)
  const inLine = file.text.slice(from, next === -1 ? undefined : next)
  const column = Math.max(0, inLine.toLowerCase().indexOf(`<${tag}`))
  const start = from + column
  return { file: file.path, start, end: from + inLine.trimEnd().length }
}
