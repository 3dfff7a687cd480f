import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache } from '../core/bounded-cache.ts'
import type { MailEntry, PageEntry } from '../core/catalogue/catalogue.ts'
import { decodedText } from '../core/labels.ts'
import { localeChain, localized } from '../core/locale.ts'
import type { LabelFile, PageSources } from '../core/made-page.ts'
import { staticName, staticPaths } from '../core/static.ts'
import {
  type FaultPlace,
  type SourceText,
  TEMPLATE_BOUNDS,
  TemplateFault,
} from '../core/template/template.ts'
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
  /** Only looked at, once: it takes no room from pages that people see, and its failure is the caller's to tell. */
  readonly passing?: boolean
}

/** Everything that a page is made from. */
export interface Gathered {
  readonly sources: PageSources
  readonly files: readonly UsedFile[]
  /** The texts of the files, to tell lines by. */
  readonly texts: ReadonlyMap<string, string>
}

const TEXT_BYTES = 8 * 1024 * 1024
const LABELS = 'template_labels.properties'
/** The field's place for default labels, then the interface's. */
const DEFAULT_LABELS = [`common/labels/default/${LABELS}`, `common/default/${LABELS}`]

const STATIC_IMAGE = /template\/v1\.0\/static\/([\w./-]{1,200}\.(?:svg|png|jpe?g|gif|webp|avif))/gi
/** A logo stands at the beginning of a header; what comes after so many characters is not looked at. */
const LOGO_WITHIN = 64 * 1024

/** Finds the files that a page is made from, and reads them. */
export class Gatherer {
  readonly #content: (info: BlobInfo) => Promise<Buffer>
  readonly #master: Snapshot
  readonly cache = new BoundedCache<string, string>(TEXT_BYTES, text => 2 * text.length + 100)

  constructor(content: (info: BlobInfo) => Promise<Buffer>, master: Snapshot) {
    this.#content = content
    this.#master = master
  }

  async page({ view, entry, locale, numbered = false }: Wanted): Promise<Gathered> {
    const reading = new Reading(info => this.#text(info))
    const read = async (
      role: UsedFile['role'],
      paths: readonly string[],
    ): Promise<SourceText | undefined> => {
      const path = paths.find(candidate => view.file(candidate) !== undefined)
      if (path === undefined) return undefined
      const from = view.own(path) === undefined ? 'master' : 'theme'
      return await reading.read({ role, path, from }, path, view.file(path)!)
    }
    const labels = await this.#labels(view, locale, reading)
    const body = await read('page', bodyPaths(entry, locale))
    if (body === undefined) throw new Error(`there is no ${bodyPaths(entry, locale).at(-2)}`)
    const { folder, file } = entry
    const subject =
      typeof file === 'string' ? undefined : await read('subject', localized(folder, file.subject, locale))
    const header = await read('header', localized('common/page_components', 'page_header.html', locale))
    const footer = await read('footer', localized('common/page_components', 'page_footer.html', locale))
    const styles = new Map<string, string>()
    for (const name of linkedSheets([body, header, footer])) {
      const sheet = await read('style', staticPaths(name))
      if (sheet !== undefined) styles.set(name, sheet.text)
    }
    const colored = [body, header, footer].some(source => /@COLOR_(?:ON_)?BRAND@/.test(source?.text ?? ''))
    const colors = colored
      ? (styles.get('theme.css') ?? (await read('style', staticPaths('theme.css')))?.text ?? '')
      : ''
    const { generation } = view
    const texts = { body, subject, header, footer, labels, styles, colors }
    return {
      sources: { entry: entry.id, ...texts, generation, numbered },
      files: reading.files,
      texts: reading.texts,
    }
  }

  /** Label files, the closest first. */
  async labels(view: Snapshot, locale: string): Promise<LabelFile[]> {
    return await this.#labels(view, locale, new Reading(info => this.#text(info)))
  }

  /** The text of a file that a theme has. */
  async source(view: Snapshot, path: string): Promise<string> {
    return await this.#text(view.file(path)!)
  }

  /** The logo of a theme by its static name: the first image of its page header that exists, if there is one. */
  async logo(view: Snapshot, locale: string): Promise<string | undefined> {
    const paths = localized('common/page_components', 'page_header.html', locale)
    const header = paths.map(path => view.file(path)).find(info => info !== undefined)
    const text = header === undefined ? '' : await this.#text(header)
    const images = text.slice(0, LOGO_WITHIN).matchAll(STATIC_IMAGE)
    return Array.from(images, ([, name]) => name!).find(name =>
      staticPaths(name).some(path => view.file(path) !== undefined),
    )
  }

  /** The file that a page of a theme is made from. */
  place({ view, entry, locale }: Wanted): FaultPlace {
    const file = bodyPaths(entry, locale).find(path => view.file(path) !== undefined) ?? ''
    return { file, offset: 0 }
  }

  /** For each locale the theme's own, then the master's. */
  async #labels(view: Snapshot, locale: string, reading: Reading): Promise<LabelFile[]> {
    const chain: LabelFile[] = []
    const levels = [
      ...localeChain(locale).map(folder => [`common/labels/${folder}/${LABELS}`]),
      DEFAULT_LABELS,
    ]
    for (const paths of levels) {
      for (const from of ['theme', 'master'] as const) {
        for (const path of paths) {
          const info = from === 'theme' ? view.own(path) : this.#master.file(path)
          if (info === undefined) continue
          // Where the theme has a file of that path too, the master's goes by another name.
          const file = from === 'master' && view.own(path) !== undefined ? `master:${path}` : path
          const { text } = await reading.read({ role: 'labels', path, from }, file, info)
          chain.push({ file, digest: info.digest, text })
        }
      }
    }
    return chain
  }

  /** A file's text; that of a file which many themes share is there once. */
  async #text(info: BlobInfo): Promise<string> {
    let text = this.cache.get(info.digest)
    if (text === undefined) {
      text = decodedText(await this.#content(info))
      this.cache.set(info.digest, text)
    }
    return text
  }
}

/** The files that one page is made from, which have a bound together. */
class Reading {
  readonly files: UsedFile[] = []
  readonly texts = new Map<string, string>()
  readonly #text: (info: BlobInfo) => Promise<string>
  #bytes = 0

  constructor(text: (info: BlobInfo) => Promise<string>) {
    this.#text = text
  }

  async read(used: UsedFile, file: string, info: BlobInfo): Promise<SourceText> {
    this.#bytes += info.size
    if (this.#bytes > TEMPLATE_BOUNDS.sources) throw new TemplateFault('sources', { file, offset: 0 })
    const text = await this.#text(info)
    this.files.push(used)
    this.texts.set(file, text)
    return { file, text }
  }
}

function bodyPaths(entry: PageEntry | MailEntry, locale: string): string[] {
  const { folder, file } = entry
  const bodyFolder = ('bodyFolder' in entry && entry.bodyFolder) || folder
  return localized(bodyFolder, typeof file === 'string' ? file : file.body, locale)
}

/** The style sheets that a page links by constant addresses: fonts and images that they name need leave too. */
function linkedSheets(sources: readonly (SourceText | undefined)[]): Set<string> {
  const addresses = sources.flatMap(source => source?.text.match(/template\/v1\.0\/static\/[\w./-]+/g) ?? [])
  return new Set(addresses.filter(address => address.endsWith('.css')).map(address => staticName(address)!))
}
