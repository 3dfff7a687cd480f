import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { InTurn } from '../core/in-turn.ts'
import type { Files } from '../core/overlay.ts'
import { Refusal } from '../core/refusal.ts'
import { DEFAULT_THEME, MASTER } from '../core/theme.ts'
import type { LintReport, Severity } from '../lint/lint.ts'
import {
  Compiler,
  type Customer,
  masterSnapshot,
  momentOf,
  Pages,
  Presenter,
  Sheets,
  type Snapshot,
  snapshotOf,
  type Unsaved,
} from '../pages/pages.ts'
import { Recall, StoreFault } from '../store/store.ts'
import { unpacked } from '../zip/zip.ts'
import { type LintOutcome, LintThread } from './lint-thread.ts'
import { ThemeLinting } from './linting.ts'
import { isPreview, Previews } from './previews.ts'
import { SavedChecks } from './saved-checks.ts'
import { TenantThemes } from './tenant-themes.ts'
import type { ThemeParts } from './theme-parts.ts'

export type { Point } from './history.ts'
export { changeLintSettings, type LintWish, lintSettings, type TenantLinting } from './lint-settings.ts'
export { startLintThread } from './lint-thread.ts'
export {
  type AnalyticsState,
  type AnalyticsWish,
  NO_ANALYTICS,
  type PageAnalytics,
} from './page-analytics.ts'
export { isPreview } from './previews.ts'
export type { Pushed } from './pushing.ts'
export type { Checked, FileChange, TenantThemes, Written } from './tenant-themes.ts'
export type { SharedThreads, ThemeParts, Writing } from './theme-parts.ts'

const THEME_ID = /^(?:default|master|[0-9a-f-]{36})$/
const CONTENT_BYTES = 32 * 1024 * 1024
const ARCHIVE_BYTES = 16 * 1024 * 1024
const SNAPSHOTS = 1_000
/** Of files in earlier revisions; each revision counts as some files more. */
const EARLIER_FILES = 50_000
const REVISION_FILES = 50
const TENANTS = 1_000
const SOUND = 50_000
const REPORT_BYTES = 16 * 1024 * 1024
/** About what a finding takes in memory, with its texts. */
const FINDING_BYTES = 1_000

/** A theme as it was at an epoch of the store. */
interface Remembered {
  readonly epoch: number
  readonly revision: number
  readonly snapshot: Snapshot
  /** Whether all its contents are there. */
  readonly whole: boolean
}

/** What the linter has done in this process. */
export interface LintFigures {
  readonly outcomes: ReadonlyMap<LintOutcome, number>
  readonly seconds: number
  readonly findings: Readonly<Record<Severity, number>>
}

/** The themes of all tenants, and what is remembered of them: nothing is asked of the store that has not changed. */
export class Themes {
  readonly #parts: ThemeParts
  readonly #contents = new BoundedCache<string, Buffer>(CONTENT_BYTES, content => content.length + 100)
  readonly #snapshots = new BoundedCache<string, Remembered>(SNAPSHOTS)
  /** Earlier revisions, which never change. */
  readonly #earlier = new BoundedCache<string, Snapshot>(
    EARLIER_FILES,
    view => view.entries(true).length + REVISION_FILES,
  )
  readonly #archives = new BoundedCache<string, Buffer>(ARCHIVE_BYTES, archive => archive.length + 100)
  /** For visitors and API clients, whose every request asks for them. */
  readonly #tenants = new BoundedCache<string, TenantThemes>(TENANTS)
  readonly #recall = new Recall()
  readonly #writes = new InTurn()
  /** The contents that were inflated once and found whole. */
  readonly #sound = new BoundedCache<string, true>(SOUND)
  #masters: { epoch: number; files: Files[] } | undefined

  readonly #master: Snapshot
  readonly #originals: ReadonlyMap<string, ThemeBlob>
  readonly #compiler: Compiler
  readonly #presenter: Presenter
  readonly #linting: LintThread
  readonly #savedChecks = new SavedChecks()
  readonly #reports = new BoundedCache<string, LintReport>(REPORT_BYTES, weightOf)
  /** How many findings the themes of all tenants had when they were last checked. */
  readonly #lastLooks = new BoundedCache<string, LintReport['counts']>(SNAPSHOTS)
  readonly previews: Previews
  readonly pages: Pages
  readonly sheets: Sheets

  constructor(parts: ThemeParts) {
    this.#parts = parts
    this.#master = masterSnapshot(parts.master)
    this.#compiler = new Compiler(undefined, parts.threads?.compiling)
    this.#linting = new LintThread(parts.master, parts.threads?.linting)
    this.#originals = new Map(Array.from(parts.master.files.values(), blob => [blob.digest, blob]))
    this.sheets = new Sheets(this.#compiler, info => this.content(info))
    this.previews = new Previews(parts.store, parts.now)
    this.#presenter = new Presenter({
      compiler: this.#compiler,
      content: info => this.content(info),
      master: this.#master,
      failed: parts.pageFailed,
      isAway: error => error instanceof StoreFault && error.kind !== 'unusable',
      ahead: parts.ahead ?? true,
    })
    this.pages = new Pages(this.#presenter, (tenant, id) => this.view(tenant, id))
  }

  /** What is remembered, by name. */
  get caches(): Record<string, CacheFigures> {
    return {
      contents: this.#contents,
      snapshots: this.#snapshots,
      revisions: this.#earlier,
      archives: this.#archives,
      previews: this.previews.cache,
      sheets: this.sheets.cache,
      languages: this.pages.languages.cache,
      findings: this.#reports,
      ...this.#presenter.caches,
    }
  }

  /** What the linter has done here, and how many findings of each severity themes had when they were last checked. */
  get lintFigures(): LintFigures {
    const { outcomes, seconds } = this.#linting
    const findings = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
    for (const counts of this.#lastLooks.values())
      for (const [severity, count] of Object.entries(counts)) findings[severity as Severity] += count
    return { outcomes, seconds, findings }
  }

  /** The themes of one tenant, with the pages that a customer looks at. */
  of(tenant: string, customer: Customer = 'visitors'): TenantThemes {
    if (customer !== 'visitors') return this.#themesOf(tenant, customer)
    const known = this.#tenants.get(tenant)
    if (known !== undefined) return known
    const themes = this.#themesOf(tenant, customer)
    this.#tenants.set(tenant, themes)
    return themes
  }

  #themesOf(tenant: string, customer: Customer): TenantThemes {
    const asker = { tenant, customer }
    const tenantStore = this.#parts.store.tenant(tenant)
    const content = (info: BlobInfo) => this.content(info)
    return new TenantThemes({
      ...this.#parts,
      tenantStore,
      snapshot: id => this.#snapshot(tenant, id),
      content,
      inTurn: (theme, write) => this.#writes.do(`${tenant} ${theme}`, write),
      soundBlobs: digests => this.#soundBlobs(digests),
      original: digest => this.#originals.get(digest),
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
      linting: new ThemeLinting({
        ...this.#parts,
        tenantStore,
        // Bypasses the cache: reading a whole theme would evict what visitors need.
        content: info => this.#read(info),
        lint: (asked, author = customer === 'visitors' ? '' : customer.author) =>
          this.#linting.report(tenant, author, asked),
        reports: {
          get: key => this.#reports.get(`${tenant} ${key}`),
          set: (key, report) => this.#reports.set(`${tenant} ${key}`, report),
        },
        looked: (theme, { counts }) => this.#lastLooks.set(`${tenant} ${theme}`, counts),
        saved: (author, theme, look) => this.#savedChecks.check(`${tenant} ${author}`, theme, look),
      }),
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

  /** Whether a view was read at this epoch, and is not an older one that is shown while the store is slow or away. */
  isRead(tenant: string, view: Snapshot, epoch: number): boolean {
    if (view === this.#master) return true
    const known = this.#snapshots.get(`${tenant} ${view.id}`)
    return known?.epoch === epoch && known.snapshot === view
  }

  /** A theme as it was when a page was made that still asks for its files; as it is now, where that is forgotten. */
  async viewAt(tenant: string, view: Snapshot, generation: string): Promise<Snapshot> {
    const { store, master } = this.#parts
    const asked = momentOf(generation, master)
    if (asked === undefined || generation === view.generation || isPreview(view.id)) return view
    const { revision, updatedAt } = asked
    const { themes } = store.tenant(tenant)
    if ((await themes.revisedAt(view.id, revision)) !== updatedAt) return view
    const key = `${tenant} ${view.id} ${generation}`
    const known = this.#earlier.get(key)
    if (known !== undefined) return known
    const files = await themes.files(view.id, revision)
    // Asked again, because the files of a revision are forgotten together with it.
    if ((await themes.revisedAt(view.id, revision)) !== updatedAt) return view
    const snapshot = snapshotOf({ id: view.id, ...asked }, files, master)
    if (!files.some(({ missing }) => missing)) this.#earlier.set(key, snapshot)
    return snapshot
  }

  async content(info: BlobInfo | Unsaved): Promise<Buffer> {
    if ('bytes' in info) return info.bytes
    const known = this.#contents.get(info.digest)
    if (known !== undefined) return known
    const content = await this.#read(info)
    this.#contents.set(info.digest, content)
    return content
  }

  async #read(info: BlobInfo): Promise<Buffer> {
    return await unpacked(await this.blob(info))
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
    const blobs = await this.#parts.store.blobs(digests.filter(digest => !this.#originals.has(digest)))
    for (const blob of blobs.values()) {
      if (this.#sound.get(blob.digest)) continue
      try {
        await unpacked(blob)
      } catch (cause) {
        throw new StoreFault('unusable', `The content ${blob.digest} is damaged.`, { cause })
      }
      this.#sound.set(blob.digest, true)
    }
    for (const digest of digests) {
      const original = this.#originals.get(digest)
      if (original !== undefined) blobs.set(digest, original)
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

function weightOf({ findings }: LintReport): number {
  return (findings.length + 1) * FINDING_BYTES
}
