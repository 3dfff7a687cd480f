import { hash } from 'node:crypto'
import type { BlobInfo } from '../core/blob.ts'
import type { BoundedCache } from '../core/bounded-cache.ts'
import { type Overlay, outdatedBases } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { MASTER } from '../core/theme.ts'
import { findingOf, type LintReport, type LintSettings } from '../lint/lint.ts'
import type { TenantStore, Theme, ThemeFile } from '../store/store.ts'
import { unpacked } from '../zip/zip.ts'
import { lintSettings } from './lint-settings.ts'
import { type LintAsked, type LintEntry, refusedReport } from './lint-thread.ts'
import { type Author, recordTheme } from './revise.ts'
import type { SavedChecks } from './saved-checks.ts'
import type { ThemeParts } from './theme-parts.ts'

export interface LintingParts extends Pick<ThemeParts, 'codec' | 'limits' | 'master' | 'now'> {
  readonly tenantStore: TenantStore
  readonly content: (info: BlobInfo) => Promise<Buffer>
  /** Checks files off the event loop, in the turn of their author, by default the caller. */
  readonly lint: <E extends LintEntry>(asked: LintAsked<E>, author?: string) => Promise<LintReport>
  /** Reports on stored themes of this tenant. */
  readonly reports: Pick<BoundedCache<string, LintReport>, 'get' | 'set'>
  /** Hears of every report on a stored theme. */
  readonly looked: (theme: string, report: LintReport) => void
  /** Checks behind the writes of an author of this tenant. */
  readonly saved: SavedChecks['check']
}

/** Files over the master, and where their contents come from. */
export interface Linted<E extends LintEntry> {
  readonly entries: readonly E[]
  /** What they were made from, as far as it is known. */
  readonly overlay: Overlay
  readonly read: (entry: E) => Promise<Uint8Array>
}

interface UnsavedEntry extends LintEntry {
  readonly bytes: Uint8Array
}

/** Finds mistakes in the themes of a tenant, and in packages. */
export class ThemeLinting {
  readonly #parts: LintingParts

  constructor(parts: LintingParts) {
    this.#parts = parts
  }

  /** What is wrong with a theme, with files over it that are not saved; null for those that it gives up. */
  async theme(id: string, unsaved: ReadonlyMap<string, Uint8Array | null> = new Map()): Promise<LintReport> {
    const theme = id === MASTER ? { id, revision: 0 } : await this.#parts.tenantStore.themes.get(id)
    if (theme === undefined) throw new Refusal('theme_unknown', {})
    if (unsaved.size === 0) return await this.revision(theme)
    const files = await this.#files(theme)
    const kept = files.filter(({ path }) => !unsaved.has(path))
    const typed = [...unsaved].flatMap(([path, bytes]) => (bytes === null ? [] : [unsavedEntry(path, bytes)]))
    const own = new Set(typed.filter(entry => !this.#isMasters(entry)).map(({ path }) => path))
    return await this.over(id, {
      entries: [...kept, ...typed],
      // An edit does not make a file current.
      overlay: overlayOf(files.filter(({ path }) => !unsaved.has(path) || own.has(path))),
      read: async (entry: ThemeFile | UnsavedEntry) =>
        'bytes' in entry ? entry.bytes : await this.#parts.content(entry),
    })
  }

  /** What is wrong with a theme as it was stored with a revision. */
  async revision(theme: Pick<Theme, 'id' | 'revision'>, author?: string): Promise<LintReport> {
    const { content, reports, looked, lint } = this.#parts
    const files = await this.#files(theme)
    const settings = await this.#settings(theme.id, overlayOf(files))
    const key = `${theme.id} ${theme.revision} ${fingerprint(settings)}`
    const known = reports.get(key)
    if (known !== undefined) return known
    const report = await lint({ key: theme.id, entries: files, settings, read: content }, author)
    reports.set(key, report)
    looked(theme.id, report)
    return report
  }

  /** The linter settings that apply to a stored theme. */
  async settings(theme: Pick<Theme, 'id' | 'revision'>): Promise<LintSettings> {
    return await this.#settings(theme.id, overlayOf(await this.#files(theme)))
  }

  /** What would be wrong with a theme that had other files. */
  async over<E extends LintEntry>(id: string, { entries, overlay, read }: Linted<E>): Promise<LintReport> {
    const settings = await this.#settings(id, overlay)
    return await this.#parts.lint({ key: id, entries, settings, read })
  }

  /** What is wrong with a package, without storing it. What the service would refuse is a finding. */
  async package(archive: Uint8Array): Promise<LintReport> {
    const { codec, limits, lint } = this.#parts
    try {
      const { files } = await codec.read(archive, limits)
      const entries = Array.from(files, ([path, blob]) => ({ ...blob, path }))
      return await lint({ entries, settings: await this.#settings(undefined, new Map()), read: unpacked })
    } catch (error) {
      const finding = error instanceof Refusal ? findingOf(error) : undefined
      if (finding === undefined) throw error
      return refusedReport(finding)
    }
  }

  /**
   * Checks a theme that was just saved, and records it if it has errors. It never throws. It returns undefined if an
   * earlier save of the author is still being checked, or if the linter cannot answer.
   */
  saved(theme: Theme, who: Author): Promise<LintReport | undefined> {
    return this.#parts.saved(who.author, theme.id, async () => {
      // In a turn of its own, so that saving does not use up the turns of the editor.
      const report = await this.revision(theme, `${who.author} saved`)
      const errors = report.counts.fatal + report.counts.error
      if (errors > 0) await this.#record(theme, who, errors)
      return report
    })
  }

  #isMasters({ path, digest }: LintEntry): boolean {
    return this.#parts.master.files.get(path as ThemePath)?.digest === digest
  }

  async #record(theme: Theme, who: Author, errors: number): Promise<void> {
    const { tenantStore, now } = this.#parts
    const details = { errors: String(errors) }
    await tenantStore.write(
      tx => recordTheme(tx, who, 'theme-saved-with-errors', theme, details, now()),
      'quiet',
    )
  }

  async #files({ id, revision }: Pick<Theme, 'id' | 'revision'>): Promise<ThemeFile[]> {
    return id === MASTER ? [] : await this.#parts.tenantStore.themes.files(id, revision)
  }

  async #settings(id: string | undefined, overlay: Overlay): Promise<LintSettings> {
    const { tenantStore, master } = this.#parts
    const { rules, scriptOrigins, tagManager } = await lintSettings(tenantStore)
    const analytics = id === undefined ? undefined : (await tenantStore.analytics.settings()).get(id)
    return {
      rules,
      // Allowing a container to evaluate code implies that its tag manager is on.
      allowed: { scriptOrigins, tagManager: tagManager || (analytics?.evalFor ?? null) !== null },
      outdated: new Set(outdatedBases(master.digests, overlay).map(({ path }) => path)),
    }
  }
}

function unsavedEntry(path: string, bytes: Uint8Array): UnsavedEntry {
  return { path, bytes, size: bytes.length, digest: hash('sha256', bytes) }
}

function overlayOf(files: readonly ThemeFile[]): Overlay {
  return new Map(files.map(file => [file.path, file]))
}

/** Settings change seldom, and a report holds for those that it was made with. */
function fingerprint({ outdated = new Set(), ...settings }: LintSettings): string {
  return hash('sha256', JSON.stringify([settings, [...outdated].sort()]))
}
