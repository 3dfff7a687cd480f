import { isMail, MAILS, type MailEntry, PAGES, type PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, localeFolders } from '../core/locale.ts'
import { componentPlaces, templatePlaces } from '../core/places.ts'
import { TemplateFault } from '../core/template/template.ts'
import type { Snapshot } from '../pages/pages.ts'

/** A page or mail in a language. */
export interface Look {
  readonly entry: PageEntry | MailEntry
  readonly locale: string
}

interface Sides {
  readonly before: Snapshot
  readonly after: Snapshot
  /** Paths of the files that differ, of those that pages are made from. */
  readonly touched: readonly string[]
}

interface FoundFile {
  readonly view: Snapshot
  readonly path: string
  readonly digest: string
}

interface Pair {
  readonly was: FoundFile | undefined
  readonly is: FoundFile | undefined
}

/** Reads files of themes, off the event loop. */
export interface LabelReader {
  /** The labels whose texts differ in a locale, other than in the default one. */
  changedLabels(before: Snapshot, after: Snapshot, locale: string): Promise<readonly string[]>
  /** The labels that a file names. */
  labelNames(view: Snapshot, path: string): Promise<readonly string[]>
}

/** Every page and mail. */
export const ENTRIES: readonly (PageEntry | MailEntry)[] = [...PAGES, ...MAILS]

/** The languages in which pages may have changed: the default language first. */
export function candidates(touched: readonly string[]): string[] {
  if (touched.length === 0) return []
  const locales = [...localeFolders(touched)].filter(locale => locale !== DEFAULT_LOCALE)
  return [DEFAULT_LOCALE, ...locales.sort()]
}

/**
 * Finds out whether a page differs in a language. For languages other than the default one, only their own files and labels
 * are compared; everything that they share with the default language is compared there.
 */
export class Differences {
  readonly #sides: Sides
  readonly #reader: LabelReader
  readonly #changed = new Map<string, Promise<ReadonlySet<string>>>()
  readonly #used = new Map<string, Promise<readonly string[]>>()
  readonly #styled: boolean

  constructor(sides: Sides, reader: LabelReader) {
    this.#sides = sides
    this.#reader = reader
    this.#styled = sides.touched.some(path => /\.css$/i.test(path))
  }

  async isChanged({ entry, locale }: Look): Promise<boolean> {
    const pairs = this.#pairs(entry, locale)
    if (locale === DEFAULT_LOCALE) {
      // A style sheet decides what its pages may load.
      if (this.#styled && !isMail(entry)) return true
      if (pairs.some(({ was, is }) => was?.digest !== is?.digest)) return true
    } else {
      const shared = this.#pairs(entry, DEFAULT_LOCALE)
      const own = pairs.filter(({ was, is }, role) => {
        const same = was?.digest === shared[role]!.was?.digest && is?.digest === shared[role]!.is?.digest
        return !same && was?.digest !== is?.digest
      })
      if (own.length > 0) return true
    }
    try {
      return await this.#isRelabelled(pairs, locale)
    } catch (error) {
      // A file over a bound changes what is shown.
      if (error instanceof TemplateFault) return true
      throw error
    }
  }

  async #isRelabelled(pairs: readonly Pair[], locale: string): Promise<boolean> {
    const changed = await this.#changedLabels(locale)
    if (changed.size === 0) return false
    for (const file of pairs.flatMap(({ was, is }) => [was, is]))
      if ((await this.#labelsIn(file)).some(name => changed.has(name))) return true
    return false
  }

  /** The files of a page in a language, before and after. */
  #pairs(entry: PageEntry | MailEntry, locale: string): Pair[] {
    const { before, after } = this.#sides
    const included = isMail(entry) ? [] : (['header', 'footer'] as const)
    const all = [
      ...templatePlaces(entry, locale),
      ...included.map(component => componentPlaces(component, locale)),
    ]
    return all.map(places => {
      const found = (view: Snapshot): FoundFile | undefined => {
        const path = places.find(candidate => view.file(candidate) !== undefined)
        return path === undefined ? undefined : { view, path, digest: view.file(path)!.digest }
      }
      return { was: found(before), is: found(after) }
    })
  }

  async #labelsIn(file: FoundFile | undefined): Promise<readonly string[]> {
    if (file === undefined) return []
    const { view, path, digest } = file
    const known = this.#used.get(digest) ?? this.#reader.labelNames(view, path)
    this.#used.set(digest, known)
    return await known
  }

  /** The labels whose text in a language changes, otherwise than in the default language. */
  async #changedLabels(locale: string): Promise<ReadonlySet<string>> {
    const { before, after } = this.#sides
    const known =
      this.#changed.get(locale) ??
      this.#reader.changedLabels(before, after, locale).then(names => new Set(names))
    this.#changed.set(locale, known)
    return await known
  }
}
