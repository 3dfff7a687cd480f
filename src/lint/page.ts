import { isMail, type MailEntry, type PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE } from '../core/locale.ts'
import { type LabelFile, type MadePage, madePage, type SourceFile } from '../core/made-page.ts'
import { bodyPlaces, componentPlaces, labelPlaces, templatePlaces } from '../core/places.ts'
import {
  itemAt,
  type MarkupToken,
  type Part,
  type ReadPage,
  type Slot,
  TemplateFault,
} from '../core/template/template.ts'
import type { LintedFile } from './file.ts'
import type { LintedTheme } from './theme.ts'

/** The templates of a page or mail in a language. */
interface Composition {
  readonly entry: PageEntry | MailEntry
  readonly locale: string
  readonly body: LintedFile
  readonly subject: LintedFile | undefined
  readonly header: LintedFile | undefined
  readonly footer: LintedFile | undefined
}

/** A page or the body of a mail in a language, with its header, footer and labels. */
export class LintedPage implements Composition {
  readonly entry: PageEntry | MailEntry
  readonly locale: string
  readonly body: LintedFile
  readonly subject: LintedFile | undefined
  readonly header: LintedFile | undefined
  readonly footer: LintedFile | undefined
  /** What the renderer makes of it; undefined where a bound is passed. */
  readonly made: MadePage | undefined
  readonly fault: TemplateFault | undefined
  readonly #read: ReadPage | undefined

  constructor(composition: Composition, theme: LintedTheme) {
    const { entry, locale, body, subject, header, footer } = composition
    this.entry = entry
    this.locale = locale
    this.body = body
    this.subject = subject
    this.header = header
    this.footer = footer
    let read: ReadPage | undefined
    try {
      const chain = labelFiles(theme, locale)
      const labels = new Map(chain.map(({ file, from }) => [file, from]))
      this.made = madePage(
        {
          entry: entry.id,
          body: source(body),
          subject: subject && source(subject),
          header: header && source(header),
          footer: footer && source(footer),
          labels: chain,
          // Style sheets change the content policy alone, which no rule looks at.
          styles: new Map(),
          colors: undefined,
          generation: '0',
          numbered: false,
          forms: {},
        },
        ({ file }) => theme.labels(labels.get(file)!),
        page => {
          read = page
        },
      )
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error
      this.fault = error
    }
    this.#read = read
  }

  get isMail(): boolean {
    return isMail(this.entry)
  }

  /** Its tags, comments and texts. Their offsets are of the whole page: `at` leads to the file. */
  get markup(): readonly MarkupToken[] {
    return this.#read?.markup ?? []
  }

  /** The text of the whole page, with marks in place of macros. */
  get source(): string {
    return this.#read?.text.source ?? ''
  }

  /** The file that made an offset of the page, and where. */
  at(offset: number): { readonly file: string; readonly start: number; readonly label?: string } {
    const { items, text } = this.#read!
    const index = itemAt(text.starts, items.length, offset)
    const item = items[index]
    if (item === undefined) return { file: this.body.path, start: 0 }
    const start = item.offset + offset - text.starts[index]!
    return { file: item.file, start, ...(item.label !== undefined && { label: item.label }) }
  }

  /** Its macros, in order: how each is written there, and where it stands in its file. */
  get slots(): readonly (Pick<Slot, 'macro' | 'kind' | 'layers'> & { file: string; start: number })[] {
    if (this.#read === undefined || this.made === undefined) return []
    const { items, text } = this.#read
    return slotsIn(this.made.compiled.parts).map(({ macro, kind, layers }, mark) => {
      const { file, offset } = items[text.items[mark]!]!
      return { macro, kind, layers, file, start: offset }
    })
  }

  /** A stretch of the page, or the value of an attribute, with macros as they were written. */
  written(value: string): string {
    if (this.#read === undefined) return value
    const { items, text } = this.#read
    if (!value.includes(text.prefix)) return value
    return value.replace(
      new RegExp(`${text.prefix}(\\d+)z`, 'g'),
      (_, number: string) => items[text.items[Number(number)]!]!.text,
    )
  }

  /** The text of the page between two offsets. */
  slice(start: number, end: number): string {
    return this.written(this.#read?.text.source.slice(start, end) ?? '')
  }
}

/** The composition of a page in a language; undefined where neither the theme nor the master has its template. */
export function composed(
  theme: LintedTheme,
  entry: PageEntry | MailEntry,
  locale: string,
): Composition | undefined {
  const first = (paths: readonly string[]) =>
    paths.map(path => theme.file(path)).find(file => file !== undefined)
  const body = first(bodyPlaces(entry, locale))
  if (body === undefined) return undefined
  const component = (name: 'header' | 'footer') =>
    isMail(entry) ? undefined : first(componentPlaces(name, locale))
  const subject = typeof entry.file === 'string' ? undefined : first(templatePlaces(entry, locale)[0]!)
  return { entry, locale, body, subject, header: component('header'), footer: component('footer') }
}

/** The label files of a language, the closest first: on each level the theme's own, then the master's. */
export function labelFiles(
  theme: LintedTheme,
  locale: string = DEFAULT_LOCALE,
): (LabelFile & { readonly from: LintedFile })[] {
  const chain: (LabelFile & { readonly from: LintedFile })[] = []
  for (const paths of labelPlaces(locale)) {
    for (const files of [theme.own, theme.master]) {
      for (const path of paths) {
        const from = files.get(path)
        if (from === undefined) continue
        const file = files === theme.master && theme.own.has(path) ? `master:${path}` : path
        chain.push({ file, digest: '', bytes: from.bytes, from })
      }
    }
  }
  return chain
}

function slotsIn(parts: readonly Part[]): Slot[] {
  return parts.flatMap(part => {
    if (typeof part !== 'object') return []
    return 'repeat' in part ? slotsIn(part.parts) : [part]
  })
}

function source({ path, bytes }: LintedFile): SourceFile {
  return { file: path, bytes }
}
