import { BoundedCache } from '../core/bounded-cache.ts'
import { isMail, type MailEntry, type PageEntry } from '../core/catalogue/catalogue.ts'
import { type CheckedPage, checkedPage } from '../core/checked-page.ts'
import { DEFAULT_LOCALE } from '../core/locale.ts'
import type { LabelFile, SourceFile } from '../core/made-page.ts'
import { bodyPlaces, componentPlaces, labelPlaces, templatePlaces } from '../core/places.ts'
import {
  type Finding,
  itemAt,
  type MarkupToken,
  type ReadPage,
  type Slot,
  TemplateFault,
} from '../core/template/template.ts'
import { randomWord } from '../random.ts'
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

/** A stretch of a file that a page is made from. */
interface PagePlace {
  readonly file: string
  readonly start: number
  readonly end: number
  /** The label that it stands in. */
  readonly label?: string
}

/** A page or the body of a mail in a language, with its header, footer and labels. */
export class LintedPage implements Composition {
  readonly entry: PageEntry | MailEntry
  readonly locale: string
  readonly body: LintedFile
  readonly subject: LintedFile | undefined
  readonly header: LintedFile | undefined
  readonly footer: LintedFile | undefined
  /** What the renderer would make of it; undefined where a bound is passed. */
  readonly made: CheckedPage | undefined
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
      this.made = checkedPage(
        {
          entry: entry.id,
          body: source(body),
          subject: subject && source(subject),
          header: header && source(header),
          footer: footer && source(footer),
          labels: labelFiles(theme, locale),
          // Style sheets change the content policy alone, which no rule looks at.
          styles: new Map(),
          colors: undefined,
          generation: '0',
          numbered: false,
          forms: {},
        },
        file => theme.labels((file as LintedLabels).from),
        randomWord(),
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

  /** The file that made the character at an offset of the page, and where it is there; of a macro, the whole macro. */
  at(offset: number): PagePlace {
    const { items, text } = this.#read!
    const index = itemAt(text.starts, items.length, offset)
    const item = items[index]
    if (item === undefined) return { file: this.body.path, start: 0, end: 0 }
    const { file, label } = item
    const isMark = item.kind === 'macro'
    const start = item.offset + (isMark ? 0 : offset - text.starts[index]!)
    const end = isMark ? start + item.text.length : start + 1
    return { file, ...this.#written(file, start, end), ...(label !== undefined && { label }) }
  }

  /** What the compiler found on it, with the places in files. */
  get findings(): readonly (PagePlace & Pick<Finding, 'what' | 'name'>)[] {
    return (this.made?.findings ?? []).map(({ what, name, file, offset }) => ({
      what,
      name,
      file,
      ...this.#written(file, offset, offset + name.length + 2),
    }))
  }

  /** Where a stretch of a text stands in its file: the message of a mail may be written with references. */
  #written(file: string, start: number, end: number): { readonly start: number; readonly end: number } {
    if (!this.isMail || file !== this.body.path) return { start, end }
    return { start: this.body.written(start), end: this.body.written(end) }
  }

  /** Its macros, in order: how each is written there, and where it stands in its file. */
  get slots(): readonly (Pick<Slot, 'macro' | 'kind' | 'layers'> & { file: string; start: number })[] {
    if (this.#read === undefined || this.made === undefined) return []
    const { text } = this.#read
    return this.made.slots().map(({ macro, kind, layers }, mark) => {
      const { file, start } = this.at(text.starts[text.items[mark]!]!)
      return { macro, kind, layers, file, start }
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
  const first = (paths: readonly string[]) => {
    for (const path of paths) {
      const file = theme.file(path)
      if (file !== undefined) return file
    }
    return undefined
  }
  const places = placesOf(entry, locale)
  const body = first(places.body)
  if (body === undefined) return undefined
  const [subject, header, footer] = [first(places.subject), first(places.header), first(places.footer)]
  return { entry, locale, body, subject, header, footer }
}

type Places = Readonly<Record<'body' | 'subject' | 'header' | 'footer', readonly string[]>>

/** Pages times languages whose places are remembered. */
const PLACES = 5_000
const knownPlaces = new BoundedCache<string, Places>(PLACES)

/** Where the templates of a page may be in a language, the closest first. */
function placesOf(entry: PageEntry | MailEntry, locale: string): Places {
  const key = `${entry.id} ${locale}`
  const known = knownPlaces.get(key)
  if (known !== undefined) return known
  const component = (name: 'header' | 'footer') => (isMail(entry) ? [] : componentPlaces(name, locale))
  const places = {
    body: bodyPlaces(entry, locale),
    subject: typeof entry.file === 'string' ? [] : templatePlaces(entry, locale)[0]!,
    header: component('header'),
    footer: component('footer'),
  }
  knownPlaces.set(key, places)
  return places
}

/** A file of labels. */
type LintedLabels = LabelFile & { readonly from: LintedFile }

const chains = new WeakMap<LintedTheme, Map<string, readonly LintedLabels[]>>()

/** The label files of a language, the closest first: on each level the theme's own, then the master's. */
export function labelFiles(theme: LintedTheme, locale: string = DEFAULT_LOCALE): readonly LintedLabels[] {
  const known = chains.get(theme) ?? new Map<string, readonly LintedLabels[]>()
  chains.set(theme, known)
  const chain = known.get(locale) ?? readChain(theme, locale)
  known.set(locale, chain)
  return chain
}

function readChain(theme: LintedTheme, locale: string): LintedLabels[] {
  const chain: LintedLabels[] = []
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

function source({ path, bytes, text }: LintedFile): SourceFile {
  return { file: path, bytes, text }
}
