import { auditEntry } from '../core/audit-events.ts'
import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { ThemeLimit } from '../core/entitlement.ts'
import { applied, type Overlay, reverted } from '../core/overlay.ts'
import { type ThemePath, themePath } from '../core/path.ts'
import { readFrom } from '../core/places.ts'
import { checkPrecondition, type Precondition } from '../core/precondition.ts'
import { contradiction } from '../core/promised-format.ts'
import { Refusal } from '../core/refusal.ts'
import {
  checkDeletable,
  checkNameIsFree,
  checkWritable,
  DEFAULT_DESCRIPTION,
  DEFAULT_THEME,
  MASTER,
  newName,
  type ThemeConfiguration,
} from '../core/theme.ts'
import type { Words } from '../core/words.ts'
import type { LintReport } from '../lint/lint.ts'
import { fileTag, type Snapshot, themeTag } from '../pages/pages.ts'
import { StoreFault, type Theme } from '../store/store.ts'
import type { ArchiveEntry } from '../zip/zip.ts'
import { type ArchiveParts, type ThemeArchive, themeArchive } from './archive.ts'
import { ThemeHistory } from './history.ts'
import type { ThemeLinting } from './linting.ts'
import { PageAnalytics } from './page-analytics.ts'
import { MOST_MS, type Plan, type Planned, planOf, type Uploaded } from './plan.ts'
import { planFindings } from './plan-findings.ts'
import { type PushingParts, ThemePushing } from './pushing.ts'
import { type Author, checkLocales, recordTheme, revise } from './revise.ts'
import type { ThemeParts, Writing } from './theme-parts.ts'
import { digestsOf, onTheme, uploadedPackage } from './writes.ts'

/**
 * What becomes of a file: its new content, null for its original state, or undefined if it stays as it is; and what has
 * to hold before.
 */
export interface FileChange {
  readonly bytes: Uint8Array | null | undefined
  readonly precondition: Precondition
}

/** What the linter says of a theme after a write: it never fails, and is undefined where nobody can tell. */
export type Checked = Promise<LintReport | undefined>

/** A theme after a write, and which parts of the upload were ignored. */
export interface Written {
  readonly theme: Theme
  readonly tag: string
  readonly ignored: readonly string[]
  /** The files that equal those of an earlier master, so that the theme follows the current one in them. */
  readonly outdated: readonly ThemePath[]
  /** The files that no page, mail or address leads to. */
  readonly neverShown: readonly ThemePath[]
  /** The name that was sent, where the theme could not take it. */
  readonly nameIgnored?: string
  readonly checked: Checked
}

/** A package upload: the archive, the configuration, or both. */
export interface PackageUpload {
  readonly archive?: Uint8Array | undefined
  readonly configuration?: ThemeConfiguration | undefined
}

type Passed = Pick<Written, 'ignored' | 'outdated' | 'neverShown'>

interface TenantParts extends ThemeParts, ArchiveParts, PushingParts {
  readonly content: (info: BlobInfo) => Promise<Buffer>
  readonly present: Planned['present']
  readonly labels: Planned['labels']
  readonly lost: Planned['lost']
  readonly words: (view: Snapshot, locale: string) => Promise<Words>
  /** A page with the snippets of a container; without those of any for null. */
  readonly snippets: (html: string, container: string | null) => Promise<string>
}

const NOTHING_PASSED: Passed = { ignored: [], outdated: [], neverShown: [] }

/** What can be done with the themes of one tenant. */
export class TenantThemes {
  readonly #parts: TenantParts

  constructor(parts: TenantParts) {
    this.#parts = parts
  }

  async list(
    page: number,
    limit: number,
    within: ThemeLimit = null,
  ): Promise<{ total: number; themes: Theme[] }> {
    return await this.#parts.tenantStore.themes.list({ limit, offset: (page - 1) * limit }, within)
  }

  get history(): ThemeHistory {
    return new ThemeHistory(this.#parts)
  }

  get measuring(): PageAnalytics {
    return new PageAnalytics(this.#parts)
  }

  get pushing(): ThemePushing {
    return new ThemePushing(this.#parts)
  }

  get linting(): ThemeLinting {
    return this.#parts.linting
  }

  /** What is kept of a theme besides its files, and its tag. */
  async registered(id: string): Promise<{ theme: Theme; tag: string }> {
    const theme = await this.#parts.tenantStore.themes.get(id)
    if (theme === undefined) throw new Refusal('theme_unknown', {})
    return { theme, tag: themeTag(theme, this.#parts.master) }
  }

  /** The path that a name stands for, under this installation's limits. */
  path(name: string): ThemePath {
    return themePath(name, this.#parts.limits)
  }

  /** A file of a theme, the master's where it is not customized. */
  async file(id: string, path: ThemePath): Promise<BlobInfo> {
    const view = await this.#parts.snapshot(id)
    const found = readFrom(path).find(one => view.file(one) !== undefined)
    const info = found && view.file(found)
    if (info === undefined) throw new Refusal('file_unknown', { path })
    return info
  }

  /** The customized files of a theme. */
  async customized(id: string): Promise<ArchiveEntry[]> {
    return (await this.#parts.snapshot(id)).entries(true)
  }

  async content(info: BlobInfo): Promise<Buffer> {
    return await this.#parts.content(info)
  }

  /** A theme as a package; a large one is streamed, so that a slow reader never holds a whole archive. */
  async archive(id: string, customizedOnly: boolean): Promise<ThemeArchive> {
    return await themeArchive(this.#parts, id, customizedOnly)
  }

  async create(upload: PackageUpload, writing: Writing): Promise<Written> {
    const uploaded = await uploadedPackage(upload.archive, this.#parts)
    const theme = await this.#create(upload.configuration, uploaded, writing)
    return this.#written(theme, this.linting.saved(theme, writing), uploaded)
  }

  async #create(
    configuration: ThemeConfiguration | undefined,
    { files, overlay }: Pick<Uploaded, 'files' | 'overlay'>,
    { author, by }: Author,
  ): Promise<Theme> {
    const { limits, newId, tenantStore } = this.#parts
    const { name, description = null } = configuration ?? {}
    if (name === undefined) {
      throw new Refusal('configuration_invalid', {
        sentence: 'The part configuration must give the name of the theme.',
      })
    }
    checkNameIsFree(name)
    return await tenantStore.write(async tx => {
      await tx.tenant.lock()
      if ((await tx.themes.lockAll()).length >= limits.themes) {
        throw new Refusal('over_limit', { what: 'themes', limit: limits.themes })
      }
      const created = await tx.themes.create(newId(), name, description)
      return await revise(tx, created, { author, by, cause: 'create', blobs: files, overlay }, this.#parts)
    })
  }

  /** Makes a theme with the files of another one; without one, it follows the master in everything. */
  async duplicate(
    configuration: ThemeConfiguration,
    from: string | undefined,
    writing: Writing,
  ): Promise<Written> {
    const { soundBlobs, snapshot, master } = this.#parts
    const files = from === undefined ? [] : (await snapshot(from)).entries(true)
    const contents = await soundBlobs(files.map(({ digest }) => digest))
    const blobs = new Map(
      files.map(({ path, digest }) => {
        const blob = contents.get(digest)
        if (blob === undefined)
          throw new StoreFault('unusable', `Theme ${from} lacks the content of ${path}.`)
        return [path as ThemePath, blob] as const
      }),
    )
    // Customized files keep their originals, so that a copy of an outdated one is outdated.
    const own = await this.#own(from)
    const overlay = () => applied(master.digests, own, digestsOf(blobs), true)
    const theme = await this.#create(configuration, { files: blobs, overlay }, writing)
    return this.#written(theme, this.linting.saved(theme, writing))
  }

  async #own(id: string | undefined): Promise<Overlay> {
    const { tenantStore } = this.#parts
    if (id === undefined || id === MASTER) return new Map()
    const theme = await tenantStore.themes.get(id)
    if (theme === undefined) throw new Refusal('theme_unknown', {})
    return new Map((await tenantStore.themes.files(theme.id, theme.revision)).map(file => [file.path, file]))
  }

  /** What an upload would do to a theme, without doing it, and the tag of the state that it would replace. */
  async plan(
    id: string,
    archive: Uint8Array,
    asked: Pick<Planned, 'origin' | 'abandoned'>,
  ): Promise<{ plan: Plan; tag: string | undefined }> {
    const { master, snapshot, present, labels, lost, tenantStore, planMs: mostMs = MOST_MS } = this.#parts
    const theme = await snapshot(id)
    const upload = await uploadedPackage(archive, this.#parts)
    const files = id === MASTER ? [] : await tenantStore.themes.files(id, theme.revision)
    const before = new Map(files.map(file => [file.path, file]))
    const after = upload.overlay(before)
    checkLocales([...master.files.keys(), ...after.keys()])
    const newId = this.#parts.newId()
    const [plan, findings] = await Promise.all([
      planOf({ id: newId, theme, upload, before, after, master, present, labels, lost, mostMs, ...asked }),
      planFindings(this.#parts, { theme, upload, before, after }, mostMs),
    ])
    return { plan: { ...plan, findings }, tag: id === MASTER ? undefined : theme.tag }
  }

  /** Replaces the files that a package holds, all of them when it is whole, or the configuration, or both. */
  async replace(id: string, upload: PackageUpload, { author, by, precondition }: Writing): Promise<Written> {
    checkWritable(id)
    const { archive, configuration = {} } = upload
    const name = newName(id, configuration.name, archive !== undefined)
    const uploaded = await uploadedPackage(archive, this.#parts)
    const { files, overlay } = uploaded
    const cause = archive === undefined ? 'configure' : 'replace'
    const { theme, isNew } = await onTheme(this.#parts, id, async (tx, before) => {
      checkPrecondition(precondition, 'theme', themeTag(before, this.#parts.master))
      const edit = { author, by, cause, ...configuration, name, blobs: files, overlay } as const
      const theme = await revise(tx, before, edit, this.#parts)
      return { theme, isNew: theme.revision !== before.revision }
    })
    const { name: wanted = theme.name } = configuration
    // A name has no mistakes.
    const checked = archive && this.#checked(theme, { author, by }, isNew)
    const written = this.#written(theme, checked, uploaded)
    return { ...written, ...(wanted !== theme.name && { nameIgnored: wanted }) }
  }

  /** Replaces or adds one file; answers with its tag. */
  async writeFile(
    id: string,
    path: ThemePath,
    bytes: Uint8Array,
    writing: Writing,
  ): Promise<{ tag: string; checked: Checked }> {
    const change = { bytes, precondition: writing.precondition }
    const { tags, checked } = await this.#change(id, new Map([[path, change]]), writing, 'write file')
    // Also where the content is the master's, the tag is that of the content.
    return { tag: tags.get(path)!, checked }
  }

  /** Brings one file back to its original state; answers with the tag of the original, where there is one. */
  async revertFile(id: string, path: ThemePath, writing: Writing): Promise<string | undefined> {
    const change = { bytes: null, precondition: writing.precondition }
    const { tags } = await this.#change(id, new Map([[path, change]]), writing, 'revert file')
    return tags.get(path)
  }

  /**
   * Changes several files as one revision, or none of them; answers with the tags of the theme and of the changed files
   * that there are.
   */
  async writeFiles(
    id: string,
    changes: ReadonlyMap<ThemePath, FileChange>,
    writing: Writing,
  ): Promise<{ revision: number; tag: string; tags: ReadonlyMap<ThemePath, string>; checked: Checked }> {
    return await this.#change(id, changes, writing, 'write files', writing.precondition)
  }

  async #change(
    id: string,
    changes: ReadonlyMap<ThemePath, FileChange>,
    who: Author,
    cause: 'write file' | 'revert file' | 'write files',
    ofTheme: Precondition = {},
  ): Promise<{ revision: number; tag: string; tags: Map<ThemePath, string>; checked: Checked }> {
    checkWritable(id)
    const { master, codec } = this.#parts
    const blobs = new Map<ThemePath, ThemeBlob>()
    for (const [path, { bytes }] of changes) {
      if (bytes === null || bytes === undefined) continue
      const expected = contradiction(path, bytes)
      if (expected !== undefined) throw new Refusal('content_contradicts', { path, expected })
      blobs.set(path, await codec.pack(bytes))
    }
    const tags = new Map<ThemePath, string>()
    const overlay = (before: Overlay) => {
      let after: Overlay = applied(master.digests, before, digestsOf(blobs), false)
      for (const [path, { bytes, precondition }] of changes) {
        const tag = this.#tag(before, path)
        if (bytes === null && tag === undefined) throw new Refusal('file_unknown', { path })
        checkPrecondition(precondition, 'file', tag)
        if (bytes !== null) continue
        const own = readFrom(path).find(one => before.has(one) && (one === path || !changes.has(one)))
        if (own !== undefined) after = reverted(after, own)
      }
      for (const [path, { bytes }] of changes) {
        const tag = bytes === undefined ? undefined : this.#tag(after, path)
        if (tag !== undefined) tags.set(path, tag)
      }
      return after
    }
    const { author, by } = who
    const edit = { author, by, cause, blobs, overlay }
    const { theme, isNew } = await onTheme(this.#parts, id, async (tx, before) => {
      checkPrecondition(ofTheme, 'theme', themeTag(before, master))
      const theme = await revise(tx, before, edit, this.#parts)
      return { theme, isNew: theme.revision !== before.revision }
    })
    const tag = themeTag(theme, master)
    return { revision: theme.revision, tag, tags, checked: this.#checked(theme, who, isNew) }
  }

  async remove(id: string, writing: Writing): Promise<void> {
    checkDeletable(id)
    const { master, now } = this.#parts
    await onTheme(this.#parts, id, async (tx, theme) => {
      checkPrecondition(writing.precondition, 'theme', themeTag(theme, master))
      await tx.themes.remove(id)
      await recordTheme(tx, writing, 'theme-deleted', theme, {}, now())
    })
  }

  /** Deletes all themes and brings the default theme back to its original state. */
  async reset(writing: Writing): Promise<void> {
    const { author, by } = writing
    const { now } = this.#parts
    await this.#parts.tenantStore.write(async tx => {
      await tx.tenant.lock()
      const themes = await tx.themes.lockAll()
      const applications = await tx.applications.countThemed()
      if (applications > 0) throw new Refusal('themes_in_use', { applications })
      const description = DEFAULT_DESCRIPTION
      for (const theme of themes) {
        if (theme.id === DEFAULT_THEME) {
          const edit = { author, by, cause: 'reset', description, overlay: () => new Map() } as const
          await revise(tx, theme, edit, this.#parts)
        } else {
          await tx.themes.remove(theme.id)
          await recordTheme(tx, writing, 'theme-deleted', theme, { cause: 'reset' }, now())
        }
      }
      const details = { deleted: String(themes.length - 1), ...(by.account === null && { author }) }
      await tx.audit.record(auditEntry('themes-reset', now(), by, details))
    })
  }

  /** Checks what was written. A write that changed nothing is nobody's, and is not recorded. */
  #checked(theme: Theme, who: Author, isNew: boolean): Checked {
    return isNew ? this.linting.saved(theme, who) : this.linting.revision(theme).catch(() => undefined)
  }

  /** The tag of what is read at a path. */
  #tag(files: Overlay, path: ThemePath): string | undefined {
    const { digests } = this.#parts.master
    const [digest] = readFrom(path).flatMap(one => files.get(one)?.digest ?? digests.get(one) ?? [])
    return digest && fileTag({ digest })
  }

  #written(
    theme: Theme,
    checked: Checked = Promise.resolve(undefined),
    { ignored, outdated, neverShown }: Passed = NOTHING_PASSED,
  ): Written {
    return { theme, tag: themeTag(theme, this.#parts.master), ignored, outdated, neverShown, checked }
  }
}
