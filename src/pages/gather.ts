import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache } from '../core/bounded-cache.ts'
import type { MailEntry, PageEntry } from '../core/catalogue/catalogue.ts'
import { decodedText } from '../core/labels.ts'
import type { LabelFile, Links, PageSources, SourceFile } from '../core/made-page.ts'
import { assetPlaces, bodyPlaces, componentPlaces, labelPlaces, templatePlaces } from '../core/places.ts'
import type { ChosenForms } from '../core/plurals.ts'
import { type FaultPlace, TEMPLATE_BOUNDS, TemplateFault } from '../core/template/template.ts'
import type { Snapshot } from './snapshot.ts'

/** A file that took part in a page. */
export interface UsedFile {
  readonly role: 'page' | 'subject' | 'header' | 'footer' | 'labels' | 'style'
  readonly path: string
  readonly from: 'theme' | 'master'
}

/** A page or a mail that is asked for. */
export interface Wanted {
  readonly view: Snapshot
  readonly entry: PageEntry | MailEntry
  readonly locale: string
  readonly numbered?: boolean
  /** The forms of labels that its counts choose. */
  readonly forms?: ChosenForms
  /** Whether the template of the page itself is the master's, in everything else of the theme. */
  readonly restored?: boolean
}

/** Everything that a page is made from. */
export interface Gathered {
  readonly sources: PageSources
  readonly files: readonly UsedFile[]
}

/** Finds what files name. */
export type FindLinks = (files: readonly SourceFile[]) => Promise<Links>

const LINK_CHARACTERS = 512 * 1024

const STATIC_IMAGE = /template\/v1\.0\/static\/([\w./-]{1,200}\.(?:svg|png|jpe?g|gif|webp|avif))/gi
/** A logo is near the beginning of a header; only this many bytes are searched. */
const LOGO_WITHIN = 64 * 1024

/** Finds the files that a page is made from. It does not read them: that is for the threads. */
export class Gatherer {
  readonly #content: (info: BlobInfo) => Promise<Buffer>
  readonly #master: Snapshot
  /** By the digests of the files: many languages share them. */
  readonly #links = new BoundedCache<string, Links>(
    LINK_CHARACTERS,
    ({ sheets }) => 100 + sheets.join().length,
  )

  constructor(content: (info: BlobInfo) => Promise<Buffer>, master: Snapshot) {
    this.#content = content
    this.#master = master
  }

  async page(
    { view, entry, locale, numbered = false, forms = {} }: Wanted,
    findLinks: FindLinks,
  ): Promise<Gathered> {
    const reading = new Reading(this.#content)
    const read = async (role: UsedFile['role'], paths: readonly string[]): Promise<LabelFile | undefined> => {
      const path = paths.find(candidate => view.file(candidate) !== undefined)
      if (path === undefined) return undefined
      const from = view.own(path) === undefined ? 'master' : 'theme'
      return await reading.read({ role, path, from }, path, view.file(path)!)
    }
    const labels = await this.#labels(view, locale, reading)
    const body = await read('page', bodyPlaces(entry, locale))
    if (body === undefined) throw new Error(`there is no ${bodyPlaces(entry, locale).at(-2)}`)
    const subject =
      typeof entry.file === 'string' ? undefined : await read('subject', templatePlaces(entry, locale)[0]!)
    const header = await read('header', componentPlaces('header', locale))
    const footer = await read('footer', componentPlaces('footer', locale))
    const { sheets, colored } = await this.#linksOf([body, header, footer], findLinks)
    const styles = new Map<string, Uint8Array>()
    for (const name of sheets) {
      const sheet = await read('style', assetPlaces(name))
      if (sheet !== undefined) styles.set(name, sheet.bytes)
    }
    const colors = colored
      ? (styles.get('theme.css') ?? (await read('style', assetPlaces('theme.css')))?.bytes)
      : undefined
    const { generation } = view
    const named = { body, subject, header, footer, labels, styles, colors }
    return { sources: { entry: entry.id, ...named, generation, numbered, forms }, files: reading.files }
  }

  /** Label files, the closest first. */
  async labels(view: Snapshot, locale: string): Promise<LabelFile[]> {
    return await this.#labels(view, locale, new Reading(this.#content))
  }

  /** A file that a theme has. */
  async source(view: Snapshot, path: string): Promise<SourceFile> {
    const role = { role: 'page', path, from: 'theme' } as const
    return await new Reading(this.#content).read(role, path, view.file(path)!)
  }

  /** The logo of a theme by its static name: the first image of its page header that exists, if there is one. */
  async logo(view: Snapshot, locale: string): Promise<string | undefined> {
    const paths = componentPlaces('header', locale)
    const header = paths.map(path => view.file(path)).find(info => info !== undefined)
    if (header === undefined) return undefined
    const text = decodedText((await this.#content(header)).subarray(0, LOGO_WITHIN))
    return Array.from(text.matchAll(STATIC_IMAGE), ([, name]) => name!).find(
      name => !/-dark\.\w+$/.test(name) && assetPlaces(name).some(path => view.file(path) !== undefined),
    )
  }

  /** The file that a page of a theme is made from. */
  place({ view, entry, locale }: Wanted): FaultPlace {
    const file = bodyPlaces(entry, locale).find(path => view.file(path) !== undefined) ?? ''
    return { file, offset: 0 }
  }

  async #linksOf(files: readonly (LabelFile | undefined)[], findLinks: FindLinks): Promise<Links> {
    const there = files.filter(file => file !== undefined)
    const key = there.map(({ digest }) => digest).join()
    const known = this.#links.get(key)
    if (known !== undefined) return known
    const links = await findLinks(there)
    this.#links.set(key, links)
    return links
  }

  /** For each locale the theme's own, then the master's. */
  async #labels(view: Snapshot, locale: string, reading: Reading): Promise<LabelFile[]> {
    const chain: LabelFile[] = []
    for (const paths of labelPlaces(locale)) {
      for (const from of ['theme', 'master'] as const) {
        for (const path of paths) {
          const info = from === 'theme' ? view.own(path) : this.#master.file(path)
          if (info === undefined) continue
          // If the theme has a file at the same path, the master's gets another name.
          const file = from === 'master' && view.own(path) !== undefined ? `master:${path}` : path
          chain.push(await reading.read({ role: 'labels', path, from }, file, info))
        }
      }
    }
    return chain
  }
}

/** The files that one page is made from, which have a bound together. */
class Reading {
  readonly files: UsedFile[] = []
  readonly #content: (info: BlobInfo) => Promise<Buffer>
  #bytes = 0

  constructor(content: (info: BlobInfo) => Promise<Buffer>) {
    this.#content = content
  }

  async read(used: UsedFile, file: string, info: BlobInfo): Promise<LabelFile> {
    this.#bytes += info.size
    if (this.#bytes > TEMPLATE_BOUNDS.sources) throw new TemplateFault('sources', { file, offset: 0 })
    const bytes = await this.#content(info)
    this.files.push(used)
    return { file, digest: info.digest, bytes }
  }
}
