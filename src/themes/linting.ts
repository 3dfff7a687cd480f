import { setImmediate } from 'node:timers/promises'
import type { BlobInfo } from '../core/blob.ts'
import { Refusal } from '../core/refusal.ts'
import { type Content, type Contents, contentOf, findingOf, type LintReport } from '../lint/lint.ts'
import type { Snapshot } from '../pages/pages.ts'
import { type ArchiveEntry, unpacked } from '../zip/zip.ts'
import { refusedReport } from './lint-thread.ts'
import type { ThemeParts } from './theme-parts.ts'

/** Bytes that are checked: they are copied to another thread. */
const MOST_LINTED = 16 * 1024 * 1024

export interface LintingParts extends Pick<ThemeParts, 'codec' | 'limits'> {
  readonly snapshot: (id: string) => Promise<Snapshot>
  readonly content: (info: BlobInfo) => Promise<Buffer>
  /** Checks files off the event loop. */
  readonly lint: (files: Contents) => Promise<LintReport>
}

/** Finds mistakes in the themes of a tenant, and in packages. */
export class ThemeLinting {
  readonly #parts: LintingParts

  constructor(parts: LintingParts) {
    this.#parts = parts
  }

  /** What is wrong with a theme, with files over it that are not saved. */
  async theme(id: string, unsaved: ReadonlyMap<string, Uint8Array> = new Map()): Promise<LintReport> {
    const { snapshot, content } = this.#parts
    const kept = (await snapshot(id)).entries(true).filter(({ path }) => !unsaved.has(path))
    const files = new Map(Array.from(unsaved, ([path, bytes]) => [path, contentOf(path, bytes)]))
    return await this.#report(kept, files, content)
  }

  /** What is wrong with a package, without storing it. What the service would refuse is a finding. */
  async package(archive: Uint8Array): Promise<LintReport> {
    const { codec, limits } = this.#parts
    try {
      const { files } = await codec.read(archive, limits)
      const entries = Array.from(files, ([path, blob]) => ({ ...blob, path }))
      return await this.#report(entries, new Map(), unpacked)
    } catch (error) {
      const finding = error instanceof Refusal ? findingOf(error) : undefined
      if (finding === undefined) throw error
      return refusedReport(finding)
    }
  }

  async #report<E extends ArchiveEntry>(
    entries: readonly E[],
    files: Map<string, Content>,
    read: (entry: E) => Promise<Uint8Array>,
  ): Promise<LintReport> {
    let size = 0
    for (const entry of entries) {
      const content = contentOf(entry.path, await read(entry))
      files.set(entry.path, content)
      size += content.bytes.length
      if (size > MOST_LINTED) throw new Refusal('over_limit', { what: 'expanded', limit: MOST_LINTED })
      // Small contents are inflated on the event loop, and others are waiting.
      if (files.size % 50 === 0) await setImmediate()
    }
    return await this.#parts.lint(files)
  }
}
