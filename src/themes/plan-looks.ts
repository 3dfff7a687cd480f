import { filesOf, isMail, MAILS, type MailEntry, PAGES, type PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, localeFolders, localized } from '../core/locale.ts'
import type { LabelsIn } from './present.ts'
import type { Snapshot } from './snapshot.ts'

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
  readonly labels: LabelsIn
}

const LABEL = /\$([A-Z][A-Z0-9_]*)\$/g

/** Every page and mail with each language in which it may have changed: the default language first. */
export function candidates(touched: readonly string[]): { locale: string; looks: Look[] }[] {
  if (touched.length === 0) return []
  const locales = [...localeFolders(touched)].filter(locale => locale !== DEFAULT_LOCALE)
  const entries = [...PAGES, ...MAILS]
  return [DEFAULT_LOCALE, ...locales.sort()].map(locale => ({
    locale,
    looks: entries.map(entry => ({ entry, locale })),
  }))
}

/**
 * Tells whether a page differs in a language. Other languages than the default one are compared by what is their own:
 * what they share with the default language is looked at there.
 */
export class Differences {
  readonly #sides: Sides
  readonly #text: (view: Snapshot, path: string) => Promise<string>
  readonly #changed = new Map<string, Promise<ReadonlySet<string>>>()
  readonly #used = new Map<string, Promise<ReadonlySet<string>>>()
  readonly #styled: boolean

  constructor(sides: Sides, text: (view: Snapshot, path: string) => Promise<string>) {
    this.#sides = sides
    this.#text = text
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
    const changed = await this.#changedLabels(locale)
    if (changed.size === 0) return false
    for (const { was, is } of pairs)
      for (const name of [...(await this.#labelsIn(was)), ...(await this.#labelsIn(is))])
        if (changed.has(name)) return true
    return false
  }

  /** The files of a page in a language, before and after. */
  #pairs(entry: PageEntry | MailEntry, locale: string) {
    const { before, after } = this.#sides
    const files = filesOf(entry).map(file => {
      const cut = file.lastIndexOf('/')
      return [file.slice(0, cut), file.slice(cut + 1)] as const
    })
    const included = isMail(entry) ? [] : ['page_header.html', 'page_footer.html']
    const all = [...files, ...included.map(file => ['common/page_components', file] as const)]
    return all.map(([folder, file]) => {
      const found = (view: Snapshot) => {
        const path = localized(folder, file, locale).find(candidate => view.file(candidate) !== undefined)
        return path === undefined ? undefined : { view, path, digest: view.file(path)!.digest }
      }
      return { was: found(before), is: found(after) }
    })
  }

  async #labelsIn(
    file: { view: Snapshot; path: string; digest: string } | undefined,
  ): Promise<ReadonlySet<string>> {
    if (file === undefined) return new Set()
    const { view, path, digest } = file
    const known = this.#used.get(digest) ?? this.#text(view, path).then(namesIn)
    this.#used.set(digest, known)
    return await known
  }

  /** The labels whose text in a language changes, otherwise than in the default language. */
  #changedLabels(locale: string): Promise<ReadonlySet<string>> {
    const known = this.#changed.get(locale) ?? this.#compared(locale)
    this.#changed.set(locale, known)
    return known
  }

  async #compared(locale: string): Promise<ReadonlySet<string>> {
    const { before, after, labels } = this.#sides
    const [was, is] = [await labels(before, locale), await labels(after, locale)]
    const changed = [...new Set([...was.keys(), ...is.keys()])].filter(name => was.get(name) !== is.get(name))
    if (locale === DEFAULT_LOCALE || changed.length === 0) return new Set(changed)
    const [wasShared, isShared] = [await labels(before, DEFAULT_LOCALE), await labels(after, DEFAULT_LOCALE)]
    return new Set(
      changed.filter(name => was.get(name) !== wasShared.get(name) || is.get(name) !== isShared.get(name)),
    )
  }
}

function namesIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(LABEL), ([, name]) => name!))
}
