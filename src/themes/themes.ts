import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { InTurn } from '../core/in-turn.ts'
import type { Files } from '../core/overlay.ts'
import { Refusal } from '../core/refusal.ts'
import { DEFAULT_THEME, MASTER } from '../core/theme.ts'
import {
  Compiler,
  type Customer,
  masterSnapshot,
  Pages,
  Presenter,
  revisionOf,
  Sheets,
  type Snapshot,
  snapshotOf,
  type Unsaved,
} from '../pages/pages.ts'
import { Recall, StoreFault } from '../store/store.ts'
import { unpacked } from '../zip/zip.ts'
import { LintThread } from './lint-thread.ts'
import { isPreview, Previews } from './previews.ts'
import { TenantThemes } from './tenant-themes.ts'
import type { ThemeParts } from './theme-parts.ts'

export type { Point } from './history.ts'
export { type AnalyticsState, type AnalyticsWish, type ThemeMeasuring, UNMEASURED } from './measuring.ts'
export { isPreview } from './previews.ts'
export type { FileChange, TenantThemes, Written } from './tenant-themes.ts'
export type { ThemeParts, Writing } from './theme-parts.ts'

const THEME_ID = /^(?:default|master|[0-9a-f-]{36})$/
const CONTENT_BYTES = 32 * 1024 * 1024
const ARCHIVE_BYTES = 16 * 1024 * 1024
const SNAPSHOTS = 1_000
const SOUND = 50_000

/** A theme as it was at an epoch of the store. */
interface Remembered {
  readonly epoch: number
  readonly revision: number
  readonly snapshot: Snapshot
  /** Whether all its contents are there. */
  readonly whole: boolean
}

/** The themes of all tenants, and what is remembered of them: nothing is asked of the store that has not changed. */
export class Themes {
  readonly #parts: ThemeParts
  readonly #contents = new BoundedCache<string, Buffer>(CONTENT_BYTES, content => content.length + 100)
  readonly #snapshots = new BoundedCache<string, Remembered>(SNAPSHOTS)
  readonly #archives = new BoundedCache<string, Buffer>(ARCHIVE_BYTES, archive => archive.length + 100)
  readonly #recall = new Recall()
  readonly #writes = new InTurn()
  /** The contents that were inflated once and found whole. */
  readonly #sound = new BoundedCache<string, true>(SOUND)
  #masters: { epoch: number; files: Files[] } | undefined

  readonly #master: Snapshot
  readonly #originals: ReadonlyMap<string, ThemeBlob>
  readonly #compiler = new Compiler()
  readonly #presenter: Presenter
  readonly #linting: LintThread
  readonly previews: Previews
  readonly pages: Pages
  readonly sheets: Sheets

  constructor(parts: ThemeParts) {
    this.#parts = parts
    this.#master = masterSnapshot(parts.master)
    this.#linting = new LintThread(parts.master)
    this.#originals = new Map(Array.from(parts.master.files.values(), blob => [blob.digest, blob]))
    this.sheets = new Sheets(this.#compiler, info => this.content(info))
    this.previews = new Previews(parts.store, parts.now)
    this.#presenter = new Presenter({
      compiler: this.#compiler,
      content: info => this.content(info),
      master: this.#master,
      failed: parts.pageFailed,
      isAway: error => error instanceof StoreFault && error.kind !== 'unusable',
      ahead: true,
    })
    this.pages = new Pages(this.#presenter, (tenant, id) => this.view(tenant, id))
  }

  /** What is remembered, by name. */
  get caches(): Record<string, CacheFigures> {
    return {
      contents: this.#contents,
      snapshots: this.#snapshots,
      archives: this.#archives,
      previews: this.previews.cache,
      sheets: this.sheets.cache,
      languages: this.pages.languages.cache,
      ...this.#presenter.caches,
    }
  }

  /** The themes of one tenant, with the pages that a customer looks at. */
  of(tenant: string, customer: Customer = 'visitors'): TenantThemes {
    const asker = { tenant, customer }
    return new TenantThemes({
      ...this.#parts,
      tenantStore: this.#parts.store.tenant(tenant),
      snapshot: id => this.#snapshot(tenant, id),
      content: info => this.content(info),
      inTurn: (theme, write) => this.#writes.do(`${tenant} ${theme}`, write),
      soundBlobs: digests => this.#soundBlobs(digests),
      archives: {
        get: key => this.#archives.get(`${tenant} ${key}`),
        set: (key, archive) => this.#archives.set(`${tenant} ${key}`, archive),
      },
      masters: () => this.#shipped(),
      present: wanted => this.#presenter.present(asker, wanted),
      labels: {
        changedLabels: (before, after, locale) => this.#presenter.changedLabels(asker, before, after, locale),
        labelNames: (view, path) => this.#presenter.labelNames(asker, view, path),
      },
      lost: view => this.sheets.lost(asker, view),
      words: (view, locale) => this.#presenter.words(asker, view, locale),
      lint: files =>
        this.#linting.report(tenant, customer === 'visitors' ? '' : customer.author, { files, settings: {} }),
      snippets: (html, container) => this.#compiler.snippets(asker, html, container),
    })
  }

  /** Ends the threads that compile. */
  async close(): Promise<void> {
    await Promise.all([this.#compiler.close(), this.#linting.close()])
  }

  async #snapshot(tenant: string, id: string): Promise<Snapshot> {
    const { store, master } = this.#parts
    if (id === MASTER) return this.#master
    const key = `${tenant} ${id}`
    const epoch = store.epoch()
    const known = this.#snapshots.get(key)
    if (known?.epoch === epoch) return known.snapshot
    const tenantStore = store.tenant(tenant)
    const theme = await tenantStore.themes.get(id)
    if (theme === undefined) {
      this.#snapshots.delete(key)
      throw new Refusal('theme_unknown', {})
    }
    const { revision } = theme
    if (known?.revision === revision && known.whole) {
      this.#snapshots.set(key, { ...known, epoch })
      return known.snapshot
    }
    const files = await tenantStore.themes.files(id, revision)
    const snapshot = snapshotOf(theme, files, master)
    // What is missing may be put back without a new revision.
    const whole = !files.some(({ missing }) => missing)
    this.#snapshots.set(key, { epoch, revision, snapshot, whole })
    return snapshot
  }

  /** A theme by the id that an address gives, a preview among them; undefined when there is none. */
  async view(tenant: string, id: string): Promise<Snapshot | undefined> {
    if (isPreview(id)) return await this.previews.view(tenant, id, below => this.view(tenant, below))
    if (!THEME_ID.test(id)) return undefined
    if (id === MASTER) return this.#master
    const key = `${tenant} ${id}`
    const epoch = this.#parts.store.epoch()
    const known = this.#snapshots.get(key)
    if (known?.epoch === epoch) return known.snapshot
    try {
      // While the database is away, pages go on as they were.
      return await this.#recall.latest(key, epoch, known?.snapshot, () => this.#snapshot(tenant, id))
    } catch (error) {
      if (error instanceof Refusal || (error instanceof StoreFault && id !== DEFAULT_THEME)) return undefined
      throw error
    }
  }

  /** A theme as it was when a page was made that still asks for its files; as it is now, where that is forgotten. */
  async viewAt(tenant: string, view: Snapshot, generation: string): Promise<Snapshot> {
    const { store, master } = this.#parts
    const revision = revisionOf(generation, master)
    if (revision === undefined || revision === view.revision || isPreview(view.id)) return view
    const kept = store.tenant(tenant)
    if (!(await kept.themes.hasRevision(view.id, revision))) return view
    return snapshotOf({ id: view.id, revision }, await kept.themes.files(view.id, revision), master)
  }

  async content(info: BlobInfo | Unsaved): Promise<Buffer> {
    if ('bytes' in info) return info.bytes
    const known = this.#contents.get(info.digest)
    if (known !== undefined) return known
    const content = await unpacked(await this.blob(info))
    this.#contents.set(info.digest, content)
    return content
  }

  /** A content as it is kept, compressed. */
  async blob({ digest }: BlobInfo): Promise<ThemeBlob> {
    const original = this.#originals.get(digest)
    if (original !== undefined) return original
    const blob = (await this.#parts.store.blobs([digest])).get(digest)
    if (blob === undefined) throw new StoreFault('unusable', `The content ${digest} is not in the database.`)
    return blob
  }

  /** Contents for a package, which would pass damage on: each is inflated once in a process to see that it is whole. */
  async #soundBlobs(digests: readonly string[]): Promise<Map<string, ThemeBlob>> {
    const blobs = await this.#parts.store.blobs(digests)
    for (const blob of blobs.values()) {
      if (this.#sound.get(blob.digest)) continue
      try {
        await unpacked(blob)
      } catch (cause) {
        throw new StoreFault('unusable', `The content ${blob.digest} is damaged.`, { cause })
      }
      this.#sound.set(blob.digest, true)
    }
    return blobs
  }

  /** The files of every master that was ever shipped here. */
  async #shipped(): Promise<Files[]> {
    const epoch = this.#parts.store.epoch()
    if (this.#masters?.epoch !== epoch) {
      this.#masters = { epoch, files: [...(await this.#parts.store.masters()).values()] }
    }
    return this.#masters.files
  }
}
