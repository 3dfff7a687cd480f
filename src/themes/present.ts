import { MEASURED_PAGE } from '../core/analytics/events.ts'
import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { isMail, type MailEntry, macroKind, type PageEntry } from '../core/catalogue/catalogue.ts'
import { decodedText, type Label, labelsOf } from '../core/labels.ts'
import { localeChain, localized } from '../core/locale.ts'
import { mailSource } from '../core/mail.ts'
import { staticName, staticPaths } from '../core/static.ts'
import {
  type Compiled,
  compile,
  compilePlain,
  type LabelText,
  plainText,
  type SourceText,
} from '../core/template/template.ts'
import { type BrandColors, brandColors } from '../core/tokens.ts'
import { StoreFault } from '../store/store.ts'
import type { Snapshot } from './snapshot.ts'

/** A file that took part in a page. */
export interface UsedFile {
  readonly role: 'page' | 'subject' | 'header' | 'footer' | 'labels' | 'style'
  readonly path: string
  readonly from: 'theme' | 'master'
}

/** A page or the body of a mail, compiled for a theme and a locale. */
export interface Presented {
  readonly compiled: Compiled
  /** Of a mail. */
  readonly subject: Pick<Compiled, 'parts'>
  readonly sender: Pick<Compiled, 'parts'>
  readonly colors: BrandColors
  readonly files: readonly UsedFile[]
  /** The texts of the files, to tell lines by. */
  readonly texts: ReadonlyMap<string, string>
  /** Why the master's page is shown instead of the theme's. */
  readonly fallback?: string
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

/** The texts of the labels of a theme in a locale, by name. */
export type LabelsIn = (view: Snapshot, locale: string) => Promise<ReadonlyMap<string, string>>

const COMPILED_BYTES = 32 * 1024 * 1024
const NUMBERED_BYTES = 4 * 1024 * 1024
const LABEL_BYTES = 16 * 1024 * 1024
const TEXT_BYTES = 8 * 1024 * 1024
const WORDINGS = 200
const LABELS = 'template_labels.properties'
const STATIC_IMAGE = /template\/v1\.0\/static\/([\w./-]{1,200}\.(?:svg|png|jpe?g|gif|webp|avif))/gi

/** Turns templates into pages that only have to be joined, once for each theme revision, page and locale. */
export class Presenter {
  readonly #content: (info: BlobInfo) => Promise<Buffer>
  readonly #master: Snapshot
  readonly #failed: (theme: string, page: string, error: unknown) => void
  readonly #presented = new BoundedCache<string, { presented: Presented; weight: number }>(
    COMPILED_BYTES,
    ({ weight }) => weight,
  )
  /** Apart, for the few moments until they are framed: their numbers weigh more than themselves. */
  readonly #numbered = new BoundedCache<string, { presented: Presented; weight: number }>(
    NUMBERED_BYTES,
    ({ weight }) => weight,
  )
  readonly #labels = new BoundedCache<string, { labels: Map<string, Label>; weight: number }>(
    LABEL_BYTES,
    ({ weight }) => weight,
  )
  readonly #texts = new BoundedCache<string, string>(TEXT_BYTES, text => 2 * text.length + 100)
  readonly #wordings = new BoundedCache<string, (label: string) => string>(WORDINGS)
  /** Pages that are being compiled: who asks meanwhile waits for the same one. */
  readonly #pending = new Map<string, Promise<Presented>>()

  constructor(parts: {
    content: (info: BlobInfo) => Promise<Buffer>
    master: Snapshot
    /** Hears of a theme's page that could not be compiled. */
    failed: (theme: string, page: string, error: unknown) => void
  }) {
    this.#content = parts.content
    this.#master = parts.master
    this.#failed = parts.failed
  }

  /** What is remembered, by name. */
  get caches(): Record<string, CacheFigures> {
    return { pages: this.#presented, labels: this.#labels, texts: this.#texts, wordings: this.#wordings }
  }

  /** The page of a theme; the master's where the theme's cannot be compiled: nobody is locked out by a theme. */
  async present(tenant: string, wanted: Wanted): Promise<Presented> {
    const { view, entry, locale, numbered = false } = wanted
    const key = `${tenant} ${view.id} ${view.generation} ${entry.id} ${locale} ${numbered}`
    const cache = numbered ? this.#numbered : this.#presented
    const known = cache.get(key)
    if (known !== undefined) return known.presented
    const pending = this.#pending.get(key) ?? this.#safely(wanted)
    this.#pending.set(key, pending)
    try {
      const presented = await pending
      if (!wanted.passing) cache.set(key, { presented, weight: weightOf(presented) })
      return presented
    } finally {
      this.#pending.delete(key)
    }
  }

  /** The texts of labels in a theme and a locale; a label that nobody defines is its own name. */
  async wording(tenant: string, view: Snapshot, locale: string): Promise<(label: string) => string> {
    const key = `${tenant} ${view.id} ${view.generation} ${locale}`
    const known = this.#wordings.get(key)
    if (known !== undefined) return known
    const chain = await this.#labelChain(view, locale, [], new Map())
    const texts = new Map<string, string>()
    const wording = (label: string) => {
      let text = texts.get(label)
      if (text === undefined) {
        const found = chain.find(({ labels }) => labels.has(label))?.labels.get(label)?.text ?? label
        text = /[<&]/.test(found) ? plainText(found) : found
        texts.set(label, text)
      }
      return text
    }
    this.#wordings.set(key, wording)
    return wording
  }

  /** The texts of all labels of a theme in a locale. */
  async labels(view: Snapshot, locale: string): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>()
    for (const { labels } of (await this.#labelChain(view, locale, [], new Map())).toReversed())
      for (const [name, { text }] of labels) texts.set(name, text)
    return texts
  }

  /** The text of a file that a theme has. */
  async source(view: Snapshot, path: string): Promise<string> {
    return await this.#text(view.file(path)!)
  }

  /** The logo of a theme by its static name: the first image of its page header that exists, if there is one. */
  async logo(view: Snapshot, locale: string): Promise<string | undefined> {
    const paths = localized('common/page_components', 'page_header.html', locale)
    const header = paths.map(path => view.file(path)).find(info => info !== undefined)
    const images = (header === undefined ? '' : await this.#text(header)).matchAll(STATIC_IMAGE)
    return Array.from(images, ([, name]) => name!).find(name =>
      staticPaths(name).some(path => view.file(path) !== undefined),
    )
  }

  async #safely(wanted: Wanted): Promise<Presented> {
    try {
      return await this.#compiled(wanted)
    } catch (error) {
      if (error instanceof StoreFault || wanted.view === this.#master) throw error
      if (!wanted.passing) this.#failed(wanted.view.id, wanted.entry.id, error)
      const fallback = error instanceof Error ? error.message : String(error)
      return { ...(await this.#compiled({ ...wanted, view: this.#master })), fallback }
    }
  }

  async #compiled({ view, entry, locale, numbered = false }: Wanted): Promise<Presented> {
    const files: UsedFile[] = []
    const texts = new Map<string, string>()
    const read = async (
      role: UsedFile['role'],
      paths: readonly string[],
    ): Promise<SourceText | undefined> => {
      const path = paths.find(candidate => view.file(candidate) !== undefined)
      if (path === undefined) return undefined
      const text = await this.#text(view.file(path)!)
      files.push({ role, path, from: view.own(path) === undefined ? 'master' : 'theme' })
      texts.set(path, text)
      return { file: path, text }
    }
    const labels = await this.#labelChain(view, locale, files, texts)
    const label = (name: string): LabelText | undefined => {
      for (const { file, labels: found } of labels) {
        const text = found.get(name)
        if (text !== undefined) return { file, ...text }
      }
      return undefined
    }
    const macro = (name: string) => macroKind(entry, name)
    const plain = (page: SourceText) => compilePlain({ page, label, macro })

    const { folder, file } = entry
    const bodyFile = typeof file === 'string' ? file : file.body
    const bodyFolder = ('bodyFolder' in entry && entry.bodyFolder) || folder
    const body = await read('page', localized(bodyFolder, bodyFile, locale))
    if (body === undefined) throw new Error(`there is no ${bodyFolder}/default/${bodyFile}`)
    const mail = isMail(entry) ? mailSource(body.text) : undefined
    const subject =
      typeof file === 'string' ? undefined : await read('subject', localized(folder, file.subject, locale))
    const header = await read('header', localized('common/page_components', 'page_header.html', locale))
    const footer = await read('footer', localized('common/page_components', 'page_footer.html', locale))
    const page =
      mail === undefined ? body : { file: body.file, text: mail.message.text, offset: mail.message.offset }
    const styles = await this.#styleSheets([body, header, footer], read)
    const colored = [body, header, footer].some(source => /@COLOR_(?:ON_)?BRAND@/.test(source?.text ?? ''))
    const sheet =
      styles.get('theme.css') ?? (colored && (await read('style', staticPaths('theme.css')))?.text)
    const compiled = compile(
      {
        page,
        snippet: name => (isMail(entry) ? undefined : name === 'PAGE_HEADER' ? header : footer),
        label,
        macro,
        styleSheet: address => styles.get(staticName(address) ?? ''),
      },
      {
        ...(!isMail(entry) && { generation: view.generation }),
        numbered,
        measured: entry.id === MEASURED_PAGE,
      },
    )
    const part = (text: string) => plain({ file: body.file, text })
    return {
      compiled,
      subject: part(mail?.subject.text ?? subject?.text.trim() ?? ''),
      sender: part(mail?.sender.text ?? ''),
      colors: brandColors((colored && sheet) || ''),
      files,
      texts,
    }
  }

  /** The style sheets that a page links by constant addresses: fonts and images that they name need leave too. */
  async #styleSheets(
    sources: readonly (SourceText | undefined)[],
    read: (role: 'style', paths: readonly string[]) => Promise<SourceText | undefined>,
  ): Promise<Map<string, string>> {
    const names = sources.flatMap(
      source => source?.text.match(/template\/v1\.0\/static\/[\w./-]+\.css/g) ?? [],
    )
    const styles = new Map<string, string>()
    for (const name of new Set(names.map(address => staticName(address)!))) {
      const sheet = await read('style', staticPaths(name))
      if (sheet !== undefined) styles.set(name, sheet.text)
    }
    return styles
  }

  /** Label files, the closest first: for each locale the theme's own, then the master's. */
  async #labelChain(
    view: Snapshot,
    locale: string,
    files: UsedFile[],
    texts: Map<string, string>,
  ): Promise<{ file: string; labels: Map<string, Label> }[]> {
    const chain: { file: string; labels: Map<string, Label> }[] = []
    const levels = [
      ...localeChain(locale).map(folder => [`common/labels/${folder}/${LABELS}`]),
      DEFAULT_LABELS,
    ]
    for (const paths of levels) {
      for (const from of ['theme', 'master'] as const) {
        for (const path of paths) {
          const info = from === 'theme' ? view.own(path) : this.#master.file(path)
          if (info === undefined) continue
          files.push({ role: 'labels', path, from })
          // Where the theme has a file of that path too, the master's goes by another name.
          const file = from === 'master' && view.own(path) !== undefined ? `master:${path}` : path
          chain.push({ file, labels: await this.#labelFile(file, info, texts) })
        }
      }
    }
    return chain
  }

  /** A file's text; that of a file which many themes share is there once. */
  async #text(info: BlobInfo): Promise<string> {
    let text = this.#texts.get(info.digest)
    if (text === undefined) {
      text = decodedText(await this.#content(info))
      this.#texts.set(info.digest, text)
    }
    return text
  }

  async #labelFile(file: string, info: BlobInfo, texts: Map<string, string>): Promise<Map<string, Label>> {
    const text = await this.#text(info)
    texts.set(file, text)
    const known = this.#labels.get(info.digest)
    if (known !== undefined) return known.labels
    const labels = labelsOf(text)
    this.#labels.set(info.digest, { labels, weight: 4 * text.length + 200 * labels.size })
    return labels
  }
}

/** The field's place for default labels, then the interface's. */
const DEFAULT_LABELS = [`common/labels/default/${LABELS}`, `common/default/${LABELS}`]

function weightOf({ compiled, texts, files }: Presented): number {
  const { parts, findings, handlers, macros, labels, policy, elements } = compiled
  const inside = (of: Compiled['parts']): number =>
    of.reduce((sum, part) => {
      if (typeof part === 'string') return sum + 2 * part.length
      return sum + 200 + (typeof part === 'object' && 'repeat' in part ? inside(part.parts) : 0)
    }, 0)
  // The master's texts are shared by all.
  const own = files.filter(({ from }) => from === 'theme')
  const sources = own.reduce((sum, { path }) => sum + 2 * (texts.get(path)?.length ?? 0), 0)
  const origins = Object.values(policy.origins).reduce((sum, named) => sum + named.size, 0)
  const handled = handlers.reduce((sum, handler) => sum + inside(handler.parts), 0)
  const numbers = elements.reduce(
    (sum, element) => sum + 200 * (1 + element.labels.length + element.macros.length),
    0,
  )
  return (
    inside(parts) +
    sources +
    handled +
    300 * (findings.length + macros.length + labels.length + origins) +
    numbers +
    1_000
  )
}
