import { applied, type Change, difference, type Overlay, reviewed } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { readFrom } from '../core/places.ts'
import { checkPrecondition } from '../core/precondition.ts'
import { Refusal } from '../core/refusal.ts'
import { checkWritable } from '../core/theme.ts'
import { themeTag } from '../pages/pages.ts'
import type { TenantTransaction, Theme, ThemeSource } from '../store/store.ts'
import type { ThemeLinting } from './linting.ts'
import type { Uploaded } from './plan.ts'
import { revise } from './revise.ts'
import type { Writing } from './theme-parts.ts'
import { digestsOf, onTheme, uploadedPackage, type WriteParts } from './writes.ts'

export interface PushingParts extends WriteParts {
  readonly linting: ThemeLinting
}

/** What somebody who works on a copy of a theme sends: files, files to revert, and what they say about it. */
export interface Push {
  readonly archive?: Uint8Array | undefined
  readonly reverts: readonly ThemePath[]
  /** Customized files that somebody has compared with their current originals. */
  readonly reviewed: readonly ThemePath[]
  readonly message: string | null
  readonly source?: PushSource | undefined
}

/** The repository that a push is from. */
export interface PushSource {
  readonly name: string
  /** Files in which the repository differs from the theme after the push: what both had in common before stays known. */
  readonly except: readonly ThemePath[]
}

/** Repositories that are remembered for a theme. */
const MOST_SOURCES = 50

/** Deleted files that are remembered for a repository. */
const MOST_DELETED = 1000

/** A theme after a push. */
export interface Pushed extends Pick<Uploaded, 'ignored' | 'outdated' | 'neverShown'> {
  readonly theme: Theme
  readonly tag: string
  /** What it changed; nothing where the theme was like this already, and then there is no new revision. */
  readonly changes: readonly Change[]
}

/** Writes and reverts files of a theme as one revision. */
export class ThemePushing {
  readonly #parts: PushingParts

  constructor(parts: PushingParts) {
    this.#parts = parts
  }

  /** Does all of a push, or nothing. A package with every path of the master does not replace the theme whole here. */
  async push(
    id: string,
    { archive, reverts, reviewed: compared, message, source }: Push,
    writing: Writing,
  ): Promise<Pushed> {
    checkWritable(id)
    const { master, masters } = this.#parts
    const { files, ignored, outdated, neverShown } = await uploadedPackage(archive, this.#parts)
    const both = reverts.find(path => files.has(path))
    if (both !== undefined)
      throw new Refusal('upload_malformed', {
        why: `The file ${JSON.stringify(both)} is in the archive and also among those to be reverted.`,
      })
    const gone = reverts.find(path => compared.includes(path))
    if (gone !== undefined)
      throw new Refusal('upload_malformed', {
        why: `The file ${JSON.stringify(gone)} is among those to be reverted and also among those that were reviewed.`,
      })
    const earlier = await masters()
    let changes: readonly Change[] = []
    let result: Overlay = new Map()
    const overlay = (before: Overlay) => {
      const written = applied(master.digests, before, digestsOf(files), false, earlier)
      const unknown = compared.find(path => !written.has(path))
      if (unknown !== undefined) throw new Refusal('file_unknown', { path: unknown })
      const after = reviewed(master.digests, written, compared)
      for (const path of reverts) {
        if (!this.#isThere(before, path)) throw new Refusal('file_unknown', { path })
        after.delete(path)
      }
      changes = difference(master.digests, before, after)
      result = after
      return after
    }
    const { author, by, precondition } = writing
    const edit = { author, by, cause: 'push', message, blobs: files, overlay } as const
    const theme = await onTheme(this.#parts, id, async (tx, before) => {
      checkPrecondition(precondition, 'theme', themeTag(before, master))
      const revised = await revise(tx, before, edit, this.#parts)
      if (source !== undefined) await keepSource(tx, revised, source, result)
      return revised
    })
    // Errors are recorded as for every write; nobody waits for it.
    if (changes.length > 0) this.#parts.linting.saved(theme, writing)
    return { theme, tag: themeTag(theme, master), changes, ignored, outdated, neverShown }
  }

  /** What a theme and a repository had in common after the last push from it; undefined where there was none. */
  async source(id: string, name: string): Promise<ThemeSource | undefined> {
    const { tenantStore } = this.#parts
    if ((await tenantStore.themes.get(id)) === undefined) throw new Refusal('theme_unknown', {})
    return await tenantStore.sources.get(id, name)
  }

  #isThere(files: Overlay, path: ThemePath): boolean {
    const { digests } = this.#parts.master
    return readFrom(path).some(one => files.has(one) || digests.has(one))
  }
}

/** Remembers what a theme and a repository have in common now. */
async function keepSource(
  tx: TenantTransaction,
  { id, revision }: Theme,
  { name, except }: PushSource,
  files: Overlay,
): Promise<void> {
  const common = new Map(Array.from(files, ([path, { digest }]) => [path as string, digest]))
  const source = await tx.sources.get(id, name)
  const before = new Map(Object.entries(source?.files ?? {}))
  for (const path of except) {
    const known = before.get(path)
    if (known) common.set(path, known)
    // A file that the theme has is not the one that the repository deleted.
    else if (common.delete(path)) before.delete(path)
  }
  const gone = [...before.keys()].filter(path => !common.has(path))
  // A file that others have written since is theirs, even if it is gone again: a rollback may bring it back.
  const later = gone.length === 0 ? [] : await tx.themes.revisions(id, source!.revision)
  const since = later.filter(one => one.revision < revision)
  const theirs = new Set<string>(since.flatMap(({ changes }) => changes.map(({ path }) => path)))
  const deleted = gone.filter(path => !theirs.has(path)).slice(-MOST_DELETED)
  const kept = Object.fromEntries([...deleted.map(path => [path, null] as const), ...common])
  await tx.sources.keep(id, name, { revision, files: kept }, MOST_SOURCES)
}
