import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import { type ChangedOriginal, outdatedBases } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { checkPrecondition } from '../core/precondition.ts'
import { Refusal } from '../core/refusal.ts'
import { checkWritable, MASTER } from '../core/theme.ts'
import { themeTag } from '../pages/pages.ts'
import type { Revision, TenantStore, Theme, ThemeFile } from '../store/store.ts'
import type { ThemeLinting } from './linting.ts'
import { revise } from './revise.ts'
import type { ThemeParts, Writing } from './theme-parts.ts'

/** A file of a theme, and whose it is. */
export interface ListedFile {
  readonly path: ThemePath
  readonly state: 'master' | 'customized' | 'added'
  readonly digest: string
  readonly size: number
  /** Where the original has changed since the file was made from it: both originals. */
  readonly outdatedBase?: Pick<ChangedOriginal, 'from' | 'to'>
}

/** What differs between two states of a theme. */
export interface Difference {
  readonly path: ThemePath
  readonly kind: 'added' | 'removed' | 'changed'
  /** The digests of the contents; null where there is no such file. */
  readonly from: string | null
  readonly to: string | null
}

/** A state of a theme: one of its revisions, or the master. */
export type Point = number | typeof MASTER

interface HistoryParts extends ThemeParts {
  readonly tenantStore: TenantStore
  readonly linting: ThemeLinting
}

/** How the themes of one tenant came to be, and the way back. */
export class ThemeHistory {
  readonly #parts: HistoryParts

  constructor(parts: HistoryParts) {
    this.#parts = parts
  }

  /** Newest first. */
  async revisions(id: string): Promise<Revision[]> {
    await this.#theme(id)
    return await this.#parts.tenantStore.themes.revisions(id)
  }

  /** Every file of a theme at a point, by path. */
  async files(id: string, at: Point): Promise<ListedFile[]> {
    const { master } = this.#parts
    const own = await this.#own(id, at)
    const originals = Array.from(master.files, ([path, info]) => listed(path, 'master', info))
    const changed = new Map(outdatedBases(master.digests, own).map(({ path, ...rest }) => [path, rest]))
    const customized = Array.from(own, ([path, info]) => {
      const outdatedBase = changed.get(path)
      const file = listed(path, master.files.has(path) ? 'customized' : 'added', info)
      return outdatedBase === undefined ? file : { ...file, outdatedBase }
    })
    return [...originals.filter(({ path }) => !own.has(path)), ...customized].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    )
  }

  /** A file as it was. */
  async file(id: string, at: Point, path: ThemePath): Promise<BlobInfo> {
    const info = (await this.#own(id, at)).get(path) ?? this.#parts.master.files.get(path)
    if (info === undefined) throw new Refusal('file_unknown', { path })
    return info
  }

  /** The original that a customized file was made from. */
  async original(id: string, path: ThemePath): Promise<BlobInfo> {
    const base = (await this.#own(id, await this.#newest(id))).get(path)?.base ?? null
    const blob = base === null ? undefined : (await this.#parts.store.blobs([base])).get(base)
    if (blob === undefined) throw new Refusal('file_unknown', { path })
    return blob
  }

  /** What differs between two points, by path. */
  async compare(id: string, from: Point, to: Point): Promise<Difference[]> {
    const [before, after] = await Promise.all([this.files(id, from), this.files(id, to)])
    const digests = (files: readonly ListedFile[]) => new Map(files.map(({ path, digest }) => [path, digest]))
    const [old, now] = [digests(before), digests(after)]
    const paths = [...new Set([...old.keys(), ...now.keys()])].sort()
    return paths.flatMap(path => {
      const [was, is] = [old.get(path) ?? null, now.get(path) ?? null]
      if (was === is) return []
      const kind = was === null ? 'added' : is === null ? 'removed' : 'changed'
      return [{ path, kind, from: was, to: is } as const]
    })
  }

  /** Brings a file, or all of them, back to how they were: as a new revision, so that this can be undone too. */
  async restore(id: string, at: Point, path: ThemePath | undefined, writing: Writing): Promise<string> {
    checkWritable(id)
    const { store, tenantStore, master, linting } = this.#parts
    const own = await this.#own(id, at)
    const wanted = [...own].filter(([name]) => path === undefined || name === path)
    if (path !== undefined && wanted.length === 0 && !master.files.has(path)) {
      const known =
        (await tenantStore.themes.get(id)) && (await this.#own(id, await this.#newest(id))).has(path)
      if (!known) throw new Refusal('file_unknown', { path })
    }
    const contents = await store.blobs(wanted.map(([, { digest }]) => digest))
    const blobs = new Map<ThemePath, ThemeBlob>(
      wanted.flatMap(([name, { digest }]) => {
        const blob = contents.get(digest)
        return blob === undefined ? [] : [[name, blob] as const]
      }),
    )
    const { before, theme } = await tenantStore.write(async tx => {
      const before = await tx.themes.lock(id)
      if (before === undefined) throw new Refusal('theme_unknown', {})
      checkPrecondition(writing.precondition, 'theme', themeTag(before, master))
      const theme = await revise(
        tx,
        before,
        {
          author: writing.author,
          by: writing.by,
          cause: 'restore',
          blobs,
          overlay: files => {
            const after = new Map(path === undefined ? [] : files)
            if (path !== undefined) after.delete(path)
            for (const [name, { digest, base }] of wanted)
              if (master.digests.get(name) !== digest) after.set(name, { digest, base })
            return after
          },
        },
        this.#parts,
      )
      return { before, theme }
    })
    if (theme.revision !== before.revision) void linting.saved(theme, writing)
    return themeTag(theme, master)
  }

  async #theme(id: string): Promise<Theme> {
    const theme = await this.#parts.tenantStore.themes.get(id)
    if (theme === undefined) throw new Refusal('theme_unknown', {})
    return theme
  }

  async #newest(id: string): Promise<number> {
    return (await this.#theme(id)).revision
  }

  /** The customized files at a point. */
  async #own(id: string, at: Point): Promise<Map<ThemePath, ThemeFile>> {
    const { tenantStore } = this.#parts
    await this.#theme(id)
    if (at === MASTER) return new Map()
    const files = await tenantStore.themes.files(id, at)
    // Asked last, because the files of a revision are forgotten together with it.
    if ((await tenantStore.themes.revisedAt(id, at)) === undefined)
      throw new Refusal('revision_unknown', { revision: at })
    return new Map(files.map(file => [file.path, file]))
  }
}

function listed(path: ThemePath, state: ListedFile['state'], { digest, size }: BlobInfo): ListedFile {
  return { path, state, digest, size }
}
